"""What a seat sees: the block table, its ranges, its page, and that nothing hidden is in it."""

from random import Random

import numpy as np
import pytest

import croupier
from croupier.core.engine.game import State
from croupier.games.skull_king.observe import FEATURES
from croupier.games.skull_king.record.cards import NAMES, NONE
from croupier.games.skull_king.spec import SPEC
from tests.amounts import daily, larger
from tests.conftest import INTERPRETED
from tests.games.skull_king.tables import FULL, bid, play, say, start, started


def seen(state: State, block: str, seat: int | None = None) -> list[float]:
    """A block of an observation, rounded."""
    values = state.observation_tensor(seat)[state.game.block_slices[block]]
    return [round(float(value), 4) for value in values]


def told(state: State, block: str, seat: int | None = None) -> dict[str, float]:
    """A block with an entry a card: what is not zero, by the card's name."""
    return {NAMES[card]: value for card, value in enumerate(seen(state, block, seat)) if value}


def test_the_sizes_are_those_of_the_design() -> None:
    small, wide = croupier.make("skull-king"), croupier.make("skull-king", players=7)
    assert small.num_actions == wide.num_actions == 54
    assert small.blocks == wide.blocks
    assert small.phases == wide.phases
    assert [head.size for head in small.heads] == [11, 13, 13, 3, 1, 3, 2, 8]
    assert small.observation_size == sum(f.size for f in FEATURES) == 359
    values = {phase.name: phase.value for phase in small.phases}
    assert list(values.values()) == [0, 1, 2, 3, 4, 5, 6, 7, 8]
    assert values["ABILITY_HARRY"] == 7
    assert values["TIGRESS"] == 8


def test_hand_and_seen_cards_are_shares_of_the_copies() -> None:
    state = started("green 7, green 8, rosie", "green 1, escape, escape", "mermaid, skull king, green 2")
    assert told(state, "hand", 1) == {"green 1": 1.0, "escape": 0.4}
    assert told(state, "seen", 1) == {}
    play(state, "green 7, escape, mermaid")
    assert told(state, "hand", 1) == {"green 1": 1.0, "escape": 0.2}
    for seat in range(3):
        assert told(state, "seen", seat) == {"green 7": 1.0, "escape": 0.2, "mermaid": 0.5}


def test_trick_lead_and_who_is_ahead_own_seat_first() -> None:
    state = started("green 7, green 8", "green 14, escape", "tigress, green 2", "loot, black 7", loot=True)
    assert seen(state, "ahead", 1)[:4] == [0, 0, 0, 1]  # seat 0 leads
    play(state, "green 7, green 14, tigress:pirate")
    code = np.array(seen(state, "trick", 3)).reshape(8, 7)
    assert code[0].tolist() == [0.0] * 7
    assert code[1].tolist() == [0.5, 0, 0, 0, 0, 0, 0]
    assert code[2].tolist() == [1.0, 0, 0, 0, 0, 0, 0]
    assert code[3].tolist() == [0, 0, 0, 0, 0, round(2 / 3, 4), 0]
    assert seen(state, "lead_suit", 3) == [1, 0, 0, 0]
    assert seen(state, "ahead", 3) == [0, 0, 0, 1, 0, 0, 0, 0]


def test_sk_4_bids_are_told_when_the_last_is_in_and_the_own_one_at_once() -> None:
    state = start("green 1, green 2", "green 3, green 4", "green 5, green 6")
    bid(state, 1, 2)
    assert seen(state, "bids", 1)[:3] == [round(3 / 11, 4), 0, 0]
    assert seen(state, "balance", 1) == [0.2, 0, -0.2]
    assert seen(state, "bids", 2)[:3] == [0, 0, 0]
    bid(state, 1, 2, 0)
    assert seen(state, "bids", 1)[:3] == [round(3 / 11, 4), round(1 / 11, 4), round(2 / 11, 4)]
    assert seen(state, "confidence", 1) == [-1, 1]


def test_sk_14_bendts_cards_are_told_to_his_player_alone() -> None:
    state = started("bendt, green 2", "green 1, green 9", "green 3, green 4", undealt="mermaid, black 14")
    play(state, "bendt, green 1, green 3")
    drawn = seen(state, "drawn", 0)
    assert drawn == [0, 0, 0, 0, 0, round(1 / 3, 4), 0, 0, 0, 0, 1, 0, 0, 0]
    assert seen(state, "second_discard", 0) == [0]
    assert seen(state, "ability") == [0, 0, 1, 0, 0, 0]
    assert seen(state, "owner", 1) == [0, 0, 1, 0, 0, 0, 0, 0]
    say(state, "[discard black 14]")
    assert seen(state, "first_discard", 0) == [0, 0, 0, 1, 0, 0, 0]
    assert seen(state, "second_discard", 0) == [1]
    assert told(state, "seen", 0)["black 14"] == 1.0
    for block in ("drawn", "first_discard", "second_discard"):
        assert not any(seen(state, block, 1))
    assert "black 14" not in told(state, "seen", 1)


def test_sk_14_jades_cards_are_told_to_her_player_for_the_round() -> None:
    state = started("jade, green 2", "green 1, green 9", "green 3, green 4")
    play(state, "jade, green 1, green 3")
    say(state, "[ok]")
    # 3 played and 64 undealt, among these all 5 escapes and both mermaids, which count as one card each
    for seat in range(3):
        count = sum(told(state, "seen", seat).values())
        assert (seen(state, "jade", seat), round(count)) == (([1.0], 62) if seat == 0 else ([0.0], 3))
    assert "black 14" in told(state, "seen", 0)
    assert "green 9" not in told(state, "seen", 0)
    assert told(state, "seen", 0)["escape"] == told(state, "seen", 0)["mermaid"] == 1.0


def test_sk_14_rosies_player_sees_how_strongly_each_would_lead() -> None:
    state = start("rosie, black 14, green 1", "green 3, green 9, green 2", "green 4, green 5, green 6")
    bid(state, 0, 2, 1)
    play(state, "rosie, green 3, green 4")
    # own black 14: of the 65 cards not seen the 4 pirates left, the Tigress, the king and both mermaids beat it
    assert seen(state, "lead_strength", 0)[:3] == [round(1 - 8 / 65, 4), 1.0, 0.5]
    assert not any(seen(state, "lead_strength", 1))


def test_sk_14_roatans_wager_and_captures_are_told_to_their_player() -> None:
    state = start("roatan, green 2", "green 14, green 9", "mermaid, green 4")
    bid(state, 1, 1, 0)
    play(state, "roatan, green 14, mermaid")
    assert seen(state, "confidence", 0) == [0, 0.5]
    say(state, "[bet 20]")
    assert seen(state, "stakes", 0) == [0.1, 1]
    assert seen(state, "stakes", 1) == [0, 0]


def test_sk_14_harry_is_announced_until_he_is_used() -> None:
    state = started("harry, green 2", "green 1, green 9", "green 3, green 4")
    play(state, "harry, green 1, green 3")
    assert state.phase == "PLAYING"
    assert seen(state, "ability", 2) == [0, 0, 0, 0, 0, 1]
    assert seen(state, "owner", 2)[:3] == [0, 1, 0]


def test_sk_15_graybeard_is_the_third_seat_for_both() -> None:
    state = started("green 7, green 8", "green 1, green 2", "black 3, purple 5", players=2)
    play(state, "green 7")
    for seat in range(2):
        assert np.array(seen(state, "trick", seat)).reshape(8, 7)[2].tolist() == [
            0,
            0,
            0,
            round(3 / 14, 4),
            0,
            0,
            0,
        ]
        assert seen(state, "ahead", seat) == [0, 0, 1, 0, 0, 0, 0, 0]
    play(state, "green 1")
    assert seen(state, "won", 0)[:3] == seen(state, "won", 1)[:3] == [0, 0, 0.1]


def test_the_rules_of_a_mixed_batch_are_told_row_by_row() -> None:
    batch = croupier.make("skull-king", players=6).batch(3, seed=1)
    names = ("loot", "kraken", "whale", "rosie", "bendt", "roatan", "jade", "harry", "rascal")
    batch.set_options([1], players=2, schedule="one", rascal=True)
    batch.set_options([2], players=4, schedule="one", harry=False, **FULL)
    actions, rngs = np.zeros(3, dtype=np.int64), np.arange(3, dtype=np.uint64)
    for _ in range(700):
        batch.random_actions(rngs, actions)
        batch.step(actions)
        for row in range(3):
            s = batch.records[row]
            place = batch.game.block_slices["rules"]
            assert batch.observations[row, place].tolist() == [float(s[name]) for name in names]
            assert batch.observations[row, batch.game.block_slices["progress"]][3] == s["players"] / 8
    assert batch.records["players"].tolist() == [6, 2, 4]


# ------------------------------------------------------------------------------ the re-deal, in every phase


def check_redeal(state: State, seat: int, seed: int) -> int:
    """Redeal for a seat: what it knows stays, and the other world is possible; returns how many cards moved."""
    other = state.resample_hidden(seat, seed)
    s, o = state.records[0], other.records[0]
    SPEC.notation.validate(other.records)
    assert np.array_equal(other.observation_tensor(seat), state.observation_tensor(seat))
    assert other.observation_string(seat) == state.observation_string(seat)
    public = [name for name in SPEC.rules.state.names or ()
              if name not in {"bids", "drawn", "discards", "suits", "twins", "hands", "pile"}]  # fmt: skip
    for name in public:
        assert np.array_equal(o[name], s[name]), name
    assert np.array_equal(o["hands"][seat], s["hands"][seat])
    assert o["bids"][seat] == s["bids"][seat]
    if s["bids_in"] == s["players"]:
        assert np.array_equal(o["bids"], s["bids"])
    if s["bendt_seat"] == seat:
        assert np.array_equal(o["drawn"], s["drawn"])
        assert np.array_equal(o["discards"], s["discards"])
    if seat == state.current_player():
        assert other.legal_actions() == state.legal_actions()
    if s["jade_seat"] == seat:
        size = s["jade_size"]
        assert sorted(o["pile"][:size].tolist()) == sorted(s["pile"][:size].tolist())
    for before in (state, other):
        for action in before.legal_actions():
            before.action_to_string(action)
    return int((o["hands"] != s["hands"]).sum())


@pytest.mark.parametrize("players", daily([3, 8, 2, 5]))
@larger("games", 1, 6)
def test_a_redeal_keeps_what_a_seat_knows_in_every_phase(players: int, games: int) -> None:
    game = croupier.make("skull-king", players=players, schedule="skip", **FULL)
    phases: set[str] = set()
    moved = 0
    share = 0.1 if INTERPRETED else 0.15 if games < 6 else 0.3  # of the decisions that are many
    rng = Random(players)  # noqa: S311  # a test's randomness need not be unguessable
    for seed in range(games * (3 if players < 4 else 1)):  # in small tables some things are rare
        state = game.new_initial_state(seed)
        while not state.is_terminal():
            if state.phase not in ("PLAYING", "BIDDING") or rng.random() < share:
                phases.add(state.phase)
                moved += sum(check_redeal(state, seat, seed + seat) for seat in range(players))
            state.apply_action(rng.choice(state.legal_actions()))
    assert moved > 0
    assert INTERPRETED or phases == {phase.name for phase in game.phases}


def test_sk_4_a_redeal_draws_the_bids_of_others_anew_until_they_are_open() -> None:
    state = start("green 1, green 2", "green 3, green 4", "green 5, green 6")
    bid(state, 2, 1)
    worlds = [state.resample_hidden(1, seed).records[0]["bids"].tolist()[:3] for seed in range(40)]
    assert {world[0] for world in worlds} == {0, 1, 2}
    assert {tuple(world[1:]) for world in worlds} == {(1, NONE)}
