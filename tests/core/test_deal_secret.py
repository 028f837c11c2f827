"""Games dealt from a secret: the words of chance events, and states that rest on them."""

import copy
import hashlib
import pickle
from types import SimpleNamespace
from typing import Any

import numpy as np
import pytest

import croupier
from croupier.core.base.errors import SecretError
from croupier.core.engine.deal_secret import (
    MOST_CONTRIBUTIONS,
    DealSecret,
    deal_data,
    deal_words,
    read_deal,
    run_chance,
)
from croupier.core.engine.game import Game, State
from croupier.core.spec.spec import CHANCE
from tests.amounts import daily
from tests.cases import NAMES
from tests.core.playing import randomly
from tests.splitmix import SplitMix64

KNOWN = DealSecret(bytes(range(32)))
"""The secret of the test vector in `croupier.core.engine.deal_secret`."""
OTHER = DealSecret(bytes(range(32)), (bytes(32), b"\xff" * 32))


def all_of(state: State) -> tuple[Any, ...]:
    """What decides a state's past and future."""
    return state.records.tobytes(), int(state.rngs[0]), state.history, state.deal, state._events, state.seed


def game_of(name: str) -> Game:
    return croupier.make(name, **({"goal_size": 3} if name == "spite-malice" else {}))


def test_the_words_are_those_of_the_test_vector() -> None:
    assert [KNOWN.word(0), KNOWN.word(1)] == [6398245681166313995, 8622068844112763007]
    assert OTHER.word(7) == 13183701089661221015
    assert KNOWN.seed == 7892611334262838454


def test_the_bytes_that_are_hashed_are_those_that_the_documentation_names() -> None:
    for deal in (KNOWN, OTHER):
        count = len(deal.contributions).to_bytes(8, "little")
        parts = (deal.secret, count, *deal.contributions)
        for number in (0, 5, 300):
            said = b"".join((b"croupier chance event 1\0", *parts, number.to_bytes(8, "little")))
            assert deal.word(number) == int.from_bytes(hashlib.sha256(said).digest()[:8], "little")
        said = b"".join((b"croupier agent choices 1\0", *parts))
        assert deal.seed == int.from_bytes(hashlib.sha256(said).digest()[:8], "little")


def test_no_words_about_a_secret_hold_it() -> None:
    hidden = [KNOWN.secret.hex(), KNOWN.secret.hex()[:8], repr(KNOWN.secret), str(KNOWN.word(0))]
    state = croupier.make("pig").new_initial_state(KNOWN)
    for said in (repr(KNOWN), str(KNOWN), f"{KNOWN}", deal_words(KNOWN), repr(state), str(state)):
        assert not any(each in said for each in hidden)
    assert deal_words(7) == "seed 7"


@pytest.mark.parametrize(
    ("secret", "contributions", "message"),
    [
        (b"\7" * 31, (), "a secret is 32 bytes, not 31"),
        (b"", (), "a secret is 32 bytes, not 0"),
        ("7" * 32, (), "a secret is 32 bytes, not str"),
        (bytes(32), (b"\7" * 33,), "a contribution is 32 bytes, not 33"),
        (bytes(32), (bytes(32),) * (MOST_CONTRIBUTIONS + 1), "64 contributions at most, not 65"),
    ],
)
def test_a_secret_of_another_length_is_refused(secret: Any, contributions: Any, message: str) -> None:
    with pytest.raises(ValueError, match=message) as caught:
        DealSecret(secret, contributions)
    assert "7777" not in str(caught.value)
    assert "x07" not in str(caught.value)


@pytest.mark.parametrize("deal", [0, 2**64 - 1, KNOWN, OTHER])
def test_a_deal_comes_back_from_its_data(deal: Any) -> None:
    assert read_deal(deal_data(deal)) == deal


DIGITS = "7e" * 32


@pytest.mark.parametrize(
    ("data", "message"),
    [
        ({}, "a seed or a secret, and neither is given"),
        ({"seed": 1, "secret": DIGITS}, "a seed or a secret, and both are given"),
        ({"seed": 1, "contributions": [DIGITS]}, "belong to a secret, and the game has a seed"),
        ({"secret": DIGITS[1:]}, "a secret is 64 hexadecimal digits .*, not 63 characters"),
        ({"secret": DIGITS.upper()}, "a secret is 64 hexadecimal digits"),
        ({"secret": f" {DIGITS[1:]}"}, "a secret is 64 hexadecimal digits"),
        ({"secret": f"{DIGITS}\n"}, "a secret is 64 hexadecimal digits"),
        ({"secret": "\N{ARABIC-INDIC DIGIT SEVEN}" * 64}, "a secret is 64 hexadecimal digits"),
        ({"secret": 7}, "a secret is 64 hexadecimal digits .*, not int"),
        ({"secret": DIGITS, "contributions": [DIGITS, "x"]}, "a contribution is 64 hexadecimal digits"),
        ({"secret": DIGITS, "contributions": [DIGITS] * 65}, "64 contributions at most"),
        ({"secret": DIGITS, "contributions": None}, "contributions are a list, not NoneType"),
    ],
)
def test_data_that_name_no_deal_are_refused(data: dict[str, Any], message: str) -> None:
    with pytest.raises(ValueError, match=message) as caught:
        read_deal(data)
    assert "7e7e" not in str(caught.value).lower()


def test_each_of_several_chance_events_in_a_row_has_its_own_word() -> None:
    records, rngs = np.zeros(1, dtype=[("player", np.int8), ("left", np.int8)]), np.zeros(1, dtype=np.uint64)
    records[0]["player"], records[0]["left"] = CHANCE, 3
    met: list[int] = []

    def chance(record: Any, generators: Any, row: int) -> None:
        met.append(int(generators[row]))
        generators[row] += np.uint64(1)  # what is drawn is forgotten before the next event
        record["left"] -= 1
        if record["left"] == 0:
            record["player"] = 0

    rules: Any = SimpleNamespace(chance=chance)
    assert run_chance(rules, records, rngs, KNOWN, 4) == 7
    assert met == [KNOWN.word(number) for number in (4, 5, 6)]
    assert run_chance(rules, records, rngs, KNOWN, 7) == 7  # nothing is due


def test_every_roll_comes_from_the_word_of_its_number() -> None:
    for deal in (KNOWN, OTHER):
        state = croupier.make("pig", winning_score=100).new_initial_state(deal)
        rolls = 0
        while not state.is_terminal():
            total = int(state.records[0]["total"])
            action = 1 if total >= 20 else 0
            state.apply_action(action)
            if action == 0:
                die = SplitMix64(deal.word(rolls)).below(6) + 1
                gained = int(state.records[0]["total"]) - total
                assert gained == (die if die > 1 else -total)
                rolls += 1
        assert rolls > 10


@pytest.mark.parametrize("name", daily(NAMES[::-1], 3))
def test_the_same_secret_and_actions_are_the_same_game(name: str) -> None:
    game = game_of(name)
    states = [randomly(game.new_initial_state(KNOWN), 400) for _ in range(2)]
    assert all_of(states[0]) == all_of(states[1])
    assert states[0].secret == KNOWN
    assert (states[0].trail() is None) == (game.spec.search is None)
    other = randomly(game.new_initial_state(OTHER), 400)
    assert other.records.tobytes() != states[0].records.tobytes()


@pytest.mark.parametrize("name", daily(NAMES[::-1], 3))
def test_copies_have_the_same_future_and_lives_of_their_own(name: str) -> None:
    for count in (0, 1, 7, 40):
        state = randomly(game_of(name).new_initial_state(OTHER), count)
        before = all_of(state)
        for made in (state.clone(), copy.deepcopy(state)):
            assert all_of(made) == before
            randomly(made, 60)
            assert all_of(state) == before
            assert all_of(randomly(state.clone(), 60)) == all_of(made)


def test_a_position_draws_what_comes_from_the_secret() -> None:
    game, text = croupier.make("pig"), "pig scores=10,11 turn=1 total=4 turns=6"
    state = game.position(text, KNOWN)
    state.apply_action(0)
    die = SplitMix64(KNOWN.word(0)).below(6) + 1
    assert int(state.records[0]["total"]) == (4 + die if die > 1 else 0)
    assert state.start
    assert state.deal == KNOWN


@pytest.mark.parametrize("name", daily(NAMES[::-1], 3))
def test_a_world_has_another_future_and_no_secret(name: str) -> None:
    state = randomly(game_of(name).new_initial_state(KNOWN), 12)
    if state.is_terminal():  # a short game
        state = randomly(game_of(name).new_initial_state(KNOWN), 2)
    before = all_of(state)
    worlds = [state.resample_hidden(0, seed) for seed in (1, 1, 2, 3, 4)]  # of few worlds, two may be alike
    assert all(world.secret is None for world in worlds)
    ends = [randomly(world, 300).records.tobytes() for world in worlds]
    assert ends[0] == ends[1]
    assert len({*ends, randomly(state.clone(), 300).records.tobytes()}) >= 3
    assert all_of(state) == before


def test_a_state_with_a_secret_is_not_saved_as_bytes() -> None:
    game = croupier.make("pig", winning_score=5)
    state = game.new_initial_state(KNOWN)
    for _ in range(2):
        with pytest.raises(SecretError, match="kept as its file once it is over, not as bytes"):
            state.serialize()
        with pytest.raises(SecretError, match="kept as its file once it is over, not as bytes"):
            game.serialize(state)
        with pytest.raises(SecretError, match="is not pickled"):
            pickle.dumps(state)
        randomly(state, 500)
    assert state.is_terminal()
