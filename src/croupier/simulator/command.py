"""The development command ``croupier-simulate``: plays evenings of some seeds, with a trace to read."""

from __future__ import annotations

import json
from typing import Annotated

import typer

from croupier.core.base.errors import ConfigError
from croupier.simulator.evening import EveningOutcome, EveningPlan, simulate


def simulate_seeds(
    seed: Annotated[int, typer.Option(help="The first seed: it decides everything.")] = 0,
    seeds: Annotated[int, typer.Option(min=1, help="How many seeds, one after the other.")] = 1,
    moves: Annotated[int, typer.Option(min=1, help="Moves after which all go home.")] = 100,
    game: Annotated[str | None, typer.Option(help="A game or a variant; else the seed draws one.")] = None,
    trouble: Annotated[float, typer.Option(min=0, help="Seconds between two troubles; 0 for none.")] = 20.0,
    servers: Annotated[int | None, typer.Option(min=1, help="Servers on one database; else drawn.")] = None,
    clock: Annotated[int | None, typer.Option(help="Seconds of a clock, 0 for none; else drawn.")] = None,
    trace: Annotated[bool, typer.Option("--trace", help="Print what happens, a line each.")] = False,
    as_json: Annotated[bool, typer.Option("--json", help="Print what came of each seed as JSON.")] = False,
) -> None:
    """Let people and agents play at simulated servers that fail, and check what they were told."""
    plan = EveningPlan(game=game, moves=moves, trouble=trouble, servers=servers, clock=clock)
    kept = True
    for each in range(seed, seed + seeds):
        try:
            outcome = simulate(each, plan, traced=trace)
        except ConfigError as error:
            raise typer.BadParameter(str(error)) from error
        kept = kept and not outcome.faults
        for line in outcome.trace:
            typer.echo(line)
        typer.echo(_shown(each, outcome, as_json))
    if not kept:
        raise typer.Exit(1)


def _shown(seed: int, outcome: EveningOutcome, as_json: bool) -> str:
    """What came of a seed."""
    found = {
        "seed": seed, "moves": outcome.moves, "crashes": outcome.crashes, "seconds": round(outcome.seconds, 3),
        "faults": outcome.faults,
    }  # fmt: skip
    if as_json:
        return json.dumps(found)
    said = "; ".join(outcome.faults) or "all promises were kept"
    return f"seed {seed}: {outcome.moves} moves, {outcome.crashes} crashes, {outcome.seconds:.0f} s: {said}"


def main() -> None:
    """The command's entry."""
    typer.run(simulate_seeds)
