"""The tables of the benchmarks' rows: as their files are, and these as the benchmarks are frozen."""

import json
from pathlib import Path
from typing import Any

import pytest

from benchmarks.rows import FOLDER, PAGE, read_rows, written
from croupier.core.base.errors import FileError

ROOT = Path(__file__).parents[1]
POLICY = "skull-king-2026-11.onnx"
OURS = {
    "pig-1": {"random", "bot", "optimal"},
    "skull-king-1": {"random", "bot", "bot:simple", "net:2026-11"},
    "spite-malice-1": {"random", "bot", "net:2026-11"},
}


@pytest.mark.thorough  # it plays the sets through for their best constant answers
def test_the_page_is_as_the_rows_are_and_holds_those_of_the_agents_that_ship() -> None:
    rows = read_rows(ROOT)
    text = (ROOT / PAGE).read_text()
    assert text == written(text, rows), "write it: python -m benchmarks.rows"
    for name, agents in OURS.items():
        found = {row["agent"] for row in rows[name]}
        assert agents <= found, name
        assert len(found) == len(rows[name])


@pytest.mark.parametrize(
    ("change", "why"),
    [
        ({"digest": "0" * 64}, "is of the digest 000000000000, and skull-king-1 has "),
        ({"whole": False}, "is not whole"),
        ({"provenance": {"clean": False}}, "comes from a checkout with changes"),
        ({"provenance": {"earlier": ["0123456789ab"]}}, "or from parts of several"),
        (
            {"provenance": {"files": {f"{POLICY} of croupier": "0" * 64}}},
            f"was played by another {POLICY} of croupier",
        ),
        ({"agent": "bot:simple"}, "should be called skull-king-1-bot@simple"),
    ],
)
def test_a_row_that_is_not_as_the_protocol_says_is_refused(
    change: dict[str, Any], why: str, tmp_path: Path
) -> None:
    row = json.loads((ROOT / FOLDER / "skull-king-1-bot.json").read_text())
    file = tmp_path / FOLDER / "skull-king-1-bot.json"
    file.parent.mkdir(parents=True)
    file.write_text(json.dumps(row))
    assert list(read_rows(tmp_path)) == ["skull-king-1"]
    told = {"provenance": row["provenance"] | change["provenance"]} if "provenance" in change else change
    file.write_text(json.dumps(row | told))
    with pytest.raises(FileError, match=why):
        read_rows(tmp_path)
