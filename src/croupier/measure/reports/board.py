"""A leaderboard: what its entries share, and its folder with ``board.json`` and ``entries/``."""

from __future__ import annotations

import json
from collections.abc import Mapping
from contextlib import suppress
from dataclasses import asdict, dataclass
from dataclasses import field as dataclass_field
from hashlib import sha256
from pathlib import Path
from typing import Any

from croupier import __version__
from croupier.agents.agent import Agent
from croupier.agents.llm.agent import prompt_hash
from croupier.agents.registry import make_agent, make_computing
from croupier.core.base.errors import ConfigError, FileError, unknown
from croupier.core.base.files import parse_json, read_text, writing
from croupier.core.engine.game import Game
from croupier.core.engine.making import make
from croupier.core.spec import registry
from croupier.measure.play.tournament import checked_deals
from croupier.table.briefing import rules
from croupier.table.table import Table

BOARD, ENTRIES, RUNS = "board.json", "entries", "runs"
FORMAT = "croupier-board"
VERSION = 1
_KINDS: dict[str, type] = {
    "game": str, "game_version": int, "options": dict, "seed": int, "deals": int, "field": list, "prompt": str,
    "prompt_hash": str, "answer": str, "retries": int, "croupier": str,
}  # fmt: skip
_LATER: dict[str, type] = {"brackets": bool, "set": str, "opponents": dict}
"""What not every board has."""


@dataclass(frozen=True)
class Board:
    """What is the same for all entries."""

    game: str  # name of the game
    game_version: int  # version of its rules
    options: Mapping[str, Any]  # its options, all of them
    seed: int  # seed of the deals and of the agents' random choices
    deals: int  # number of deals, each played in every rotation of the seats
    field: tuple[str, ...]  # names of the agents in the other seats
    prompt: str  # how language models are asked
    prompt_hash: str  # hash of what they are told first; empty where the game has no words for them
    answer: str  # how they answer
    retries: int  # replies to one decision that may be refused without losing the game
    croupier: str  # version that made the board
    brackets: bool = False  # whether of replies nothing but actions in square brackets is read
    # of a benchmark: the digest of the set of decisions of its name, and by each opponent's name the digests of
    # the files that it plays by; none for a bot, which is frozen by the version of the game
    set: str = ""
    opponents: Mapping[str, Mapping[str, str]] = dataclass_field(default_factory=dict)

    def same(self) -> dict[str, Any]:
        """What an entry must share with the board: all but the version of croupier, and what makes a benchmark."""
        # boards without brackets keep their digest
        left_out = ("croupier", "set", "opponents", *(() if self.brackets else ("brackets",)))
        return {name: value for name, value in asdict(self).items() if name not in left_out}

    @property
    def digest(self) -> str:
        """SHA-256 of `same`, in hexadecimal digits: entries say for which board they were played."""
        return sha256(canonical(self.same())).hexdigest()

    def made(self) -> Game:
        """The game."""
        return make(self.game, **self.options)

    def others(self, game: Game) -> list[Agent]:
        """The agents in the other seats."""
        return [make_agent(name, game) for name in self.field]


def canonical(data: Mapping[str, Any]) -> bytes:
    """Data as bytes that depend on nothing but what it says."""
    return json.dumps(data, sort_keys=True, separators=(",", ":"), allow_nan=False).encode()


def new_board(
    game: Game,
    field: tuple[str, ...],
    *,
    deals: int,
    seed: int,
    prompt: Any = "list",
    answer: Any = "text",
    retries: int = 2,
    brackets: bool = False,
) -> Board:
    """What a new board says of itself."""
    deals = checked_deals(deals)
    if len(field) != game.num_players - 1:
        raise ConfigError(
            f"{game.name} has {game.num_players - 1} other seats: the field names {len(field)} agents"
        )
    for text in field:
        if text == "net" or text.endswith(":net"):
            raise ConfigError(f"{text} is another player once a new one ships: name its release, like net:2026-11")
        refusal = f"{text} answers in words, and would be asked again for every entry: no field for it"
        make_computing(text, game, refusal)
    return Board(
        game=game.name, game_version=game.spec.version, options=dict(game.options), seed=seed, deals=deals,
        field=field, prompt=prompt, prompt_hash=told(game, prompt, answer), answer=answer, retries=retries,
        croupier=__version__, brackets=brackets,
    )  # fmt: skip


def told(game: Game, prompt: Any, answer: Any) -> str:
    """Hash of what language models are told first; empty where the game has no words for them."""
    if game.spec.words.prompts is None:
        return ""
    table = Table(game.new_initial_state(0), [make_agent("random", game)] * game.num_players)
    return prompt_hash("" if prompt == "source" else rules(table, 0), prompt, answer)


def shipped_boards() -> dict[str, Path]:
    """The folders of the boards that ship with the games, by their names."""
    found: dict[str, Path] = {}
    for name in registry.registered_games():
        with suppress(ConfigError):  # another package is broken: not the caller's business
            folder = registry.spec(name).decisions
            if folder is not None:
                found |= {file.parent.name: file.parent for file in sorted(folder.glob(f"boards/*/{BOARD}"))}
    return found


def folder_of(name_or_path: str) -> Path:
    """The folder of a board: one that ships, by its name, or any folder by its path."""
    path = Path(name_or_path)
    if (path / BOARD).is_file():
        return path
    shipped = shipped_boards()
    if name_or_path not in shipped:
        if path.exists():
            raise FileError(f"{path} holds no board: it has no {BOARD}")
        raise unknown("board", name_or_path, shipped)
    return shipped[name_or_path]


def read_board(folder: Path) -> Board:
    """Read what a board says of itself."""
    path = folder / BOARD
    data = read_json(path, "a board", FORMAT, VERSION, _KINDS)
    later = {name: data.get(name, kind()) for name, kind in _LATER.items()}
    check_kinds(path, later, _LATER)
    board = Board(**{name: data[name] for name in _KINDS} | later | {"field": tuple(data["field"])})
    if data.get("digest") != board.digest:
        raise FileError(f"{path} was changed: its digest is {board.digest[:16]}, not what it says")
    if board.game not in registry.registered_games():
        raise FileError(f"{path} is of the game {board.game!r}, which is not installed")
    here = registry.spec(board.game).version
    if board.game_version != here:
        raise FileError(
            f"{path} is of version {board.game_version} of {board.game}, whose rules are of version {here} here: "
            "make a new board"
        )
    return board


def write_board(folder: Path, board: Board) -> None:
    """Write what a board says of itself into its folder."""
    frozen = {"set": board.set, "opponents": board.opponents} if board.set else {}
    data = {"format": FORMAT, "version": VERSION, **board.same(), "croupier": board.croupier, **frozen}
    write_text(folder / BOARD, json.dumps(data | {"digest": board.digest}, indent=1))


def write_text(path: Path, text: str) -> None:
    """Write a file whole, and its folder if it is missing."""
    try:
        path.parent.mkdir(parents=True, exist_ok=True)
        with writing(path) as out:
            out.write(f"{text}\n".encode())
    except OSError as error:
        raise FileError(f"{path} cannot be written: {error.strerror}") from error


def read_json(path: Path, what: str, form: str, version: int, kinds: Mapping[str, type]) -> dict[str, Any]:
    """Read a file and check its form."""
    try:
        data = parse_json(read_text(path))
    except OSError as error:
        raise FileError(f"{path} cannot be read: {error.strerror}") from error
    except (ValueError, RecursionError) as error:
        raise FileError(f"{path} is no JSON: {error}") from error
    if not isinstance(data, dict) or (data.get("format"), data.get("version")) != (form, version):
        raise FileError(f"{path} is no {what.removeprefix('a ')} of version {version} of the format {form}")
    check_kinds(path, data, kinds)
    return data


def check_kinds(path: Path, data: Mapping[str, Any], kinds: Mapping[str, type]) -> None:
    """Check the types of what a file says."""
    for name, kind in kinds.items():
        if type(data.get(name)) is not kind:
            raise FileError(f"{path}: {name} is {str(data.get(name))[:40]!r}, not of type {kind.__name__}")
