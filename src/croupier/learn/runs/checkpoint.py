"""Checkpoints: a whole run in one file of arrays and JSON, written atomically. Nothing is unpickled."""

from __future__ import annotations

import hashlib
import json
from collections.abc import Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from croupier.core.base.errors import ConfigError, FileError
from croupier.core.base.files import write_errors, writing
from croupier.core.base.types import Arrays
from croupier.core.engine.game import Game
from croupier.core.engine.making import make
from croupier.learn.settings.config import Config
from croupier.learn.settings.plan import in_policy

FORMAT = "croupier-checkpoint-2"
_FORMATS = "croupier-checkpoint-"
"""Prefix of the names of all formats."""
NAME = "checkpoint.safetensors"
_DTYPES = ("BOOL", "U8", "I8", "U16", "I16", "U32", "I32", "U64", "I64", "F16", "F32", "F64")
"""Safetensors' names of array types that NumPy has."""
_MOST_AXES = 16
_ENTRIES: dict[str, type] = {
    "game": str, "game_version": int, "observation_version": int, "options": dict, "config": dict, "preset": str,
    "progress": dict,
}  # fmt: skip
"""Types of a checkpoint's entries about its run."""


@dataclass(frozen=True, eq=False)
class Checkpoint:
    """The contents of a checkpoint file.

    Attributes:
        preset: the preset of the settings.
        tensors: arrays for `Trainer.restore`.
        progress: plain data for `Trainer.restore`.
    """

    game: Game
    config: Config
    preset: str
    tensors: Arrays
    progress: Mapping[str, Any]

    def policy(self) -> Arrays:
        """The weights for export and evaluation, by name; see `Trainer.policy`."""
        means = (
            (name.partition(".")[2], array) for name, array in self.tensors.items() if name.startswith("mean.")
        )
        return {name: array for name, array in means if in_policy(name)}


def write_atomically(path: Path, data: bytes) -> None:
    """Write a file of a run's folder atomically; partial files of killed processes are removed."""
    for left in path.parent.glob(f".{path.name}-*.part"):
        left.unlink(missing_ok=True)
    with writing(path) as out:
        out.write(data)


def write_file(path: Path, data: bytes) -> None:
    """`write_atomically`, with a FileError if it fails."""
    with write_errors(path):
        write_atomically(path, data)


def _digest(tensors: Arrays, about: str) -> str:
    """Checksum of all arrays and of the text."""
    digest = hashlib.sha256(about.encode())
    for name in sorted(tensors):
        array = tensors[name]
        digest.update(f"\0{name} {array.dtype} {array.shape}\0".encode() + array.tobytes())
    return digest.hexdigest()


def save(path: Path, checkpoint: Checkpoint) -> None:
    """Write a checkpoint."""
    from safetensors.numpy import save as to_bytes

    spec = checkpoint.game.spec
    about = {
        "game": spec.name,
        "game_version": spec.version,
        "observation_version": spec.spaces.observation_version,
        "options": checkpoint.game.options,
        "config": checkpoint.config.as_dict(),
        "preset": checkpoint.preset,
        "progress": checkpoint.progress,
    }
    tensors, text = checkpoint.tensors, json.dumps(about, sort_keys=True)
    data = to_bytes(tensors, {"format": FORMAT, "about": text, "digest": _digest(tensors, text)})
    try:
        write_atomically(path, data)
    except OSError as error:
        kept = "; the one before it is still whole" if path.exists() else ""
        raise FileError(f"the checkpoint {path} cannot be written: {error.strerror}{kept}") from error


def load_checkpoint(path: Path) -> Checkpoint:
    """Read a checkpoint.

    Raises:
        FileError: the file is missing, broken, not a checkpoint, or of another version of the game.
    """
    metadata, tensors = _read(path)
    about = _about(metadata, path)
    try:
        _check_versions(about, path)
        if metadata.get("digest") != _digest(tensors, metadata["about"]):
            raise FileError(f"{path} is broken: its contents were changed (the checksum differs)")
        game = make(about["game"], **about["options"])
        config = Config.from_dict(about["config"])
    except ConfigError as error:
        raise FileError(f"{path} does not fit this version of croupier: {error}") from error
    return Checkpoint(game, config, about["preset"], tensors, about["progress"])


def _read(path: Path) -> tuple[dict[str, str], Arrays]:
    """The texts and arrays of a file."""
    from safetensors import SafetensorError, safe_open

    try:
        with safe_open(path, framework="numpy") as file:
            metadata = file.metadata() or {}
            _check_format(metadata, path)
            names = list(file.keys())
            for name in names:
                part = file.get_slice(name)
                if part.get_dtype() not in _DTYPES or len(part.get_shape()) > _MOST_AXES:
                    raise FileError(
                        f"{path} is no checkpoint of croupier: its array {name!r} of {part.get_dtype()} has "
                        f"{len(part.get_shape())} axes"
                    )
            return metadata, {name: file.get_tensor(name) for name in names}
    except SafetensorError as error:
        raise FileError(f"{path} is no checkpoint, or it is truncated: {error}") from error
    except OSError as error:
        raise FileError(f"{path} cannot be read: {error.strerror or error}") from error


def _check_format(metadata: Mapping[str, str], path: Path) -> None:
    found = metadata.get("format", "unnamed")
    if found == FORMAT:
        return
    if found.startswith(_FORMATS):
        raise FileError(f"{path} has the format {found}; this croupier reads {FORMAT}: begin the run anew")
    raise FileError(f"{path} is no checkpoint of croupier (format {found})")


def _about(metadata: Mapping[str, str], path: Path) -> dict[str, Any]:
    """A file's entries about its run, with their types checked."""
    try:
        about: dict[str, Any] = json.loads(metadata.get("about", ""))
    except (ValueError, RecursionError) as error:
        raise FileError(f"{path} is broken: what it says of its run cannot be read ({error})") from error
    for name, kind in _ENTRIES.items():
        if not isinstance(about, dict) or not isinstance(about.get(name), kind):
            raise FileError(f"{path} is broken: what it says of its run has no {name}, or one of another type")
    return about


def _check_versions(about: Mapping[str, Any], path: Path) -> None:
    spec = make(about["game"]).spec
    for key, words, ours in (
        ("game_version", "rules version", spec.version),
        ("observation_version", "observation version", spec.spaces.observation_version),
    ):
        if about[key] != ours:
            raise FileError(f"{path} was written for {spec.name} {words} {about[key]}; this croupier has {ours}")
