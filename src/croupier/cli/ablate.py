"""``croupier ablate``: ablation of Skull King's training, one part changed at a time."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated

import typer

from croupier.cli.common import (
    GameOptions,
    Json,
    UnusedSeed,
    announce_compiling,
    make_game,
    note,
    print_json,
    progress,
)
from croupier.core.errors import unknown


def ablate(
    out: Annotated[Path, typer.Option("--out", metavar="DIR", help="Folder of the runs and of the result.")],
    arm: Annotated[
        list[str] | None,
        typer.Option("--arm", metavar="NAME", help="Only these; the first of each kind is compared with."),
    ] = None,
    decisions: Annotated[
        int, typer.Option("--decisions", min=1, metavar="N", help="Decisions of a run.")
    ] = 4_000_000,
    seeds: Annotated[int, typer.Option("--seeds", min=1, metavar="N", help="Runs of each arm.")] = 3,
    deals: Annotated[
        int, typer.Option("--deals", min=1, metavar="N", help="Deals at each table that a run is evaluated on.")
    ] = 300,
    option: GameOptions = None,
    threads: Annotated[int, typer.Option("--threads", min=1, max=1024, metavar="N", help="Threads.")] = 2,
    as_json: Json = False,
    seed: UnusedSeed = 0,
) -> None:
    """Measure what each part of Skull King's training is worth.

    The player is trained by the source's whole recipe, and with one part of it changed; then as the preset does,
    and with one part of that left out. All are evaluated on the same deals. The arms have equal budgets and the
    seeds 0, 1, ... An ablation that was stopped goes on where it was.

    Example: croupier ablate --out runs/ablation --decisions 2000000
    """
    del seed
    from croupier.learn.ablation import EVERY_ARM, Budget, page
    from croupier.learn.ablation import ablate as work
    from croupier.learn.presets import preset
    from croupier.learn.run import require_libraries

    for name in arm or ():
        if name not in EVERY_ARM:
            raise unknown("arm", name, EVERY_ARM)
    game = make_game("skull-king", option)
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

    with progress("Ablations") as bar:
        result = work(game, preset("skull-king", "quick"), arm or list(EVERY_ARM), budget, out, report)
    if as_json:
        print_json(result)
    else:
        from rich.console import Console
        from rich.markdown import Markdown

        Console().print(Markdown(page(result)))
