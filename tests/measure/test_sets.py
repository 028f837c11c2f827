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
        lines[0] |= {"rows": len(rows)}
        lines[0] |= {"digest": sets.digest_of(lines[0], rows)}
    file.write_bytes(gzip.compress(line_of(lines[0]) + b"".join(rows)))


CHANGED: dict[str, tuple[Callable[[list[Any]], object], str]] = {
    "another format": (lambda lines: lines[0].update(format="zip"), "no set of decisions"),
    "a later format": (
        lambda lines: lines[0].update(version=3),
        "version 3 of the format; this croupier reads 1 and 2",
    ),
    "another game": (lambda lines: lines[0].update(game="nim"), "'nim', which is not installed"),
    "other rules": (lambda lines: lines[0].update(game_version=99), "version 99 of pig, whose rules"),
    "an empty judge": (lambda lines: lines[0].update(judge={}), "names no agent that plays on, but None"),
    "a number for an agent": (
        lambda lines: lines[0].update(judge={"continuation": 3, "worlds": 8}),
        "no agent that plays on, but 3",
    ),
    "a text for worlds": (
        lambda lines: lines[0].update(judge={"continuation": "net", "worlds": "8"}),
        "worlds, not '8'",
    ),
    "true for worlds": (
        lambda lines: lines[0].update(judge={"continuation": "net", "worlds": True}),
        "worlds, not True",
    ),
    "too many worlds": (
        lambda lines: lines[0].update(judge={"continuation": "net", "worlds": 10**400}),
        "from 0 to 4096 worlds",
    ),
    "a name of two lines": (lambda lines: lines[0].update(name="a\nb"), "name of its header is 'a.*b', which"),
    "no rows": (lambda lines: lines.__delitem__(slice(1, None)), "has 0 rows"),
    "no judge": (lambda lines: lines[0].pop("judge"), "judge of its header is None"),
    "a missing field": (lambda lines: lines[1].pop("worlds"), "line 2: .*fields.*worlds"),
    "an unknown field": (lambda lines: lines[1].update(deal=3), "line 2: .*fields.*deal"),
    "another canary": (lambda lines: lines[2].update(canary="x"), "line 3: its canary"),
    "a text for a number": (lambda lines: lines[1].update(values=["1", 2]), "values has a number an action"),
    "a value too few": (lambda lines: lines[1].update(values=[1.0]), "values has a number an action"),
    "an error below 0": (lambda lines: lines[1].update(errors=[1.0, -1.0]), "errors has no number below 0"),
    "a value beyond all numbers": (
        lambda lines: lines[1].update(behind=[0, 10**400]),
        "behind has a number an action",
    ),
    "an action beyond all": (lambda lines: lines[1].update(actions=[10**400]), "actions has numbers of actions"),
    "a seed beyond all": (lambda lines: lines[1].update(seed=1 << 64), "seed is an integer"),
    "lists for an option": (lambda lines: lines[1].update(options={"loot": [[]]}), "options are values"),
    "an option called name": (lambda lines: lines[1].update(options={"name": "x"}), "name is no option"),
    "a stratum without phase": (lambda lines: lines[1].update(stratum={}), "stratum has the phase"),
    "an id of two lines": (lambda lines: lines[1].update(id="a\nb"), "id and start are texts"),
    "no best action": (lambda lines: lines[1].update(behind=[1.0, 2.0]), "behind is 0 for the best"),
    "true for an action": (lambda lines: lines[1].update(legal=[False, True]), "legal is a list of integers"),
    "an id twice": (lambda lines: lines[2].update(id="a1"), "two of its rows have one id"),
    "a number for a text": (lambda lines: lines[1].update(start=3), "id and start are texts"),
    "no action at all": (lambda lines: lines[1].update(legal=[], texts=[]), "texts has a text"),
}


@pytest.mark.parametrize(("change", "said"), CHANGED.values(), ids=CHANGED)
def test_a_file_of_another_form_is_refused(file: Path, change: Callable[[list[Any]], None], said: str) -> None:
    rewritten(file, change)
    with pytest.raises(FileError, match=said) as caught:
        load(file)
    assert str(file) in str(caught.value)
    assert "\n" not in str(caught.value)


def test_changed_rows_are_refused(file: Path) -> None:
    rewritten(file, lambda lines: lines[1].update(values=[51.25, 60.5]), signed=False)
    with pytest.raises(FileError, match="was changed: its digest is"):
        load(file)


@pytest.mark.parametrize("change", [{"unit": "points"}, {"judge": {"continuation": "net", "worlds": 64}}])
def test_a_changed_header_is_refused(file: Path, change: dict[str, Any]) -> None:
    rewritten(file, lambda lines: lines[0].update(change), signed=False)
    with pytest.raises(FileError, match="was changed: its digest is"):
        load(file)


def test_the_sets_that_ship_are_those_of_the_documentation() -> None:
    table = Path("docs/benchmark.md").read_text()
    for name in sets.shipped_sets():
        found = load(name)
        assert f"| `{name}` | {len(found.rows):,} | `{found.digest}` |" in table
        later = f"{name[:-1]}2 has taken the place of {name}, whose decisions have no weights: scores in the two"
        assert remark(found).startswith(later) if name.endswith("-1") else remark(found) == ""


def test_a_set_with_the_name_of_one_that_ships_is_told_from_it(file: Path) -> None:
    assert remark(load(file)) == ""
    other = write_set(file.with_name("other.jsonl.gz"), replace(SET, name="pig-1"))
    ships = load("pig-1").digest
    said = f"this is not the pig-1 that ships: its digest is {other.digest[:8]}, not {ships[:8]}"
    assert remark(other) == said


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


def test_a_header_of_lists_within_lists_is_refused(file: Path) -> None:
    whole = gzip.decompress(file.read_bytes()).decode()
    for depth in range(800, 1100, 5):  # around what is read and cannot be written
        deep = whole.replace('"made":{}', '"made":{"x":' + "[" * depth + "]" * depth + "}")
        assert deep != whole
        file.write_bytes(gzip.compress(deep.encode()))
        with pytest.raises(FileError, match=r"was changed|nested too deeply|is no JSON"):
            load(file)
