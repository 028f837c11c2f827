"""Runs that show what was tried for Skull King's player: one setting changed at a time, at one cost in time."""

from __future__ import annotations

from typing import Any

from benchmarks.strength.runs import TrainedRun

FORMER: dict[str, Any] = {"epochs": 2, "critic_widths": (), "entropy_coef": 0.05, "total_decisions": 16_000_000}
"""Two passes over each rollout and an oracle as large as the policy, which take as long for half the decisions."""


def _run(label: str, seed: int = 1, **settings: Any) -> TrainedRun:
    return TrainedRun("skull-king", "quick", seed, (), tuple(settings.items()), label)


def _former(label: str, seed: int = 1, **settings: Any) -> TrainedRun:
    return _run(label, seed, **FORMER | settings)


def _longer(label: str, **settings: Any) -> TrainedRun:
    return _run(label, total_decisions=32_000_000, **settings)


TRIED: dict[str, TrainedRun] = {
    "two epochs, large oracle, `entropy_coef=0.05`": _former("former"),
    "the same, seed 0": _former("former", 0),
    "and `entropy_coef=0.1`": _former("former-entropy", entropy_coef=0.1),
    "and `entropy_coef=0.1`, `mix=all`, `mix_share=0.5`": _former(
        "former-mix", entropy_coef=0.1, mix="all", mix_share=0.5
    ),
    "one epoch, small oracle: 32 million decisions": _longer("longer"),
    "and `bot_share=0.25`": _longer("longer-self-play", bot_share=0.25),
}
"""Rows of the table: what was changed, and the run. Seed 1 where none is named."""
