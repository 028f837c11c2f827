"""``croupier export``: the policy of a checkpoint as an ONNX file."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated

import typer

from croupier.cli.common import Json, UnusedSeed, print_json


def export(
    checkpoint: Annotated[
        Path, typer.Argument(metavar="CHECKPOINT", help="A checkpoint, or the folder of a run.")
    ],
    onnx: Annotated[Path, typer.Option("--onnx", metavar="FILE", help="The file to be written; must not exist.")],
    as_json: Json = False,
    seed: UnusedSeed = 0,
) -> None:
    """Write the policy of a checkpoint as an ONNX file.

    Example: croupier export runs/pig/checkpoint.safetensors --onnx pig.onnx
    """
    del seed
    from croupier.learn.train import export as write

    written = write(checkpoint, onnx)
    if as_json:
        print_json(written)
    else:
        typer.echo(
            f"Wrote {written['policy']} ({written['bytes']:,} bytes). Play it with --vs net:{written['policy']}"
        )
