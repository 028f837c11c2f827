"""``croupier analyse``: what each legal action of a decision is worth."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from croupier.cli.common import (
    GameLine,
    GameOptions,
    Json,
    Players,
    PositionText,
    SearchName,
    Seed,
    agents_named,
    announce_compiling,
    choose_game,
    deal,
    note_untrained,
    plain_console,
    print_json,
    provenance_of,
)
from croupier.core.base.errors import ConfigError

if TYPE_CHECKING:
    from croupier.analysis import Analysis, Analyst
    from croupier.core.engine.state import State


def analyse(
    game: Annotated[
        str | None,
        typer.Argument(
            metavar="[GAME]", help="A game or a variant; not with --game FILE; --position names its own."
        ),
    ] = None,
    position: PositionText = None,
    file: Annotated[
        Path | None,
        typer.Option("--game", metavar="FILE", help="A game that play --save or croupier record has written."),
    ] = None,
    ply: Annotated[
        int | None,
        typer.Option("--ply", min=0, metavar="N", help="With --game: after so many decisions; else the last one."),
    ] = None,
    line: GameLine = 1,
    agent: SearchName = None,
    players: Players = None,
    option: GameOptions = None,
    as_json: Json = False,
    seed: Seed = 0,
) -> None:
    """Say what each legal action is worth, and why.

    It also says where hidden cards may be. The decision is that of a position, of a saved game, or the first of
    the deal with this seed. Solved games are analysed exactly. Others by search: each action is played on in
    worlds that the seat to move holds possible.

    Example: croupier analyse skull-king --players 3 --seed 7
    """
    from croupier.agents.search.settings import FOR_PEOPLE
    from croupier.analysis import Analyst

    if (game is None and position is None) == (file is None):
        raise ConfigError("name what is to be analysed: a GAME, --position TEXT, or --game FILE")
    if file is not None:
        if position is not None or option or players is not None:
            raise ConfigError("--game FILE brings its own game and position: leave out --position and options")
        state = _of_file(file, line, ply)
    else:
        if ply is not None:
            raise ConfigError("--ply says which decision of --game FILE is meant")
        state = deal(choose_game(game, option, position, players), position, seed)
    announce_compiling(state.game)
    named = agents_named([agent or FOR_PEOPLE])
    analyst = Analyst(state.game, *named)
    unfit = {} if analyst.exact else note_untrained(named, state.game)
    found = analyst.analyse(state)
    if as_json:
        print_json(found.data() | unfit | {"provenance": provenance_of(state.game, named, [seed])})
    else:
        _show(state, analyst, found)


def _of_file(file: Path, line: int, ply: int | None) -> State:
    """The state of a saved game before one of its decisions."""
    from croupier.table.game_file import load_game

    played = load_game(file, line)
    count = len(played.state.history)
    wanted = count - int(played.state.is_terminal()) if ply is None else ply
    if wanted == count and not played.state.is_terminal():
        return played.state
    for number, (before, _, _) in enumerate(played.moves()):
        if number == wanted:
            return before
    raise ConfigError(f"--ply {wanted}: this game has {count} decisions, numbered from 0")


def _show(state: State, analyst: Analyst, found: Analysis) -> None:
    from croupier.analysis.lines import action_rows, footing, location_rows, sentences
    from croupier.core.base.renderers import terminal_table

    console = plain_console()
    console.print(state.observation_string())
    console.print(terminal_table(action_rows(found, analyst.measures), "dense"))
    if found.locations:
        console.print(terminal_table(location_rows(found), "dense"))
    for words in sentences(found):
        console.print(words, soft_wrap=True)
    console.print(footing(found), style="dim", soft_wrap=True)
