"""Chat messages of a seat, and chat data for supervised fine-tuning (SFT) from game files.

A seat's game is a conversation: the user sends the text environment's messages to the seat, and the assistant
answers with one action. `croupier.envs.verifiers` and the examples of OpenEnv and TRL ask models in the same
words, so a model that was fine-tuned on this data meets the same prompts.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from pathlib import Path
from typing import Any

from croupier.core.base.errors import AnswerError, ConfigError, FileError, PositionError
from croupier.core.base.files import write_errors, writing
from croupier.core.engine.game import Game
from croupier.core.spec.prompts import GamePrompts, Message
from croupier.table import Table
from croupier.table.briefing import Chat, heard, system_message
from croupier.table.game_file import MANY, forfeit_returns, json_line, plain_returns, read_games
from croupier.table.own_words import OwnWords, Said
from croupier.table.recorded import dealt, recorded_game

__all__ = ["Chat", "check_chat_file", "game_chats", "seat_chat", "write_chats"]


def require_words(game: Game) -> GamePrompts:
    """The prompts of a game; raises ConfigError if it has none."""
    prompts = game.spec.words.prompts
    if prompts is None:
        raise ConfigError(f"{game.name} has no text environment: its spec has no prompts")
    return prompts


def seat_chat(table: Table, seat: int, said: Mapping[int, Said] | None = None) -> Chat:
    """A game at a table as the conversation of one seat, up to its last decision.

    Args:
        table: the game, in which nothing was taken back.
        seat: the seat.
        said: the seat's own words, by the number of their event; other decisions are written as the bare action.

    Returns:
        The system message, then user and assistant in turns, without rejected replies. Only the system message if
        the seat decided nothing.
    """
    chat = [{"role": "system", "content": system_message(table.game, seat)}]
    waiting: list[Message] = []
    for event in table.events:
        if event.kind == "invalid":
            continue
        if event.kind == "action" and event.seat == seat:
            own = (said or {}).get(event.number, Said(event.text))
            chat.append({"role": "user", "content": heard(waiting, seat)})
            chat.append({"role": "assistant", "content": own.text})
            if own.reasoning:
                chat[-1]["reasoning_content"] = own.reasoning
            waiting = []
        waiting += event.messages
    return chat


def game_chats(
    data: Mapping[str, Any], agents: Sequence[str] = (), words: OwnWords | None = None
) -> Iterator[dict[str, Any]]:
    """A recorded game as lines of chat data, one for each seat that decided something.

    Args:
        data: the game, as `read_games` gives it.
        agents: names of the agents whose seats are written; all seats if empty.
        words: the models' own words in the run of the game.

    Yields:
        ``messages`` (see `seat_chat`), ``game``, ``seed`` and ``secret`` (one of them None), ``seat``, ``agent``
        (empty if not recorded), ``return`` (the seat's utility, or the worst possible one after its own forfeit;
        None if the game did not end) and ``finished`` (whether it was played to its end).

    Raises:
        ConfigError: the game is of another version of the rules, has no text environment, or cannot be dealt.
        AnswerError: an action is not legal.
    """
    table, said = _played_again(data, words)
    forfeited, finished = data["forfeited"], data["finished"] and data["forfeited"] is None
    returns = data["returns"] if finished else [None] * table.game.num_players
    if forfeited is not None:
        returns = plain_returns(forfeit_returns(table.game, forfeited))
    for seat in range(table.game.num_players):
        agent = data["agents"][seat] if data["agents"] else ""
        if agents and agent not in agents:
            continue
        messages = seat_chat(table, seat, said)
        if len(messages) > 1:
            yield {
                "messages": messages,
                "game": data["game"],
                "seed": data["seed"],
                "secret": data["secret"],
                "seat": seat,
                "agent": agent,
                "return": returns[seat],
                "finished": finished,
            }


def _played_again(data: Mapping[str, Any], words: OwnWords | None) -> tuple[Table, Mapping[int, Said]]:
    game = recorded_game([data], data["game"])
    require_words(game)
    if len(data["agents"]) not in (0, game.num_players):
        raise ConfigError(f"a game with {len(data['agents'])} agents for {game.num_players} seats")
    if len(data["returns"]) != game.num_players:
        raise ConfigError(f"a game with {len(data['returns'])} returns for {game.num_players} seats")
    if words is None:
        return Table(dealt(game, data), played=data["actions"]), {}
    table = Table(dealt(game, data))
    return table, words.replayed(table, data)


def check_chat_file(path: Path) -> None:
    """Check that chat data can be written to a new file.

    Raises:
        FileError: it exists, its folder does not, or its ending is not ``.jsonl``.
    """
    if path.suffix != MANY:
        raise FileError(f"{path} is to hold one conversation a line: name it with {MANY} at its end")
    if path.exists():
        raise FileError(f"{path} exists already; name another file")
    if not path.absolute().parent.is_dir():
        raise FileError(f"{path} cannot be written: there is no folder {path.absolute().parent}")


def write_chats(
    games: Path,
    path: Path,
    agents: Sequence[str] = (),
    progress: Callable[[float], None] | None = None,
    words: OwnWords | None = None,
) -> int:
    """Write the games of a file as chat data, one JSON line for each game and seat.

    TRL's SFTTrainer reads such a file: ``datasets.load_dataset("json", data_files=...)``.

    Args:
        games: a game file.
        path: the new file, with the ending ``.jsonl``; written atomically.
        agents: names of the agents whose seats are written; all seats if empty.
        progress: called with the share that is done, 0..1.
        words: the models' own words in the run of the games, in place of their bare actions.

    Returns:
        Number of lines.

    Raises:
        FileError: a game file is broken or cannot be replayed; or the new file exists, has another ending, or
            cannot be written.
        ConfigError: no agent of such a name played in the games.
    """
    check_chat_file(path)
    size, read, count = games.stat().st_size if games.exists() else 0, 0, 0
    seen: set[str] = set()
    with write_errors(path), writing(path) as out:
        for number, data in enumerate(read_games(games), start=1):
            seen.update(data["agents"])
            try:
                lines = [json_line(chat) for chat in game_chats(data, agents, words)]
            except (AnswerError, ConfigError, PositionError, ValueError) as error:
                raise FileError(f"{games}, line {number}: {error}") from error
            out.writelines(lines)
            count += len(lines)
            if progress is not None:
                read += len(json_line(data))
                progress(min(1.0, read / size))
        absent = [name for name in agents if name not in seen]
        if absent:
            raise ConfigError(
                f"nobody called {' or '.join(absent)} has played in {games}, but {', '.join(sorted(seen))}"
            )
    return count
