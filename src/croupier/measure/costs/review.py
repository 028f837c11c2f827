"""Reviews of played games: the cost of each decision, and luck separated from choice."""

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
"""Decisions that are named as those that mattered most."""


@dataclass(frozen=True)
class Decision:
    """A decision of a game, held against the best one.

    Attributes:
        ply: decisions of the game before it.
        seat: who made it.
        action: what was played.
        text: what that is called.
        best: what the best action is called; the same where it was played.
        cost: gain lost by what the seat could know: against the best one, in the same worlds; 0 where it was
            played. Where the search that picked the best one finds more than noise, the cost is that of another
            search, which has picked nothing.
        chance_to_win: the seat's chance to win with the best action, 0..1; None where the game has no outlook.
        chance_lost: chance to win lost against the best one, as above; at least 0; None as above.
        clear: whether the cost is a mistake: more than noise, above three standard errors, in both searches.
        analysis: all that the first search found.
        searched_again: whether there was another search.
        true_cost: gain lost in the true cards, below 0 where it was won. It is held against the best one by
            knowledge, or where that was played against the one that gains most in the true cards. None where
            values are exact, and while the game is not over.
        true_chance_lost: chance to win lost in the true cards, as above; None also without an outlook.
        true_best: what the action is called that is held against in the true cards; None as above.
        verdict: what the two costs make of it; None where neither is more than noise.
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
    """A seat's game in short."""

    seat: int  # which
    decisions: int  # decisions with a choice that it made
    clear: int  # how many of them were mistakes
    cost: float  # gain that these cost
    chance_lost: float | None  # chance to win that these cost; None where the game has no outlook
    expected: float  # an equal share of the win
    won: float | None  # its share of the win; None where the game is not finished
    # what neither an equal share nor its own choices explain of that: the deal, and the others' play
    luck: float | None
    # decisions that were no mistakes and lost in the true cards; None where those were not looked at
    bad_luck: int | None = None
    lucky: int | None = None  # mistakes that won in the true cards; None as above


@dataclass(frozen=True)
class Review:
    """A game, decision by decision.

    Attributes:
        unit: what gains are counted in.
        decisions: those of the seats that were reviewed which had a choice, in their order.
        seats: each of those seats in short.
        moments: the decisions that cost most, the dearest first; only mistakes.
        exact: whether the values are exact.
        true_cards: whether decisions were held against the true cards too: not where values are exact, and not
            while the game is not over.
        continuation: who plays on behind the actions that are compared: all values are under this play.
    """

    unit: str
    decisions: tuple[Decision, ...]
    seats: tuple[Seat, ...]
    moments: tuple[Decision, ...]
    exact: bool
    true_cards: bool = False
    continuation: str = ""

    def data(self) -> dict[str, Any]:
        """As plain data for JSON."""
        return asdict(self)


def review(
    played: PlayedGame,
    analyst: Analyst,
    seats: tuple[int, ...],
    on_progress: Callable[[float], None],
    seed: int = 0,
) -> Review:
    """Hold every decision of some seats against the best one.

    Args:
        analyst: analyses decisions of this game.
        seats: whose decisions.
        on_progress: called with the share that is done.
        seed: of the searches that recompute what mistakes cost, 0 .. 2**64 - 1.

    Raises:
        ConfigError: there is no such seat, or none of them had a choice to make.
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
    """Chance to win that a choice cost where it was a mistake, as `review` counts it, while the game may go on.

    None where it was a mistake and the game has no outlook.
    """
    decision = _decision(before.action_to_string, before.plies, action, analyst.look_back(before, action))
    return decision.chance_lost if decision.clear else 0.0


def total_lost(lost: Sequence[float | None]) -> float | None:
    """The sum of some chances to win lost; None where one of them is not known."""
    return None if None in lost else float(sum(each for each in lost if each is not None))


def luck(won: float | None, people: int, lost: float | None) -> float | None:
    """What neither an equal share nor a seat's own mistakes explain of its share of the win."""
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
    """What two costs make of a decision."""
    if clear:
        won = true_cost is not None and is_clear(Estimate(-true_cost.mean, true_cost.error))
        return "luck" if won else "mistake"
    return "bad luck" if true_cost is not None and is_clear(true_cost) else None


def _weight(decision: Decision) -> float:
    """How much a decision mattered: by the chance to win that it cost, or else by its cost."""
    return decision.cost.mean if decision.chance_lost is None else decision.chance_lost


def _seat(played: PlayedGame, seat: int, rows: Sequence[Cost]) -> Seat:
    """A seat's rows of the table of costs as figures."""
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
    """A seat's share of the win, 0..1; None where the game is not finished."""
    if not state.is_terminal():
        return None
    return float(win_shares(state.returns()[None, :])[0, seat])
