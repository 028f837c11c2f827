"""One game in which models answer in words and agents take the other seats: the base of the RL adapters.

Examples:
    >>> from croupier.envs.episode import Episode, model_tables
    >>> game, seats = model_tables("pig", opponents="bot")
    >>> episode = Episode(game, seed=7, seats=seats(0))
    >>> episode.legal()
    ['[roll]', '[hold]']
    >>> episode.reply("I take the risk: [roll]").kind
    'action'

Rewards come from the game's result and its rounds (`croupier.envs.training`), not from the form of replies. An
unfinished game earns less than a lost one. Replies are read as at any other table (`croupier.table.replies`): the
action in square brackets counts, and thoughts do not.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from math import inf, nan
from typing import Any

import numpy as np

from croupier.agents.agent import Agent
from croupier.agents.registry import make_computing
from croupier.core.base.errors import ConfigError
from croupier.core.engine.game import Game, State
from croupier.core.engine.making import make
from croupier.envs.chat import require_words
from croupier.envs.learner import Opponents, checked_opponents
from croupier.envs.training import (
    FORFEIT,
    MOST,
    Reward,
    Rewards,
    SeatAgents,
    bot_points,
    chosen_deal,
    playable_deals,
)
from croupier.table import Event, ReplyPolicy, Table
from croupier.table.briefing import heard, system_message
from croupier.table.driver import play_agents
from croupier.table.events import ERROR_ALLOWANCE
from croupier.table.replies import submit_reply
from croupier.table.seat_counts import READ_FAULTS, SeatCounts

__all__ = [
    "Episode",
    "Reward",
    "Rewards",
    "SeatAgents",
    "chosen_deal",
    "model_seat",
    "model_tables",
    "playable_deals",
]


def model_tables(
    name: str, *, opponents: Opponents = "bot", models: int = 1, **options: Any
) -> tuple[Game, Callable[[int], SeatAgents]]:
    """A game with models in some seats, checked before the first deal.

    Args:
        name: a game or a variant with a text environment.
        opponents: agents or their names: one for all other seats, or one for each, in order after the last model.
        models: number of adjacent seats for models; if they take all seats, there are no opponents.

    Returns:
        The game, and a function from the first model's seat to the agents of all seats.

    Raises:
        ConfigError: there is no such game, option or agent, the number of seats does not fit, an opponent would be
            asked at a terminal, or the game has no text environment.
    """
    game = make(name, **options)
    require_words(game)
    players = game.num_players
    if not 1 <= models <= players:
        raise ConfigError(f"models must be 1..{players} of the seats of {game.name}, not {models}")
    others = players - models
    agents: list[Agent] = []
    if others:
        made = checked_opponents(opponents, game, others, make_computing)
        agents = [*made] * (others // len(made))

    def seats(first: int) -> SeatAgents:
        around: list[Agent | None] = [*[None] * models, *agents]
        return tuple(around[(seat - first) % players] for seat in range(players))

    return game, seats


def model_seat(game: Game, seed: int, seat: int | None) -> int:
    """The seat of the only model in a game.

    Args:
        seed: seed of the deal.
        seat: the requested seat; None for the seed modulo the number of players.

    Raises:
        ConfigError: there is no such seat.
    """
    players = game.num_players
    chosen = seed % players if seat is None else seat
    if not 0 <= chosen < players:
        raise ConfigError(f"seats of {game.name} are 0 to {players - 1}, not {seat}")
    return chosen


class Episode:
    """A game in progress that waits for a model, or is over.

    Attributes:
        table: the game.
        counts: replies of each seat, and their faults.
    """

    def __init__(
        self,
        game: Game,
        seed: int,
        seats: SeatAgents,
        policy: ReplyPolicy | None = None,
        names: Mapping[int, str] | None = None,
    ) -> None:
        """Deal a game and let agents play until a model is to move.

        Args:
            game: the game with its options; it needs a text environment.
            seed: seed of the deal and of the agents' random choices, 0 .. 2**64 - 1.
            seats: the agent in each seat, None for a model.
            policy: how invalid replies are handled; by default `ERROR_ALLOWANCE` in a row are allowed.
            names: names of the models in game files, by seat; ``model`` by default.

        Raises:
            ConfigError: no model has a seat.
            ValueError: the seed is out of range.
        """
        if all(agent is not None for agent in seats):
            raise ConfigError("an episode is for models: leave a seat to one")
        called = names or {}
        seated = [called.get(seat, "model") if agent is None else agent.name for seat, agent in enumerate(seats)]
        state = game.new_initial_state(seed)
        self.table = Table(state, seats, names=seated, policy=policy or ReplyPolicy(ERROR_ALLOWANCE))
        self.counts = [SeatCounts() for _ in seats]
        self._seats = tuple(seats)
        self._bots: list[float] | None = None
        self._models = [agent is None for agent in seats]
        self._heard = [0] * len(seats)  # events that a seat was sent
        play_agents(self.table)

    @property
    def game(self) -> Game:
        """The game with its options."""
        return self.table.game

    @property
    def state(self) -> State:
        """The game including everything hidden: not for models."""
        return self.table.state

    @property
    def over(self) -> bool:
        """Whether the game is over, by its rules or by a forfeit."""
        return self.table.over

    @property
    def seat(self) -> int | None:
        """The model's seat to move; None if the game is over."""
        return None if self.table.over else self.table.state.current_player()

    @property
    def models(self) -> list[int]:
        """The seats of models."""
        return [seat for seat, model in enumerate(self._models) if model]

    def system(self, seat: int) -> str:
        """The system message to a seat, the same in all games of that seat."""
        return system_message(self.game, seat)

    def question(self) -> str:
        """The messages to the seat to move since its last reply; at first also the rules and the table.

        Asking again gives the same.

        Raises:
            RuntimeError: the game is over.
        """
        if self.seat is None:
            raise RuntimeError("the game is over; nobody is to move")
        return self.news(self.seat)

    def news(self, seat: int) -> str:
        """The messages to a seat since its last reply; at the end, the result."""
        return heard((each.message for each in self.table.messages(seat, self._heard[seat])), seat)

    def legal(self) -> list[str]:
        """Texts of the legal actions of the seat to move; empty if the game is over."""
        state = self.state
        return [] if self.over else [state.action_to_string(action) for action in state.legal_actions()]

    def reply(self, text: str) -> Event:
        """Take the reply of the seat to move, and let agents play until a model is to move again.

        Args:
            text: the whole reply; other seats are sent only the action.

        Returns:
            An event of kind ``action``, ``invalid`` or ``forfeit``.

        Raises:
            RuntimeError: the game is over.
        """
        seat, number = self._asked(), self.table.number
        return self._take(submit_reply(self.table, seat, text, number), seat, number)

    def refuse(self, why: str) -> Event:
        """Reject a reply of the seat to move, if the caller reads replies itself.

        Args:
            why: the reason, which the seat is sent.

        Returns:
            An event of kind ``invalid`` or ``forfeit``.

        Raises:
            RuntimeError: the game is over.
        """
        seat, number = self._asked(), self.table.number
        return self._take(self.table.refuse(seat, why, number), seat, number)

    def _asked(self) -> int:
        """The model's seat to move; raises RuntimeError if the game is over."""
        if self.seat is None:
            raise RuntimeError("the game is over; it takes no reply")
        return self.seat

    def _take(self, event: Event, seat: int, number: int) -> Event:
        """Count a reply, and let agents play on."""
        self.counts[seat].replies += 1
        self.counts[seat].count(event.fault)
        self._heard[seat] = number
        play_agents(self.table)
        return event

    def rewards(self, reward: Reward = "win") -> list[float]:
        """The result of `earned` for a reward of the end only, by name."""
        return self.earned(Rewards.of(self.game, reward))

    def earned(self, how: Rewards, *, goes_on: bool = False) -> list[float]:
        """The rewards of all seats so far.

        A finished game earns 0 or more. Its end earns the share of the win (1 for one winner, 1/k for k seats that
        share the first place), the utility above that of the worst loss, or points as in `Rewards.of_points`. If
        rounds are rewarded too, their rewards and `MOST` are added.

        A seat's own forfeit, and a game that was cut off, earn -`FORFEIT`; if rounds are rewarded, their rewards
        minus `MOST` and `FORFEIT`. A game that goes on earns the same without the loss of `FORFEIT`. Nobody gains
        by another seat's forfeit: the rewards of the others are NaN. Leave such a game out of training.

        Args:
            how: the rewards.
            goes_on: whether a game in progress goes on, to pay rewards on the way; otherwise it counts as cut off.
        """
        way = [how.of_rounds(self.table.rounds, seat) for seat in range(len(self.counts))]
        raised = MOST if how.on_the_way else 0.0
        if not self.table.over:
            return [each - raised - (0.0 if goes_on else FORFEIT) for each in way]
        if self.table.forfeited is not None:
            own = self.table.forfeited
            return [each - raised - FORFEIT if seat == own else nan for seat, each in enumerate(way)]
        return [end + each + raised for end, each in zip(self._ends(how), way, strict=True)]

    def _ends(self, how: Rewards) -> list[float]:
        """The rewards of the end of a finished game."""
        returns = self.table.returns()
        if how.reward == "win":
            first = np.asarray(returns) == max(returns)
            return [float(share) for share in first / first.sum()]
        if how.reward == "utility":
            least = self.game.facts.min_utility
            return [value - least for value in returns]
        points = self.points_ahead() if how.reward == "duplicate" else self.state.points()
        return [how.of_points(float(value)) for value in points]

    def points_ahead(self) -> list[float]:
        """Points of each seat minus those of `bot` in the models' seats of the same deal.

        The other agents and their random choices are the same, but may play differently against `bot`.
        """
        if self._bots is None:
            self._bots = bot_points(self.game, self.state.seed, self._seats)
        return [float(own) - bot for own, bot in zip(self.state.points(), self._bots, strict=True)]

    def metrics(self, seat: int) -> dict[str, float]:
        """Metrics of a seat: how well its replies could be read, forfeits, points, and kept bids.

        ``kept_bid_rate`` exists in games scored by rounds, and counts finished rounds. A forfeit counts as the
        worst possible points, or minus infinity without a bound. ``left_out`` says that another seat forfeited;
        points are then NaN.
        """
        counts = self.counts[seat]
        replies = max(1, counts.replies)
        scores = [score for ended in self.table.rounds if ended for score in ended.seats if score.seat == seat]
        kept = sum(score.bid is not None and score.bid == score.won for score in scores)
        points, forfeited = float(self.state.points()[seat]), self.table.forfeited
        if forfeited is not None:
            worst = self.game.facts.worst_points
            points = nan if forfeited != seat else -inf if worst is None else worst
        by_rounds = self.game.spec.words.round_score is not None
        return {
            "replies": float(counts.replies),
            "invalid_rate": counts.invalid / replies,
            **{f"{fault}_rate": getattr(counts, fault) / replies for fault in READ_FAULTS},
            "forfeit": float(forfeited == seat),
            "finished": float(self.table.over and forfeited is None),
            "left_out": float(forfeited not in (None, seat)),
            "points": points,
            **({"kept_bid_rate": kept / max(1, len(scores))} if by_rounds else {}),
        }
