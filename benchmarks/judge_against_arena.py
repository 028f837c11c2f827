"""Agents ranked by the judge and by the arena: rank correlation, with the whole set and two halves, and the plot.

Run: ``uv run python -m benchmarks.judge_against_arena SET --out DIR [--agent NAME ...] [--deals N] [--count N]
[--again AGENT] [--worlds N] [--weighing N] [--splits N] [--threads N] [--seed N]``

In the arena each agent sits alone among copies of ``bot`` (``--among``), in every seat of the same deals; what is
ranked is its points over the mean of the others', or its wins where the values are chances to win. The judge ranks
by mean regret; once as the set is, and once with each phase weighted by how often it comes up in games between
copies of ``bot``, since a set holds rare phases more often than games do. With ``--again bot`` the decisions are
valued once more around another agent, in other worlds: the second judge. What is done is kept in DIR, and the same
command goes on: ``figures.json`` is the result, ``scatter.svg`` the plot.
"""

from __future__ import annotations

import argparse
import json
import math
import sys
from collections import Counter
from collections.abc import Callable, Mapping, Sequence
from dataclasses import replace
from pathlib import Path
from typing import TYPE_CHECKING, Any

import numpy as np
import numpy.typing as npt

import croupier
from croupier.agents.names import AgentName
from croupier.agents.registry import make_agent
from croupier.arena.judge.again import compare_values, value_again
from croupier.arena.judge.answers import choices
from croupier.arena.judge.case import AgentChoices, Choice, JudgedCase
from croupier.arena.judge.cases import cases_of_set
from croupier.arena.judge.figures import judge, regrets
from croupier.arena.play.trial import mean_and_interval
from croupier.arena.reports.plots import plain_ticks, svg
from croupier.arena.stats.gain import play_gains
from croupier.core.base.files import writing
from croupier.core.base.renderers import markdown_table
from croupier.core.base.rows import Cell, Number, in_columns, number_heads
from croupier.core.spec.search import CHANCE_TO_WIN
from croupier.decisions import DecisionSet, load
from croupier.provenance import Provenance
from croupier.table.asking import ask_one

if TYPE_CHECKING:
    from matplotlib.axes import Axes

GAINED = {"points": "points over the others in the arena", "wins": "share of the wins in the arena"}
Doubles = npt.NDArray[np.float64]
AGENTS: Mapping[str, tuple[str, ...]] = {
    "skull-king": (
        "random", "pimc/worlds=8:random", "bot:simple", "bot:random-abilities", "bot:source-abilities", "bot",
        "net/temperature=1", "net", "search/fast",
    ),
    "spite-malice": (
        "random", "bot:greedy", "bot", "pimc/worlds=8:bot", "net/temperature=2", "net/temperature=1", "net",
        "search/fast",
    ),
    "pig": (
        "random", "bot:hold-3", "bot:hold-6", "bot:hold-9", "bot:hold-14", "bot:hold-20", "bot:hold-25",
        "bot:hold-35", "optimal",
    ),
}  # fmt: skip


class Kept:
    """Results in a folder, by their names and what they were made with."""

    def __init__(self, folder: Path) -> None:
        self.folder = folder
        folder.mkdir(parents=True, exist_ok=True)

    def get(self, name: str, settings: Mapping[str, Any], make: Callable[[], Any]) -> Any:
        """What is there, or what is made now and kept."""
        path = self.folder / f"{name.replace('/', '_').replace(':', '_')}.json"
        if path.exists():
            found = json.loads(path.read_text())
            if found["settings"] == json.loads(json.dumps(settings)):
                return found["result"]
        print(f"{name} ...", file=sys.stderr, flush=True)
        result = make()
        with writing(path) as out:
            out.write(json.dumps({"settings": settings, "result": result}).encode())
        return result


def ranks(values: Sequence[float] | Doubles) -> Doubles:
    """Ranks from 1; of equal values the mean rank."""
    given = np.asarray(values, dtype=np.float64)
    below, equal = (given[None, :] < given[:, None]).sum(1), (given[None, :] == given[:, None]).sum(1)
    found: Doubles = below + (equal + 1) / 2.0
    return found


def spearman(a: Sequence[float] | Doubles, b: Sequence[float] | Doubles) -> float:
    """Rank correlation of two rankings; NaN where one of them has a single rank."""
    first, second = ranks(a) - ranks(a).mean(), ranks(b) - ranks(b).mean()
    length = math.sqrt(float((first**2).sum() * (second**2).sum()))
    return float((first * second).sum()) / length if length else math.nan


def answered(cases: Sequence[JudgedCase], found: DecisionSet, name: str, kept: Kept, threads: int) -> AgentChoices:
    """What an agent chooses in the set."""
    settings = {"digest": found.digest, "count": len(cases), "agent": name}

    def make() -> list[list[float]]:
        given = choices(cases, AgentName.parse(name), threads=threads).each
        return [list(each.weights) for each in given if each is not None]

    each = kept.get(f"answers-{name}", settings, make)
    return AgentChoices(name, tuple(Choice(tuple(weights)) for weights in each))


def gains(game: str, name: str, among: str, deals: int, seed: int, kept: Kept, threads: int) -> dict[str, Any]:
    """Points an agent is ahead of its opponents, with the interval over deals."""
    settings = {"game": game, "agent": name, "among": among, "deals": deals, "seed": seed}

    def make() -> dict[str, Any]:
        table = croupier.make(game)
        (found,) = play_gains(table, [make_agent(name, table)], among, deals, seed, threads=threads)
        return {"points": mean_and_interval(found.points, seed), "wins": mean_and_interval(found.wins, seed)}

    result: dict[str, Any] = kept.get(f"arena-{name}", settings, make)
    return result


def weights_of_play(game: str, among: str, cases: Sequence[JudgedCase], games: int, seed: int) -> Doubles:
    """A weight a decision, so that phases count as often as they come up in games between copies of an agent.

    Args:
        game: name of the game, played with its default options.
        among: the agent.
        games: number of games.
        seed: of the first.
    """
    player, played = make_agent(among, croupier.make(game)), Counter[str]()
    for number in range(games):
        state = croupier.make(game).new_initial_state(seed + number)
        while not state.is_terminal():
            played[state.phase] += len(state.legal_actions()) > 1
            state.apply_action(ask_one(player, state))
    held = Counter(str(case.stratum["phase"]) for case in cases)
    weights = np.array([played[str(case.stratum["phase"])] / held[str(case.stratum["phase"])] for case in cases])
    shares: Doubles = weights / weights.mean()
    return shares


def halves(costs: Doubles, arena: Sequence[float], splits: int, seed: int) -> dict[str, Any]:
    """Rank correlations in random halves: of each with the arena, and of both with each other.

    Args:
        costs: regrets, shape (agents, decisions).
        arena: what each agent gains.
        splits: how often the decisions are divided.
        seed: seed of that.
    """
    rng = np.random.Generator(np.random.PCG64(seed))
    with_arena, between = [], []
    for _ in range(splits):
        drawn = rng.permutation(costs.shape[1])
        means = [costs[:, part].mean(axis=1) for part in np.array_split(drawn, 2)]
        with_arena += [spearman(-mean, arena) for mean in means]
        between.append(spearman(*means))
    return {
        "splits": splits, "first_split": [*with_arena[:2], between[0]],
        "with_arena": {"mean": float(np.mean(with_arena)), "least": float(np.min(with_arena))},
        "between": {"mean": float(np.mean(between)), "least": float(np.min(between))},
    }  # fmt: skip


def second_cases(
    cases: Sequence[JudgedCase], found: DecisionSet, args: argparse.Namespace, kept: Kept
) -> list[JudgedCase]:
    """The decisions with values around another agent."""
    seed = int(found.judge["seed"]) + 1
    settings = {
        "digest": found.digest,
        "count": len(cases),
        "again": args.again,
        "worlds": args.worlds,
        "seed": seed,
    }

    def make() -> list[Any]:
        again, _ = value_again(cases, args.again, worlds=args.worlds, seed=seed, threads=args.threads)
        return [[case.behind, case.behind_errors] for case in again]

    values = kept.get(f"again-{args.again}", settings, make)
    return [
        replace(case, behind=tuple(behind), behind_errors=tuple(errors))
        for case, (behind, errors) in zip(cases, values, strict=True)
    ]


def scatter(rows: Sequence[Mapping[str, Any]], unit: str, measure: str, words: str) -> str:
    """Regret by the judge against what an agent gains in the arena, with both intervals, as SVG."""

    def draw(axes: Axes) -> None:
        for row in rows:
            regret, points = row["regret"], row[measure]
            x, y = regret["mean"], points["mean"]
            axes.plot(x, y, "o", color="tab:blue")
            for bounds, line in ((regret["ci95"], True), (points["ci95"], False)):
                if bounds is not None:
                    axes.plot(*((bounds, [y, y]) if line else ([x, x], bounds)), color="tab:blue", alpha=0.5)
            axes.annotate(row["agent"], (x, y), xytext=(5, 4), textcoords="offset points", fontsize=8)
        axes.set(
            xlabel=f"mean regret a decision by the judge, {unit}", ylabel="points over the others", title=words
        )
        axes.set_xscale("symlog", linthresh=1.0, subs=(2, 5))
        plain_ticks(axes.xaxis)
        axes.grid(alpha=0.3)

    return svg(draw, 5.0)


def measured(args: argparse.Namespace) -> dict[str, Any]:
    """All figures."""
    kept, found = Kept(args.out), load(args.set)
    cases = cases_of_set(found, args.count)
    names = args.agent or AGENTS[found.game]
    answers = [answered(cases, found, name, kept, args.threads) for name in names]
    judged = judge(cases, answers, seed=args.seed, worst=0)
    arena = [gains(found.game, name, args.among, args.deals, args.seed, kept, args.threads) for name in names]
    rows = [
        {"agent": each.name, "regret": each.regret.data(), "clear_regret": each.clear.data(), **gain}
        for each, gain in zip(judged.agents, arena, strict=True)
    ]
    measure = "wins" if found.unit == CHANCE_TO_WIN else "points"
    points = [gain[measure]["mean"] for gain in arena]
    costs = np.array([regrets(cases, each) for each in answers])
    source = Provenance.now([(cases[0].game, [*names, args.among])], [args.seed])
    result: dict[str, Any] = {
        "set": found.name, "digest": found.digest, "decisions": len(cases), "deals": args.deals,
        "among": args.among, "measure": measure, "unit": found.unit, "judge": dict(found.judge), "agents": rows,
        "spearman": spearman(-costs.mean(axis=1), points), "halves": halves(costs, points, args.splits, args.seed),
        "provenance": source.data(),
    }  # fmt: skip
    weighted = costs * weights_of_play(found.game, args.among, cases, args.weighing, args.seed)
    result["as_in_play"] = {
        "regret": dict(zip(names, weighted.mean(axis=1).tolist(), strict=True)),
        "spearman": spearman(-weighted.mean(axis=1), points),
        "halves": halves(weighted, points, args.splits, args.seed),
    }
    if args.again is not None:
        second = second_cases(cases, found, args, kept)
        result["second"] = by_second(cases, second, answers, points, args)
    return result


def by_second(
    cases: Sequence[JudgedCase],
    second: Sequence[JudgedCase],
    answers: Sequence[AgentChoices],
    points: Sequence[float],
    args: argparse.Namespace,
) -> dict[str, Any]:
    """The same agents by the second judge, and how both agree."""
    about = {"continuation": args.again, "worlds": args.worlds}
    both = compare_values(cases, second, answers, about, args.seed)
    first = [float(regrets(cases, each).mean()) for each in answers]
    other = [both.regret[each.name].mean for each in answers]
    return about | {
        "regret": {name: each.data() for name, each in both.regret.items()},
        "crossed": {name: each.data() for name, each in both.crossed.items()},
        "spearman_between_judges": spearman(first, other),
        "spearman_with_arena": spearman([-mean for mean in other], points),
        "same_best": both.same_best, "best_not_clearly_behind": both.not_clear, "opposed": list(both.opposed),
        "first_best": both.first_best.data(), "by_phase": by_phase(cases, second),
        "order": [[answers[k].name for k in np.argsort(means, kind="stable")] for means in (first, other)],
    }  # fmt: skip


def by_phase(cases: Sequence[JudgedCase], second: Sequence[JudgedCase]) -> dict[str, dict[str, float]]:
    """By phase and in all: in which share of the decisions both judges agree, and in how many they are opposed."""
    found: dict[str, list[tuple[bool, bool, bool]]] = {}
    for old, new in zip(cases, second, strict=True):
        behind, ahead = new.clear[old.best], old.clear[new.best]
        for phase in (str(old.stratum["phase"]), "all"):
            found.setdefault(phase, []).append((old.best == new.best, not behind, behind and ahead))
    names = "same_best", "best_not_clearly_behind", "opposed"
    return {
        phase: {"decisions": len(rows)}
        | {name: float(np.mean([row[k] for row in rows])) for k, name in enumerate(names)}
        for phase, rows in sorted(found.items())
    }


def agreement(by: Mapping[str, Mapping[str, float]]) -> str:
    """How both judges agree, in a table."""
    cells: list[tuple[Cell, ...]] = [
        (
            phase,
            Number(row["decisions"], ",.0f"),
            *(Number(row[name], ".1%") for name in row if name != "decisions"),
        )
        for phase, row in by.items()
    ]
    heads = number_heads("phase", "decisions", "same best action", "first's best not clearly behind", "opposed")
    return markdown_table(in_columns("", heads, cells))


def table(result: Mapping[str, Any]) -> str:
    """The agents in a table, the best by the judge first."""
    cells: list[tuple[Cell, ...]] = []
    form = "+.1f" if result["measure"] == "points" else ".1%"
    for row in sorted(result["agents"], key=lambda row: row["regret"]["mean"]):
        regret, gained = row["regret"], row[result["measure"]]
        again = result.get("second", {}).get("regret", {}).get(row["agent"])
        weighted = Number(result["as_in_play"]["regret"][row["agent"]], ".2f")
        cells.append((
            row["agent"], Number(regret["mean"], ".2f", regret["ci95"]), weighted,
            "-" if again is None else Number(again["mean"], ".2f", again["ci95"]),
            Number(gained["mean"], form, gained["ci95"]),
        ))  # fmt: skip
    heads = number_heads("agent", "regret", "as in play", "second judge", GAINED[result["measure"]])
    return markdown_table(in_columns("", heads, cells))


def main() -> None:
    """Measure, print the table and the correlations, and draw the plot."""
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("set", help="a set of decisions")
    parser.add_argument("--out", type=Path, required=True)
    parser.add_argument("--agent", action="append", help="an agent; repeat for more")
    parser.add_argument("--among", default="bot", help="who sits in the other seats of the arena")
    parser.add_argument("--deals", type=int, default=200)
    parser.add_argument("--count", type=int, help="only so many decisions")
    parser.add_argument("--again", help="second values around this agent")
    parser.add_argument("--worlds", type=int, default=1024, help="worlds of the second values")
    parser.add_argument("--weighing", type=int, default=20, help="games in which phases are counted")
    parser.add_argument("--splits", type=int, default=100)
    parser.add_argument("--threads", type=int, default=2)
    parser.add_argument("--seed", type=int, default=0)
    args = parser.parse_args()
    result = measured(args)
    with writing(args.out / "figures.json") as out:
        out.write((json.dumps(result, indent=2) + "\n").encode())
    words = f"{result['decisions']} decisions, {result['deals']} deals: rank correlation {result['spearman']:.3f}"
    with writing(args.out / "scatter.svg") as out:
        out.write(scatter(result["agents"], result["unit"], result["measure"], words).encode())
    print(table(result))
    print(f"\n{words}; in {args.splits} random divisions into halves:")
    print(json.dumps({name: value for name, value in result["halves"].items() if name != "splits"}))
    play = result["as_in_play"]
    print(f"as in play: rank correlation {play['spearman']:.3f}; halves:")
    print(json.dumps({name: value for name, value in play["halves"].items() if name != "splits"}))
    if "second" in result:
        told = ("spearman_between_judges", "spearman_with_arena", "same_best", "best_not_clearly_behind", "order")
        print(json.dumps({name: result["second"][name] for name in told}, indent=1))
        print(agreement(result["second"]["by_phase"]))


if __name__ == "__main__":
    main()
