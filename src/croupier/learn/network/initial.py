"""Weights of an exported policy, read back into a network that can hold them."""

from __future__ import annotations

from collections.abc import Mapping
from pathlib import Path

import torch

from croupier.agents.policy import PolicyAgent
from croupier.core.base.errors import ConfigError, require
from croupier.core.base.types import Arrays
from croupier.core.engine.game import Game
from croupier.learn.settings.network_shape import in_policy

_LAYER = (".weight", ".bias")


def fitting_weights(path: Path, game: Game, network: torch.nn.Module) -> Arrays:
    """Weights of a policy's file for a network of the same architecture.

    Args:
        network: who is to hold them; it is not changed.
    """
    require("a policy's weights", "onnx")
    import onnx
    from onnx import numpy_helper

    agent = PolicyAgent(path, game)  # checks the file
    model = onnx.load_from_string(path.read_bytes())
    found = {each.name: each for each in model.graph.initializer if each.name.endswith(_LAYER)}
    wanted = {name: value for name, value in network.state_dict().items() if in_policy(name)}
    shapes = {name: tuple(each.dims) for name, each in found.items()}
    other = _difference(shapes, {name: tuple(value.shape) for name, value in wanted.items()})
    if any(node.op_type == "Tanh" for node in model.graph.node):
        other = "its hidden layers are followed by tanh"
    if other:
        raise ConfigError(f"the network cannot hold the weights of {agent.name}: {other}")
    return {name: numpy_helper.to_array(found[name]).copy() for name in wanted}


def _difference(theirs: Mapping[str, tuple[int, ...]], ours: Mapping[str, tuple[int, ...]]) -> str:
    """The first layer in which two networks differ, in words; empty where there is none."""
    for name in sorted(theirs.keys() | ours.keys()):
        if theirs.get(name) != ours.get(name):
            file, own = (
                f"of shape {shape}" if shape else "missing" for shape in (theirs.get(name), ours.get(name))
            )
            return f"{name} is {file} in the file and {own} in the network (widths, architecture, card_head)"
    return ""
