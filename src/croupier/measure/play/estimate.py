"""Cost estimate of a run of language models: cheap agents play sample games to measure prompts."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass

import numpy as np

from croupier.agents.llm.agent import LanguageModel, chat
from croupier.agents.registry import make_agent
from croupier.agents.speech import CHARACTERS_A_TOKEN, PromptMode
from croupier.core.base.rows import dollars
from croupier.core.engine.game import Game
from croupier.table.asking import ask_turn
from croupier.table.briefing import question
from croupier.table.driver import drive_blocking
from croupier.table.events import Due
from croupier.table.seat_counts import SeatCounts
from croupier.table.table import Table

FIRST_REPLIES = 10
"""After this many replies of a model, the rest of a run is estimated from them."""
_SAMPLES = 2


@dataclass(frozen=True)
class PromptSize:
    """How much one seat reads in a game: means over sample games and seats.

    Attributes:
        decisions: decisions per game.
        static: tokens of the static part, per decision.
        dynamic: tokens of the rest, per decision.
        longest: tokens of the longest prompt.
    """

    decisions: float
    static: float
    dynamic: float
    longest: float

    @property
    def tokens_a_game(self) -> float:
        """Tokens that a seat reads in a game, without caching."""
        return self.decisions * (self.static + self.dynamic)


@dataclass(frozen=True)
class CostEstimate:
    """Estimated requests, tokens and cost of a run.

    Attributes:
        requests: number of requests.
        tokens_in: tokens read, without caching.
        tokens_out: tokens written, by `ModelSettings.reply_tokens`.
        cost: dollars, for the models with known prices.
        unpriced: names of the models without known prices.
    """

    requests: float
    tokens_in: float
    tokens_out: float
    cost: float
    unpriced: tuple[str, ...]

    @classmethod
    def of(cls, model: LanguageModel, requests: float, tokens: float) -> CostEstimate:
        """The estimate for requests to a model, each of this many tokens."""
        read, written = requests * tokens, requests * model.settings.reply_tokens
        unpriced = () if model.settings.priced else (model.name,)
        return cls(requests, read, written, model.settings.cost(int(read), 0, int(written)), unpriced)

    def __add__(self, other: CostEstimate) -> CostEstimate:
        return CostEstimate(
            self.requests + other.requests, self.tokens_in + other.tokens_in, self.tokens_out + other.tokens_out,
            self.cost + other.cost, tuple(dict.fromkeys(self.unpriced + other.unpriced)),
        )  # fmt: skip

    def sentence(self) -> str:
        """The estimate as a sentence."""
        words = (
            f"about {self.requests:,.0f} requests, {self.tokens_in:,.0f} tokens read and {self.tokens_out:,.0f} "
            "written"
        )
        unpriced = f"{', '.join(self.unpriced)}, whose prices are not known"
        if self.unpriced and not self.cost:
            return f"{words}, at a cost that cannot be told for {unpriced}"
        return f"{words}: about {dollars(self.cost)}{f', and more for {unpriced}' if self.unpriced else ''}"


NOTHING = CostEstimate(0.0, 0.0, 0.0, 0.0, ())


def prompt_size(game: Game, mode: PromptMode, samples: int = _SAMPLES, seed: int = 0) -> PromptSize:
    """Measure the prompts of a game; `CHARACTERS_A_TOKEN` characters count as a token."""
    agent = make_agent("bot" if "bot" in game.spec.bots else "random", game)
    static: list[float] = []
    dynamic: list[float] = []
    for deal in range(samples):
        table = Table(game.new_initial_state(seed + deal), [agent] * game.num_players)

        def ask(due: Due, table: Table = table) -> int:
            messages = chat(question(table, due.seat, mode))
            sizes = [len(message["content"]) / CHARACTERS_A_TOKEN for message in messages]
            static.append(sizes[0] if len(sizes) > 1 else 0.0)
            dynamic.append(sum(sizes) - static[-1])
            return ask_turn(agent, due.turns, table.state.seed)

        drive_blocking(table, ask)
    return PromptSize(
        decisions=len(static) / (samples * game.num_players),
        static=float(np.mean(static)),
        dynamic=float(np.mean(dynamic)),
        longest=float(np.max(np.array(static) + np.array(dynamic))),
    )


def estimate(
    game: Game,
    models: Sequence[LanguageModel],
    seat_games: Mapping[str, int],
    arrived: Mapping[str, int] | None = None,
) -> CostEstimate:
    """Estimate a run. Notes of models count at their full length.

    Args:
        models: the language models in it, each name once.
        seat_games: number of seats of games that each model sits in, by name.
        arrived: number of replies already saved, by the model's name. They cost nothing.
    """
    sizes = {mode: prompt_size(game, mode) for mode in {model.prompt for model in models}}
    whole = NOTHING
    for model in models:
        size, known = sizes[model.prompt], (arrived or {}).get(model.name, 0)
        left = max(0.0, seat_games.get(model.name, 0) * size.decisions - known)
        whole += CostEstimate.of(model, left, size.static + size.dynamic + model.notes / CHARACTERS_A_TOKEN)
    return whole


def estimate_rest(model: LanguageModel, took: SeatCounts, left: float) -> CostEstimate:
    """Estimate the rest of a run from the replies of a model so far."""
    each = left / took.replies
    unpriced = () if model.settings.priced else (model.name,)
    return CostEstimate(left, took.tokens_in * each, took.tokens_out * each, took.cost * each, unpriced)
