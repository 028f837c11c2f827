"""Weights of a network as arrays by name, and which of them a policy needs."""

from __future__ import annotations

_TRAINING_ONLY = ("auxiliary.", "critic.")


def in_policy(name: str) -> bool:
    """Whether a policy needs the weight of this name; the others are used in training only."""
    return not name.startswith(_TRAINING_ONLY)
