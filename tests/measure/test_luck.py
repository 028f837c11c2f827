"""Mistake or bad luck: what a decision cost by what the seat could know, and what it cost in the true cards."""

from collections.abc import Sequence

import pytest

import croupier
from croupier.agents.agent import Turns
from croupier.agents.registry import make_agent
from croupier.agents.search.searcher import Found
from croupier.measure import Analyst, Decision, Review, review
from croupier.measure.reports.lines import decision_rows, legend
from croupier.table.game_file import PlayedGame
from tests.measure.test_review import played

AGENT = "search/worlds=96,sweeps=0:bot"
SKULL_KING = croupier.make("skull-king", players=2, schedule="one")
SPITE_MALICE = croupier.make("spite-malice", goal_size=4)
BIDDING = "skull-king players=2 schedule=one phase=BIDDING round=1 dealer=1 leader=0 hands={}/{}/g5"
GOAL = (  # the goal card can be played; the card below it, and the shoe, make that lose
    "spite-malice goal_size=4 turn=1 hands=347/3788 goals=6554/23 discards=*,-,6,-/9,-,-,- piles=0*2,0,-,- "
    "shoe=91714*21087950*49457265*422*527*5**78*832879196*94*10*448**2016015**9763018617486053353362906*1*9*38+- "
    "turns=3"
)


@pytest.fixture(scope="module")
def skull_king() -> Analyst:
    return Analyst(SKULL_KING, AGENT)


def one_card(own: str, other: str, bid: int) -> PlayedGame:
    """A game of one trick: Player 0 bids on its card, the other bids 1."""
    state = SKULL_KING.position(BIDDING.format(own, other), 0)
    for action in (bid, 1):
        state.apply_action(action)
    while not state.is_terminal():
        state.apply_action(state.legal_actions()[0])
    return PlayedGame(state, ())


def reviewed(game: PlayedGame, analyst: Analyst, seat: int = 0, seed: int = 0) -> Review:
    return review(game, analyst, (seat,), list[float]().append, seed)


def first(found: Review) -> Decision:
    return found.decisions[0]


@pytest.mark.parametrize(
    ("other", "bid", "verdict", "cost_is", "true_cost", "true_best"),
    [
        ("sk", 1, "bad luck", 0, 20.0, "[bid 0]"),  # a pirate is worth a bid, but the other holds the Skull King
        ("sk", 0, "luck", 1, -20.0, "[bid 1]"),
        ("y1", 1, None, 0, 0.0, "[bid 1]"),
        ("y1", 0, "mistake", 1, 30.0, "[bid 1]"),
    ],
)
def test_a_bid_is_held_against_what_could_be_known_and_against_the_true_cards(
    skull_king: Analyst, other: str, bid: int, verdict: str | None, cost_is: int, true_cost: float, true_best: str
) -> None:
    game = one_card("ros", other, bid)
    for seed in range(2):
        made = first(reviewed(game, skull_king, seed=seed))
        assert made.best == "[bid 1]"
        assert (made.verdict, made.clear, made.searched_again) == (verdict, cost_is > 0, cost_is > 0)
        assert made.cost.mean > 20.0 if cost_is else made.cost.mean == 0.0
        assert made.true_cost is not None
        assert (made.true_cost.mean, made.true_best) == (true_cost, true_best)


@pytest.mark.parametrize("bid", [0, 1])
def test_the_cost_by_knowledge_is_the_same_whatever_the_other_holds(skull_king: Analyst, bid: int) -> None:
    costs = {first(reviewed(one_card("ros", other, bid), skull_king)).cost for other in ("sk", "y1", "b14", "esc")}
    assert len(costs) == 1


@pytest.mark.parametrize(("text", "verdict"), [("[p g 1]", "bad luck"), ("[x1 1]", "luck")])
def test_spite_and_malice_is_held_against_the_true_goal_pile_and_shoe(text: str, verdict: str) -> None:
    analyst, found = Analyst(SPITE_MALICE, AGENT), set()
    for seed in range(2):
        state = SPITE_MALICE.position(GOAL, seed)
        [action] = [each for each in state.legal_actions() if state.action_to_string(each) == text]
        state.apply_action(action)
        made = first(reviewed(PlayedGame(state, (), forfeited=0), analyst, 1, seed))
        found.add((made.best, made.verdict))
        assert made.true_cost is not None
        assert made.true_chance_lost == pytest.approx(made.true_cost.mean / 100.0)
    assert found == {("[p g 1]", verdict)}


def wild_game(seed: int, end: bool = True) -> PlayedGame:
    game = croupier.make("skull-king", players=4, schedule="fives" if end else "one")
    agent, state = make_agent("random", game), game.new_initial_state(seed)
    while not state.is_terminal() and (end or state.plies < 5):
        state.apply_action(int(agent.act(Turns.of_state(state))[0]))
    return PlayedGame(state, ())


@pytest.mark.thorough
def test_what_few_worlds_flag_among_many_actions_is_no_mistake_unless_it_is_found_again() -> None:
    game = wild_game(5)
    analyst = Analyst(game.state.game, "search/worlds=3,sweeps=0:bot")
    flagged = [
        each for seat in range(4) for each in reviewed(game, analyst, seat).decisions if each.searched_again
    ]
    behind = [each.analysis.of(each.action).behind for each in flagged]
    assert all(each.mean > 3.0 * each.error for each in behind)
    dropped = [each for each in flagged if not each.clear]
    assert 0 < len(dropped) < len(flagged)
    assert all(each.verdict in (None, "bad luck") for each in dropped)
    assert all(each.cost.mean <= 3.0 * each.cost.error for each in dropped)
    # chosen as the worst of noise the first figures are too large; the second were not chosen
    assert sum(each.mean for each in behind) > sum(each.cost.mean for each in flagged)


def test_only_flagged_decisions_are_searched_twice(monkeypatch: pytest.MonkeyPatch) -> None:
    game = wild_game(6)
    analyst = Analyst(game.state.game, "search/worlds=16,sweeps=0:bot")
    searcher = analyst._searcher
    assert searcher is not None
    search, asked = searcher.search, list[Sequence[int] | None]()

    def counting(turns: Turns, row: int, only: Sequence[int] | None = None) -> Found:
        asked.append(only)
        return search(turns, row, only)

    monkeypatch.setattr(searcher, "search", counting)
    made = reviewed(game, analyst).decisions
    again = [each for each in asked if each is not None]
    assert len(asked) - len(again) == len(made)
    assert 0 < len(again) == sum(each.searched_again for each in made) < len(made)
    assert all(len(each) == 2 for each in again)


def test_a_game_that_goes_on_is_not_held_against_the_true_cards() -> None:
    game = wild_game(5, end=False)
    found = reviewed(game, Analyst(game.state.game, AGENT), game.state.game.num_players - 1)
    assert not game.state.is_terminal()
    assert not found.true_cards
    assert all(each.true_cost is None and each.true_best is None for each in found.decisions)
    assert (found.seats[0].bad_luck, found.seats[0].lucky) == (None, None)
    assert "The game is not over" in legend(found)
    assert "true cards" not in [head.text for head in decision_rows(found.decisions, found.unit).heads]


def test_pig_has_exact_costs_of_which_optimal_play_has_none_and_no_true_cards() -> None:
    game = played(croupier.make("pig", winning_score=40), "optimal", "bot:hold-9")
    found = review(game, Analyst(game.state.game), (0, 1), list[float]().append)
    assert found.exact
    assert found.seats[0].cost == pytest.approx(0.0, abs=1e-9)
    assert found.seats[1].cost > 1.0
    assert not found.true_cards
    assert found.continuation == "optimal play"
    assert all((each.true_cost, each.searched_again) == (None, False) for each in found.decisions)
    assert all(each.verdict == ("mistake" if each.clear else None) for each in found.decisions)
    assert "luck is the dice" in legend(found)
