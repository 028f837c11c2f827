"""TextArena adapter. Importing this module registers croupier's games there.

Examples:
    >>> import textarena
    >>> import croupier.envs.textarena
    >>> env = textarena.make("croupier/PigDice-v0")

Each variant of a game, like ``PigDice-v0``, is registered as ``croupier/PigDice-v0`` with TextArena's default
wrappers, as ``croupier/PigDice-v0-train`` with its wrapper that leaves out the players' own words, and as
``croupier/PigDice-v0-raw`` without wrappers. TextArena's own ``PigDice-v0`` does not change.
"""

from __future__ import annotations

from typing import Any

from croupier.core.base.errors import missing
from croupier.core.spec import registry
from croupier.envs import text

try:
    import textarena as ta
    from textarena.envs.registration import register_with_versions
except ImportError as error:
    raise ImportError(missing("croupier.envs.textarena", "textarena")) from error

__all__ = ["TextArenaEnv"]

PREFIX = "croupier/"
_TYPES = {
    "prompt": ta.ObservationType.PROMPT,
    "reply": ta.ObservationType.PLAYER_ACTION,
    "event": ta.ObservationType.GAME_ACTION_DESCRIPTION,
    "board": ta.ObservationType.GAME_BOARD,
    "notice": ta.ObservationType.GAME_ADMIN,
}


class TextArenaEnv(ta.Env):  # type: ignore[misc]  # TextArena publishes no types
    """A croupier text environment as a `textarena.Env`.

    Attributes:
        text: the text environment.
        state: the state for TextArena's wrappers: undelivered messages, the player to move, rewards.
    """

    def __init__(self, game: str, **options: Any) -> None:
        """Make the game.

        Args:
            game: a name for `croupier.envs.text.make`.

        Raises:
            ConfigError: as for `croupier.envs.text.make`.
        """
        super().__init__()
        self.text = text.make(game, **options)

    def reset(self, num_players: int, seed: int | None = None) -> None:
        """Begin a game; see `TextEnv.reset`. It does not use TextArena's global generator."""
        self.text.reset(num_players, seed)
        kind = ta.TwoPlayerState if num_players == 2 else ta.FFAMultiPlayerState
        self.state = kind(num_players=num_players)
        self.state.reset(game_state={}, role_mapping={seat: f"Player {seat}" for seat in range(num_players)})
        self._told = 0
        self._update()

    def get_observation(self) -> tuple[int, list[tuple[int, str, ta.ObservationType]]]:
        """The player to move, and the messages to it since its last turn: (sender, text, type).

        Raises:
            RuntimeError: `reset` was not called yet.
        """
        player, _ = self.text.get_observation()
        return player, self.state.get_current_player_observation()

    def step(self, action: str) -> tuple[bool, dict[str, Any]]:
        """Take the reply of the player to move; see `TextEnv.step`."""
        result = self.text.step(action)
        self._update()
        return result

    def close(self) -> tuple[dict[int, float] | None, dict[int, dict[str, Any]]]:
        """Rewards and other information at the end; see `TextEnv.close`."""
        return self.text.close()

    def get_board_str(self) -> str:
        """The table for TextArena's renderers, without anything hidden.

        Raises:
            RuntimeError: `reset` was not called yet.
        """
        return self.text.board()

    def _update(self) -> None:
        """Update TextArena's state."""
        state = self.state
        for message in self.text.messages[self._told :]:
            state.add_observation(
                message=message.text,
                observation_type=_TYPES[message.kind],
                from_id=ta.GAME_ID if message.sender is None else message.sender,
                to_id=-1 if message.to is None else message.to,
            )
        self._told = len(self.text.messages)
        state.current_player_id = self.text.player
        state.turn = len(self.text.state.history)
        state.done = self.text.done
        state.rewards, state.game_info = self.text.close()
        state.game_state["position"] = self.text.state.position()


def _variants() -> list[str]:
    """Variants with a text environment; a game of another package may have none."""
    entries = registry.loadable_games()
    with_prompts = (
        e for e in entries if e in registry.BUILT_IN or registry.spec(e.name).words.prompts is not None
    )
    return [name for entry in with_prompts for name in registry.variants(entry)]


class _Formatting(ta.wrappers.ActionFormattingWrapper):  # type: ignore[misc]  # as above
    """TextArena's own wrapper, for texts only; `TextEnv.step` rejects other types with an error."""

    def action(self, action: str) -> str:
        found: str = super().action(action) if isinstance(action, str) else action
        return found


def _register() -> None:
    wrappers = {
        "default": [ta.wrappers.LLMObservationWrapper, _Formatting],
        "-train": [ta.wrappers.GameMessagesObservationWrapper, _Formatting],
    }
    for name in _variants():
        register_with_versions(id=PREFIX + name, entry_point=TextArenaEnv, wrappers=wrappers, game=name)


_register()
