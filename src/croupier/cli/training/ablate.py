"""``croupier ablate``: ablation of a game's training, one part changed at a time."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated

import typer

from croupier.cli.common import (
    GameName,
    GameOptions,
    Json,
    Players,
    RunThreads,
    UnusedSeed,
    announce_compiling,
    make_game,
    note,
    plain_console,
    print_json,
    progress,
)


def ablate(
    name: GameName,
    out: Annotated[Path, typer.Option("--out", metavar="DIR", help="Folder of the runs and of the result.")],
    arm: Annotated[
        list[str] | None,
        typer.Option("--arm", metavar="NAME", help="Only these; the first of each recipe is compared with."),
    ] = None,
    decisions: Annotated[
        int, typer.Option("--decisions", min=1, metavar="N", help="Decisions of a run.")
    ] = 4_000_000,
    seeds: Annotated[int, typer.Option("--seeds", min=1, metavar="N", help="Runs of each arm.")] = 3,
    deals: Annotated[
        int, typer.Option("--deals", min=1, metavar="N", help="Deals at each table that a run is evaluated on.")
    ] = 300,
    option: GameOptions = None,
    players: Players = None,
    threads: RunThreads = 2,
    as_json: Json = False,
    seed: UnusedSeed = 0,
) -> None:
    """Measure what each part of a game's training is worth.

    A player is trained by each of the game's recipes, and with one part of it changed. All are evaluated on the
    same deals. The arms have equal budgets and the seeds 0, 1, ... An ablation that was stopped goes on where it
    was.

    Example: croupier ablate skull-king --out runs/ablation --decisions 2000000
    """
    del seed
    from croupier.learn.runs.ablation import Budget, ablation_of, page, recipe_of
    from croupier.learn.runs.ablation import ablate as work
    from croupier.learn.runs.run import locked, require_libraries
    from croupier.learn.settings.presets import preset

    game = make_game(name, option, players)
    plan = ablation_of(game)
    arms = arm or list(plan.arms)
    for each in arms:
        recipe_of(plan, each)
    base = preset(game, plan.preset)
    require_libraries()
    announce_compiling(game)
    budget = Budget(decisions=decisions, seeds=seeds, deals=deals, threads=threads)
    began = ""

    def report(what: str, share: float) -> None:
        nonlocal began
        if what != began:
            began = what
            note(f"{share:4.0%} {what}")
        bar(share)

    with locked(out), progress("Ablations") as bar:
        result = work(game, base, arms, budget, out, report)
    if as_json:
        print_json(result)
    else:
        from rich.markdown import Markdown

        plain_console().print(Markdown(page(result)))
