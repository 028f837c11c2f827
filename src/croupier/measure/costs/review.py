"""Reviews of played games: the cost of each decision, with mistakes separated from luck."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import asdict, dataclass
from typing import Any

from croupier.core.base.errors import ConfigError
from croupier.core.engine.deal_secret import deal_words
from croupier.core.engine.game import State
from croupier.measure.costs.analyst import Analysis, Analyst, Estimate, Reviewed, is_clear
from croupier.measure.costs.cases import stratum_of
from croupier.measure.costs.table import Cost, MistakeOrLuck
from croupier.measure.english import say
from croupier.measure.play.metrics import win_shares
from croupier.table.game_file import PlayedGame

MOMENTS = 3
"""Number of decisions listed as those that mattered most."""


@dataclass(frozen=True)
class Decision:
    """A decision of a game, compared with the best action.

    Attributes:
        ply: decisions before it in the game.
        seat: the seat that made it.
        action: the action played.
        text: its name.
        best: name of the best action; the same if it was played.
        cost: gain lost against the best action by what the seat could know, in the same worlds; 0 if the best was
            played. If the first search finds more than noise, this is the estimate of an independent search.
        chance_to_win: the seat's chance to win with the best action, 0..1; None if the game estimates none.
        chance_lost: chance to win lost against the best action, from the same search as `cost`, at least 0; None
            if the game estimates none.
        clear: whether it was a mistake: a cost above three standard errors, in both searches.
        analysis: the first search's analysis.
        searched_again: whether there was a second search.
        true_cost: gain lost in the true cards; negative if gained. It is compared with the best action by
            knowledge or, if that was played, with the best in the true cards. None if values are exact or the game
            is not over.
        true_chance_lost: chance to win lost in the true cards; None like `true_cost`, and if the game estimates no
            chance to win.
        true_best: name of the action compared with in the true cards; None like `true_cost`.
        verdict: whether the two costs show a mistake, bad luck or luck; None if neither is more than noise.
    """

    ply: int
    seat: int
    action: int
    text: str
    best: str
    cost: Estimate
    chance_to_win: float | None
    chance_lost: float | None
    clear: bool
    analysis: Analysis
    searched_again: bool = False
    true_cost: Estimate | None = None
    true_chance_lost: float | None = None
    true_best: str | None = None
    verdict: MistakeOrLuck | None = None


@dataclass(frozen=True)
class Seat:
    """Summary of a seat's game."""

    seat: int
    decisions: int  # decisions with a choice
    clear: int  # number of mistakes
    cost: float  # gain lost by mistakes
    chance_lost: float | None  # chance to win lost by mistakes; None if the game estimates none
    expected: float  # equal share of the win
    won: float | None  # actual share of the win; None if the game is not finished
    # the rest, which an equal share and its mistakes do not explain: the deal, and the others' play
    luck: float | None
    # decisions that were no mistakes and lost in the true cards; None without true cards
    bad_luck: int | None = None
    lucky: int | None = None  # mistakes that gained in the true cards; None without true cards


@dataclass(frozen=True)
class Review:
    """The review of a game, decision by decision.

    Attributes:
        unit: unit of gains.
        decisions: the decisions with a choice of the reviewed seats, in order.
        seats: a summary of each of these seats.
        moments: the mistakes that cost most, most expensive first.
        exact: whether values are exact.
        true_cards: whether decisions were also compared in the true cards. False if values are exact or the game
            is not over.
        continuation: a description of the agents that play on after each compared action. Values assume this play.
    """

    unit: str
    decisions: tuple[Decision, ...]
    seats: tuple[Seat, ...]
    moments: tuple[Decision, ...]
    exact: bool
    true_cards: bool = False
    continuation: str = ""

    def data(self) -> dict[str, Any]:
        """The review as plain data for JSON."""
        return asdict(self)


def review(
    played: PlayedGame,
    analyst: Analyst,
    seats: tuple[int, ...],
    on_progress: Callable[[float], None],
    seed: int = 0,
) -> Review:
    """Compare every decision of some seats with the best action.

    Args:
        played: the game.
        analyst: an analyst of this game.
        seats: the seats to review.
        on_progress: called with the share of the work done, 0..1.
        seed: seed of the searches that estimate the cost of mistakes again, 0 .. 2**64 - 1.

    Raises:
        ConfigError: there is no such seat, or none of them had a choice.
    """
    people = played.state.game.num_players
    for seat in seats:
        if not 0 <= seat < people:
            raise ConfigError(say("no_seat", seat=seat, last=people - 1))
    over = played.state.is_terminal() or played.forfeited is not None
    decisions = []
    total = max(1, len(played.state.history))
    for ply, (before, action, _) in enumerate(played.moves()):
        if before.current_player() in seats and len(before.legal_actions()) > 1:
            looked = analyst.look_back(before, action, seed=seed, over=over)
            decisions.append(_decision(before.action_to_string, ply, action, looked))
        on_progress((ply + 1) / total)
    if not decisions:
        raise ConfigError(say("no_choice"))
    costs = costs_of_review(played, decisions)
    dearest = sorted((each for each in decisions if each.clear), key=lambda each: -_weight(each))
    return Review(
        decisions[0].analysis.unit,
        tuple(decisions),
        tuple(_seat(played, seat, [row for row in costs if row.seat == seat]) for seat in seats),
        tuple(dearest[:MOMENTS]),
        analyst.exact,
        over and not analyst.exact,
        analyst.continuation,
    )


def chance_lost(before: State, action: int, analyst: Analyst) -> float | None:
    """Chance to win that a mistake cost, by the rules of `review`, also during the game; 0 for no mistake."""
    # None for a mistake in a game that estimates no chance to win.
    decision = _decision(before.action_to_string, before.plies, action, analyst.look_back(before, action))
    return decision.chance_lost if decision.clear else 0.0


def total_lost(lost: Sequence[float | None]) -> float | None:
    """The sum of chances to win lost; None if one is unknown."""
    return None if None in lost else float(sum(each for each in lost if each is not None))


def luck(won: float | None, people: int, lost: float | None) -> float | None:
    """The part of a seat's share of the win that an equal share and its own mistakes do not explain."""
    return None if won is None or lost is None else won - 1.0 / people + lost


def costs_of_review(played: PlayedGame, decisions: Sequence[Decision]) -> list[Cost]:
    """The rows of a review in the table of costs."""
    kinds = [stratum_of(before) for before, _, _ in played.moves()]
    agents = played.agents or [f"Player {seat}" for seat in range(played.state.game.num_players)]
    return [
        Cost(
            deal_words(played.state.deal), str(each.ply), agents[each.seat], kinds[each.ply], each.text, each.best,
            each.cost.mean, each.cost.error, each.cost.mean if each.clear else 0.0, float(each.clear), each.seat,
            each.chance_lost, None if each.true_cost is None else each.true_cost.mean,
            None if each.true_cost is None else each.true_cost.error, each.verdict,
        )
        for each in decisions
    ]  # fmt: skip


def _decision(called: Callable[[int], str], ply: int, action: int, looked: Reviewed) -> Decision:
    found, again, true = looked.analysis, looked.again, looked.true
    taken, chance = found.of(action), found.best.chance_to_win
    cost = (again or taken).behind
    lost = None if again is None else again.chance_lost
    if again is None and chance is not None and taken.chance_to_win is not None:
        lost = chance.mean - taken.chance_to_win.mean
    clear = taken.clear and is_clear(cost)
    return Decision(
        ply, found.seat, action, taken.text, found.best.text, cost,
        None if chance is None else chance.mean, None if lost is None else max(0.0, lost),
        clear=clear, analysis=found, searched_again=again is not None,
        true_cost=None if true is None else true.behind,
        true_chance_lost=None if true is None else true.chance_lost,
        true_best=None if true is None else called(true.other),
        verdict=_verdict(clear, None if true is None else true.behind),
    )  # fmt: skip


def _verdict(clear: bool, true_cost: Estimate | None) -> MistakeOrLuck | None:
    if clear:
        won = true_cost is not None and is_clear(Estimate(-true_cost.mean, true_cost.error))
        return "luck" if won else "mistake"
    return "bad luck" if true_cost is not None and is_clear(true_cost) else None


def _weight(decision: Decision) -> float:
    """How much a decision mattered: the chance to win that it cost, or its cost if that is unknown."""
    return decision.cost.mean if decision.chance_lost is None else decision.chance_lost


def _seat(played: PlayedGame, seat: int, rows: Sequence[Cost]) -> Seat:
    people = played.state.game.num_players
    lost = [row.chance_lost for row in rows if row.mistake]
    chances = total_lost(lost)
    won = share_of_win(played.state, seat)
    verdicts = [row.verdict for row in rows]
    told = all(row.true_cost is not None for row in rows)
    return Seat(
        seat, len(rows), len(lost), float(sum(row.clear_cost for row in rows)), chances, 1.0 / people, won,
        luck(won, people, chances),
        verdicts.count("bad luck") if told else None, verdicts.count("luck") if told else None,
    )  # fmt: skip


def share_of_win(state: State, seat: int) -> float | None:
    """A seat's share of the win, 0..1; None if the game is not finished."""
    if not state.is_terminal():
        return None
    return float(win_shares(state.returns()[None, :])[0, seat])
