"""Worlds: full deals sampled from what a seat knows; a round's decisions, encoded and replayed in them."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from functools import lru_cache
from typing import NamedTuple

import numpy as np

from croupier.agents.search.models import SeatModel, WithModels
from croupier.agents.search.rollouts import ModelNumbers
from croupier.core.base.kernel import wide
from croupier.core.base.rng import choice_words, next_u64
from croupier.core.base.tiers import loop
from croupier.core.base.types import ActionList, Actions, Counts, Generators, Mask, Records, RowFlags, RowNumbers
from croupier.core.engine.game import Game
from croupier.core.spec.search import HIDDEN, History, Search, Secrets, Trace
from croupier.core.spec.spec import Kernel, Rules


@dataclass(frozen=True, eq=False)
class Story:
    """The decisions of a round as one seat knows them."""

    start: Records  # the first record; its hidden parts are meaningless
    codes: Trace  # codes of the decisions, int16, shape (decisions,); HIDDEN if the seat cannot know one
    movers: Trace  # the seats that decided, int16, shape (decisions,)
    phases: Trace  # value of the phase of each, int16, shape (decisions,)
    kinds: RowNumbers  # the kind of each: 0 for a bid, 1 for another decision, shape (decisions,)


class AskedDecisions(NamedTuple):
    """Decisions to ask models about: positions, legal actions, chosen index, world, mover and step."""

    records: Records
    lists: ActionList
    counts: Counts
    places: Actions
    worlds: RowNumbers
    movers: RowNumbers
    steps: RowNumbers


@lru_cache(maxsize=32)
def story_loops(rules: Rules, history: History) -> tuple[Kernel, Kernel]:
    """The compiled loops: encode a round, deal hands again."""
    play, code_of, public, redraw_one = rules.play, history.code, history.public, history.redraw

    @loop
    def encode(records: Records, actions: Trace, movers: Trace, seat: int, codes: Trace, phases: Trace) -> None:
        s = records[0]
        for k in range(len(actions)):
            phases[k] = s["phase"]
            known = seat < 0 or movers[k] == seat or public(s)
            codes[k] = code_of(s, actions[k]) if known else HIDDEN
            play(s, wide(actions[k]))

    @loop
    def redraw(
        tried: Records,
        seat: int,
        other: int,
        codes: Trace,
        movers: Trace,
        rngs: Generators,
        candidates: int,
        touched: Mask,
        changed: RowFlags,
    ) -> None:
        common = np.zeros(1, dtype=np.uint64)
        for i in range(len(rngs)):
            word = next_u64(rngs, i)
            for row in range(i * candidates, (i + 1) * candidates):
                common[0] = word
                seats = redraw_one(tried[row], seat, other, codes, movers, common, rngs, i)
                changed[row] = seats != 0
                for each in range(touched.shape[1]):
                    touched[row, each] = (seats >> each) & 1

    return encode, redraw


@lru_cache(maxsize=32)
def deciding(rules: Rules, history: History) -> Kernel:
    """The compiled loop that plays stories and copies the positions of the decisions that count."""
    legal, play, action_of, rewind = rules.legal, rules.play, history.action, history.rewind

    @loop
    def decide(
        worlds: Records,
        first: Records,
        told: Trace,
        movers: Trace,
        read: int,
        rewinding: bool,
        asked: Mask,
        fits: RowFlags,
        out: Records,
        lists: ActionList,
        counts: Counts,
        places: Actions,
        owners: RowNumbers,
        seats: RowNumbers,
        steps: RowNumbers,
    ) -> int:
        found = 0
        mask = np.zeros(lists.shape[1], dtype=np.bool_)
        start, codes = first.copy(), told.copy()  # of the world that is played
        for i in range(len(worlds)):
            start[0] = first[0]
            for k in range(len(told)):  # compiling `codes[:] = told` takes seconds (network.py)
                codes[k] = told[k]
            fits[i] = not rewinding or rewind(worlds[i], codes, movers, len(movers), start[0])
            s = start[0]
            k = 0
            while fits[i] and k < read:
                count = legal(s, mask, lists[found])
                action = action_of(s, codes[k])
                fits[i] = s["player"] == movers[k] and action >= 0 and mask[action]
                if fits[i]:
                    if count > 1 and asked[i, movers[k]]:
                        out[found] = s
                        counts[found] = count
                        owners[found] = i
                        seats[found] = movers[k]
                        steps[found] = k
                        for place in range(count):
                            if lists[found, place] == action:
                                places[found] = place
                        found += 1
                    play(s, action)
                k += 1
        return found

    return decide


def streams(key: np.uint64, count: int, offset: int = 0) -> Generators:
    """Generators, uint64, shape (count,), that depend only on a decision's random word."""
    return choice_words(np.full(count, key, dtype=np.uint64), np.arange(offset, offset + count))


class Worlds(WithModels):
    """Samples worlds for one decision at a time."""

    def __init__(self, game: Game, search: Search, models: Sequence[SeatModel]) -> None:
        """Compile the loops."""
        self._game, self._models = game, tuple(models)
        self._secrets = None if search.secrets is None else _secrets(game.spec.rules, search.secrets)

    def sample(self, record: Records, seat: int, rngs: Generators, players: ModelNumbers) -> Records:
        """Sample a world for each generator that is possible for a seat; uses only its knowledge of the record."""
        worlds = np.repeat(record, len(rngs))
        self._game.loops.compiled.redeal(worlds, np.full(len(rngs), seat), rngs)
        if self._secrets is not None:
            for other in range(self._game.num_players):
                if self._secrets[0](worlds, seat, other):
                    self._ask(self._secrets, worlds, other, rngs, players)
        return worlds

    def secret(self, record: Records, seat: int) -> bool:
        """Whether somebody has made a decision that a seat cannot see yet."""
        if self._secrets is None:
            return False
        find = self._secrets[0]
        return any(find(record, seat, other) for other in range(self._game.num_players))

    def compile(self) -> None:
        """Compile or load the code of sampling."""
        record, rngs = np.zeros(1, dtype=self._game.spec.rules.state), np.zeros(0, dtype=np.uint64)
        none = record[:0]
        self._game.loops.compiled.redeal(none, np.zeros(0, dtype=np.int64), rngs)
        if self._secrets is not None:
            self._secrets[0](record, 0, 0)
            self._ask(self._secrets, none, 0, rngs, np.zeros((0, self._game.num_players), dtype=np.int8))

    def _ask(
        self, loops: tuple[Kernel, ...], worlds: Records, other: int, rngs: Generators, players: ModelNumbers
    ) -> None:
        """Let a seat make its hidden decision again in each world, with its hand there."""
        _, ask, answer = loops
        count, actions = len(worlds), self._game.num_actions
        asked = worlds.copy()
        lists = np.zeros((count, actions), dtype=np.int16)
        counts = np.zeros(count, dtype=np.int16)
        ask(asked, other, lists, counts, np.zeros(actions, dtype=np.bool_))
        chosen = np.zeros(count, dtype=np.int64)
        for number, model in enumerate(self._models):
            model.choose(asked, np.flatnonzero(players[:, other] == number), lists, counts, rngs, chosen)
        answer(worlds, other, chosen)


@lru_cache(maxsize=32)
def _secrets(rules: Rules, secrets: Secrets) -> tuple[Kernel, Kernel, Kernel]:
    """The compiled loops over worlds: whether there is a secret, the position it was made in, and its answer."""
    legal = rules.legal
    hidden_one, ask_one, answer_one = secrets.hidden, secrets.ask, secrets.answer

    @loop
    def find(records: Records, seat: int, other: int) -> bool:
        s = records[0]
        return other < s["players"] and hidden_one(s, seat, other)

    @loop
    def ask(records: Records, other: int, lists: ActionList, counts: Counts, mask: Mask) -> None:
        for i in range(len(records)):
            ask_one(records[i], other)
            counts[i] = legal(records[i], mask, lists[i])

    @loop
    def answer(records: Records, other: int, chosen: Actions) -> None:
        for i in range(len(records)):
            answer_one(records[i], other, chosen[i])

    return find, ask, answer
