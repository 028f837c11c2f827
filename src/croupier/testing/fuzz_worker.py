"""Worker process of the fuzzer: kernels run as plain Python, with every index checked.

`croupier.testing.fuzz` starts it as ``NUMBA_DISABLE_JIT=1 python -m croupier.testing.fuzz_worker`` with a request
in JSON on its standard input. It writes the number of each case before it runs it, so that a case that kills the
process is known, and at the end one line of JSON.
"""

from __future__ import annotations

import contextlib
import importlib
import json
import os
import signal
import sys
import traceback
from collections.abc import Callable, Iterable, Iterator
from dataclasses import dataclass, replace
from types import FrameType, ModuleType
from typing import Any

import numpy as np

from croupier.core.base.errors import ConfigError, PositionError
from croupier.core.base.kernel import compiled
from croupier.core.engine.game import Game, State
from croupier.core.engine.saved import seal, unseal
from croupier.core.spec.spec import TERMINAL, GameSpec
from croupier.testing.mutations import Dice, change_header, change_length, change_record, change_text, tell_record

# Python reads a negative index from the end and shortens a slice to the array. In a kernel either is a defect that
# compiled code may turn into a write elsewhere. (NumPy itself rejects a number that does not fit its field.)

_MAKERS = (
    "array", "arange", "ascontiguousarray", "concatenate", "copy", "empty", "empty_like", "frombuffer", "full",
    "full_like", "ones", "ones_like", "repeat", "tile", "zeros", "zeros_like",
)  # fmt: skip
_GET, _SET, _FIELD = np.ndarray.__getitem__, np.ndarray.__setitem__, np.void.__getitem__


class StrictArray(np.ndarray[Any, Any]):
    """An array that rejects negative indices and slices beyond its end."""

    def __getitem__(self, key: Any) -> Any:
        if type(key) is not int or key < 0:
            _check_key(self, key)
        return _GET(self, key)

    def __setitem__(self, key: Any, value: Any) -> None:
        if type(key) is not int or key < 0:
            _check_key(self, key)
        _SET(self, key, value)

    def __repr__(self) -> str:  # NumPy's printing uses negative indices
        return repr(self.view(np.ndarray))

    def __str__(self) -> str:
        return str(self.view(np.ndarray))


class StrictRecord(np.void):  # type: ignore[misc]  # NumPy's own np.record is such a subclass
    """A record whose array fields are strict."""

    def __getitem__(self, key: Any) -> Any:
        value = _FIELD(self, key)
        return value.view(StrictArray) if type(value) is np.ndarray else value


def strict_dtype(dtype: np.dtype[np.void]) -> np.dtype[np.void]:
    """The same layout with `StrictRecord` as the type of entries."""
    strict: np.dtype[np.void] = np.dtype((StrictRecord, dtype))
    return strict


def harden(packages: Iterable[str]) -> None:
    """Make strict the arrays in modules of some packages, and those that they will make with ``np``."""
    tops = set(packages)
    for name, module in list(sys.modules.items()):
        if name.partition(".")[0] not in tops or name == __name__:
            continue
        for attribute, value in list(vars(module).items()):
            if value is np:
                setattr(module, attribute, _STRICT_NUMPY)
            elif type(value) is np.ndarray:
                setattr(module, attribute, value.view(StrictArray))


def _check_key(array: StrictArray, key: Any) -> None:
    axis = 0
    for part in key if type(key) is tuple else (key,):
        if isinstance(part, (int, np.integer)):
            if part < 0:
                raise IndexError(f"negative index {part} in an array of shape {array.shape}")
        elif isinstance(part, slice):
            size = array.shape[axis]
            if any(edge is not None and not 0 <= edge <= size for edge in (part.start, part.stop)):
                raise IndexError(f"slice {part.start}:{part.stop} leaves an axis of {size} entries")
        axis += part is not None


class _StrictNumpy(ModuleType):
    """NumPy with strict arrays."""

    def __getattr__(self, name: str) -> Any:
        value = getattr(np, name)
        if name in _MAKERS:
            value = _strictly(value)
        setattr(self, name, value)
        return value


def _strictly(maker: Callable[..., Any]) -> Callable[..., Any]:
    def make(*args: Any, **settings: Any) -> Any:
        array = maker(*args, **settings)
        return array.view(StrictArray) if type(array) is np.ndarray else array

    return make


_STRICT_NUMPY = _StrictNumpy("numpy")


BLOCK = 200
"""Cases that start from the nodes of one random game."""
_GAME_PLIES = 600
"""Plies after which that game is abandoned."""


class _UnsoundError(Exception):
    """An accepted state cannot be played."""


class _TooLongError(BaseException):
    """A case took too long; not an Exception, so that no game catches it."""


@dataclass(frozen=True)
class Case:
    """One changed state or text: what was changed, from which position, and how it is read."""

    change: Callable[[], str]
    origin: str
    load: Callable[[], State]


def main() -> None:
    """Run the cases of the request and write the result."""
    request = json.loads(sys.stdin.read())
    if compiled():
        raise SystemExit("the fuzz worker needs NUMBA_DISABLE_JIT=1")
    module, _, attribute = request["target"].partition(":")
    spec: GameSpec = getattr(importlib.import_module(module), attribute)
    harden(["croupier", module.partition(".")[0], spec.rules.setup.__module__.partition(".")[0]])
    rules = replace(spec.rules, state=strict_dtype(spec.rules.state))
    game = Game(replace(spec, rules=rules), **request["options"])
    _say(json.dumps(run_cases(game, request)))


@np.errstate(over="raise", divide="raise", invalid="raise")
def run_cases(game: Game, request: dict[str, Any]) -> dict[str, Any]:
    """Run cases one after another until one fails."""
    counts = {"accepted": 0, "refused": 0}
    nodes: list[State] = []
    for number in range(request["first"], request["first"] + request["cases"]):
        if not nodes or number % BLOCK == 0:
            nodes = _nodes(game, request["seed"], number // BLOCK)
        _say(str(number))
        dice = Dice(request["seed"], number)
        case = _make(game, nodes, dice)
        doing = "reading it"
        try:
            with _limit(request["limit"]):
                try:
                    state = case.load()
                except (PositionError, ConfigError):
                    counts["refused"] += 1
                    continue
                counts["accepted"] += 1
                doing = "playing on from it"
                _play_on(state, dice, request["plies"], request["bots"])
        except _TooLongError:
            error = f"it went on for more than {request['limit']} seconds"
            return _failure(number, doing, error, case)
        except Exception as error:  # noqa: BLE001  # any exception is a finding
            return _failure(number, doing, f"{type(error).__name__}: {error}", case)
    return counts


def _failure(number: int, doing: str, error: str, case: Case) -> dict[str, Any]:
    frames = traceback.extract_tb(sys.exc_info()[2])
    where = [f"{frame.filename}:{frame.lineno} in {frame.name}: {frame.line}" for frame in frames[-4:]]
    return {
        "failure": number, "doing": doing, "error": error, "where": where, "change": case.change(),
        "origin": case.origin,
    }  # fmt: skip


def _say(line: str) -> None:
    os.write(1, line.encode() + b"\n")


def _stop(number: int, frame: FrameType | None) -> None:
    del number, frame
    raise _TooLongError


@contextlib.contextmanager
def _limit(seconds: float) -> Iterator[None]:
    """Stop after this many seconds of the process's own time; end the process if even that fails."""
    if sys.platform == "win32":  # fuzz_game starts no worker there
        yield
    else:
        before = signal.signal(signal.SIGVTALRM, _stop)
        # this timer's signal ends a process that is stuck outside Python
        signal.setitimer(signal.ITIMER_PROF, 10 * seconds)
        signal.setitimer(signal.ITIMER_VIRTUAL, seconds)
        try:
            yield
        finally:
            signal.setitimer(signal.ITIMER_VIRTUAL, 0)
            signal.setitimer(signal.ITIMER_PROF, 0)
            signal.signal(signal.SIGVTALRM, before)


# ------------------------------------------------------------------------------------------------ the cases


def _nodes(game: Game, seed: int, block: int) -> list[State]:
    """All nodes of a random game, including the last."""
    dice = Dice(seed, (1 << 63) + block)
    state = game.new_initial_state(dice.below(1 << 31))
    nodes = [state.clone()]
    while not state.is_terminal() and len(nodes) < _GAME_PLIES:
        state.apply_action(dice.pick(state.legal_actions()))
        nodes.append(state.clone())
    return nodes


def _make(game: Game, nodes: list[State], dice: Dice) -> Case:
    """Change one of these nodes: in half of the cases its record, else its text or its other bytes."""
    state, donor = dice.pick(nodes) if dice.below(12) else nodes[-1], dice.pick(nodes)
    position = state.position()
    origin = f"{position} (seed {state.seed}, after {state.history})"
    kind = dice.below(20)
    if kind < 6:
        text = change_text(position, donor.position(), dice)
        return Case(lambda: f"the text {text!r}", origin, lambda: game.position(text, seed=dice.below(1 << 31)))
    data = unseal(state.serialize())
    header, _, rest = data.partition(b"\n")
    if kind < 8:
        header = change_header(header, dice)
        body = header + b"\n" + rest
        return _saved(game, body, lambda: f"the header {header[:400]!r} ({len(header)} bytes)", origin)
    if kind < 9:
        body = change_length(data, dice)
        return _saved(game, body, lambda: f"a body of {len(body)} bytes, not {len(data)}: {body[-40:]!r}", origin)
    record = change_record(state.records, donor.records, dice)
    body = header + b"\n" + record.tobytes() + rest[len(record.tobytes()) :]
    return _saved(game, body, lambda: tell_record(state.records, record), origin)


def _saved(game: Game, body: bytes, change: Callable[[], str], origin: str) -> Case:
    return Case(change, origin, lambda: game.deserialize_state(seal(body)))


# ------------------------------------------------------------------------------------------------ playing on


def _play_on(state: State, dice: Dice, plies: int, bots: list[str]) -> None:
    """Use a state in all ways, then check that it can be saved and restored."""
    _look(state, dice)
    if not (dice.below(4) or state.is_terminal()):
        state = state.resample_hidden(dice.below(state.game.num_players), dice.below(1 << 31))
    for _ in range(dice.pick((1, 3, 6, plies))):
        if state.is_terminal():
            break
        _check_decision(state)
        if bots and not dice.below(10):
            _ask(state, dice.pick(bots))
        if not dice.below(3):
            state.observation_tensor(dice.below(state.game.num_players))
        before, action = state.clone(), dice.pick(state.legal_actions())
        state.apply_action(action)
        _shape(before, action, state)
    _look(state, dice)
    restored = state.game.deserialize_state(state.serialize())
    if restored.serialize() != state.serialize():
        raise _UnsoundError("a state that it leads to does not come back from its bytes")


def _check_decision(state: State) -> None:
    player, legal = state.current_player(), state.legal_actions()
    if not 0 <= player < state.game.num_players:
        raise _UnsoundError(f"player {player} is to move and is no seat")
    if not legal or legal != np.flatnonzero(state.legal_actions_mask()).tolist():
        raise _UnsoundError(f"legal actions {legal} are none, or do not agree with the mask")


def _look(state: State, dice: Dice) -> None:
    """Call everything that a state offers."""
    str(state)
    state.clone()
    seats = state.game.num_players
    for seat in range(seats):
        state.observation_string(seat)
        if not np.isfinite(state.observation_tensor(seat)).all():
            raise _UnsoundError(f"the observation of seat {seat} is not finite")
    if not (np.isfinite(state.returns()).all() and np.isfinite(state.points()).all()):
        raise _UnsoundError("returns or points are not finite")
    if state.current_player() == TERMINAL:
        return
    _check_decision(state)
    for action in state.legal_actions():
        text = state.action_to_string(action)
        if state.string_to_action(text) != action:
            raise _UnsoundError(f"action {action} reads back wrongly from {text!r}")
    state.resample_hidden(dice.below(seats), dice.below(1 << 31))


def _ask(state: State, name: str) -> None:
    """Ask a compiled player for a decision."""
    entry, _, argument = name.partition(":")
    bot = state.game.spec.bots[entry].make(argument, state.game.options)
    mask, rngs = state.legal_actions_mask().view(StrictArray), np.zeros(1, dtype=np.uint64)
    action = bot.kernel(state.records[0], mask, bot.params.view(StrictArray), rngs, 0)
    if action not in state.legal_actions():
        raise _UnsoundError(f"{name} chooses {action}; legal are {state.legal_actions()}")


def _shape(before: State, action: int, after: State) -> None:
    spec = after.game.spec
    if spec.rules.shape is not None:
        weights = np.array([*spec.rules.shape_weights.values(), 0.0]).view(StrictArray)
        out = np.zeros(after.game.num_players, dtype=np.float32).view(StrictArray)
        spec.rules.shape(before.records[0], action, after.records[0], weights, out)


if __name__ == "__main__":
    main()
