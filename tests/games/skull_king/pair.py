"""One game played twice: by the kernels and by the reference, compared after every decision.

``python -m tests.games.skull_king.pair 20000`` plays that many random games under random options; ``--seed`` and
``--progress`` as they say. It stops at the first difference and prints what led to it.
"""

from __future__ import annotations

import argparse
import sys
import time
from collections.abc import Mapping
from random import Random
from typing import Any

import numpy as np

import croupier
from croupier.core.base.rng import as_seed
from croupier.core.engine.game import Game
from croupier.core.spec.spec import CHANCE, TERMINAL
from croupier.games.skull_king.record.cards import NONE, SPECIALS, SUITS, name_of
from tests.games.skull_king.reference import SCHEDULES, Decision, Options, Phase, ReferenceGame
from tests.games.skull_king.reference_cards import named

ABILITY_SEATS = {
    "rosie": "rosie_used",
    "bendt": "bendt_seat",
    "roatan": "roatan_seat",
    "jade": "jade_seat",
    "harry": "harry_seat",
}
"""Fields of the record that tell who has used an ability, by pirate."""
SWITCHES = ("loot", "kraken", "whale", "rosie", "bendt", "roatan", "jade", "harry", "rascal")


def random_options(rng: Random) -> dict[str, Any]:
    """Options of any kind; every switch is on more often than off."""
    options: dict[str, Any] = {"players": rng.randint(2, 8), "schedule": rng.choice(sorted(SCHEDULES))}
    return options | {switch: rng.random() < 0.7 for switch in SWITCHES}


class Pair:
    """Both games, in step.

    Attributes:
        record: the kernels' game.
        reference: the reference's.
        decisions: all decisions so far.
    """

    model: type[ReferenceGame] = ReferenceGame

    def __init__(self, options: Mapping[str, Any], seed: int) -> None:
        self.game: Game = croupier.make("skull-king", **options)
        self.options, self.seed = dict(options), seed
        self.records = self.game.new_records()
        self.record: Any = self.records[0]
        self.rngs = np.array([as_seed(seed)])
        schedule = SCHEDULES[str(options.get("schedule", "ten"))]
        self.reference = self.model(Options(**{**options, "schedule": schedule}))
        self.decisions: list[Decision] = []
        self.mask = np.zeros(self.game.num_actions, dtype=np.bool_)
        self.listed = np.zeros(self.game.num_actions, dtype=np.int16)
        self.deal()

    def deal(self) -> None:
        """Deal by the kernels' generator, and give the reference the same cards."""
        s = self.record
        first = s["dealer"] == NONE
        self.game.spec.rules.chance(s, self.rngs, 0)
        dealt = [int(card) for hand in s["hands"][: s["seats"]] for card in hand[: s["cards"]]]
        pile = [int(card) for card in s["pile"][: s["pile_size"]]][::-1]
        self.reference.deal(named(*map(name_of, [*dealt, *pile])), int(s["dealer"]) if first else None)
        self.compare()

    def places(self) -> dict[str, int]:
        """The first place of each card in the hand of the player to move."""
        hand = self.record["hands"][self.record["player"]]
        found: dict[str, int] = {}
        for place, card in enumerate(hand):
            if card != NONE:
                found.setdefault(name_of(int(card)), place)
        return found

    def action_of(self, decision: Decision) -> int:
        """The kernels' action for a decision of the reference's."""
        kind, value = decision[0], decision[-1]
        if kind in ("play", "discard"):
            return (11 if kind == "play" else 24) + self.places()[str(value)]
        if kind == "tigress":
            return 44 + ["escape", "pirate"].index(str(value))
        if kind == "ok":
            return 40
        number = int(value)
        return {"bid": number, "leader": 46 + number, "bet": 37 + number // 10, "harry": 42 + number}[str(kind)]

    def legal(self) -> dict[int, Decision]:
        """The legal actions, with the reference's name for each; they must be the same."""
        found = {self.action_of(decision): decision for decision in self.reference.legal()}
        count = self.game.spec.rules.legal(self.record, self.mask, self.listed)
        listed = [int(action) for action in self.listed[:count]]
        self.require("legal", sorted(found), listed)
        self.require("mask", sorted(found), np.flatnonzero(self.mask).tolist())
        return found

    def take(self, action: int, decision: Decision) -> None:
        """Play a decision in both; deal the next round where one is due."""
        self.decisions.append(decision)
        self.game.spec.rules.play(self.record, action)
        self.reference.apply(decision)
        self.compare()
        if self.record["player"] == CHANCE:
            self.deal()

    @property
    def over(self) -> bool:
        """Whether the game is over."""
        return bool(self.record["player"] == TERMINAL)

    def require(self, what: str, reference: object, kernels: object) -> None:
        """Fail with all that is needed to see the difference again."""
        if reference != kernels:
            position = self.game.spec.notation.format_position(self.records)
            raise AssertionError(
                f"{what}: the reference has {reference}, the kernels {kernels}\n"
                f"  options {self.options}, seed {self.seed}\n  after {self.decisions}\n  position {position}"
            )

    def compare(self) -> None:
        """Compare all that both know."""
        s, view = self.record, self.reference.snapshot()
        people, seats = int(s["players"]), int(s["seats"])
        ended = {CHANCE: Phase.DEAL, TERMINAL: Phase.OVER}.get(int(s["player"]))
        over = ended is not None
        undealt = s["pile"][: s["pile_size"]][::-1]
        changes = [int(s["harry_change"]) if seat == s["harry_seat"] else 0 for seat in range(people)]
        pairs = [tuple(pair) for pair in s["allies"].tolist() if pair[0] != NONE]
        ours = {
            "phase": Phase(int(s["phase"])) if ended is None else ended,
            "player": None if over else int(s["player"]),
            "round_index": int(s["round"]),
            "dealer": int(s["dealer"]),
            "cards": int(s["cards"]),
            "hands": tuple(tuple(sorted(self.names(hand))) for hand in s["hands"][:seats]),
            "undealt": tuple(self.names(undealt)),
            "discards": tuple(self.names(s["discards"])),
            "trick": tuple(
                (self.reference.play_order()[place], name) for place, name in enumerate(self.names(s["trick"]))
            ),
            "leader": int(s["leader"]),
            "bids": tuple(None if bid == NONE else int(bid) for bid in s["bids"][:people]),
            "has_bid": tuple(bool(bid != NONE) for bid in s["bids"][:people]),
            "tricks_won": tuple(int(won) for won in s["won"][:seats]),
            "tricks_destroyed": int(s["tricks"]) - int(s["won"].sum()),
            "bonuses": tuple(int(bonus) for bonus in s["bonuses"][:people]),
            "alliances": tuple(pairs),
            "wagers": tuple(int(wager) for wager in s["wagers"][:people]),
            "harry_changes": tuple(changes),
            "scores": tuple(int(score) for score in s["scores"][:people]),
            "voids": tuple(
                tuple(sorted(name for k, name in enumerate(SUITS) if voids >> k & 1))
                for voids in s["voids"][:seats]
            ),
            "specials": tuple(
                sorted(
                    (name, int(seat)) for name, seat in zip(SPECIALS, s["specials"], strict=True) if seat != NONE
                )
            ),
            "abilities": tuple(
                (pirate, int(s[name])) for pirate, name in sorted(ABILITY_SEATS.items()) if s[name] != NONE
            ),
        }
        theirs = {name: getattr(view, name) for name in ours}
        if ours != theirs:
            for name, value in ours.items():
                self.require(name, theirs[name], value)
        if ended is Phase.OVER:
            self.compare_end()

    def compare_end(self) -> None:
        """Compare what the game was worth."""
        out = np.zeros(self.game.num_players, dtype=np.float32)
        self.game.spec.rules.returns(self.record, out)
        self.require("returns", [float(np.float32(value)) for value in self.reference.utilities], out.tolist())
        self.game.spec.rules.points(self.record, out)
        self.require("points", self.reference.scores, out.tolist())

    @staticmethod
    def names(codes: Any) -> list[str]:
        """Names of the cards of a row."""
        return [name_of(int(code)) for code in codes if code != NONE]


def play_pair(options: Mapping[str, Any], seed: int, rng: Random) -> Pair:
    """Play a whole game in both, with random legal decisions."""
    pair = Pair(options, seed)
    while not pair.over:
        action, decision = rng.choice(sorted(pair.legal().items()))
        pair.take(action, decision)
    return pair


def main(words: list[str] | None = None) -> int:
    """Play many games and report."""
    parser = argparse.ArgumentParser(description="Play random games by the kernels and by the reference.")
    parser.add_argument("games", type=int)
    parser.add_argument("--seed", type=int, default=0)
    parser.add_argument("--progress", type=int, default=1000, help="report after so many games")
    given = parser.parse_args(words)
    started, decisions = time.monotonic(), 0
    for number in range(given.games):
        rng = Random(given.seed + number)  # noqa: S311  # a test's randomness need not be unguessable
        decisions += len(play_pair(random_options(rng), given.seed + number, rng).decisions)
        if (number + 1) % given.progress == 0 or number + 1 == given.games:
            seconds = time.monotonic() - started
            sys.stdout.write(f"{number + 1} games, {decisions} decisions, no difference, {seconds:.0f} s\n")
            sys.stdout.flush()
    return 0


if __name__ == "__main__":
    sys.exit(main())
