"""check_agent finds agents that use what their seat cannot know: one planted fault for each way."""

import itertools
from collections.abc import Callable
from typing import Any

import numpy as np
import pytest

import croupier
from croupier import check_agent
from croupier.agents.agent import AgentTraits, Turns
from croupier.agents.human import HumanAgent
from croupier.core.base.errors import CheckError, ConfigError
from croupier.core.base.types import Actions
from croupier.core.engine.game import Game
from croupier.games.skull_king.record.state import BIDDING
from tests.toy import FOLD, STAY
from tests.toy import SPEC as TOY

toy = Game(TOY, players=3)
skull_king = croupier.make("skull-king", players=3, schedule="even")


class Own:
    """An agent whose choice in each row is computed by a function."""

    def __init__(self, choose: Callable[[Turns, int], int], *, wants_trail: bool = False) -> None:
        self.name, self._choose = "own", choose
        self.traits = AgentTraits(wants_trail=wants_trail)

    def act(self, turns: Turns) -> Actions:
        return np.array([self._choose(turns, row) for row in range(len(turns))], dtype=np.int64)


def by_the_own_card(turns: Turns, row: int) -> int:
    s = turns.records[row]
    return STAY if s["deck"][s["player"]] > 5 else FOLD


def by_all_cards(turns: Turns, row: int) -> int:
    s = turns.records[row]
    return STAY if s["deck"][: s["players"]].argmax() == s["player"] else FOLD


def by_a_secret_answer(turns: Turns, row: int) -> int:
    return FOLD if turns.records[row]["said"][0] == 1 + FOLD and turns.seats[row] > 0 else STAY


def by_its_draws(turns: Turns, row: int) -> int:
    return int(turns.keys[row] % np.uint64(2))


def by_its_calls(turns: Turns, row: int) -> int:
    return next(CALLS) % 2


CALLS = itertools.count()


def what_is_no_action(turns: Turns, row: int) -> int:
    return 7


def writing_into_the_question(turns: Turns, row: int) -> int:
    choice = by_the_own_card(turns, row)
    turns.records["deck"] = 9
    turns.keys[:] = 0
    return choice


@pytest.mark.parametrize("choose", [by_the_own_card, by_its_draws, writing_into_the_question])
def test_an_agent_that_uses_what_its_seat_knows_passes(choose: Callable[[Turns, int], int]) -> None:
    assert check_agent(toy, Own(choose), games=10) > 50


WORDS = (
    r"in seat \d it chooses \[(stay|fold)\], and \[(fold|stay)\] where only what this seat cannot know is another"
)
PLACE = r"\n  there: toy .*\n  position: toy .*\n  after: \[.*\(seed \d+\)"


@pytest.mark.parametrize(
    ("choose", "message"),
    [
        (by_all_cards, f"'own' peeks: {WORDS}{PLACE}"),
        (by_a_secret_answer, "'own' peeks: in seat [12] it chooses"),
        (by_its_calls, "'own' gives two answers to the same question: it may draw from Turns.keys alone"),
        (what_is_no_action, "'own' chooses action 7, which is not legal"),
    ],
    ids=["cards", "answers", "memory", "illegal"],
)  # fmt: skip
def test_an_agent_that_does_not_is_found(choose: Callable[[Turns, int], int], message: str) -> None:
    with pytest.raises(CheckError, match=message):
        check_agent(toy, Own(choose), games=10)


# ------------------------------------------------------------------------------------------------------ trails


def nth(turns: Turns, row: int, number: Any) -> int:
    legal = np.flatnonzero(turns.masks[row])
    return int(legal[int(number) % len(legal)])


def by_all_decisions(turns: Turns, row: int) -> int:
    """Reads the bids that are not open yet, and what lies where in others' hands."""
    trail = turns.trail(row)
    return nth(turns, row, 0 if trail is None else trail.present.actions.sum())


def by_the_first_deal(turns: Turns, row: int) -> int:
    trail = turns.trail(row)
    return nth(turns, row, 0 if trail is None else trail.present.start["hands"][0, 1 - turns.seats[row]].sum())


def by_hidden_bids(turns: Turns, row: int) -> int:
    s = turns.records[row]
    return nth(turns, row, s["bids"].sum() if s["phase"] == BIDDING else 0)


@pytest.mark.parametrize("choose", [by_all_decisions, by_the_first_deal, by_hidden_bids])
def test_an_agent_that_reads_hidden_things_in_trails_is_found(choose: Callable[[Turns, int], int]) -> None:
    with pytest.raises(CheckError, match="'own' peeks: in seat"):
        check_agent(skull_king, Own(choose, wants_trail=True), games=2)


# --------------------------------------------------------------------------------------------- croupier's own


@pytest.mark.parametrize(
    ("game", "options", "agent"),
    [
        ("skull-king", {"players": 3, "schedule": "fives"}, "bot"),
        ("skull-king", {"players": 3, "schedule": "fives"}, "net"),
        ("skull-king", {"players": 2, "schedule": "one"}, "search/worlds=4,candidates=2,sweeps=1:bot"),
        ("spite-malice", {"goal_size": 2}, "bot:greedy"),
        ("spite-malice", {"goal_size": 2}, "random"),
    ],
)
def test_agents_of_croupier_do_not_peek(game: str, options: dict[str, Any], agent: str) -> None:
    assert check_agent(croupier.make(game, **options), agent, games=1, seed=4, worlds=2) > 3


def test_where_nothing_is_hidden_there_is_no_other_position() -> None:
    assert check_agent(croupier.make("pig", winning_score=10), "bot", games=2) == 0
    with pytest.raises(CheckError, match="two answers"):
        check_agent(croupier.make("pig", winning_score=10), Own(by_its_calls), games=1)


@pytest.mark.parametrize(
    ("agent", "message"),
    [
        ("human", "'human' does not compute its choices"),
        (HumanAgent(), "'human' does not compute its choices"),
        ("cmd:cat", "does not compute its choices"),
        ("search/seconds=1:bot", "the clock decides"),
        ("nobody", "unknown agent for skull-king 'nobody'"),
    ],
)
def test_agents_whose_choices_cannot_be_compared_are_refused(agent: Any, message: str) -> None:
    with pytest.raises(ConfigError, match=message):
        check_agent(skull_king, agent)
    clocked = Own(by_the_own_card)
    clocked.traits = AgentTraits(reproducible=False)  # as an agent says it
    with pytest.raises(ConfigError, match="'own' is not reproducible"):
        check_agent(toy, clocked)


def test_a_check_that_could_compare_nothing_says_so() -> None:
    with pytest.raises(CheckError, match="in 1 games no other position could be set up for 'random'"):
        check_agent(toy, "random", games=1, worlds=0)
