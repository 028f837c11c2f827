"""Measure several loops in turn, round after round, and report medians and ratios.

Machines are noisy: the loops take turns within one process, so that a slow spell hits all of them, and the ratio
of each round is taken before the median.
"""

from __future__ import annotations

import json
import statistics
import sys
from collections.abc import Callable, Iterable, Mapping, Sequence
from typing import Any

from croupier.core.engine.game import Game
from croupier.provenance import provenance

Loop = Callable[[float], float]
"""Runs for about so many seconds and returns how much it did in a second."""


def measure(
    loops: Mapping[str, Loop],
    ours: str,
    rounds: int = 5,
    seconds: float = 1.0,
    also: Sequence[tuple[str, str]] = (),
) -> dict[str, float]:
    """Run every loop in turn.

    Args:
        loops: loops by name.
        ours: name of the loop that the others are compared with.
        rounds: how often each is run, after one warm-up.
        seconds: how long each run takes.
        also: other pairs of loops, whose ratio is taken too.

    Returns:
        Median rate by name, and under ``A / B`` the median ratio of A to B, for ours and each other and `also`.
    """
    rates: dict[str, list[float]] = {name: [] for name in loops}
    for name, loop in loops.items():
        print(f"warming up: {name}", file=sys.stderr)
        loop(seconds / 5)
    for number in range(rounds):
        print(f"round {number + 1} of {rounds}", file=sys.stderr)
        for name, loop in loops.items():
            rates[name].append(loop(seconds))
    result = {name: statistics.median(values) for name, values in rates.items()}
    for one, other in (*((ours, name) for name in rates if name != ours), *also):
        ratios = [mine / theirs for mine, theirs in zip(rates[one], rates[other], strict=True)]
        result[f"{one} / {other}"] = statistics.median(ratios)
    return result


def report(result: Mapping[str, float], title: str, unit: str) -> None:
    """Print the figures: a table, or JSON with ``--json`` on the command line."""
    if "--json" in sys.argv[1:]:
        print_json({"title": title, "unit": unit, **result})
        return
    print(title)
    for name, value in result.items():
        text = f"{value:14,.2f} times" if " / " in name else f"{value:14,.0f} {unit}"
        print(f"  {name:48} {text}")


def print_json(found: Mapping[str, Any], played: Iterable[tuple[Game, Sequence[str]]] = ()) -> None:
    """Print figures as JSON, with where they come from.

    Args:
        found: the figures.
        played: games that players play, whose policies decide the figures.
    """
    print(json.dumps({**found, "provenance": provenance(played)}, indent=2))
