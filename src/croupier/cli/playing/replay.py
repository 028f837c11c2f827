"""``croupier replay``: a saved game, shown move by move."""

from __future__ import annotations

import itertools
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any, NoReturn

import typer

from croupier.cli.common import GameLine, Json, argument, echo, flag, note, option, print_json
from croupier.core.base.errors import FileError
from croupier.core.base.streams import read_line
from croupier.table.narration import events, result

if TYPE_CHECKING:
    from croupier.core.engine.game import State
    from croupier.table.game_file import PlayedGame


def replay(
    file: Annotated[Path, argument("FILE", "What play --save or croupier record has written.")],
    line: GameLine = 1,
    verify: Annotated[
        bool, flag("--verify", "Prove that nobody has chosen the cards, instead of showing the game.")
    ] = False,
    kept: Annotated[Path | None, option("FILE", "What your own browser has kept of the deal.")] = None,
    step: Annotated[bool, flag("--step", "Wait for Enter after each move.")] = False,
    as_json: Json = False,
) -> None:
    """Show a saved game, played again move by move.

    With --verify: exit status 0 proven, 3 cannot tell, 4 another secret or none, 5 your number is missing, 6 a
    number does not match its commitment, 7 another order, 8 other cards, 9 as settled after several attempts.

    Example: croupier replay game.json
    """
    if verify:
        _verify(file, line, kept, as_json)
    from croupier.table.game_file import game_data, load_game

    played = load_game(file, line)
    if as_json:
        moves = [_move(*move) for move in played.moves()]
        print_json(
            game_data(played.state, played.agents, played.forfeited)
            | {"moves": moves, "position": played.state.position()}
        )
        return
    _print(played, step)


def _verify(file: Path, line: int, kept: Path | None, as_json: bool) -> NoReturn:
    from croupier.table.deal_check import check_deal, read_saved
    from croupier.table.game_file import read_games

    own = None if kept is None else read_saved(kept)
    data = next(itertools.islice(read_games(file), line - 1, None), None)
    if data is None:
        raise FileError(f"{file} has no line {line}")
    found = check_deal(data, own)
    if as_json:
        print_json({"verdict": found.code, "text": str(found.text)})
    else:
        echo(str(found.text))
    raise typer.Exit(found.status)


def _move(before: State, action: int, after: State) -> dict[str, Any]:
    return {
        "player": before.current_player(),
        "phase": before.phase,
        "action": action,
        "text": before.action_to_string(action),
        "events": events(before, action, after, None),
        "position": after.position(),
    }


def _print(played: PlayedGame, step: bool) -> None:
    from croupier.core.engine.deal_secret import deal_words

    state = played.state
    echo(f"{state.game.spec.title}, {state.game!r}, {deal_words(state.deal)}")
    for seat, name in enumerate(played.agents):
        echo(f"Player {seat}: {name}")
    if state.start:
        echo(f"from {state.start}")
    for ply, (before, action, after) in enumerate(played.moves()):
        move = _move(before, action, after)
        events = "  ".join(move["events"]) or move["position"]
        echo(f"{ply:>4}  Player {move['player']} {move['text']}  {events}")
        if step:
            note("Enter for the next move")
            read_line()
    if played.forfeited is not None:
        echo(f"Player {played.forfeited} forfeits: {state.position()}")
    else:
        echo(result(state) if state.is_terminal() else f"Not finished: {state.position()}")
