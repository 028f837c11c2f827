"""The review page: tables, key moments, and the win probability as a curve."""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING

from croupier.core.base.rows import Rows
from croupier.core.engine.deal_secret import deal_words
from croupier.core.spec.search import CHANCE_TO_WIN, Measure
from croupier.measure.costs.review import Review
from croupier.measure.reports.lines import action_rows, decision_rows, seat_rows, sentences
from croupier.measure.reports.plots import svg
from croupier.measure.reports.rendered import Part, Plot, to_html
from croupier.table.game_file import PlayedGame

if TYPE_CHECKING:
    from collections.abc import Sequence

    from matplotlib.axes import Axes

LEGEND = (
    "A cost is what the action gained less than the best one, in the same worlds. What a seat could not know is "
    "not held against it. Luck in percent is what its choices do not explain: the deal, and how the others played."
)
_EXACT = (
    " Values are exact, under optimal play from here on; * marks mistakes. No cards are hidden here, so nothing "
    "is held against true cards: luck is the dice."
)
_SEARCHED = (
    " * marks mistakes: costs above three standard errors in the search that picked the best action, and in "
    "another one, which has picked nothing and gives the figure; only these are added up. Values are not of the "
    "game itself, but of play that goes on as models do: {play}."
)
_TRUE = (
    " In the true cards the same play goes on from the cards as they lay: what was played is held against the "
    "best action or, where that was played, against the one that gains most there. Bad luck is a choice that was "
    "no mistake and lost there; luck is a mistake that won there."
)
_NOT_OVER = " The game is not over, so nothing is held against the true cards."
_OF_OUTLOOK = (
    " A chance to win is worked out from the scores that the worlds end with and what is still to be played. It "
    "knows no cards; how often seats win that it gives a chance stands in the documentation, under analysis."
)


def legend(found: Review) -> str:
    """How a review is to be read."""
    told = LEGEND + (_EXACT if found.exact else _SEARCHED.format(play=found.continuation))
    if not found.exact:
        told += _TRUE if found.true_cards else _NOT_OVER
    estimated = found.unit != CHANCE_TO_WIN and any(each.chance_to_win is not None for each in found.decisions)
    return told + _OF_OUTLOOK if estimated else told


def page(played: PlayedGame, found: Review, measures: Sequence[Measure]) -> str:
    """The review as one HTML page."""
    title = f"{played.state.game.spec.title}, {deal_words(played.state.deal)}"
    names = [f"Player {each.seat} is {played.agents[each.seat]}." for each in found.seats if played.agents]
    parts: list[Part] = [" ".join([*names, legend(found)]), _table(seat_rows(found))]
    if any(each.chance_to_win is not None for each in found.decisions):
        parts.append(Plot(svg(lambda axes: _curve(axes, found), 3.5), _curve_in_words(found)))
    for number, moment in enumerate(found.moments):
        caption = f"Moment {number + 1}: move {moment.ply}, Player {moment.seat} played {moment.text}"
        parts.append(_table(action_rows(moment.analysis, measures).titled(caption)))
        parts.append(" ".join(sentences(moment.analysis)))
    parts.append(_table(decision_rows(found.decisions, found.unit)))
    return to_html(title, parts)


def _table(rows: Rows) -> Rows:
    """A table whose cells are not broken into lines."""
    cells = tuple(tuple(cell.replace(" ", "\N{NO-BREAK SPACE}") for cell in row) for row in rows.texts())
    return replace(rows, cells=cells)


def _curve(axes: Axes, found: Review) -> None:
    """Chance to win by move; the decisions that cost most are marked."""
    for each in found.seats:
        own = [one for one in found.decisions if one.seat == each.seat and one.chance_to_win is not None]
        shown = [100.0 * one.chance_to_win for one in own if one.chance_to_win is not None]
        axes.plot([one.ply for one in own], shown, label=f"Player {each.seat}")
    for moment in found.moments:
        if moment.chance_to_win is not None:
            axes.plot(moment.ply, 100.0 * moment.chance_to_win, "o", color="0.3")
    axes.set(xlabel="move", ylabel="chance to win, %", title="Chance to win, best action played")
    axes.set_ylim(0.0, 100.0)
    axes.grid(alpha=0.3)
    if len(found.seats) > 1:
        axes.legend()


def _curve_in_words(found: Review) -> str:
    told = []
    for each in found.seats:
        own = [one.chance_to_win for one in found.decisions if one.seat == each.seat]
        known = [chance for chance in own if chance is not None]
        if known:
            told.append(f"Player {each.seat} from {known[0]:.0%} to {known[-1]:.0%}")
    return f"Chance to win by move: {'; '.join(told)}."
