"""Trained policies in rollouts: the layers of a policy file, compiled, as products over nonzero inputs.

The policy's own graph computes the heads of all phases for every row, and multiplies whole matrices. This module
computes only the nonzero products, and only the head and the actions that are needed.
"""

from __future__ import annotations

from functools import lru_cache
from importlib.util import find_spec
from typing import TYPE_CHECKING, Any, NamedTuple, TypeAlias

import numpy as np
import numpy.typing as npt

from croupier.agents.policy import INPUT, LOGITS
from croupier.core.base.kernel import inlined, kernel, wide
from croupier.core.base.tiers import loop
from croupier.core.base.types import ActionList, Counts, Features, Records, RowNumbers
from croupier.core.engine.game import Game
from croupier.core.spec.spec import Floats, Kernel, Rules

if TYPE_CHECKING:
    import onnx

# In a card game most of an observation is zero, and so are most outputs of a layer after ReLU (in a shipped policy
# 32 of 359 inputs are not zero, then about 40 and 10 of 256). So a product adds up the rows of its matrix for the
# nonzero inputs, and the last layer is computed only for the legal actions. Sums are added in a fixed order, so
# they are the same on every machine.

Indices = npt.NDArray[np.int64]
NonZero = npt.NDArray[np.uint32]
WEIGHTS, BIAS, INPUTS, OUTPUTS = range(4)
"""Columns of the table of layers, see `Layers`."""
FIRST, POINTER, CHAIN = 0, 1, 2
"""Columns of the table of phases; layers begin at the last one."""
NO_LAYER = -1
Alike: TypeAlias = RowNumbers | None
"""Numbers, int64, shape (N,), equal for consecutive rows with similar observations, which share the sums of equal
inputs. The last bits of a logit then depend on the other rows."""


class Layers(NamedTuple):
    """The layers of a policy for compiled code."""

    # all weights and biases in one array, float32. A hidden layer's matrix has shape (inputs, outputs), a head's
    # (outputs, inputs), so that an action's row is contiguous
    weights: Floats
    # start of a layer's matrix and of its bias, number of inputs and outputs; int64, shape (layers, 4)
    layers: Indices
    # for each phase's value: its first action, whether its scores are for kinds of cards instead of actions, and
    # the numbers of its layers, the head last, then `NO_LAYER`; int64, shape (values, N)
    phases: Indices
    # copies of each kind of card in the deck, float32; empty if the policy does not look up the hand
    copies: Floats
    hand: int  # start of the hand in the observation: the share of each kind's copies


NO_LAYERS = Layers(
    np.zeros(0, dtype=np.float32), np.zeros((0, 4), dtype=np.int64), np.zeros((0, 3), dtype=np.int64),
    np.zeros(0, dtype=np.float32), 0,
)  # fmt: skip
"""Layers of no policy, for compiled code without one."""


class Scratch(NamedTuple):
    """Scratch arrays for one decision."""

    places: NonZero  # indices of nonzero values, uint32
    hidden: Features  # output of a layer, float32
    other: Features  # output of the next layer, float32
    kinds: Indices  # kind of card in each place of the hand, int64
    shared: Features  # values that observations share, float32


@kernel
def scratch_for(net: Layers) -> Scratch:
    """Room that `head_scores` needs."""
    inputs, outputs = 0, 0
    for number in range(len(net.layers)):
        inputs = max(inputs, net.layers[number, INPUTS])
        outputs = max(outputs, net.layers[number, OUTPUTS])
    return Scratch(
        np.zeros(inputs + 1, dtype=np.uint32),  # one index is written after the last valid one
        np.zeros(outputs, dtype=np.float32),
        np.zeros(outputs, dtype=np.float32),
        np.zeros(int(net.copies.sum()) + 1, dtype=np.int64),  # no hand has more cards than the deck
        np.zeros(inputs, dtype=np.float32),
    )


@inlined
def _not_zero(values: Features, size: int, places: NonZero) -> int:
    """Write the places of the values that are not zero, without a branch to mispredict; returns how many."""
    found = 0
    for j in range(size):
        places[found] = j
        found += values[j] != np.float32(0.0)
    return found


@inlined
def _differing(values: Features, shared: Features, size: int, places: NonZero) -> int:
    """Write the places of the values that are neither zero nor shared, as above."""
    found = 0
    for j in range(size):
        places[found] = j
        found += values[j] != shared[j]
    return found


@inlined
def _add_rows(values: Features, places: NonZero, found: int, net: Layers, at: Indices, out: Features) -> None:
    """Add the rows of a layer's matrix for some values: out += values . matrix."""
    # Four rows are added at a time, since reading and writing `out` takes longer than a product. Indices are
    # unsigned, so that none is taken from the end and the loops become vector instructions.
    weights, width, first = net.weights, np.uint64(at[OUTPUTS]), np.uint64(at[WEIGHTS])
    fours = found - found % 4
    for n in range(0, fours, 4):
        i, j, m, o = places[n], places[n + 1], places[n + 2], places[n + 3]
        p, q, r, t = values[i], values[j], values[m], values[o]
        a, b = first + np.uint64(i) * width, first + np.uint64(j) * width
        c, d = first + np.uint64(m) * width, first + np.uint64(o) * width
        for k in range(width):
            out[k] += p * weights[a + k] + q * weights[b + k] + r * weights[c + k] + t * weights[d + k]
    for n in range(fours, found):
        p, a = values[places[n]], first + np.uint64(places[n]) * width
        for k in range(width):
            out[k] += p * weights[a + k]


@inlined
def _bias(net: Layers, at: Indices, out: Features) -> None:
    """Begin a layer: out = bias."""
    begin = np.uint64(at[BIAS])
    for k in range(np.uint64(at[OUTPUTS])):
        out[k] = net.weights[begin + k]


@inlined
def _copy(values: Features, size: int, out: Features) -> None:
    """Write the same values elsewhere."""
    # Where one array is assigned to another, Numba compiles the words of an error for seconds, in case the sizes
    # differ.
    for k in range(np.uint64(size)):
        out[k] = values[k]


@inlined
def _rectify(size: int, out: Features) -> None:
    """End a hidden layer: out = max(0, out)."""
    for k in range(np.uint64(size)):
        out[k] = max(out[k], np.float32(0.0))


@kernel
def first_layer(net: Layers, phase: int, features: Floats, scratch: Scratch, out: Floats) -> None:
    """The first hidden layer of some observations; what they share is added up once.

    net: the layers; phase: value of the phase, of all of them; features: the observations, float32, shape (N,
    features); scratch: see `scratch_for`; out: written, float32, shape (N, outputs).
    """
    number = net.phases[phase, CHAIN]
    if net.phases[phase, CHAIN + 1] == NO_LAYER:
        return  # there is only the head
    at, size, rows = net.layers[number], features.shape[1], len(features)
    shared, places = scratch.shared, scratch.places
    _bias(net, at, out[0])
    if rows == 1:
        _add_rows(features[0], places, _not_zero(features[0], size, places), net, at, out[0])
    else:
        _keep_shared(features, shared)
        _add_rows(shared, places, _not_zero(shared, size, places), net, at, out[0])
        for n in range(rows - 1, -1, -1):  # the first row last, since it holds the shared sum
            _copy(out[0], at[OUTPUTS], out[n])
            _add_rows(features[n], places, _differing(features[n], shared, size, places), net, at, out[n])
    for n in range(rows):
        _rectify(at[OUTPUTS], out[n])


@inlined
def _keep_shared(features: Floats, shared: Features) -> None:
    """Write the values that are the same in all rows; zeros elsewhere."""
    for j in range(features.shape[1]):
        shared[j] = features[0, j]
    for n in range(1, len(features)):
        for j in range(features.shape[1]):
            shared[j] = shared[j] if features[n, j] == shared[j] else np.float32(0.0)


@kernel
def head_scores(
    net: Layers,
    phase: int,
    features: Features,
    first: Features,
    scratch: Scratch,
    legal: ActionList,
    count: int,
    out: Features,
) -> None:
    """Logits of legal actions.

    net: the layers; phase: value of the phase; features: the observation, float32; first: what `first_layer` has
    made of it; scratch: see `scratch_for`; legal, count: the actions; out: written, float32.
    """
    phases, layers, weights, step = net.phases, net.layers, net.weights, 0
    values, size = features, len(features)
    while phases[phase, CHAIN + step + 1] != NO_LAYER:
        at = layers[phases[phase, CHAIN + step]]
        target = first if step == 0 else scratch.hidden if step % 2 == 0 else scratch.other
        if step > 0:
            _bias(net, at, target)
            _add_rows(values, scratch.places, _not_zero(values, size, scratch.places), net, at, target)
            _rectify(at[OUTPUTS], target)
        values, size = target, at[OUTPUTS]
        step += 1
    at = layers[phases[phase, CHAIN + step]]
    start, pointer = phases[phase, FIRST], phases[phase, POINTER] != 0
    if pointer:
        _kinds_of_hand(net, features, scratch.kinds)
    active = scratch.places
    found = _not_zero(values, size, active)
    for n in range(count):
        action = legal[n] - start
        score = scratch.kinds[action] if pointer else action
        begin = np.uint64(at[WEIGHTS] + score * size)
        total = weights[at[BIAS] + score]
        for j in range(found):
            total += values[active[j]] * weights[begin + np.uint64(active[j])]
        out[n] = total


@inlined
def _kinds_of_hand(net: Layers, features: Features, kinds: Indices) -> None:
    """Write which kind of card lies in each place of the hand, which is sorted by kind."""
    place = 0
    for kind in range(len(net.copies)):
        share = features[net.hand + kind]
        if share != 0.0:
            for _ in range(int(share * net.copies[kind] + 0.5)):
                kinds[place] = kind
                place += 1


_ALIKE = 128
"""Most rows whose observations are compared with each other; more do not fit into a core's cache."""


def read_heads(data: bytes, game: Game) -> Layers | None:
    """The layers of a policy's file, up to its heads; None if the whole graph has to run (twice the time)."""
    # `croupier.agents.policy` has accepted the file for this game. None if the heads are not those of `croupier
    # train`, or onnx is not installed.
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
        # scores of kinds of cards, before the graph looks up the hand
        name = f"heads.{head.name}.out" if part == f"{head.name}.logits" else part
        chain = found.chain(name, makers, given)
        if chain is None:
            return None
        chains[head.name] = chain
    hand = game.training.hand(game) if game.training.hand is not None else None
    copies = np.array(() if hand is None else hand.copies, dtype=np.float32)
    layers, weights = found.packed({chain[-1] for chain in chains.values()})
    phases = _phases(game, chains, layers)
    return Layers(weights, layers, phases, copies, 0 if hand is None else hand.start)


class _Found:
    """Layers read from a graph, each once."""

    def __init__(self) -> None:
        self._numbers: dict[str, int] = {}
        self._layers: list[tuple[Floats, Floats]] = []

    def chain(self, name: str, makers: dict[str, onnx.NodeProto], given: dict[str, Any]) -> list[int] | None:
        """Numbers of the layers from the observations to an output; None if there is anything else."""
        chain: list[int] = []
        while name != INPUT:
            node = makers.get(name)
            if node is not None and node.op_type == "Relu" and chain:
                name, node = node.input[0], makers.get(node.input[0])
            elif chain:
                return None  # no ReLU in between
            if node is None or node.op_type != "Gemm" or not _is_plain(node, given):
                return None
            if name not in self._numbers:
                self._numbers[name] = len(self._layers)
                self._layers.append((given[node.input[1]], given[node.input[2]]))
            chain.append(self._numbers[name])
            name = node.input[0]
        return chain[::-1]

    def packed(self, heads: set[int]) -> tuple[Indices, Floats]:
        """The table of all layers, and all their weights in one array; see `Layers`."""
        table, parts, place = np.zeros((len(self._layers), 4), dtype=np.int64), [], 0
        for number, (matrix, bias) in enumerate(self._layers):
            outputs, inputs = matrix.shape
            table[number] = place, place + matrix.size, inputs, outputs
            parts += [(matrix if number in heads else matrix.T).ravel(), bias]
            place += matrix.size + bias.size
        return table, np.ascontiguousarray(np.concatenate(parts), dtype=np.float32)


def _is_plain(node: onnx.NodeProto, given: dict[str, Any]) -> bool:
    """Whether a node multiplies a row by a known matrix (by outputs) and adds a known bias."""
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
def logits_loop(rules: Rules, observation_size: int) -> Kernel:
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
