"""Training opponents: past policies, bots and random play, sampled per game."""

from __future__ import annotations

from collections import deque
from collections.abc import Collection, Mapping
from typing import Any

import numpy as np
import numpy.typing as npt
import torch

from croupier.agents.agent import Agent, Turns, wants_trail
from croupier.agents.bots import BotAgent, RandomAgent
from croupier.agents.policy import sample
from croupier.core.base.tiers import compiled_form
from croupier.core.base.types import Actions, Arrays, RowNumbers
from croupier.core.engine.batch import Batch
from croupier.core.spec.spec import Floats
from croupier.learn.network.inference import Inference
from croupier.learn.network.network import PolicyNetwork
from croupier.learn.settings.plan import TrainingPlan, in_policy
from croupier.measure.play.metrics import win_shares
from croupier.table.asking import ask

ABSENT, CURRENT = -1, 0
"""Player numbers of an empty seat at a smaller table, and of the current policy. The others follow: bots, random
play, then the places of the league."""
_KEEP = 0.995
_LEAST_GAMES = 100


class _PastPolicy:
    """A past policy as an agent that samples its actions as in training."""

    def __init__(self, name: str, network: PolicyNetwork, inference: Inference) -> None:
        self.name = name
        self._network, self._inference = network, inference

    def act(self, turns: Turns) -> Actions:
        """Draw an action for each row; see `Agent.act`."""
        logits, _ = self._inference.run(self._network, turns.observations, turns.masks)
        chosen = np.zeros(len(turns), dtype=np.int64)
        compiled_form(sample)(
            logits, turns.masks, turns.keys.copy(), chosen, np.zeros(len(turns), dtype=np.float32)
        )
        return chosen


def win_rate_of(alone: Collection[float]) -> float:
    """Recent share of wins of a single own seat against bots; NaN before there are enough games."""
    return float(np.mean([*alone])) if len(alone) >= _LEAST_GAMES else float("nan")


class League:
    """The opponents of a run."""

    def __init__(self, plan: TrainingPlan, inference: Inference) -> None:
        """Make the opponents; `begin` seats them."""
        run, game, settings = plan.config.run, plan.mix.game, plan.config.league
        self._game, self._settings = game, settings
        self._bots = len(plan.bots)
        self._agents: list[Agent] = [*plan.bots, *([RandomAgent()] if settings.random_share > 0.0 else [])]
        for agent in self._agents:
            if isinstance(agent, BotAgent):
                agent.use_threads(run.threads)
        # whether one of them reads trails, so that batches must record them
        self.wants_trail = wants_trail(self._agents)
        places = settings.league_size if settings.league_share > 0.0 else 0
        # of all opponents, from number 1 on: bots, ``random``, and ``past.0``, ``past.1``...
        self.names = (*(agent.name for agent in self._agents), *(f"past.{k}" for k in range(places)))
        # whether there are any opponents, and whether all of them play; otherwise only the first bot, as in early
        # stages of a curriculum
        self.active, self.mixed = bool(self.names), True
        shape = plan.network.policy()
        self._past = [
            PolicyNetwork(shape, torch.Generator().manual_seed(0)).to(inference.device) for _ in range(places)
        ]
        past = [_PastPolicy(f"past.{k}", network, inference) for k, network in enumerate(self._past)]
        self._opponents: list[Agent] = [*self._agents, *past]
        self.kept = 0  # past policies added so far
        # number of the player in each seat
        self.roster = np.zeros((plan.config.rollout.num_tables, game.num_players), dtype=np.int16)
        self._draw = np.random.Generator(np.random.PCG64([run.seed, 2]))
        # running win shares of the own seats and of the opponent's seats, at the tables of each opponent
        self._shares = np.full((len(self.names), 2), 0.5 / game.num_players)
        self._alone: deque[float] = deque(maxlen=1000)

    def keep(self, network: PolicyNetwork) -> None:
        """Add the current policy to the past ones; a full league drops the oldest."""
        if self._past:
            place = self.kept % len(self._past)
            state = network.state_dict()
            self._past[place].load_state_dict({k: v for k, v in state.items() if in_policy(k)})
            self._shares[len(self._agents) + place] = 0.5 / self._game.num_players
            self.kept += 1

    def begin(self, people: npt.NDArray[np.int8]) -> None:
        """Seat the current policy in all occupied seats, or with `all-but-one` sample opponents at once."""
        self.roster[:] = np.where(np.arange(self.roster.shape[1]) < people[:, None], CURRENT, ABSENT)
        if self._settings.opponent_seats == "all-but-one":
            self.seat(np.arange(len(people)), people)

    def seat(self, rows: RowNumbers, people: npt.NDArray[np.int8]) -> None:
        """Sample the opponents at tables where a new game begins, with the number of occupied seats at each."""
        self.roster[rows] = np.where(np.arange(self.roster.shape[1]) < people[:, None], CURRENT, ABSENT)
        if not self.active:
            return
        for row, seats in zip(rows.tolist(), people.tolist(), strict=True):
            opponent = self._opponent()
            if opponent != CURRENT:
                order = self._draw.permutation(seats)
                taken = self._draw.integers(1, max(seats, 2)) if self._settings.opponent_seats == "drawn" else -1
                self.roster[row, order[:taken]] = opponent

    def _opponent(self) -> int:
        """Sample the opponent of a game, or CURRENT."""
        settings, drawn = self._settings, self._draw.random()
        if not self.mixed:
            return 1 if drawn < settings.bot_share else CURRENT
        if drawn < settings.bot_share:
            return 1 + int(self._draw.integers(self._bots))
        if drawn < settings.bot_share + settings.random_share:
            return 1 + self._bots
        there = min(self.kept, len(self._past))
        if drawn < settings.bot_share + settings.random_share + settings.league_share and there:
            return 1 + len(self._agents) + int(self._draw.choice(there, p=np.full(there, 1.0 / there)))
        return CURRENT

    def act(self, batch: Batch, movers: npt.NDArray[np.int16], out: Actions) -> None:
        """Choose at the tables where opponents are to move."""
        for index in np.unique(movers[movers != CURRENT]):
            rows = np.flatnonzero(movers == index)
            out[rows] = ask(self._opponents[int(index) - 1], self._game, batch, rows, "opponent")

    def note(self, rows: RowNumbers, returns: Floats) -> None:
        """Record the final utilities, float32, shape (K, players), of games that have ended."""
        if not self.active:
            return
        for row, shares in zip(rows, win_shares(returns), strict=True):
            own, theirs = self.roster[row] == CURRENT, self.roster[row] > CURRENT
            if not theirs.any():
                continue
            index = int(self.roster[row].max()) - 1
            got = (shares[own].mean() if own.any() else 0.0, shares[theirs].mean())
            self._shares[index] = _KEEP * self._shares[index] + (1.0 - _KEEP) * np.array(got)
            if own.sum() == 1 and index < self._bots:
                self._alone.append(float(shares[own].sum()))

    @property
    def win_rate(self) -> float:
        """See `win_rate_of`."""
        return win_rate_of(self._alone)

    def forget_results(self) -> None:
        """Measure the win rate again, since the game has changed."""
        self._alone.clear()

    def scalars(self) -> dict[str, float]:
        """Curves of the current policy's strength against each bot, and of the mean against past policies."""
        strengths = self._shares[:, 0] / self._shares.sum(axis=1)  # 0.5 if their seats win equally often
        bots = len(self._agents)
        found = {f"opponents/{name}": float(strengths[k]) for k, name in enumerate(self.names[:bots])}
        if self.kept and self._past:
            found["opponents/past_policies"] = float(strengths[bots : bots + self.kept].mean())
        if len(self._alone) >= _LEAST_GAMES:
            found["opponents/win_rate_alone"] = self.win_rate
        return found

    def snapshot(self) -> Arrays:
        """Arrays that decide the league's future."""
        saved: Arrays = {"roster": self.roster.copy(), "shares": self._shares.copy()}
        for place, network in enumerate(self._past):
            saved |= {f"past.{place}.{k}": v.cpu().numpy().copy() for k, v in network.state_dict().items()}
        return saved

    def progress(self) -> dict[str, Any]:
        """The other state, as plain data."""
        return {"kept": self.kept, "alone": list(self._alone), "draw": self._draw.bit_generator.state}

    def restore(self, saved: Mapping[str, npt.NDArray[Any]], progress: Mapping[str, Any]) -> None:
        """Go on from `snapshot` and `progress`, whose shapes were checked."""
        self.roster, self._shares = saved["roster"].copy(), saved["shares"].copy()
        with torch.no_grad():
            for place, network in enumerate(self._past):
                for name, value in network.state_dict().items():
                    value.copy_(torch.from_numpy(saved[f"past.{place}.{name}"]))
        self.kept = int(progress["kept"])
        self._alone = deque((float(share) for share in progress["alone"]), maxlen=self._alone.maxlen)
        self._draw.bit_generator.state = progress["draw"]
