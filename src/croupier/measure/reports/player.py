"""The report on one player, in parts: tables, verdicts in words, and plots."""

from __future__ import annotations

import json
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from functools import partial
from typing import TYPE_CHECKING, Any

from croupier.agents.trained import Untrained
from croupier.agents.trained import lines as told_lines
from croupier.core.base.rows import Cell, ColumnHead, Number, Rows, in_columns, number_heads
from croupier.core.spec.evaluation import Evaluation, ReportRow
from croupier.core.spec.registry import spec
from croupier.core.spec.search import CHANCE_TO_WIN
from croupier.core.spec.training import SIZE
from croupier.measure.costs.lost import FEW, FEW_WARNING, TITLE, AgentLost, PointsLost
from croupier.measure.costs.table import Cost
from croupier.measure.play.metrics import GameCounts
from croupier.measure.play.results import at
from croupier.measure.reports.models import ModelsReport
from croupier.measure.reports.plots import bars, svg
from croupier.measure.reports.rendered import Part, Plot

if TYPE_CHECKING:
    from matplotlib.axes import Axes

CurvePoints = Mapping[str, Sequence[tuple[float, float]]]
"""Points (decisions or updates, value) of each learning curve."""


def percent(value: Mapping[str, Any]) -> Number:
    """A share with its interval, like ``45.3% (43.9 to 46.6)``."""
    return Number(value["mean"], ".1%", value["ci95"])


def points(value: Mapping[str, Any]) -> Number:
    """Points with their interval, like ``12.3 (10.1 to 14.5)``."""
    return Number(value["mean"], ".1f", value["ci95"])


@dataclass(frozen=True)
class Section:
    """A section of the report: its heading, what is said above its first table, its tables and paragraphs."""

    title: str
    lead: str
    blocks: tuple[Rows | str, ...]


@dataclass(frozen=True)
class PlayerReport:
    """The report on one player."""

    data: Mapping[str, Any]  # as `evaluate` gives it, with ``player`` and what was found beside it
    curves: CurvePoints = field(default_factory=dict)  # learning curves by name, where some are known
    models: ModelsReport | None = None  # what language models and programs took
    costs: Sequence[Cost] = ()  # the rows behind what decisions cost

    @property
    def title(self) -> str:
        """What stands above its page."""
        return f"{self.data['player']}: {self.data['game']}, {self.data['deals']} deals, seed {self.data['seed']}"

    def as_dict(self) -> dict[str, Any]:
        """Plain data for JSON."""
        return {**self.data, **({} if self.models is None else {"models": self.models.as_dict()})}

    def parts(self, *, whole: bool = False) -> Iterator[Rows | str]:
        """Rows and sentences, in order."""
        yield (
            f"Rules of version {self.data['game_version']}, options {json.dumps(self.data['options'])}. "
            f"{self.data['deals']} deals a table, each in every rotation of the seats. In brackets: 95% intervals "
            "from a paired bootstrap over deals."
        )
        for section in sections(self.data):
            yield from [section.lead] if section.lead else ()
            for part in section.blocks:
                yield part.titled(part.title or section.title) if isinstance(part, Rows) else part
        if self.models is not None:
            yield from self.models.parts(whole=whole)

    def whole(self) -> Iterator[Part]:
        """The parts of its page."""
        yield from self.parts(whole=True)
        if self.data["measures"]:
            own = self.data["measures"]["own"]
            for one in _evaluation(self.data).pictures:
                name = one.name.rpartition(".")[0]
                yield Plot(svg(partial(one.draw, own), 4.5), f"{name}: its figures stand in the tables.")
        if rows := self.data["abilities"]:
            told = "; ".join(f"{row['abilities']} {points(row['own_gains_points'])}" for row in _others(rows))
            yield Plot(_gains_drawn(_others(rows)), f"Gains in points: {told}.")
        if self.curves:
            told = "; ".join(f"{name} {line[-1][1]:.3f} at the end" for name, line in self.curves.items())
            yield Plot(svg(partial(_draw_curves, self.curves), 4.5), f"Strength while it learned: {told}.")


def sections(report: Mapping[str, Any]) -> Iterator[Section]:
    """The sections of the report, without its pictures."""
    yield Section("Tables", "", (_at_tables(report),))
    if report["abilities"]:
        yield _abilities(report)
        yield from _choices(report.get("choices", {}))
    if report["measures"]:
        yield from _measures(report, _evaluation(report))
    if report.get("lost"):
        yield _lost(report["lost"])


def _most(points: Sequence[float | None]) -> float | None:
    """The most of what is known."""
    return max((each for each in points if each is not None), default=None)


def _at_tables(report: Mapping[str, Any]) -> Rows:
    """A row a table, with what is to be known of them."""
    unfit = [Untrained(**{**each, "trained": tuple(each["trained"])}) for each in report.get("untrained", ())]
    unknown = [each.present for each in unfit if each.option == SIZE]
    notes = [f"{'(*) ' if unknown else ''}{words}." for words in told_lines(unfit)]
    fewer = [
        f"{row['deals']} of {row['players']} seats against {row['against']}"
        for row in report["tables"]
        if row["deals"] < report["deals"]
    ]
    notes += [f"Deals that were played to their end where not all were: {'; '.join(fewer)}."] if fewer else []
    notes += [
        f"{row['players']} seats against {row['against']}: {text}"
        for row in report["tables"]
        if "games" in row
        for text in GameCounts(**row["games"]).sentences(report["player"])
    ]
    seats = ColumnHead("seats", "right")
    heads = (seats, "against", "wins", "points", "best of the others", "points ahead of it")
    cells = [
        (
            f"{row['players']}{' (*)' if row['players'] in unknown else ''}",
            row["against"],
            percent(row["win_rate"]),
            points(row["points"]),
            f"{row['best_other']}: {Number(_most(row['others_points']), '.1f')}",
            points(row["points_ahead_of_best"]),
        )
        for row in report["tables"]
    ]
    return in_columns("Tables", heads, cells, notes)


def _abilities(report: Mapping[str, Any]) -> Section:
    """All abilities decided otherwise, and each alone."""
    whole = [row for row in report["abilities"] if not row["ability"]]
    single = sorted((row for row in report["abilities"] if row["ability"]), key=lambda row: str(row["ability"]))
    gains = ("own gain in wins", "own gain in points")
    cells = [(row["abilities"], percent(row["win_rate"]), points(row["points"]), *_gains(row)) for row in whole]
    blocks: list[Rows | str] = [in_columns("", ("abilities", "wins", "points", *gains), cells)]
    if single:
        alone = [(row["ability"], row["by"], *_gains(row)) for row in single]
        blocks += [
            "Each ability alone, decided otherwise, or without what it shows where it leaves nothing to decide:",
            in_columns("Each ability alone", ("ability", "less", *gains), alone),
        ]
    return Section(
        "What the abilities are worth",
        f"The same player with other ability decisions and everything else equal, against the strongest bots; "
        f"{report['ability_deals']} deals. Gains are those of its own decisions, deal by deal.",
        (*blocks, "\n".join(_verdicts(report["abilities"]))),
    )


def _gains(row: Mapping[str, Any]) -> tuple[Cell, Cell]:
    """What the own decisions gain over a row's, in wins and in points."""
    if "own_gains_wins" not in row:
        return "-", "-"
    return percent(row["own_gains_wins"]), points(row["own_gains_points"])


def _choices(choices: Mapping[str, Any]) -> Iterator[Section]:
    """What the choices are worth by search."""
    title = "What the choices are worth by search"
    if left_out := choices.get("left_out"):
        yield Section(title, f"The choices were not valued: {left_out}", ())
    elif choices and choices["rows"]:
        names = list(choices["rows"][0]["gains"])
        written = percent if choices["unit"] == CHANCE_TO_WIN else points
        heads = ("ability", ColumnHead("decisions", "right"), ColumnHead("in a game", "right"), *names)
        cells = [
            (
                row["ability"],
                row["decisions"],
                Number(row["a_game"], ".2f"),
                *(written(row["gains"][name]) for name in names),
            )
            for row in choices["rows"]
        ]
        yield Section(
            title,
            f"By how much ({choices['unit']}) a choice is ahead of the mean of all legal ones in its position, "
            f"played on in {choices['worlds']} sampled worlds; so a random choice has 0. Positions are those of "
            f"the player's own games; {choices['deals']} deals against the strongest bots. `search` is its choice "
            "in one half of the worlds, valued in the other.",
            (in_columns(title, heads, cells),),
        )


def _lost(rows: Sequence[Mapping[str, Any]]) -> Section:
    """What a sample of its decisions cost, a row a size of table."""
    first = rows[0]
    sentence = PointsLost(first["unit"], first["judge"], ()).sentence()
    heads = (ColumnHead("seats", "right"), *number_heads("decisions", f"lost, {first['unit']}", "clear alone"))
    cells = [
        (row["players"], *AgentLost(**{name: row[name] for name in AgentLost._fields}).cells()[1:]) for row in rows
    ]
    if any(row["decisions"] < FEW for row in rows):
        sentence = f"{sentence} {FEW_WARNING}"
    return Section(TITLE, sentence, (in_columns("", heads, cells),))


def _verdicts(rows: Sequence[Mapping[str, Any]]) -> list[str]:
    """In words: the own decisions are better than whose, worse than whose, and where neither is shown."""
    found: dict[str, list[str]] = {"better than": [], "worse than": [], "not shown to differ from": []}
    for row in _others(rows):
        low, high = row["own_gains_points"]["ci95"] or (0.0, 0.0)  # none where no deal differs
        verdict = "better than" if low > 0.0 else "worse than" if high < 0.0 else "not shown to differ from"
        found[verdict].append(row["abilities"])
    return [
        f"- In points its own decisions are {verdict}: {', '.join(names)}."
        for verdict, names in found.items()
        if names
    ]


def _evaluation(report: Mapping[str, Any]) -> Evaluation:
    """How the report's game is judged: it says what is shown of the measures."""
    part = spec(report["game"]).evaluation
    return Evaluation(opponents=("random",)) if part is None else part()


def _measures(report: Mapping[str, Any], judged: Evaluation) -> Iterator[Section]:
    """What was counted: a row a figure, a column for each kind of decisions."""
    measures = report["measures"]
    if not judged.rows:
        return
    # where there are abilities, it is said with them who played
    played = f"{report['ability_deals']} deals against {judged.opponents[0]} in all other seats."
    cells = [(row.label, *(_figure(found, row) for found in measures.values())) for row in judged.rows]
    table = in_columns(judged.rows_title, ("what", *measures), cells)
    yield Section(judged.rows_title, "" if report["abilities"] else played, (table,))


def _figure(found: Mapping[str, Any], row: ReportRow) -> str:
    """A figure with its count, like ``0.512 of 80``."""
    figure = Number(at(found, row.value), ".3f")
    return f"{figure} of {at(found, row.count)}" if row.count else str(figure)


def _others(rows: Sequence[Mapping[str, Any]]) -> list[Mapping[str, Any]]:
    """The rows in which another decides on abilities."""
    return [row for row in rows if "own_gains_points" in row]


def _gains_drawn(others: Sequence[Mapping[str, Any]]) -> str:
    """What its own ability decisions gain over others, in points a game."""
    gains = [row["own_gains_points"] for row in others]

    def decorate(axes: Axes) -> None:
        axes.axvline(0.0, color="0.6", linestyle="--")
        axes.set_xscale("symlog", linthresh=2.0)  # random decisions cost fifty times what the others do
        axes.set(
            xlabel="points a game, 95% intervals; logarithmic beyond 2",
            title="What its own ability decisions gain over others",
        )

    labels = [f"{row['abilities']}\n{points(gain)}" for row, gain in zip(others, gains, strict=True)]
    return bars(labels, [gain["mean"] for gain in gains], [gain["ci95"] for gain in gains], decorate)


def _draw_curves(curves: CurvePoints, axes: Axes) -> None:
    for name, line in curves.items():
        steps, values = zip(*line, strict=True)
        axes.plot(steps, values, label=name)
    axes.set(xlabel="update", ylabel="win rate", title="Strength while it learned")
    axes.legend(fontsize=8)
