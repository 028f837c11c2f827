"""OpenSpiel games: importing this module registers every game there, with its options as parameters.

Examples:
    >>> import pyspiel
    >>> import croupier.envs.open_spiel
    >>> game = pyspiel.load_game("croupier_skull_king", {"players": 5, "kraken": True})
    >>> state = game.new_initial_state()

``skull-king`` is called ``croupier_skull_king``. Chance events are separate nodes. If a game lists their outcomes
(a die), its tree is explicit. Shuffles have too many outcomes to list: the parameter ``deals`` says how they are
sampled.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any

import numpy as np

from croupier.core.base.errors import ConfigError, missing
from croupier.core.base.rng import as_seed
from croupier.core.engine.game import Game
from croupier.core.engine.past import SeenMoment, information_size, information_state, information_tensor
from croupier.core.spec import registry
from croupier.core.spec.spec import CHANCE, TERMINAL, GameSpec
from croupier.envs.chance_table import ChanceSettings, ChanceTable, ChanceWords

try:
    import pyspiel
except ImportError as error:
    raise ImportError(missing("croupier.envs.open_spiel", "pyspiel")) from error

__all__ = ["CroupierGame", "CroupierObserver", "CroupierState", "game_type", "short_name"]

PREFIX = "croupier_"
UNLIMITED = 1_000_000
"""Most decisions of a game if the rules set no limit; a game that reaches it is a draw."""
DEALS, SEED, LENGTH = "deals", "rng_seed", "max_game_length"
_OWN: dict[str, int] = {DEALS: 0, SEED: -1, LENGTH: 0}
"""Parameters in addition to the game's options, with their defaults; see `CroupierGame`."""
MOST_DEALS = 1_000_000

_TYPE, _UTILITY = pyspiel.GameType, pyspiel.GameType.Utility
_MODES = {
    "none": _TYPE.ChanceMode.DETERMINISTIC,
    "listed": _TYPE.ChanceMode.EXPLICIT_STOCHASTIC,
    "sampled": _TYPE.ChanceMode.SAMPLED_STOCHASTIC,
}


def short_name(name: str) -> str:
    """OpenSpiel's name of a game of the registry."""
    return PREFIX + name.replace("-", "_")


class CroupierState(pyspiel.State):  # type: ignore[misc]  # OpenSpiel publishes no types
    """A state of a croupier game for OpenSpiel's algorithms."""

    def __init__(self, game: CroupierGame) -> None:
        """Begin a game; called only by `CroupierGame.new_initial_state`."""
        super().__init__(game)
        self.table = ChanceTable(game.settings, game.settings.game.new_records())

    def __reduce__(self) -> tuple[Callable[..., CroupierState], tuple[Any, str]]:
        # OpenSpiel's own way asks for a state of the generator, which a game in Python cannot give
        return _restored, (self.get_game(), self.serialize())

    def current_player(self) -> int:
        """The seat to move, or OpenSpiel's numbers for chance and the end."""
        return self.table.player

    def is_terminal(self) -> bool:
        """Whether the game is over."""
        return self.table.player == TERMINAL

    def returns(self) -> list[float]:
        """Final utilities of all seats; zeros while the game goes on."""
        return self.table.returns()

    def chance_outcomes(self) -> list[tuple[int, float]]:
        """Outcomes of the chance event now due, with their probabilities."""
        return self.table.outcomes()

    def _legal_actions(self, player: int) -> list[int]:
        return self.table.legal_actions() if player == self.table.player else []

    def _apply_action(self, action: int) -> None:
        if self.table.player == CHANCE:
            self.table.happen(action)
        else:
            self.table.play(action)

    def _action_to_string(self, player: int, action: int) -> str:
        if player == CHANCE:
            return f"outcome {action}"
        return self.table.position().action_to_string(action)

    def resample_from_infostate(self, player: int, sampler: Callable[[], float]) -> CroupierState:
        """A determinization: a copy with a full deal consistent with what a player knows.

        Args:
            player: the player.
            sampler: gives random numbers in [0, 1), like ``pyspiel.UniformProbabilitySampler``.
        """
        copy: CroupierState = self.clone()
        rngs = np.array([int(sampler() * 2.0**53)], dtype=np.uint64)
        copy.table.settings.game.loops.tiered.redeal(copy.table.records, np.array([player]), rngs)
        if self.table.last is not None:  # what others saw in the true deal is not part of this one
            copy.table.last = SeenMoment(copy.table.records.copy(), past=(player, self.table.last))
        return copy

    def __str__(self) -> str:
        return str(self.table)


class CroupierObserver:
    """A player's observation as a tensor with named parts, and as text.

    Attributes:
        tensor: float32, shape (observation_size,); with perfect recall the information state, with 512 more
            features. None for the public observation, and for perfect recall in an open game, which have only
            text.
        dict: the blocks of the observation by name, each a view of the tensor; with perfect recall also "recall".
    """

    def __init__(self, game: Game, kind: Any, params: Mapping[str, Any] | None) -> None:
        """Make an observer of a kind (``pyspiel.IIGObservationType``, None for the default).

        Raises:
            ConfigError: there are parameters, or the game lacks this kind.
        """
        if params:
            raise ConfigError(f"an observer takes no parameters, not {dict(params)}")
        self._game, self._public, self._recalls = game, False, False
        if kind is not None:
            private = pyspiel.PrivateInfoType
            self._public = kind.public_info and kind.private_info == private.NONE
            if kind.private_info == private.ALL_PLAYERS or not kind.public_info:
                raise ConfigError(f"{game.name} is observed by one player, or by the public alone, not by {kind}")
            self._recalls = kind.perfect_recall
        self.tensor: Any = None
        self.dict: dict[str, Any] = {}
        if not self._public and not (self._recalls and game.facts.information == "open"):
            size = information_size(game) if self._recalls else game.observation_size
            self.tensor = np.zeros(size, np.float32)
            self.dict = {name: self.tensor[part] for name, part in game.block_slices.items()}
            if self._recalls:
                self.dict["recall"] = self.tensor[game.observation_size :]

    def set_from(self, state: CroupierState, player: int) -> None:
        """Write a player's observation into `tensor`."""
        if self.tensor is not None and self._recalls:
            self.tensor[:] = information_tensor(self._game, state.table.last, player)
        elif self.tensor is not None:
            self._game.loops.tiered.observe(state.table.records, np.array([player]), self.tensor[None, :])

    def string_from(self, state: CroupierState, player: int) -> str:
        """The observation of a player, or of the public, as text.

        With perfect recall, everything seen since the deal; in an open game, the position.
        """
        seat = None if self._public else player
        if self._recalls and self._game.facts.information == "hidden":
            return information_state(self._game, state.table.last, seat)
        if self._recalls:
            return str(state)
        return self._game.spec.words.text.observation_string(state.table.position().view(seat))


class CroupierGame(pyspiel.Game):  # type: ignore[misc]
    """A croupier game. Its parameters are its options, and three more.

    - ``deals``: 0 (default) samples a new shuffle whenever its one outcome is applied (OpenSpiel's
      ``SAMPLED_STOCHASTIC``). n > 0 makes a shuffle an explicit event with n equally likely deals, which depend
      only on ``rng_seed``. Then algorithms can walk the tree, which MCTS needs if there is chance below the root.
    - ``rng_seed``: seed of sampled events, at least 0; -1 (default) is a random one (for ``deals``: 0).
    - ``max_game_length``: decisions after which an unfinished game is a draw; 0 (default) is the rules' bound, or
      `UNLIMITED` if there is none.

    Attributes:
        spec: the game's spec; each game has a subclass.
        settings: the game with its options, and the settings of chance events.
    """

    spec: GameSpec

    def __init__(self, params: Mapping[str, Any]) -> None:
        """Make the game; ``pyspiel.load_game`` calls it with all parameters.

        Raises:
            ConfigError: a parameter is not valid.
        """
        own = {name: int(params.get(name, default)) for name, default in _OWN.items()}
        game = Game(self.spec, **{name: value for name, value in params.items() if name not in own})
        self.settings = _chance_settings(game, own)
        super().__init__(game_type(game, own[DEALS]), _game_info(self.settings), dict(params))

    def __reduce__(self) -> tuple[Callable[..., Any], tuple[str, dict[str, Any]]]:
        return _loaded, (short_name(self.spec.name), self.get_parameters())  # its class is made by this module

    def new_initial_state(self) -> CroupierState:
        """The state at the start of a game: usually a chance event, the deal."""
        return CroupierState(self)

    def max_chance_nodes_in_history(self) -> int:
        """Most chance events in one game: one before each decision, and one after the last."""
        return 0 if self.settings.game.facts.chance == "none" else self.settings.limit + 1

    def make_py_observer(
        self, iig_obs_type: Any = None, params: Mapping[str, Any] | None = None
    ) -> CroupierObserver:
        """An observer of states; see `CroupierObserver`."""
        if isinstance(iig_obs_type, Mapping):  # OpenSpiel leaves out the kind for the default
            iig_obs_type, params = None, iig_obs_type
        return CroupierObserver(self.settings.game, iig_obs_type, params)


def _loaded(name: str, params: Mapping[str, Any]) -> Any:
    """Unpickle a game; in a new process this also imports the module."""
    return pyspiel.load_game(name, dict(params))


def _restored(game: CroupierGame, text: str) -> CroupierState:
    """Unpickle a state."""
    state: CroupierState = game.deserialize_state(text)
    return state


def _chance_settings(game: Game, own: Mapping[str, int]) -> ChanceSettings:
    """Check the parameters of the adapter."""
    deals, seed, length = own[DEALS], own[SEED], own[LENGTH]
    facts = game.facts
    if not 0 <= deals <= MOST_DEALS or (deals and facts.chance != "sampled"):
        why = f"0..{MOST_DEALS}" if facts.chance == "sampled" else f"0: chance of {game.name} is {facts.chance}"
        raise ConfigError(f"parameter {DEALS} must be {why}, not {deals}")
    if seed < -1:
        raise ConfigError(f"parameter {SEED} must be at least 0, or -1, not {seed}")
    if length < 0 or (length and facts.utility_sum is None):
        why = "at least 0" if facts.utility_sum is not None else f"0: {game.name} has no draw that could be shared"
        raise ConfigError(f"parameter {LENGTH} must be {why}, not {length}")
    bound = UNLIMITED if facts.max_game_length is None else facts.max_game_length
    limit = min(length, bound) if length else bound
    cuts = facts.max_game_length is None or limit < facts.max_game_length
    base = int(as_seed(seed if seed >= 0 else 0))
    return ChanceSettings(game, deals, base, limit, cuts, ChanceWords(None if seed < 0 else seed))


def game_type(game: Game, deals: int = 0) -> Any:
    """A game's ``pyspiel.GameType``; `deals` is the parameter of `CroupierGame`."""
    spec, facts = game.spec, game.facts
    players = next((o for o in spec.options if o.name == "players"), None)
    hidden = facts.information == "hidden"
    total = facts.utility_sum
    return _TYPE(
        short_name=short_name(spec.name),
        long_name=f"{spec.title} (croupier)",
        dynamics=_TYPE.Dynamics.SEQUENTIAL,
        chance_mode=_MODES["listed"] if deals else _MODES[facts.chance],
        information=(_TYPE.Information.IMPERFECT_INFORMATION if hidden else _TYPE.Information.PERFECT_INFORMATION),
        utility=_UTILITY.GENERAL_SUM if total is None else _UTILITY.CONSTANT_SUM if total else _UTILITY.ZERO_SUM,
        reward_model=_TYPE.RewardModel.TERMINAL,
        max_num_players=players.high if players else game.num_players,
        min_num_players=players.low if players else game.num_players,
        provides_information_state_string=True,
        provides_information_state_tensor=hidden,
        provides_observation_string=True,
        provides_observation_tensor=True,
        provides_factored_observation_string=True,
        parameter_specification={option.name: option.default for option in spec.options} | _OWN,
    )


def _game_info(settings: ChanceSettings) -> Any:
    game, facts = settings.game, settings.game.facts
    outcomes = {"none": 0, "listed": game.spec.rules.max_outcomes, "sampled": max(settings.deals, 1)}
    return pyspiel.GameInfo(
        num_distinct_actions=game.num_actions,
        max_chance_outcomes=outcomes[facts.chance],
        num_players=game.num_players,
        min_utility=facts.min_utility,
        max_utility=facts.max_utility,
        utility_sum=facts.utility_sum,
        max_game_length=settings.limit,
    )


def _register() -> None:
    registered = set(pyspiel.registered_names())
    for entry in registry.loadable_games():
        spec, name = registry.spec(entry.name), entry.name
        if short_name(name) not in registered:
            # a class, since OpenSpiel frees registered objects after Python has ended, when the last reference to
            # a function must not be dropped
            made = type(f"{short_name(name)}_game", (CroupierGame,), {"spec": spec})
            pyspiel.register_game(game_type(Game(spec)), made)


_register()
