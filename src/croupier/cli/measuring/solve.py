"""``croupier solve``: the exact solution of a game, and exact values of one agent against another."""

from __future__ import annotations

import time
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any

import typer

from croupier.cli.common import (
    GameName,
    GameOptions,
    Json,
    Players,
    echo,
    find_spec,
    make_game,
    note,
    note_untrained,
    print_json,
    progress,
    provenance_of,
)
from croupier.core.base.errors import ConfigError

if TYPE_CHECKING:
    from croupier.core.engine.game import Game
    from croupier.core.spec.exact import Problem
    from croupier.solving.solver import Exploited


@dataclass(frozen=True)
class TreeRequest:
    """What a person has asked for, beside the game."""

    iterations: int | None  # of CFR+; None for the usual number
    out: Path | None  # the solution's file
    policy: str | None  # the agent that is judged in place of a solution
    against: str | None  # the agent that it plays; None for a best response
    as_json: bool  # whether the result is printed as JSON


def solve_tree(game: Game, asked: TreeRequest) -> None:
    """Solve a game, or judge an agent, and print the result."""
    from croupier.solving.growing import check_solvable

    if asked.policy is None and asked.against is not None:
        raise ConfigError("--policy A and --against B go together")
    if asked.policy is not None and (asked.out is not None or asked.iterations is not None):
        raise ConfigError("--iterations and --out are of a solution; they do not go with --policy")
    check_solvable(game)
    if asked.policy is None:
        _solve_tree(game, asked)
    elif asked.against is None:
        _exploit(game, asked.policy, as_json=asked.as_json)
    else:
        _compare_tree(game, asked.policy, asked.against, as_json=asked.as_json)


def _about(game: Game) -> dict[str, Any]:
    return {"game": game.name, "options": game.changed_options()}


def _gains(exact: Exploited) -> dict[str, Any]:
    return {"value": exact.value, "gains": list(exact.gains), "exploitability": exact.exploitability}


def _solve_tree(game: Game, asked: TreeRequest) -> None:
    from croupier.solving.solution import ITERATIONS, solve

    if asked.out is not None and not asked.out.absolute().parent.is_dir():
        raise ConfigError(f"{asked.out} cannot be written: there is no folder {asked.out.absolute().parent}")
    iterations = ITERATIONS if asked.iterations is None else asked.iterations
    begun = time.perf_counter()
    with progress(f"Solving {game.spec.title}") as on_progress:
        solved = solve(game, iterations, on_progress)
    seconds = time.perf_counter() - begun
    data = _about(game) | {"iterations": iterations} | _gains(solved.exact)
    data |= {"public_positions": solved.tree.nodes, "information_states": solved.tree.states}
    if asked.out is not None:
        solved.write(asked.out)
        data["out"] = str(asked.out)
    if asked.as_json:
        print_json(data | {"seconds": round(seconds, 4), "provenance": provenance_of(game, [])})
        return
    echo(f"{game.spec.title}: the first player's value is {solved.exact.value:+.6f}")
    echo(
        f"A best response gains {solved.exact.gains[0]:.6f} in the first seat and {solved.exact.gains[1]:.6f} in "
        f"the second: exploitability {solved.exact.exploitability:.6f}"
    )
    echo(
        f"{solved.tree.states} information states in {solved.tree.nodes} public positions, "
        f"{iterations} iterations in {seconds:.1f} s"
    )
    if asked.out is not None:
        echo(f"The solution is in {asked.out}: croupier play {game.name} --vs solved:{asked.out}")


def _exploit(game: Game, policy: str, *, as_json: bool) -> None:
    from croupier.agents.registry import make_agent
    from croupier.solving.solution import exploitability

    agent = make_agent(policy, game)
    unfit = note_untrained([agent], [game])
    begun = time.perf_counter()
    exact = exploitability(game, agent)
    seconds = time.perf_counter() - begun
    if as_json:
        more = {"provenance": provenance_of(game, [agent]), **unfit}
        print_json(_about(game) | {"policy": policy} | _gains(exact) | {"seconds": round(seconds, 4), **more})
        return
    echo(f"{game.spec.title}: {policy} against itself wins {exact.value:+.6f} in the first seat")
    echo(
        f"A best response gains {exact.gains[0]:.6f} in the first seat and {exact.gains[1]:.6f} in the second: "
        f"exploitability {exact.exploitability:.6f}"
    )


def _compare_tree(game: Game, policy: str, against: str, *, as_json: bool) -> None:
    from croupier.agents.registry import make_agent
    from croupier.solving.solution import exact_utilities

    players = [make_agent(each, game) for each in (policy, against)]
    unfit = note_untrained(players, [game])
    begun = time.perf_counter()
    first, second = exact_utilities(game, *players)
    seconds = time.perf_counter() - begun
    if as_json:
        values = {"first": first, "second": second, "mean": (first + second) / 2}
        agents = {"policy": policy, "against": against}
        more = {"provenance": provenance_of(game, players), **unfit}
        print_json(_about(game) | agents | values | {"seconds": round(seconds, 4), **more})
        return
    echo(f"{game.spec.title}: {policy} against {against}, exactly")
    echo(f"  when it starts  {first:+.6f}")
    echo(f"  when second     {second:+.6f}")
    echo(f"  mean            {(first + second) / 2:+.6f}")


def solve(
    game: GameName,
    target: Annotated[
        int | None,
        typer.Option("--target", min=1, metavar="N", help="Points that win; else the game's, or the variant's."),
    ] = None,
    max_turns: Annotated[
        int | None, typer.Option("--max-turns", min=1, metavar="N", help="Turn limit; none, or the variant's.")
    ] = None,
    plot: Annotated[
        Path | None, typer.Option("--plot", metavar="FILE.png", help="Draw optimal play, where the game can.")
    ] = None,
    policy: Annotated[
        str | None, typer.Option("--policy", metavar="AGENT", help="Instead: the exact value of this agent ...")
    ] = None,
    against: Annotated[
        str | None,
        typer.Option("--against", metavar="AGENT", help="... against this one, or what a best response gains."),
    ] = None,
    iterations: Annotated[
        int | None, typer.Option("--iterations", min=1, metavar="N", help="Iterations of CFR+; 1000 if not given.")
    ] = None,
    out: Annotated[
        Path | None, typer.Option("--out", metavar="PATH", help="Write the solution for the agent solved:FILE.")
    ] = None,
    option: GameOptions = None,
    players: Players = None,
    as_json: Json = False,
) -> None:
    """Solve a game exactly, or compare two agents exactly.

    For a game with a solver of its own the value is the probability that the first player wins, plus half of that
    to draw. --target and --max-turns are for such games.

    Other games for two with few hidden deals are solved by CFR+: the value is what the first player wins, and the
    command also prints what a best response would gain. --policy A prints that for agent A.

    Example: croupier solve leduc --iterations 2000 --out leduc.npz
    """
    if find_spec(game).exact is None:
        if target is not None or max_turns is not None or plot is not None:
            raise ConfigError(f"{game} is solved by iterations: leave out --target, --max-turns and --plot")
        solve_tree(make_game(game, option, players), TreeRequest(iterations, out, policy, against, as_json))
        return
    if iterations is not None or out is not None or option or players is not None:
        raise ConfigError(f"{game} has a solver of its own: leave out --iterations, --out, --players and -o")
    problem = _problem(game, {"target": target, "max_turns": max_turns})
    name = find_spec(game).name
    if policy is not None or against is not None:
        if policy is None or against is None:
            raise ConfigError("--policy A and --against B go together")
        if plot is not None:
            raise ConfigError("--plot draws optimal play; it does not go with --policy")
        _compare(name, problem, policy, against, as_json)
        return
    _solve(name, problem, plot, as_json)


def _problem(game: str, settings: dict[str, int | None]) -> Problem:
    """What is to be solved."""
    spec = find_spec(game)
    assert spec.exact is not None  # noqa: S101  # the caller has looked
    solver = spec.exact()
    given = {name: value for name, value in settings.items() if value is not None}
    for name in given:
        if name not in solver.settings:
            raise ConfigError(f"{spec.name} is solved as it is: leave out --{name.replace('_', '-')}")
    return solver.problem(make_game(game), given, game != spec.name)


def _solve(game: str, problem: Problem, plot: Path | None, as_json: bool) -> None:
    from croupier.core.base.code_cache import needs_compiling

    if problem.solve is None:
        raise ConfigError(f"optimal play of {game} is not computed: compare agents by --policy A --against B")
    if plot is not None:
        if problem.check_picture is None:
            raise ConfigError(f"there is no picture of optimal play of {game}: leave out --plot")
        problem.check_picture(plot)
    if problem.kernel is not None and needs_compiling(problem.kernel):
        note("Compiling the solver, once.")
    problem.warm_up()
    begun = time.perf_counter()
    with progress(f"Solving {problem.title}") as on_progress:
        solution = problem.solve(on_progress)
    seconds = time.perf_counter() - begun
    if plot is not None and solution.draw is not None:
        solution.draw(plot)
    data: dict[str, Any] = {"game": game, **problem.settings, "first_player_win": solution.first}
    data |= {"states": solution.states, "seconds": round(seconds, 4)}
    data["provenance"] = provenance_of(make_game(game), [])
    if plot is not None:
        data["plot"] = str(plot)
    if as_json:
        print_json(data)
        return
    remark = f" ({solution.remark})" if solution.remark else ""
    echo(f"{problem.heading}: the first player wins {solution.first:.9f}{remark}")
    echo(f"{solution.states} states in {seconds:.3f} s")
    if plot is not None:
        echo(f"The picture is in {plot}.")


def _compare(name: str, problem: Problem, policy: str, against: str, as_json: bool) -> None:
    from croupier.agents.registry import make_agent
    from croupier.core.engine.game import Game
    from croupier.measure.stats.strength import exact_result

    game = Game(find_spec(name), **problem.options)
    first, second = (make_agent(each, game) for each in (policy, against))
    unfit = note_untrained([first, second], [game])
    begun = time.perf_counter()
    result = exact_result(game, first, second, limit=problem.limited)
    seconds = time.perf_counter() - begun
    if as_json:
        values = {"first": result.first, "second": result.second, "mean": result.mean}
        agents = {"policy": policy, "against": against}
        more = {"provenance": provenance_of(game, [first, second]), **unfit}
        print_json({"game": name, **problem.settings, **agents, **values, "seconds": round(seconds, 4), **more})
        return
    echo(f"{problem.heading}: {policy} against {against}, exactly")
    echo(f"  when it starts  {result.first:.9f}")
    echo(f"  when second     {result.second:.9f}")
    echo(f"  mean            {result.mean:.9f}")
