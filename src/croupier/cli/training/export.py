"""``croupier export``: a policy as an ONNX file, from a checkpoint or a Stable-Baselines3 model."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated, Literal

from croupier.cli.common import (
    GameOptions,
    Json,
    Players,
    argument,
    echo,
    find_spec,
    make_game,
    new_file,
    option,
    option_words,
    print_json,
)
from croupier.core.base.errors import ConfigError

_MODEL = ".zip"


def export(
    source: Annotated[
        Path, argument("SOURCE", "A checkpoint, the folder of a run, or the zip file of a MaskablePPO model.")
    ],
    game: Annotated[str | None, argument("GAME", "The game that a MaskablePPO model was trained on.")] = None,
    *,
    onnx: Annotated[Path, option("PATH", "The file to be written, .onnx; must not exist.", "--out")],
    option: GameOptions = None,
    players: Players = None,
    activation: Annotated[
        Literal["tanh", "relu"] | None,
        option("NAME", "tanh or relu, of a model that does not say it in plain text."),
    ] = None,
    as_json: Json = False,
) -> None:
    """Write a trained policy as an ONNX file.

    A checkpoint knows its game. A model of Stable-Baselines3 does not: name the game, with the options of the
    training. No code in the model's file is run. The written file plays as net:FILE.

    Example: croupier export pig.zip pig --out pig.onnx
    """
    new_file(onnx)
    if game is None:
        if source.suffix == _MODEL:
            raise ConfigError(f"{source} does not say its game: write croupier export {source} GAME")
        if option or players is not None or activation is not None:
            raise ConfigError(
                "--option, --players and --activation are for a model and its GAME; a checkpoint knows them"
            )
        from croupier.learn.runs.run import export as export_checkpoint

        written = export_checkpoint(source, onnx)
    else:
        if source.is_dir() or source.suffix == ".safetensors":
            raise ConfigError(f"{source} knows its game: leave {game} away")
        from croupier.learn.runs.sb3 import export_model

        written = export_model(source, onnx, make_game(game, option, players), activation)
    if as_json:
        print_json(written)
    else:
        options = option_words(find_spec(written["game"]), written["options"])
        echo(f"Wrote {written['policy']} ({written['bytes']:,} bytes). Play it:")
        echo(f"  croupier play {written['game']}{options} --vs net:{written['policy']}")
