"""The value by which Mini Spite and Malice's `bot:planner` chooses: a small network, by temporal differences.

Run: ``uv run python -m benchmarks.spite_malice_value --out FOLDER [--rounds N] [--games N] [--seed N]``. Games of
`bot` come first, and the network learns who won them. Then, round by round, the bot that plans by the network
plays itself, and `bot` in a fifth of the games, with some random moves; the network is fitted to the games of the
last rounds. A table that is left counts as what the next one of its game is worth, mixed with how the game ended.
Each round is kept in FOLDER, so a run that was stopped goes on where it was; `planner.npz` there is the last
network, as it ships. A round of 2,000 games takes some two minutes of one core.

The file that ships is of this recipe's first form: between the games of `bot` and sixteen rounds as they are here,
three of 3,000 games had a `TRUST` of 0.7, and targets that stayed the same through the epochs.
"""

from __future__ import annotations

import argparse
import time
from pathlib import Path
from typing import NamedTuple

import numpy as np
import numpy.typing as npt
import torch
from torch import nn

import croupier
from croupier.agents.agent import Agent, AgentTraits, Turns
from croupier.agents.bots import BotAgent, RandomAgent
from croupier.agents.registry import make_agent
from croupier.core.base.files import read_arrays, writing
from croupier.core.base.tiers import loop
from croupier.core.base.types import Actions, Features, Records, RowNumbers
from croupier.core.spec.spec import Bot
from croupier.games.spite_malice.bots.planner import (
    HIDDEN,
    LEFT,
    SIZE,
    ValueWeights,
    describe,
    imagine,
    planner,
    read_weights,
)
from croupier.measure.play.match import deal_seeds, play_tables

WANDERS = (0.0, 0.03, 0.06)
"""Share of the decisions that are random, by table."""
BOT_SHARE = 0.2
"""Share of the tables at which `bot` has one of the seats."""
TRUST = 0.5
"""How much of what a table counts as comes from later in its game, rather than from the next table's value."""
KEPT, EPOCHS, BATCH, RATE = 10, 3, 1024, 1e-3
"""Rounds that are learnt from, how often they are gone through, tables of a step, and the first step's size."""
_AT_ONCE = 16_384
_HELD_OUT = 987_654_321
"""Seed of the deals against `bot`."""
Shares = npt.NDArray[np.float32]


class Played(NamedTuple):
    """Tables that were left, game by game in their order.

    Attributes:
        tables: what is known of them, float16, shape (N, SIZE).
        games: which game each is of.
        seats: who left it.
        won: by game, what seat 0 won: 1, 0 or half.
    """

    tables: npt.NDArray[np.float16]
    games: RowNumbers
    seats: RowNumbers
    won: Shares


class Wandering:
    """A bot that makes some of its decisions at random."""

    traits = AgentTraits()

    def __init__(self, bot: Agent, share: float) -> None:
        self.name, self._bot, self._random, self._share = bot.name, bot, RandomAgent(), share

    def act(self, turns: Turns) -> Actions:
        """See `Agent.act`."""
        wanders = (turns.keys >> np.uint64(11)) < self._share * 2.0**53
        return np.where(wanders, self._random.act(turns), self._bot.act(turns))


@loop
def _leave(records: Records, actions: Actions, out: Features, left: npt.NDArray[np.bool_]) -> None:
    """Describe the tables that are left by actions; the records are changed."""
    for k in range(len(records)):
        seat = records[k]["turn"]
        left[k] = imagine(records[k], actions[k], seat) == LEFT
        if left[k]:
            describe(records[k], seat, out[k])


def play(value: ValueWeights | None, games: int, seed: int) -> Played:
    """Tables of new games, of `bot` alone where there is no value yet."""
    game, rng = croupier.make("spite-malice"), np.random.default_rng(seed)
    bot = make_agent("bot", game)
    strong: Agent = bot if value is None else BotAgent(Bot(planner, value, heavy=True))
    agents = [*(Wandering(strong, share) for share in WANDERS), bot]
    seating = np.repeat(rng.integers(len(WANDERS), size=(games, 1)), 2, axis=1)
    mixed = np.flatnonzero(rng.random(games) < BOT_SHARE)
    seating[mixed, rng.integers(2, size=len(mixed))] = len(WANDERS)
    found: list[tuple[npt.NDArray[np.float16], RowNumbers, RowNumbers]] = []

    def watch(rows: RowNumbers, before: Records, actions: Actions, after: Records) -> None:
        del after
        out, left = np.zeros((len(rows), SIZE), dtype=np.float32), np.zeros(len(rows), dtype=np.bool_)
        seats = before["turn"].astype(np.int64)
        _leave(before.copy(), actions, out, left)
        found.append((out[left].astype(np.float16), rows[left], seats[left]))

    returns = play_tables(game, agents, seating, deal_seeds(seed, np.arange(games)), watch=watch).returns
    tables, of, seats = (np.concatenate(each) for each in zip(*found, strict=True))
    order = np.argsort(of, kind="stable")
    return Played(tables[order], of[order], seats[order], (returns[:, 0] + np.float32(1)) / np.float32(2))


def targets(played: Played, chances: Shares, trust: float) -> Shares:
    """What each table counts as, for who left it; `chances` is what it is worth now, likewise.

    The worth of the next table counts for `1 - trust`, and what that one counts as for `trust`; the last of a game
    counts as how the game ended.
    """
    first = np.where(played.seats == 0, chances, 1 - chances).tolist()
    games, won = played.games.tolist(), played.won.tolist()
    counts = [0.0] * len(games)
    for k in range(len(games) - 1, -1, -1):
        goes_on = k + 1 < len(games) and games[k + 1] == games[k]
        counts[k] = (1 - trust) * first[k + 1] + trust * counts[k + 1] if goes_on else won[games[k]]
    found = np.array(counts, dtype=np.float32)
    return np.where(played.seats == 0, found, 1 - found)


def network(value: ValueWeights | None) -> nn.Sequential:
    """The network, with new weights where there are none."""
    wide, narrow = HIDDEN
    layers = [nn.Linear(SIZE, wide), nn.Linear(wide, narrow), nn.Linear(narrow, 1)]
    if value is not None:
        at = 0
        with torch.no_grad():
            for layer in layers:
                inputs, outputs = layer.in_features, layer.out_features
                rows = value[at : at + inputs * outputs].reshape(inputs, outputs)
                layer.weight.copy_(torch.from_numpy(rows).T)
                at += inputs * outputs
                layer.bias.copy_(torch.from_numpy(value[at : at + outputs]))
                at += outputs
    return nn.Sequential(layers[0], nn.ReLU(), layers[1], nn.ReLU(), layers[2])


def weights_of(model: nn.Sequential) -> ValueWeights:
    """Its numbers, in the order in which `worth` reads them."""
    layers = [layer for layer in model if isinstance(layer, nn.Linear)]
    parts = [part.detach().numpy().T.ravel() for layer in layers for part in (layer.weight, layer.bias)]
    return np.concatenate(parts).astype(np.float32)


def chances_of(model: nn.Sequential, tables: npt.NDArray[np.float16]) -> Shares:
    """What tables are worth to who left them."""
    with torch.no_grad():
        cuts = list(range(_AT_ONCE, len(tables), _AT_ONCE))
        parts = [torch.sigmoid(model(_floats(part))[:, 0]).numpy() for part in np.split(tables, cuts)]
    return np.concatenate(parts)


def _floats(tables: npt.NDArray[np.float16]) -> torch.Tensor:
    return torch.from_numpy(tables.astype(np.float32))


def fit(value: ValueWeights | None, played: Played, trust: float, seed: int) -> tuple[ValueWeights, float]:
    """The network after going through the games, and its cross-entropy in the last epoch, in nats."""
    torch.manual_seed(seed)
    rng, model, steps = np.random.default_rng(seed), network(value), max(1, len(played.games) // BATCH)
    learner = torch.optim.AdamW(model.parameters(), lr=RATE, weight_decay=1e-5)
    slower = torch.optim.lr_scheduler.LinearLR(learner, 1.0, 0.05, EPOCHS * steps)
    for _ in range(EPOCHS):
        counts, total = targets(played, chances_of(model, played.tables), trust), 0.0
        order = rng.permutation(len(played.games))
        for rows in np.array_split(order, steps):
            logits = model(_floats(played.tables[rows]))[:, 0]
            loss = nn.functional.binary_cross_entropy_with_logits(logits, torch.from_numpy(counts[rows]))
            learner.zero_grad()
            loss.backward()  # type: ignore[no-untyped-call]  # of torch
            learner.step()
            slower.step()
            total += float(loss.detach())
    return weights_of(model), total / steps


def joined(rounds: list[Played]) -> Played:
    """Several rounds as one."""
    before = np.cumsum([0, *(len(each.won) for each in rounds)])
    return Played(
        np.concatenate([each.tables for each in rounds]),
        np.concatenate([each.games + before[k] for k, each in enumerate(rounds)]),
        np.concatenate([each.seats for each in rounds]),
        np.concatenate([each.won for each in rounds]),
    )


def against_the_bot(value: ValueWeights, deals: int) -> float:
    """Share of games that are won, each deal from both seats; the deals are no others' in the run."""
    game = croupier.make("spite-malice")
    agents = [BotAgent(Bot(planner, value, heavy=True)), make_agent("bot", game)]
    seating = np.tile(np.array([[0, 1], [1, 0]]), (deals, 1))
    seeds = np.repeat(deal_seeds(_HELD_OUT, np.arange(deals)), 2)
    returns = play_tables(game, agents, seating, seeds).returns
    return float((np.where(seating == 0, returns, 0).sum(axis=1).mean() + 1) / 2)


def keep(file: Path, **arrays: npt.NDArray[np.generic]) -> None:
    """Write arrays, packed."""
    with writing(file) as out:
        np.savez_compressed(out, allow_pickle=False, **arrays)


def played_in(folder: Path, number: int, value: ValueWeights | None, games: int, seed: int) -> Played:
    """The games of a round: those that are kept, or new ones, which are."""
    file = folder / f"games-{number:02}.npz"
    if file.exists():
        return Played(**read_arrays(file, Played._fields))
    played = play(value, games, seed * 1000 + number)
    keep(file, **played._asdict())
    return played


def run(folder: Path, rounds: int, games: int, first: int, seed: int, deals: int) -> None:
    """All rounds but for those that are kept, and `planner.npz`."""
    value: ValueWeights | None = None
    recent: list[Played] = []
    for number in range(rounds + 1):
        begun, file = time.perf_counter(), folder / f"value-{number:02}.npz"
        played = played_in(folder, number, value, games if number else first, seed)
        recent = [*recent[-KEPT + 1 :], played] if number > 1 else [played]  # those of `bot` alone are left behind
        if not file.exists():
            found, loss = fit(value, joined(recent), TRUST if number else 1.0, seed * 1000 + number)
            keep(file, weights=found)
            share, took = against_the_bot(found, deals), time.perf_counter() - begun
            print(f"round {number}: loss {loss:.4f}, {share:.1%} against bot, {took:.0f} s", flush=True)
        value = read_weights(file)
        keep(folder / "planner.npz", weights=value.astype(np.float16))


def main() -> None:
    """Play and fit."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument(
        "--out", type=Path, required=True, help="folder of the run, which goes on if it was stopped"
    )
    parser.add_argument("--rounds", type=int, default=16, help="rounds after the games of bot (16)")
    parser.add_argument("--games", type=int, default=2000, help="games of a round (2,000)")
    parser.add_argument("--first", type=int, default=20_000, help="games of bot that come first (20,000)")
    parser.add_argument(
        "--deals", type=int, default=100, help="deals against bot after each round, both seats (100)"
    )
    parser.add_argument("--seed", type=int, default=1, help="of games and weights (1)")
    given = vars(parser.parse_args())
    folder = given.pop("out")
    folder.mkdir(parents=True, exist_ok=True)
    torch.set_num_threads(1)
    run(folder, **given)


if __name__ == "__main__":
    main()
