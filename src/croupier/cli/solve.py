"""``croupier solve``: the exact solution of Pig."""

from __future__ import annotations

import time
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any

import typer

from croupier.cli.common import GameName, Json, UnusedSeed, find_spec, make_game, note, print_json, progress
from croupier.core.errors import ConfigError

if TYPE_CHECKING:
    from croupier.core.game import Game

SOLVABLE = "pig"


def solve(
    game: GameName,
    target: Annotated[
        int | None, typer.Option("--target", min=1, metavar="N", help="Points that win; 100, or the variant's.")
    ] = None,
    max_turns: Annotated[
        int | None,
        typer.Option("--max-turns", min=1, metavar="N", help="Turn limit; none, or the variant's."),
    ] = None,
    plot: Annotated[
        Path | None, typer.Option("--plot", metavar="FILE.png", help="Draw where optimal play holds.")
    ] = None,
    policy: Annotated[
        str | None, typer.Option("--policy", metavar="A", help="Instead: the exact value of agent A ...")
    ] = None,
    against: Annotated[str | None, typer.Option("--against", metavar="B", help="... against agent B.")] = None,
    as_json: Json = False,
    seed: UnusedSeed = 0,
) -> None:
    """Solve Pig exactly, or compare two agents exactly.

    The value is the probability that the first player wins, plus half of that to draw where a turn limit makes
    draws possible. States are those in which a player decides: both scores, the turn total, and with a limit the
    turns left.

    Example: croupier solve pig --target 100 --plot boundary.png
    """
    del seed
    if find_spec(game).name != SOLVABLE:
        raise ConfigError(f"{game} cannot be solved exactly; {SOLVABLE} can")
    chosen = make_game(game)
    limit = max_turns if max_turns is not None or game == SOLVABLE else int(chosen.options["max_turns"])
    points = int(chosen.options["winning_score"]) if target is None else target
    if policy is not None or against is not None:
        if policy is None or against is None:
            raise ConfigError("--policy A and --against B go together")
        if plot is not None:
            raise ConfigError("--plot draws optimal play; it does not go with --policy")
        _evaluate(policy, against, points, limit, as_json)
        return
    _solve(points, limit, plot, as_json)


def _solve(target: int, limit: int | None, plot: Path | None, as_json: bool) -> None:
    from croupier.core.kernel import needs_compiling
    from croupier.games.pig.exact import solver
    from croupier.games.pig.exact.picture import check_picture, draw, hold_totals

    if plot is not None:
        check_picture(plot, target)
    if needs_compiling(solver.solve_diagonal if limit is None else solver.solve_layer):
        note("Compiling the solver, once.")
    solver.solve(1, None if limit is None else 1)  # compiles or loads it: the time is that of solving alone
    begun = time.perf_counter()
    with progress(f"Solving Pig to {target} points") as on_progress:
        values = solver.solve(target, limit, on_progress)
    seconds = time.perf_counter() - begun
    first = float(values[-1, 0, 0])
    if plot is not None:
        draw(hold_totals(values), first, plot)
    # scores i and j below the target, and a turn total of less than target - i (at more one holds and wins)
    states = target * target * (target + 1) // 2 * (limit or 1)
    data: dict[str, Any] = {"game": SOLVABLE, "target": target, "max_turns": limit, "first_player_win": first}
    data |= {"states": states, "seconds": round(seconds, 4)}
    if plot is not None:
        data["plot"] = str(plot)
    if as_json:
        print_json(data)
        return
    typer.echo(
        f"Pig to {target} points, {_limit_text(limit)}: the first player wins {first:.9f}"
        f"{'' if limit is None else ' (a draw counts half)'}"
    )
    typer.echo(f"{states} states in {seconds:.3f} s")
    if plot is not None:
        typer.echo(f"The picture is in {plot}.")


def _limit_text(limit: int | None) -> str:
    return "no turn limit" if limit is None else f"{limit} turns"


def _evaluate(policy: str, against: str, target: int, limit: int | None, as_json: bool) -> None:
    from croupier.agents.registry import make_agent, require_libraries
    from croupier.arena.exact import exact_result

    require_libraries([policy, against])
    limits = {} if limit is None else {"max_turns": limit}
    game: Game = _pig(winning_score=target, **limits)
    begun = time.perf_counter()
    result = exact_result(game, make_agent(policy, game), make_agent(against, game), limit=limit is not None)
    seconds = time.perf_counter() - begun
    if as_json:
        data = {"game": SOLVABLE, "target": target, "max_turns": limit, "policy": policy, "against": against}
        values = {"first": result.first, "second": result.second, "mean": result.mean}
        print_json(data | values | {"seconds": round(seconds, 4)})
        return
    typer.echo(f"Pig to {target} points, {_limit_text(limit)}: {policy} against {against}, exactly")
    typer.echo(f"  when it starts  {result.first:.9f}")
    typer.echo(f"  when second     {result.second:.9f}")
    typer.echo(f"  mean            {result.mean:.9f}")


def _pig(**options: int) -> Game:
    from croupier.core.registry import make

    return make(SOLVABLE, **options)
