"""Analyses and reviews as tables and sentences, for terminals and pages; the review page."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import replace
from typing import TYPE_CHECKING

from croupier.core.base.rows import Rows, in_columns, number_heads
from croupier.core.base.sentence import capitalised, joined
from croupier.core.engine.deal_secret import deal_words
from croupier.core.spec.search import CHANCE_TO_WIN, Measure
from croupier.measure.costs.analyst import Analysis, Estimate
from croupier.measure.costs.review import Decision, Review
from croupier.measure.english import say
from croupier.measure.reports.plots import svg
from croupier.measure.reports.rendered import Part, Plot, to_html
from croupier.table.game_file import PlayedGame

if TYPE_CHECKING:
    from matplotlib.axes import Axes

_HINTED = 4
"""Most actions in a hint."""


def _by_column(title: str, columns: Mapping[str, Sequence[str]]) -> Rows:
    """A table from columns of cells by heading."""
    return in_columns(title, number_heads(*columns), zip(*columns.values(), strict=True))


def action_rows(found: Analysis, measures: Sequence[Measure]) -> Rows:
    """The legal actions as a table, best first."""
    actions, in_chances = found.actions, found.unit == CHANCE_TO_WIN
    columns = {
        "action": [each.text.strip("[]") for each in actions],
        str(say("win")) if in_chances else found.unit: [_amount(each.gain, found) for each in actions],
        "behind": [_amount(each.behind, found) for each in actions],
    }
    if not in_chances and found.best.chance_to_win is not None:
        columns["chance to win"] = [around(each.chance_to_win, 100.0, "%") for each in actions]
    for measure in measures:
        if measure.head and measure.name in found.best.measures:
            form = ".0%" if measure.is_chance else ".1f"
            columns[measure.head] = [f"{each.measures[measure.name]:{form}}" for each in actions]
    if found.best.policy is not None:
        columns["policy"] = [f"{each.policy:.0%}" for each in actions]
    return _by_column(f"Player {found.seat}, {found.phase}", columns)


def choosers(found: Analysis) -> str:
    """Which of search, policy and bot would play what, without a full stop; empty if none was asked."""
    asked = {"search": None if found.exact else found.choice, "policy": found.blueprint, "bot": found.bot}
    told = []
    for each in found.actions:
        names = [say(name) for name, action in asked.items() if action == each.action]
        if names:
            who = joined(say("and"), [joined(", ", names[:-1]), names[-1]] if names[1:] else names)
            told.append(say("would_play", who=who, action=each.text))
    return joined("; ", told)


def _weighed(found: Analysis) -> str:
    """Why the search would not play the clearly better action, without a full stop; empty if it would."""
    best, choice = found.best, found.of(found.choice)
    if found.exact or not choice.clear:
        return ""
    shares = {"best_share": best.policy, "choice_share": choice.policy}
    return say("weighed", best=best.text, choice=choice.text, **shares)


def _amount(value: Estimate, found: Analysis) -> str:
    return f"{value.mean:.2f}%" if found.exact else around(value)


def around(value: Estimate | None, scale: float = 1.0, sign: str = "") -> str:
    """A mean with half of its 95% interval."""
    if value is None:
        return ""
    shown = f"{scale * value.mean:.1f}{sign}"
    return f"{shown} ±{scale * 1.96 * value.error:.1f}" if value.error else shown


def location_rows(found: Analysis) -> Rows:
    """A table of where hidden cards may be."""
    cards = found.locations
    columns = {"card": [each.card for each in cards]}
    for seat in range(len(cards[0].seats) if cards else 0):
        if seat != found.seat:
            columns[f"Player {seat}"] = [f"{each.seats[seat]:.0%}" for each in cards]
    for name in dict.fromkeys(name for each in cards for name in each.rest):
        columns[name] = [f"{each.rest.get(name, 0.0):.0%}" for each in cards]
    return _by_column("Where hidden cards may be", columns)


def footing(found: Analysis) -> str:
    """What the numbers are based on, as a sentence."""
    if found.exact:
        return say("exact")
    told = [say("sampled", worlds=found.worlds)]
    told += [] if found.history else [say("unknown")]
    told += [say("clock")] if found.timed else []
    return joined(" ", told)


def hint(found: Analysis) -> str:
    """An analysis in a few lines: the best actions with values, who would play them, and why."""
    in_chances = found.unit == CHANCE_TO_WIN
    shown = len(found.actions) if len(found.actions) <= _HINTED + 1 else _HINTED
    lines: list[str] = []
    for each in found.actions[:shown]:
        known = {"action": each.text, "gain": each.gain.mean}
        if in_chances:
            lines.append(say("line.chances", **known))
        elif each.chance_to_win is None:
            lines.append(say("line", **known, unit=found.unit))
        else:
            lines.append(say("line.wins", **known, unit=found.unit, chance=each.chance_to_win.mean))
    if rest := found.actions[shown:]:
        lines.append(say("rest", count=len(rest), gap=rest[0].behind.mean, unit=found.unit))
    return joined("\n", [*lines, *sentences(found), footing(found)])


def sentences(found: Analysis) -> list[str]:
    """The sentences of an analysis: who would play what, and how two actions differ."""
    told = (choosers(found), *found.words, _weighed(found))
    return [joined("", [capitalised(words), say("stop")]) for words in told if words]


def seat_rows(found: Review) -> Rows:
    """A table with one row per reviewed seat."""
    seats = found.seats
    columns = {
        "seat": [f"Player {each.seat}" for each in seats],
        "decisions": [str(each.decisions) for each in seats],
        "mistakes": [str(each.clear) for each in seats],
        f"cost in {found.unit}": [f"{each.cost:.1f}" for each in seats],
    }
    if found.true_cards:
        columns["bad luck"] = [str(each.bad_luck) for each in seats]
        columns["lucky"] = [str(each.lucky) for each in seats]
    if all(each.chance_lost is not None and each.luck is not None for each in seats):
        columns["chance to win lost"] = [f"{each.chance_lost:.1%}" for each in seats]
        columns["won"] = [f"{each.won:.0%}" for each in seats]
        columns["luck"] = [f"{each.luck:+.1%}" for each in seats]
    return _by_column("In short", columns)


def decision_rows(decisions: Sequence[Decision], unit: str) -> Rows:
    """Decisions with their costs, by knowledge and in the true cards; chances to win are of the best action."""
    columns = {"move": [str(each.ply) for each in decisions]}
    if len({each.seat for each in decisions}) > 1:
        columns["seat"] = [f"Player {each.seat}" for each in decisions]
    columns["played"] = [each.text.strip("[]") for each in decisions]
    columns["best"] = [each.best.strip("[]") for each in decisions]
    columns[f"cost in {unit}"] = [
        ("" if each.action == each.analysis.best.action else f"{each.cost.mean:.1f}")
        + (" *" if each.clear else "")
        for each in decisions
    ]
    if any(each.true_cost is not None for each in decisions):
        columns["true cards"] = [_in_true_cards(each) for each in decisions]
        columns["verdict"] = [each.verdict or "" for each in decisions]
    columns["chance to win"] = [
        "" if each.chance_to_win is None else f"{each.chance_to_win:.1%}" for each in decisions
    ]
    return _by_column("Every decision", columns)


def _in_true_cards(decision: Decision) -> str:
    """Cost of a decision in the true cards, with the action compared with if it is not the best one."""
    if decision.true_cost is None or decision.true_best is None or decision.true_best == decision.text:
        return ""
    against = "" if decision.true_best == decision.best else f" to {decision.true_best.strip('[]')}"
    return f"{decision.true_cost.mean + 0.0:.1f}{against}"


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
    """How to read a review."""
    told = LEGEND + (_EXACT if found.exact else _SEARCHED.format(play=found.continuation))
    if not found.exact:
        told += _TRUE if found.true_cards else _NOT_OVER
    estimated = found.unit != CHANCE_TO_WIN and any(each.chance_to_win is not None for each in found.decisions)
    return told + _OF_OUTLOOK if estimated else told


def page(played: PlayedGame, found: Review, measures: Sequence[Measure]) -> str:
    """The review as an HTML page."""
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
    """A table whose cells are not wrapped."""
    cells = tuple(tuple(cell.replace(" ", "\N{NO-BREAK SPACE}") for cell in row) for row in rows.texts())
    return replace(rows, cells=cells)


def _curve(axes: Axes, found: Review) -> None:
    """Plot the chance to win by move, with the most expensive mistakes marked."""
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
