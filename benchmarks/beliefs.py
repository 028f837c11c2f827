"""Beliefs of hidden cards in Skull King: how well each places them, and what search decides by each in equal time.

Run: ``uv run python -m benchmarks.beliefs [--games N] [--kinds KIND,KIND] [--weights FILE] [--worlds N]``, and for
the second part ``--equal AGENT [--count N] [--searches NAME+NAME] [--deals N]``.

The first part plays whole games of `net` and three of a kind with the usual options. In the round of ten, where
`net` is to play a card, it asks who holds each card that is hidden from it: one of the three others, or nobody, as
it is undealt or discarded. A belief's probability is the share of its worlds. By trick it prints the mean negative
logarithm of what was held likely of the truth, and the share of cards that lie right in a world of the belief.

The second part finds for each belief the number of worlds with which a decision takes as long as one of AGENT does
(processor time of one thread). The judge compares these in the decisions of `skull-king-1`, a head only at tables
of four with the usual cards; with ``--deals`` they play among three of each kind, the same deals in all rotations.
`benchmarks.belief_head` makes FILE, a network that was told who held what.
"""

from __future__ import annotations

import argparse
import time
from collections.abc import Callable, Iterator, Mapping, Sequence

import numpy as np
import numpy.typing as npt

import croupier
from benchmarks.belief_head import HOLDERS, Located, locate
from benchmarks.search import positions
from croupier.agents.agent import Agent, Turns
from croupier.agents.registry import make_agent
from croupier.agents.search.searcher import SearchAgent, Searcher
from croupier.agents.search.settings import LEARNED, Settings
from croupier.core.engine.game import Game, State
from croupier.measure import load
from croupier.measure.costs.answers import choices
from croupier.measure.costs.cases import cases_of_set
from croupier.measure.costs.sets import Row
from croupier.measure.costs.table import judge
from croupier.measure.play.trial import mean_and_interval
from croupier.measure.stats.comparison import play_gains

TRICKS, SEED = 10, 5000
KINDS = ("net", "bot", "bot:habit-saver")
UNIFORM, VOIDS, ALL, HEAD = "uniform", "voids", "all", "head"
SAMPLED = {
    VOIDS: "py/halving=false,worlds={worlds}:benchmarks.beliefs:by_voids",
    ALL: "search/halving=false,worlds={worlds}",
    HEAD: "py/weights={weights},worlds={worlds},halving=false:benchmarks.belief_head:headed",
}
"""Whose worlds are looked at; the uniform guess needs none."""
AT_EQUAL_TIME = {
    VOIDS: "py/worlds={worlds}:benchmarks.beliefs:by_voids",
    f"{ALL}, 1 sweep": "search/opponents=learned,sweeps=1,worlds={worlds}",
    f"{ALL}, 4 sweeps": "search/opponents=learned,sweeps=4,worlds={worlds}",
    f"{ALL}, 8 sweeps": "search/opponents=learned,sweeps=8,worlds={worlds}",
    HEAD: "py/weights={weights},worlds={worlds}:benchmarks.belief_head:headed",
}
"""Searches whose number of worlds is chosen so that a decision takes the same time."""
_MOST = 2048
Doubles = npt.NDArray[np.float64]


def by_voids(game: Game, worlds: str, halving: str = "true") -> SearchAgent:
    """`search` with worlds that are dealt by what a seat knows alone, without what the others' decisions say."""
    settings = Settings(worlds=int(worlds), belief=False, opponents=LEARNED, halving=halving == "true")
    return SearchAgent(Searcher(game, make_agent("net", game), settings, make_agent("bot", game)))


# ------------------------------------------------------------------------------------- who holds what


def scored(shares: Doubles, located: Located) -> Doubles:
    """Of one position: hidden cards, what a belief costs by all of them, and how many lie right in its worlds.

    Args:
        shares: probability that each card is with each holder, shape (TYPES, HOLDERS).
        located: the position, of one row.
    """
    held = located.held[0]
    logs = np.log(np.where(held > 0, shares, 1.0))
    return np.array([held.sum(), -(held * logs).sum(), (held * shares).sum()])


def by_worlds(agent: SearchAgent, turns: Turns, located: Located) -> Doubles:
    """Shares of a search's worlds in which a card is with a holder; the uniform guess counts as one world more."""
    seat, even = int(turns.seats[0]), np.broadcast_to(located.even[0], located.held[0].shape)
    first = [int(np.flatnonzero(turns.masks[0])[0])]
    worlds = agent.searcher.search(turns, 0, only=first).worlds
    count, hidden = len(worlds), located.hidden[0]
    held = locate(worlds, np.full(count, seat)).held.sum(axis=0)
    shares: Doubles = (held / np.maximum(hidden, 1.0)[:, None] + even) / (count + 1)
    return shares


def tables(game: Game, kind: str, seed: int) -> Iterator[State]:
    """The decisions of `net` to play a card, each of another trick, in the round of ten of a game with a kind."""
    agents = [make_agent("net", game), *[make_agent(kind, game)] * (game.num_players - 1)]
    state = game.new_initial_state(seed)
    while not state.is_terminal():
        record = state.records[0]
        if record["cards"] == TRICKS and record["player"] == 0 and state.phase == "PLAYING":
            yield state
        state.apply_action(int(agents[state.current_player()].act(Turns.of_state(state))[0]))


def believed(game: Game, kind: str, games: int, agents: Mapping[str, SearchAgent]) -> dict[str, Doubles]:
    """What beliefs cost by trick, shape (games, TRICKS, 3); see `scored`."""
    found = {name: np.zeros((games, TRICKS, 3)) for name in (UNIFORM, *agents)}
    for seed in range(games):
        for state in tables(game, kind, SEED + seed):
            turns = Turns.of_state(state)
            located = locate(state.records, np.array([0]))
            if (located.held < 0).any():
                continue  # one card that Jade has shown was drawn by another since
            trick = int(state.records["tricks"][0])
            even = np.broadcast_to(located.even[0], located.held[0].shape)
            found[UNIFORM][seed, trick] += scored(even, located)
            for name, agent in agents.items():
                found[name][seed, trick] += scored(by_worlds(agent, turns, located), located)
    return found


def figures(costs: Doubles) -> tuple[Doubles, Doubles]:
    """Log-loss and share placed right, by trick and of all tricks, shape (TRICKS + 1,)."""
    sums = costs.sum(axis=0)
    sums = np.concatenate([sums, sums.sum(axis=0, keepdims=True)])
    return sums[:, 1] / sums[:, 0], sums[:, 2] / sums[:, 0]


def print_beliefs(kind: str, found: Mapping[str, Doubles]) -> None:
    """A table in Markdown of one kind: log-loss, and in percent the cards placed right."""
    columns = {name: figures(costs) for name, costs in found.items()}
    print(f"\nthree `{kind}`: log-loss, cards placed right\n\n| trick | {' | '.join(columns)} |")
    print(f"|---|{'---:|' * len(columns)}")
    for row in range(TRICKS + 1):
        cells = [f"{loss[row]:.3f}, {100 * right[row]:.0f}%" for loss, right in columns.values()]
        print(f"| {row + 1 if row < TRICKS else 'all'} | {' | '.join(cells)} |", flush=True)


# --------------------------------------------------------------------------------------- at equal time


def milliseconds(agent: Agent, states: Sequence[State]) -> float:
    """Processor time of a decision: the lesser of two turns, since other work on the machine only adds to it."""

    def turn() -> float:
        begun = time.process_time()
        for state in states:
            agent.act(Turns.of_state(state))
        return (time.process_time() - begun) / len(states)

    turn()
    return 1000.0 * min(turn() for _ in range(2))


def worlds_for(aim: float, takes: Callable[[int], float], begin: int = 16) -> tuple[int, float]:
    """The number of worlds with which a decision takes as long as is aimed at, and how long it takes then.

    Args:
        aim: milliseconds.
        takes: milliseconds by the number of worlds, which may be noisy.
        begin: the first number that is tried.
    """
    worlds, best = begin, (begin, float("inf"))
    for _ in range(5):
        spent = takes(worlds)
        if abs(spent - aim) <= abs(best[1] - aim):
            best = worlds, spent
        following = min(_MOST, max(1, round(worlds * aim / spent)))
        if abs(spent / aim - 1.0) < 0.05 or following == worlds:
            break
        worlds = following
    return best


def equal(game: Game, agent: str, named: Mapping[str, str]) -> dict[str, tuple[str, float]]:
    """Searches whose decisions take as long as an agent's: names and milliseconds by belief."""
    states = positions(game)
    aim = milliseconds(make_agent(agent, game), states)
    found = {agent: (agent, aim)}
    for belief, pattern in named.items():

        def takes(worlds: int, pattern: str = pattern) -> float:
            return milliseconds(make_agent(pattern.format(worlds=worlds), game), states)

        worlds, spent = worlds_for(aim, takes)
        found[belief] = pattern.format(worlds=worlds), spent
    return found


def usual_tables(cases: Sequence[Row]) -> list[Row]:
    """Decisions at tables of four with the usual cards, which a head knows."""
    more = "loot", "kraken", "whale"
    return [
        case
        for case in cases
        if case.made().num_players == HOLDERS and not any(case.options[each] for each in more)
    ]


def print_judged(cases: Sequence[Row], agents: Mapping[str, tuple[str, float]]) -> None:
    """A table in Markdown: what each search costs by the judge, and its gap to the first."""
    answers = [choices(cases, name) for name, _ in agents.values()]
    found = judge(cases, answers, worst=0)
    gaps = {gap.b: gap.gap for gap in found.gaps if gap.a == answers[0].name}
    print(f"\n{len(cases):,} decisions\n\n| belief | agent | ms | regret | less that of the first |")
    print("|---|---|---:|---:|---:|")
    for (belief, (name, spent)), each in zip(agents.items(), found.agents, strict=True):
        gap = gaps.get(each.agent)
        ends = None if gap is None or gap.ci95 is None else (-gap.ci95[1], -gap.ci95[0])
        beside = "" if gap is None else span(-gap.mean, ends)
        regret = span(each.regret.mean, each.regret.ci95).replace("+", "")
        print(f"| {belief} | `{name}` | {spent:.1f} | {regret} | {beside} |", flush=True)


def print_played(game: Game, agents: Mapping[str, tuple[str, float]], kind: str, deals: int) -> None:
    """A table in Markdown: wins and points ahead of three of a kind, and the points less those of the first."""
    names = [name for name, _ in agents.values()]
    found = play_gains(game, [make_agent(name, game) for name in names], kind, deals, 77)
    print(f"\namong three `{kind}`, {deals} deals\n\n| belief | wins | points ahead | less the first |")
    print("|---|---:|---:|---:|")
    for belief, gain in zip(agents, found, strict=True):
        points, beside = (mean_and_interval(each, 1) for each in (gain.points, gain.points - found[0].points))
        cells = span(points["mean"], points["ci95"], 1), span(beside["mean"], beside["ci95"], 1)
        print(f"| {belief} | {100 * gain.wins.mean():.1f}% | {' | '.join(cells)} |", flush=True)


def span(mean: float, ends: Sequence[float] | None, digits: int = 2) -> str:
    """A figure with its interval."""
    between = "" if ends is None else f" ({ends[0]:+.{digits}f} to {ends[1]:+.{digits}f})"
    return f"{mean:+.{digits}f}{between}"


def main() -> None:
    """Measure and print."""
    parser = argparse.ArgumentParser(description="Beliefs of hidden cards: how good they are, and at equal time")
    parser.add_argument("--games", type=int, default=20, help="games of each kind in which beliefs are compared")
    parser.add_argument("--kinds", default=",".join(KINDS), help="kinds of the others")
    parser.add_argument(
        "--worlds", type=int, default=128, help="worlds that a belief's probabilities are shares of"
    )
    parser.add_argument("--weights", help="a file of benchmarks.belief_head; without it no head is measured")
    parser.add_argument("--equal", metavar="AGENT", help="compare searches that take as long as this one")
    parser.add_argument("--count", type=int, help="decisions of the set")
    parser.add_argument("--searches", help="only these beliefs in equal time, with + between them")
    parser.add_argument("--deals", type=int, default=0, help="deals that these searches play, in all rotations")
    given = parser.parse_args()
    game = croupier.make("skull-king")

    def named(patterns: Mapping[str, str]) -> dict[str, str]:
        weights = given.weights or ""
        return {
            name: pattern.replace("{weights}", weights)
            for name, pattern in patterns.items()
            if weights or name != HEAD
        }

    kinds = given.kinds.split(",")
    if given.games:
        agents = {
            name: make_agent(each.format(worlds=given.worlds), game) for name, each in named(SAMPLED).items()
        }
        searching = {name: each for name, each in agents.items() if isinstance(each, SearchAgent)}
        for kind in kinds:
            print_beliefs(kind, believed(game, kind, given.games, searching))
    if given.equal:
        patterns = named(AT_EQUAL_TIME)
        if given.searches:
            patterns = {name: patterns[name] for name in given.searches.split("+")}
        found = equal(game, given.equal, patterns)
        cases = cases_of_set(load("skull-king-1"), given.count)
        print_judged(cases, {name: each for name, each in found.items() if name != HEAD})
        if HEAD in found:
            print_judged(usual_tables(cases), {name: found[name] for name in (given.equal, HEAD)})
        for kind in kinds if given.deals else ():
            print_played(game, found, kind, given.deals)


if __name__ == "__main__":
    main()
