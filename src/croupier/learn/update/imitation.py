"""Behaviour cloning: initial weights from demonstrations, before PPO.

The method goes back to D. Pomerleau, "ALVINN: an autonomous land vehicle in a neural network" (1989). The games
may be those of bots, people or language models, as game files (`croupier.replays`). They are replayed in compiled
code, many at once, so files provide only actions, never observations. A teacher's games need no file: the agent
plays them during imitation.
"""

from __future__ import annotations

from collections import deque
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from concurrent.futures import Future, ThreadPoolExecutor
from dataclasses import dataclass
from itertools import islice
from pathlib import Path
from typing import Any

import numpy as np
import numpy.typing as npt
import torch

from croupier.agents.agent import Agent, StochasticAgent, Turns, traits_of
from croupier.agents.bots import BotAgent
from croupier.core.base.errors import ConfigError, FileError, IllegalAction
from croupier.core.base.types import Actions, Records
from croupier.core.engine.game import Game
from croupier.core.spec.spec import Bools, Floats
from croupier.learn.network.network import masked_log_softmax
from croupier.learn.settings.mixes import OptionMix
from croupier.measure.play.match import deal_seeds, in_parts, play_tables
from croupier.table.game_file import read_games
from croupier.table.recorded import by_options, dealt_again, plies, recorded_game

_AT_ONCE = 256
"""Games that are replayed together: about ten thousand decisions."""


@dataclass(frozen=True, eq=False)
class Demonstrations:
    """K decisions of recorded games."""

    observations: Floats  # observation of the seat to move, float32, shape (K, observation_size)
    masks: Bools  # legal actions, shape (K, num_actions)
    actions: npt.NDArray[np.int64]  # the played actions, shape (K,)
    shares: Floats | None = None  # probability of every action, float32, shape (K, num_actions); None if not known

    def __len__(self) -> int:
        return len(self.actions)

    def dense(self, rows: npt.NDArray[np.int64]) -> tuple[Floats, Bools, Floats]:
        """Observations, legal actions and target probabilities of some rows."""
        if self.shares is None:
            wanted = np.zeros((len(rows), self.masks.shape[1]), dtype=np.float32)
            wanted[np.arange(len(rows)), self.actions[rows]] = 1.0
        else:
            wanted = self.shares[rows]
        return self.observations[rows], self.masks[rows], wanted


def teacher_demonstrations(
    mix: OptionMix, teacher: Agent, games: int, seed: int, threads: int = 1
) -> Iterator[Demonstrations]:
    """Decisions of an agent that plays in every seat, some hundred games at a time."""
    # If the agent gives probabilities, like ``net/temperature=1``, these are the targets, not the sampled actions.
    parts = in_parts(games, _AT_ONCE)

    def play(numbers: npt.NDArray[np.int64]) -> Demonstrations:
        return _taught(mix, teacher, deal_seeds(seed, numbers))

    if threads == 1 or not isinstance(teacher, BotAgent):  # other agents may have state between decisions
        yield from map(play, parts)
        return
    pool = ThreadPoolExecutor(threads, "croupier-teacher")
    try:
        ahead: deque[Future[Demonstrations]] = deque()
        for numbers in parts:
            ahead.append(pool.submit(play, numbers))
            if len(ahead) > threads:
                yield ahead.popleft().result()
        while ahead:
            yield ahead.popleft().result()
    finally:
        pool.shutdown(cancel_futures=True)


def _taught(mix: OptionMix, agent: Agent, seeds: npt.NDArray[np.uint64]) -> Demonstrations:
    """The decisions of an agent in all seats of some deals."""
    table, parts = mix.game, list[Demonstrations]()
    # a bot's probabilities are all 0 or 1, and an agent that reads history cannot be asked about single positions
    known = not isinstance(agent, BotAgent) and not traits_of(agent).wants_trail
    stochastic = agent if known and isinstance(agent, StochasticAgent) else None

    def watch(rows: npt.NDArray[np.int64], before: Records, actions: Actions, after: Records) -> None:
        del rows, after
        turns = Turns(table, before, np.zeros(len(before), dtype=np.uint64))
        shares = None if stochastic is None else stochastic.probabilities(turns)
        open_ones = np.flatnonzero(turns.masks.sum(axis=1) > 1)
        parts.append(
            Demonstrations(
                turns.observations[open_ones], turns.masks[open_ones], actions[open_ones],
                None if shares is None else shares[open_ones],
            )
        )  # fmt: skip

    seating = np.zeros((len(seeds), table.num_players), dtype=np.int64)
    play_tables(table, [agent], seating, seeds, watch=watch, codes=mix.codes(seeds))
    return _joined(parts)


def _joined(parts: Sequence[Demonstrations]) -> Demonstrations:
    shares = [part.shares for part in parts if part.shares is not None]
    return Demonstrations(
        np.concatenate([part.observations for part in parts]),
        np.concatenate([part.masks for part in parts]),
        np.concatenate([part.actions for part in parts]),
        np.concatenate(shares) if shares else None,
    )


def recorded_demonstrations(
    files: Sequence[Path], game: Game, agents: Sequence[str] = ()
) -> Iterator[Demonstrations]:
    """Decisions of recorded games with more than one legal action, some hundred games at a time."""
    seen: set[str] = set()
    for file in files:
        games = read_games(file)
        number = 0
        while part := list(islice(games, _AT_ONCE)):
            for data in part:
                seen.update(data["agents"])
            try:
                for alike in by_options(part):
                    yield _replay(alike, _recorded(alike, game), agents)
            except (ConfigError, IllegalAction) as error:
                raise FileError(f"{file}, in the lines from {number + 1} on: {error}") from error
            number += len(part)
        if not number:
            raise FileError(f"{file} holds no games")
    missing = [name for name in agents if name not in seen]
    if missing:
        raise ConfigError(
            f"nobody called {' or '.join(missing)} has played in these games, but {', '.join(sorted(seen))}"
        )


def _recorded(games: Sequence[Mapping[str, Any]], game: Game) -> Game:
    """The recorded game, checked against the one that is trained."""
    recorded = recorded_game(games, game.name)
    if any(data["start"] for data in games):
        raise ConfigError("a game that was set up from a position; only whole games are imitated")
    ours, theirs = ((g.observation_size, g.num_actions) for g in (game, recorded))
    if ours != theirs:
        raise ConfigError(f"a game with {theirs[0]} features and {theirs[1]} actions, not {ours[0]} and {ours[1]}")
    return recorded


def _replay(games: Sequence[Mapping[str, Any]], game: Game, agents: Sequence[str]) -> Demonstrations:
    """Replay games and collect their decisions."""
    batch = dealt_again(game, games)
    wanted = np.ones((len(games), game.num_players), dtype=np.bool_)
    if agents:
        nobody = [""] * game.num_players  # if no names were recorded
        wanted = np.array([[name in agents for name in data["agents"] or nobody] for data in games])
    parts: list[Demonstrations] = []
    for actions, going in plies(batch, games):
        rows = np.flatnonzero(going & (batch.legal_counts > 1))
        rows = rows[wanted[rows, batch.current_players[rows]]]
        parts.append(Demonstrations(batch.observations[rows], batch.masks[rows], actions[rows]))
        batch.step(actions)
    return _joined(parts)


def cross_entropy(
    network: torch.nn.Module, part: Demonstrations, rows: npt.NDArray[np.int64]
) -> tuple[torch.Tensor, int]:
    """The cross-entropy of a network on some rows of decisions, and the number of correct predictions."""
    device = next(network.parameters()).device
    observations, masks, wanted = (torch.from_numpy(each).to(device) for each in part.dense(rows))
    logs = masked_log_softmax(network(observations)[0].float(), masks)
    right = int((logs.argmax(dim=1) == wanted.argmax(dim=1)).sum())
    return -(wanted * logs).sum(dim=1).mean(), right


def imitate(
    network: torch.nn.Module,
    optimiser: torch.optim.Optimizer,
    parts: Iterable[Demonstrations],
    minibatch: int,
    order: np.random.Generator,
    on_progress: Callable[[float, float], None],
) -> int:
    """Behaviour cloning: one pass over some demonstrations, by maximum likelihood; the first output is logits."""
    count = 0
    for part in parts:
        size, lost, right = len(part), 0.0, 0
        for rows in np.array_split(order.permutation(size), max(1, size // minibatch)):
            if len(rows) == 0:
                continue
            loss, same = cross_entropy(network, part, rows)
            optimiser.zero_grad(set_to_none=True)
            loss.backward()  # type: ignore[no-untyped-call]  # torch publishes no types for it
            optimiser.step()
            lost += float(loss.detach()) * len(rows)
            right += same
        if size:
            on_progress(lost / size, right / size)
        count += size
    return count
