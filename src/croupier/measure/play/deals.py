"""Deals played in chunks by any executor, collected in one table of results."""

from __future__ import annotations

from collections.abc import Generator, Iterable, Iterator, Sequence
from contextlib import closing
from dataclasses import replace
from typing import TYPE_CHECKING, TypedDict, TypeVar, Unpack

from croupier.agents.agent import at_once
from croupier.agents.speech import speaks
from croupier.core.base.progress import Progress, part_of, silent
from croupier.measure.play.chunks import Chunk, Match, PlayedChunk, counter_of
from croupier.measure.play.executor import Executor
from croupier.measure.play.match import Seating, in_parts
from croupier.measure.play.results import Results

if TYPE_CHECKING:
    from croupier.table.model_run import ModelRun


class How(TypedDict, total=False):
    """How games are played, which does not change results, except for a run that stops."""

    threads: int
    progress: Progress | None  # called with the share of the work done, 0..1
    executor: Executor | None  # plays the chunks; None for this process
    run: ModelRun | None  # limits and folder of tables with language models
    results: list[Results] | None  # collects the table of results of each match


_Item = TypeVar("_Item")


def in_turn(items: Sequence[_Item], how: How) -> Iterator[tuple[_Item, How]]:
    """Each item of a sequence that is played one by one, with its part of the progress."""
    for number, item in enumerate(items):
        part = part_of(how.get("progress"), number / len(items), (number + 1) / len(items))
        yield item, {**how, "progress": part}


def play_deals(
    match: Match, seatings: Seating, looks: Sequence[range], **how: Unpack[How]
) -> Generator[Results, None, None]:
    """Play every table of some deals, and yield the table of results of each look at them."""
    # An executor may play deals ahead; a caller that stops early requests no more of them.
    size, wanted = at_once(match.agents), how.get("results")
    counts = wanted is not None and counter_of(match.game, 0) is not None
    match = replace(match, threads=how.get("threads", 1), recorded="all measures" if counts else match.recorded)
    if any(map(speaks, match.agents)):  # whole deals, since one void game makes its deal void
        size = max(size // len(seatings), 1) * len(seatings)
    chunks = (
        Chunk(look.start + numbers // len(seatings), seatings[numbers % len(seatings)])
        for look in looks
        for numbers in in_parts(len(look) * len(seatings), size)
    )
    tables = sum(map(len, looks)) * len(seatings)
    with closing(play_chunks(match, chunks, tables, **how)) as played:
        for look in looks:
            parts, left = [], len(look) * len(seatings)
            while left:
                chunk, part = next(played)
                parts.append(part)
                left -= len(chunk)
            found = Results.of(match, seatings, look.start, parts)
            if wanted is not None:
                wanted.append(found)
            yield found


def play_chunks(
    match: Match, chunks: Iterable[Chunk], tables: int, **how: Unpack[How]
) -> Generator[tuple[Chunk, PlayedChunk], None, None]:
    """Play chunks of this many tables, and yield them with their results in order."""
    executor, run, report = how.get("executor"), how.get("run"), how.get("progress") or silent
    if executor is None or run is not None or any(map(speaks, match.agents)):
        executor = Executor(run)  # language models, programs and the tables of a run are played in this process
    waiting: dict[int, Chunk] = {}
    found: dict[int, PlayedChunk] = {}
    done: dict[int, float] = {}

    def told(number: int, share: float) -> None:
        if number in waiting:
            done[number] = share * len(waiting[number])
        report(min((first + sum(done.values())) / tables, 1.0))

    def numbered() -> Iterator[tuple[int, Chunk]]:
        for number, chunk in enumerate(chunks):
            waiting[number] = chunk
            yield number, chunk

    number, first = 0, 0
    with closing(executor.play(match, numbered(), told)) as arriving:
        for arrived, played in arriving:
            found[arrived] = played
            told(arrived, 1.0)
            while number in found:
                chunk = waiting.pop(number)
                del done[number]
                first += len(chunk)
                yield chunk, found.pop(number)
                number += 1
    if waiting:
        raise RuntimeError(f"{len(waiting)} chunks, the first of them number {number}, were not played")
