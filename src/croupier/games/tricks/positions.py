"""Positions of games with tricks of the 52 cards as one line: a deal, and the actions since."""

from __future__ import annotations

import re
from abc import ABC, abstractmethod
from collections.abc import Callable, Iterable, Mapping, Sequence
from typing import Any, ClassVar, NoReturn

import numpy as np

from croupier.core import Record, Records, Sentence
from croupier.core.base.errors import ConfigError, PositionError
from croupier.core.spec.options import Value
from croupier.games.tricks.cards import DECK, NOBODY, names_of, read_card
from croupier.games.tricks.english import say

Range = tuple[str, int, int]
"""The name of a field of a record, and the least and greatest value in it."""


class DealNotation(ABC):
    """Writes a position as ``round=2 scores=... last=... hands=... plays=...``, and reads it by playing it."""

    # A record has `players`, `scores`, `cards` (of a hand; 0 before the first deal), `played`, `laid`, `plays`,
    # `where`, `last_leader`, `last_winner` and `last_trick`.

    # the game's module of rules, with STATE, OPTIONS, ACTIONS, setup, clear, legal and play; and check_options if
    # some options do not fit together
    rules: ClassVar[Any]
    # fields of a record with an option under another name, by the option's
    called: ClassVar[Mapping[str, str]] = {}
    counted: ClassVar[str] = "round"  # the field of a record with the number of finished deals
    # fields of the line before the hands, other than `counted`, scores and last
    heading: ClassVar[Sequence[str]] = ()
    dealt: ClassVar[Sequence[str]] = ()  # fields of the line that belong to the deal, other than the hands
    # fields of the actions since the deal, in order, each with the number added to the value of its text; the last
    # are the plays
    done: ClassVar[Mapping[str, int]] = {"plays": 0}
    # of the game's catalogue, with ``position.hands`` and ``position.form``; None refuses in fewer words
    say: ClassVar[Callable[..., Sentence] | None] = None

    @abstractmethod
    def gained(self, s: Record, seat: int) -> int:
        """The score of a seat in a finished deal."""

    @abstractmethod
    def bounds(self, s: Record) -> tuple[int, int, int]:
        """Most deals of a game, and least and most points of a seat in one deal."""

    def ranges(self, s: Record) -> Iterable[Range]:  # noqa: ARG002  # used by games that override it
        """The ranges of the game's own fields."""
        return ()

    def hand(self, s: Record, seat: int) -> Any:
        """The cards dealt to a seat, bool, shape (52,)."""
        return (s["where"] == seat) | (s["where"] == self.rules.PLAYED + seat)

    def written(self, s: Record) -> dict[str, str]:
        """The game's own fields of the line; empty ones are left out."""
        fields = {name: str(s[name]) for name in self.heading}
        if "bids" in self.done:
            # from the dealer's left
            bids = [int(s["bids"][(int(s["dealer"]) + 1 + k) % s["players"]]) for k in range(int(s["players"]))]
            fields["bids"] = ",".join(str(bid) for bid in bids if bid != NOBODY)
        return fields

    def deal(self, s: Record, fields: Mapping[str, str]) -> None:  # noqa: B027  # a game may have nothing to add
        """Check the hands, which are dealt already, and the rest of the deal."""

    def in_deck(self, card: int, players: int) -> bool:  # noqa: ARG002  # used by games that override it
        """Whether a card is in the deck."""
        return True

    # -------------------------------------------------------------------- what a `GameSpec.notation` has

    def format_position(self, records: Records) -> dict[str, str]:
        """The deal and the actions since; empty before the first deal."""
        s = records[0]
        people, over = int(s["players"]), bool(s["played"] == s["players"] * s["cards"])
        if not s["cards"]:
            return {}
        own, scores = self.written(s), s["scores"][:people].tolist()
        scores = [score - (self.gained(s, seat) if over else 0) for seat, score in enumerate(scores)]
        last = f"{s['last_leader']}/{','.join(names_of(s['last_trick'][:people]))}/{s['last_winner']}"
        lines = {self.counted: str(int(s[self.counted]) + (not over))} | {n: own[n] for n in self.heading}
        lines["scores"] = ",".join(map(str, scores)) if any(scores) else ""
        lines["last"] = last if s["last_leader"] != NOBODY and not s["played"] - s["laid"] else ""
        lines["hands"] = "/".join(",".join(names_of(self.hand(s, k).nonzero()[0])) for k in range(people))
        lines |= {name: own.get(name, "") for name in (*self.dealt, *self.done)}
        lines["plays"] = ",".join(names_of(s["plays"][: int(s["played"])]))
        return {name: text for name, text in lines.items() if text}

    def parse_position(self, records: Records, fields: Mapping[str, str]) -> None:
        """Fill a fresh record from the fields: deal, and play."""
        s, known = records[0], (self.counted, *self.heading, "scores", "last", "hands", *self.dealt, *self.done)
        for name in fields:
            if name not in known or "hands" not in fields:
                raise PositionError(say("position.unknown", fields=", ".join(known), name=name))
        if not fields:
            return
        people, (most, low, high) = int(s["players"]), self.bounds(s)
        s[self.counted] = before = self.number(fields.get(self.counted, "1"), self.counted, 1, most) - 1
        for name in self.heading:
            s[name] = self.number(fields.get(name, str(people - 1)), name, 0, people - 1)
        if "scores" in fields:
            texts = fields["scores"].split(",")
            if len(texts) != people or not before:
                self.refuse("scores", fields["scores"], s)
            s["scores"][:people] = [self.number(each, "scores", low * before, high * before) for each in texts]
        if "last" in fields:
            parts = fields["last"].split("/")
            cards = self.cards(parts[1], "last", people) if len(parts) == 3 and before else [DECK]
            if not all(card < DECK and self.in_deck(card, people) for card in cards):
                self.refuse("last", fields["last"], s)
            s["last_leader"], s["last_winner"] = (self.number(each, "last", 0, people - 1) for each in parts[::2])
            s["last_trick"][:people] = cards
        self.rules.clear(s)
        hands, held = fields["hands"].split("/"), int(s["cards"])
        sizes = [len(hand.split(",")) for hand in hands]
        dealt = self.cards(",".join(hands), "hands", sum(sizes))
        if sizes != [held] * people or not all(self.in_deck(card, people) for card in dealt):
            self.refuse("hands", fields["hands"], s)
        for k, card in enumerate(dealt):
            s["where"][card] = k // held
        self.deal(s, fields)
        for name, shift in self.done.items():
            texts = re.split("[,/]", fields[name]) if name in fields else []
            self._play(records, name, texts, [shift + self.step(name, text) for text in texts])

    def step(self, name: str, text: str) -> int:
        """The value of a text: a number that is bid, or else the number of a card."""
        if name == "bids":
            return self.number(text, name, 0, int(self.rules.ACTIONS) - DECK - 1)
        return self.cards(text, name, 1)[0]

    def _play(self, records: Records, name: str, texts: Sequence[str], actions: Sequence[int]) -> None:
        s = records[0]
        mask, listed = (np.zeros(self.rules.ACTIONS, dtype=kind) for kind in (np.bool_, np.int16))
        for text, action in zip(texts, actions, strict=True):
            if s["player"] < 0 or not self.rules.legal(s, mask, listed) or not mask[action]:
                raise PositionError(say("position.not_legal", name=name, text=text))
            self.rules.play(s, action)

    def validate(self, records: Records) -> None:
        """Raise PositionError unless the record is the one that its deal and the actions since lead to."""
        s, people = records[0], int(records[0]["players"])
        held = [self.called.get(option.name, option.name) for option in self.rules.OPTIONS]
        codes, options = np.array([s[name] for name in held], dtype=np.int64), dict[str, Value]()
        for option, code in zip(self.rules.OPTIONS, codes.tolist(), strict=True):
            choices = (0, max(1, len(option.choices) - 1))
            low, high = (option.low, option.high) if option.kind == "int" else choices
            if not low <= code <= high:
                raise PositionError(say("record.values", name=option.name))
            options[option.name] = option.decode(code)
        if hasattr(self.rules, "check_options"):
            try:
                self.rules.check_options(options)
            except ConfigError as error:
                raise PositionError(*error.args) from error
        seat, (deals, least, most), bid = (NOBODY, people - 1), self.bounds(s), int(self.rules.ACTIONS) - DECK - 1
        said = (("bids", NOBODY, bid), ("won", 0, bid)) if "bids" in self.done else ()
        common = (
            ("cards", 0, DECK // people), ("played", 0, DECK), ("laid", 0, people), ("last_leader", *seat),
            ("last_winner", *seat), ("last_trick", NOBODY, DECK - 1), ("plays", NOBODY, DECK - 1),
            (self.counted, 0, deals), ("scores", least * deals, most * deals),
            ("where", NOBODY, self.rules.PLAYED + len(s["scores"]) - 1), *said,
            *((name, *seat) for name in self.heading),
        )  # fmt: skip
        for name, low, high in (*common, *self.ranges(s)):
            if (s[name] < low).any() or (s[name] > high).any():
                raise PositionError(say("record.values", name=name))
        again = np.zeros(1, dtype=self.rules.STATE)
        self.rules.setup(again[0], codes)
        self.parse_position(again, self.format_position(records))
        names = [name for name in self.rules.STATE.names if again[0][name].tobytes() != s[name].tobytes()]
        if names:
            raise PositionError(say("record.differs", fields=", ".join(names)))

    # -------------------------------------------------------------------- what fields are read by

    def refuse(self, name: str, text: str, s: Record) -> NoReturn:
        """Refuse the text of a field."""
        if self.say is None:
            raise PositionError(say("position.impossible", name=name, text=text))
        if name == "hands":
            raise PositionError(self.say("position.hands", players=int(s["players"]), cards=int(s["cards"])))
        raise PositionError(self.say("position.form", name=name, text=text))

    def number(self, text: str, name: str, low: int, high: int) -> int:
        """An integer within bounds."""
        if not (re.fullmatch("-?[0-9]{1,5}", text) and low <= int(text) <= high):
            raise PositionError(say("position.numbers", name=name, text=text, low=low, high=high))
        return int(text)

    def cards(self, text: str, name: str, count: int) -> list[int]:
        """Distinct cards, by their names between commas."""
        cards = [-1 if (card := read_card(part)) is None else card for part in text.split(",")]
        if -1 in cards or len(set(cards)) != len(cards) or len(cards) != count:
            raise PositionError(say("position.cards", name=name, text=text, count=count))
        return cards
