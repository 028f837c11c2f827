"""How well hidden bids are foretold by what `draw_bid` draws: log-loss by spread, beside any bid equally often.

``python -m benchmarks.skull_king_bids [AGENT...]`` lets tables of four and six of each agent play 300 games and
prints the mean of -log P(the bid made) in nats, a column for each spread.
"""

from __future__ import annotations

import sys

import numpy as np
import numpy.typing as npt

import croupier
from croupier.agents.agent import wants_trail
from croupier.agents.registry import make_agent
from croupier.core.base.kernel import kernel
from croupier.core.base.types import Records
from croupier.core.engine.game import Game
from croupier.games.skull_king.bots.plan import SPREAD, rate_bids
from croupier.games.skull_king.bots.seen import SCRATCH, look
from croupier.games.skull_king.record.state import BIDDING, HAND
from croupier.table.asking import ask

GAMES, SEED = 300, 7
SPREADS = (2.0, 4.0, SPREAD, 8.0, 12.0)
Doubles = npt.NDArray[np.float64]


@kernel
def rate(records: Records, out: Doubles) -> None:
    """Write the points to be expected from each bid of the seat to move."""
    for i in range(len(records)):
        scratch = np.zeros(1, SCRATCH)[0]
        look(records[i], False, scratch)
        rate_bids(records[i], scratch, out[i])


def bids_of(name: str, game: Game) -> tuple[Doubles, npt.NDArray[np.int64], npt.NDArray[np.int64]]:
    """Points to be expected from each bid, the bid that was made, and the cards dealt; a row a bid."""
    agent = make_agent(name, game)
    batch = game.batch(GAMES, SEED, autoreset=False, trails=wants_trail([agent]))
    values, made, dealt = [], [], []
    while (batch.current_players >= 0).any():
        live = np.flatnonzero(batch.current_players >= 0)
        actions = ask(agent, game, batch, live, "agent")
        bidding = batch.phases[live] == BIDDING
        if bidding.any():
            rows = live[bidding]
            values.append(np.zeros((len(rows), HAND)))
            rate(batch.records[rows], values[-1])
            made.append(actions[bidding])
            dealt.append(batch.records[rows]["cards"].astype(np.int64))
        batch.step_rows(live, actions)
    return np.concatenate(values), np.concatenate(made), np.concatenate(dealt)


def log_loss(values: Doubles, made: npt.NDArray[np.int64], dealt: npt.NDArray[np.int64], spread: float) -> float:
    """Mean of -log P(bid) where P is softmax(points / spread), in nats."""
    legal = np.arange(values.shape[1]) <= dealt[:, None]
    raised = np.where(legal, values / spread, -np.inf)
    raised -= raised.max(axis=1, keepdims=True)
    chances = np.exp(raised) / np.exp(raised).sum(axis=1, keepdims=True)
    return float(-np.log(chances[np.arange(len(made)), made]).mean())


def main(names: list[str]) -> None:
    """Print the table."""
    print("agent       seats  uniform  " + "  ".join(f"{spread:6.1f}" for spread in SPREADS))
    for name in names or ["bot", "net", "bot:simple"]:
        for seats in (4, 6):
            found = bids_of(name, croupier.make("skull-king", players=seats))
            losses = "  ".join(f"{log_loss(*found, spread):6.2f}" for spread in SPREADS)
            print(f"{name:11s} {seats:5d}  {np.log(found[2] + 1).mean():7.2f}  {losses}")


if __name__ == "__main__":
    main(sys.argv[1:])
