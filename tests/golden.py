"""Golden playthroughs: whole games written out, so that any change of behaviour shows as a readable difference.

``python -m tests.golden pig`` writes ``tests/games/pig/data/playthrough.txt`` anew; without a name it writes those
of all games. Options and seeds stand in ``cases.py`` beside a game's tests. Look at the difference, and say in the
changelog why it is right.
"""

from __future__ import annotations

import sys
from collections.abc import Iterator, Mapping
from pathlib import Path
from typing import Any

import croupier
from croupier.core.engine.game import State
from tests import cases
from tests.splitmix import SplitMix64


def path(game: str) -> Path:
    """Where a game's playthroughs lie."""
    return cases.folder(game) / "data" / "playthrough.txt"


def features(state: State) -> str:
    """What the seat to move sees: the features that are not zero, by block."""
    seen = state.observation_tensor()
    parts = []
    for name, place in state.game.block_slices.items():
        values = seen[place]
        shown = [f"{k}:{values[k]:.4g}" for k in range(len(values)) if values[k] != 0]
        if shown:
            parts.append(f"{name} {' '.join(shown)}")
    return " | ".join(parts)


def lines(options: Mapping[str, Any], seed: int, name: str) -> Iterator[str]:
    """One game, its actions drawn evenly from the legal ones."""
    state = croupier.make(name, **options).new_initial_state(seed)
    draw = SplitMix64(seed + 1)
    yield f"=== {state.game!r}, seed {seed}"
    while True:
        yield f"--- {len(state.history)}: {state.position()}"
        for seat in range(state.game.num_players):
            yield f"seat {seat}: {state.observation_string(seat)}"
        if state.is_terminal():
            break
        legal = state.legal_actions()
        yield f"features: {features(state)}"
        yield f"player {state.current_player()}, {state.phase}, legal: " + ", ".join(
            f"{action} {state.action_to_string(action)}" for action in legal
        )
        action = legal[draw.below(len(legal))]
        yield f"action: {action} {state.action_to_string(action)}"
        state.apply_action(action)
    yield "returns: " + " ".join(f"{value:g}" for value in state.returns())
    yield "points: " + " ".join(f"{value:g}" for value in state.points())


def playthrough(name: str) -> str:
    """The text of a game's file."""
    parts = [f"# Whole games of {name}, written by: python -m tests.golden {name}"]
    for options, seed in cases.of(name, "PLAYTHROUGHS"):
        parts += ["", *lines(options, seed, name)]
    return "\n".join(parts) + "\n"


def main(names: list[str]) -> None:
    """Write the files of these games, or of all."""
    for name in names or cases.NAMES:
        file = path(name)
        file.parent.mkdir(parents=True, exist_ok=True)
        file.write_text(playthrough(name))
        sys.stdout.write(f"wrote {file.relative_to(cases.ROOT)}\n")


if __name__ == "__main__":
    main(sys.argv[1:])
