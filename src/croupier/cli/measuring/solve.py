"""``croupier solve``: the exact solution of a game, and exact values of one agent against another."""

from __future__ import annotations

import time
from collections.abc import Callable, Sequence
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any, TypeAlias, TypeVar

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
    option,
    print_json,
    progress,
    provenance_of,
)
from croupier.core.base.errors import ConfigError

if TYPE_CHECKING:
    from croupier.agents.agent import Agent
    from croupier.core.engine.game import Game
    from croupier.core.spec.exact import Problem
    from croupier.solving.solver import Exploited


_Answer: TypeAlias = "tuple[dict[str, Any], list[str]]"
"""What was computed: for JSON, and in lines for a person."""
_Result = TypeVar("_Result")


def solve(
    game: GameName,
    target: Annotated[
        int | None, option("N", "Points that win; else the game's, or the variant's.", min=1)
    ] = None,
    max_turns: Annotated[int | None, option("N", "Turn limit; none, or the variant's.", min=1)] = None,
    plot: Annotated[Path | None, option("FILE.png", "Draw optimal play, where the game can.")] = None,
    policy: Annotated[str | None, option("AGENT", "Instead: the exact value of this agent ...")] = None,
    against: Annotated[str | None, option("AGENT", "... against this one, or what a best response gains.")] = None,
    iterations: Annotated[int | None, option("N", "Iterations of CFR+; 1000 if not given.", min=1)] = None,
    out: Annotated[Path | None, option("PATH", "Write the solution for the agent solved:FILE.")] = None,
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
        data, lines = _of_tree(make_game(game, option, players), iterations, out, policy, against)
    else:
        if iterations is not None or out is not None or option or players is not None:
            raise ConfigError(f"{game} has a solver of its own: leave out --iterations, --out, --players and -o")
        data, lines = _of_solver(game, {"target": target, "max_turns": max_turns}, plot, policy, against)
    if as_json:
        print_json(data)
        return
    for line in lines:
        echo(line)


def _of_tree(
    game: Game, iterations: int | None, out: Path | None, policy: str | None, against: str | None
) -> _Answer:
    """Solve a game by CFR+, or judge an agent in it."""
    from croupier.solving.growing import check_solvable
    from croupier.solving.solution import exact_utilities

    if policy is None and against is not None:
        raise ConfigError("--policy A and --against B go together")
    if policy is not None and (out is not None or iterations is not None):
        raise ConfigError("--iterations and --out are of a solution; they do not go with --policy")
    check_solvable(game)
    about = {"game": game.name, "options": game.changed_options()}
    if policy is None:
        return _solved_tree(game, about, iterations, out)
    if against is None:
        return _exploited(game, about, policy)
    return _compared(game, about, game.spec.title, (policy, against), exact_utilities, "+.6f")


def _solved_tree(game: Game, about: dict[str, Any], iterations: int | None, out: Path | None) -> _Answer:
    from croupier.solving.solution import ITERATIONS, solve

    if out is not None and not out.absolute().parent.is_dir():
        raise ConfigError(f"{out} cannot be written: there is no folder {out.absolute().parent}")
    count = ITERATIONS if iterations is None else iterations
    with progress(f"Solving {game.spec.title}") as on_progress:
        solved, seconds = _timed(lambda: solve(game, count, on_progress))
    exact, tree = solved.exact, solved.tree
    data = about | {"iterations": count} | _gains(exact)
    data |= {"public_positions": tree.nodes, "information_states": tree.states}
    lines = [
        f"{game.spec.title}: the first player's value is {exact.value:+.6f}",
        _gains_in_words(exact),
        f"{tree.states} information states in {tree.nodes} public positions, "
        f"{count} iterations in {seconds:.1f} s",
    ]
    if out is not None:
        solved.write(out)
        data["out"] = str(out)
        lines.append(f"The solution is in {out}: croupier play {game.name} --vs solved:{out}")
    return data | _measured(seconds, game, []), lines


def _exploited(game: Game, about: dict[str, Any], policy: str) -> _Answer:
    from croupier.agents.registry import make_agent
    from croupier.solving.solution import exploitability

    agent = make_agent(policy, game)
    unfit = note_untrained([agent], [game])
    exact, seconds = _timed(lambda: exploitability(game, agent))
    data = about | {"policy": policy} | _gains(exact) | _measured(seconds, game, [agent]) | unfit
    wins = f"{game.spec.title}: {policy} against itself wins {exact.value:+.6f} in the first seat"
    return data, [wins, _gains_in_words(exact)]


def _gains(exact: Exploited) -> dict[str, Any]:
    return {"value": exact.value, "gains": list(exact.gains), "exploitability": exact.exploitability}


def _gains_in_words(exact: Exploited) -> str:
    first, second = exact.gains
    return (
        f"A best response gains {first:.6f} in the first seat and {second:.6f} in the second: exploitability "
        f"{exact.exploitability:.6f}"
    )


def _of_solver(
    game: str, settings: dict[str, int | None], plot: Path | None, policy: str | None, against: str | None
) -> _Answer:
    """Solve a game by its own solver, or compare two agents by it."""
    from croupier.core.engine.game import Game
    from croupier.measure.stats.strength import exact_result

    problem, spec = _problem(game, settings), find_spec(game)
    if policy is None and against is None:
        return _solved(spec.name, problem, plot)
    if policy is None or against is None:
        raise ConfigError("--policy A and --against B go together")
    if plot is not None:
        raise ConfigError("--plot draws optimal play; it does not go with --policy")

    def values(played: Game, a: Agent, b: Agent) -> tuple[float, float]:
        result = exact_result(played, a, b, limit=problem.limited)
        return result.first, result.second

    about = {"game": spec.name, **problem.settings}
    return _compared(Game(spec, **problem.options), about, problem.heading, (policy, against), values, ".9f")


def _problem(game: str, settings: dict[str, int | None]) -> Problem:
    spec = find_spec(game)
    assert spec.exact is not None  # noqa: S101  # the caller has checked
    solver = spec.exact()
    given = {name: value for name, value in settings.items() if value is not None}
    for name in given:
        if name not in solver.settings:
            raise ConfigError(f"{spec.name} is solved as it is: leave out --{name.replace('_', '-')}")
    return solver.problem(make_game(game), given, game != spec.name)


def _solved(game: str, problem: Problem, plot: Path | None) -> _Answer:
    from croupier.core.base.code_cache import needs_compiling

    solve = problem.solve
    if solve is None:
        raise ConfigError(f"optimal play of {game} is not computed: compare agents by --policy A --against B")
    if plot is not None:
        if problem.check_picture is None:
            raise ConfigError(f"there is no picture of optimal play of {game}: leave out --plot")
        problem.check_picture(plot)
    if problem.kernel is not None and needs_compiling(problem.kernel):
        note("Compiling the solver, once.")
    problem.warm_up()
    with progress(f"Solving {problem.title}") as on_progress:
        solution, seconds = _timed(lambda: solve(on_progress))
    data: dict[str, Any] = {"game": game, **problem.settings, "first_player_win": solution.first}
    data |= {"states": solution.states} | _measured(seconds, make_game(game), [])
    remark = f" ({solution.remark})" if solution.remark else ""
    lines = [
        f"{problem.heading}: the first player wins {solution.first:.9f}{remark}",
        f"{solution.states} states in {seconds:.3f} s",
    ]
    if plot is not None:
        if solution.draw is not None:
            solution.draw(plot)
        data["plot"] = str(plot)
        lines.append(f"The picture is in {plot}.")
    return data, lines


def _compared(
    game: Game,
    about: dict[str, Any],
    heading: str,
    names: tuple[str, str],
    values: Callable[[Game, Agent, Agent], tuple[float, float]],
    form: str,
) -> _Answer:
    """One agent against another, exactly: what it gets when it starts, and when it is second."""
    from croupier.agents.registry import make_agents

    a, b = make_agents(names, game)
    unfit = note_untrained([a, b], [game])
    (first, second), seconds = _timed(lambda: values(game, a, b))
    mean = (first + second) / 2
    data = about | {"policy": names[0], "against": names[1], "first": first, "second": second, "mean": mean}
    return data | _measured(seconds, game, [a, b]) | unfit, [
        f"{heading}: {names[0]} against {names[1]}, exactly",
        f"  when it starts  {first:{form}}",
        f"  when second     {second:{form}}",
        f"  mean            {mean:{form}}",
    ]


def _timed(work: Callable[[], _Result]) -> tuple[_Result, float]:
    """The result of some work, and its seconds."""
    begun = time.perf_counter()
    found = work()
    return found, time.perf_counter() - begun


def _measured(seconds: float, game: Game, agents: Sequence[Agent]) -> dict[str, Any]:
    """How a result was computed, for JSON."""
    return {"seconds": round(seconds, 4), "provenance": provenance_of(game, agents)}
