"""``croupier benchmark make``: a board of your own."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated

import typer

from croupier.cli.common import GameName, GameOptions, Json, Players, Seed, make_game
from croupier.cli.measuring.boards import locked, show_board
from croupier.cli.models import ModelOptions
from croupier.cli.option_groups import with_option_groups
from croupier.core.base.errors import FileError


@with_option_groups
def benchmark_make(
    name: GameName,
    *,
    out: Annotated[Path, typer.Option("--out", metavar="PATH", help="The new folder.")],
    field: Annotated[
        list[str], typer.Option("--field", metavar="AGENT", help="An agent in the other seats; one for each.")
    ],
    deals: Annotated[int, typer.Option("--deals", min=2, metavar="N", help="Deals, each from every seat.")] = 100,
    option: GameOptions = None,
    players: Players = None,
    models: ModelOptions,
    as_json: Json = False,
    seed: Seed = 0,
) -> None:
    """Make a board: fixed deals among fixed others.

    Language models are asked by the options given here. --seed is the seed of the deals.

    Example: croupier benchmark make pig --field bot:hold-20 --out boards/mine
    """
    from croupier.measure.reports.board import BOARD, new_board, write_board

    defaults = models.defaults()
    board = new_board(
        make_game(name, option, players), tuple(field), deals=deals, seed=seed, prompt=defaults.prompt,
        answer=defaults.answer, retries=2 if models.retries is None else models.retries,
        brackets=bool(defaults.default.get("brackets", False)),
    )  # fmt: skip
    with locked(out):
        if (out / BOARD).exists():
            raise FileError(f"{out} holds a board already; name another folder")
        write_board(out, board)
    show_board(out, as_json=as_json)
