"""Proofs that nobody has chosen the cards of a game, and what is found where somebody has."""

import hashlib
import json
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest
from typer.testing import CliRunner

import croupier
from croupier.cli import app
from croupier.core.base.errors import FileError
from croupier.core.engine.deal_secret import Deal, DealSecret
from croupier.table.deal_check import MOST_ATTEMPTS, STATUS, check_deal, read_saved
from croupier.table.game_file import game_data, parse_game

SECRET = bytes(range(32))
NUMBERS = (b"\1" * 32, b"\2" * 32, b"\3" * 32)
Data = dict[str, Any]


def sha(data: bytes) -> str:
    """SHA-256 in hexadecimal."""
    return hashlib.sha256(data).hexdigest()


def played(deal: Deal, name: str = "skull-king", **options: Any) -> Data:
    """A finished game, in which each plays the first legal action."""
    chosen = {"players": 3, "schedule": "fives", **options} if name == "skull-king" else options
    state = croupier.make(name, **chosen).new_initial_state(deal)
    while not state.is_terminal():
        state.apply_action(state.legal_actions()[0])
    return game_data(state, ["human"] * state.game.num_players)


def kept_of(data: Data, seat: int = 1) -> Data:
    """What the browser of a seat has kept of that game, if all is as was settled."""
    game = parse_game(json.dumps(data))
    begins = game.rounds()
    shown = [before.view(seat)["table"] for before, _, _ in game.moves()]
    return {
        "format": "croupier-deal-1", "table": "t", "game": data["game"], "version": data["version"],
        "options": data["options"], "member": seat, "seat": seat, "name": "Bob", "attempt": 1, "hash": sha(SECRET),
        "names": ["Ann", "Bob", "Cid"], "commitments": [sha(each) for each in NUMBERS],
        "number": NUMBERS[seat].hex(),
        "seen": [{"round": at, "table": shown[ply]} for at, ply in enumerate(begins)],
        "end": game.state.view(seat)["table"],
    }  # fmt: skip


FAIR = DealSecret(SECRET, NUMBERS)


@pytest.fixture(scope="module")
def fair() -> Data:
    """A game that is as was settled."""
    return played(FAIR)


@pytest.fixture(scope="module")
def kept(fair: Data) -> Data:
    """What Bob's browser has kept of it."""
    return kept_of(fair)


def asked(folder: Path, data: Data, own: Data | None, *more: str) -> tuple[int, str]:
    """Let ``croupier replay --verify`` check a game; returns its exit status and what it says."""
    game, deal = folder / "game.json", folder / "deal.json"
    game.write_text(json.dumps(data))
    words = ["replay", "--verify", str(game), *more]
    if own is not None:
        deal.write_text(json.dumps(own))
        words += ["--kept", str(deal)]
    found = CliRunner().invoke(app, words)
    return found.exit_code, found.output


def test_a_game_that_is_as_was_settled_is_proven(tmp_path: Path, fair: Data, kept: Data) -> None:
    status, text = asked(tmp_path, fair, kept)
    assert (status, text.startswith("Proven: nobody has chosen these cards.")) == (0, True)
    assert "the numbers of 3 people, yours among them" in text
    status, text = asked(tmp_path, fair, kept, "--json")
    assert (status, json.loads(text)["verdict"]) == (0, "proven")
    status, text = asked(tmp_path, fair, {**kept, "attempt": 3})
    assert (status, text.startswith("As settled at attempt 3:")) == (9, True)
    assert "could choose among 3 deals" in " ".join(text.split())
    rounds = len(kept["seen"])
    status, text = asked(tmp_path, fair, kept)
    assert f"when {rounds} of {rounds} rounds began and at the end, and with nothing in between" in text
    status, text = asked(tmp_path, fair, {**kept, "seen": kept["seen"][:1], "end": None})
    assert (status, f"when 1 of {rounds} rounds began, and with nothing in between" in text) == (0, True)


def test_a_player_who_had_another_seat_later_is_shown_what_that_seat_saw(tmp_path: Path, fair: Data) -> None:
    first, later = kept_of(fair, 1), kept_of(fair, 2)
    seen = [*first["seen"][:2], *({**each, "seat": 2} for each in later["seen"][2:])]
    moved = {**first, "seen": seen, "end": later["end"], "end_seat": 2}
    status, text = asked(tmp_path, fair, moved)
    assert (status, "Your seat was another one later" in text) == (0, True)
    for wrong in (
        {"seen": [*first["seen"][:2], *later["seen"][2:]]}, {"seen": [*seen[:-1], {**seen[-1], "seat": 99}]},
        {"end_seat": 99},
    ):  # fmt: skip
        assert asked(tmp_path, fair, {**moved, **wrong})[0] == 8


def test_a_deal_after_too_many_attempts_is_not_called_proven(tmp_path: Path, fair: Data, kept: Data) -> None:
    assert asked(tmp_path, fair, {**kept, "attempt": MOST_ATTEMPTS})[0] == STATUS["tries"]
    status, text = asked(tmp_path, fair, {**kept, "attempt": MOST_ATTEMPTS + 1})
    assert (status, text.startswith("Cannot tell: numbers were asked for 6 times")) == (3, True)
    other = played(DealSecret(b"\0" * 32, NUMBERS))
    assert asked(tmp_path, other, {**kept, "attempt": MOST_ATTEMPTS + 1})[0] == 4  # what is wrong comes first


def other_numbers(*numbers: bytes) -> Callable[[], Data]:
    """A game that was dealt with other contributions."""
    return lambda: played(DealSecret(SECRET, numbers))


MISSING = "your own number is not among"
CHEATS: dict[str, tuple[Callable[[], Data], str, str]] = {
    "another secret": (lambda: played(DealSecret(b"\0" * 32, NUMBERS)), "secret", "the hash of the secret"),
    "another order": (other_numbers(*NUMBERS[::-1]), "order", "another order"),
    "a number of its own": (
        other_numbers(NUMBERS[0], NUMBERS[1], b"\7" * 32), "contribution", "the number of Cid does not match",
    ),
    "one number more": (other_numbers(*NUMBERS, b"\7" * 32), "contribution", "this file has 4 contributions"),
    "one number less": (other_numbers(*NUMBERS[:2]), "contribution", "this file has 2 contributions"),
    "without me": (other_numbers(NUMBERS[0], NUMBERS[2]), "missing", MISSING),
    "mine replaced": (other_numbers(NUMBERS[0], b"\7" * 32, NUMBERS[2]), "missing", MISSING),
}  # fmt: skip


@pytest.mark.parametrize("name", CHEATS)
def test_each_way_to_choose_cards_is_found(name: str, tmp_path: Path, kept: Data) -> None:
    cheat, code, words = CHEATS[name]
    status, text = asked(tmp_path, cheat(), kept)
    assert status == STATUS[code]
    assert words in text


def test_cards_that_do_not_follow_from_the_numbers_are_found(tmp_path: Path, fair: Data, kept: Data) -> None:
    other = played(DealSecret(b"\0" * 32, NUMBERS))  # these cards were dealt, under the settled secret's name
    status, text = asked(tmp_path, {**other, "secret": SECRET.hex()}, kept)
    assert (status, "do not follow from its secret" in text) == (8, True)
    for at in (0, 2):  # what the browser was shown in a round was another hand
        seen = json.loads(json.dumps(kept["seen"]))
        seen[at]["table"]["dealer"] = 7
        status, text = asked(tmp_path, fair, {**kept, "seen": seen})
        assert (status, f"in round {at + 1} your browser was shown" in text) == (8, True)
    status, text = asked(tmp_path, fair, {**kept, "end": {"points": []}})
    assert (status, "another end of the game" in text) == (8, True)
    status, text = asked(tmp_path, fair, {**kept, "seen": [{"round": 99, "table": {}}]})
    assert (status, "in round 100" in text) == (8, True)
    changes: list[Data] = [{"options": {}}, {"game": "pig"}, {"version": 99}]
    for change in changes:
        status, text = asked(tmp_path, fair, {**kept, **change})
        assert (status, "of another game, or of other options" in text) == (8, True)


def test_a_game_that_begins_from_a_position_of_somebodys_choice_is_found(tmp_path: Path) -> None:
    chosen = croupier.make("skull-king", players=3, schedule="fives").new_initial_state(4711)
    state = chosen.game.position(chosen.position(), FAIR)  # the settled secret, below cards that somebody liked
    while not state.is_terminal():
        state.apply_action(state.legal_actions()[0])
    data = game_data(state, ["human"] * 3)
    assert data["start"]
    status, text = asked(tmp_path, data, kept_of(data))
    assert (status, "a position that was set up" in text) == (8, True)


def test_a_secret_that_is_withheld_is_found(tmp_path: Path, kept: Data) -> None:
    status, text = asked(tmp_path, played(4), kept)
    assert (status, "the secret is withheld" in " ".join(text.split())) == (STATUS["secret"], True)


def test_where_nothing_can_be_told_the_verifier_says_so(tmp_path: Path, fair: Data, kept: Data) -> None:
    for data, own, words in (
        (fair, None, "no commitments were kept"),
        (played(4), {**kept, "names": [], "commitments": [], "number": None}, "dealt from a seed"),
        (played(4), None, "dealt from a seed"),
        (fair, {**kept, "seen": [], "end": None}, "nothing of what it was shown"),
        (fair, {**kept, "number": None}, "your browser has committed to no number"),
        (
            played(DealSecret(SECRET)),
            {**kept, "names": [], "commitments": [], "number": None},
            "no person's number",
        ),
    ):
        status, text = asked(tmp_path, data, own)
        assert (status, words in text) == (3, True)


def test_a_game_without_rounds_is_proven_too(tmp_path: Path) -> None:
    data = played(FAIR, "pig", winning_score=20, max_turns=6)
    own = {**kept_of(data, 0), "names": ["Ann", "Bob", "Cid"]}
    assert asked(tmp_path, data, own)[0] == 0
    assert check_deal(data, read_saved(tmp_path / "deal.json")).code == "proven"


@pytest.mark.parametrize(
    "change",
    [
        {"format": "croupier-deal-2"}, {"hash": "AB" * 32}, {"hash": 3}, {"number": "00" * 32}, {"number": "zz"},
        {"names": ["Ann"]}, {"commitments": ["0"]}, {"commitments": 4}, {"seat": -1}, {"seat": "1"}, {"seen": [1]},
        {"seen": [{"round": 1}]}, {"attempt": True}, {"options": 3}, {"version": None},
    ],
)  # fmt: skip
def test_a_kept_file_that_is_none_is_refused(change: Data, tmp_path: Path, fair: Data, kept: Data) -> None:
    status, text = asked(tmp_path, fair, {**kept, **change})
    assert status == 2
    assert "is not what a browser has kept" in text
    for text in ("", "[]", "3", "[" * 100_000, "{" * 3):
        (tmp_path / "deal.json").write_text(text)
        with pytest.raises(FileError):
            read_saved(tmp_path / "deal.json")


def test_files_that_are_missing_or_of_other_rules_are_refused(tmp_path: Path, fair: Data, kept: Data) -> None:
    game = tmp_path / "none.json"
    assert CliRunner().invoke(app, ["replay", "--verify", str(game)]).exit_code == 2
    other = {**fair, "version": 99}
    assert asked(tmp_path, other, {**kept, "version": 99})[0] == 2
    lines = tmp_path / "games.jsonl"
    lines.write_text(json.dumps(fair) + "\n")
    assert CliRunner().invoke(app, ["replay", "--verify", str(lines), "--line", "2"]).exit_code == 2
    assert CliRunner().invoke(app, ["replay", "--verify", str(lines)]).exit_code == 3
