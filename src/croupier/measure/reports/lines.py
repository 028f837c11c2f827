"""Analyses and reviews in rows and in words, for the terminal and for pages."""

from __future__ import annotations

from collections.abc import Sequence

from croupier.core.base.rows import Rows, in_columns, number_heads
from croupier.core.base.sentence import capitalised, joined
from croupier.core.spec.search import CHANCE_TO_WIN, Measure
from croupier.measure.costs.analyst import Analysis, Estimate
from croupier.measure.costs.review import Decision, Review
from croupier.measure.english import say

_HINTED = 4
"""Actions that a hint names, if there are many."""


def action_rows(found: Analysis, measures: Sequence[Measure]) -> Rows:
    """The legal actions, the best first."""
    in_chances = found.unit == CHANCE_TO_WIN
    heads = ["action", str(say("win")) if in_chances else found.unit, "behind"]
    if not in_chances and found.best.chance_to_win is not None:
        heads.append("chance to win")
    shown = [each for each in measures if each.head and each.name in found.best.measures]
    heads += [each.head for each in shown]
    asked = found.best.policy is not None
    if asked:
        heads.append("policy")
    rows = []
    for each in found.actions:
        row = [each.text.strip("[]"), _amount(each.gain, found), _amount(each.behind, found)]
        if not in_chances and each.chance_to_win is not None:
            row.append(_percent(each.chance_to_win))
        for measure in shown:
            mean = each.measures[measure.name]
            row.append(f"{mean:.0%}" if measure.is_chance else f"{mean:.1f}")
        if asked and each.policy is not None:
            row.append(f"{each.policy:.0%}")
        rows.append(row)
    return in_columns(f"Player {found.seat}, {found.phase}", number_heads(*heads), rows)


def choosers(found: Analysis) -> str:
    """Who would play what, in one sentence without a full stop; empty where nobody was asked."""
    asked = {"search": None if found.exact else found.choice, "policy": found.blueprint, "bot": found.bot}
    told = []
    for each in found.actions:
        names = [say(name) for name, action in asked.items() if action == each.action]
        if names:
            who = joined(say("and"), [joined(", ", names[:-1]), names[-1]] if names[1:] else names)
            told.append(say("would_play", who=who, action=each.text))
    return joined("; ", told)


def _weighed(found: Analysis) -> str:
    """Why search would not play what is clearly better, without a full stop; empty where it would."""
    best, choice = found.best, found.of(found.choice)
    if found.exact or not choice.clear:
        return ""
    shares = {"best_share": best.policy, "choice_share": choice.policy}
    return say("weighed", best=best.text, choice=choice.text, **shares)


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


def location_rows(found: Analysis) -> Rows:
    """Where hidden cards may be."""
    rest = list(dict.fromkeys(name for each in found.locations for name in each.rest))
    seats = range(len(found.locations[0].seats)) if found.locations else range(0)
    heads = ["card", *(f"Player {seat}" for seat in seats if seat != found.seat), *rest]
    rows = []
    for each in found.locations:
        shares = [f"{share:.0%}" for seat, share in enumerate(each.seats) if seat != found.seat]
        rows.append([each.card, *shares, *(f"{each.rest.get(name, 0.0):.0%}" for name in rest)])
    return in_columns("Where hidden cards may be", number_heads(*heads), rows)


def footing(found: Analysis) -> str:
    """What the numbers rest on, in one sentence."""
    if found.exact:
        return say("exact")
    told = [say("sampled", worlds=found.worlds)]
    told += [] if found.history else [say("unknown")]
    told += [say("clock")] if found.timed else []
    return joined(" ", told)


def hint(found: Analysis) -> str:
    """An analysis in a few lines: what the best actions are worth, who would play what, and why."""
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
    """What an analysis says in words: who would play what, and what two actions differ in."""
    told = (choosers(found), *found.words, _weighed(found))
    return [joined("", [capitalised(words), say("stop")]) for words in told if words]


def seat_rows(found: Review) -> Rows:
    """Each reviewed seat in short."""
    heads = ["seat", "decisions", "mistakes", f"cost in {found.unit}"]
    told = all(each.chance_lost is not None and each.luck is not None for each in found.seats)
    if found.true_cards:
        heads += ["bad luck", "lucky"]
    if told:
        heads += ["chance to win lost", "won", "luck"]
    rows = []
    for each in found.seats:
        row = [f"Player {each.seat}", str(each.decisions), str(each.clear), f"{each.cost:.1f}"]
        if found.true_cards:
            row += [str(each.bad_luck), str(each.lucky)]
        if told and each.chance_lost is not None and each.won is not None and each.luck is not None:
            row += [f"{each.chance_lost:.1%}", f"{each.won:.0%}", f"{each.luck:+.1%}"]
        rows.append(row)
    return in_columns("In short", number_heads(*heads), rows)


def decision_rows(decisions: Sequence[Decision], unit: str) -> Rows:
    """Decisions with what they cost, by knowledge and in the true cards; chances to win are of the best action."""
    several = len({each.seat for each in decisions}) > 1
    true = any(each.true_cost is not None for each in decisions)
    heads = ["move", *(["seat"] if several else []), "played", "best", f"cost in {unit}"]
    heads += [*(["true cards", "verdict"] if true else []), "chance to win"]
    rows = []
    for each in decisions:
        chance = "" if each.chance_to_win is None else f"{each.chance_to_win:.1%}"
        cost = "" if each.action == each.analysis.best.action else f"{each.cost.mean:.1f}"
        mark = " *" if each.clear else ""
        seat = [f"Player {each.seat}"] if several else []
        texts = [text.strip("[]") for text in (each.text, each.best)]
        judged = [_in_true_cards(each), each.verdict or ""] if true else []
        rows.append([str(each.ply), *seat, *texts, cost + mark, *judged, chance])
    return in_columns("Every decision", number_heads(*heads), rows)


def _in_true_cards(decision: Decision) -> str:
    """What a decision cost in the true cards, and against which action where that is not the best one."""
    if decision.true_cost is None or decision.true_best is None or decision.true_best == decision.text:
        return ""
    against = "" if decision.true_best == decision.best else f" to {decision.true_best.strip('[]')}"
    return f"{decision.true_cost.mean + 0.0:.1f}{against}"
