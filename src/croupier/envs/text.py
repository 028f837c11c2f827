"""Text environment: a game played by replies in words, with TextArena's methods but without needing TextArena.

>>> from croupier.envs import text
>>> env = text.make("PigDice-v0")
>>> env.reset(num_players=2, seed=7)
>>> player, observation = env.get_observation()
>>> done, info = env.step("I'll take the risk: [roll]")

The four methods mean what they mean in TextArena 0.7 under its default observation wrapper: an observation holds
all messages to the player to move so far, one after another, with ``[GAME] `` or ``[Player p] `` before each. The
last one, to everyone, gives the result. The words, and how a reply is read, come from the game's prompts.py;
everything else is here.
"""

from __future__ import annotations

import secrets
from typing import Any

from croupier.core import options as option_codes
from croupier.core import registry
from croupier.core.errors import ConfigError, unknown
from croupier.core.game import Game
from croupier.core.options import Option
from croupier.core.prompts import GamePrompts, Message, ReplyError
from croupier.core.state import State

OPTIONS = (
    Option("strict_actions", "bool", False, "refuse a reply that names several actions; else the first counts"),
    Option("error_allowance", "int", 1, "invalid replies in a row that do not lose the game", low=0, high=1000),
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
    known = [*registry.make(name).options, *own]
    for key in options:
        if key not in known:
            raise unknown(f"option of the text environment {name}", key, known)
    settings = {key: value for key, value in options.items() if key in own}
    return TextEnv(registry.make(name, **{key: options[key] for key in options if key not in own}), **settings)


class TextEnv:
    """A game played by replies in words.

    Attributes:
        game: the game with its options.
        player: the seat to move; after the end, the one that moved last.
        messages: all that was said in the present game, in order.
        seed: seed of the present game: the same seed and replies give the same game.
    """

    def __init__(self, game: Game, **settings: object) -> None:
        """Set up the environment.

        Args:
            game: what is played.
            **settings: ``strict_actions`` and ``error_allowance``.

        Raises:
            ConfigError: the game has no prompts, or a setting is not valid.
        """
        self.game = game
        self._prompts()
        checked = option_codes.complete(OPTIONS, settings, "the text environment")
        self.messages: list[Message] = []
        self.seed = 0
        self._strict = bool(checked["strict_actions"])
        self._allowance = int(checked["error_allowance"])
        self._state: State | None = None
        self.player = 0
        self._errors = 0
        self._rewards: dict[int, float] | None = None
        self._info: dict[int, dict[str, Any]] = {}

    @property
    def state(self) -> State:
        """The game in progress. It holds all that is hidden: for spectators, not for players.

        Raises:
            RuntimeError: `reset` was not called yet.
        """
        return self._begun()

    @property
    def done(self) -> bool:
        """Whether the game is over, by its rules or by a forfeit."""
        return self._rewards is not None

    def reset(self, num_players: int, seed: int | None = None) -> None:
        """Begin a game; one in progress is given up.

        Args:
            num_players: number of players.
            seed: 0 .. 2**64 - 1; None draws one, found in `seed` afterwards.

        Raises:
            ConfigError: the game is not played by so many.
            ValueError: the seed is not such an integer.
        """
        game = self._table(num_players)
        state = game.new_initial_state(secrets.randbits(64) if seed is None else seed)
        self.game, self.seed, self._state = game, state.seed, state
        self.player, self._errors, self._rewards = state.current_player(), 0, None
        seats = range(game.num_players)
        self._info = {p: {"role": f"Player {p}", "invalid_move": False, "turn_count": 0} for p in seats}
        self.messages = [Message(self._prompts().opening(state, seat), "prompt", to=seat) for seat in seats]

    def _table(self, num_players: int) -> Game:
        """The game for so many players."""
        number = isinstance(num_players, int) and not isinstance(num_players, bool)
        if number and num_players == self.game.num_players:
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
        players = self._begun().game.num_players
        if isinstance(seat, bool) or not isinstance(seat, int) or not 0 <= seat < players:
            raise ValueError(f"seats are 0 to {players - 1}, not {seat!r}")
        return "\n".join(str(message) for message in self.messages if message.to in (None, seat))

    def board(self) -> str:
        """The table as a spectator sees it: players by their numbers, and nothing that is hidden from any.

        Raises:
            RuntimeError: `reset` was not called yet.
        """
        return self._prompts().board(self._begun())

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
        state, player = self.state, self.player
        if self.done:
            raise RuntimeError("the game is over; call close() for its rewards, or reset() for another")
        if not isinstance(reply, str):
            raise TypeError(f"a reply is a str, not {type(reply).__name__}")
        self._echo(reply)
        try:
            action = self._prompts().read(state, reply, strict=self._strict)
        except ReplyError as error:
            return self._refuse(str(error))
        if not state.legal_actions_mask()[action]:
            return self._refuse(f"{state.action_to_string(action)} is not legal now")
        before = state.clone()
        state.apply_action(action)
        self._errors = 0
        self._info[player]["turn_count"] += 1
        self.messages += self._prompts().narrate(before, action, state)
        reason = None
        if state.is_terminal():
            reason = self._prompts().outcome(state)
            self._end({seat: float(gain) for seat, gain in enumerate(state.returns())}, reason, said=reason)
        else:
            self.player = state.current_player()
        text = before.action_to_string(action)
        return self.done, {"player": player, "action": text, "invalid_move": False, "reason": reason}

    def close(self) -> tuple[dict[int, float] | None, dict[int, dict[str, Any]]]:
        """Rewards and what else is known at the end.

        Returns:
            Reward by player (None while the game goes on), and by player ``{"role", "invalid_move",
            "turn_count", "reason"}``: accepted replies are counted; there is a reason once the game is over.

        Raises:
            RuntimeError: `reset` was not called yet.
        """
        self._begun()
        return self._rewards, {seat: dict(entry) for seat, entry in self._info.items()}

    def _begun(self) -> State:
        """The game in progress; raises RuntimeError where there is none."""
        if self._state is None:
            raise RuntimeError("no game has begun; call reset(num_players) first")
        return self._state

    def _prompts(self) -> GamePrompts[State]:
        """The game's words; raises ConfigError where it has none."""
        if self.game.spec.words.prompts is None:
            raise ConfigError(f"{self.game.name} has no text environment")
        return self.game.spec.words.prompts

    def _echo(self, reply: str) -> None:
        """Pass the raw reply on to those who may hear it."""
        seats = self._prompts().hearers(self.state)
        if len(seats) == self.game.num_players:
            self.messages.append(Message(reply, "reply", sender=self.player))
        else:
            self.messages += [Message(reply, "reply", to=seat, sender=self.player) for seat in seats]

    def _refuse(self, reason: str) -> tuple[bool, dict[str, Any]]:
        """Tell the player that its reply is invalid, and end the game where it was one too many."""
        player = self.player
        self._errors += 1
        left = self._allowance - self._errors
        notice = f"Invalid reply: {reason}."
        if left >= 0:
            notice += f" {'One more in a row loses' if left == 0 else f'{left + 1} more in a row lose'} the game."
        self.messages.append(Message(notice, "notice", to=player))
        if left < 0:
            self._info[player]["invalid_move"] = True
            players = self.game.num_players  # the others share what the player loses
            rewards = {seat: -1.0 if seat == player else 1.0 / (players - 1) for seat in range(players)}
            lost = f"Player {player} loses by an invalid reply"
            won = f"Player {1 - player} wins" if players == 2 else "the others share the win"
            # why it was invalid may name cards of the player's hand: that is not for everyone's ears
            self._end(rewards, f"{lost}: {reason}.", said=f"{lost}; {won}.")
        return self.done, {"player": player, "action": None, "invalid_move": True, "reason": reason}

    def _end(self, rewards: dict[int, float], reason: str, said: str) -> None:
        """Note how the game came out, and tell everyone."""
        self.messages.append(Message(said))
        self._rewards = rewards
        for entry in self._info.values():
            entry["reason"] = reason
