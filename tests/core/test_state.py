"""State: one game in progress."""

import json
from typing import Any

import numpy as np
import pytest

import croupier
from croupier.core.base.errors import IllegalAction, PositionError
from croupier.core.engine.deal_secret import DealSecret
from croupier.core.engine.game import Game
from croupier.core.engine.saved import seal, unseal
from croupier.games.pig.spec import SPEC as PIG
from tests.changed import changed
from tests.core.playing import randomly
from tests.toy import SPEC as TOY

pig = croupier.make("pig", winning_score=30, max_turns=40)
toy = Game(TOY, players=3)


def test_a_fresh_state_shows_the_first_decision() -> None:
    state = pig.new_initial_state(5)
    assert state.current_player() == 0
    assert state.phase == "TURN"
    assert state.legal_actions() == [0, 1]
    assert state.legal_actions_mask().tolist() == [True, True]
    assert not state.is_terminal()
    assert state.returns().tolist() == state.rewards().tolist() == state.points().tolist() == [0.0, 0.0]
    assert (state.seed, state.start, state.history) == (5, "", [])


@pytest.mark.parametrize("action", [2, -1, 10**9, True, np.True_, 0.0, "[roll]", None, np.float64(1)])
def test_an_illegal_action_is_refused_and_nothing_changes(action: Any) -> None:
    state = randomly(pig.new_initial_state(3), 4)
    before = state.serialize()
    with pytest.raises(IllegalAction) as caught:
        state.apply_action(action)
    assert state.serialize() == before
    assert str(caught.value) == (
        f"action {action!r} is not legal for player {state.current_player()} in phase TURN; "
        "legal: 0 [roll], 1 [hold]"
    )
    assert caught.value.action is action
    assert (caught.value.player, caught.value.phase, caught.value.legal) == (
        state.current_player(),
        "TURN",
        (0, 1),
    )


def test_whole_numbers_of_numpy_are_actions() -> None:
    first, second = pig.new_initial_state(1), pig.new_initial_state(1)
    first.apply_action(np.int64(0))  # type: ignore[arg-type]  # what a mask's argmax gives
    second.apply_action(0)
    assert first.serialize() == second.serialize()
    assert type(first.history[0]) is int


def test_nothing_is_legal_after_the_end() -> None:
    state = randomly(pig.new_initial_state(3), 1000)
    before = state.serialize()
    assert state.current_player() == -4
    assert state.legal_actions() == []
    assert not state.legal_actions_mask().any()
    with pytest.raises(IllegalAction, match="action 0 refused: the game is over"):
        state.apply_action(0)
    assert state.serialize() == before


def test_actions_are_read_from_text() -> None:
    state = pig.new_initial_state(3)
    assert [state.string_to_action(text) for text in ("[roll]", "HOLD", " [ Hold ] ")] == [0, 1, 1]
    with pytest.raises(IllegalAction, match=r"'jump' is no action of Pig") as caught:
        state.string_to_action("jump")
    assert caught.value.legal == (0, 1)
    with pytest.raises(IllegalAction, match="the game is over"):
        randomly(state, 1000).string_to_action("[roll]")


def test_a_seat_that_does_not_exist_is_refused() -> None:
    state = toy.new_initial_state(1)
    for seat in (-1, 3):
        for method in (state.observation_tensor, state.observation_string):
            with pytest.raises(ValueError, match=rf"seat {seat} is not one of 0\.\.2"):
                method(seat)
        with pytest.raises(ValueError, match="is not one of"):
            state.resample_hidden(seat, 1)


def test_an_observation_is_that_of_the_seat_to_move_unless_told_otherwise() -> None:
    state = toy.new_initial_state(1)
    state.apply_action(0)
    assert np.array_equal(state.observation_tensor(), state.observation_tensor(1))
    assert not np.array_equal(state.observation_tensor(0), state.observation_tensor(1))
    assert state.observation_string() == state.observation_string(1)


def test_a_redeal_draws_all_that_a_seat_cannot_know_and_nothing_else() -> None:
    state = randomly(toy.new_initial_state(8), 2)
    seen: dict[str, set[Any]] = {"own": set(), "others": set(), "answers": set()}
    before = state.serialize()
    for seed in range(200):
        record = state.resample_hidden(2, seed).records[0]
        seen["own"].add(int(record["deck"][2]))
        seen["others"].add(int(record["deck"][0]))
        seen["answers"].add(tuple(record["said"].tolist()))
    own = int(state.records[0]["deck"][2])
    assert seen["own"] == {own}
    assert seen["others"] == set(range(1, 10)) - {own}
    assert seen["answers"] == {(a, b, 0, 0) for a in (1, 2) for b in (1, 2)}
    assert state.serialize() == before


def test_a_redeal_draws_future_chance_anew() -> None:
    state = pig.new_initial_state(1)
    totals = set()
    for seed in range(100):
        other = state.resample_hidden(0, seed)
        other.apply_action(0)
        totals.add(int(other.records[0]["total"]))
    assert totals == {0, 2, 3, 4, 5, 6}


def test_a_saved_state_comes_back_and_goes_on_alike() -> None:
    for count in (0, 5, 1000):
        state = randomly(pig.new_initial_state(3), count)
        restored = pig.deserialize_state(state.serialize())
        assert restored.serialize() == state.serialize()
        assert restored.history == state.history
        assert randomly(restored, 10, 4).serialize() == randomly(state, 10, 4).serialize()


def resealed(data: bytes, old: bytes, new: bytes) -> bytes:
    """Saved bytes with a changed body and the checksum that fits it."""
    body = unseal(data)
    assert old in body
    return seal(body.replace(old, new))


def header(**entries: Any) -> bytes:
    """Saved bytes whose header has other entries; None leaves one out."""
    text, _, rest = unseal(SAVED).partition(b"\n")
    other = {name: value for name, value in (json.loads(text) | entries).items() if value is not None}
    return seal(json.dumps(other).encode() + b"\n" + rest)


SAVED = randomly(pig.new_initial_state(3), 5).serialize()
RECORD = randomly(pig.new_initial_state(3), 5).records.tobytes()
TURNS = RECORD[:8] + (41).to_bytes(4, "little") + RECORD[12:]
DEALT = toy.new_initial_state(2).serialize()
FOUR = Game(TOY, players=4).new_initial_state(2).records.tobytes()
UNDEALT = toy.new_records().tobytes()
REFUSED: list[tuple[Game, bytes, str]] = [
    (pig, b"", "these bytes are no saved croupier state"),
    (pig, b"\x89PNG" + SAVED, "these bytes are no saved croupier state"),
    (pig, SAVED[:40], "truncated or was changed"),
    (pig, SAVED[:-1], "truncated or was changed"),
    (pig, SAVED[:-1] + bytes([SAVED[-1] ^ 1]), "truncated or was changed"),
    (toy, SAVED, "has game 'pig', this game has 'toy'"),
    (Game(changed(PIG, version=2), winning_score=30, max_turns=40), SAVED, "has version 1, this game has 2"),
    (croupier.make("pig"), SAVED, "has options {'max_turns': 40, .*, this game has {'winning_score': 100"),
    (pig, resealed(SAVED, RECORD, RECORD[:-4]), "bytes of record"),
    (pig, resealed(SAVED, RECORD, TURNS), r"41 turns are finished of at most 40 \(PIG-5\)"),
    (
        toy,
        resealed(DEALT, toy.new_initial_state(2).records.tobytes(), FOUR),
        "the record's players is 4; for .* be 3",
    ),
    (
        toy,
        resealed(DEALT, toy.new_initial_state(2).records.tobytes(), UNDEALT),
        "a chance event is due in the saved",
    ),
    *(
        (pig, header(**{name: value}), words)
        for name, value, words in (
            ("seed", None, "header must have the entries actions, game, options, seed, start, version"),
            ("more", 1, "header must have the entries"),
            ("seed", "3", r"a seed is an integer from 0 to 2\*\*64 - 1, not '3'"),
            ("seed", True, "a seed is an integer"),
            ("seed", 2**64, "a seed is an integer"),
            ("start", 3, "start is no text but 3"),
            ("actions", "0", r"actions must be a list of integers 0\.\.1"),
            ("actions", [0, "1"], "actions must be a list of integers"),
            ("actions", [0, True], "actions must be a list of integers"),
            ("actions", [0, 2], "actions must be a list of integers"),
            ("actions", [-1], "actions must be a list of integers"),
            ("options", [1], r"has options \[1\]"),
        )
    ),
    (pig, seal(b"[]\n"), "header must have the entries"),
    *(
        (pig, seal(text), "no header that can be read")
        for text in (b"{\n", b"\xff\n", b"[" * 100_000 + b"\n", b"1" * 5_000 + b"\n", b"")
    ),
]


@pytest.mark.parametrize(("game", "data", "message"), REFUSED)
def test_broken_foreign_and_impossible_saved_states_are_refused(game: Game, data: bytes, message: str) -> None:
    with pytest.raises(PositionError, match=message):
        game.deserialize_state(data)


def test_a_position_comes_back_from_its_text_and_goes_on_by_its_seed() -> None:
    state = randomly(pig.new_initial_state(3), 5)
    again = pig.position(state.position(), seed=9)
    assert again.position() == str(again) == again.start == state.position()
    assert again.history == []
    replayed = randomly(pig.position(again.start, seed=9), 6)
    assert randomly(again, 6).serialize() == replayed.serialize()


def test_a_position_before_a_chance_event_draws_it_from_its_seed() -> None:
    state = toy.position("toy players=3", seed=4)
    assert state.current_player() == 0
    assert np.array_equal(state.records, toy.new_initial_state(4).records)
    assert state.start == "toy players=3 deck=0,0,0,0,0,0,0,0,0 said=0,0,0,0"
    assert np.array_equal(toy.position(state.start, seed=4).records, state.records)


@pytest.mark.parametrize(
    ("text", "message"),
    [
        ("", "begins with '', not with 'pig'"),
        ("chess e4", "begins with 'chess', not with 'pig'"),
        ("pig winning_score=30 max_turns=40 roll", "'roll' in the position is not of the form key=value"),
        ("pig winning_score=30 max_turns=40 total=3 total=3", "'total' stands twice"),
        ("pig winning_score=30 winning_score=30", "'winning_score' stands twice"),
        ("pig total=3", r"is of croupier\.make\('pig'\), not of croupier\.make\('pig', winning_score=30"),
        ("pig winning_score=many", r"winning_score \(PIG-6\) must be an integer from 1 to 1000000, not 'many'"),
    ],
)
def test_position_texts_that_do_not_fit_are_refused(text: str, message: str) -> None:
    with pytest.raises(ValueError, match=message):
        pig.position(text)


def test_without_a_seed_every_game_is_another_one_and_says_its_seed() -> None:
    states = [toy.new_initial_state() for _ in range(3)]
    assert len({state.seed for state in states}) == 3
    for state in states:
        assert toy.new_initial_state(state.seed) == state


def test_states_are_equal_where_past_and_future_are_and_have_no_hash() -> None:
    state = randomly(pig.new_initial_state(3), 4)
    twin = state.clone()
    restored = croupier.make("pig", winning_score=30, max_turns=40).deserialize_state(state.serialize())
    assert state == twin == restored
    for other in (state.game, pig.new_initial_state(3), pig.position(state.position(), 3), None):
        assert state != other
    twin.apply_action(0)
    assert state != twin
    with pytest.raises(TypeError, match="unhashable"):
        hash(state)


def test_the_short_form_of_a_state_tells_the_game_the_deal_and_who_is_to_move_and_nothing_hidden() -> None:
    state = toy.new_initial_state(3)
    assert repr(state) == f"<State of {toy!r}, seed=3, plies=0, player=0>"
    secret = DealSecret(bytes(32))
    assert repr(toy.new_initial_state(secret)) == f"<State of {toy!r}, dealt from a secret, plies=0, player=0>"
    assert repr(randomly(state, 1000)).endswith(", over>")
