"""Policy layers as kernels: products over nonzero inputs.

In a card game most of an observation is zero, and so is most of what a layer hands on behind its rectifiers (of a
shipped policy 32 of 359 numbers, then some 40 and 10 of 256). So a product adds up the rows of its matrix for the
numbers that are not zero, and the last layer is computed for the legal actions alone. Sums are added up in one
order, so they are the same on every machine.
"""

from __future__ import annotations

from typing import NamedTuple

import numpy as np
import numpy.typing as npt

from croupier.core.base.kernel import inlined, kernel
from croupier.core.base.types import ActionList, Features
from croupier.core.spec.spec import Floats

Indices = npt.NDArray[np.int64]
NonZero = npt.NDArray[np.uint32]
WEIGHTS, BIAS, INPUTS, OUTPUTS = range(4)
"""Columns of the table of layers, see `Layers`."""
FIRST, POINTER, CHAIN = 0, 1, 2
"""Columns of the table of phases; from the last one on stand the layers."""
NO_LAYER = -1


class Layers(NamedTuple):
    """The layers of a policy as compiled code takes them.

    Attributes:
        weights: all weights and biases, float32, one after the other. A hidden layer's matrix lies by inputs,
            shape (inputs, outputs); a head's by outputs, so that an action's row lies in one piece.
        layers: where a layer's matrix and bias begin in them, its inputs and its outputs; int64, shape
            (layers, 4).
        phases: of each phase's value: its first action, whether its scores are of kinds of cards rather than of
            actions, and the numbers of its layers, the head last, `NO_LAYER` behind it; int64, shape (values, N).
        copies: copies of each kind of card in the deck, float32; empty where no hand is looked up.
        hand: where the hand stands in the observation: the share of each kind's copies.
    """

    weights: Floats
    layers: Indices
    phases: Indices
    copies: Floats
    hand: int


NO_LAYERS = Layers(
    np.zeros(0, dtype=np.float32), np.zeros((0, 4), dtype=np.int64), np.zeros((0, 3), dtype=np.int64),
    np.zeros(0, dtype=np.float32), 0,
)  # fmt: skip
"""Of no policy: compiled code takes it where none plays."""


class Scratch(NamedTuple):
    """Room for the values of layers while a decision is worked out.

    Attributes:
        places: which values are not zero, uint32.
        hidden: values behind a layer, float32.
        other: as above, behind the next.
        kinds: which kind of card lies in each place of the hand, int64.
        shared: what observations share, float32.
    """

    places: NonZero
    hidden: Features
    other: Features
    kinds: Indices
    shared: Features


@kernel
def scratch_for(net: Layers) -> Scratch:
    """Room that `head_scores` needs."""
    inputs, outputs = 0, 0
    for number in range(len(net.layers)):
        inputs = max(inputs, net.layers[number, INPUTS])
        outputs = max(outputs, net.layers[number, OUTPUTS])
    return Scratch(
        np.zeros(inputs + 1, dtype=np.uint32),  # one place is written behind the last that counts
        np.zeros(outputs, dtype=np.float32),
        np.zeros(outputs, dtype=np.float32),
        np.zeros(int(net.copies.sum()) + 1, dtype=np.int64),  # more cards than the deck has no hand
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
        return  # the head is all there is
    at, size, rows = net.layers[number], features.shape[1], len(features)
    shared, places = scratch.shared, scratch.places
    _bias(net, at, out[0])
    if rows == 1:
        _add_rows(features[0], places, _not_zero(features[0], size, places), net, at, out[0])
    else:
        _keep_shared(features, shared)
        _add_rows(shared, places, _not_zero(shared, size, places), net, at, out[0])
        for n in range(rows - 1, -1, -1):  # the first row last: until then it holds the sum of what is shared
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
