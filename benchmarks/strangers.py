"""How well search foretells the others in Skull King, and what it wins among kinds of players that no model knows.

Run: ``uv run python -m benchmarks.strangers [--games N] [--deals N] [--agents NAME+NAME] [--kinds KIND,KIND]``. At
each table sit `net` and three of a kind; what the three decide is foretold round by round, from what was seen of
them in the rounds before. Figures are means of the log-likelihood of a decision with a choice, from the second
round on. With ``--deals`` agents play such tables in place of `net`, the same deals in all rotations of the seats.
"""

from __future__ import annotations

import argparse
from collections.abc import Iterator

import numpy as np

import croupier
from croupier.agents.agent import Turns
from croupier.agents.registry import make_agent
from croupier.agents.search.belief import Belief, LapseRates, lapse_rates_of
from croupier.agents.search.models import model_of
from croupier.agents.search.opponent_model import OpponentModel
from croupier.agents.search.opponents import RolloutOpponents
from croupier.agents.search.settings import LEARNED, WATCHED
from croupier.core.engine.game import Game
from croupier.core.engine.trail import Stretch, Trail
from croupier.measure.play.tournament import play_tournament

HABITS = ("bold", "timid", "saver", "spender", "hunter", "careless")
KINDS = ("net", "bot", "bot:simple", *(f"bot:habit-{name}" for name in HABITS))
MODELS = ("net", "bot")
"""What search knows of the others before it has seen anything."""
PARTS = ("bids", "plays")
WAYS = {
    "floor 0.05": (lapse_rates_of(0.05), LEARNED),
    "floor learnt": (lapse_rates_of(None), LEARNED),
    "watched": (lapse_rates_of(None), WATCHED),
}
"""How decisions are foretold: the floors, and the setting `opponents`."""
UNIFORM = "uniform"


def rounds_of(game: Game, kind: str, seed: int) -> tuple[Stretch, ...]:
    """A game of `net` and others of one kind, as its rounds."""
    agents = [make_agent("net", game), *[make_agent(kind, game)] * (game.num_players - 1)]
    state = game.new_initial_state(seed)
    while not state.is_terminal():
        state.apply_action(int(agents[state.current_player()].act(Turns.of_state(state))[0]))
    trail = state.trail()
    if trail is None:
        raise ValueError(f"{game.name} keeps no trails")
    return (*trail.finished, trail.present)


def log_likelihoods(
    game: Game, rounds: tuple[Stretch, ...], lapse_rates: LapseRates, opponents: str = LEARNED
) -> Iterator[np.ndarray]:
    """Of each round from the second on, float64, shape (D, 3): part, log-likelihood, that of the uniform guess."""
    part, opponent_model = game.spec.search_part, None
    belief = Belief(game, part, [model_of(game, make_agent(name, game)) for name in MODELS])
    if opponents == WATCHED and part.choices is not None:
        opponent_model = OpponentModel.unfitted(part.choices(), game.num_players)
    others = RolloutOpponents(game.num_players, len(MODELS), opponents, belief, lapse_rates, opponent_model)
    for number in range(1, len(rounds)):
        opinion = others.opinion(Trail(rounds[:number], rounds[number]), 0)
        asked = belief if opinion.fitted is None else belief.with_model(opinion.fitted)
        predicted = asked.predicted(*asked.decided(rounds[number], 0))
        yield np.stack([predicted.kinds, np.log(opinion.shares(predicted)), -np.log(predicted.options)], axis=1)


def likelihoods(game: Game, kind: str, games: int) -> dict[str, dict[str, float]]:
    """Mean log-likelihoods of a kind's decisions, by part and by what foretells them."""
    played = [rounds_of(game, kind, seed) for seed in range(games)]
    found: dict[str, dict[str, float]] = {part: {} for part in PARTS}
    for name, way in WAYS.items():
        rows = np.concatenate([each for rounds in played for each in log_likelihoods(game, rounds, *way)])
        for number, part in enumerate(PARTS):
            _, logs, even = rows[rows[:, 0] == number].mean(axis=0)
            found[part] |= {UNIFORM: float(even), name: float(logs)}
    return found


def wins(game: Game, kind: str, agents: list[str], deals: int) -> dict[str, tuple[float, float]]:
    """Share of the wins of each agent among others of a kind, and its points a game."""
    found = {}
    for name in agents:
        result = play_tournament(game, [name, *[kind] * (game.num_players - 1)], deals, seed=77).agents[0]
        found[name] = result.win_rate, result.mean_points
    return found


def main() -> None:
    """Measure and print."""
    parser = argparse.ArgumentParser(description="How well search foretells others, and what it wins among them")
    parser.add_argument("--games", type=int, default=30, help="games of each kind that are foretold")
    parser.add_argument("--deals", type=int, default=0, help="deals that agents play, in all rotations")
    parser.add_argument("--agents", default="net+search/fast", help="who plays them, with + between them")
    parser.add_argument("--kinds", default=",".join(KINDS), help="kinds of the others")
    given = parser.parse_args()
    game = croupier.make("skull-king")
    for kind in given.kinds.split(","):
        predicted = likelihoods(game, kind, given.games) if given.games else {}
        won = wins(game, kind, given.agents.split("+"), given.deals) if given.deals else {}
        print(_line(kind, predicted, won), flush=True)


def _line(kind: str, predicted: dict[str, dict[str, float]], won: dict[str, tuple[float, float]]) -> str:
    """A row of a table in Markdown, the parts one after the other."""
    cells = [f"{value:.2f}" for values in predicted.values() for value in values.values()]
    cells += [f"`{name}` {100 * rate:.1f}% {points:+.0f}" for name, (rate, points) in won.items()]
    return f"| `{kind}` | {' | '.join(cells)} |"


if __name__ == "__main__":
    main()
