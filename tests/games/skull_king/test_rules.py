"""What single rounds do not show of the rules: decks, deals, secrets, utilities; the ids are those of the page."""

from collections import Counter
from typing import Any

import numpy as np
import pytest

import croupier
from croupier.core.base.errors import IllegalAction
from croupier.core.engine.game import State
from croupier.core.spec.spec import CHANCE
from croupier.games.skull_king.record.cards import NAMES, NONE, deck_of
from croupier.games.skull_king.record.state import OPTIONS, fill_deck
from croupier.games.skull_king.words.board import describe
from tests.games.skull_king.reference import SCHEDULES
from tests.games.skull_king.tables import (
    FULL,
    bid,
    cards_everywhere,
    field,
    hand_of,
    legal,
    play,
    say,
    scores,
    start,
    started,
)

PIRATES = ["rosie", "bendt", "roatan", "jade", "harry"]


def deal_next(state: State) -> None:
    """Play the first legal action until the next round is dealt, or the end."""
    number = field(state, "round")
    while not state.is_terminal() and field(state, "round") == number:
        state.apply_action(state.legal_actions()[0])


@pytest.mark.parametrize("changed", [option.name for option in OPTIONS])
def test_sk_2_every_option_stands_in_the_record_under_its_own_name(changed: str) -> None:
    other = {"players": 7, "schedule": "down"}.get(changed, not croupier.make("skull-king").options[changed])
    game = croupier.make("skull-king", **{changed: other})
    record = game.new_records()[0]
    assert {option.name: option.decode(int(record[option.name])) for option in OPTIONS} == game.options


@pytest.mark.parametrize(
    ("switches", "size"),
    [({}, 70), ({"loot": True}, 72), ({"kraken": True}, 71), ({"whale": True}, 71),
     (FULL, 74)],
)  # fmt: skip
def test_sk_1_the_deck_has_70_to_74_cards(switches: dict[str, bool], size: int) -> None:
    records = croupier.make("skull-king", **switches).new_records()
    assert fill_deck(records[0]) == size
    written = [int(card) for card in records[0]["pile"] if card >= 0]
    assert written == deck_of(**({"loot": False, "kraken": False, "whale": False} | switches))
    counts = Counter(NAMES[card] for card in written)
    assert sum(count for name, count in counts.items() if name.split()[-1].isdecimal()) == 56
    expected = {"escape": 5, "mermaid": 2, "tigress": 1, "skull king": 1, **dict.fromkeys(PIRATES, 1)}
    expected |= {"loot": 2} if switches.get("loot") else {}
    expected |= {name: 1 for name in ("kraken", "whale") if switches.get(name)}
    assert {name: count for name, count in counts.items() if not name[-1].isdecimal()} == expected


@pytest.mark.parametrize(
    ("schedule", "players"),
    # each schedule, and each number of players, every day
    [
        pytest.param(schedule, players, marks=() if (k + n) % 4 == 0 else pytest.mark.thorough)
        for k, schedule in enumerate(sorted(SCHEDULES))
        for n, players in enumerate((2, 3, 7, 8))
    ],
)
def test_sk_2_each_round_deals_the_scheduled_cards_or_as_many_as_there_are(schedule: str, players: int) -> None:
    state = croupier.make("skull-king", players=players, schedule=schedule).new_initial_state(1)
    hands = 3 if players == 2 else players
    for size in SCHEDULES[schedule]:
        assert field(state, "cards") == min(size, 70 // hands)
        assert [len(hand_of(state, seat)) for seat in range(players)] == [min(size, 70 // hands)] * players
        assert cards_everywhere(state) == deck_of(loot=False, kraken=False, whale=False)
        deal_next(state)
    assert state.is_terminal()


def test_sk_2_the_largest_feasible_hand_counts_the_expansion() -> None:
    for options, size in (({}, 8), ({"kraken": True}, 8), ({"loot": True}, 9), (FULL, 9)):
        state = croupier.make("skull-king", players=8, schedule="tens", **options).new_initial_state(1)
        assert field(state, "cards") == size


def test_sk_2_every_card_comes_to_every_seat_equally_often() -> None:
    size = 3000
    batch = croupier.make("skull-king", players=3, schedule="fives").batch(size, seed=11, observe=False)
    for seat in range(3):
        counts = np.bincount(batch.records["hands"][:, seat, :5].ravel(), minlength=68)[:68]
        single = counts[[card for card in range(68) if card < 56 or 57 <= card <= 63]]
        expected, spread = size * 5 / 70, (size * 5 / 70) ** 0.5
        assert np.abs(single - expected).max() < 4.5 * spread
        assert abs(counts[56] - 5 * expected) < 4.5 * spread * 5**0.5
    # what Bendt would draw is as random as the hands
    drawn = np.bincount(batch.records["pile"][:, 54], minlength=68)
    assert np.abs(drawn[:56] - size / 70).max() < 4.5 * (size / 70) ** 0.5


def test_sk_3_the_first_dealer_is_random_and_the_deal_moves_left() -> None:
    game = croupier.make("skull-king", players=3, schedule="fives")
    dealers = Counter(int(d) for d in game.batch(600, seed=2, observe=False).records["dealer"])
    assert set(dealers) == {0, 1, 2}
    assert min(dealers.values()) > 150
    state = game.new_initial_state(1)
    first = field(state, "dealer")
    for number in range(5):
        assert field(state, "dealer") == (first + number) % 3
        assert field(state, "leader") == state.current_player() == (first + number + 1) % 3
        deal_next(state)


def worlds_of(state: State, seat: int) -> State:
    """The same table with all bids that a seat cannot know moved by one."""
    other = state.clone()
    record = other.records[0]
    for k in range(other.game.num_players):
        if k != seat and record["bids"][k] >= 0:
            record["bids"][k] = (record["bids"][k] + 1) % (record["cards"] + 1)
    return other


def test_sk_4_no_bid_is_visible_before_the_last_one() -> None:
    state = start("green 1, green 2", "green 3, green 4", "green 5, green 6", "black 1, black 2")
    for made in range(4):
        for seat in range(4):
            other = worlds_of(state, seat)
            assert np.array_equal(other.observation_tensor(seat), state.observation_tensor(seat))
            assert other.observation_string(seat) == state.observation_string(seat)
        before = state.clone()
        state.apply_action(made % 3)
        if made < 3:
            for seat in range(4):
                said = describe(before, made % 3, state, seat)
                assert said == ([f"You bid {made % 3}."] if seat == made else [f"Player {made} has bid."])
    shown = state.game.block_slices["bids"]
    assert state.observation_tensor(0)[shown][:4].tolist() == pytest.approx([k / 11 for k in (1, 2, 3, 1)])
    said = describe(before, 0, state, 3)
    assert said == ["You bid 0.", "All have bid: 0 by Player 0, 1 by Player 1, 2 by Player 2, 0 by you."]


def test_sk_12_the_scores_add_up_over_the_rounds() -> None:
    state = start("black 14, green 9", "green 1, green 2", "green 3, green 4")
    bid(state, 2, 0, 1)
    play(state, "green 9, green 1, green 3, black 14, green 2, green 4")
    assert (scores(state), field(state, "round"), field(state, "bonuses")) == ([60, 20, -10], 2, [0] * 8)
    assert (field(state, "gained")[:3], field(state, "missed")[:3]) == ([60, 20, -10], [0, 0, 1])
    deal_next(state)
    gained = field(state, "gained")[:3]
    assert scores(state) == [60 + gained[0], 20 + gained[1], -10 + gained[2]]


@pytest.mark.parametrize("answer", [24 + 3, 24 + 12, 11, 0, 40, -1, 52, 10**6])
def test_sk_14_an_answer_of_the_wrong_kind_loses_no_card(answer: int) -> None:
    state = started("bendt, green 2", "green 1, green 9", "green 3, green 4", undealt="mermaid, black 5")
    play(state, "bendt, green 1, green 3")
    before, cards = state.serialize(), cards_everywhere(state)
    with pytest.raises(IllegalAction, match=r"phase ABILITY_BENDT_1; legal: 24 \[discard green 2\], 25 "):
        state.apply_action(answer)
    assert state.serialize() == before
    say(state, "[discard 3]")
    say(state, "[discard 1]")
    assert cards_everywhere(state) == cards
    assert len(hand_of(state, 0)) == 1


def full_table(hands: list[list[str]], **options: Any) -> State:
    """Seven or eight seats with the greatest hands; the first cards are given, the rest is dealt in order."""
    game = croupier.make("skull-king", schedule="tens", **options)
    switches = {name: bool(game.options[name]) for name in ("loot", "kraken", "whale")}
    rest = Counter(NAMES[card] for card in deck_of(**switches))
    rest.subtract(name for hand in hands for name in hand)
    left = list(rest.elements())
    size = sum(rest.values()) + sum(map(len, hands))
    size //= game.num_players
    rows = [hand + [left.pop() for _ in range(size - len(hand))] for hand in hands]
    words = [f"{name}={str(value).lower()}" for name, value in game.changed_options().items()]
    text = "/".join(",".join(card.replace(" ", "_") for card in row) for row in rows)
    return game.position(" ".join(["skull-king", *words, f"hands={text}"]))


def test_sk_14_bendt_draws_as_many_as_there_are() -> None:
    # 7 seats, 71 cards: one is undealt; with 70 none
    for options, drawn in (({"kraken": True}, 1), ({}, 0)):
        hands = [["bendt"], *([f"green {seat}", f"yellow {seat}"] for seat in range(1, 7))]
        state = full_table(hands, players=7, **options)
        bid(state, *[0] * 7)
        play(state, "bendt, green 1, green 2, green 3, green 4, green 5, green 6")
        assert state.phase == ("ABILITY_BENDT_1" if drawn else "PLAYING")
        assert len(hand_of(state, 0)) == 9 + drawn
        assert state.records[0]["bendt_seat"] == (0 if drawn else NONE)
        if drawn:
            state.apply_action(state.legal_actions()[0])
        assert (state.phase, len(hand_of(state, 0))) == ("PLAYING", 9)


def test_sk_14_jade_shows_the_undealt_cards_to_her_player_alone() -> None:
    state = started("jade, green 2", "green 1, green 9", "green 3, green 4")
    play(state, "jade, green 1, green 3")
    assert (state.phase, state.current_player(), legal(state)) == ("ABILITY_JADE", 0, ["[ok]"])
    assert "Undealt when Jade showed them: green 5 6 7 8 10" in state.observation_string(0)
    assert "Undealt when" not in state.observation_string(1)
    say(state, "[ok]")
    assert (state.phase, state.current_player()) == ("PLAYING", 0)
    assert "Undealt when Jade showed them: green 5 6 7 8 10" in state.observation_string(0)


def test_sk_15_the_people_alternate_leading_the_rounds() -> None:
    state = croupier.make("skull-king", players=2, schedule="fives").new_initial_state(3)
    leaders = []
    while not state.is_terminal():
        leaders.append(field(state, "leader"))
        deal_next(state)
    assert leaders in ([0, 1, 0, 1, 0], [1, 0, 1, 0, 1])


def test_sk_16_a_batch_pays_seats_that_are_not_taken_nothing() -> None:
    batch = croupier.make("skull-king", players=6, schedule="one").batch(4, seed=1, observe=False)
    batch.set_options(slice(0, 2), players=3)
    actions = np.zeros(4, dtype=np.int64)
    rngs = np.arange(4, dtype=np.uint64)
    paid = []
    for _ in range(200):
        batch.random_actions(rngs, actions)
        batch.step(actions)
        paid += [
            (int(batch.records["players"][row]), batch.rewards[row].copy()) for row in np.flatnonzero(batch.dones)
        ]
    assert {people for people, _ in paid} == {3, 6}
    for _, rewards in paid:
        assert rewards.sum() == pytest.approx(1)
    assert (batch.current_players != CHANCE).all()
