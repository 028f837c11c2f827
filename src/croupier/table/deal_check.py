"""Proof that nobody chose the cards: the game's file compared with what a player's browser saved.

Before the first card, the server shows SHA-256 of the game's secret, and each browser SHA-256 of a number. The
cards follow from the secret and all numbers (docs/serve.md). The server cannot choose them, since it commits to
the secret without knowing the numbers. Players cannot choose them, since none knows the secret. The browser's file
has the commitments. The game's file comes from the server and is not trusted.
"""

from __future__ import annotations

import hashlib
import json
from collections.abc import Mapping
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

from croupier.core.base.errors import ConfigError, FileError
from croupier.core.base.files import parse_json, read_text
from croupier.core.base.sentence import Catalogue, Sentence
from croupier.core.engine.deal_secret import DealSecret, read_deal
from croupier.core.engine.game import State
from croupier.table.game_file import PlayedGame, parse_game
from croupier.table.recorded import recorded_game

KEPT_FORMAT = "croupier-deal-1"
LARGEST_KEPT = 2 * 1024 * 1024
STATUS = {
    "proven": 0, "cannot-tell": 3, "secret": 4, "missing": 5, "contribution": 6, "order": 7, "cards": 8,
    "tries": 9,
}  # fmt: skip
"""Exit status of ``croupier replay --verify``, by result."""
MOST_ATTEMPTS = 5
"""Attempts to collect numbers, after which a deal is no longer called proven."""
WORDS = Catalogue(
    "deal_check",
    {
        "proven": {
            "one": (
                "Proven: nobody has chosen these cards. They follow from the secret that was settled beforehand "
                "and the number of {count} person, yours."
            ),
            "other": (
                "Proven: nobody has chosen these cards. They follow from the secret that was settled beforehand "
                "and the numbers of {count} people, yours among them."
            ),
        },
        "tries": {
            "one": (
                "As settled at attempt {attempts}: these cards follow from the secret that was settled then and "
                "the number of {count} person, yours."
            ),
            "other": (
                "As settled at attempt {attempts}: these cards follow from the secret that was settled then and "
                "the numbers of {count} people, yours among them."
            ),
        },
        "chosen": (
            "{proven} Before, somebody's number did not come, or the start was broken off, and all was drawn "
            "anew. Players could not choose so, not even several together; somebody whom the server told its "
            "secrets could choose among {attempts} deals."
        ),
        "often": (
            "Cannot tell: numbers were asked for {attempts} times before this deal came about. Whoever broke off "
            "so often could have chosen among as many deals, together with the server."
        ),
        "compared": (
            "{proven} Compared with what your browser was shown when {seen} of {rounds} rounds began, and with "
            "nothing in between."
        ),
        "compared_end": (
            "{proven} Compared with what your browser was shown when {seen} of {rounds} rounds began and at the "
            "end, and with nothing in between."
        ),
        "moved": "{proven} Your seat was another one later; each was compared as the seat that you had then.",
        "unseen": (
            "Cannot tell: your browser has kept nothing of what it was shown, so the cards that you saw may have "
            "been others. Those of the file follow from the secret and the numbers."
        ),
        "withheld": (
            "Not as settled: this file has no secret, and a seed in its place. Before the first card the secret's "
            "hash {kept} was shown. Unless the two files are of different games, the secret is withheld."
        ),
        "no_kept": "Cannot tell: no commitments were kept. Name the file of your own browser by --kept FILE.",
        "seed": "Cannot tell: the game was dealt from a seed, and whoever knows it knows all cards.",
        "no_number": "Cannot tell: no person's number is part of this deal.",
        "not_mine": "Cannot tell: your browser has committed to no number for this deal.",
        "secret": (
            "Not as settled: the hash of the secret does not match. Before the first card {kept} was shown; the "
            "secret of this file has {found}. Unless the two files are of different games, it was changed."
        ),
        "missing": "Not as settled: your own number is not among the contributions of this file.",
        "contribution": "Not as settled: the number of {name} does not match the commitment to it.",
        "count": "Not as settled: {kept} people have committed to numbers; this file has {found} contributions.",
        "order": "Not as settled: the numbers stand in another order than was settled before they were shown.",
        "other_game": "Not as settled: the file is of another game, or of other options, than were settled.",
        "set_up": (
            "Not as settled: the game begins from a position that was set up, so its first cards follow from "
            "nothing that was settled."
        ),
        "cards": "Not as settled: the cards of this game do not follow from its secret and the numbers. {why}",
        "other_cards": (
            "Not as settled: in round {round} your browser was shown something else than follows from the secret "
            "and the numbers."
        ),
        "other_end": "Not as settled: your browser was shown another end of the game than this file has.",
    },
)


@dataclass(frozen=True)
class SavedDeal:
    """What a player's browser saved of a deal."""

    game: str
    version: int  # of the rules
    options: Mapping[str, Any]
    seat: int  # the player's seat
    attempt: int  # attempts to collect numbers at the table
    hash: str  # SHA-256 of the secret, as shown
    names: tuple[str, ...]  # names of the people who committed, in order
    commitments: tuple[str, ...]  # SHA-256 of their numbers
    number: str | None  # the player's own number; None if this browser committed to none
    seen: Mapping[int, Any] = field(default_factory=dict)  # the player's view at the start of each round
    end: Any = None  # the view at the end; None if the browser was not there
    seats: Mapping[int, int] = field(default_factory=dict)  # by round, the player's seat if it was another one
    end_seat: int | None = None  # the player's seat at the end, if it was another one


@dataclass(frozen=True)
class DealVerdict:
    """The result of a check."""

    code: str  # a key of `STATUS`
    text: Sentence

    @property
    def status(self) -> int:
        """The exit status."""
        return STATUS[self.code]


def read_saved(path: str | Path) -> SavedDeal:
    """Read the file that a browser saved."""
    file = Path(path)
    try:
        if file.stat().st_size > LARGEST_KEPT:
            raise FileError(f"{file} is longer than what a browser keeps of a deal")
        data = parse_json(read_text(file))
    except OSError as error:
        raise FileError(f"{file} cannot be read: {error.strerror}") from error
    except (ValueError, RecursionError) as error:
        raise FileError(f"{file} is no JSON, so not what a browser has kept of a deal") from error
    try:
        return _saved(data)
    except (KeyError, TypeError, ValueError, AttributeError) as error:
        raise FileError(f"{file} is not what a browser has kept of a deal ({error})") from error


def _saved(data: Any) -> SavedDeal:
    if not isinstance(data, dict) or data.get("format") != KEPT_FORMAT:
        raise ValueError(f"its format must be {KEPT_FORMAT!r}")
    names, commitments = tuple(map(str, data["names"])), tuple(map(_digits, data["commitments"]))
    number = None if data["number"] is None else _digits(data["number"])
    if len(names) != len(commitments):
        raise ValueError("a name for each commitment is missing")
    if number is not None and fingerprint(bytes.fromhex(number)) not in commitments:
        raise ValueError("its own number belongs to none of its commitments")
    seen = {_integer(each["round"]): each["table"] for each in data["seen"]}
    seats = {_integer(each["round"]): _integer(each["seat"]) for each in data["seen"] if "seat" in each}
    end_seat = None if data.get("end_seat") is None else _integer(data["end_seat"])
    return SavedDeal(
        str(data["game"]), _integer(data["version"]), dict(data["options"]), _integer(data["seat"]),
        _integer(data["attempt"]), _digits(data["hash"]), names, commitments, number, seen, data.get("end"),
        seats, end_seat,
    )  # fmt: skip


def _digits(text: Any) -> str:
    if not isinstance(text, str) or len(text) != 64 or set(text) - set("0123456789abcdef"):
        raise ValueError("64 hexadecimal digits are expected")
    return text


def _integer(value: Any) -> int:
    if type(value) is not int or value < 0:
        raise ValueError("a number that counts is expected")
    return value


def fingerprint(data: bytes) -> str:
    """SHA-256 in hexadecimal, as a commitment to a secret or number."""
    return hashlib.sha256(data).hexdigest()


def check_deal(data: Mapping[str, Any], kept: SavedDeal | None) -> DealVerdict:
    """Check that nobody chose the cards of a game, by the file that a player's browser saved."""
    deal = read_deal(data)
    if not isinstance(deal, DealSecret):
        if kept is not None and kept.commitments:
            return _verdict("secret", "withheld", kept=kept.hash[:16] + "…")
        return _verdict("cannot-tell", "seed")
    if kept is None:
        return _verdict("cannot-tell", "no_kept")
    if fingerprint(deal.secret) != kept.hash:
        return _verdict("secret", "secret", kept=kept.hash[:16] + "…", found=fingerprint(deal.secret)[:16] + "…")
    return _check_numbers(deal, kept) or _check_cards(data, kept)


def _verdict(code: str, key: str, /, **params: object) -> DealVerdict:
    return DealVerdict(code, WORDS.say(key, **params))


def _proven(kept: SavedDeal, rounds: int) -> DealVerdict:
    """The verdict if nothing is wrong; `rounds` is the number of rounds of the game."""
    if not kept.seen and kept.end is None:
        return _verdict("cannot-tell", "unseen")
    if kept.attempt > MOST_ATTEMPTS:
        return _verdict("cannot-tell", "often", attempts=kept.attempt)
    people = len(kept.commitments)
    if kept.attempt == 1:
        code, text = "proven", WORDS.say("proven", count=people)
    else:
        settled = WORDS.say("tries", count=people, attempts=kept.attempt)
        code, text = "tries", WORDS.say("chosen", proven=settled, attempts=kept.attempt)
    compared = "compared" if kept.end is None else "compared_end"
    text = WORDS.say(compared, proven=text, seen=len(kept.seen), rounds=rounds)
    if kept.seats or kept.end_seat is not None:
        text = WORDS.say("moved", proven=text)
    return DealVerdict(code, text)


def _check_numbers(deal: DealSecret, kept: SavedDeal) -> DealVerdict | None:
    """Check the contributions against the commitments; None if they match."""
    numbers = [each.hex() for each in deal.contributions]
    hashes = [fingerprint(each) for each in deal.contributions]
    if not kept.commitments:
        return _verdict("cannot-tell", "no_number")
    if kept.number is None:
        return _verdict("cannot-tell", "not_mine")
    if kept.number not in numbers:
        return _verdict("missing", "missing")
    if len(hashes) != len(kept.commitments):
        return _verdict("contribution", "count", kept=len(kept.commitments), found=len(hashes))
    if hashes == list(kept.commitments):
        return None
    if sorted(hashes) == sorted(kept.commitments):
        return _verdict("order", "order")
    wrong = next(place for place, each in enumerate(kept.commitments) if each not in hashes)
    return _verdict("contribution", "contribution", name=kept.names[wrong])


def _check_cards(data: Mapping[str, Any], kept: SavedDeal) -> DealVerdict:
    """Deal and play the game again, and compare it with what the browser was shown."""
    if (data["game"], data["version"], data["options"]) != (kept.game, kept.version, kept.options):
        return _verdict("cards", "other_game")
    if data["start"]:
        return _verdict("cards", "set_up")
    try:
        recorded_game([data], data["game"])
    except ConfigError as error:
        raise FileError(f"this game cannot be dealt again here: {error}") from error
    try:
        played = parse_game(json.dumps(dict(data)))
    except FileError as error:
        return _verdict("cards", "cards", why=str(error))
    return _compared(played, kept) or _proven(kept, len(played.rounds()))


def _compared(played: PlayedGame, kept: SavedDeal) -> DealVerdict | None:
    """Compare what the browser was shown with what follows from the numbers; None if it matches."""
    begins = dict(enumerate(played.rounds()))
    wanted = {begins[each]: each for each in kept.seen if each in begins}
    if len(wanted) < len(kept.seen):
        return _verdict("cards", "other_cards", round=1 + min(set(kept.seen) - set(begins)))
    for ply, (before, _, _) in enumerate(played.moves()):
        if ply in wanted and _differs(before, kept.seats.get(wanted[ply], kept.seat), kept.seen[wanted[ply]]):
            return _verdict("cards", "other_cards", round=1 + wanted[ply])
    seat = kept.seat if kept.end_seat is None else kept.end_seat
    if kept.end is not None and _differs(played.state, seat, kept.end):
        return _verdict("cards", "other_end")
    return None


def _differs(state: State, seat: int, kept: Any) -> bool:
    """Whether the saved view differs from the seat's view, or there is no such seat."""
    return seat >= state.game.num_players or bool(json.loads(json.dumps(state.view(seat)["table"])) != kept)
