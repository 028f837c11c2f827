"""Who holds which hidden card in Skull King, by a network that was told the answers of rounds that were played.

Run: ``uv run python -m benchmarks.belief_head --out FILE [--tables N] [--steps N] [--seed N]``. Four people play
with the usual cards, a half of them rounds of ten alone; each is `net` or `bot`, drawn by lot. The network sees
what a seat may know, and which of the others has played or led what. For each card that the seat has not located
it gives the probability of each of the three other hands and of the rest, which is undealt or was discarded.

`headed` is `search/fast` with worlds that are sampled by these probabilities, in place of a belief: named
``py/weights=FILE,worlds=64:benchmarks.belief_head:headed``. It is measured by `benchmarks.beliefs`.
"""

from __future__ import annotations

import argparse
import math
from collections.abc import Sequence
from dataclasses import replace
from functools import lru_cache
from pathlib import Path
from typing import Any, NamedTuple

import numpy as np
import numpy.typing as npt
import torch
from torch import nn

import croupier
from croupier.agents.agent import Agent, Turns
from croupier.agents.registry import make_agent
from croupier.agents.search.searcher import SearchAgent, Searcher
from croupier.agents.search.settings import PRESETS, Settings
from croupier.agents.search.worlds import Story
from croupier.core.base.errors import ConfigError
from croupier.core.base.files import read_arrays, writing
from croupier.core.base.kernel import kernel
from croupier.core.base.rng import below, uniform
from croupier.core.base.tiers import loop
from croupier.core.base.types import Generators, Record, Records
from croupier.core.engine.batch import Batch
from croupier.core.engine.game import Game
from croupier.games.skull_king.record.cards import LARGEST, NONE, RANKS, TYPES, is_number
from croupier.games.skull_king.record.hands import append_card, sort_hand, unseen_counts
from croupier.games.skull_king.record.state import CARD_ACTION, PLAYING
from croupier.table.asking import ask

PEOPLE, HOLDERS = 4, 4
"""Seats; and where a hidden card may be: in three hands, clockwise, or in none."""
_PLANES = 2 * (PEOPLE - 1)
_WIDTH, _ROWS = 128, 512
_NEVER = -30.0
"""Logarithm of the probability that a card is where it cannot be."""
_EXCHANGES = 1500
"""Exchanges of two cards that are tried in each world, some fifty of each card."""
Floats64 = npt.NDArray[np.float64]
Seats = npt.NDArray[np.int64]


class Located(NamedTuple):
    """What seats know of where cards are, and what is true.

    Attributes:
        hidden: copies of each card that a seat has not located, shape (N, TYPES).
        held: how many of them each holder has, shape (N, TYPES, HOLDERS); below 0 where the seat was shown a card
            by Jade that another has drawn since.
        room: how many hidden cards each holder has, shape (N, HOLDERS).
        allowed: whether a holder may have a card, by the suits that it has shown to lack; likewise as `held`.
    """

    hidden: Floats64
    held: Floats64
    room: Floats64
    allowed: npt.NDArray[np.bool_]

    @property
    def even(self) -> Floats64:
        """Each hidden card in any hidden place, shape (N, 1, HOLDERS)."""
        total = np.maximum(self.room.sum(axis=1, keepdims=True), 1.0)
        shares: Floats64 = (self.room / total)[:, None]
        return shares

    def of(self, rows: npt.NDArray[np.bool_]) -> Located:
        """Some of the rows."""
        return Located(self.hidden[rows], self.held[rows], self.room[rows], self.allowed[rows])


def locate(records: Records, seats: Seats) -> Located:
    """Where cards are, as each record's seat knows and as it is; see `Located`."""
    count = len(records)
    found = Located(
        np.zeros((count, TYPES)), np.zeros((count, TYPES, HOLDERS)), np.zeros((count, HOLDERS)),
        np.ones((count, TYPES, HOLDERS), dtype=np.bool_),
    )  # fmt: skip
    _locate(records, seats, *found)
    return found


@loop
def _locate(
    records: Records,
    seats: Seats,
    hidden: Floats64,
    held: Floats64,
    room: Floats64,
    allowed: npt.NDArray[np.bool_],
) -> None:
    for i in range(len(records)):
        s, seat = records[i], seats[i]
        unseen_counts(s, seat, True, hidden[i])
        for card in range(TYPES):
            held[i, card, HOLDERS - 1] = hidden[i, card]
            room[i, HOLDERS - 1] += hidden[i, card]
        for k in range(HOLDERS - 1):
            other = (seat + 1 + k) % PEOPLE
            room[i, k] = s["sizes"][other]
            room[i, HOLDERS - 1] -= s["sizes"][other]
            for place in range(s["sizes"][other]):
                held[i, s["hands"][other, place], k] += 1.0
                held[i, s["hands"][other, place], HOLDERS - 1] -= 1.0
            for card in range(TYPES):
                if is_number(card) and (s["voids"][other] >> (card // RANKS)) & 1:
                    allowed[i, card, k] = False


def planes(cards: Sequence[int], movers: Sequence[int], seat: int) -> npt.NDArray[np.float16]:
    """Who of the others has played each card of a round, and who has led it; shape (_PLANES, TYPES).

    Args:
        cards: those that were played, in their order.
        movers: by whom.
        seat: who looks.
    """
    out = np.zeros((_PLANES, TYPES), dtype=np.float16)
    for number, (card, mover) in enumerate(zip(cards, movers, strict=True)):
        if mover != seat:
            place = (mover - seat) % PEOPLE - 1
            out[place, card] = 1
            out[place + PEOPLE - 1, card] = number % PEOPLE == 0
    return out


# ------------------------------------------------------------------------------------------------ the network


class Told(NamedTuple):
    """What the network sees, and the answers."""

    seen: npt.NDArray[np.float16]
    located: Located


def play(schedule: str, tables: int, seed: int) -> Told:
    """Decisions to play a card, a quarter of those of some games."""
    game = croupier.make("skull-king", schedule=schedule)
    rng, batch = np.random.default_rng(seed), Batch(game, tables, seed, autoreset=False)
    agents = [make_agent(name, game) for name in ("net", "bot")]
    kinds = rng.integers(len(agents), size=(tables, PEOPLE))
    kinds[::3] = kinds[::3, :1]
    cards: list[list[int]] = [[] for _ in range(tables)]
    movers: list[list[int]] = [[] for _ in range(tables)]
    seen, records, seats = [], [], []
    while len(going := np.flatnonzero(batch.legal_counts)):
        chosen, player = np.zeros(len(going), dtype=np.int64), batch.records["player"][going].astype(np.int64)
        for number, agent in enumerate(agents):
            places = np.flatnonzero(kinds[going, player] == number)
            if len(places):
                chosen[places] = ask(agent, game, batch, going[places])
        for place in np.flatnonzero(batch.records["phase"][going] == PLAYING):
            row, seat = going[place], int(player[place])
            if batch.records["tricks"][row] == 0 and batch.records["laid"][row] == 0:
                cards[row], movers[row] = [], []
            if rng.random() < 0.25:
                past = planes(cards[row], movers[row], seat).ravel()
                seen.append(np.concatenate([batch.observations[row].astype(np.float16), past]))
                records.append(batch.records[row].copy())
                seats.append(seat)
            cards[row].append(int(batch.records["hands"][row, seat, chosen[place] - CARD_ACTION]))
            movers[row].append(seat)
        batch.step_rows(going, chosen)
    located = locate(np.array(records, dtype=batch.records.dtype), np.array(seats, dtype=np.int64))
    right = np.asarray((located.held >= 0).all(axis=(1, 2)), dtype=np.bool_)
    return Told(np.stack(seen)[right], located.of(right))


def log_shares(outputs: torch.Tensor, even: torch.Tensor, allowed: torch.Tensor) -> torch.Tensor:
    """Logarithms of the probabilities that each card is with each holder, of what the last layer gives."""
    raised = outputs.reshape(-1, TYPES, HOLDERS) + torch.log(even.clamp_min(1e-9))
    return torch.log_softmax(raised.masked_fill(~allowed | (even <= 0), _NEVER), dim=2)


def fit(told: Told, steps: int, seed: int) -> dict[str, np.ndarray]:
    """The weights; one position of ten is held out, and what it costs is printed."""
    torch.manual_seed(seed)
    network = nn.Sequential(
        nn.Linear(told.seen.shape[1], _WIDTH), nn.ReLU(), nn.Linear(_WIDTH, _WIDTH), nn.ReLU(),
        nn.Linear(_WIDTH, TYPES * HOLDERS),
    )  # fmt: skip
    learner = torch.optim.AdamW(network.parameters(), lr=2e-3, weight_decay=1e-2)
    slower = torch.optim.lr_scheduler.CosineAnnealingLR(learner, steps)
    even, end = told.located.even, len(told.seen) * 9 // 10

    def loss_of(rows: npt.NDArray[np.int64]) -> torch.Tensor:
        seen = torch.from_numpy(told.seen[rows].astype(np.float32))
        logs = log_shares(
            network(seen), torch.from_numpy(even[rows].astype(np.float32)),
            torch.from_numpy(told.located.allowed[rows]),
        )  # fmt: skip
        held = torch.from_numpy(told.located.held[rows].astype(np.float32))
        return -(held * logs).sum() / held.sum()

    rng = np.random.default_rng(seed)
    for step in range(steps):
        loss = loss_of(rng.integers(end, size=_ROWS))
        learner.zero_grad()
        loss.backward()  # type: ignore[no-untyped-call]  # of torch
        learner.step()
        slower.step()
        if step % 500 == 0 or step == steps - 1:
            with torch.no_grad():
                held_out = float(loss_of(np.arange(end, len(told.seen))))
            print(f"step {step}: {float(loss.detach()):.3f}, held out {held_out:.3f}", flush=True)
    return {name: each.detach().numpy() for name, each in network.named_parameters()}


class Head:
    """The network as search asks it, one position at a time."""

    def __init__(self, weights: dict[str, np.ndarray]) -> None:
        """Take what `fit` gives."""
        names = [f"{number}.{kind}" for number in (0, 2, 4) for kind in ("weight", "bias")]
        if sorted(weights) != sorted(names):
            raise ConfigError(f"weights of a head are {', '.join(names)}, not {', '.join(weights)}")
        self._layers = [np.ascontiguousarray(weights[name].T, dtype=np.float32) for name in names]

    def shares(self, observation: npt.NDArray[np.float32], story: Story, seat: int, located: Located) -> Floats64:
        """Probabilities that each card is with each holder, shape (TYPES, HOLDERS)."""
        played = story.phases == PLAYING
        past = planes(story.codes[played].tolist(), story.movers[played].tolist(), seat)
        values = np.concatenate([observation, past.ravel().astype(np.float32)])
        first, first_bias, second, second_bias, last, bias = self._layers
        values = np.maximum(np.maximum(values @ first + first_bias, 0) @ second + second_bias, 0) @ last + bias
        logs = log_shares(
            torch.from_numpy(values), torch.from_numpy(located.even), torch.from_numpy(located.allowed)
        )
        found: Floats64 = np.exp(logs[0].numpy())
        return found


@lru_cache(maxsize=4)
def read(path: str) -> Head:
    """The head of a file."""
    return Head(read_arrays(Path(path)))


# ------------------------------------------------------------------------------------------------ search by it


@loop
def exchange(worlds: Records, seat: int, logs: Floats64, tries: int, rngs: Generators) -> None:
    """Move worlds towards probable ones, two hidden cards at a time (Metropolis).

    Whoever has drawn for Bendt keeps its hand, and a pile that Jade has shown to the seat stays.
    """
    card, at = np.zeros(LARGEST, dtype=np.int64), np.zeros(LARGEST, dtype=np.int64)
    for i in range(len(worlds)):
        s, count = worlds[i], 0
        for k in range(HOLDERS - 1):
            other = (seat + 1 + k) % PEOPLE
            if other != s["bendt_seat"]:
                for place in range(s["sizes"][other]):
                    card[count], at[count] = s["hands"][other, place], k
                    count += 1
        if s["jade_seat"] != seat:
            for place in range(s["pile_size"]):
                card[count], at[count] = s["pile"][place], HOLDERS - 1
                count += 1
        for _ in range(tries if count > 1 else 0):
            a, b = below(rngs, i, count), below(rngs, i, count)
            more = logs[card[a], at[b]] + logs[card[b], at[a]] - logs[card[a], at[a]] - logs[card[b], at[b]]
            if more >= 0.0 or uniform(rngs, i) < math.exp(more):
                card[a], card[b] = card[b], card[a]
        _give(s, seat, card, count, at)


@kernel
def _give(s: Record, seat: int, card: Seats, count: int, at: Seats) -> None:
    """Put the cards into hands and pile."""
    for k in range(HOLDERS - 1):
        other, size = (seat + 1 + k) % PEOPLE, 0
        for n in range(count):
            size += at[n] == k
        if size > 0:
            for place in range(s["sizes"][other]):
                s["hands"][other, place] = NONE
            for suit in range(4):
                s["suits"][other, suit] = 0
            s["sizes"][other] = 0
            for n in range(count):
                if at[n] == k:
                    append_card(s, other, card[n])
            sort_hand(s, other)
    place = 0
    for n in range(count):
        if at[n] == HOLDERS - 1:
            s["pile"][place] = card[n]
            place += 1


class HeadSearcher(Searcher):
    """Searches in worlds that are sampled by a head."""

    def __init__(self, game: Game, settings: Settings, head: Head) -> None:
        """Search a table of four."""
        if game.name != "skull-king" or game.num_players != PEOPLE:
            raise ConfigError(f"the head knows Skull King with {PEOPLE} seats alone")
        super().__init__(game, make_agent("net", game), settings, make_agent("bot", game))
        self._head = head

    def _sample(
        self, record: Records, seat: int, rngs: Generators, trail: Any, opinion: Any, models: Any
    ) -> tuple[Records, None, None]:
        del opinion
        worlds = self._worlds.sample(record, seat, rngs, models)
        if trail is not None and self._history is not None and not self._worlds.secret(record, seat):
            shares = self.shares(record, seat, trail)
            exchange(worlds, seat, np.log(np.maximum(shares, 1e-13)), _EXCHANGES, rngs)
        return worlds, None, None

    def shares(self, record: Records, seat: int, trail: Any) -> Floats64:
        """Probabilities that each card is with each holder; see `Head.shares`."""
        if self._history is None:
            raise ConfigError(f"{self._game.name} has no history")
        story = self._history.story(trail.present, seat)
        observed = Turns(self._game, record, np.zeros(1, dtype=np.uint64)).observations[0]
        return self._head.shares(observed, story, seat, locate(record, np.array([seat])))


def headed(game: Game, weights: str, worlds: str = "16", halving: str = "true") -> Agent:
    """`search/fast` with a head's worlds, as ``py/weights=FILE,worlds=64:benchmarks.belief_head:headed``."""
    settings = replace(PRESETS["fast"], worlds=int(worlds), halving=halving == "true")
    return SearchAgent(HeadSearcher(game, settings, read(weights)))


def main() -> None:
    """Play, fit and write."""
    parser = argparse.ArgumentParser(description="A network that says who holds which hidden card in Skull King")
    parser.add_argument("--out", type=Path, required=True, help="the file that is written, an .npz")
    parser.add_argument("--tables", type=int, default=800, help="games of rounds of ten, and as many usual ones")
    parser.add_argument("--steps", type=int, default=2000, help="steps of the fit")
    parser.add_argument("--seed", type=int, default=1, help="of games and weights")
    given = parser.parse_args()
    torch.set_num_threads(1)
    tens, usual = (play(name, given.tables, given.seed + k) for k, name in enumerate(("tens", "ten")))
    told = Told(
        np.concatenate([tens.seen, usual.seen]),
        Located(*(np.concatenate(each) for each in zip(tens.located, usual.located, strict=True))),
    )
    print(f"{len(told.seen):,} positions", flush=True)
    weights = fit(told, given.steps, given.seed)
    with writing(given.out) as file:
        np.savez(file, allow_pickle=False, **weights)


if __name__ == "__main__":
    main()
