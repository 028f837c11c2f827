"""Search in Liar's Dice: worlds follow the exact belief that bids lead to, and not the even one."""

from itertools import product

import numpy as np
import pytest

import croupier
from croupier.agents.agent import StochasticAgent, Turns
from croupier.agents.registry import make_agent
from croupier.agents.search.belief import KINDS, Belief, Opinion
from croupier.agents.search.chains import Chains
from croupier.agents.search.models import model_of
from croupier.agents.search.worlds import Worlds, streams
from croupier.core.engine.game import Game, State
from croupier.games.liars_dice.search import SEARCH

FLOOR = 0.05
Shares = dict[tuple[int, ...], float]
"""How likely each roll of the other's dice is, by how many show each face."""


def after(game: Game, cups: tuple[int, ...], bids: list[int]) -> State:
    """A game with these dice, seat by seat, in which these bids were made."""
    state = next(found for found in (game.new_initial_state(seed) for seed in range(5000)) if _lie(found, cups))
    for bid in bids:
        state.apply_action(bid)
    return state


def _lie(state: State, cups: tuple[int, ...]) -> bool:
    held = state.records["held"][0]
    return all((held[seat] == np.bincount(_own(state.game, cups, seat), minlength=6)).all() for seat in range(2))


def _own(game: Game, cups: tuple[int, ...], seat: int) -> list[int]:
    first = int(game.options["first_dice"]) or int(game.options["dice"])
    return [face - 1 for face in (cups[:first], cups[first:])[seat]]


def even(state: State, seat: int) -> Shares:
    """Each roll by how many ways it comes in."""
    record, faces = state.records[0], int(state.records["faces"][0])
    rolls = list(product(range(faces), repeat=int(record["dice"][1 - seat])))
    shares: Shares = {}
    for roll in rolls:
        held = tuple(np.bincount(roll, minlength=6).tolist())
        shares[held] = shares.get(held, 0.0) + 1.0 / len(rolls)
    return shares


def exact(state: State, seat: int, bot: StochasticAgent) -> Shares:
    """The even shares times what the bot plays with each roll, where the other seat has bid."""
    trail = Turns.of_state(state).trail(0)
    assert trail is not None
    shares = even(state, seat)
    for held in shares:
        record = trail.present.start.copy()
        record["held"][0, 1 - seat] = held
        for action, mover in zip(trail.present.actions, trail.present.movers, strict=True):
            if mover != seat:
                turns = Turns(state.game, record.copy(), np.zeros(1, dtype=np.uint64))
                share = float(bot.probabilities(turns)[0, action])
                shares[held] *= (1.0 - FLOOR) * share + FLOOR / turns.masks[0].sum()
            state.game.spec.rules.play(record[0], int(action))
    total = sum(shares.values())
    return {held: share / total for held, share in shares.items()}


def sampled(state: State, seat: int, count: int) -> Shares:
    """Shares of the worlds of a search around the bot."""
    game = state.game
    models = [model_of(game, make_agent("bot", game))]
    belief, rngs = Belief(game, SEARCH, models), streams(np.uint64(5), count)
    worlds = Worlds(game, SEARCH, models).sample(state.records, seat, rngs, np.zeros((count, 2), dtype=np.int8))
    trail = Turns.of_state(state).trail(0)
    assert trail is not None
    story = belief.story(trail.present, seat)
    assert story.codes.tolist() == trail.present.actions.tolist()
    opinion = Opinion(np.ones((2, 1)), np.full((2, 1, KINDS), FLOOR))
    chains = Chains(belief, worlds, seat, rngs, story, opinion)
    chains.run(4, 16)
    shares: Shares = {}
    for held in chains.worlds["held"][:, 1 - seat]:
        key = tuple(held.tolist())
        shares[key] = shares.get(key, 0.0) + 1.0 / count
    assert (chains.worlds["held"][:, seat] == state.records["held"][0, seat]).all(), "the own dice stay"
    return shares


def distance(one: Shares, other: Shares) -> float:
    """Total variation."""
    return sum(abs(one.get(held, 0.0) - other.get(held, 0.0)) for held in one.keys() | other.keys()) / 2


@pytest.mark.parametrize(
    ("options", "cups", "bids"),
    [
        ({"dice": 1}, (3, 5), [2]),
        ({"dice": 1}, (3, 2), [2, 4]),
        ({"dice": 2, "first_dice": 1}, (2, 5, 6), [1, 4]),
        ({"dice": 1, "first_dice": 2}, (3, 3, 5), [2]),
    ],
)
def test_worlds_follow_the_exact_belief(options: dict[str, int], cups: tuple[int, ...], bids: list[int]) -> None:
    game = croupier.make("liars-dice", **options)
    state = after(game, cups, bids)
    seat, bot = state.current_player(), make_agent("bot", game)
    assert isinstance(bot, StochasticAgent)
    truth, guess, found = exact(state, seat, bot), even(state, seat), sampled(state, seat, 2000)
    assert distance(truth, guess) > 0.1, "the bids say something"
    assert distance(truth, found) < 0.05 < distance(truth, guess) / 2


def test_a_search_asks_for_worlds_by_what_was_bid() -> None:
    game = croupier.make("liars-dice", dice=1)
    search = make_agent("search", game)
    assert croupier.check_agent(game, "search", games=3, worlds=4) > 3
    told = [search.act(Turns.of_state(after(game, (face, 5), [0])))[0] for face in (1, 6)]
    assert told[0] == told[1], "what lies under the other cup is not seen"


def test_a_round_of_lost_dice_is_a_stretch_that_is_worth_the_dice_left() -> None:
    game, gains = croupier.make("liars-dice", players=3, dice=2, lost_dice=True), np.zeros(3, dtype=np.float32)
    state = game.new_initial_state(1)
    start = state.records.copy()[0]
    for said in ("1x1", "6x6", "liar"):
        assert not SEARCH.horizon(start, state.records[0])
        state.apply_action(state.string_to_action(said))
    assert SEARCH.horizon(start, state.records[0])
    numbers = state.view(None)["table"]["numbers"]
    SEARCH.gain(start, state.records[0], gains)
    expected = [100 * (1.5 * count**3 / sum(each**3 for each in numbers) - 0.5) for count in numbers]
    assert gains.tolist() == pytest.approx(expected, abs=1e-4)
    over = game.position("liars-dice players=3 dice=2 lost_dice=true last=1//2,2x6,0 out=1")
    SEARCH.gain(start, over.records[0], gains)
    assert gains.tolist() == pytest.approx([100 * value for value in over.returns().tolist()])


def test_search_finds_a_sure_call_in_the_middle_of_a_game_of_lost_dice() -> None:
    game = croupier.make("liars-dice", players=3, dice=2, lost_dice=True)
    text = "liars-dice players=3 dice=2 lost_dice=true last=12//56,1x4,2 out=1 cups=33//5 bids=1x1,3x2"
    state = game.position(text)
    search = make_agent("search/worlds=200", game)
    assert state.action_to_string(int(search.act(Turns.of_state(state))[0])) == "[liar]"
