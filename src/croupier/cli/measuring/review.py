"""``croupier review``: a played game, each decision held against the best one."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from croupier.cli.common import (
    GameLine,
    Json,
    SearchName,
    Seed,
    agents_named,
    announce_compiling,
    note,
    note_untrained,
    plain_console,
    print_json,
    progress,
    provenance_of,
)
from croupier.core.base.errors import ConfigError, FileError, require

if TYPE_CHECKING:
    from croupier.analysis import Analyst, Review
    from croupier.table.game_file import PlayedGame

_PEOPLE = "human"


def review(
    file: Annotated[Path, typer.Argument(metavar="FILE", help="What play --save or croupier record has written.")],
    seat: Annotated[
        list[int] | None,
        typer.Option("--seat", min=0, metavar="N", help="Review Player N; repeat for more. Else people, or all."),
    ] = None,
    line: GameLine = 1,
    agent: SearchName = None,
    out: Annotated[
        Path | None, typer.Option("--out", metavar="FILE", help="Write the page with its plots to this file.")
    ] = None,
    as_json: Json = False,
    seed: Seed = 0,
) -> None:
    """Say what each decision of a game cost, and what was luck.

    Each is held against the best one in the same worlds; a mistake is one that another search, under --seed,
    confirms. In a finished game each is also held against the true cards: a choice that was no mistake and lost
    there was bad luck. With --out a page of HTML shows the chance to win as a
    curve and the moments that mattered most. Without --seat the people in the game are reviewed, or everybody
    where none played.

    Example: croupier review game.json --out review.html
    """
    from croupier.agents.search.settings import FOR_PEOPLE
    from croupier.analysis import Analyst
    from croupier.analysis import review as review_game
    from croupier.table.game_file import load_game

    if out is not None:
        require("a review with plots", "matplotlib")
        if not out.absolute().parent.is_dir():
            raise FileError(f"{out} cannot be written: there is no folder {out.absolute().parent}")
    played = load_game(file, line)
    game = played.state.game
    if seat is not None and len(set(seat)) < len(seat):
        raise ConfigError("--seat names a player twice")
    people = [number for number, name in enumerate(played.agents) if name == _PEOPLE]
    seats = tuple(seat or people or range(game.num_players))
    announce_compiling(game)
    named = agents_named([agent or FOR_PEOPLE])
    analyst = Analyst(game, *named)
    unfit = {} if analyst.exact else note_untrained(named, game)
    with progress("Reviewing the game") as bar:
        found = review_game(played, analyst, seats, bar, seed)
    if out is not None:
        _write(out, played, found, analyst)
    if as_json:
        print_json(found.data() | unfit | {"provenance": provenance_of(game, named, [seed])})
    else:
        _show(found)


def _write(out: Path, played: PlayedGame, found: Review, analyst: Analyst) -> None:
    from croupier.analysis.page import page
    from croupier.core.base.files import writing

    try:
        with writing(out) as written:
            written.write(page(played, found, analyst.measures).encode())
    except OSError as error:
        raise FileError(f"{out} cannot be written: {error.strerror}") from error
    note(f"The page is {out}.")


def _show(found: Review) -> None:
    from croupier.analysis.lines import decision_rows, seat_rows, sentences
    from croupier.analysis.page import legend
    from croupier.core.base.renderers import terminal_table

    console = plain_console()
    console.print(terminal_table(decision_rows(found.decisions, found.unit), "dense"))
    if found.moments:
        moments = decision_rows(found.moments, found.unit).titled("The moments that mattered")
        console.print(terminal_table(moments, "dense"))
        for moment in found.moments:
            console.print(f"Move {moment.ply}: {' '.join(sentences(moment.analysis))}", soft_wrap=True)
    console.print(terminal_table(seat_rows(found), "dense"))
    console.print(legend(found), style="dim", soft_wrap=True)
