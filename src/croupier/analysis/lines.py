"""Analyses and reviews as tables of text, for the terminal and for pages."""

from __future__ import annotations

from collections.abc import Sequence

from croupier.analysis.position import Action, Analysis, Estimate
from croupier.analysis.review import Decision, Review
from croupier.core.search import CHANCE_TO_WIN, Measure

Table = tuple[Sequence[str], list[Sequence[str]]]
"""Heads of the columns, and the rows."""


def action_table(found: Analysis, measures: Sequence[Measure]) -> Table:
    """The legal actions, the best first.

    Args:
        found: the analysis.
        measures: what the game measures, in the order of the columns.
    """
    in_chances = found.unit == CHANCE_TO_WIN
    heads = ["action", "chance to win" if in_chances else found.unit, "behind"]
    if not in_chances and found.best.chance_to_win is not None:
        heads.append("chance to win")
    shown = [each for each in measures if each.name in found.best.measures and each.name != found.unit]
    heads += [each.head for each in shown]
    asked = found.best.policy is not None
    if asked:
        heads.append("policy")
    rows: list[Sequence[str]] = []
    for each in found.actions:
        row = [_name(found, each), _amount(each.gain, found), _amount(each.behind, found)]
        if not in_chances and each.chance_to_win is not None:
            row.append(_percent(each.chance_to_win))
        for measure in shown:
            mean = each.measures[measure.name]
            row.append(f"{mean:.0%}" if measure.is_chance else f"{mean:.1f}")
        if asked and each.policy is not None:
            row.append(f"{each.policy:.0%}")
        rows.append(row)
    return heads, rows


def _name(found: Analysis, each: Action) -> str:
    """An action with who would play it."""
    played = (("search", found.choice), ("policy", found.blueprint), ("bot", found.bot))
    who = [name for name, action in played if action == each.action and not (found.exact and name == "search")]
    text = each.text.strip("[]")
    return f"{text} ({', '.join(who)})" if who else text


def _amount(value: Estimate, found: Analysis) -> str:
    if found.exact:
        return f"{value.mean:.2f}%"
    return _around(value, 1.0, "")


def _percent(value: Estimate) -> str:
    return _around(value, 100.0, "%")


def _around(value: Estimate, scale: float, sign: str) -> str:
    """A mean with half of its 95% interval."""
    shown = f"{scale * value.mean:.1f}{sign}"
    return f"{shown} ±{scale * 1.96 * value.error:.1f}" if value.error else shown


def location_table(found: Analysis) -> Table:
    """Where hidden cards may be."""
    rest = list(dict.fromkeys(name for each in found.locations for name in each.rest))
    seats = range(len(found.locations[0].seats)) if found.locations else range(0)
    heads = ["card", *(f"Player {seat}" for seat in seats if seat != found.seat), *rest]
    rows: list[Sequence[str]] = []
    for each in found.locations:
        shares = [f"{share:.0%}" for seat, share in enumerate(each.seats) if seat != found.seat]
        rows.append([each.card, *shares, *(f"{each.rest.get(name, 0.0):.0%}" for name in rest)])
    return heads, rows


def footing(found: Analysis) -> str:
    """What the numbers rest on, in one sentence."""
    if found.exact:
        return "Exact values: optimal play from here on."
    known = "" if found.history else " What was played before is not known, so beliefs rest on the table alone."
    return f"Means over {found.worlds} sampled worlds, with 95% intervals.{known}"


def hint(found: Analysis) -> str:
    """An analysis in a few lines: the actions with what they are worth, the best first, and why."""
    in_chances = found.unit == CHANCE_TO_WIN
    lines = []
    for each in found.actions:
        chance = "" if in_chances or each.chance_to_win is None else f", wins {each.chance_to_win.mean:.0%}"
        worth = f"{each.gain.mean:.1f}%" if in_chances else f"{each.gain.mean:+.1f} {found.unit}"
        lines.append(f"{each.text}: {worth}{chance}")
    return "\n".join([*lines, *(f"{words}." for words in found.words), footing(found)])


def seat_table(found: Review) -> Table:
    """Each reviewed seat in short."""
    heads = ["seat", "decisions", "clearly dearer than the best", f"cost in {found.unit}"]
    told = all(each.chance_lost is not None and each.luck is not None for each in found.seats)
    if told:
        heads += ["chance to win lost by choices", "won", "luck, and the others' play"]
    rows: list[Sequence[str]] = []
    for each in found.seats:
        row = [f"Player {each.seat}", str(each.decisions), str(each.clear), f"{each.cost:.1f}"]
        if told and each.chance_lost is not None and each.won is not None and each.luck is not None:
            row += [f"{each.chance_lost:.1%}", f"{each.won:.0%}", f"{each.luck:+.1%}"]
        rows.append(row)
    return heads, rows


def decision_table(decisions: Sequence[Decision], unit: str) -> Table:
    """Decisions with what they cost."""
    heads = ["move", "seat", "phase", "played", "best", f"cost in {unit}", "chance to win with the best"]
    rows: list[Sequence[str]] = []
    for each in decisions:
        chance = "" if each.chance_to_win is None else f"{each.chance_to_win:.1%}"
        cost = "" if each.action == each.analysis.best.action else f"{each.cost.mean:.1f}"
        mark = " *" if each.clear else ""
        rows.append(
            [str(each.ply), f"Player {each.seat}", each.analysis.phase, each.text, each.best, cost + mark, chance]
        )
    return heads, rows
