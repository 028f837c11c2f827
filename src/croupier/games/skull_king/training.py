"""Training of Skull King: presets, the source's curriculum, mixes, auxiliary tasks, oracle, layout of the hand."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from croupier.core.spec.options import Value
from croupier.core.spec.shape import GameShape
from croupier.core.spec.training import HandLayout, Mix, Stage, Training
from croupier.games.skull_king.auxiliary import auxiliary_tasks
from croupier.games.skull_king.privileged import privileged_features
from croupier.games.skull_king.record.cards import COPIES
from croupier.games.skull_king.record.state import ABILITIES, SCHEDULES

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
    "epochs": 1,  # new games teach more than the same ones again, in the same time
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
opponents) is as in the preset, or chosen here."""

PRESETS: Mapping[str, Mapping[str, Any]] = {
    "quick": {**_COMMON, "total_decisions": 24_000_000},
    "standard": {**_COMMON, **_ALL_TABLES, "total_decisions": 192_000_000},
    "full": {**_COMMON, **_ALL_TABLES, "total_decisions": 2_000_000_000, "widths": (512, 512)},
    "source": {**_COMMON, **SOURCE, "total_decisions": 16_000_000},
}


def _abilities_one_by_one() -> tuple[Stage, ...]:
    """The curriculum that Skull King's third source describes in its section 4.1.

    First no abilities, until a share of the games against rule-based bots is won; then Harry, Roatan, Rosie, Bendt
    and Jade join in this order. Past policies and the other opponents wait for the last stage, with all abilities.
    A stage only switches abilities off that the run's game has.
    """
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
"""Options that are drawn for each game: table sizes alone, or every option of the game."""


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
