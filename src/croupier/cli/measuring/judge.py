"""``croupier judge``: the cost of each decision of an agent."""

from __future__ import annotations

import json
import os
from collections.abc import Sequence
from dataclasses import dataclass
from functools import partial
from pathlib import Path
from typing import TYPE_CHECKING, Annotated

from croupier.cli.common import (
    Json,
    Seed,
    ThreadsOrAll,
    announce_compiling,
    argument,
    counted,
    fail,
    flag,
    note,
    note_untrained,
    option,
    print_json,
    print_parts,
    progress,
    provenance_of,
)
from croupier.cli.models import REPLIES, ModelOptions, asking, note_stopped
from croupier.cli.scale import Csv, Ray, WorkersOption, check_scale, connected, with_option_groups, write_costs
from croupier.core.base.errors import ConfigError, FileError, require

if TYPE_CHECKING:
    from croupier.agents.agent import Agent
    from croupier.agents.speech import TextAgent
    from croupier.core.engine.game import Game
    from croupier.measure.costs.answers import AgentChoices
    from croupier.measure.costs.asked import Asked
    from croupier.measure.costs.cases import Judging
    from croupier.measure.costs.table import Second
    from croupier.measure.reports.judge_report import JudgeReport


WORLDS = 1024
"""Default for values computed now."""


@dataclass(frozen=True)
class JudgeOptions:
    """How agents are judged; a group of options."""

    name: Annotated[
        str | None, option("SET", "A set that ships (croupier judge lists them), or a file, .jsonl.gz.", "--set")
    ] = None
    games: Annotated[
        list[Path] | None, option("FILE", "Judge who played these games; repeat for more files.", "--game")
    ] = None
    count: Annotated[int | None, option("N", "Judge only this many decisions.", min=1)] = None
    judge: Annotated[
        str | None, option("AGENT", "With --game: the agent that plays on; by default as for search.")
    ] = None
    again: Annotated[str | None, option("AGENT", "Value again in other worlds, with this agent playing on.")] = (
        None
    )
    worlds: Annotated[
        int | None, option("N", "With --game and --again: number of worlds; 1024.", min=2, max=4096)
    ] = None
    interval: Annotated[float, option("H", "Say how many decisions an interval of ±H takes.")] = 1.0
    disguise: Annotated[int | None, option("SEED", "Ask models also under other names of the cards.", min=0)] = (
        None
    )
    no_plain: Annotated[bool, flag("--no-plain", "With --disguise: ask only under the other names.")] = False
    threads: ThreadsOrAll = None
    ray: Ray = None
    workers: WorkersOption = None

    def check(self, agents: Sequence[str]) -> None:
        """Check, before anything is read, that the options fit together."""
        if self.name is not None and self.games:
            raise ConfigError("--set and --game are both given: agents are judged by one of them")
        if self.name is None and not self.games:
            from croupier.measure.costs.sets import shipped_sets

            raise ConfigError(
                "agents are judged by --set SET or by --game FILE: give one of them; sets that ship are "
                f"{', '.join(shipped_sets())}"
            )
        if not self.games and not agents:
            raise ConfigError("nobody is named who is to be judged: write croupier judge AGENT... --set SET")
        if not self.games and self.judge is not None:
            raise ConfigError("a set has its own judge: --judge is for --game, and --again for second values")
        if not self.games and self.again is None and self.worlds is not None:
            raise ConfigError("the values of a set are known: --worlds says how --game and --again value")
        if self.no_plain and self.disguise is None:
            raise ConfigError("--no-plain says how --disguise asks: add it")
        if len(set(agents)) < len(agents):
            raise ConfigError("an agent is named twice")
        if (self.ray is not None or self.workers is not None) and self.again is None:
            given, who = ("--workers", "processes") if self.ray is None else ("--ray", "workers")
            raise ConfigError(f"{given} lets {who} make the second values: add --again AGENT")
        check_scale(self.ray, self.workers)
        if not self.interval > 0:
            raise ConfigError(f"--interval must be greater than 0, not {self.interval:g}")


@dataclass(frozen=True)
class _ModelOptions(ModelOptions):
    """These options, for decisions that cannot lose a game."""

    retries: Annotated[int | None, option("N", "Refused replies to a decision that are let pass: 0.", min=0)] = (
        None
    )


@with_option_groups
def judge(
    agents: Annotated[list[str] | None, argument("AGENT", "Who is judged, like net, bot or llm:MODEL.")] = None,
    *,
    how: JudgeOptions,
    out: Annotated[Path | None, option("PATH", "Write the report there, as .html or .json.")] = None,
    csv: Csv = None,
    models: _ModelOptions,
    as_json: Json = False,
    seed: Seed = 0,
) -> None:
    """Measure agents by what each of their decisions costs.

    Every decision has the value of each legal action. The regret of a choice is how much more the best action is
    worth. Language models (llm:MODEL) and programs (cmd:PROGRAM) are asked each decision by itself. With --out
    their replies are kept in FILE.replies, and the same command resumes.

    Example: croupier judge optimal bot random --set pig-2
    """
    from croupier.agents.registry import make_agents
    from croupier.agents.speech import speaks
    from croupier.measure.reports.judge_report import JudgeReport
    from croupier.measure.reports.models import AskedRow
    from croupier.provenance import taking_over
    from croupier.table.game_file import load_game

    how.check(agents or [])
    _check_out(out)
    found, defaults = None if how.games else _of_set(how), models.defaults()
    game = load_game((how.games or [])[0]).state.game if found is None else found.cases[0].made()
    made = make_agents(agents or (), game, models=defaults)
    models.check_needed(made)
    speaking = [agent for agent in made if speaks(agent)]
    _check_kinds(made, bool(speaking), how)
    threads = how.threads or os.cpu_count() or 1
    if found is None:
        found = _of_games(how, seed, threads)
    announce_compiling(game)
    told = note_untrained(made, {repr(case.game): case.made() for case in found.cases}.values())
    source = provenance_of(game, made, [seed])
    for agent in made:
        if agent not in speaking:
            found.answers.append(_computed(found, agent.name, threads))
    asked: list[Asked] = []
    stopped, earlier = "", list[str]()
    if speaking:
        asked, stopped, earlier = _ask_models(found, speaking, how, models, (out, csv))
    second = _second(found, how, threads, seed)
    rows = tuple(AskedRow.of(each, how.disguise) for each in asked)
    source = taking_over(source, earlier)
    report = JudgeReport.of(found, seed, second=second, asked=rows, stopped=stopped, provenance=source)
    if as_json:  # first: a full disk must not cost the replies
        print_json(report.as_dict() | told)
    else:
        print_parts(report.parts())
    _write(report, out)
    if csv is not None:
        from croupier.measure.costs.table import costs_of

        answers = [*found.answers, *found.references]
        write_costs(csv, [row for each in answers for row in costs_of(found.cases, each)])
    silent = [each.name for each in asked if not each.answers]
    if silent:  # a script must not take empty rows for a measurement
        fail(f"not one decision was answered by {', '.join(silent)}")


def _check_out(out: Path | None) -> None:
    if out is None:
        return
    if out.suffix not in (".html", ".json"):
        raise FileError(f"--out writes .html or .json, so it cannot be {out}")
    if out.is_dir() or not out.absolute().parent.is_dir():
        raise FileError(f"{out} cannot be written: {'it is a folder' if out.is_dir() else 'it has no folder'}")
    if out.suffix == ".html":
        require("a report with pictures", "matplotlib")


def _check_kinds(agents: Sequence[Agent], speaking: bool, how: JudgeOptions) -> None:
    """Check the kinds of the named agents."""
    from croupier.agents.agent import traits_of

    for agent in agents:
        if traits_of(agent).asks:
            raise ConfigError(f"{agent.name} asks a person: people are judged by games, --game FILE")
    if how.disguise is not None and not speaking:
        raise ConfigError("--disguise is for agents that answer in words, like llm:MODEL: none is named")


def _of_set(how: JudgeOptions) -> Judging:
    from croupier.measure import load
    from croupier.measure.costs.cases import judging_of_set
    from croupier.measure.costs.sets import remark

    found = load(str(how.name))
    if said := remark(found):
        note(f"croupier: {said}")
    return judging_of_set(found, how.count)


def _of_games(how: JudgeOptions, seed: int, threads: int) -> Judging:
    from croupier.measure.costs.cases import judging_of_games

    with progress("Values of the decisions") as on_progress:
        return judging_of_games(
            how.games or [], agent=how.judge, worlds=how.worlds or WORLDS, count=how.count, seed=seed,
            threads=threads, progress=on_progress,
        )  # fmt: skip


def _computed(found: Judging, name: str, threads: int) -> AgentChoices:
    from croupier.measure.costs.answers import choices

    if name in [each.name for each in found.answers]:
        raise ConfigError(f"{name} sat in these games, so it is judged already: leave its name out")
    with progress(f"{name}: {counted(len(found.cases), 'decision')}") as on_progress:
        return choices(found.cases, name, threads=threads, progress=on_progress)


def _ask_models(
    found: Judging,
    speaking: Sequence[TextAgent],
    how: JudgeOptions,
    models: ModelOptions,
    files: tuple[Path | None, Path | None],
) -> tuple[list[Asked], str, list[str]]:
    """Ask text agents as a resumable run; returns why it stopped, and the code of its earlier parts."""
    from croupier.measure.costs.asked import ask_all, sentences

    out, csv = files
    game = found.cases[0].made()
    asked = _to_ask(game, speaking, how)
    folder = None if out is None else out.with_name(f"{out.name}.{REPLIES}")
    about = {
        "command": "judge", "decisions": found.digest or found.source, "options": "of each decision",
        "asked": [each.name for each in asked], "disguise": how.disguise,
    }  # fmt: skip
    said = partial(sentences, found.cases, asked, how.interval, found.unit, found.answers)
    run = models.begin(game, folder, about, speaking, {}, said=said, decisions=len(found.cases), retries=0)
    with asking(run), progress(f"Asked {counted(len(found.cases), 'decision')}") as on_progress:
        ask_all(found.cases, asked, run, on_progress)
    note_stopped(run, csv)
    found.answers += [each.found(len(found.cases)) for each in asked]
    return asked, run.stopped, run.earlier


def _to_ask(game: Game, speaking: Sequence[TextAgent], how: JudgeOptions) -> list[Asked]:
    """The models to ask: under the game's names, under other names, or both."""
    from croupier.measure.costs.asked import Asked, Relabelling

    disguise = None if how.disguise is None else Relabelling(game, how.disguise)
    found = []
    for agent in speaking:
        if agent.prompt in ("source", "chat"):
            raise ConfigError(f"{agent.name} is asked by a whole game's transcript: judge asks list or nolist")
        if agent.notes:
            raise ConfigError(f"{agent.name} keeps notes between decisions: judge asks each decision alone")
        found += [] if how.no_plain else [Asked(agent.name, agent)]
        found += [] if disguise is None else [Asked(f"{agent.name} in disguise", agent, disguise)]
    return found


def _second(found: Judging, how: JudgeOptions, threads: int, seed: int) -> Second | None:
    """The same by second values, in worlds of another seed."""
    if how.again is None:
        return None
    from croupier.measure.costs.table import compare_values, value_again

    if not found.values["worlds"]:
        raise ConfigError("--again values in other worlds; these values are exact")
    other = (int(found.values["seed"]) + 1) % 2**64
    said = f"Second values: {counted(len(found.cases), 'decision')}"
    with connected(how.ray, how.workers, 1) as workers, progress(said) as on_progress:
        cases, values = value_again(
            found.cases, how.again, worlds=how.worlds or WORLDS, seed=other, threads=threads, executor=workers,
            progress=on_progress,
        )  # fmt: skip
    return compare_values(found.cases, cases, found.answers, values, seed)


def _write(report: JudgeReport, out: Path | None) -> None:
    if out is None:
        return
    from croupier.core.base.files import write_text
    from croupier.measure.reports.rendered import to_html

    page = out.suffix == ".html"
    text = to_html(report.title, report.whole()) if page else json.dumps(report.as_dict(), indent=2) + "\n"
    write_text(out, text)
    note(f"wrote {out}")
