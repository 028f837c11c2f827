"""The judge's result: terminal tables, plain data, and an HTML page."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from croupier import __version__
from croupier.core.base.rows import (
    Cell,
    ColumnHead,
    Number,
    Rows,
    agent_heads,
    in_columns,
    number_heads,
    whole_heads,
)
from croupier.measure.costs.answers import FAILED, effective
from croupier.measure.costs.cases import Judging
from croupier.measure.costs.table import GAPS, AgentFigures, Gap, Judged, Mean, Second, Worst, judge
from croupier.measure.play.metrics import plain
from croupier.measure.reports.models import AskedRow, asked_tables
from croupier.measure.reports.plots import bars
from croupier.measure.reports.rendered import Aside, Part, Plot

ABREAST = 3
"""Agents per table, so that names are not broken on a narrow terminal."""
SCORE = (
    "Score: 1 for always the best action, 0 for the best constant answer of the set, which ignores the position: "
    "in each phase one word wherever it is legal, or a place in the list."
)
ILLEGAL = (
    "A reply that named no legal action counts as the worst legal one, "
    "and so does a decision for which no reply came."
)


WORST = 3
"""Number of most expensive decisions shown per agent."""


@dataclass(frozen=True)
class JudgeReport:
    """The result of judging some decisions."""

    found: Judging  # the decisions
    seed: int  # seed of the bootstrap
    judged: Judged
    references: tuple[AgentFigures, ...]  # random play and constant answers, for reading a set's scores
    second: Second | None = None  # the same by second values; None without them
    asked: tuple[AskedRow, ...] = ()  # language models and programs
    stopped: str = ""  # why models were not asked everything; empty if they were
    provenance: Mapping[str, Any] | None = None

    @classmethod
    def of(cls, found: Judging, seed: int, **more: Any) -> JudgeReport:
        """Judge the answers to some decisions."""
        zero = None if found.zero is None else found.zero.rules
        judged = judge(found.cases, found.answers, seed=seed, worst=WORST, zero=zero)
        constants = judge(found.cases, found.references, seed=seed, worst=0, zero=zero).agents
        return cls(found, seed, judged, constants, **more)

    @property
    def title(self) -> str:
        """The source and number of decisions."""
        return f"{self.found.source}: {len(self.found.cases):,} decisions of {self.found.game}"

    @property
    def constant(self) -> str:
        """The rules of the best constant answer as text; empty for games."""
        return "" if self.found.zero is None else self.found.zero.name

    @property
    def disguises(self) -> list[Gap]:
        """Regret of each model minus its regret under other names."""
        return [gap for gap in self.judged.gaps if gap.b == f"{gap.a} in disguise"]

    def as_dict(self) -> dict[str, Any]:
        """The report as plain data for JSON."""
        found = self.found
        return {
            "source": found.source, "digest": found.digest, "game": found.game, "decisions": len(found.cases),
            "effective": effective(found.cases), "unit": found.unit, "seed": self.seed, "constant": self.constant,
            "stopped": self.stopped, "croupier": __version__, "values": dict(found.values),
            "agents": plain(self.judged.agents), "references": plain(self.references),
            "gaps": [_gap(each) for each in self.judged.gaps],
            "plain_less_disguised": [_gap(each) for each in self.disguises],
            "asked": [each.data() for each in self.asked], "illegal_replies": ILLEGAL,
            "second": plain(self.second),
            **({} if self.provenance is None else {"provenance": dict(self.provenance)}),
        }  # fmt: skip

    def rows(self, *, whole: bool = True) -> Iterator[Rows]:
        """The tables; with more than `ABREAST` agents and not whole, only the gaps to the first one."""
        agents = self.judged.agents
        every = (*agents, *self.references)
        if self.references:
            heads = agent_heads("agent", "decisions", "score")
            scores = [(each.agent, each.regret.decisions, _scored(each.score)) for each in every]
            notes = (
                SCORE,
                f"Best constant answer: {self.constant}.",
                f"Weights: as much as {effective(self.found.cases):,.0f} decisions of one weight.",
            )
            yield in_columns("Score", heads, scores, notes)
            yield from _by("phase", "Score by phase", agents, scored=True)
        heads = agent_heads("agent", "decisions", f"regret, {self.found.unit}", "clear alone", "clear mistakes")
        cells = [
            (each.agent, each.regret.decisions, _shown(each.regret), _shown(each.clear_regret),
             _shown(each.clear_mistakes, ".1%"))
            for each in every
        ]  # fmt: skip
        silent = [
            f"{each.agent}: no reply came in {each.faults[FAILED]:,} of {each.regret.decisions:,} decisions, "
            "which count as the worst action until the same command asks them again."
            for each in agents
            if each.faults.get(FAILED)
        ]
        yield in_columns("Mean regret a decision", heads, cells, (self._assumed(), *silent))
        apart = {each.b for each in self.disguises}  # only compared with the same model under the game's own names
        gaps = [each for each in self.judged.gaps if not {each.a, each.b} & apart]
        if not whole and len(agents) > ABREAST:
            gaps = [each for each in gaps if each.a == agents[0].agent]
        if gaps:
            yield from _gaps("Gaps: regret of the first minus that of the second", gaps)
        if self.disguises:
            yield from _gaps("Plain minus disguised", self.disguises)
        for what, title in (("phase", "Regret by phase"), ("cards", "Regret by cards left")):
            yield from _by(what, title, agents)
        if self.asked:
            yield from asked_tables(self.asked)
        if self.second is not None:
            yield _second_rows(self.second, agents)

    def _assumed(self) -> str:
        values = self.found.values
        if not values.get("worlds"):
            return "Values are exact. 95% intervals from a bootstrap."
        return (
            f"Values assume that {values['continuation']} plays on, in {values['worlds']} worlds a decision. "
            "Clear alone: a regret below three standard errors is called none. 95% intervals from a bootstrap."
        )

    def parts(self) -> Iterator[Part]:
        """Tables and sentences for a terminal."""
        agents = self.judged.agents
        yield self.title
        yield from self._parts(self.rows(whole=False), dearest=len(agents) <= ABREAST)
        if len(agents) > ABREAST:
            yield f"--out writes a report with all gaps of these {len(agents)} agents and their dearest decisions."

    def whole(self) -> Iterator[Part]:
        """The parts of the HTML page."""
        yield _plot(self.judged.agents, self.found.unit)
        yield from self._parts(self.rows(), dearest=True)

    def _parts(self, tables: Iterable[Rows], *, dearest: bool) -> Iterator[Part]:
        if self.found.digest:
            yield f"digest {self.found.digest}"
        yield from tables
        if self.asked:
            yield ILLEGAL
        if self.second is not None:
            yield agreement(self.second)
        for each in self.judged.agents if dearest else ():
            for worst in each.worst:
                yield f"{each.agent}: {sentence(worst, self.found.unit)}"
                yield Aside("table", worst.situation)
        if self.stopped:
            yield f"Models were asked no more: {self.stopped}."
        yield f"Judged by croupier {__version__}."


def sentence(worst: Worst, unit: str) -> str:
    """An expensive decision as a sentence."""
    fault = f", for a reply that was {worst.fault}," if worst.fault else ""
    options = "".join(f", {name}={value}" for name, value in worst.options.items())
    return (
        f"decision {worst.id} ({worst.stratum['phase']}{options}): {worst.chosen}{fault} costs {worst.cost:.1f} ± "
        f"{1.96 * worst.error:.1f} {unit}; best is {worst.best}"
    )


def agreement(second: Second) -> str:
    """The agreement of the two judges as a sentence."""
    return (
        f"The second values: {second.values['continuation']} plays on, {second.values['worlds']} worlds, seed "
        f"{second.values['seed']}. Both have the same best action in {second.same_best:.1%} of the decisions; the "
        f"first one's best is no clear mistake by the second in {second.best_not_clearly_behind:.1%}, and costs "
        f"{_shown(second.first_best)} there. Each calls the other's best a clear mistake in "
        f"{len(second.opposed)}{': ' + ', '.join(second.opposed[:5]) if second.opposed else ''}."
    )


def _shown(found: Mean, form: str = ".2f") -> Number:
    return Number(found.mean, form, found.ci95)


def _scored(found: Mean | None) -> Cell:
    return "-" if found is None else _shown(found)


def _gaps(title: str, gaps: Sequence[Gap]) -> Iterator[Rows]:
    """A table of the gaps, and one of the decisions that they need; names are not broken on a narrow terminal."""
    pairs = [(f"{each.a} - {each.b}", each) for each in gaps]
    cells: list[tuple[Cell, ...]] = [
        (pair, _shown(each.gap, "+.2f"), "yes" if each.told_apart else "no") for pair, each in pairs
    ]
    yield in_columns(title, whole_heads("agents", "gap", "told apart"), cells)
    heads = whole_heads("agents", "spread", *(f"for {gap:g}" for gap in GAPS))
    cells = [
        (pair, Number(each.spread, ".2f"), *(f"{each.needed[gap]:,}" if each.spread else "-" for gap in GAPS))
        for pair, each in pairs
    ]
    note = (
        "Spread: standard deviation of a decision's difference. For 0.5, for 0.1: decisions that tell a gap of "
        "so much from none with 80% power."
    )
    yield in_columns("Decisions that tell gaps apart", heads, cells, (note,))


def _by(what: str, title: str, agents: Sequence[AgentFigures], *, scored: bool = False) -> Iterator[Rows]:
    values = list(dict.fromkeys(value for each in agents for value in each.by.get(what, {})))
    if all(value.isdecimal() for value in values):  # players of games have met different kinds
        values.sort(key=int)
    if len(values) < 2:
        return
    counts = [max(each.by[what][value].decisions for each in agents if value in each.by.get(what, {}))
              for value in values]  # fmt: skip
    for start in range(0, len(agents), ABREAST):
        some = agents[start : start + ABREAST]
        cells: list[tuple[Cell, ...]] = []
        for value, count in zip(values, counts, strict=True):
            found = ((each.score_by_phase if scored else each.by.get(what, {})).get(value) for each in some)
            cells.append((value, count, *map(_scored, found)))
        names = (ColumnHead(each.agent, "right", "anywhere") for each in some)
        yield in_columns(title, [*number_heads(what, "decisions"), *names], cells)


def _second_rows(second: Second, agents: Sequence[AgentFigures]) -> Rows:
    heads = agent_heads("agent", "first values", "second values", "best by the first", "first minus that")
    cells: list[tuple[Cell, ...]] = [
        (each.agent, _shown(each.regret), *(
            _shown(found[each.agent]) for found in (second.regret, second.crossed, second.higher)
        ))
        for each in agents
    ]  # fmt: skip
    note = (
        "First values are too high at most by the last column: the best action is picked by the worlds that value "
        "it. In the column before it is picked by the first values and valued by the second."
    )
    return in_columns("By second values", heads, cells, (note,))


def _plot(agents: Sequence[AgentFigures], unit: str) -> Plot:
    ranked = sorted((each for each in agents if each.regret.decisions), key=lambda each: each.regret.mean)
    names, means = [each.agent for each in ranked], [each.regret.mean for each in ranked]
    label = f"mean regret a decision, {unit}, 95% intervals"
    picture = bars(names, means, [each.regret.ci95 for each in ranked], lambda axes: axes.set(xlabel=label))
    told = "; ".join(f"{each.agent} {_shown(each.regret)}" for each in ranked)
    return Plot(picture, f"Mean regret a decision: {told}.")


def _gap(each: Gap) -> dict[str, Any]:
    needed = {f"{gap:g}": count for gap, count in each.needed.items()}
    return {"a": each.a, "b": each.b, "gap": plain(each.gap), "told_apart": each.told_apart,
            "spread": each.spread, "decisions_for": needed}  # fmt: skip
