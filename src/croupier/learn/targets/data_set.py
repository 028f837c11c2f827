"""The folder of search targets: parts of some games each, every one a file that is written once.

A part holds what the seat knew as the network sees it, the legal actions and the probability that search gives to
each. Nothing of what was hidden is kept: neither records, nor hands, nor the seeds of deals.
"""

from __future__ import annotations

import json
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from hashlib import sha256
from pathlib import Path
from typing import Any

import numpy as np
import numpy.typing as npt

from croupier.core.base.errors import ConfigError, FileError
from croupier.core.base.files import read_arrays, writing
from croupier.core.engine.game import Game
from croupier.core.spec.spec import Bools, Floats

FORMAT = "croupier-search-targets-1"
ABOUT = "about.json"
_PART = "part-{:06d}.npz"
_ARRAYS = {"observations": np.float32, "counts": np.int16, "actions": np.int16, "targets": np.float32}


@dataclass(frozen=True, eq=False)
class SearchTargets:
    """Searched decisions; K rows.

    Attributes:
        observations: what the seat to move knew, float32, shape (K, observation_size).
        counts: legal actions of each row, int16, shape (K,).
        actions: those of all rows, one row after the other, int16, shape (counts.sum(),).
        targets: the probability that search gives to each, float32, likewise; a row's sum is 1.
        num_actions: size of the action space.
    """

    observations: Floats
    counts: npt.NDArray[np.int16]
    actions: npt.NDArray[np.int16]
    targets: Floats
    num_actions: int

    def __len__(self) -> int:
        return len(self.counts)

    def dense(self, rows: npt.NDArray[np.int64]) -> tuple[Floats, Bools, Floats]:
        """Some rows as a learner takes them.

        Args:
            rows: which, int64, shape (R,).

        Returns:
            Observations, float32, (R, observation_size); legal actions, bool, (R, num_actions); and the
            probability of each action, float32, (R, num_actions).
        """
        masks = np.zeros((len(rows), self.num_actions), dtype=np.bool_)
        wanted = np.zeros((len(rows), self.num_actions), dtype=np.float32)
        ends = np.cumsum(self.counts, dtype=np.int64)
        counts = self.counts[rows].astype(np.int64)
        places = np.repeat(ends[rows] - counts, counts) + _steps(counts)
        flat = np.repeat(np.arange(len(rows)), counts), self.actions[places].astype(np.int64)
        masks[flat] = True
        wanted[flat] = self.targets[places]
        return self.observations[rows], masks, wanted

    @classmethod
    def joined(cls, parts: Sequence[SearchTargets]) -> SearchTargets:
        """All rows of some parts, in their order; at least one part."""
        arrays = {name: np.concatenate([getattr(part, name) for part in parts]) for name in _ARRAYS}
        return cls(**arrays, num_actions=parts[0].num_actions)


def _steps(counts: npt.NDArray[np.int64]) -> npt.NDArray[np.int64]:
    """0, 1, .. count - 1 for each count, one after the other."""
    begins = np.cumsum(counts) - counts
    steps: npt.NDArray[np.int64] = np.arange(counts.sum()) - np.repeat(begins, counts)
    return steps


class TargetFolder:
    """A folder of search targets.

    Attributes:
        path: the folder.
    """

    def __init__(self, path: Path) -> None:
        """Refer to a folder, which need not exist."""
        self.path = path

    def begin(self, about: Mapping[str, Any]) -> None:
        """Make the folder, or go on with it.

        Args:
            about: all that its parts follow from, as plain data for JSON.

        Raises:
            FileError: it was begun with other settings, is no such folder, or cannot be written.
        """
        whole = json.dumps({"format": FORMAT, **about}, indent=1, sort_keys=True)
        file = self.path / ABOUT
        if file.exists():
            if self.about() != json.loads(whole):
                raise FileError(f"{self.path} was begun with other settings: give the same, or another folder")
            return
        if self.path.exists() and (not self.path.is_dir() or any(self.path.iterdir())):
            raise FileError(f"{self.path} is no folder of search targets: name a new one")
        try:
            self.path.mkdir(parents=True, exist_ok=True)
            with writing(file) as out:
                out.write(whole.encode() + b"\n")
        except OSError as error:
            raise FileError(f"{self.path} cannot be written: {error.strerror}") from error

    def about(self) -> dict[str, Any]:
        """What its parts follow from.

        Raises:
            FileError: it is no folder of search targets, or of another format.
        """
        try:
            found = json.loads((self.path / ABOUT).read_text())
        except (OSError, ValueError) as error:
            raise FileError(f"{self.path} is no folder of search targets: make one by croupier targets") from error
        if not isinstance(found, dict) or found.get("format") != FORMAT:
            raise FileError(f"{self.path} has another format than {FORMAT}: make it again by croupier targets")
        return found

    def has(self, number: int) -> bool:
        """Whether a part is there."""
        return self._part(number).exists()

    def write(self, number: int, part: SearchTargets) -> None:
        """Write a part, whole or not at all.

        Raises:
            FileError: it cannot be written.
        """
        try:
            with writing(self._part(number)) as out:
                np.savez_compressed(out, **{name: getattr(part, name) for name in _ARRAYS})
        except OSError as error:
            raise FileError(f"{self._part(number)} cannot be written: {error.strerror}") from error

    def read(self, game: Game) -> Iterator[SearchTargets]:
        """The parts that are there, by their numbers, for a game with the same observation and actions.

        Raises:
            FileError: the folder or a part is broken, or there is none.
            ConfigError: they are of another game, or another version of it.
        """
        about, spec = self.about(), game.spec
        ours = {
            "game": spec.name, "game_version": spec.version,
            "observation_version": spec.spaces.observation_version,
            "observation_size": game.observation_size, "num_actions": game.num_actions,
        }  # fmt: skip
        for name, value in ours.items():
            if about.get(name) != value:
                raise ConfigError(f"{self.path} has {name} {about.get(name)!r}, where {game!r} has {value!r}")
        for file in self._files():
            yield _checked(file, game)

    def digest(self) -> str:
        """SHA-256 of all that the folder holds.

        Raises:
            FileError: it holds no parts, or cannot be read.
        """
        digest = sha256()
        for file in [self.path / ABOUT, *self._files()]:
            try:
                digest.update(f"{file.name}\0".encode() + file.read_bytes())
            except OSError as error:
                raise FileError(f"{file} cannot be read: {error.strerror}") from error
        return digest.hexdigest()

    def _files(self) -> list[Path]:
        files = sorted(self.path.glob("part-*.npz"))
        if not files:
            raise FileError(f"{self.path} has no search targets yet: let croupier targets go on")
        return files

    def _part(self, number: int) -> Path:
        return self.path / _PART.format(number)


def _checked(file: Path, game: Game) -> SearchTargets:
    """A part from its file; nothing in it is trusted."""
    try:
        part = SearchTargets(**read_arrays(file, _ARRAYS), num_actions=game.num_actions)
    except (OSError, ValueError) as error:
        raise FileError(f"{file} is broken: {error}") from error
    rows, entries = part.counts.shape, part.actions.shape
    fits = all(getattr(part, name).dtype == kind for name, kind in _ARRAYS.items())
    fits = fits and len(rows) == 1 and part.observations.shape == (*rows, game.observation_size)
    fits = fits and len(entries) == 1 and part.targets.shape == entries
    fits = fits and bool((part.counts > 0).all()) and int(part.counts.sum(dtype=np.int64)) == entries[0]
    fits = fits and bool(((part.actions >= 0) & (part.actions < game.num_actions)).all())
    fits = fits and bool(np.isfinite(part.observations).all())
    fits = fits and bool(((part.targets >= 0.0) & (part.targets <= 1.0)).all())
    if not fits:
        raise FileError(f"{file} is broken: its arrays are not those of search targets")
    return part
