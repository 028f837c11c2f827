"""Report on language models and programs in a run: faults, tokens, cost, latency, game metrics.

It includes all agents at their tables, so that baselines stand next to the models.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import asdict, dataclass, field, replace
from datetime import UTC, datetime
from pathlib import Path
from typing import Any

from croupier import __version__
from croupier.core.base.files import write_errors, writing
from croupier.core.base.progress import Progress
from croupier.core.base.rows import Cell, Number, Rows, agent_heads, dollars, in_columns, number_heads, whole_heads
from croupier.core.spec.evaluation import Evaluation
from croupier.core.spec.registry import spec
from croupier.measure.costs.ability_choices import ALL, ability_gains
from croupier.measure.costs.asked import Asked
from croupier.measure.play.results import at
from croupier.measure.stats.counted import Counted, count_games
from croupier.table.game_file import MANY, json_line
from croupier.table.model_run import ModelRun
from croupier.table.seat_counts import FAULTS, PROGRAM_FAULTS, READ_FAULTS, WITHHELD, GameLog, SeatCounts

_ASKED = "How they were asked"
TOKENS = ("tokens_in", "tokens_cached", "tokens_out", "tokens_reasoning")
LEGEND = (
    "Replies that were not accepted, in percent of the replies; games that were forfeited, in percent of the "
    "games. Tokens, cost and seconds are means of a game; those with ~ are estimated, four characters a token, "
    "where an endpoint does not say them. Win rates leave void games out, with the bound "
    "in which they are lost. In square brackets 95% intervals from a "
    "bootstrap over deals, in round ones the number of cases."
)


@dataclass(frozen=True)
class ModelRow:
    """One text agent in a run.

    Attributes:
        agent: its name.
        about: its description: model, address, settings, prices.
        prompts: hashes of the static parts of its prompts.
        games: finished games, counted once per seat of the agent.
        void: games ended by a failure of an endpoint, counted per seat.
        unfinished: games cut short by the end of the run, counted per seat.
        counts: sums over all its seats, including void and unfinished games.
        served: models and fingerprints as named by endpoints, with the number of replies.
    """

    agent: str
    about: Mapping[str, Any]
    prompts: tuple[str, ...]
    games: int
    void: int
    unfinished: int
    counts: SeatCounts
    served: tuple[tuple[str, str, int], ...] = ()

    def as_dict(self) -> dict[str, Any]:
        """The row as plain data for JSON: sums, and rates per reply and per game."""
        counts, takes = self.counts, (*TOKENS, "cost", "seconds")
        return {
            "agent": self.agent,
            **self.about,
            "prompt_hashes": list(self.prompts),
            "served": served_data(self.served),
            "games": self.games,
            "void": self.void,
            "unfinished": self.unfinished,
            **asdict(counts),
            **{f"{name}_rate": _share(getattr(counts, name), counts.replies) for name in FAULTS},
            "forfeited_rate": _share(counts.forfeited, self.games),
            "seconds_a_reply": _share(counts.seconds, counts.replies),
            "a_game": {name: _share(getattr(counts, name), self.begun) for name in takes},
        }

    @property
    def begun(self) -> int:
        """Number of games begun."""
        return self.games + self.void + self.unfinished


@dataclass(frozen=True, eq=False)
class ModelsReport:
    """The report on a run.

    Attributes:
        date: when it was written, in UTC.
        croupier: version of croupier.
        agents: the text agents.
        stopped: why the run stopped; empty if it was finished.
        retries: refused replies allowed per decision without a forfeit.
        measures: the game's own measures of all agents at these tables, by name; empty if it has none.
        judged: the game's evaluation; None if it has none.
        abilities: gains of ability decisions over those of a rule-based agent, by name; see `ability_gains`.
    """

    date: str
    croupier: str
    agents: tuple[ModelRow, ...]
    stopped: str
    retries: int
    measures: Mapping[str, Counted]
    judged: Evaluation | None = field(default=None, repr=False)
    abilities: Mapping[str, Mapping[str, Any]] = field(default_factory=dict, repr=False)

    def as_dict(self) -> dict[str, Any]:
        """The report as plain data for JSON."""
        total, shown = self.total, ("replies", "failures", *TOKENS, "cost", "estimated")
        return {
            "date": self.date,
            "croupier": self.croupier,
            "total": {name: getattr(total, name) for name in shown},
            "stopped": self.stopped,
            "retries": self.retries,
            "agents": [row.as_dict() for row in self.agents],
            "measures": {name: found.data() for name, found in self.measures.items()},
            "abilities": {name: dict(found) for name, found in self.abilities.items()},
        }

    def rows(self) -> Iterator[Rows]:
        """The tables, topic by topic."""
        agents = [(row, row.counts, max(row.begun, 1)) for row in self.agents]
        yield in_columns(
            "Replies of language models and programs",
            agent_heads("agent", "games", "void", "replies", "forfeited"),
            [(row.agent, row.games, row.void, counts.replies, _percent(counts.forfeited, row.games))
             for row, counts, _ in agents],
        )  # fmt: skip
        yield in_columns(
            "Replies that were not accepted",
            agent_heads("agent", *READ_FAULTS),
            [(row.agent, *(_percent(getattr(counts, name), counts.replies) for name in READ_FAULTS))
             for row, counts, _ in agents],
            [_cut_off(row) for row in self.agents if row.counts.truncated and "max_tokens" in row.about],
        )  # fmt: skip
        yield from rare_faults([(row.agent, row.counts) for row in self.agents])
        yield in_columns(
            "Tokens of a game",
            agent_heads("agent", "in", "cached", "out", "reasoning"),
            [(row.agent, *(_tokens(counts, kind, games) for kind in TOKENS)) for row, counts, games in agents],
        )
        yield in_columns(
            "What a game took",
            agent_heads("agent", "cost", "seconds", "seconds a reply"),
            [(row.agent, _paid(row, games), f"{counts.seconds / games:.1f}", _seconds_a_reply(counts))
             for row, counts, games in agents],
        )  # fmt: skip
        yield in_columns(
            "What the whole run took",
            agent_heads("agent", "replies", "failures", "tokens in", "out", "cost"),
            [(row.agent, counts.replies, counts.failures, _tokens(counts, "tokens_in"),
              _tokens(counts, "tokens_out"), _paid(row)) for row, counts, _ in agents],
        )  # fmt: skip
        yield from answered([(row.agent, row.served) for row in self.agents])
        yield _broken_anywhere(_ASKED, ("agent", "setting", "value"), self._settings())
        if self.abilities and self.judged is not None:
            title = f"Points a game that ability decisions gained over those of {self.judged.rule_based}"
            yield _broken_anywhere(title, ("ability", *self.abilities), _abilities(self.abilities))
        if self.judged is None or not self.measures:
            return
        if self.judged.rows:
            figures = [
                (row.label, *(_cell(found, row.value, row.count) for found in self.measures.values()))
                for row in self.judged.rows
            ]
            yield _broken_anywhere(self.judged.rows_title, ("", *self.measures), figures)
        for table in self.judged.tables:
            yield _side_by_side({name: table(found.figures) for name, found in self.measures.items()})

    def _settings(self) -> Iterator[tuple[str, str, str]]:
        for row in self.agents:
            hidden = ("kind",)
            shown = {
                name: value for name, value in row.about.items() if value not in (None, {}) and name not in hidden
            }
            hashes = {"prompt hash": ", ".join(row.prompts)} if row.prompts else {}
            served = {"served by": "; ".join(_server(*each) for each in row.served)} if row.served else {}
            for name, value in {**shown, **hashes, **served}.items():
                yield row.agent, name.replace("_", " "), str(value)

    @property
    def total(self) -> SeatCounts:
        """Sums over all agents."""
        counts = SeatCounts()
        for row in self.agents:
            counts.add(row.counts)
        return counts

    def parts(self, *, whole: bool = False) -> Iterator[Rows | str]:
        """Tables and sentences, in order; only a whole report includes the settings."""
        yield from (rows for rows in self.rows() if whole or rows.title != _ASKED)
        yield LEGEND
        yield f"Played by croupier {self.croupier} on {self.date[:10]}."
        if whole:
            yield f"At most {self.retries} replies to a decision may be refused."
        if self.stopped:
            yield f"The run stopped: {self.stopped}."


def report_models(run: ModelRun, progress: Progress | None = None) -> ModelsReport | None:
    """Report on a run; None if no text agent was asked.

    Args:
        run: the run, after its games.
        progress: called with the share of the work done, 0..1.
    """
    if not run.about:
        return None
    games = sorted(run.games, key=lambda log: log.number)
    over = [log.data for log in games if log.over and log.spoken]
    seated = [agent for log in games for agent in log.data["agents"]]
    asked = [agent for agent in dict.fromkeys([*seated, *run.about]) if agent in run.about]
    name = games[0].data["game"] if games else None
    judged = spec(name).evaluation if name is not None else None
    evaluation = None if judged is None else judged()
    return ModelsReport(
        date=datetime.now(UTC).isoformat(timespec="seconds"),
        croupier=__version__,
        agents=tuple(_row(agent, run) for agent in asked),
        stopped=run.stopped,
        retries=run.limits.retries,
        measures={} if evaluation is None or not over else count_games(evaluation, over),
        judged=evaluation,
        abilities=ability_gains(over, progress),
    )


def write_games(run: ModelRun, folder: Path) -> Path:
    """Write all finished games of a run into one file, for analysis and imitation."""
    path = folder / f"games{MANY}"
    with write_errors(path):
        folder.mkdir(parents=True, exist_ok=True)
        with writing(path) as out:
            out.writelines(map(json_line, run.played()))
    return path


def _row(agent: str, run: ModelRun) -> ModelRow:
    seats = [(log, seat) for log in run.games for seat, name in enumerate(log.data["agents"]) if name == agent]
    counts = SeatCounts()
    for log, seat in seats:
        counts.add(log.counts[seat])

    def number(wanted: str) -> int:
        return sum(_kind(log) == wanted for log, _ in seats)

    prompts = tuple(sorted(run.prompts[agent]))
    served = tuple((*by, count) for by, count in sorted(run.served.get(agent, {}).items()))
    games = number("over"), number("void"), number("unfinished")
    return ModelRow(agent, run.about[agent], prompts, *games, counts, served)


def _kind(log: GameLog) -> str:
    return "over" if log.over else "void" if log.voided else "unfinished"


def _share(part: float, whole: int) -> float | None:
    return part / whole if whole else None


def _broken_anywhere(title: str, heads: Iterable[str], cells: Iterable[Sequence[Cell]]) -> Rows:
    """A table whose cells may break anywhere, for long names."""
    aligned = (replace(head, breaks="anywhere") for head in number_heads(*heads))
    return in_columns(title, tuple(aligned), cells)


def _percent(part: int, whole: int) -> Number:
    return Number(_share(part, whole), ".1%")


def _cut_off(row: ModelRow) -> str:
    """Advice on replies that were cut off."""
    cut, replies, most = row.counts.truncated, row.counts.replies, row.about["max_tokens"]
    return (
        f"{row.agent}: {cut} of {replies} replies were cut off or end within a thought; its max_tokens, which "
        f"reasoning counts towards, is {most:,}: where that cut them off, raise it to measure how the model plays."
    )


def _tokens(counts: SeatCounts, kind: str, of: float = 1) -> str:
    """Tokens of replies divided by a number; with ~ if they are estimated."""
    return f"{'~' if counts.estimated else ''}{getattr(counts, kind) / of:,.0f}"


def _paid(row: ModelRow | AskedRow, games: int = 1) -> str:
    """Cost of replies per game; ``-`` if prices are unknown."""
    if row.about.get("price_output") is None:
        return "-"
    return f"{'~' if row.counts.estimated else ''}{dollars(row.counts.cost / games)}"


def _seconds_a_reply(counts: SeatCounts) -> Number:
    return Number(_share(counts.seconds, counts.replies), ".2f")


def rare_faults(agents: Sequence[tuple[str, SeatCounts]]) -> Iterator[Rows]:
    """Tables of rare faults; none if no agent has them."""
    for title, faults in (
        ("Replies that a filter withheld, and questions that a model declined", WITHHELD),
        ("Programs that were killed", PROGRAM_FAULTS),
    ):
        counted = [(agent, *(getattr(counts, name) for name in faults)) for agent, counts in agents]
        cells = [row for row in counted if any(row[1:])]
        if cells:
            heads = ("agent", *(name.replace("_", " ") for name in faults))
            why = (f"{name}, the last time: {counts.killed_for}." for name, counts in agents if counts.killed_for)
            yield replace(_broken_anywhere(title, heads, cells), notes=tuple(why))


def answered(agents: Iterable[tuple[str, Iterable[tuple[str, str, int]]]]) -> Iterator[Rows]:
    """A table of the models that replied, as named by endpoints; none if no endpoint names them."""
    cells = [
        (agent, model or "-", mark or "-", replies) for agent, served in agents for model, mark, replies in served
    ]
    if cells:
        yield _broken_anywhere("What has answered", ("agent", "model", "fingerprint", "replies"), cells)


def _server(model: str, fingerprint: str, replies: int) -> str:
    """A model that replied, as text."""
    name = " ".join(part for part in (model or "a model without a name", fingerprint) if part)
    return f"{name} ({replies} replies)"


def _abilities(gains: Mapping[str, Mapping[str, Any]]) -> Iterator[tuple[str, ...]]:
    """One row per ability: each agent's gain with its interval, and the number of differing decisions."""
    names = sorted({ability for found in gains.values() for ability in found} - {ALL})
    for ability in [*names, ALL]:
        yield ability, *(_gain(found.get(ability)) for found in gains.values())


def _gain(row: Mapping[str, Any] | None) -> str:
    if row is None:
        return "-"
    gain = row["points_a_game"]
    return f"{Number(gain['mean'], '+.2f', gain['ci95'], '[')} ({row['differing']} of {row['decisions']} differ)"


def _cell(counted: Counted, value: tuple[str, ...], count: tuple[str, ...]) -> str:
    figure = at(counted.figures, value)
    cases = f" ({at(counted.figures, count)})" if count and figure is not None else ""
    return f"{Number(figure, '.3f', counted.intervals.get(value), '[')}{cases}"


def _side_by_side(found: Mapping[str, Rows]) -> Rows:
    """The agents' tables as one, with a column per agent: the figure and the number of cases."""
    columns = {
        name: {str(first): f"{figure} ({cases})" for first, cases, figure in rows.cells}
        for name, rows in found.items()
    }
    firsts = sorted({first for column in columns.values() for first in column}, key=lambda text: (len(text), text))
    one = next(iter(found.values()))
    cells = [(first, *(column.get(first, "-") for column in columns.values())) for first in firsts]
    return _broken_anywhere(one.title, (one.heads[0].text, *found), cells)


@dataclass(frozen=True)
class AskedRow:
    """Tokens and costs of one language model or program that was asked decisions."""

    name: str
    about: Mapping[str, Any]  # its description
    prompt_hash: str  # identifies its questions
    counts: SeatCounts
    disguise: int | None  # seed of the other names in its questions; None for the game's own
    # models and fingerprints as named by endpoints, with the number of replies
    served: tuple[tuple[str, str, int], ...] = ()

    @classmethod
    def of(cls, asked: Asked, seed: int | None) -> AskedRow:
        """The row of a text agent; `seed` is that of its other names, if it has them."""
        given = None if asked.relabelling is None else seed
        return cls(asked.name, asked.agent.about(), asked.prompt_hash(), asked.counts, given,
                   tuple((*by, count) for by, count in sorted(asked.served.items())))  # fmt: skip

    def data(self) -> dict[str, Any]:
        """The row as plain data for JSON."""
        return {**asdict(self), "served": served_data(self.served)}


def served_data(served: Iterable[tuple[str, str, int]]) -> list[dict[str, Any]]:
    """The models that replied, as plain data."""
    return [dict(zip(("model", "fingerprint", "replies"), by, strict=True)) for by in served]


def asked_tables(asked: Sequence[AskedRow]) -> Iterator[Rows]:
    """Tables with few columns each, so that names are not broken on a narrow terminal."""
    agents = [(each.name, each, each.counts) for each in asked]
    heads = whole_heads("agent", "replies", *READ_FAULTS)
    cells: list[tuple[Cell, ...]] = [
        (name, counts.replies, *(getattr(counts, fault) for fault in READ_FAULTS)) for name, _, counts in agents
    ]
    yield in_columns("Replies that were not accepted", heads, cells)
    yield from rare_faults([(name, counts) for name, _, counts in agents])
    heads = whole_heads("agent", "decisions", "tokens in", "out", "a decision")
    cells = [
        (name, counts.decisions, *(_tokens(counts, kind) for kind in ("tokens_in", "tokens_out")),
         _tokens(counts, "tokens", max(counts.decisions, 1))) for name, _, counts in agents
    ]  # fmt: skip
    yield in_columns("Tokens", heads, cells)
    heads = whole_heads("agent", "cost", "seconds a reply", "prompts")
    cells = [(name, _paid(each), _seconds_a_reply(counts), each.prompt_hash) for name, each, counts in agents]
    yield in_columns("What asking took", heads, cells)
    yield from answered([(each.name, each.served) for each in asked])
