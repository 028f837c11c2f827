"""Agent for the solution of a small game, from a file that ``croupier solve --out`` writes: ``solved:FILE``.

The file has plain arrays with the action probabilities at every information state, found by a hash of the seat and
its observation. So the game's observation must include everything that a seat has seen.
"""

from __future__ import annotations

import json
from collections.abc import Mapping
from pathlib import Path
from typing import Any

import numpy as np
import numpy.typing as npt

from croupier.agents.agent import AgentTraits, NeverPickled, Turns
from croupier.agents.names import AgentName, file_named
from croupier.core.base.errors import ConfigError, FileError
from croupier.core.base.files import read_arrays, write_errors, writing
from croupier.core.base.kernel import kernel
from croupier.core.base.rng import mix64, uniform
from croupier.core.base.tiers import for_rows
from croupier.core.base.types import Actions, Generators, Mask
from croupier.core.engine.game import Game
from croupier.core.spec.exact import ExactPlay
from croupier.core.spec.spec import Floats

FORMAT = "croupier-solution-1"
MAX_BYTES = 1 << 30
_ARRAYS = {"about": np.uint8, "keys": np.uint64, "starts": np.int64, "shares": np.float32}
Numbers = npt.NDArray[np.uint64]


@kernel
def number_rows(bits: npt.NDArray[np.uint32], seats: npt.NDArray[np.int64], out: Numbers) -> None:
    """A number for each seat and observation, of which the bits are given."""
    for i in range(len(out)):
        number = mix64(np.uint64(seats[i] + 1))
        for k in range(bits.shape[1]):
            if bits[i, k] != 0:
                number = mix64(number ^ (np.uint64(bits[i, k]) << np.uint64(20)) ^ np.uint64(k))
        out[i] = number


@kernel
def spread_shares(
    places: npt.NDArray[np.int64], starts: npt.NDArray[np.int64], shares: Floats, masks: Mask, out: Floats
) -> int:
    """Write the shares of each row's legal actions; gives the first row that has another number of them, or -1."""
    for i in range(len(places)):
        at, end = starts[places[i]], starts[places[i] + 1]
        for action in range(masks.shape[1]):
            if masks[i, action]:
                if at == end:
                    return i
                out[i, action] = shares[at]
                at += 1
        if at != end:
            return i
    return -1


@kernel
def draw(shares: Floats, masks: Mask, rngs: Generators, actions: Actions) -> None:
    """Draw an action of each row by its shares; where rounding leaves a rest, the last possible one stands."""
    for i in range(len(actions)):
        left = uniform(rngs, i)
        for action in range(masks.shape[1]):
            if masks[i, action] and shares[i, action] > 0.0 and left >= 0.0:
                actions[i] = action
                left -= np.float64(shares[i, action])


def numbers_of(turns: Turns) -> Numbers:
    """The hashes under which a file stores decisions."""
    bits = np.ascontiguousarray(turns.observations).view(np.uint32)
    out = np.zeros(len(turns), dtype=np.uint64)
    for_rows(number_rows, len(turns))(bits, turns.seats.astype(np.int64), out)
    return out


def describe(game: Game) -> dict[str, Any]:
    """A file's description of its game."""
    return {
        "format": FORMAT,
        "game": game.name,
        "game_version": game.spec.version,
        "observation_version": game.spec.spaces.observation_version,
        "options": dict(game.options),
    }


def write_solution(
    path: Path, game: Game, more: Mapping[str, Any], numbers: Numbers, counts: Any, shares: Any
) -> None:
    """Write a solution."""
    order = np.argsort(numbers, kind="stable")
    keys = numbers[order]
    if (keys[1:] == keys[:-1]).any():
        raise ConfigError(
            f"the solution of {game!r} cannot be written: two information states have one observation, so the "
            "observation does not hold all that went before"
        )
    begins = np.cumsum(counts) - counts
    lengths = np.asarray(counts)[order]
    starts = np.concatenate([[0], np.cumsum(lengths)]).astype(np.int64)
    at = np.repeat(begins[order] - starts[:-1], lengths) + np.arange(starts[-1])
    about = np.frombuffer(json.dumps(describe(game) | dict(more)).encode(), dtype=np.uint8)
    with write_errors(path), writing(path) as file:
        np.savez(file, about=about, keys=keys, starts=starts, shares=np.asarray(shares)[at].astype(np.float32))


def read_solution(path: Path) -> tuple[dict[str, Any], dict[str, npt.NDArray[Any]]]:
    """A file's description and arrays."""
    try:
        found = read_arrays(path, _ARRAYS, most_bytes=MAX_BYTES)
        about = json.loads(found["about"].tobytes())
        _check(about, found)
    except OSError as error:
        raise FileError(f"{path} cannot be read: {error.strerror}") from error
    except (ValueError, RecursionError) as error:
        raise FileError(f"{path} is no solution of a game: {error}") from error
    return about, found


def _check(about: object, found: Mapping[str, npt.NDArray[Any]]) -> None:
    if not isinstance(about, dict) or about.get("format") != FORMAT:
        raise ValueError(f"its format is not {FORMAT}")
    for name, kind in _ARRAYS.items():
        if found[name].dtype != kind or found[name].ndim != 1:
            raise ValueError(f"{name} holds {found[name].dtype} {found[name].shape}")
    keys, starts, shares = found["keys"], found["starts"], found["shares"]
    if len(starts) != len(keys) + 1 or not len(keys) or starts[0] != 0 or starts[-1] != len(shares):
        raise ValueError("its arrays do not fit each other")
    if not (keys[1:] > keys[:-1]).all() or not (starts[1:] > starts[:-1]).all():
        raise ValueError("its arrays are not in order")
    if not (np.isfinite(shares) & (shares >= 0.0)).all():
        raise ValueError("it holds shares that are none")
    if not np.allclose(np.add.reduceat(shares.astype(np.float64), starts[:-1]), 1.0, atol=1e-4):
        raise ValueError("the shares of a decision do not add up to 1")


class SolvedAgent(NeverPickled):
    """Samples its actions from the strategy in a file."""

    def __init__(self, path: Path, game: Game, name: str = "") -> None:
        """Read the file."""
        about, self._arrays = read_solution(path)
        for key, own in describe(game).items():
            if about.get(key) != own:
                raise ConfigError(f"{path} is the solution of a game with {key} {about.get(key)!r}, not {own!r}")
        self.name, self._path, self._game = name or f"solved:{path}", path, game
        self.traits = AgentTraits(exact_play=ExactPlay(horizon=1), plays_by={str(path): path})

    def probabilities(self, turns: Turns) -> Floats:
        """The action probabilities in each row."""
        keys, numbers = self._arrays["keys"], numbers_of(turns)
        places = np.minimum(np.searchsorted(keys, numbers), len(keys) - 1)
        out = np.zeros(turns.masks.shape, dtype=np.float32)
        spread = for_rows(spread_shares, len(turns))
        unknown = np.flatnonzero(keys[places] != numbers)
        wrong = int(unknown[0]) if len(unknown) else -1
        if wrong < 0:
            wrong = spread(places, self._arrays["starts"], self._arrays["shares"], turns.masks, out)
        if wrong >= 0:
            raise ConfigError(f"{self._path} does not hold this decision: no game of {self._game!r} leads to it")
        return out

    def act(self, turns: Turns) -> Actions:
        """Draw an action for each row; see `Agent.act`."""
        out = np.zeros(len(turns), dtype=np.int64)
        for_rows(draw, len(turns))(self.probabilities(turns), turns.masks, turns.keys.copy(), out)
        return out


def make_solved(name: AgentName, game: Game, *_: object) -> SolvedAgent:
    """The agent ``solved:FILE``; raises ConfigError without a file's name."""
    name.check_settings()
    if not name.argument:
        raise ConfigError(f"{name.text!r} names no file: solved:FILE, with a file of croupier solve --out")
    return SolvedAgent(file_named(name.argument), game, name.text)
