"""Trained policies in rollouts: a policy file as compiled layers, up to the heads that are needed.

The policy's own graph works out the heads of all phases for every row, and multiplies whole matrices;
`croupier.agents.search.layers` does neither.
"""

from __future__ import annotations

from functools import lru_cache
from importlib.util import find_spec
from typing import TYPE_CHECKING, Any

import numpy as np

from croupier.agents.policy import INPUT, LOGITS
from croupier.agents.search.layers import (
    CHAIN,
    NO_LAYER,
    OUTPUTS,
    Indices,
    Layers,
    first_layer,
    head_scores,
    scratch_for,
)
from croupier.core.base.kernel import wide
from croupier.core.base.tiers import loop
from croupier.core.base.types import ActionList, Counts, Features, Records, RowNumbers
from croupier.core.engine.game import Game
from croupier.core.spec.spec import Floats, Kernel, Rules

if TYPE_CHECKING:
    import onnx

_ALIKE = 128
"""Rows whose observations are compared with each other at most: more do not fit into a core's cache."""


class HeadNetwork:
    """The layers of a policy's file up to its heads.

    Attributes:
        layers: as compiled code takes them.
    """

    def __init__(self, game: Game, layers: Layers) -> None:
        """Compile the loop."""
        self.layers = layers
        self._logits = _loop(game.spec.rules, game.observation_size)

    def logits(
        self,
        records: Records,
        rows: RowNumbers,
        lists: ActionList,
        counts: Counts,
        alike: RowNumbers | None = None,
    ) -> Floats:
        """Logits of the legal actions of the seat to move, in the order of the list.

        Args:
            records: positions, shape (N,).
            rows: which of them, shape (K,).
            lists: legal actions, int16, shape (N, num_actions).
            counts: their number, int16, shape (N,).
            alike: numbers, int64, shape (N,): what observations of the same number share is added up once, where
                those rows follow one another. The last bits of a logit depend on the others then.

        Returns:
            float32, shape (K, most legal actions of a row); zeros behind a row's legal actions.
        """
        out = np.zeros((len(rows), int(counts[rows].max(initial=1))), dtype=np.float32)
        self._logits(
            self.layers, records, rows, lists, counts, np.arange(len(records)) if alike is None else alike, out
        )
        return out


def read_heads(data: bytes, game: Game) -> HeadNetwork | None:
    """The layers of a policy's file up to its heads.

    Args:
        data: bytes of an ONNX file that `croupier.agents.policy` has accepted for this game.

    Returns:
        The network; None where the file has no heads as `croupier train` writes them, or where onnx is not
        installed. Then the whole graph has to be run, which takes twice as long.
    """
    if find_spec("onnx") is None:
        return None
    import onnx

    graph = onnx.load_model_from_string(data).graph
    makers = {name: node for node in graph.node for name in node.output}
    parts = list(makers[LOGITS].input) if LOGITS in makers else []
    if len(parts) != len(game.heads) or not set(parts) <= set(makers):
        return None
    given = {each.name: onnx.numpy_helper.to_array(each) for each in graph.initializer}
    found, chains = _Found(), {}
    for head, part in zip(game.heads, parts, strict=True):
        # scores of kinds of cards are taken before the graph looks them up
        name = f"heads.{head.name}.out" if part == f"{head.name}.logits" else part
        chain = found.chain(name, makers, given)
        if chain is None:
            return None
        chains[head.name] = chain
    hand = game.training.hand(game) if game.training.hand is not None else None
    copies = np.array(() if hand is None else hand.copies, dtype=np.float32)
    layers, weights = found.packed({chain[-1] for chain in chains.values()})
    phases = _phases(game, chains, layers)
    return HeadNetwork(game, Layers(weights, layers, phases, copies, 0 if hand is None else hand.start))


class _Found:
    """Layers that are read from a graph, each once."""

    def __init__(self) -> None:
        self._numbers: dict[str, int] = {}
        self._layers: list[tuple[Floats, Floats]] = []

    def chain(self, name: str, makers: dict[str, onnx.NodeProto], given: dict[str, Any]) -> list[int] | None:
        """Numbers of the layers from the observations to an output; None where there is anything but layers."""
        chain: list[int] = []
        while name != INPUT:
            node = makers.get(name)
            if node is not None and node.op_type == "Relu" and chain:
                name, node = node.input[0], makers.get(node.input[0])
            elif chain:
                return None  # no rectifier in between
            if node is None or node.op_type != "Gemm" or not _is_plain(node, given):
                return None
            if name not in self._numbers:
                self._numbers[name] = len(self._layers)
                self._layers.append((given[node.input[1]], given[node.input[2]]))
            chain.append(self._numbers[name])
            name = node.input[0]
        return chain[::-1]

    def packed(self, heads: set[int]) -> tuple[Indices, Floats]:
        """The table of all layers, and all their weights one after the other; see `Layers`."""
        table, parts, place = np.zeros((len(self._layers), 4), dtype=np.int64), [], 0
        for number, (matrix, bias) in enumerate(self._layers):
            outputs, inputs = matrix.shape
            table[number] = place, place + matrix.size, inputs, outputs
            parts += [(matrix if number in heads else matrix.T).ravel(), bias]
            place += matrix.size + bias.size
        return table, np.ascontiguousarray(np.concatenate(parts), dtype=np.float32)


def _is_plain(node: onnx.NodeProto, given: dict[str, Any]) -> bool:
    """Whether a product is of a row and a known matrix by outputs, plus a known bias."""
    said = {each.name: each for each in node.attribute}
    plain = "transB" in said and said["transB"].i == 1 and not ("transA" in said and said["transA"].i)
    plain = plain and all(said[name].f == 1.0 for name in ("alpha", "beta") if name in said)
    return plain and len(node.input) == 3 and node.input[1] in given and node.input[2] in given


def _phases(game: Game, chains: dict[str, list[int]], layers: Indices) -> Indices:
    """The table of phases; see `Layers`."""
    deepest = max(len(chain) for chain in chains.values())
    values = 1 + max(phase.value for phase in game.phases)
    table = np.full((values, CHAIN + deepest + 1), NO_LAYER, dtype=np.int64)
    for phase in game.phases:
        chain = chains[phase.head]
        pointer = layers[chain[-1], OUTPUTS] != phase.size
        table[phase.value, : CHAIN + len(chain)] = [phase.start, pointer, *chain]
    return table


@lru_cache(maxsize=32)
def _loop(rules: Rules, observation_size: int) -> Kernel:
    """The compiled loop: logits of the legal actions in some rows."""
    observe = rules.observe

    @loop
    def run(
        net: Layers,
        records: Records,
        rows: RowNumbers,
        lists: ActionList,
        counts: Counts,
        alike: RowNumbers,
        out: Features,
    ) -> None:
        features = np.zeros((_ALIKE, observation_size), dtype=np.float32)
        scratch = scratch_for(net)
        first = np.zeros((_ALIKE, len(scratch.hidden)), dtype=np.float32)
        low = 0
        while low < len(rows):
            phase, high = records[rows[low]]["phase"], low
            while (
                high < len(rows) and high < low + _ALIKE
                and alike[rows[high]] == alike[rows[low]] and records[rows[high]]["phase"] == phase
            ):  # fmt: skip
                s = records[rows[high]]
                features[high - low] = 0.0
                observe(s, wide(s["player"]), features[high - low])
                high += 1
            first_layer(net, phase, features[: high - low], scratch, first)
            for k in range(low, high):
                i = rows[k]
                head_scores(net, phase, features[k - low], first[k - low], scratch, lists[i], counts[i], out[k])
            low = high

    return run
