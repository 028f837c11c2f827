"""Links to positions: read back exactly, short, of one possible world while a game goes on, and foreign input."""

import base64
import sys
import zlib
from typing import Any

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

import croupier
from croupier import ConfigError, PositionError, State, open_position, position_link, position_text
from croupier.core.engine.making import LONGEST
from croupier.core.spec.registry import registered_games
from croupier.testing.mutations import Dice, change_text

MARK = "#/position/v1/"
GAMES: list[tuple[str, dict[str, Any]]] = [
    ("pig", {}), ("pig", {"turn_unit": "action", "winning_score": 30}), ("spite-malice", {"goal_size": 4}),
    ("spite-malice", {}), ("skull-king", {"players": 2, "schedule": "fives"}), ("skull-king", {"players": 4}),
    ("skull-king", {"players": 8, "schedule": "tens", "loot": True, "kraken": True, "whale": True}),
    ("skull-king", {"players": 5, "rascal": True, "loot": True}),
]  # fmt: skip
GAMES += [(name, {}) for name in registered_games() if name not in {named for named, _ in GAMES}]
NUMBERS = st.integers(0, 2**63)


@st.composite
def states(draw: st.DrawFn) -> State:
    """Some position of some game."""
    name, options = draw(st.sampled_from(GAMES))
    state = croupier.make(name, **options).new_initial_state(draw(NUMBERS))
    choices = draw(st.randoms(use_true_random=False))
    for _ in range(draw(st.integers(0, 120))):
        if state.is_terminal():
            break
        state.apply_action(choices.choice(state.legal_actions()))
    return state


def packed(text: str) -> str:
    """A link that says this."""
    data = base64.urlsafe_b64encode(zlib.compress(text.encode(errors="surrogatepass"), 9)).decode().rstrip("=")
    return MARK + data


@settings(deadline=None, max_examples=40)
@given(states(), NUMBERS)
def test_a_link_leads_to_its_position_and_is_short(state: State, seed: int) -> None:
    link = position_link(state, address="https://cards.example.org/")
    assert link.startswith(f"https://cards.example.org/{MARK}")
    assert len(link) < LONGEST / 2
    for text in (link, link.partition("/#")[2].join(("#", "")), state.position(), f" {link[:60]}\n {link[60:]}\n"):
        found = open_position(text, seed)
        layout = state.game.spec.rules.layout  # where cards lie in the record, which says nothing of the game
        for name in set(state.records.dtype.names or ()) - set(layout):
            assert np.array_equal(found.records[0][name], state.records[0][name]), name
        assert found.game.options == state.game.options
        assert found.position() == position_text(text) == state.position()


@settings(deadline=None, max_examples=40)
@given(states(), NUMBERS, NUMBERS, st.data())
def test_while_a_game_goes_on_a_link_tells_what_the_seat_knows(
    state: State, seed: int, other: int, data: st.DataObject
) -> None:
    seat = data.draw(st.integers(0, state.game.num_players - 1))
    link = position_link(state, seat=seat, seed=seed)
    world = open_position(link)
    assert world.view(seat) == state.view(seat)
    if state.is_terminal():
        assert world.position() == state.position()
        return
    elsewhere = state.resample_hidden(seat, other)  # whatever lies where the seat cannot see, the link is the same
    assert position_link(elsewhere, seat=seat, seed=seed) == link


def test_a_world_is_another_one_by_each_seed() -> None:
    state = croupier.make("skull-king", players=4, schedule="tens").new_initial_state(3)
    worlds = {open_position(position_link(state, seat=0, seed=seed)).position() for seed in range(20)}
    assert len(worlds) == 20
    assert state.position() not in worlds
    assert position_link(state) == position_link(state)


@pytest.mark.parametrize(
    ("text", "why"),
    [
        ("", "no position"),
        ("   ", "no position"),
        ("#/position/", "broken"),
        ("#/position/v1", "broken"),
        (MARK, "broken"),
        (MARK + "%%%", "broken"),
        (MARK + "A" * 200, "broken"),
        (MARK + "é", "broken"),
        ("#/position/v2/eNozVijITAcABiUB-Q", "'v2'"),
        (MARK + "A" * 10_000, "at most 2000 characters"),
        (packed("1 " + "a" * 5_000_000), "at most 2000 characters|broken"),
        (packed("1 " + "a " * 2_500), "broken"),
        (packed("pig"), "broken"),
        (packed("-1 pig"), "broken"),
        (packed("1"), "broken"),
        (packed("1 \udc80"), "broken"),
        (packed("999 pig"), "version 999 of its rules"),
        (packed("1 chess"), "unknown game 'chess'"),
        (packed("1 pig colour=red"), "colour"),
        (packed("1 pig winning_score=-3"), "winning_score"),
        (packed("1 pig scores"), "not of the form"),
        (packed("1 pig scores=100,100"), "scores"),
        (packed("1 skull-king phase=NEVER"), "phase"),
        (packed("1 skull-king hands=sk,sk/-/-/-"), "skull king"),
    ],
)
def test_what_is_no_position_is_refused_in_words(text: str, why: str) -> None:
    with pytest.raises((PositionError, ConfigError), match=why):
        open_position(text)


def test_a_link_that_was_cut_off_or_changed_is_found_out() -> None:
    link = position_link(croupier.make("skull-king").new_initial_state(1))
    for end in range(len(MARK), len(link)):
        with pytest.raises(PositionError, match="broken"):
            open_position(link[:end])
    refused = 0
    for place in range(len(MARK), len(link)):
        other = "A" if link[place] != "A" else "B"
        try:
            open_position(link[:place] + other + link[place + 1 :])
        except PositionError:
            refused += 1
    assert refused >= len(link) - len(MARK) - 1  # the last sign may have bits that say nothing


def test_more_after_a_link_is_no_part_of_it() -> None:
    link = position_link(croupier.make("pig").new_initial_state(1))
    with pytest.raises(PositionError, match="broken"):
        open_position(f"{link}?utm=1")
    data = base64.urlsafe_b64decode(link[len(MARK) :] + "==")
    with pytest.raises(PositionError, match="broken"):
        open_position(MARK + base64.urlsafe_b64encode(data + b"more").decode().rstrip("="))


@settings(deadline=None, max_examples=30)
@given(states(), states(), NUMBERS)
def test_changed_positions_are_refused_or_can_be_played(state: State, donor: State, seed: int) -> None:
    version, dice = state.game.spec.version, Dice(seed, 0)
    text = change_text(state.position(), donor.position(), dice)
    try:
        found = open_position(packed(f"{version} {text}"))
    except (PositionError, ConfigError) as error:
        assert len(str(error)) < 6000  # noqa: PT017  # the words quote what is wrong
        return
    for _ in range(40):
        if found.is_terminal():
            break
        found.apply_action(dice.pick(found.legal_actions()))


# `text` without an alphabet first asks of every character whether UTF-8 has it, which takes two seconds
CHARACTERS = st.integers(0, sys.maxunicode).map(chr)


@settings(deadline=None, max_examples=100)
@given(st.one_of(st.text(CHARACTERS, max_size=300), st.text("Aa0_-=/#v1.", max_size=300).map(MARK.__add__)))
def test_any_text_is_refused_or_read(text: str) -> None:
    try:
        found = open_position(text)
    except (PositionError, ConfigError):
        return
    assert open_position(found.position()).position() == found.position()  # as the name of a game alone is
