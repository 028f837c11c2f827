"""Copies of records by their bytes are the copies that NumPy makes."""

import numpy as np

import croupier
from croupier.core.base.copies import bytes_of, concatenated, copy, put, take


def test_rows_are_taken_and_put_as_numpy_does() -> None:
    for name in ("pig", "spite-malice", "skull-king"):
        records = croupier.make(name).batch(12, seed=3).records
        rows = np.array([7, 0, 7, 11])
        wanted = records["player"] == 0
        for which in (rows, wanted, rows[:0]):
            found = take(records, which)
            assert found.dtype == records.dtype
            assert (found == records[which]).all()
            assert not np.shares_memory(found, records)
        assert (copy(records) == records).all()
        assert copy(records).dtype == records.dtype
        assert not np.shares_memory(copy(records), records)
        assert (concatenated([records[:5], records[7:8]]) == np.concatenate([records[:5], records[7:8]])).all()
        ours, numpys = records.copy(), records.copy()
        put(ours, np.array([1, 5]), records[[2, 3]].copy())
        numpys[[1, 5]] = records[[2, 3]]
        assert (ours == numpys).all()
        assert bytes_of(records).shape == (12, records.dtype.itemsize)
        assert np.shares_memory(bytes_of(records), records)
