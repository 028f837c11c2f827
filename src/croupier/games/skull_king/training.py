"""Training of Skull King: presets, the source's curriculum, mixes, auxiliary tasks, oracle, layout of the hand.

Targets of auxiliary tasks come from the records of a rollout and may contain hidden data; no network gets them as
input. The oracle critic sees the others' hands and bids, in training only.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

import numpy as np

from croupier.core.base.kernel import inlined, kernel
from croupier.core.base.types import Features, Labels, Record
from croupier.core.spec.options import Value
from croupier.core.spec.position import GameShape
from croupier.core.spec.training import AuxiliaryTask, HandLayout, Mix, PrivilegedFeatures, Stage, Training
from croupier.games.skull_king.record.cards import COPIES, HARRY, NONE, ROSIE, SHARE, TIGRESS_PIRATE, TYPES
from croupier.games.skull_king.record.state import ABILITIES, SCHEDULES, place_to_seat, round_ended, trick_ended

PIRATES = 7
"""No pirate wins the trick, one of the five, or the Tigress as a pirate."""
MISSES = 7
"""Bid minus tricks won, clipped to -3..3."""
_FARTHEST = 3
_trick_ended, _round_ended = inlined(trick_ended), inlined(round_ended)


@kernel
def label_pirate(before: Record, after: Record, out: Labels) -> bool:
    """Target, known when a trick is over: which pirate has won it, for all seats."""
    if not _trick_ended(before, after):
        return False
    found = 0
    if after["last_winner"] != NONE:
        for place in range(after["seats"]):
            if place_to_seat(after["last_leader"], place, after["players"]) == after["last_winner"]:
                card = after["last_trick"][place]
                if card >= ROSIE and card <= HARRY:
                    found = 1 + card - ROSIE
                elif card == TIGRESS_PIRATE:
                    found = PIRATES - 1
    for seat in range(len(out)):
        out[seat] = found
    return True


@kernel
def label_bid(before: Record, after: Record, out: Labels) -> bool:
    """Target, known when a round is over: each seat's bid less its tricks, without Harry's change."""
    if not _round_ended(before, after):
        return False
    last = before["tricks"] < before["cards"]  # the round's last trick ended within this step
    for seat in range(before["players"]):
        won = before["won"][seat] + (last and after["last_winner"] == seat)
        miss = int(before["bids"][seat]) - int(won)
        out[seat] = _FARTHEST + min(max(miss, -_FARTHEST), _FARTHEST)
    return True


@kernel
def label_cards(s: Record, seat: int, out: Features) -> None:
    """Target: the share of each card's copies that the other hands hold."""
    for card in range(TYPES):
        out[card] = 0.0
    for other in range(s["seats"]):
        if other != seat:
            for place in range(s["sizes"][other]):
                card = s["hands"][other, place]
                out[card] += SHARE[card]


def auxiliary_tasks(game: GameShape) -> tuple[AuxiliaryTask, ...]:
    """The three tasks that the source of Skull King's player describes; the same at every table."""
    return (
        AuxiliaryTask("pirate", PIRATES, label_later=label_pirate),
        AuxiliaryTask("bid", MISSES, label_later=label_bid),
        AuxiliaryTask("cards", TYPES, label_at_decision=label_cards),
    )


HAND_FEATURES = TYPES + 1
"""Features of another seat's hand: the share of each card's copies in it, and the bid."""
_ELEVENTH = np.float32(1 / 11)


@kernel
def encode_hands(s: Record, seat: int, out: Features) -> None:
    """Oracle input: the others' hands and bids, clockwise from the next seat, also bids not yet shown."""
    for k in range(len(out)):
        out[k] = 0.0
    seats = int(s["seats"])
    for k in range(1, seats):
        other = (int(seat) + k) % seats
        base = (k - 1) * HAND_FEATURES
        for place in range(s["sizes"][other]):
            card = int(s["hands"][other, place])
            out[base + card] += SHARE[card]
        if s["bids"][other] != NONE:
            out[base + TYPES] = np.float32(s["bids"][other] + 1) * _ELEVENTH


def privileged_features(game: GameShape) -> PrivilegedFeatures:
    """Hand and bid of every other seat of the largest table."""
    seats = 3 if game.num_players == 2 else game.num_players  # SK-15: Graybeard's hand is the third
    return PrivilegedFeatures((seats - 1) * HAND_FEATURES, encode_hands)


_COMMON: dict[str, Any] = {
    "num_tables": 1024,
    "rollout_steps": 64,
    "minibatch_size": 1024,
    "widths": (256, 256),
    "learning_rate": 2e-3,
    "objective": "points",
    "credit_until": "scoring",
    "precision": "auto",
    "card_head": "pointer",
    "critic": "oracle",
    "critic_widths": (128, 128),
    "gae_lambda": 0.7,  # the oracle knows so much that it can be trusted early
    "epochs": 1,  # new games teach more than repeated ones, in the same time
    "entropy_coef": 0.1,
    "teacher": "bot",
    "bot_share": 0.5,
    "bots": ("bot",),
}
_ALL_TABLES: Mapping[str, Any] = {"mix": "all", "mix_share": 0.5}

SOURCE: Mapping[str, Any] = {
    "objective": "shaped",
    "credit_until": "game",
    "curriculum": "source",
    "curriculum_end": 6 / 16,  # an ability joins at each of the first five millions of 16 million decisions
    "curriculum_win_rate": 0.6,
    "priority": 5.0,
    "auxiliary": {"pirate": 0.05, "bid": 0.1, "cards": 0.1},
    "architecture": "heads",
    "card_head": "linear",
    "critic": "own",
    "critic_widths": (),
    "gae_lambda": 0.95,
    "epochs": 2,
    "entropy_coef": 0.01,
    "teacher": "none",
    "bot_share": 0.25,
    "bots": ("bot:simple", "bot:source-abilities"),
    "league_share": 0.25,
    "league_every": 10,
    "random_share": 0.05,
}
"""The system that the source of Skull King's player describes (its sections 2 to 4), as changes of the preset.
What the source leaves open (sizes of a rollout, learning rate, weights of the auxiliary losses, shares of the
opponents) is as in the preset, or chosen here.
"""

PRESETS: Mapping[str, Mapping[str, Any]] = {
    "quick": {**_COMMON, "total_decisions": 24_000_000},
    "standard": {**_COMMON, **_ALL_TABLES, "total_decisions": 192_000_000},
    "full": {**_COMMON, **_ALL_TABLES, "total_decisions": 450_000_000},  # such a run was level from 411 million on
    "source": {**_COMMON, **SOURCE, "total_decisions": 16_000_000},
}


def _abilities_one_by_one() -> tuple[Stage, ...]:
    """The curriculum that Skull King's third source describes in its section 4.1."""
    # First no abilities, until a share of the games against rule-based bots is won; then Harry, Roatan, Rosie,
    # Bendt and Jade join in this order. Past policies and the other opponents wait for the last stage, with all
    # abilities. A stage only switches abilities off that the run's game has.
    order = ("harry", "roatan", "rosie", "bendt", "jade")
    names = ("none", *order)
    off = [dict.fromkeys(order[k:], False) for k in range(len(names))]
    return tuple(
        Stage(name, off[k], (k + 1) / len(names), mixed=False, early=k == 0) for k, name in enumerate(names)
    )


_SIZES: Mapping[Value, float] = {seats: 1.0 / seats for seats in range(2, 9)}  # as many decisions of each size
_EXPANSION: Mapping[Value, float] = {False: 0.6, True: 0.4}
_ABILITY: Mapping[Value, float] = {True: 0.9, False: 0.1}

MIXES = {
    "sizes": Mix({"players": _SIZES}),
    "all": Mix(
        {
            "players": _SIZES,
            "schedule": {name: 0.58 if name == "ten" else 0.07 for name in SCHEDULES},
            **dict.fromkeys(("loot", "kraken", "whale"), _EXPANSION),
            "rascal": {False: 0.75, True: 0.25},
            **dict.fromkeys(ABILITIES, _ABILITY),
        }
    ),
}
"""Options drawn for each game: only table sizes, or every option of the game."""


def hand_layout(game: GameShape) -> HandLayout:
    """Where the observation encodes the own hand: the share of each card's copies in it."""
    return HandLayout(
        game.block_slices["hand"].start, tuple(int(count) for count in COPIES), heads=("card", "bendt")
    )


TRAINING = Training(
    presets=PRESETS,
    curricula={"source": _abilities_one_by_one()},
    mixes=MIXES,
    auxiliary=auxiliary_tasks,
    privileged=privileged_features,
    hand=hand_layout,
)
