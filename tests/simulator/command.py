"""The development command ``python -m tests.simulator``: plays evenings of some seeds, with a trace to read."""

from __future__ import annotations

import json
from functools import partial
from typing import Annotated

import typer

from croupier.core.base.errors import ConfigError
from croupier.server.room.chairs import LEAST_CLOCK, MOST_CLOCK
from tests.simulator.evening import EveningOutcome, EveningPlan, simulate
from tests.simulator.twins import compare_twin

_THERE = "there"
"""Said of a write that fails after it was committed."""


def simulate_seeds(
    seed: Annotated[int, typer.Option(help="The first seed: it decides everything.")] = 0,
    seeds: Annotated[int, typer.Option(min=1, help="How many seeds, one after the other.")] = 1,
    moves: Annotated[int, typer.Option(min=1, help="Moves after which all go home.")] = 100,
    game: Annotated[str | None, typer.Option(help="A game or a variant; else the seed draws one.")] = None,
    trouble: Annotated[float, typer.Option(min=0, help="Seconds between two troubles; 0 for none.")] = 20.0,
    servers: Annotated[int | None, typer.Option(min=1, help="Servers on one database; else drawn.")] = None,
    clock: Annotated[int | None, typer.Option(help="Seconds of a clock, 0 for none; else drawn.")] = None,
    whims: Annotated[bool, typer.Option(help="Whether people do something beside playing.")] = True,
    lost_at: Annotated[
        int | None, typer.Option(min=1, help="After how many points the first server is lost, once.")
    ] = None,
    failing: Annotated[
        list[str] | None,
        typer.Option(metavar="N", help="The number of a write that fails; N=there: once it is committed. Repeat."),
    ] = None,
    twins: Annotated[
        bool, typer.Option("--twins", help="Play each seed again with other hidden things; compare what is told.")
    ] = False,
    trace: Annotated[
        bool, typer.Option("--trace", help="Print what happens, a line each; with --json to standard error.")
    ] = False,
    as_json: Annotated[bool, typer.Option("--json", help="Print what came of each seed as JSON.")] = False,
) -> None:
    """Let people and agents play at simulated servers that fail, and check what they were told."""
    if clock and not LEAST_CLOCK <= clock <= MOST_CLOCK:
        raise typer.BadParameter(f"--clock is 0, or {LEAST_CLOCK} to {MOST_CLOCK} seconds, not {clock}")
    plan = EveningPlan(
        game=game, moves=moves, trouble=trouble, servers=servers, clock=clock, whims=whims, lost_at=lost_at,
        failing=dict(_write(each) for each in failing or ()),
    )  # fmt: skip
    kept = True
    for each in range(seed, seed + seeds):
        try:
            outcome = simulate(each, plan, partial(typer.echo, err=as_json) if trace else None)
        except ConfigError as error:
            raise typer.BadParameter(str(error)) from error
        if twins:
            outcome.faults += compare_twin(each, plan, outcome).faults
        kept = kept and not outcome.faults
        typer.echo(_shown(each, outcome, as_json))
    if not kept:
        raise typer.Exit(1)


def _write(said: str) -> tuple[int, bool]:
    """The number of a write that fails, and whether it is there nevertheless."""
    number, there, how = said.partition("=")
    if not number.isascii() or not number.isdigit() or (there and how != _THERE):
        raise typer.BadParameter(f"--failing is the number of a write, like 12 or 12={_THERE}, not {said!r}")
    return int(number), bool(there)


def command_of(seed: int, plan: EveningPlan, *, twins: bool = False) -> str:
    """The command that plays an evening again; one with options of its game is a test's alone."""
    given: dict[str, object] = {
        "game": plan.game, "servers": plan.servers, "clock": plan.clock, "lost-at": plan.lost_at,
    }  # fmt: skip
    words = ["python -m tests.simulator", f"--seed {seed}", f"--moves {plan.moves}", f"--trouble {plan.trouble:g}"]
    words += [f"--{name} {value}" for name, value in given.items() if value is not None]
    words += [] if plan.whims else ["--no-whims"]
    words += [f"--failing {number}{f'={_THERE}' if there else ''}" for number, there in plan.failing.items()]
    return " ".join([*words, *(["--twins"] if twins else [])])


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
