"""``croupier analyse``: the value of each legal action, or the cost of each decision of a game."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING, Annotated

from croupier.cli.common import (
    GameLine,
    GameOptions,
    Json,
    Players,
    PositionText,
    SearchName,
    Seed,
    announce_compiling,
    argument,
    choose_game,
    deal,
    note,
    note_untrained,
    option,
    plain_console,
    print_json,
    print_parts,
    progress,
    provenance_of,
)
from croupier.cli.scale import Csv, write_costs
from croupier.core.base.errors import ConfigError, FileError, require
from croupier.core.base.files import write_text

if TYPE_CHECKING:
    from croupier.core.engine.game import State
    from croupier.measure import Analysis, Analyst, Review
    from croupier.table.game_file import PlayedGame

_PEOPLE = "human"


def analyse(
    game: Annotated[
        str | None, argument("GAME", "A game or a variant; not with --game FILE; --position names its own.")
    ] = None,
    position: PositionText = None,
    file: Annotated[
        Path | None, option("FILE", "A game that play --save or croupier record has written.", "--game")
    ] = None,
    ply: Annotated[int | None, option("N", "With --game: only the decision after N others.", min=0)] = None,
    seat: Annotated[
        list[int] | None, option("N", "With --game: Player N; repeat for more. Else people, or all.", min=0)
    ] = None,
    out: Annotated[Path | None, option("PATH", "With --game: write a page with plots, .html.")] = None,
    csv: Csv = None,
    line: GameLine = 1,
    agent: SearchName = None,
    players: Players = None,
    option: GameOptions = None,
    as_json: Json = False,
    seed: Seed = 0,
) -> None:
    """Say what each action is worth, or what a game's moves cost.

    Analyses one decision: of a position, of a saved game (--ply), or the first of the deal with this seed. It
    also says why, and where hidden cards may be. With --game and without --ply it compares each decision of the
    game with the best one: a mistake is confirmed by a second search, and a choice that was none but lost in the
    true cards was bad luck. Solved games are analysed exactly, others by search: each action is played on in
    worlds that the seat to move holds possible.

    Example: croupier analyse --game game.json --out review.html
    """
    from croupier.agents.search.settings import FOR_PEOPLE
    from croupier.measure import Analyst

    named = agent or FOR_PEOPLE
    if game is not None and Path(game).suffix in (".json", ".jsonl"):
        raise ConfigError(f"{game} is a file of games: write croupier analyse --game {game}")
    if (game is None and position is None) == (file is None):
        raise ConfigError("name one thing to analyse: a GAME, --position TEXT, or --game FILE")
    if file is not None and (position is not None or option or players is not None):
        raise ConfigError("--game FILE brings its own game and position: leave out --position and options")
    if file is not None and ply is None:
        _review(file, line, seat, named, (out, csv), as_json, seed)
        return
    if seat or out is not None or csv is not None:
        raise ConfigError("--seat, --out and --csv are of a whole game: --game FILE without --ply")
    if file is not None and ply is not None:
        state = _of_file(file, line, ply)
    elif ply is not None:
        raise ConfigError("--ply says which decision of --game FILE is meant")
    else:
        state = deal(choose_game(game, option, position, players), position, seed)
    announce_compiling(state.game)
    analyst = Analyst(state.game, named)
    unfit = {} if analyst.exact else note_untrained(analyst.agents, [state.game])
    found = analyst.analyse(state)
    if as_json:
        print_json(found.data() | unfit | {"provenance": provenance_of(state.game, analyst.agents, [seed])})
    else:
        _show(state, analyst, found)


def _read(file: Path, line: int) -> PlayedGame:
    """A saved game; `line` picks one from a file of many."""
    from croupier.core.base.files import read_lines
    from croupier.table.game_file import MANY, load_game

    played = load_game(file, line)
    if file.suffix == MANY and (count := sum(1 for _ in read_lines(file))) > 1:
        note(f"This is game {line} of {count} in {file}: --line N names another.")
    return played


def _of_file(file: Path, line: int, ply: int) -> State:
    """The state of a saved game before one of its decisions."""
    played = _read(file, line)
    count = len(played.state.history)
    if ply == count and not played.state.is_terminal():
        return played.state
    for number, (before, _, _) in enumerate(played.moves()):
        if number == ply:
            return before
    raise ConfigError(f"--ply {ply}: this game has {count} decisions, numbered from 0")


def _review(
    file: Path,
    line: int,
    seat: list[int] | None,
    named: str,
    files: tuple[Path | None, Path | None],
    as_json: bool,
    seed: int,
) -> None:
    """Review a game: the cost of each decision, and luck."""
    from croupier.measure import Analyst
    from croupier.measure import review as review_game
    from croupier.measure.costs.review import costs_of_review
    from croupier.measure.reports.lines import page

    out, csv = files
    if out is not None:
        require("a review with plots", "matplotlib")
        if not out.absolute().parent.is_dir():
            raise FileError(f"{out} cannot be written: there is no folder {out.absolute().parent}")
    played = _read(file, line)
    game = played.state.game
    if seat is not None and len(set(seat)) < len(seat):
        raise ConfigError("--seat names a player twice")
    people = [number for number, name in enumerate(played.agents) if name == _PEOPLE]
    seats = tuple(seat or people or range(game.num_players))
    announce_compiling(game)
    analyst = Analyst(game, named)
    unfit = {} if analyst.exact else note_untrained(analyst.agents, [game])
    with progress("Reviewing the game") as bar:
        found = review_game(played, analyst, seats, bar, seed)
    if out is not None:
        write_text(out, page(played, found, analyst.measures))
        note(f"The page is {out}.")
    if csv is not None:
        write_costs(csv, costs_of_review(played, found.decisions))
    if as_json:
        print_json(found.data() | unfit | {"provenance": provenance_of(game, analyst.agents, [seed])})
    else:
        _show_review(found)


def _show_review(found: Review) -> None:
    from croupier.measure.reports.lines import decision_rows, legend, seat_rows, sentences

    console = plain_console()
    print_parts([decision_rows(found.decisions, found.unit)], "dense")
    if found.moments:
        print_parts([decision_rows(found.moments, found.unit).titled("The moments that mattered")], "dense")
        for moment in found.moments:
            console.print(f"Move {moment.ply}: {' '.join(sentences(moment.analysis))}", soft_wrap=True)
    print_parts([seat_rows(found)], "dense")
    console.print(legend(found), style="dim", soft_wrap=True)


def _show(state: State, analyst: Analyst, found: Analysis) -> None:
    from croupier.measure.reports.lines import action_rows, footing, location_rows, sentences

    console = plain_console()
    print_parts([state.observation_string(), action_rows(found, analyst.measures)], "dense")
    if found.locations:
        print_parts([location_rows(found)], "dense")
    for words in sentences(found):
        console.print(words, soft_wrap=True)
    console.print(footing(found), style="dim", soft_wrap=True)
