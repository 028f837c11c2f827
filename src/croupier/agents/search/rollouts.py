"""Compiled rollouts: many worlds played on, each seat by its model.

A trained policy and a compiled bot decide inside the loop, so that a rollout is one call. Another model is asked
at once for all rollouts that wait for it.
"""

from __future__ import annotations

from collections.abc import Sequence
from functools import lru_cache

import numpy as np
import numpy.typing as npt

from croupier.agents.search.models import AgentModel, PolicyModel, SeatModel, pick
from croupier.agents.search.network import NO_LAYERS, Layers, first_layer, head_scores, scratch_for
from croupier.core.base.kernel import kernel, wide
from croupier.core.base.tiers import loop
from croupier.core.base.types import (
    ActionList,
    Actions,
    BotParams,
    Counts,
    Generators,
    Mask,
    Record,
    Records,
    RowNumbers,
    SeatValues,
)
from croupier.core.engine.game import Game
from croupier.core.spec.search import Search
from croupier.core.spec.spec import CHANCE, TERMINAL, Floats, Kernel, Rules

ModelNumbers = npt.NDArray[np.int8]
"""The model of each seat, by its index in a list; shape (N, seats)."""
OVER = -1
"""Instead of a model's number: the rollout is over."""
_NOBODY = -2
"""Instead of a model's number: no model plays inside the loop."""
CHUNK = 1024
"""Rollouts that are played together; more do not fit into a core's cache."""


@kernel
def _no_bot(s: Record, mask: Mask, params: BotParams, rngs: Generators, i: int) -> int:  # noqa: ARG001  # as bots
    """Stand in where no compiled bot plays."""
    return 0


@lru_cache(maxsize=64)
def _loops(rules: Rules, search: Search, bot: Kernel) -> tuple[Kernel, Kernel]:
    """The compiled loops of rollouts: to the next decision outside the loop, and the gains."""
    legal, play, chance, observe = rules.legal, rules.play, rules.chance, rules.observe
    stop, gain = search.rollout_stop, search.gain

    @loop
    def advance(
        records: Records,
        start: Records,
        rows: RowNumbers,
        chosen: Actions,
        models: ModelNumbers,
        bot_number: int,
        params: BotParams,
        policy_number: int,
        net: Layers,
        temperature: float,
        rngs: Generators,
        lists: ActionList,
        counts: Counts,
        due: npt.NDArray[np.int8],
        mask: Mask,
        features: Floats,
    ) -> int:
        begun, decided = start[0], 0
        scratch, logits = scratch_for(net), np.zeros(len(mask), dtype=np.float32)
        first = np.zeros((1, len(scratch.hidden)), dtype=np.float32)
        for i in rows:
            s = records[i]
            if chosen[i] >= 0:
                play(s, chosen[i])
            due[i] = OVER
            while s["player"] != TERMINAL and not stop(begun, s):
                if s["player"] == CHANCE:
                    chance(s, rngs, i)
                    continue
                counts[i] = legal(s, mask, lists[i])
                if counts[i] == 1:
                    play(s, wide(lists[i, 0]))
                elif models[i, s["player"]] == bot_number:
                    play(s, bot(s, mask, params, rngs, i))
                elif models[i, s["player"]] == policy_number:
                    features[:] = 0.0
                    observe(s, wide(s["player"]), features[0])
                    first_layer(net, s["phase"], features, scratch, first)
                    head_scores(net, s["phase"], features[0], first[0], scratch, lists[i], counts[i], logits)
                    play(s, wide(lists[i, pick(logits, counts[i], temperature, rngs, i)]))
                    decided += 1
                else:
                    due[i] = models[i, s["player"]]
                    break
        return decided

    @loop
    def gains(records: Records, start: Records, out: SeatValues) -> None:
        for i in range(len(records)):
            gain(start[0], records[i], out[i])

    return advance, gains


class Rollouts:
    """Plays worlds on until rollouts stop."""

    def __init__(self, game: Game, search: Search, models: Sequence[SeatModel]) -> None:
        """Compile the loops."""
        self.models = tuple(models)
        self.decisions = self.played = 0  # of policies, and rollouts, so far
        self._game = game
        bot_kernel: Kernel = _no_bot
        self._bot, self._params = _NOBODY, np.zeros(1)
        self._policy, self._net, self._temperature = _NOBODY, NO_LAYERS, 0.0
        for number, model in enumerate(self.models):
            if isinstance(model, AgentModel) and model.bot is not None and self._bot == _NOBODY:
                bot_kernel, self._bot, self._params = model.bot.kernel, number, model.bot.params
            elif isinstance(model, PolicyModel) and self._policy == _NOBODY:
                self._policy, self._net, self._temperature = number, model.layers, model.temperature
        self._advance, self._gains = _loops(game.spec.rules, search, bot_kernel)

    def run(
        self,
        start: Records,
        records: Records,
        rngs: Generators,
        models: ModelNumbers,
        first: Actions | None = None,
        last: SeatModel | None = None,
    ) -> Floats:
        """Play records on in place until rollouts stop; gives each seat's gain since `start`.

        `rngs` are advanced. `first` are the first actions, which the models choose if they are left out, and
        `last` is one more model.
        """
        out = np.zeros((len(records), self._game.num_players), dtype=np.float32)
        for low in range(0, max(len(records), 1), CHUNK):  # without records it compiles the loop
            part = slice(low, low + CHUNK)
            chosen = None if first is None else first[part]
            self._chunk(start, records[part], rngs[part], models[part], chosen, last)
        self._gains(records, start, out)
        self.played += len(records)
        return out

    def _chunk(
        self,
        start: Records,
        records: Records,
        rngs: Generators,
        models: ModelNumbers,
        first: Actions | None,
        last: SeatModel | None,
    ) -> None:
        count, actions = len(records), self._game.num_actions
        chosen = np.full(count, -1, dtype=np.int64) if first is None else first.copy()
        lists = np.zeros((count, actions), dtype=np.int16)
        counts = np.zeros(count, dtype=np.int16)
        due = np.zeros(count, dtype=np.int8)
        mask = np.zeros(actions, dtype=np.bool_)
        features = np.zeros((1, self._game.observation_size), dtype=np.float32)
        rows = np.arange(count)
        while True:
            self.decisions += self._advance(
                records, start, rows, chosen, models, self._bot, self._params, self._policy, self._net,
                self._temperature, rngs, lists, counts, due, mask, features,
            )  # fmt: skip
            rows = rows[due[rows] != OVER]
            if not len(rows):
                break
            self.decisions += len(rows)
            for number, model in enumerate(self.models if last is None else (*self.models, last)):
                asked = rows[due[rows] == number]
                if len(asked):
                    model.choose(records, asked, lists, counts, rngs, chosen)
