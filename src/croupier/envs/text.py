"""Text environment: a game played by replies in words, with TextArena's methods but without TextArena.

Examples:
    >>> from croupier.envs import text
    >>> env = text.make("PigDice-v0")
    >>> env.reset(num_players=2, seed=7)
    >>> player, observation = env.get_observation()
    >>> env.step("I'll take the risk: [roll]")
    (False, {'player': 0, 'action': '[roll]', 'invalid_move': False, 'reason': None})

The four methods mean the same as in TextArena 0.7 under its default observation wrapper. An observation contains
all messages to the player to move so far, each after ``[GAME] `` or ``[Player p] ``. The last one, to everyone,
gives the result. The words, and the reading of replies, come from the game's prompts; turns and invalid replies
are handled by `croupier.table`.
"""

from __future__ import annotations

import secrets
from typing import Any

from croupier.core.base.errors import ConfigError, as_whole, unknown
from croupier.core.engine import making
from croupier.core.engine.game import Game, State
from croupier.core.spec import options as option_codes
from croupier.core.spec.options import Option
from croupier.core.spec.prompts import GamePrompts, Message
from croupier.envs.chat import require_words
from croupier.table import ReplyPolicy, Table
from croupier.table.events import ERROR_ALLOWANCE

__all__ = ["TextEnv", "make"]

OPTIONS = (
    Option("strict_actions", "bool", False, "refuse a reply that names several actions; else the first counts"),
    Option(
        "error_allowance",
        "int",
        ERROR_ALLOWANCE,
        "invalid replies in a row that do not lose the game",
        low=0,
        high=1000,
    ),
)
"""Options of every text environment, in addition to its game's."""


def make(name: str, **options: Any) -> TextEnv:
    """Make a text environment; `TextEnv.reset` begins a game.

    Args:
        name: a game or a variant with prompts, like ``PigDice-v0``.
        **options: the game's options, and ``strict_actions`` and ``error_allowance``.

    Raises:
        ConfigError: there is no such game or option, a value is not valid, or the game has no text environment.
    """
    own = [option.name for option in OPTIONS]
    known = [*making.make(name).options, *own]
    for key in options:
        if key not in known:
            raise unknown(f"option of the text environment {name}", key, known)
    settings = {key: value for key, value in options.items() if key in own}
    return TextEnv(making.make(name, **{key: options[key] for key in options if key not in own}), **settings)


class TextEnv:
    """A game played by replies in words.

    Methods that need a game raise RuntimeError before the first `reset`.

    Attributes:
        player: the seat to move; after the end, the seat that moved last.
        seed: seed of the present game; the same seed and replies give the same game.
    """

    def __init__(self, game: Game, **settings: object) -> None:
        """Set up the environment.

        Args:
            **settings: ``strict_actions`` and ``error_allowance``.

        Raises:
            ConfigError: the game has no prompts, or a setting is not valid.
        """
        self.game, self.seed, self.player = game, 0, 0
        require_words(game)
        checked = option_codes.complete(OPTIONS, settings, "the text environment")
        self._policy = ReplyPolicy(int(checked["error_allowance"]), bool(checked["strict_actions"]))
        self._table: Table | None = None

    @property
    def state(self) -> State:
        """The game including everything hidden: for spectators, not for players."""
        return self._begun().state

    @property
    def done(self) -> bool:
        """Whether the game is over, by its rules or by a forfeit."""
        return self._table is not None and self._table.over

    @property
    def messages(self) -> list[Message]:
        """All messages of the present game, in order."""
        return [] if self._table is None else [said for event in self._table.events for said in event.messages]

    def reset(self, num_players: int, seed: int | None = None) -> None:
        """Begin a game and abandon one in progress.

        Args:
            seed: 0 .. 2**64 - 1; None for a random one, which `seed` then gives.

        Raises:
            ConfigError: the game does not have this number of players.
            ValueError: the seed is out of range.
        """
        game = self._sized(num_players)
        self.begin(game.new_initial_state(secrets.randbits(64) if seed is None else seed))

    def begin(self, state: State) -> None:
        """Begin from a given state, like a position, and abandon a game in progress.

        Args:
            state: an unfinished game of this environment's kind, which is played on.

        Raises:
            ConfigError: it is of another game, or over.
        """
        if state.game.spec is not self.game.spec:
            raise ConfigError(f"the game is {state.game!r}, and the environment plays {self.game.name}")
        if state.is_terminal():
            raise ConfigError(f"the game is over: {state.position()}")
        self._table = Table(state, policy=self._policy)
        self.game, self.seed, self.player = state.game, state.seed, state.current_player()

    def _sized(self, num_players: int) -> Game:
        """The game for this number of players."""
        if as_whole(num_players) == self.game.num_players:
            return self.game
        if "players" in self.game.options:
            return Game(self.game.spec, **{**self.game.options, "players": num_players})
        raise ConfigError(f"{self.game.spec.title} is played by {self.game.num_players}, not by {num_players!r}")

    def transcript(self, seat: int) -> str:
        """All messages to a seat so far, one a line (some have several); later ones are only appended.

        Raises:
            ValueError: there is no such seat.
        """
        return self._begun().transcript(seat)

    def board(self) -> str:
        """The table for a spectator: players by number, and nothing hidden."""
        return self._prompts.board(self._begun().state)

    def get_observation(self) -> tuple[int, str]:
        """The player to move and its transcript; after the end, the player that moved last. Can be repeated."""
        return self.player, self.transcript(self.player)

    def step(self, reply: str) -> tuple[bool, dict[str, Any]]:
        """Take the reply of the player to move.

        Args:
            reply: the whole reply, with the action in it.

        Returns:
            Whether the game is over, and ``{"player", "action", "invalid_move", "reason"}``: the player that
            replied, its action's text (None for an invalid reply), and why it was invalid or the game ended (or
            None).

        Raises:
            RuntimeError: no game has begun, or it is over.
            TypeError: the reply is not a str.
        """
        table, player = self._begun(), self.player
        if table.over:
            raise RuntimeError("the game is over; call close() for its rewards, or reset() for another")
        if not isinstance(reply, str):
            raise TypeError(f"a reply is a str, not {type(reply).__name__}")
        event = table.submit(player, reply, table.number)
        valid = event.kind == "action"
        if valid and not table.over:
            self.player = table.state.current_player()
        return table.over, {
            "player": player,
            "action": event.text if valid else None,
            "invalid_move": not valid,
            "reason": (self._outcome() if table.over else None) if valid else event.refusal,
        }

    def _outcome(self) -> str:
        """One sentence on the result of the finished game."""
        table = self._begun()
        return self._prompts.outcome(table.state) if table.forfeited is None else table.events[-1].reason

    def close(self) -> tuple[dict[int, float] | None, dict[int, dict[str, Any]]]:
        """Rewards and other information at the end.

        Returns:
            Reward by player (None while the game goes on), and by player ``{"role", "invalid_move", "turn_count",
            "reason"}`` with the number of accepted replies, and a reason once the game is over. A forfeit costs
            its player the worst possible loss, and at least 1. Nobody gains by it: the rewards of the others are
            NaN.
        """
        table = self._begun()
        decided = [move.before.current_player() for move in table.moves]
        info: dict[int, dict[str, Any]] = {
            seat: {
                "role": f"Player {seat}",
                "invalid_move": seat == table.forfeited,
                "turn_count": decided.count(seat),
            }
            for seat in range(self.game.num_players)
        }
        if not table.over:
            return None, info
        for entry in info.values():
            entry["reason"] = self._outcome()
        rewards = dict(enumerate(table.returns()))
        if table.forfeited is not None:
            rewards[table.forfeited] = min(-1.0, rewards[table.forfeited])
        return rewards, info

    @property
    def _prompts(self) -> GamePrompts:
        return require_words(self.game)

    def _begun(self) -> Table:
        """The game in progress; raises RuntimeError without one."""
        if self._table is None:
            raise RuntimeError("no game has begun; call reset(num_players) first")
        return self._table
