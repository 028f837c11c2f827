"""Analysis of decisions of one game: by exact values where the game is solved, else by search."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from functools import partial

import numpy as np
import numpy.typing as npt

from croupier.agents.agent import Agent, Turns
from croupier.agents.names import AgentName
from croupier.agents.registry import make_agent, make_searcher
from croupier.agents.search.choice import difference
from croupier.agents.search.searcher import Found, Searcher
from croupier.agents.search.settings import FOR_PEOPLE
from croupier.core.base.errors import ConfigError
from croupier.core.base.sentence import Sentence
from croupier.core.base.types import Records
from croupier.core.engine.game import Game, State
from croupier.core.engine.trail import Trail
from croupier.core.spec.search import CHANCE_TO_WIN, Explanation, Measure
from croupier.core.spec.shape import GameShape
from croupier.measure.costs.explain import differences
from croupier.measure.costs.position import Action, Analysis, Estimate
from croupier.measure.costs.row import CLEAR
from croupier.measure.costs.second_look import (
    Apart,
    in_true_cards,
    is_clear,
    mean_of,
    reseeded,
    searched_again,
)
from croupier.measure.english import say
from croupier.table.asking import ask_one

OUTLOOK = Measure("chance_to_win", say("win_game"), say("win"), is_chance=True)
"""The outlook as a measure, for words."""
ActionValues = Callable[[GameShape, Records], npt.NDArray[np.float64]]
LEAST_WORLDS = 2
"""Of one world alone no error can be told."""


@dataclass(frozen=True)
class Reviewed:
    """A decision of a played game, looked at."""

    analysis: Analysis  # the analysis
    # what the action costs by another search; None where the first one does not call its cost clear, and where
    # values are exact
    again: Apart | None = None
    # what it costs in the true cards; None where these were not to be used, and where values are exact, since
    # such games hide no cards
    true: Apart | None = None


class Analyst:
    """Analyses decisions of one game.

    Attributes:
        exact: whether values are exact.
        continuation: who plays on behind the actions that are compared, in words: values are under this play.
        measures: what the game measures of a rollout beside its gain.
    """

    def __init__(self, game: Game, agent: str | AgentName = FOR_PEOPLE, *, timed: bool = False) -> None:
        """Make what is needed; it is compiled when it is first asked.

        Args:
            agent: a search by its name, like ``search/fast:bot``; where the game is solved it is not asked.
            timed: whether the clock may stop the search; see `croupier.agents.registry.make_agent`.

        Raises:
            ConfigError: `agent` is no search, or one of too few worlds.
            FileError: a policy's file cannot be used.
        """
        self.game = game
        values = None if game.solver is None else game.solver.action_values
        self.exact = values is not None
        self.measures: tuple[Measure, ...] = ()
        self._bot: Agent | None = make_agent("bot", game) if "bot" in game.spec.bots else None
        self._analyse: Callable[[State, int | None], Analysis]
        self._searcher: Searcher | None = None
        if values is not None:
            if str(agent) != FOR_PEOPLE:
                _searcher(agent, game, timed)  # a bad name is refused though nothing is searched
            self._analyse, self.continuation = partial(self._exactly, values), say("optimal")
            return
        self._searcher = searcher = _searcher(agent, game, timed)
        self.continuation = _plays_on(searcher)
        if searcher.explanation is not None:
            self.measures = searcher.explanation.measures
        self._analyse = partial(self._searched, searcher)

    def analyse(self, state: State, played: int | None = None) -> Analysis:
        """Analyse the decision that is due.

        Args:
            state: a game that is not over; it is not changed.
            played: the action that the words hold against the best one; where it is left out, or is the best, the
                policy's choice, or else the second best.

        Returns:
            What is known of it. Nothing in it depends on what the seat to move cannot know.

        Raises:
            ConfigError: the game is over.
        """
        if state.is_terminal():
            raise ConfigError(say("over"))
        return self._analyse(state, played)

    def look_back(self, state: State, played: int, *, seed: int = 0, over: bool = False) -> Reviewed:
        """Analyse a decision that was made, and look at it again.

        Where the cost of what was played is more than noise, another search recomputes it, so that it is not
        flattered by the choice of the best one. In a game that is over the actions are also played on in the true
        cards.

        Args:
            state: the game before the decision; it is not changed.
            played: what was played.
            seed: of the second search, and of what chance decides in the true cards.
            over: whether the game has ended. Only then may what comes of this depend on what the seat to move
                could not know.

        Raises:
            ConfigError: the game is over at `state`.
            KeyError: what was played is not legal.
        """
        if self._searcher is None:
            return Reviewed(self.analyse(state, played))
        if state.is_terminal():
            raise ConfigError(say("over"))
        turns = Turns.of_state(state)
        found = self._searcher.search(turns, 0)
        analysis = self._told(self._searcher, turns, found, state, played)
        best, taken, other = analysis.best.action, analysis.of(played), reseeded(turns, seed)
        again = searched_again(self._searcher, other, best, played) if taken.clear else None
        true = in_true_cards(self._searcher, other, found, best, played) if over else None
        return Reviewed(analysis, again, true)

    def _bots_choice(self, state: State) -> int | None:
        return None if self._bot is None else ask_one(self._bot, state)

    def _exactly(self, solve: ActionValues, state: State, played: int | None) -> Analysis:
        """By the solver: values are chances to win."""
        values, actions = solve(self.game, state.records), state.legal_actions()
        top = max(values[action] for action in actions)
        rows = [
            Action(
                action, state.action_to_string(action), Estimate(100.0 * values[action]),
                behind := Estimate(100.0 * (top - values[action])), is_clear(behind),
                Estimate(float(values[action])), None, {},
            )
            for action in actions
        ]  # fmt: skip
        rows.sort(key=lambda row: (-row.gain.mean, row.action))
        second = _compared(rows, played, 1)
        words = (ahead(rows[0], rows[second], CHANCE_TO_WIN),) if len(rows) > 1 else ()
        return Analysis(
            state.current_player(), state.phase, CHANCE_TO_WIN, tuple(rows), rows[0].action, None,
            self._bots_choice(state), (), words, worlds=0, history=True, timed=False,
        )  # fmt: skip

    def _searched(self, searcher: Searcher, state: State, played: int | None) -> Analysis:
        """By rollouts in sampled worlds."""
        turns = Turns.of_state(state)
        return self._told(searcher, turns, searcher.search(turns, 0), state, played)

    def _told(self, searcher: Searcher, turns: Turns, found: Found, state: State, played: int | None) -> Analysis:
        """What a search found, as an analysis."""
        order = [int(k) for k in np.argsort(-found.gains.mean(axis=1), kind="stable")]
        rows = [_row(state, searcher, found, k, order[0]) for k in order]
        blueprint = int(found.shares.argmax())
        explanation = searcher.explanation
        second = _compared(rows, played, order.index(blueprint) or 1)
        words: tuple[str, ...] = ()
        if len(rows) > 1:
            words = (ahead(rows[0], rows[second], searcher.unit),)
            if explanation is not None:
                words += measured_apart(
                    explanation, found, order[0], order[second], (rows[0].text, rows[second].text)
                )
        seat = state.current_player()
        locations = () if explanation is None else tuple(explanation.locations(found.worlds, seat))
        return Analysis(
            seat, state.phase, searcher.unit, tuple(rows), found.action, int(found.actions[blueprint]),
            self._bots_choice(state), locations, words, worlds=len(found.worlds),
            history=not searcher.reads_history or _is_known(state, turns.trail(0)),
            timed=searcher.settings.seconds > 0.0,
        )  # fmt: skip


def _searcher(agent: str | AgentName, game: Game, timed: bool) -> Searcher:
    """What an analysis searches with; see `Analyst`."""
    searcher = make_searcher(AgentName.of(agent), game, explaining=True, timed=timed)
    if searcher.settings.worlds < LEAST_WORLDS:
        raise ConfigError(
            f"an analysis needs {LEAST_WORLDS} worlds at least, to say how sure it is; {str(agent)!r} has "
            f"{searcher.settings.worlds}"
        )
    return searcher


def _compared(rows: Sequence[Action], played: int | None, otherwise: int) -> int:
    """The row that the words hold against the best, which comes first: of what was played, where it is another."""
    return next((k for k, row in enumerate(rows) if k and row.action == played), otherwise)


def _is_known(state: State, trail: Trail | None) -> bool:
    """Whether a trail tells the whole stretch: not one that began before a position that was set up."""
    return trail is not None and (not state.start or bool(trail.finished))


def _row(state: State, searcher: Searcher, found: Found, k: int, best: int) -> Action:
    """An action of a search in numbers."""
    gain = mean_of(found.gains[k])
    chance = None
    if searcher.unit == CHANCE_TO_WIN:
        chance = Estimate(gain.mean / 100.0, gain.error / 100.0)
    elif searcher.explanation is not None and searcher.explanation.outlook is not None:
        chance = mean_of(found.outlook[k])
    names = [] if searcher.explanation is None else [each.name for each in searcher.explanation.measures]
    behind = Estimate(0.0)
    if k != best:
        apart, error = difference(found.gains[best], found.gains[k])
        behind = Estimate(float(apart), float(error))
    action = int(found.actions[k])
    measures = dict(zip(names, map(float, found.measures[k].mean(axis=0, dtype=np.float64)), strict=True))
    return Action(
        action, state.action_to_string(action), gain, behind, is_clear(behind), chance,
        float(found.shares[k]), measures,
    )  # fmt: skip


def measured_apart(
    explanation: Explanation, found: Found, best: int, other: int, texts: tuple[str, str]
) -> tuple[str, ...]:
    """What two actions differ in beside their gains, by their places: measures, and the chance to win."""
    measures, ours, theirs = explanation.measures, found.measures[best], found.measures[other]
    if explanation.outlook is not None:
        measures = (*measures, OUTLOOK)
        ours = np.column_stack([ours, found.outlook[best]])
        theirs = np.column_stack([theirs, found.outlook[other]])
    return differences(measures, *texts, ours, theirs)


_CALLED = {"bot": say("plays_on.bot"), "net": say("plays_on.net"), "random": say("plays_on.random")}
"""What agents are called that play on; those with settings stay as they are typed."""


def _plays_on(searcher: Searcher) -> Sentence:
    """Who plays on in a search's rollouts, in words."""
    own, other, either = searcher.rollout_agents
    called = _CALLED.get(own, own)
    if other is None:
        return say("plays_on.watched" if searcher.watches else "plays_on", own=called)
    beside = "plays_on.all" if searcher.watches else "plays_on.either" if either else "plays_on.others"
    return say(beside, own=called, other=_CALLED.get(other, other))


def ahead(best: Action, other: Action, unit: str) -> Sentence:
    """By how much one action is ahead of another; where that is not clear, what was asked of it."""
    gap, names = other.behind, {"best": best.text, "other": other.text}
    if other.clear:
        if f"{gap.mean:.1f}" == "0.0":
            return say("better.little", **names, unit=unit)
        return say("better", **names, unit=unit, gap=gap.mean)
    if not gap.error:
        return say("same", **names)
    return say("unclear", **names, unit=unit, gap=gap.mean, noise=CLEAR * gap.error)
