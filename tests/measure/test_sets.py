"""Files of decisions: what is written is read, and what was changed is refused in one clear line."""

import gzip
import json
from collections.abc import Callable
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest

import croupier
from croupier.core.base.errors import FileError
from croupier.measure import DecisionSet, Row, load
from croupier.measure.costs import sets
from croupier.measure.costs.sets import line_of, remark, write_set

ROW = Row(
    id="a1", game="pig", options=croupier.make("pig").options, start="pig scores=90,95 turn=0 total=6 turns=8",
    seed=7, actions=(1,), texts=("[roll]", "[hold]"), legal=(0, 1), values=(60.5, 51.25), errors=(0.5, 0.25),
    behind=(0.0, 9.25), behind_errors=(0.0, 3.0), worlds=64,
    stratum={"phase": "ROLL_OR_HOLD", "cards": 0, "seats": 2}, differ=True,
)  # fmt: skip
SET = DecisionSet(
    name="mine", game="pig", digest="", judge={"continuation": "bot", "worlds": 64},
    unit="% chance to win", canary="canary 1", rows=(ROW, replace(ROW, id="b2", actions=())), made={},
)  # fmt: skip

GONE = object()


@pytest.fixture
def file(tmp_path: Path) -> Path:
    path = tmp_path / "mine.jsonl.gz"
    write_set(path, SET)
    return path


def test_a_set_is_read_as_it_was_written(file: Path) -> None:
    read = load(file)
    assert read == replace(SET, digest=read.digest)
    assert read == load(str(file))
    assert len(read.digest) == 64
    again = file.with_name("again.jsonl.gz")
    write_set(again, SET)
    assert again.read_bytes() == file.read_bytes()


def test_a_row_leads_to_its_decision() -> None:
    state = ROW.state()
    assert (state.current_player(), state.plies) == (1, 1)
    assert state.seed == 7
    assert ROW.best == 0
    assert (ROW.regret(0), ROW.regret(1)) == (0.0, 9.25)
    assert ROW.is_clear(1)
    assert not replace(ROW, behind_errors=(0.0, 3.1)).is_clear(1)
    assert SET.row("b2").actions == ()


@pytest.mark.parametrize(
    ("change", "said"),
    [
        ({"actions": (5,)}, "row a1 leads to no decision"),
        ({"start": "pig scores=90,100"}, "row a1 leads to no decision"),
        ({"start": "skull-king"}, "row a1 leads to no decision"),
        ({"options": {"loot": True}}, "row a1 leads to no decision"),
        ({"legal": (1,)}, "row a1 leads to a decision with other legal actions"),
        ({"texts": ("[hold]", "[roll]")}, "row a1 calls its legal actions by other texts"),
        ({"options": {"winning_score": "x"}}, "row a1 leads to no decision"),
        ({"options": {"winning_score": [10**400]}}, "row a1 leads to no decision"),
        ({"options": {"winning_score": 10**400}}, "row a1 leads to no decision"),
        ({"options": {"players": None}}, "row a1 leads to no decision"),
        ({"actions": (2**31 - 1,)}, "row a1 leads to no decision"),
        ({"seed": 2**64 - 1, "start": "pig\0"}, "row a1 leads to no decision"),
    ],
)
def test_a_row_that_leads_elsewhere_is_refused(change: dict[str, Any], said: str) -> None:
    with pytest.raises(FileError, match=said):
        replace(ROW, **change).state()


def rewritten(file: Path, change: Callable[[list[Any]], None], *, signed: bool = True) -> None:
    """Change what a file holds; its digest is made to fit, or left as it was."""
    lines = [json.loads(line) for line in gzip.decompress(file.read_bytes()).splitlines()]
    change(lines)
    rows = [line_of(line) for line in lines[1:]]
    if signed:
        lines[0] |= {"rows": len(rows)} if "rows" in lines[0] else {}
        lines[0] |= {"digest": sets.digest_of(lines[0], rows)}
    file.write_bytes(gzip.compress(line_of(lines[0]) + b"".join(rows)))


CHANGED: list[tuple[int, dict[str, Any], str]] = [
    (0, {"format": "zip"}, "no set of decisions"),
    (0, {"version": 3}, "version 3 of the format; this croupier reads 1 and 2"),
    (0, {"game": "nim"}, "'nim', which is not installed"),
    (0, {"game_version": 99}, "version 99 of pig, whose rules"),
    (0, {"judge": {}}, "names no agent that plays on, but None"),
    (0, {"judge": {"continuation": 3, "worlds": 8}}, "no agent that plays on, but 3"),
    (0, {"judge": {"continuation": "net", "worlds": "8"}}, "worlds, not '8'"),
    (0, {"judge": {"continuation": "net", "worlds": True}}, "worlds, not True"),
    (0, {"judge": {"continuation": "net", "worlds": 10**400}}, "from 0 to 4096 worlds"),
    (0, {"judge": GONE}, "judge of its header is None"),
    (0, {"name": "a\nb"}, "name of its header is 'a.*b', which"),
    (1, {"worlds": GONE}, "line 2: .*fields.*worlds"),
    (1, {"deal": 3}, "line 2: .*fields.*deal"),
    (1, {"values": ["1", 2]}, "values has a number an action"),
    (1, {"values": [1.0]}, "values has a number an action"),
    (1, {"errors": [1.0, -1.0]}, "errors has no number below 0"),
    (1, {"behind": [0, 10**400]}, "behind has a number an action"),
    (1, {"behind": [1.0, 2.0]}, "behind is 0 for the best"),
    (1, {"actions": [10**400]}, "actions has numbers of actions"),
    (1, {"seed": 1 << 64}, "seed is an integer"),
    (1, {"options": {"loot": [[]]}}, "options are values"),
    (1, {"options": {"name": "x"}}, "name is no option"),
    (1, {"stratum": {}}, "stratum has the phase"),
    (1, {"id": "a\nb"}, "id and start are texts"),
    (1, {"start": 3}, "id and start are texts"),
    (1, {"legal": [False, True]}, "legal is a list of integers"),
    (1, {"legal": [], "texts": []}, "texts has a text"),
    (2, {"canary": "x"}, "line 3: its canary"),
    (2, {"id": "a1"}, "two of its rows have one id"),
]


@pytest.mark.parametrize(("line", "change", "said"), CHANGED)
def test_a_file_of_another_form_is_refused(file: Path, line: int, change: dict[str, Any], said: str) -> None:
    def changed(lines: list[Any]) -> None:
        lines[line] = {name: value for name, value in (lines[line] | change).items() if value is not GONE}

    rewritten(file, changed)
    with pytest.raises(FileError, match=said) as caught:
        load(file)
    assert str(file) in str(caught.value)
    assert "\n" not in str(caught.value)


def test_a_file_without_rows_is_refused(file: Path) -> None:
    rewritten(file, lambda lines: lines.__delitem__(slice(1, None)))
    with pytest.raises(FileError, match="has 0 rows"):
        load(file)


@pytest.mark.parametrize(
    ("line", "change"),
    [
        (1, {"values": [51.25, 60.5]}),
        (0, {"unit": "points"}),
        (0, {"judge": {"continuation": "net", "worlds": 9}}),
    ],
)
def test_changed_rows_and_headers_are_refused(file: Path, line: int, change: dict[str, Any]) -> None:
    rewritten(file, lambda lines: lines[line].update(change), signed=False)
    with pytest.raises(FileError, match="was changed: its digest is"):
        load(file)


def test_the_sets_that_ship_are_those_of_the_documentation() -> None:
    table = Path("docs/benchmark.md").read_text()
    for name in sets.shipped_sets():
        found = load(name)
        assert f"| `{name}` | {len(found.rows):,} | `{found.digest}` |" in table
        later = f"{name[:-1]}2 has taken the place of {name}, whose decisions have no weights: scores in the two"
        assert remark(found).startswith(later) if name.endswith("-1") else remark(found) == ""


def test_every_truncated_file_is_refused(file: Path) -> None:
    whole = file.read_bytes()
    for length in range(len(whole)):
        file.write_bytes(whole[:length])
        with pytest.raises(FileError):
            load(file)


def test_a_file_of_other_bytes_is_refused(file: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(sets, "MOST_BYTES", 100)
    with pytest.raises(FileError, match="larger than"):
        load(file)
    file.write_bytes(b"no gzip")
    with pytest.raises(FileError, match="is no gzipped file"):
        load(file)
    file.write_bytes(gzip.compress(b"[" * 100_000))
    monkeypatch.setattr(sets, "MOST_BYTES", 1 << 20)
    with pytest.raises(FileError, match="its header is no JSON"):
        load(file)
    with pytest.raises(FileError, match="cannot be read: No such file"):
        load(file.with_name("none.jsonl.gz"))


@pytest.mark.parametrize("number", ["1e999", "Infinity", "NaN", "9" * 5000])
@pytest.mark.parametrize("place", ['"made":{', '"values":['])
def test_what_is_no_number_is_refused(file: Path, number: str, place: str) -> None:
    whole = gzip.decompress(file.read_bytes()).decode()
    given = f'"x":{number}' if place[-1] == "{" else f"{number},"
    file.write_bytes(gzip.compress(whole.replace(place, place + given, 1).encode()))
    with pytest.raises(FileError) as caught:
        load(file)
    assert "\n" not in str(caught.value)
