"""A trained policy for rollouts: ONNX Runtime computes the layers, compiled code the rest.

The policy's own graph also looks up, for every row, which card lies in which place of the hand, and works out
the heads of all phases. That takes longer than its layers do. Here ONNX Runtime is given the layers alone and
asked for the heads that are due; the few legal actions are looked up in compiled code.
"""

from __future__ import annotations

from functools import lru_cache
from importlib.util import find_spec
from typing import Any

import numpy as np
import numpy.typing as npt

from croupier.agents.policy import INPUT, LOGITS, runtime_session
from croupier.core.game import Game
from croupier.core.kernel import kernel
from croupier.core.spec import Floats, Kernel, Rules
from croupier.core.types import ActionList, Counts, Features, Records, Rows

Scores = npt.NDArray[np.float32]


class HeadNetwork:
    """The layers of a policy's file up to its heads."""

    def __init__(self, game: Game, session: Any, outputs: dict[str, str]) -> None:
        """Use a session that `read_heads` has made.

        Args:
            game: the game.
            session: the layers, in ONNX Runtime.
            outputs: name of each head's output.
        """
        self._game, self._session, self._outputs = game, session, outputs
        widths = {each.name: int(each.shape[1]) for each in session.get_outputs()}
        hand = game.training.hand(game) if game.training.hand is not None else None
        self._copies = np.array(() if hand is None else hand.copies, dtype=np.float32)
        self._hand = 0 if hand is None else hand.start
        self._phases: dict[int, tuple[str, int, bool]] = {}
        for phase in game.phases:
            pointer = widths[outputs[phase.head]] != phase.size
            self._phases[phase.value] = (phase.head, phase.start, pointer)
        self._observe, self._look_up = _loops(game.spec.rules)

    def logits(self, records: Records, rows: Rows, lists: ActionList, counts: Counts) -> Floats:
        """Logits of the legal actions of the seat to move, in the order of the list.

        Args:
            records: positions, shape (N,).
            rows: which of them, shape (K,).
            lists: legal actions, int16, shape (N, num_actions).
            counts: their number, int16, shape (N,).

        Returns:
            float32, shape (K, most legal actions of a row); what lies behind a row's legal actions means nothing.
        """
        features = np.zeros((len(rows), self._game.observation_size), dtype=np.float32)
        self._observe(records, rows, features)
        phases = records["phase"][rows]
        out = np.zeros((len(rows), int(counts[rows].max(initial=1))), dtype=np.float32)
        due = {int(value): self._phases[int(value)] for value in np.unique(phases)}
        heads = list(dict.fromkeys(head for head, _, _ in due.values()))
        found = self._session.run([self._outputs[head] for head in heads], {INPUT: features}) if heads else []
        scores = dict(zip(heads, found, strict=True))
        for value, (head, first, pointer) in due.items():
            asked = np.flatnonzero(phases == value)
            self._look_up(
                asked, rows, lists, counts, scores[head], features, first, pointer, self._hand, self._copies, out
            )
        return out


def read_heads(data: bytes, game: Game) -> HeadNetwork | None:
    """The layers of a policy's file up to its heads.

    Args:
        data: bytes of an ONNX file that `croupier.agents.policy` has accepted for this game.
        game: the game.

    Returns:
        The network; None where the file has no heads as `croupier train` writes them, or where onnx is not
        installed. Then the whole graph has to be run, which takes twice as long.
    """
    if find_spec("onnx") is None:
        return None
    import onnx
    from onnx.utils import Extractor

    model = onnx.load_model_from_string(data)
    parts = next((list(node.input) for node in model.graph.node if LOGITS in node.output), [])
    made = {name for node in model.graph.node for name in node.output}
    if len(parts) != len(game.heads) or not made.issuperset(parts):
        return None
    # scores of kinds of cards are taken before the graph looks them up
    outputs = {
        head.name: f"heads.{head.name}.out" if part == f"{head.name}.logits" else part
        for head, part in zip(game.heads, parts, strict=True)
    }
    layers = Extractor(onnx.shape_inference.infer_shapes(model)).extract_model([INPUT], list(outputs.values()))
    return HeadNetwork(game, runtime_session(layers.SerializeToString(), "the policy's layers", 1), outputs)


@lru_cache(maxsize=32)
def _loops(rules: Rules) -> tuple[Kernel, Kernel]:
    """The compiled loops: observations of some rows, and the logits of their legal actions."""
    observe_one = rules.observe

    @kernel
    def observe(records: Records, rows: Rows, out: Features) -> None:
        for k in range(len(rows)):
            s = records[rows[k]]
            observe_one(s, s["player"], out[k])

    @kernel
    def look_up(
        asked: Rows,
        rows: Rows,
        lists: ActionList,
        counts: Counts,
        scores: Scores,
        features: Features,
        first: int,
        pointer: bool,
        hand: int,
        copies: Scores,
        out: Features,
    ) -> None:
        places = np.zeros(int(copies.sum()) + 1, dtype=np.int64)  # more cards than the deck has no hand
        for k in asked:
            i = rows[k]
            if pointer:
                place = 0
                for kind in range(len(copies)):  # the hand is sorted by kind
                    if features[k, hand + kind] != 0.0:
                        for _ in range(int(features[k, hand + kind] * copies[kind] + 0.5)):
                            places[place] = kind
                            place += 1
            for n in range(counts[i]):
                action = lists[i, n] - first
                out[k, n] = scores[k, places[action] if pointer else action]

    return observe, look_up
