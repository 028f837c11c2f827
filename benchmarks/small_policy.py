"""A smaller policy where search plays Skull King on: what it saves, and how well it copies `net`.

Run: ``uv run python -m benchmarks.small_policy [FILE ...]``. Each file is a policy that `croupier train` or
`benchmarks.distil` has written. Figures are of one core, in processor time: the parts of a policy's decision in
rollouts, and a decision of search with the policy in rollouts, or in beliefs too; all from games of `net` at a
table of four. Then how far the policy is from `net` in games that it was not trained on.

How well search decides with such a policy is judged as of any agent of one's own (`croupier judge`), by the name
``py/file=FILE,worlds=20:benchmarks.small_policy:Searching``, beside ``search/fast,opponents=learned``.

``--tables AGENT ...`` judges agents apart at tables of several kinds.
"""

from __future__ import annotations

import argparse
import time
from collections.abc import Callable, Sequence

import numpy as np

import croupier
from benchmarks.beliefs import span
from croupier.agents.agent import Agent, Turns
from croupier.agents.names import AgentName
from croupier.agents.policy import INPUT, LOGITS, PolicyAgent, masked_softmax, runtime_session
from croupier.agents.registry import make_agent
from croupier.agents.search.agent import SearchAgent
from croupier.agents.search.layers import Layers, first_layer, head_scores, scratch_for
from croupier.agents.search.models import PolicyModel, model_of
from croupier.agents.search.rollouts import Rollouts
from croupier.agents.search.searcher import Searcher
from croupier.agents.search.settings import parse_settings
from croupier.arena.judge.answers import choices
from croupier.arena.judge.case import AgentChoices
from croupier.arena.judge.cases import cases_of_set
from croupier.arena.judge.figures import judge
from croupier.core.base.errors import ConfigError
from croupier.core.base.kernel import wide
from croupier.core.base.tiers import loop
from croupier.core.base.types import ActionList, Counts, Mask, Records
from croupier.core.engine.game import Game, State
from croupier.core.spec.spec import Floats, Kernel
from croupier.core.spec.training import NO_MIX
from croupier.decisions import load
from croupier.learn.settings.mixes import OptionMix
from croupier.learn.update.imitation import teacher_demonstrations

NET = "net"
ROLLOUTS, ALL = "rollouts", "all"
"""Where the smaller policy plays: in rollouts, or also in beliefs and for bids that are not open yet."""
_HELD_OUT = 987_654_321
"""Seed of the games in which policies are compared."""
_GAMES, _POSITIONS, _SIDE_BY_SIDE, _REPEATS = 4, 60, 64, 4
_FLOOR = 0.05
"""Share of a decision that may be anything, as beliefs have it at least."""


class Searching(SearchAgent):
    """Search around `net` that plays on by another policy."""

    def __init__(self, game: Game, *, file: str, search: str = "fast", worlds: str = "", where: str = ALL) -> None:
        """Make it; all settings are texts, as a name gives them.

        Args:
            game: the game.
            file: the policy that plays on.
            search: preset of the search.
            worlds: worlds, where not the preset's.
            where: `ROLLOUTS` or `ALL`.
        """
        wanted = f"search/{search},opponents=learned" + (f",worlds={worlds}" if worlds else "")
        settings = parse_settings(AgentName.parse(wanted))
        net, small = make_agent(NET, game), PolicyAgent(file, game)
        if where == ALL:
            searcher = Searcher(game, net, settings, make_agent("bot", game), playing_on=small)
        elif where == ROLLOUTS:
            searcher = Searcher(game, net, settings, make_agent("bot", game))
            models = [model_of(game, small), *searcher.rollouts.models[1:]]
            searcher.rollouts = Rollouts(game, game.spec.search_part, models)
        else:
            raise ConfigError(f"where must be {ROLLOUTS} or {ALL}, not {where!r}")
        super().__init__(searcher)


def played(game: Game) -> list[list[State]]:
    """Decisions with a choice of some games of `net`, by game."""
    net, found = make_agent(NET, game), list[list[State]]()
    for seed in range(_GAMES):
        state = game.new_initial_state(seed)
        found.append([])
        while not state.is_terminal():
            if len(state.legal_actions()) > 1:
                found[-1].append(state.clone())
            state.apply_action(int(net.act(Turns.of_state(state))[0]))
    return found


def changes(states: Sequence[State]) -> tuple[Floats, Floats]:
    """Observations of decisions, and what has changed since the seat's last one of the round.

    The first of a seat in a round has changed as a whole.
    """
    before: dict[int, tuple[int, Floats]] = {}
    whole, changed = list[Floats](), list[Floats]()
    for state in states:
        seat, number = state.current_player(), int(state.records["round"][0])
        seen = state.observation_tensor()
        last = before.get(seat)
        changed.append(seen - last[1] if last is not None and last[0] == number else seen)
        whole.append(seen)
        before[seat] = number, seen
    return np.stack(whole), np.stack(changed)


@loop
def _first(net: Layers, records: Records, features: Floats, out: Floats) -> None:
    scratch = scratch_for(net)
    for i in range(len(records)):
        first_layer(net, records[i]["phase"], features[i : i + 1], scratch, out)


@loop
def _whole(
    net: Layers, records: Records, features: Floats, lists: ActionList, counts: Counts, out: Floats, logits: Floats
) -> None:
    scratch = scratch_for(net)
    for i in range(len(records)):
        first_layer(net, records[i]["phase"], features[i : i + 1], scratch, out)
        head_scores(net, records[i]["phase"], features[i], out[0], scratch, lists[i], counts[i], logits[0])


def _looking(game: Game) -> Kernel:
    """A loop that makes observations and lists of legal actions, and no more."""
    observe, legal = game.spec.rules.observe, game.spec.rules.legal

    @loop
    def look(records: Records, features: Floats, mask: Mask, actions: ActionList) -> None:
        for i in range(len(records)):
            features[0] = 0.0
            observe(records[i], wide(records[i]["player"]), features[0])
            legal(records[i], mask, actions)

    return look


def seconds(work: Callable[[], object]) -> float:
    """Processor time of some work, the least of several turns."""
    work()
    found = []
    for _ in range(_REPEATS):
        begun = time.process_time()
        work()
        found.append(time.process_time() - begun)
    return min(found)


def parts(game: Game, games: Sequence[Sequence[State]], policy: Agent) -> dict[str, float]:
    """What a policy's decision in a rollout consists of, in microseconds."""
    model = model_of(game, policy)
    if not isinstance(model, PolicyModel):
        raise ConfigError(f"{policy.name} has no layers as croupier train writes them")
    net, states = model.network.layers, [state for each in games for state in each]
    records, lists = (
        np.concatenate([state.records for state in states]),
        [state.legal_actions() for state in states],
    )
    actions = np.zeros((len(states), game.num_actions), dtype=np.int16)
    for row, each in zip(actions, lists, strict=True):
        row[: len(each)] = each
    counts = np.array([len(each) for each in lists], dtype=np.int16)
    whole, changed = (np.concatenate(each) for each in zip(*map(changes, games), strict=True))
    out, logits = np.zeros((1, 1024), dtype=np.float32), np.zeros((1, game.num_actions), dtype=np.float32)
    look, mask, row = _looking(game), np.zeros(game.num_actions, dtype=np.bool_), np.zeros_like(whole[:1])
    a, b, c, d = (
        1e6 * seconds(work) / len(states)
        for work in (
            lambda: look(records, row, mask, actions[0].copy()),
            lambda: _first(net, records, whole, out),
            lambda: _first(net, records, changed, out),
            lambda: _whole(net, records, whole, actions, counts, out, logits),
        )
    )
    return {
        "observation and legal actions": a,
        "first layer": b,
        "first layer, of what changed alone": c,
        "other layers": d - b,
        "all of a rollout, for each decision": 1e6 * _rollout(game, states, policy),
    }


def _rollout(game: Game, states: Sequence[State], policy: Agent) -> float:
    """Seconds of rollouts from some decisions, for each decision in them."""
    engine = Rollouts(game, game.spec.search_part, [model_of(game, policy)])
    numbers = np.zeros((_SIDE_BY_SIDE, game.num_players), dtype=np.int8)
    spent, drawn = 0.0, np.random.default_rng(11).choice(len(states), size=_POSITIONS, replace=False)
    for turn in range(2):
        spent, engine.decisions = 0.0, 0  # the first turn warms up
        for place in drawn:
            record, rngs = states[place].records, np.arange(_SIDE_BY_SIDE, dtype=np.uint64) + np.uint64(turn)
            worlds = np.repeat(record, _SIDE_BY_SIDE)
            game.loops.redeal(worlds, np.full(_SIDE_BY_SIDE, states[place].current_player()), rngs)
            begun = time.process_time()
            engine.run(record, worlds, rngs, numbers)
            spent += time.process_time() - begun
    return spent / engine.decisions


def decisions(game: Game, states: Sequence[State], names: Sequence[str]) -> dict[str, float]:
    """Milliseconds of a decision of some agents, which take turns."""
    turns, agents = [Turns.of_state(state) for state in states], {name: make_agent(name, game) for name in names}
    for agent in agents.values():  # reads the trails, and compiles
        for each in turns:
            agent.act(each)
    spent = {name: list[float]() for name in names}
    for _ in range(_REPEATS):
        for name, agent in agents.items():
            begun = time.process_time()
            for each in turns:
                agent.act(each)
            spent[name].append(time.process_time() - begun)
    return {name: 1e3 * min(each) / len(turns) for name, each in spent.items()}


def likeness(mix: OptionMix, files: Sequence[str]) -> dict[str, tuple[float, float, float]]:
    """How far policies are from `net` in decisions of its games.

    Returns:
        By policy, `net` first: the divergence of Kullback and Leibler in nats, the share of decisions in which the
        likeliest action is the same, and the mean log-likelihood of `net`'s choice as a belief takes it.
    """
    shown = list(teacher_demonstrations(mix, make_agent(NET, mix.game), 256, _HELD_OUT))
    seen, legal, _ = (
        np.concatenate(each) for each in zip(*(s.dense(np.arange(len(s))) for s in shown), strict=True)
    )
    chosen = np.concatenate([each.actions for each in shown])
    found, theirs = dict[str, tuple[float, float, float]](), np.zeros((0, 0), dtype=np.float32)
    for name in (NET, *(f"{NET}:{file}" for file in files)):
        policy = make_agent(name, mix.game)
        if not isinstance(policy, PolicyAgent):
            raise ConfigError(f"{name} is no policy")
        (logits,) = runtime_session(policy.data, name, 1).run([LOGITS], {INPUT: seen})
        ours = np.maximum(masked_softmax(logits, legal), 1e-12)
        theirs = theirs if len(theirs) else ours
        apart = (np.where(legal, theirs * np.log(theirs / ours), 0.0)).sum(axis=1)
        told = (1.0 - _FLOOR) * ours[np.arange(len(ours)), chosen] + _FLOOR / legal.sum(axis=1)
        found[name] = (
            float(apart.mean()), float((ours.argmax(axis=1) == chosen).mean()), float(np.log(told).mean())
        )  # fmt: skip
    return found


def kinds(game: Game) -> set[str]:
    """The kinds of tables, at which agents are judged apart, that a game is one of."""
    more = any(game.options[each] for each in ("loot", "kraken", "whale"))
    kept = {"Rascal scoring": game.options["rascal"], "cards of the expansion": more}
    return {"all", f"{game.num_players} seats"} | {kind for kind, holds in kept.items() if holds}


def print_by_table(names: Sequence[str]) -> None:
    """A table in Markdown: the regret of the first agent, and how much less that of the others is."""
    cases = cases_of_set(load("skull-king-1"))
    answers = [choices(cases, AgentName.parse(name)) for name in names]
    print(
        f"| tables | decisions | {' | '.join(f'`{name}`' for name in names)} |\n|---|---:{'|---:' * len(names)}|"
    )
    known = [kinds(case.game) for case in cases]
    for title in sorted(set().union(*known)):
        kept = [k for k, each in enumerate(known) if title in each]
        theirs = [AgentChoices(each.name, tuple(each.each[k] for k in kept)) for each in answers]
        found = judge([cases[k] for k in kept], theirs, worst=0)
        cells = [f"{found.agents[0].regret.mean:.2f}"]
        for gap in found.gaps[: len(names) - 1]:  # to the first
            ends = None if gap.gap.ci95 is None else (-gap.gap.ci95[1], -gap.gap.ci95[0])
            cells.append(span(-gap.gap.mean, ends))
        print(f"| {title} | {len(kept)} | {' | '.join(cells)} |", flush=True)


def searching(file: str, worlds: int, where: str) -> str:
    """Name of a search that plays on by a policy, with the preset ``fast``."""
    return f"py/file={file},worlds={worlds},where={where}:benchmarks.small_policy:Searching"


def main() -> None:
    """Measure and print."""
    parser = argparse.ArgumentParser(description="A smaller policy in the rollouts and beliefs of search")
    parser.add_argument("files", nargs="*", help="policies that are distilled from net")
    parser.add_argument("--agents", nargs="+", help="instead: what a decision of these costs")
    parser.add_argument(
        "--tables", nargs="+", help="instead: what these lose at tables of each kind, by the judge"
    )
    given = parser.parse_args()
    if given.tables is not None:
        print_by_table(given.tables)
        return
    game = croupier.make("skull-king")
    games = played(game)
    states = [state for each in games for state in each]
    drawn = [states[k] for k in np.random.default_rng(11).choice(len(states), size=_POSITIONS, replace=False)]
    if given.agents is None:
        for name in (NET, *(f"{NET}:{file}" for file in given.files)):
            print(f"{name}: microseconds a decision")
            for part, spent in parts(game, games, make_agent(name, game)).items():
                print(f"  {part:40s} {spent:8.2f}")
    asked = given.agents or [
        "search/fast,opponents=learned",
        *(searching(file, 16, where) for file in given.files for where in (ROLLOUTS, ALL)),
    ]  # fmt: skip
    print("milliseconds a decision")
    for name, spent in decisions(game, drawn, asked).items():
        print(f"  {name:100s} {spent:8.2f}")
    if given.agents is not None:
        return
    mixes = {"a table of four": OptionMix(game, NO_MIX, 0.0), "drawn options": OptionMix(game, "all", 1.0)}
    for title, mix in mixes.items():
        print(f"{title}: divergence from {NET}, same likeliest action, log-likelihood of its choice")
        for name, (apart, same, told) in likeness(mix, given.files).items():
            print(f"  {name:40s} {apart:8.4f} {same:8.1%} {told:8.4f}")


if __name__ == "__main__":
    main()
