"""Policies of Skull King's first observation, made to read the second: for comparisons with the player of 0.1.

``python -m benchmarks.policy_of_observation_1 OLD.onnx NEW.onnx`` puts two steps around the network: one picks the
features that the first observation had out of the second, which holds all of them, and one adds the two actions of
seats 6 and 7 with a logit that no legal action has. The network between them is untouched.
"""

from __future__ import annotations

import sys
from pathlib import Path

import numpy as np
import onnx
from onnx import helper, numpy_helper

import croupier
from croupier.agents.policy import INPUT, LOGITS, describe
from croupier.games.skull_king.observe import FEATURES

_ADDED = ("specials", "used", "needed", "voids")
_WIDTH = 6
"""Seats that the first observation had room for at tables of up to six."""
_NEVER = -1e9


def places() -> list[int]:
    """Where each feature of the first observation stands in the second."""
    found: list[int] = []
    start = 0
    for feature in FEATURES:
        size = feature.size * (_WIDTH if feature.per_seat else 1)
        if feature.name not in _ADDED:
            found += range(start, start + size)
        start += feature.room
    return found


def convert(model: onnx.ModelProto) -> onnx.ModelProto:
    """The same policy for the second observation."""
    game, graph = croupier.make("skull-king"), model.graph
    for node in graph.node:
        for names in (node.input, node.output):
            for k, name in enumerate(names):
                names[k] = {INPUT: "first.observations", LOGITS: "first.logits"}.get(name, name)
    constants = {
        "first.places": np.array(places(), dtype=np.int64),
        "first.pads": np.array([0, 0, 0, game.num_actions - 52], dtype=np.int64),
        "first.never": np.array(_NEVER, dtype=np.float32),
    }
    graph.initializer.extend(numpy_helper.from_array(array, name) for name, array in constants.items())
    graph.node.insert(0, helper.make_node("Gather", [INPUT, "first.places"], ["first.observations"], axis=1))
    graph.node.append(helper.make_node("Pad", ["first.logits", "first.pads", "first.never"], [LOGITS]))
    graph.input[0].type.tensor_type.shape.dim[1].dim_value = game.observation_size
    for output in graph.output:
        if output.name == LOGITS:
            output.type.tensor_type.shape.dim[1].dim_value = game.num_actions
    told = describe(game)
    for entry in model.metadata_props:
        if entry.key != "options":
            entry.value = told.get(entry.key, entry.value)
    onnx.checker.check_model(model, full_check=True)
    return model


if __name__ == "__main__":
    source, target = map(Path, sys.argv[1:])
    onnx.save(convert(onnx.load(source)), target)
