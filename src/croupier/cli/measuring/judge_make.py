"""``croupier judge make``: a set of decisions with the value of every action."""

from __future__ import annotations

import os
from functools import partial
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any

import typer

from croupier.cli.common import (
    GameName,
    GameOptions,
    Json,
    Players,
    announce_compiling,
    counted,
    echo,
    make_game,
    new_file,
    note,
    print_json,
    progress,
)
from croupier.core.base.errors import ConfigError, FileError

if TYPE_CHECKING:
    from croupier.measure import DecisionSet


def judge_make(
    name: GameName,
    out: Annotated[Path | None, typer.Option("--out", metavar="PATH", help="The new file, NAME.jsonl.gz.")] = None,
    *,
    count: Annotated[int, typer.Option("--count", min=1, metavar="N", help="How many decisions.")] = 500,
    games: Annotated[
        int | None,
        typer.Option(
            "--games", min=1, metavar="N", help="Games played for them; one for 4 decisions, or for 2 exact ones."
        ),
    ] = None,
    judge: Annotated[
        str | None,
        typer.Option("--judge", metavar="AGENT", help="Who plays on, like net or bot; else as for search."),
    ] = None,
    worlds: Annotated[
        int, typer.Option("--worlds", min=2, max=4096, metavar="N", help="Worlds of each decision.")
    ] = 1024,
    agent: Annotated[
        list[str] | None,
        typer.Option("--agent", metavar="AGENT", help="Who plays; else net, bot, bot:simple, search/fast."),
    ] = None,
    without: Annotated[
        list[str] | None,
        typer.Option("--without", metavar="PHASE", help="Leave out this kind of decision; repeat for more."),
    ] = None,
    cards: Annotated[
        int | None, typer.Option("--cards", min=1, metavar="N", help="For problems: hands of at most N cards.")
    ] = None,
    option: GameOptions = None,
    players: Players = None,
    threads: Annotated[
        int | None, typer.Option("--threads", min=1, max=1024, metavar="N", help="Threads; one a processor.")
    ] = None,
    as_json: Json = False,
    seed: Annotated[
        int | None,
        typer.Option(
            "--seed",
            min=0,
            max=2**64 - 1,
            metavar="N",
            help="The same seed gives the same set; drawn and kept in the private file if left out.",
        ),
    ] = None,
) -> None:
    """Make a file of decisions with the value of every action.

    The decisions are from games of mixed agents, each moved into a world sampled from what its seat knows. The
    same command resumes after a stop. NAME.private.jsonl says where the decisions come from, with the seed:
    anybody who has it can find out the true deals.

    Example: croupier judge make pig --count 500 --out mine.jsonl.gz
    """
    if out is None:
        raise ConfigError("judge make writes a file: name it by --out NAME.jsonl.gz")
    from croupier.measure.costs.making import (
        ENOUGH,
        PRIVATE,
        SMALL_SEED,
        Making,
        check_judgement,
        drawn_seed,
        make_set,
    )
    from croupier.measure.costs.sets import ENDING

    if not out.name.endswith(ENDING):
        raise FileError(f"a set of decisions is a file NAME{ENDING}, not {out.name}")
    if count < ENOUGH:
        raise ConfigError(
            f"a set has at least {ENOUGH} decisions of each kind, not {count}: fewer tell too little"
        )
    new_file(out)
    new_file(out.with_name(out.name.removesuffix(ENDING) + PRIVATE))
    game = make_game(name, option, players)
    if seed is not None and seed < SMALL_SEED:
        note(f"croupier: a seed below {SMALL_SEED} can be found by trying: leave --seed out for a hidden set")
    announce_compiling(game)
    played = games or 1 + count // (2 if game.solver else 4)
    how = Making(
        count=count, games=played, seed=drawn_seed(out) if seed is None else seed, judge=judge,
        worlds=worlds, agents=tuple(agent or ()), varied=not option and players is None,
        without=tuple(without or ()), cards=cards,
    )  # fmt: skip
    with progress(f"{game.spec.title}: {counted(count, 'decision')}") as on_progress:
        some = threads or os.cpu_count() or 1
        check = None if cards else partial(check_judgement, threads=some)  # so few decisions measure no judgement
        made, private = make_set(game, how, out, check=check, threads=some, progress=on_progress)
    note(f"croupier: {private} says which deals the rows come from: keep it to yourself, and the seed too")
    if as_json:
        print_json(about(made) | {"file": str(out), "private": str(private), "bytes": out.stat().st_size})
        return
    echo(f"Wrote {counted(len(made.rows), 'decision')} to {out}, digest {made.digest}.")


def about(found: DecisionSet) -> dict[str, Any]:
    """A set in a few words, for JSON."""
    from croupier.measure.costs.constants import effective

    kept = ("name", "game", "digest", "judge", "unit", "canary", "made")
    return {name: getattr(found, name) for name in kept} | {
        "rows": len(found.rows), "effective": effective(found.rows),
    }  # fmt: skip
