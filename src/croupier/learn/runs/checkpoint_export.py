"""Export of a checkpoint's policy as an ONNX file."""

from __future__ import annotations

from pathlib import Path
from typing import Any

from croupier.core.base.errors import FileError
from croupier.core.engine.game import Game
from croupier.learn.runs import checkpoint
from croupier.learn.runs.export import policy_bytes, refuse_existing, write_policy
from croupier.learn.runs.run import require_libraries


def policy_of(source: Path) -> tuple[Game, bytes]:
    """The policy of a checkpoint as the bytes of an ONNX file.

    Returns:
        The game that it was trained on, and the bytes.
    """
    require_libraries()
    file = _file_of(source)
    saved = checkpoint.load_checkpoint(file)
    training: dict[str, Any] = {"preset": saved.preset, "config": saved.config.as_dict()}
    training |= {key: saved.progress.get(key) for key in ("decisions", "seconds")}
    try:
        return saved.game, policy_bytes(saved.game, saved.policy(), training)
    except KeyError as error:
        raise FileError(f"{file} is broken: it lacks the weights {error}") from error
    except Exception as error:  # what onnx raises for weights of other shapes has no common class
        raise FileError(f"{file} is broken: its weights make no policy ({str(error)[:200]})") from error


def _file_of(source: Path) -> Path:
    return source / checkpoint.NAME if source.is_dir() else source


def export(source: Path, target: Path) -> dict[str, Any]:
    """Write the policy of a checkpoint as an ONNX file."""
    refuse_existing(target)
    game, data = policy_of(source)
    write_policy(target, data)
    about = {"game": game.name, "options": dict(game.options), "checkpoint": str(_file_of(source))}
    return about | {"policy": str(target), "bytes": len(data)}
