"""Text environment: a game played by replies in words, with TextArena's methods but without needing TextArena.

>>> from croupier.envs import text
>>> env = text.make("PigDice-v0")
>>> env.reset(num_players=2, seed=7)
>>> player, observation = env.get_observation()
>>> done, info = env.step("I'll take the risk: [roll]")

The four methods mean what they mean in TextArena 0.7 under its default observation wrapper: an observation holds
all messages to the player to move so far, one after another, with ``[GAME] `` or ``[Player p] `` before each. The
last one, to everyone, gives the result. The words, and how a reply is read, come from the game's prompts, turns
and invalid replies from `croupier.table`.
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
"""Options of every text environment, beside those of its game."""


def make(name: str, **options: Any) -> TextEnv:
    """Make a text environment.

    Args:
        name: a game or a variant that has one, like ``PigDice-v0``.
        **options: the game's options, and ``strict_actions`` and ``error_allowance``.

    Returns:
        The environment; `TextEnv.reset` begins a game.

    Raises:
        ConfigError: no such game or option, a value that is not valid, or a game without text environment.
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

    Attributes:
        player: the seat to move; after the end, the one that moved last.
        seed: seed of the present game: the same seed and replies give the same game.
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
        """The game in progress. It holds all that is hidden: for spectators, not for players.

        Raises:
            RuntimeError: `reset` was not called yet.
        """
        return self._begun().state

    @property
    def done(self) -> bool:
        """Whether the game is over, by its rules or by a forfeit."""
        return self._table is not None and self._table.over

    @property
    def messages(self) -> list[Message]:
        """All that was said in the present game, in order."""
        return [] if self._table is None else [said for event in self._table.events for said in event.messages]

    def reset(self, num_players: int, seed: int | None = None) -> None:
        """Begin a game; one in progress is given up.

        Args:
            seed: 0 .. 2**64 - 1; None draws one, found in `seed` afterwards.

        Raises:
            ConfigError: the game is not played by this many.
            ValueError: the seed is not such an integer.
        """
        game = self._sized(num_players)
        self.begin(game.new_initial_state(secrets.randbits(64) if seed is None else seed))

    def begin(self, state: State) -> None:
        """Begin with a game that is set up already, like a position; one in progress is given up.

        Args:
            state: a game of this environment's kind that is not over; it is played on.

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
        """The game for this many players."""
        if as_whole(num_players) == self.game.num_players:
            return self.game
        if "players" in self.game.options:
            return Game(self.game.spec, **{**self.game.options, "players": num_players})
        raise ConfigError(f"{self.game.spec.title} is played by {self.game.num_players}, not by {num_players!r}")

    def transcript(self, seat: int) -> str:
        """All messages to a seat so far, one a line (some have several); never more.

        Raises:
            RuntimeError: `reset` was not called yet.
            ValueError: there is no such seat.
        """
        return self._begun().transcript(seat)

    def board(self) -> str:
        """The table as a spectator sees it: players by their numbers, and nothing that is hidden from any.

        Raises:
            RuntimeError: `reset` was not called yet.
        """
        return self._prompts.board(self._begun().state)

    def get_observation(self) -> tuple[int, str]:
        """Who is to move, and its transcript. Asking again gives the same; after the end, who moved last.

        Raises:
            RuntimeError: `reset` was not called yet.
        """
        return self.player, self.transcript(self.player)

    def step(self, reply: str) -> tuple[bool, dict[str, Any]]:
        """Take the reply of the player to move.

        Args:
            reply: all that it said; among it the action.

        Returns:
            Whether the game is over, and ``{"player", "action", "invalid_move", "reason"}``: who replied, its
            action's text (None where the reply was invalid), and why it was invalid or the game ended (or None).

        Raises:
            RuntimeError: no game has begun, or it is over.
            TypeError: the reply is no str.
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
        """One sentence on how the game that is over came out."""
        table = self._begun()
        return self._prompts.outcome(table.state) if table.forfeited is None else table.events[-1].reason

    def close(self) -> tuple[dict[int, float] | None, dict[int, dict[str, Any]]]:
        """Rewards and what else is known at the end.

        Returns:
            Reward by player (None while the game goes on), and by player ``{"role", "invalid_move",
            "turn_count", "reason"}``: accepted replies are counted; there is a reason once the game is over. A
            forfeit costs its player as much as the worst loss may, at least 1. Nobody gains by it: for the others
            the game does not count, and their reward is NaN.

        Raises:
            RuntimeError: `reset` was not called yet.
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
        """The game in progress; raises RuntimeError where there is none."""
        if self._table is None:
            raise RuntimeError("no game has begun; call reset(num_players) first")
        return self._table
