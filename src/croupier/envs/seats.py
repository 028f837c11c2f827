"""One table with every seat played by the caller: the base of the PettingZoo adapter."""

from __future__ import annotations

import io
import secrets
from collections.abc import Mapping
from typing import Any, cast

import numpy as np
import numpy.typing as npt

from croupier.core.base.errors import ConfigError, as_whole, missing, require
from croupier.core.base.rng import as_seed
from croupier.core.engine.batch import Batch
from croupier.core.engine.game import Game, State
from croupier.core.spec.spec import TERMINAL, Floats


def row_state(batch: Batch, row: int) -> State:
    """A row of a batch including everything hidden, as an independent `State`, with its trail if recorded."""
    part = slice(row, row + 1)
    records, rngs = batch.records[part].copy(), batch.rngs[part].copy()
    seed, plies = int(batch.seeds[row]), int(batch.plies[row])
    game = cast("Game", batch.game)  # every batch is made from a Game
    return State(game, records, rngs, seed, "", [], earlier=plies, trail=batch.trail(row))


def checked_action(batch: Batch, row: int, action: object) -> int:
    """An action as an int, checked to be legal in a row; arrays without dimensions are accepted."""
    number = as_whole(action)
    if number is not None and 0 <= number < batch.game.num_actions and batch.masks[row, number]:
        return number
    given: Any = action.item() if isinstance(action, np.ndarray) and action.ndim == 0 else action
    row_state(batch, row).apply_action(given)  # raises IllegalAction
    raise AssertionError(f"{batch.game!r} takes action {given!r} and its mask does not")


RENDER_MODES = ("ansi", "svg", "rgb_array")
"""Ways to render a table: as text, as an SVG, and as an RGB array (uint8, shape (height, width, 3))."""
WIDTH = 800
"""Width of a picture, in pixels."""


class AllSeats:
    """All seats of one table, played by the caller.

    Attributes:
        batch: the table as a single row.
        begun: whether a game was dealt.
        rewards: each seat's reward for the last decision, float32, shape (num_players,): the utilities at the end,
            or shaped rewards if weights were given.
    """

    def __init__(self, game: Game, *, shaping: Mapping[str, float] | None = None) -> None:
        """Set up the table, with weights of shaped rewards or None for utilities; `reset` deals."""
        self.game, self.begun = game, False
        self._shaping = None if shaping is None else dict(shaping)
        self._sequence = 0
        self.batch = Batch(game, 1, autoreset=False, observe=False, shaping=shaping)
        self.rewards: Floats = np.zeros(game.num_players, dtype=np.float32)
        self._seats = np.arange(game.num_players, dtype=np.int64)
        self._row = np.zeros(1, dtype=np.int64)
        self._chosen = np.zeros(1, dtype=np.int64)

    @property
    def num_players(self) -> int:
        """Seats at the present table; fewer than `Game.num_players` only if the options were changed."""
        return int(self.batch.records["players"][0])

    @property
    def player(self) -> int:
        """The seat to move, or -4 if the game is over."""
        return int(self.batch.current_players[0])

    @property
    def over(self) -> bool:
        """Whether the game is over."""
        return self.player == TERMINAL

    @property
    def phase(self) -> str:
        """Name of the phase; empty if the game is over."""
        return "" if self.over else self.game.phase_name(int(self.batch.phases[0]))

    def reset(self, seed: int | None = None, options: Mapping[str, Any] | None = None) -> None:
        """Deal a game, the first of a new sequence if a seed is given."""
        if options:
            self.batch.set_options(0, **options)
        if seed is not None or not self.begun:
            self._sequence = secrets.randbits(64) if seed is None else int(as_seed(seed))
            self.batch.reseed(self._sequence)
        self.batch.deal_again(self._row)
        self.rewards[:], self.begun = 0.0, True
        self.batch.truncated[:] = False

    def step(self, action: object) -> None:
        """Play an action of the seat to move."""
        batch = self.batch
        self._chosen[0] = checked_action(batch, 0, action)
        batch.step(self._chosen)
        self.rewards[:] = batch.rewards[0] if self._shaping is None else batch.shaped_rewards[0]

    def observation(self, seat: int) -> Floats:
        """A new array with a seat's observation, float32, shape (observation_size,)."""
        out = np.empty((1, self.game.observation_size), dtype=np.float32)
        self.game.loops.tiered.observe(self.batch.records, self._seats[seat : seat + 1], out)
        row: Floats = out[0]
        return row

    def mask(self) -> npt.NDArray[np.int8]:
        """Legal actions of the seat to move, int8, shape (num_actions,); zeros if the game is over."""
        mask: npt.NDArray[np.int8] = self.batch.masks[0].astype(np.int8)
        return mask

    def state(self) -> State:
        """The table including everything hidden, as an independent `State`."""
        return row_state(self.batch, 0)

    def render(self, mode: str) -> str | npt.NDArray[np.uint8]:
        """The table as the seat to move sees it, or a spectator if the game is over."""
        seat = None if self.over else self.player
        state = self.state()
        if mode == "ansi":
            return self.game.spec.words.text.observation_string(state.view(seat))
        svg = state.svg(seat)
        return svg if mode == "svg" else _rgb_array(svg)

    def __reduce__(self) -> tuple[Any, ...]:
        """Copy and pickle everything that decides the future; see `Game.__reduce__`."""
        saved = {
            "begun": self.begun,
            "sequence": self._sequence,
            "rewards": self.rewards.copy(),
            "truncated": self.batch.truncated.copy(),
            "batch": self.batch.snapshot(),
        }
        return _restored, (self.game, self._shaping, saved)


def _restored(game: Game, shaping: Mapping[str, float] | None, saved: Mapping[str, Any]) -> AllSeats:
    """Unpickle a table."""
    table = AllSeats(game, shaping=shaping)
    table.begun, table._sequence = saved["begun"], saved["sequence"]
    table.batch.reseed(table._sequence)
    table.batch.restore(saved["batch"])
    table.batch.truncated[:], table.rewards[:] = saved["truncated"], saved["rewards"]
    return table


def render_modes(game: Game) -> tuple[str, ...]:
    """The ways to render a game: as text, and with pictures also as these."""
    return RENDER_MODES[:1] if game.spec.pictures is None else RENDER_MODES


def check_render_mode(game: Game, mode: str | None, known: tuple[str, ...]) -> None:
    """Check that a game has this render mode."""
    if mode is not None and mode not in known:
        raise ConfigError(f"render_mode must be one of {', '.join(known)} or None, not {mode!r}")
    if mode in RENDER_MODES and mode not in render_modes(game):
        raise ConfigError(f"render_mode {mode!r}: {game.name} has no pictures; it can be shown as 'ansi'")
    if mode == "rgb_array":
        require("render_mode 'rgb_array'", "resvg_py", "PIL")


def _rgb_array(svg: str) -> npt.NDArray[np.uint8]:
    """Draw an SVG on white by resvg, with the system's fonts: uint8, shape (height, width, 3)."""
    try:
        import resvg_py
        from PIL import Image
    except ImportError as error:
        raise ImportError(missing("a picture in pixels", "resvg_py")) from error
    png = resvg_py.svg_to_bytes(svg_string=svg, background="#ffffff", width=WIDTH)
    with Image.open(io.BytesIO(png)) as image:
        return np.asarray(image.convert("RGB"))
