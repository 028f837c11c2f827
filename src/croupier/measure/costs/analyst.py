"""Analysis of decisions: exact values if the game is solved, otherwise by search."""

from __future__ import annotations

import re
from collections.abc import Callable, Mapping, Sequence
from dataclasses import asdict, dataclass
from typing import Any

import numpy as np
import numpy.typing as npt

from croupier.agents.agent import Agent, Turns
from croupier.agents.names import AgentName
from croupier.agents.registry import make_agent, make_searcher
from croupier.agents.search.choice import difference
from croupier.agents.search.searcher import Found, SearchAgent, Searcher
from croupier.agents.search.settings import FOR_PEOPLE
from croupier.core.base.errors import ConfigError
from croupier.core.base.rng import choice_words
from croupier.core.base.sentence import Sentence
from croupier.core.base.types import Records
from croupier.core.engine.game import Game, State
from croupier.core.engine.trail import Trail
from croupier.core.spec.position import GameShape
from croupier.core.spec.search import CHANCE_TO_WIN, Explanation, Location, Measure
from croupier.measure.costs.sets import CLEAR
from croupier.measure.english import say
from croupier.table.asking import ask_one

OUTLOOK = Measure("chance_to_win", say("win_game"), say("win"), is_chance=True)
"""The chance to win as a measure, for sentences."""
ActionValues = Callable[[GameShape, Records], npt.NDArray[np.float64]]
LEAST_WORLDS = 2
"""A single world gives no standard error."""


@dataclass(frozen=True)
class Reviewed:
    """A decision of a played game, analysed a second time."""

    analysis: Analysis
    # cost of the action by an independent search; None where the first one finds no clear cost, or values are
    # exact
    again: Apart | None = None
    # cost in the true cards; None where these may not be used, and for exact values, since such games hide no
    # cards
    true: Apart | None = None


class Analyst:
    """Analyses decisions of one game.

    Attributes:
        exact: whether values are exact.
        agents: the search that was named or is used; empty if neither.
        continuation: a description of the agents that play on after each compared action. Values assume this play.
        measures: what the game measures of a rollout in addition to its gain.
    """

    def __init__(self, game: Game, agent: str | AgentName = FOR_PEOPLE, *, timed: bool = False) -> None:
        """Create the search. It is compiled on first use.

        Args:
            agent: name of a search, like ``search/fast:bot``. If the game is solved, it is not used.
            timed: whether the clock may stop the search; see `croupier.agents.registry.make_agent`.

        Raises:
            ConfigError: `agent` is not a search, or has too few worlds.
            FileError: a policy's file cannot be used.
        """
        self.game = game
        self._solve: ActionValues | None = None if game.solver is None else game.solver.action_values
        self._bot: Agent | None = make_agent("bot", game) if "bot" in game.spec.bots else None
        self._searcher: Searcher | None = None
        self.exact, self.continuation = self._solve is not None, say("optimal")
        self.agents: list[Agent] = []
        self.measures: tuple[Measure, ...] = ()
        if not self.exact or str(agent) != FOR_PEOPLE:  # a bad name is refused even if nothing is searched
            searcher = _searcher(agent, game, timed)
            self.agents = [SearchAgent(searcher)]
            if not self.exact:
                self._searcher, self.continuation = searcher, _plays_on(searcher)
                self.measures = () if searcher.explanation is None else searcher.explanation.measures

    def analyse(self, state: State, played: int | None = None) -> Analysis:
        """Analyse the next decision of a game.

        Args:
            state: a game that is not over. It is not changed.
            played: the action that the sentences compare with the best one. If it is left out or is the best, they
                compare the policy's choice, or else the second best.

        Returns:
            The analysis. Nothing in it depends on what the seat to move cannot know.

        Raises:
            ConfigError: the game is over.
        """
        if state.is_terminal():
            raise ConfigError(say("over"))
        if self._searcher is None:
            return self._exactly(state, played)
        turns = Turns.of_state(state)
        return self._analysis_of(self._searcher, turns, self._searcher.search(turns, 0), state, played)

    def look_back(self, state: State, played: int, *, seed: int = 0, over: bool = False) -> Reviewed:
        """Analyse a decision that was made, and check the result.

        If the cost of the action is more than noise, an independent search estimates it again, because the first
        estimate is biased by picking the best action. If the game is over, the actions are also played on in the
        true cards.

        Args:
            state: the game before the decision. It is not changed.
            played: the action that was played.
            seed: seed of the second search, and of chance in the true cards.
            over: whether the game has ended. Only then may the result depend on what the seat to move could not
                know.

        Raises:
            ConfigError: the game is over at `state`.
            KeyError: `played` is not legal.
        """
        if self._searcher is None:
            return Reviewed(self.analyse(state, played))
        if state.is_terminal():
            raise ConfigError(say("over"))
        turns = Turns.of_state(state)
        found = self._searcher.search(turns, 0)
        analysis = self._analysis_of(self._searcher, turns, found, state, played)
        best, taken, other = analysis.best.action, analysis.of(played), reseeded(turns, seed)
        again = searched_again(self._searcher, other, best, played) if taken.clear else None
        true = in_true_cards(self._searcher, other, found, best, played) if over else None
        return Reviewed(analysis, again, true)

    def _bots_choice(self, state: State) -> int | None:
        return None if self._bot is None else ask_one(self._bot, state)

    def _exactly(self, state: State, played: int | None) -> Analysis:
        """The solver's analysis: values are chances to win."""
        if self._solve is None:
            raise AssertionError("what is not searched is solved")
        values, actions = self._solve(self.game, state.records), state.legal_actions()
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

    def _analysis_of(
        self, searcher: Searcher, turns: Turns, found: Found, state: State, played: int | None
    ) -> Analysis:
        """The result of a search as an analysis."""
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
        where = None if explanation is None else explanation.locations
        locations = () if where is None else tuple(where(found.worlds, seat))
        return Analysis(
            seat, state.phase, searcher.unit, tuple(rows), found.action, int(found.actions[blueprint]),
            self._bots_choice(state), locations, words, worlds=len(found.worlds),
            history=not searcher.reads_history or _is_known(state, turns.trail(0)),
            timed=searcher.settings.seconds > 0.0,
        )  # fmt: skip


def _searcher(agent: str | AgentName, game: Game, timed: bool) -> Searcher:
    searcher = make_searcher(AgentName.of(agent), game, explaining=True, timed=timed)
    if searcher.settings.worlds < LEAST_WORLDS:
        raise ConfigError(
            f"an analysis needs {LEAST_WORLDS} worlds at least, to say how sure it is; {str(agent)!r} has "
            f"{searcher.settings.worlds}"
        )
    return searcher


def _compared(rows: Sequence[Action], played: int | None, otherwise: int) -> int:
    """The row that the sentences compare with the best, which is row 0: the played action if it is another one."""
    return next((k for k, row in enumerate(rows) if k and row.action == played), otherwise)


def _is_known(state: State, trail: Trail | None) -> bool:
    """Whether a trail holds the whole round: not if it began before a position that was set up."""
    return trail is not None and (not state.start or bool(trail.finished))


def _row(state: State, searcher: Searcher, found: Found, k: int, best: int) -> Action:
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
    """Sentences on the measures and the chance to win in which two actions differ, by their places."""
    measures, ours, theirs = explanation.measures, found.measures[best], found.measures[other]
    if explanation.outlook is not None:
        measures = (*measures, OUTLOOK)
        ours = np.column_stack([ours, found.outlook[best]])
        theirs = np.column_stack([theirs, found.outlook[other]])
    return differences(measures, *texts, ours, theirs)


_CALLED = {"bot": say("plays_on.bot"), "net": say("plays_on.net"), "random": say("plays_on.random")}
"""Names of the agents that play on; agents with settings keep the name as typed."""


def _plays_on(searcher: Searcher) -> Sentence:
    """Who plays on in a search's rollouts, in words."""
    own, other = searcher.rollout_agents
    called = _CALLED.get(own, own)
    if other is None:
        return say("plays_on.watched" if searcher.watches else "plays_on", own=called)
    beside = "plays_on.all" if searcher.watches else "plays_on.either"
    return say(beside, own=called, other=_CALLED.get(other, other))


def ahead(best: Action, other: Action, unit: str) -> Sentence:
    """By how much one action is better than another, or how much would have been clear."""
    gap, names = other.behind, {"best": best.text, "other": other.text}
    if other.clear:
        if f"{gap.mean:.1f}" == "0.0":
            return say("better.little", **names, unit=unit)
        return say("better", **names, unit=unit, gap=gap.mean)
    if not gap.error:
        return say("same", **names)
    return say("unclear", **names, unit=unit, gap=gap.mean, noise=CLEAR * gap.error)


@dataclass(frozen=True)
class Estimate:
    """A mean over sampled worlds, or an exact value.

    Attributes:
        mean: the value.
        error: its standard error; 0 if exact.
    """

    mean: float
    error: float = 0.0

    @property
    def ci95(self) -> tuple[float, float]:
        """95% confidence interval."""
        return self.mean - 1.96 * self.error, self.mean + 1.96 * self.error


@dataclass(frozen=True)
class Action:
    """A legal action and its value.

    Attributes:
        action: its number.
        text: its name.
        gain: the seat's gain, in the unit of the analysis.
        behind: how far it is behind the best action, in the same worlds; 0 for the best.
        clear: whether it is behind by more than three standard errors.
        chance_to_win: the seat's chance to win the game after it, 0..1; None if the game estimates none.
        policy: probability that the blueprint plays it, 0..1; None if there is no blueprint.
        measures: means of the game's measures of a rollout, by name.
    """

    action: int
    text: str
    gain: Estimate
    behind: Estimate
    clear: bool
    chance_to_win: Estimate | None
    policy: float | None
    measures: Mapping[str, float]


@dataclass(frozen=True)
class Analysis:
    """The analysis of one decision.

    Attributes:
        seat: the seat to move.
        phase: name of the phase.
        unit: unit of gains.
        actions: the legal actions, by descending gain.
        choice: the action that the search would play. It differs from the blueprint's only for a sure gain.
        blueprint: the action that the blueprint would play; None if there is none.
        bot: the action that the game's bot would play; None if there is none.
        locations: where hidden cards may be.
        words: sentences on how the best two actions differ.
        worlds: number of sampled worlds; 0 if values are exact.
        history: whether all actions of the others in this round were known. Otherwise beliefs use only the actions
            since a position was set up.
        timed: whether the clock limited the number of worlds, so that another analysis may differ.
    """

    seat: int
    phase: str
    unit: str
    actions: tuple[Action, ...]
    choice: int
    blueprint: int | None
    bot: int | None
    locations: tuple[Location, ...]
    words: tuple[str, ...]
    worlds: int
    history: bool
    timed: bool

    @property
    def best(self) -> Action:
        """The action with the greatest gain."""
        return self.actions[0]

    @property
    def exact(self) -> bool:
        """Whether the values are exact."""
        return self.worlds == 0

    def of(self, action: int) -> Action:
        """A legal action by its number.

        Raises:
            KeyError: the action is not legal.
        """
        for each in self.actions:
            if each.action == action:
                return each
        raise KeyError(action)

    def data(self) -> dict[str, Any]:
        """The analysis as plain data for JSON."""
        return asdict(self) | {"exact": self.exact, "in_chances": self.unit == CHANCE_TO_WIN}


_SHOWN = 2.0
"""Standard errors that a difference must exceed to be reported."""
_AMOUNT = r"(-?\d+(?:\.\d)?)%?"
_COMPARISON = re.compile(rf"(.+): {_AMOUNT} with (\[.+\]), {_AMOUNT} with (\[.+\])")
"""The form of a sentence of `differences`, in English."""


def differences(
    measures: Sequence[Measure],
    best: str,
    other: str,
    ours: npt.NDArray[np.floating[Any]],
    theirs: npt.NDArray[np.floating[Any]],
) -> tuple[str, ...]:
    """Sentences on the measures in which two actions differ by more than chance, the surest first."""
    apart, error = difference(ours.T, theirs.T)
    found = []
    for number, measure in enumerate(measures):
        gap, noise = float(apart[number]), float(error[number])
        if gap != 0.0 and abs(gap) > _SHOWN * noise:
            # float64, as in the table: sums in single precision depend on their order
            means = ours[:, number].mean(dtype=np.float64), theirs[:, number].mean(dtype=np.float64)
            shown = [f"{mean:.0%}" if measure.is_chance else f"{mean:.1f}" for mean in means]
            if shown[0] != shown[1]:
                surety = abs(gap) / noise if noise else np.inf
                found.append((surety, _sentence(measure, best, other, *means)))
    return tuple(text for _, text in sorted(found, key=lambda each: -each[0]))


def _sentence(measure: Measure, best: str, other: str, ours: float, theirs: float) -> Sentence:
    key = "chances" if measure.is_chance else "means"
    return say(key, label=measure.label, best=best, other=other, ours=float(ours), theirs=float(theirs))


def in_own_language(text: str, measures: Sequence[Measure]) -> str:
    """A sentence of `differences`, saved in English, as one that can be translated."""
    found = _COMPARISON.fullmatch(text)
    for measure in measures if found else ():
        if found and found[1] == measure.label:
            scale = 100.0 if measure.is_chance else 1.0
            made = _sentence(measure, found[3], found[5], float(found[2]) / scale, float(found[4]) / scale)
            return made if made == text else text
    return text


_ROLLOUTS = 64
"""Rollouts of an action in the true cards, where little chance is left; an even number."""
_PLY = 1 << 40
"""Ply for the random words of second searches; no game has a decision with this number."""


@dataclass(frozen=True)
class Apart:
    """How far one action is behind another."""

    other: int  # the action it is compared with
    behind: Estimate  # difference in gain; negative if it is ahead
    chance_lost: float | None  # difference in the chance to win; None if the game estimates none


def is_clear(behind: Estimate) -> bool:
    """Whether an action is behind another one by more than noise."""
    return bool(behind.mean > CLEAR * behind.error)  # JSON does not accept NumPy's bool


def mean_of(values: npt.NDArray[np.floating[Any]]) -> Estimate:
    """A mean over worlds with its standard error."""
    mean, error = difference(values, np.zeros_like(values))
    return Estimate(float(mean), float(error))


def reseeded(turns: Turns, seed: int) -> Turns:
    """The same decisions with other random words, derived from the old ones and a seed."""
    word = choice_words(np.array([seed], dtype=np.uint64), np.array([_PLY]))
    plies = np.full(len(turns), _PLY, dtype=np.int64)
    return Turns(turns.game, turns.records, choice_words(turns.keys ^ word, plies), turns.trails)


def searched_again(searcher: Searcher, turns: Turns, best: int, played: int) -> Apart:
    """Cost of an action against the one that another search found best."""
    found = searcher.search(turns, 0, (best, played))
    ours, theirs = (int(np.flatnonzero(found.actions == action)[0]) for action in (best, played))
    return _apart(searcher, best, found.gains[[ours, theirs]], found.outlook[[ours, theirs]])


def in_true_cards(searcher: Searcher, turns: Turns, found: Found, best: int, played: int) -> Apart:
    """Cost of an action in the true cards, compared with the best action by knowledge."""
    # If that was played, it is compared with the action with the greatest gain in the true cards: half of the
    # rollouts pick it, and the other half value it, which avoids a bias.
    only = None if best == played else (best, played)
    cards = searcher.in_true_cards(turns, 0, found, _ROLLOUTS, only)
    own, other = (int(np.flatnonzero(cards.actions == action)[0]) for action in (played, best))
    valued = slice(None)
    if best == played:
        half = _ROLLOUTS // 2
        means = cards.gains[:, :half].mean(axis=1, dtype=np.float64)
        other = own if means[own] == means.max() else int(means.argmax())
        valued = slice(half, None)
    rows = [other, own]
    return _apart(searcher, int(cards.actions[other]), cards.gains[rows, valued], cards.outlook[rows, valued])


def _apart(
    searcher: Searcher, other: int, gains: npt.NDArray[np.floating[Any]], outlook: npt.NDArray[np.floating[Any]]
) -> Apart:
    """The difference of two actions in the same worlds, shapes (2, worlds); the row compared with comes first."""
    behind = mean_of(gains[0] - gains[1])
    lost = None
    if searcher.unit == CHANCE_TO_WIN:
        lost = behind.mean / 100.0
    elif searcher.explanation is not None and searcher.explanation.outlook is not None:
        lost = float((outlook[0] - outlook[1]).mean())
    return Apart(other, behind, lost)
