"""``croupier benchmark``: one agent is measured by a frozen protocol, and one JSON row is written."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Annotated, Any

import typer

from croupier.cli.common import (
    Json,
    Seed,
    Threads,
    announce_compiling,
    counted,
    new_file,
    note,
    note_untrained,
    plain_console,
    print_json,
    progress,
)
from croupier.cli.scale import CHUNKS, ScaleOptions, scaled


def benchmark(
    name: Annotated[str, typer.Argument(metavar="BENCHMARK", help="Its name: a game that has one, and a number.")],
    agent: Annotated[str, typer.Argument(metavar="AGENT", help="Who is measured.")],
    out: Annotated[
        Path | None, typer.Option("--out", metavar="PATH", help="Write the row there, .json; it must not exist.")
    ] = None,
    deals: Annotated[
        int | None,
        typer.Option("--deals", min=2, metavar="N", help="Play only this many deals; such a row is incomplete."),
    ] = None,
    count: Annotated[
        int | None,
        typer.Option(
            "--count", min=1, metavar="N", help="Judge only this many decisions; such a row is incomplete."
        ),
    ] = None,
    threads: Threads = 1,
    as_json: Json = False,
    seed: Seed = 0,
) -> None:
    """Measure an agent by a frozen protocol, and write one row.

    The agent plays the deals of the board of that name among its opponents, in every seat, and is judged by the
    set of decisions of that name. Board, set and the opponents' policies are frozen by digest, which the row
    names. With --out finished games are kept until the row is written, and the same command resumes. --seed is
    the seed of the intervals.

    Example: croupier benchmark skull-king-1 bot --out bot.json
    """
    from croupier.measure.reports.benchmark import entrant, play_row, read_benchmark
    from croupier.provenance import taking_over

    if out is not None:
        new_file(out)
    found = read_benchmark(name)
    game, made = found.board.made(), entrant(found, agent)
    unfit = note_untrained([made], [game])
    announce_compiling(game)
    chunks = None if out is None else out.with_name(f"{out.name}.{CHUNKS}")
    label = f"{agent}: {counted(deals or found.board.deals, 'deal')} of {game.spec.title}"
    with scaled(ScaleOptions(threads=threads), chunks, out) as (executor, kept), progress(label) as on_progress:
        row = play_row(
            found, made, deals=deals, count=count, seed=seed, threads=threads, progress=on_progress,
            executor=executor,
        )  # fmt: skip
    if kept is not None:
        row["provenance"] = taking_over(row["provenance"], kept.earlier)
    _show(row, as_json, unfit)  # first: a full disk must not cost the games
    if out is not None:
        _write(row, out)
    if kept is not None:
        kept.remove()


def _write(row: dict[str, Any], out: Path) -> None:
    from croupier.core.base.files import writing

    with writing(out) as file:
        file.write((json.dumps(row, indent=1, ensure_ascii=False) + "\n").encode())
    note(f"wrote {out}")


def _show(row: dict[str, Any], as_json: bool, more: dict[str, Any]) -> None:
    if as_json:
        print_json(row | more)
        return
    from croupier.core.base.rows import terminal_table
    from croupier.measure.reports.benchmark import rows_of

    plain_console().print(terminal_table(rows_of([row])))
