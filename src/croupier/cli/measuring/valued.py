"""What decisions cost, as a part of the report of ``croupier arena``: how many are valued, and of which games."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import replace
from typing import TYPE_CHECKING, Annotated, Any

import typer

from croupier.cli.common import note, progress
from croupier.core.base.errors import ConfigError

if TYPE_CHECKING:
    from croupier.arena.stats.summary import Summary

Valued = Annotated[
    int | None,
    typer.Option(
        "--valued",
        min=0,
        metavar="N",
        help="Decisions of each agent of which is said what they cost: 40 with --out or language models, else 0.",
    ),
]


def with_lost(
    found: Summary,
    asked: int | None,
    usual: bool,
    games: Callable[[], Sequence[Mapping[str, Any]]],
    threads: int,
) -> Summary:
    """A report with what decisions cost.

    Args:
        found: the report.
        asked: decisions of each agent, if that was said.
        usual: whether some are valued where it was not.
        games: the games, called where they are needed.
        threads: threads that share the decisions.

    Raises:
        ConfigError: decisions of this game cannot be valued here, and it was asked for.
    """
    from croupier.arena.stats.lost import VALUED, lost_in

    count = (VALUED if usual else 0) if asked is None else asked
    played = games() if count else ()
    if not played:
        return found
    try:
        with progress("What decisions cost") as on_progress:
            lost = lost_in(played, count, seed=found.seed, threads=threads, progress=on_progress)
    except ConfigError as error:
        if asked is not None:
            raise
        note(f"what decisions cost is left out: {error}")
        return found
    return replace(found, lost=lost)
