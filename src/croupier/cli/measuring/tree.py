"""``croupier solve`` for two-player games with few hidden deals: CFR+, and exact values of agents."""

from __future__ import annotations

import time
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING, Any

from croupier.cli.common import echo, note_untrained, print_json, progress, provenance_of
from croupier.core.base.errors import ConfigError

if TYPE_CHECKING:
    from croupier.core.engine.game import Game
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
        _solve(game, asked)
    elif asked.against is None:
        _exploit(game, asked.policy, as_json=asked.as_json)
    else:
        _compare(game, asked.policy, asked.against, as_json=asked.as_json)


def _about(game: Game) -> dict[str, Any]:
    return {"game": game.name, "options": game.changed_options()}


def _gains(exact: Exploited) -> dict[str, Any]:
    return {"value": exact.value, "gains": list(exact.gains), "exploitability": exact.exploitability}


def _solve(game: Game, asked: TreeRequest) -> None:
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


def _compare(game: Game, policy: str, against: str, *, as_json: bool) -> None:
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
