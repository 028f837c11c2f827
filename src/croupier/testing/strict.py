"""Bounds-checked arrays and records for interpreted runs: they refuse what compiled code would do silently.

Python takes a negative index as one from the end and cuts a slice down to what is there. In a kernel either is a
defect that compiled code may turn into a write elsewhere. (A number that does not fit its field, NumPy refuses.)
"""

from __future__ import annotations

import sys
from collections.abc import Callable, Iterable
from types import ModuleType
from typing import Any

import numpy as np

_MAKERS = (
    "array", "arange", "ascontiguousarray", "concatenate", "copy", "empty", "empty_like", "frombuffer", "full",
    "full_like", "ones", "ones_like", "repeat", "tile", "zeros", "zeros_like",
)  # fmt: skip
_GET, _SET, _FIELD = np.ndarray.__getitem__, np.ndarray.__setitem__, np.void.__getitem__


class StrictArray(np.ndarray[Any, Any]):
    """An array that takes no negative index and no slice beyond its end."""

    def __getitem__(self, key: Any) -> Any:
        if type(key) is not int or key < 0:
            _check_key(self, key)
        return _GET(self, key)

    def __setitem__(self, key: Any, value: Any) -> None:
        if type(key) is not int or key < 0:
            _check_key(self, key)
        _SET(self, key, value)

    def __repr__(self) -> str:  # NumPy prints with negative indexes of its own
        return repr(self.view(np.ndarray))

    def __str__(self) -> str:
        return str(self.view(np.ndarray))


class StrictRecord(np.void):  # type: ignore[misc]  # NumPy's own np.record is such a subclass
    """A record whose array fields are strict."""

    def __getitem__(self, key: Any) -> Any:
        value = _FIELD(self, key)
        return value.view(StrictArray) if type(value) is np.ndarray else value


def strict_dtype(dtype: np.dtype[np.void]) -> np.dtype[np.void]:
    """The same layout, so that arrays of it hold a `StrictRecord` in each place."""
    strict: np.dtype[np.void] = np.dtype((StrictRecord, dtype))
    return strict


def harden(packages: Iterable[str]) -> None:
    """Make strict the arrays that modules of some packages hold, and those that they will make with ``np``."""
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
    """NumPy, but for arrays that it makes: they are strict."""

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
