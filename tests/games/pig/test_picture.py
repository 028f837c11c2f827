"""The picture of optimal play: what it draws."""

import struct
from pathlib import Path

import numpy as np
import pytest

from croupier.core.base.errors import ConfigError, FileError
from croupier.games.pig.exact import solver
from croupier.games.pig.exact.problem import check_picture, draw, hold_totals


def test_the_boundary_is_where_holding_becomes_best() -> None:
    values = solver.solve(30)
    totals, holds = hold_totals(values), solver.hold_regions(values)
    for own in range(30):
        for other in range(30):
            total = totals[own, other]
            assert 0 < total <= 30 - own
            assert not holds[own, other, :total].any()
            assert own + total >= 30 or holds[own, other, total]
    assert np.array_equal(totals[-1], np.ones(30))


@pytest.mark.compiled  # half a minute without
def test_the_boundary_begins_at_21() -> None:
    assert hold_totals(solver.solve(100))[0, 0] == 21


@pytest.mark.parametrize("target", [2, 25])
def test_a_picture_is_drawn_for_small_and_larger_targets(target: int, tmp_path: Path) -> None:
    file = tmp_path / "boundary.png"
    check_picture(file, target)
    values = solver.solve(target)
    draw(hold_totals(values), float(values[-1, 0, 0]), file)
    head = file.read_bytes()[:24]
    assert head[:8] == b"\x89PNG\r\n\x1a\n"
    assert struct.unpack(">II", head[16:]) == (1560, 720)
    assert [path.name for path in tmp_path.iterdir()] == ["boundary.png"]


def test_what_cannot_be_drawn_is_refused_before_any_work(tmp_path: Path) -> None:
    with pytest.raises(ConfigError, match=r"name it with \.png at its end, not 'picture\.jpg'"):
        check_picture(tmp_path / "picture.jpg", 100)
    with pytest.raises(ConfigError, match="pictures are drawn for targets from 2 to 200, not 201"):
        check_picture(tmp_path / "picture.png", 201)
    with pytest.raises(FileError, match="there is no folder"):
        check_picture(tmp_path / "none" / "picture.png", 100)


def test_a_picture_that_cannot_be_written_leaves_nothing_behind(tmp_path: Path) -> None:
    with pytest.raises(FileError, match="cannot be written: No such file"):
        draw(hold_totals(solver.solve(3)), 0.5, tmp_path / "none" / "boundary.png")
    assert list(tmp_path.iterdir()) == []
