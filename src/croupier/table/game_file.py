"""Game files: a played game as JSON that can be replayed exactly.

A file holds the game with its version and options, the seed or secret, the start position (if it was set up), all
actions, and the result. Loading plays the actions again and compares, so a file that loads is a game that
happened. A game with a secret has a file only after its end. A file of many games (``.jsonl``) has one per line.
"""

from __future__ import annotations

import json
import math
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING, Any

from croupier.core.base.errors import ConfigError, FileError, IllegalAction, PositionError, SecretError, unknown
from croupier.core.base.files import TornLineError, append_line, parse_json, read_lines, read_text, writing
from croupier.core.base.sentence import joined
from croupier.core.engine.deal_secret import Deal, deal_data, read_deal
from croupier.core.engine.making import make
from croupier.core.spec.registry import spec
from croupier.table.english import say

if TYPE_CHECKING:
    from croupier.core.engine.game import Game, State

FORMAT = "croupier-game-3"
MANY = ".jsonl"
"""Ending of files of many games."""
_FIELDS: dict[str, tuple[type, ...]] = {
    "game": (str,),
    "version": (int,),
    "options": (dict,),
    "seed": (int, type(None)),
    "secret": (str, type(None)),
    "contributions": (list,),
    "start": (str,),
    "agents": (list,),
    "actions": (list,),
    "finished": (bool,),
    "returns": (list,),
    "points": (list,),
    "forfeited": (int, type(None)),
}


@dataclass(frozen=True, eq=False)
class PlayedGame:
    """A game from a file.

    Attributes:
        state: the game after its last action.
        agents: name of the agent in each seat; empty if not recorded.
        forfeited: the seat that forfeited after the last action; None if none did.
    """

    state: State
    agents: tuple[str, ...]
    forfeited: int | None = None

    def moves(self) -> Iterator[tuple[State, int, State]]:
        """Replay the decisions: the state before, the action, the state after. Do not change the states."""
        state = self.state.initial_state()
        before = state.clone()
        for action in self.state.history:
            state.apply_action(action)
            after = state.clone()
            yield before, action, after
            before = after

    def rounds(self) -> list[int]:
        """The plies at which rounds begin, if the game has rounds; the first is 0."""
        found: list[int] = [0]
        start: State | None = None
        for ply, (before, _, after) in enumerate(self.moves()):
            start = before if start is None else start
            if round_over(start, after) and not after.is_terminal():
                found.append(ply + 1)
                start = after
        return found


def round_over(start: State, now: State) -> bool:
    """Whether the round that began at a position is over, by the game's search part."""
    search = now.game.spec.search
    return search is not None and bool(search().horizon(start.records[0], now.records[0]))


def forfeit_returns(game: Game, seat: int) -> list[float]:
    """The returns of a forfeit: the least utility of the game for its seat."""
    # NaN for the others: the game does not count for them, so none of them gains by it.
    return [game.facts.min_utility if other == seat else math.nan for other in range(game.num_players)]


def plain_returns(returns: Iterable[float]) -> list[float | None]:
    """Utilities as plain data for JSON: None for a seat for which the game does not count."""
    return [None if math.isnan(value) else float(value) + 0.0 for value in returns]  # avoids -0.0


def game_data(state: State, agents: Sequence[str] = (), forfeited: int | None = None) -> dict[str, Any]:
    """The content of a game's file, as plain data.

    Args:
        state: the game, finished or not.
        agents: name of the agent in each seat.
        forfeited: the seat that forfeited, if one did.

    Raises:
        SecretError: the game was dealt from a secret and is not over.
    """
    lost = forfeited is not None
    if state.secret is not None and not lost and not state.is_terminal():
        raise SecretError("a game that was dealt from a secret has a file only once it is over")
    returns = state.returns() if forfeited is None else forfeit_returns(state.game, forfeited)
    return played_data(
        state.game, state.deal, agents, state.history, returns, state.points(),
        start=state.start, finished=lost or state.is_terminal(), forfeited=forfeited,
    )  # fmt: skip


def played_data(
    game: Game,
    deal: Deal,
    agents: Sequence[str],
    actions: Sequence[int],
    returns: Iterable[float],
    points: Iterable[float],
    *,
    start: str = "",
    finished: bool = True,
    forfeited: int | None = None,
) -> dict[str, Any]:
    """The content of a game's file for a game without a `State`; returns of NaN become None."""
    return {
        "format": FORMAT,
        "game": game.name,
        "version": game.spec.version,
        "options": dict(game.options),
        **deal_data(deal),
        "start": start,
        "agents": list(agents),
        "actions": list(actions),
        "finished": finished,
        "returns": plain_returns(returns),
        "points": [float(value) + 0.0 for value in points],  # avoids -0.0
        "forfeited": forfeited,
    }


def save_game(path: str | Path, state: State, agents: Sequence[str] = (), forfeited: int | None = None) -> None:
    """Write a game's file atomically: an older file stays until the new one is complete.

    Args:
        state: the game, finished or not.
        agents: name of the agent in each seat, or empty.
        forfeited: the seat that forfeited, if one did.

    Raises:
        FileError: the file cannot be written.
        SecretError: the game was dealt from a secret and is not over.
    """
    file = Path(path)
    text = json.dumps(game_data(state, agents, forfeited), ensure_ascii=False, indent=1) + "\n"
    try:
        with writing(file) as out:
            out.write(text.encode())
    except OSError as error:
        raise FileError(f"{file} cannot be written: {error.strerror}") from error


def json_line(data: Mapping[str, Any]) -> bytes:
    """A game or another row as a line of a JSONL file, with the line's end."""
    return (json.dumps(data, ensure_ascii=False, separators=(",", ":")) + "\n").encode()


def append_game(path: str | Path, state: State, agents: Sequence[str] = (), forfeited: int | None = None) -> None:
    """Append a game to a file of many games, for `read_games`, ``croupier replay`` and ``--imitate``.

    The line is on disk before this returns. Several processes may append to one file; lines stay whole.

    Args:
        path: a file with the ending ``.jsonl``, created if it is missing.
        state: the game, finished or not.
        agents: name of the agent in each seat, or empty.
        forfeited: the seat that forfeited, if one did.

    Raises:
        ConfigError: the number of agents is not that of the seats.
        FileError: the file has another ending, its last line is incomplete, or it cannot be written.
        SecretError: the game was dealt from a secret and is not over.
    """
    file = Path(path)
    if file.suffix != MANY:
        raise FileError(f"{file} holds many games, so its name must end in {MANY}")
    if len(agents) not in (0, state.game.num_players):
        raise ConfigError(f"name {state.game.num_players} agents, one a seat, or none, not {len(agents)}")
    line = json_line(game_data(state, agents, forfeited))
    try:
        append_line(file, line)
    except TornLineError as error:
        why = "its last line has no end, as when a write was cut short"
        raise FileError(f"{file}: {why}; remove that line, or end it if its game is whole") from error
    except OSError as error:
        raise FileError(f"{file} cannot be written: {error.strerror}") from error


def load_game(path: str | Path, line: int = 1) -> PlayedGame:
    """Read a game's file and play it again.

    Args:
        path: a file written by `save_game`, or a file of many games.
        line: number of the game in a file of many, from 1, without blank lines.

    Returns:
        The game after its last action.

    Raises:
        FileError: the file is missing, broken, truncated, not a game of croupier, or of another version of the
            format or rules; or its actions are not legal or lead to another result.
    """
    file = Path(path)
    many = file.suffix == MANY
    if line != 1 and not many:
        raise FileError(f"{file} holds one game; only files of many ({MANY}) have a line {line}")
    try:
        return _replayed(_fields(_parsed(_line(file, line) if many else _text(file))))
    except _BrokenError as error:
        raise FileError(f"{file}: {error}") from error


def parse_game(text: str) -> PlayedGame:
    """Parse the text of a game's file and play it again; see `load_game`."""
    try:
        return _replayed(_fields(_parsed(text)))
    except _BrokenError as error:
        raise FileError(str(error)) from error


def read_games(path: str | Path) -> Iterator[Mapping[str, Any]]:
    """Read the games of a file as plain data, one by one, without playing them again.

    Args:
        path: a file of one game or of many.

    Yields:
        Data as from `game_data`.

    Raises:
        FileError: the file is missing or broken; the message names the line.
    """
    file = Path(path)
    texts = _lines(file) if file.suffix == MANY else iter([(1, _text(file))])
    for number, text in texts:
        try:
            yield _fields(_parsed(text))
        except _BrokenError as error:
            raise FileError(f"{file}, line {number}: {error}") from error


class _BrokenError(Exception):
    """Why a file is refused; `load_game` adds its name."""


def _text(file: Path) -> str:
    try:
        return read_text(file)
    except OSError as error:
        raise FileError(f"{file} cannot be read: {error.strerror}") from error
    except UnicodeDecodeError as error:
        raise _BrokenError(f"no text (byte {error.start} is not UTF-8), so no game of croupier") from error


def _lines(file: Path) -> Iterator[tuple[int, str]]:
    try:
        yield from read_lines(file)
    except OSError as error:
        raise FileError(f"{file} cannot be read: {error.strerror}") from error
    except UnicodeDecodeError as error:
        raise FileError(f"{file}: no text (byte {error.start} is not UTF-8), so no games of croupier") from error


def _line(file: Path, number: int) -> str:
    for place, (_, text) in enumerate(_lines(file), start=1):
        if place == number:
            return text
    raise _BrokenError(f"it has no line {number}")


def _parsed(text: str) -> Mapping[str, Any]:
    try:
        data = parse_json(text)
    except json.JSONDecodeError as error:
        key = "file.json.early" if error.pos >= len(text.rstrip()) else "file.json"
        raise _BrokenError(say(key, error=error.msg, line=error.lineno, column=error.colno)) from error
    except (RecursionError, ValueError) as error:
        raise _BrokenError(say("file.json.unread", error=str(error))) from error
    if not isinstance(data, dict) or "format" not in data:
        raise _BrokenError(say("file.foreign", format=FORMAT))
    return data


def _fields(data: Mapping[str, Any]) -> Mapping[str, Any]:
    """Check the format and the types of all fields."""
    if data["format"] != FORMAT:
        raise _BrokenError(say("file.format", found=data["format"], format=FORMAT))
    for name, types in _FIELDS.items():
        if name not in data:
            raise _BrokenError(say("file.missing", name=name))
        value = data[name]
        if not isinstance(value, types) or (isinstance(value, bool) and bool not in types):
            wanted = joined(say("or"), ("null" if kind is type(None) else kind.__name__ for kind in types))
            raise _BrokenError(say("file.type", name=name, wanted=wanted, found=type(value).__name__))
    try:
        read_deal(data)
    except ValueError as error:
        raise _BrokenError(str(error)) from error
    if not all(isinstance(name, str) for name in data["agents"]):
        raise _BrokenError(say("file.names"))
    left_out = (type(None),) if data["forfeited"] is not None else ()
    for name, types in (("returns", (int, float, *left_out)), ("points", (int, float))):
        if not all(isinstance(v, types) and not isinstance(v, bool) for v in data[name]):
            raise _BrokenError(say("file.numbers", name=name))
    return data


def _replayed(data: Mapping[str, Any]) -> PlayedGame:
    try:
        declared = [option.name for option in spec(data["game"]).options]
        for name in data["options"]:
            if name not in declared:
                raise unknown(say("file.option", game=data["game"]), name, declared)
        game = make(data["game"], **data["options"])
    except ConfigError as error:
        raise _BrokenError(str(error)) from error
    if data["version"] != game.spec.version:
        raise _BrokenError(say("file.version", version=data["version"], game=game.name, own=game.spec.version))
    if len(data["agents"]) not in (0, game.num_players):
        raise _BrokenError(say("file.seats", agents=len(data["agents"]), seats=game.num_players))
    try:
        start, deal = str(data["start"]), read_deal(data)
        state = game.position(start, deal) if start else game.new_initial_state(deal)
    except (PositionError, ConfigError) as error:
        raise _BrokenError(say("file.start", why=str(error))) from error
    except ValueError as error:  # of the seed
        raise _BrokenError(str(error)) from error
    for ply, action in enumerate(data["actions"]):
        try:
            state.apply_action(action)
        except IllegalAction as error:
            raise _BrokenError(say("file.ply", ply=ply, why=str(error))) from error
    forfeited = data["forfeited"]
    if forfeited is not None and (state.is_terminal() or not 0 <= forfeited < game.num_players):
        raise _BrokenError(say("file.forfeit", seat=forfeited))
    try:
        found = game_data(state, data["agents"], forfeited)
    except SecretError as error:
        raise _BrokenError(say("file.secret", why=str(error))) from error
    if forfeited is not None and data["returns"] == _shared(game.num_players, forfeited):
        found["returns"] = data["returns"]
    found["options"] = {name: found["options"][name] for name in data["options"]}  # later versions may add options
    for name, ours in found.items():
        if data[name] != ours:
            raise _BrokenError(say("file.other", name=name, said=data[name], found=ours))
    return PlayedGame(state, tuple(data["agents"]), forfeited)


def _shared(players: int, forfeited: int) -> list[float]:
    """Returns of a forfeit in files of version 0.2: -1 for its seat, and a win shared by the others."""
    return [-1.0 if seat == forfeited else 1.0 / (players - 1) for seat in range(players)]
