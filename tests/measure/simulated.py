"""Tournaments of simulated players whose strengths are known: finishing orders drawn from Plackett-Luce."""

import numpy as np
import numpy.typing as npt

from croupier.measure.play.match import Seating
from croupier.measure.play.metrics import Ranks
from croupier.measure.play.tournament import AgentResult, Report, seatings

Doubles = npt.NDArray[np.float64]


def drawn_ranks(strengths: Doubles, seats: Seating, deals: int, rng: np.random.Generator) -> Ranks:
    """Orders of independent games: the entry with the largest strength plus Gumbel noise comes first."""
    noisy = strengths[seats] + rng.gumbel(size=(deals, *seats.shape))
    return ranks_of(noisy)


def ranks_of(scores: Doubles) -> Ranks:
    """How many of the last axis are larger."""
    ranks: Ranks = (scores[..., :, None] < scores[..., None, :]).sum(axis=-1).astype(np.int8)
    return ranks


def report_of(seats: Seating, ranks: Ranks, names: list[str], seed: int = 0) -> Report:
    """A tournament with these finishing orders; its win rates count first places."""
    first = ranks == 0
    shares = first / first.sum(axis=2, keepdims=True)
    rates = [float(shares[:, seats == entry].mean()) for entry in range(len(names))]
    agents = tuple(
        AgentResult(name, 1, 0, 0, rate, None, 0.0, 0.0) for name, rate in zip(names, rates, strict=True)
    )
    return Report("simulated", 1, {}, seed, len(ranks), 1, agents, seats=seats, ranks=ranks)


def simulated(
    strengths: list[float], players: int, deals: int, seed: int, names: list[str] | None = None
) -> Report:
    """A tournament of players of known strengths."""
    seats = seatings(len(strengths), players)
    rng = np.random.Generator(np.random.PCG64(seed))
    ranks = drawn_ranks(np.array(strengths), seats, deals, rng)
    return report_of(seats, ranks, names or [f"player-{k}" for k in range(len(strengths))], seed)
