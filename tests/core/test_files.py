"""Reading arrays of a file that somebody else has made."""

from __future__ import annotations

import zipfile
from pathlib import Path

import numpy as np
import pytest

from croupier.core.base.files import read_arrays


@pytest.mark.parametrize("header", ["{'descr", "(", "{'descr': '<f8', 'fortran_order': False}", "1 +"])
def test_a_broken_header_of_an_array_is_told(header: str, tmp_path: Path) -> None:
    file, text = tmp_path / "arrays.npz", header.encode() + b"\n"
    with zipfile.ZipFile(file, "w") as packed:
        packed.writestr("ours.npy", b"\x93NUMPY\x01\x00" + len(text).to_bytes(2, "little") + text)
    with pytest.raises(ValueError, match=r"."):
        read_arrays(file)


def test_what_was_written_is_read(tmp_path: Path) -> None:
    file = tmp_path / "arrays.npz"
    np.savez(file, ours=np.arange(3), theirs=np.eye(2))
    assert read_arrays(file, ["ours"])["ours"].tolist() == [0, 1, 2]
    with pytest.raises(ValueError, match="it holds more than 40 bytes"):
        read_arrays(file, most_bytes=40)
    with pytest.raises(ValueError, match="it lacks an array"):
        read_arrays(file, ["ours", "hers"])
