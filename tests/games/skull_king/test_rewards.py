"""The training rewards: against a slow computation in whole games, and each of them in a table set up by hand."""

from collections import Counter
from functools import lru_cache

import numpy as np
import numpy.typing as npt
import pytest

import croupier
from croupier.core.engine.game import State
from croupier.games.skull_king.rewards import WEIGHTS
from croupier.games.skull_king.spec import SPEC
from tests.amounts import daily
from tests.conftest import INTERPRETED
from tests.games.skull_king.reference import Phase
from tests.games.skull_king.rewarded import OPTIONS, Played, only, tables
from tests.games.skull_king.tables import bid, play, say, start

SOURCE = {
    "trick": 0.1, "exact": 1.0, "win": 10.0, "rosie_self": 0.2, "rosie_gift": 0.1, "bendt_escape": 0.1,
    "bendt_dodge": 0.1, "bendt_waste": 0.2, "roatan": 1 / 100, "jade": 0.0, "harry_saved": 0.3, "harry_kept": 0.1,
    "harry_wasted": 0.2,
}  # fmt: skip
"""The numbers of the source's section 3, costs without their sign; it gives none for a bid missed."""
COSTS = ("miss", "rosie_gift", "bendt_waste", "harry_wasted")
LEAST = {
    "trick": 500, "exact": 300, "miss": 500, "win": 100, "rosie_self": 2, "rosie_gift": 2, "bendt_escape": 2,
    "bendt_dodge": 2, "bendt_waste": 10, "roatan": 15, "jade": 20, "harry_saved": 10, "harry_kept": 5,
    "harry_wasted": 10,
}  # fmt: skip
"""How often each reward is paid at the least in the games of `tables`; interpreted, there are fewer."""
WEIGHTINGS = {name: only(name) for name in WEIGHTS} | {"defaults": WEIGHTS}
MILLIONTH = 1e-6


def shaped(weights: dict[str, float], game: Played) -> npt.NDArray[np.float32]:
    """What the kernel pays for each decision, shape (K, players)."""
    values = np.array([*weights.values(), 0.0])
    out = np.full((len(game.actions), game.options["players"]), np.nan, dtype=np.float32)
    assert SPEC.rules.shape is not None
    for k, action in enumerate(game.actions):
        SPEC.rules.shape(game.before[k], int(action), game.after[k], values, out[k])
    return out


@lru_cache(maxsize=1)
def paid() -> Counter[str]:
    """How often the reference pays each reward; bets apart by sign."""
    found: Counter[str] = Counter()
    for units in (units for games in tables() for game in games for units in game.units):
        for (_, name), count in units.items():
            found[name] += 1
            found["bets won"] += name == "roatan" and count > 0
            found["shared wins"] += name == "win" and count < 1
            assert (count < 0) == (name in COSTS) or name == "roatan"
    return found


def test_the_weights_are_those_of_the_source() -> None:
    assert {name: WEIGHTS[name] for name in SOURCE} == SOURCE
    assert WEIGHTS.keys() - SOURCE.keys() == {"miss"}


@pytest.mark.thorough
@pytest.mark.parametrize("name", WEIGHTS)
def test_every_reward_is_paid_often_in_the_games_that_follow(name: str) -> None:
    assert paid()[name] >= (1 if INTERPRETED else LEAST[name])


def test_bets_are_won_and_lost_and_games_won_alone_and_shared() -> None:
    found = paid()
    assert 0 < found["bets won"] < found["roatan"]
    assert 0 < found["shared wins"] < found["win"]


@pytest.mark.parametrize("name", WEIGHTINGS)
def test_each_decision_pays_every_seat_what_the_reference_says(name: str) -> None:
    weights = WEIGHTINGS[name]
    for game in (game for games in tables() for game in games):
        ours, theirs = shaped(weights, game), game.rewards(weights)
        wrong = np.flatnonzero(~(np.abs(ours - theirs) <= MILLIONTH * np.maximum(1, np.abs(theirs))).all(axis=1))
        assert not len(wrong), (game.options, game.seed, wrong[0], game.phases[wrong[0]], ours[wrong[0]], theirs)


def replay(games: tuple[Played, ...], weights: dict[str, float], *, autoreset: bool) -> None:
    """Play games again in the rows of a batch; its rewards must be the reference's, and 0 after a game's end."""
    options, seeds = games[0].options, np.array([game.seed for game in games], dtype=np.uint64)
    batch = croupier.make("skull-king", **options).batch(
        len(games), seeds=seeds, shaping=weights, autoreset=autoreset, observe=False
    )
    rewards = [game.rewards(weights) for game in games]
    for k in range(max(len(game.actions) for game in games)):
        actions = batch.legal_actions[:, 0].astype(np.int64)  # of the next game, where a row's is over
        for row, game in enumerate(games):
            if k < len(game.actions):
                actions[row] = game.actions[k]
        batch.step(actions)
        for row, game in enumerate(games):
            if k < len(game.actions):
                assert batch.shaped_rewards[row] == pytest.approx(rewards[row][k], abs=1e-5)
                assert batch.dones[row] == (k + 1 == len(game.actions))
            elif not autoreset:
                assert not batch.shaped_rewards[row].any()


@pytest.mark.parametrize("autoreset", [False, True])
def test_a_batch_pays_the_same_also_where_it_deals_the_next_game_at_once(autoreset: bool) -> None:
    for games in tables():
        replay(games, WEIGHTS, autoreset=autoreset)


@pytest.mark.parametrize("name", daily(WEIGHTS, 4))
def test_a_batch_takes_each_weight_by_its_name(name: str) -> None:
    number = list(WEIGHTS).index(name)
    for games in (tables()[number], tables()[5 * number % len(OPTIONS)]):
        replay(games, only(name), autoreset=False)


def test_harrys_decision_pays_no_trick_whether_a_round_is_dealt_after_it_or_none() -> None:
    followed: Counter[bool] = Counter()
    for game in (game for games in tables() for game in games):
        ours = shaped(only("trick"), game)
        for k in (k for k, phase in enumerate(game.phases) if phase is Phase.ABILITY_HARRY):
            followed[bool(game.after["player"][k] >= 0)] += 1
            assert not ours[k].any(), (game.options, game.seed, k)
    least = 5 if INTERPRETED else 20
    assert followed[True] >= least, "decisions with another round after them"
    assert followed[False] >= least, "decisions that end the game"


def pays(state: State, text: str, weights: dict[str, float] | None = None) -> dict[str, list[float]]:
    """Play an action and list by name what it pays each seat, rewards that it does not pay left out.

    Args:
        state: the table.
        text: the action, or a card to be played.
        weights: the size of each reward; the defaults without.
    """
    text = text if text.startswith("[") else f"[play {text}]"
    before, action = state.records.copy(), state.string_to_action(text)
    state.apply_action(action)
    found = {}
    assert SPEC.rules.shape is not None
    for name, weight in (weights or WEIGHTS).items():
        out = np.zeros(state.game.num_players, dtype=np.float32)
        values = np.array([*(only(name)[other] * weight for other in WEIGHTS), 0.0])
        SPEC.rules.shape(before[0], action, state.records[0], values, out)
        if out.any():
            found[name] = [round(float(value), 6) for value in out]
    return found


def two_tricks(first: str, *bids: int, second: str = "green 2") -> State:
    """Three seats with two cards each, the first played by all but the last seat; seat 0 wins it, if it can."""
    state = start(f"{first}, {second}", "green 1, green 9", "green 3, green 4", undealt="escape, black 8")
    bid(state, *bids)
    play(state, f"{first}, green 1")
    return state


def test_nobody_is_paid_while_a_trick_goes_on_and_for_bids() -> None:
    state = start("green 7, green 8", "green 1, green 9", "green 3, green 4")
    assert [pays(state, f"[bid {n}]") for n in (1, 0, 2)] == [{}, {}, {}]
    assert pays(state, "green 7") == pays(state, "green 1") == {}


@pytest.mark.parametrize(("own", "expected"), [(0, {}), (1, {"trick": [0.1, 0, 0]}), (2, {"trick": [0.1, 0, 0]})])
def test_a_trick_is_paid_if_it_was_still_needed(own: int, expected: dict[str, list[float]]) -> None:
    assert pays(two_tricks("green 7", own, 0, 0), "green 3") == expected


@pytest.mark.parametrize(("own", "needed"), [(1, False), (2, True)])
def test_the_trick_after_the_bid_is_made_is_not_paid(own: int, needed: bool) -> None:
    state = two_tricks("green 7", own, 0, 0, second="green 14")
    say(state, "[play green 3]")
    play(state, "green 14, green 9")
    found = pays(state, "green 4")
    assert ("trick" in found) is needed
    assert found.get("exact", [0, 0, 0]) == [float(needed), 1, 1]


def test_a_destroyed_trick_pays_nobody() -> None:
    state = start("green 7, green 8", "green 1, green 9", "kraken, green 4", kraken=True)
    bid(state, 2, 2, 2)
    play(state, "green 7, green 1")
    assert pays(state, "kraken") == {}


def test_a_trick_that_graybeard_wins_pays_nobody() -> None:
    state = start("green 7, green 8", "green 1, green 9", "black 14, green 4", players=2)
    bid(state, 2, 2)
    say(state, "[play green 7]")
    assert pays(state, "green 1") == {}


def test_bids_made_are_paid_and_bids_missed_cost_for_each_trick() -> None:
    state = two_tricks("green 7", 1, 0, 2)
    play(state, "green 3, green 2, green 9")
    assert pays(state, "green 4") == {"exact": [1, 0, 0], "miss": [0, -0.2, -0.4]}


def test_the_game_won_is_paid_once_and_shared_by_those_who_tie() -> None:
    state = start("green 3", "green 2", "green 1", last=True)
    bid(state, 0, 0, 0)
    play(state, "green 3, green 2")
    found = pays(state, "green 1")
    assert found == {"exact": [0, 1, 1], "miss": [-0.2, 0, 0], "win": [0, 5, 5]}
    alone = start("green 3", "green 2", "green 1", last=True)
    bid(alone, 1, 0, 0)
    play(alone, "green 3, green 2")
    assert pays(alone, "green 1") == {"trick": [0.1, 0, 0], "exact": [1, 1, 1], "win": [10, 0, 0]}


@pytest.mark.parametrize(
    ("bids", "named", "plays", "expected"),
    [
        ((2, 0, 0), 0, ("black 14", "green 9", "green 4"), {"rosie_self": [0.2, 0, 0]}),
        ((1, 0, 0), 0, ("black 14", "green 9", "green 4"), {"rosie_self": [0.2, 0, 0]}),  # needed or not
        ((1, 1, 0), 1, ("green 9", "green 4", "green 2"), {"rosie_gift": [-0.1, 0, 0]}),
        ((1, 0, 0), 1, ("green 9", "green 4", "green 2"), {}),  # won, but it did not help
        ((1, 1, 0), 2, ("green 4", "green 2", "green 9"), {}),  # won by one who was not named
        ((1, 1, 0), 1, ("green 9", "green 4", "black 14"), {}),  # the one who named wins without the lead
        ((1, 1, 0), 0, ("green 2", "green 9", "green 4"), {}),  # leads and loses
    ],
)
def test_naming_the_leader_for_rosie_is_settled_by_the_next_trick(
    bids: tuple[int, int, int], named: int, plays: tuple[str, ...], expected: dict[str, list[float]]
) -> None:
    state = two_tricks("rosie", *bids, second="black 14" if "black 14" in plays else "green 2")
    assert "rosie_self" not in pays(state, "green 3")
    assert pays(state, f"[leader {named}]") == {}
    play(state, ", ".join(plays[:2]))
    found = pays(state, plays[2])
    assert {name: seats for name, seats in found.items() if name.startswith("rosie")} == expected


def test_naming_for_rosie_is_settled_once() -> None:
    state = start("rosie, black 14, black 13", "green 1, green 9, green 8", "green 3, green 4, green 5")
    bid(state, 3, 0, 0)
    play(state, "rosie, green 1, green 3")
    say(state, "[leader 0]")
    play(state, "black 14, green 9")
    assert pays(state, "green 4") == {"trick": [0.1, 0, 0], "rosie_self": [0.2, 0, 0]}
    play(state, "black 13, green 8")
    assert pays(state, "green 5") == {"trick": [0.1, 0, 0], "exact": [1, 1, 1]}


@pytest.mark.parametrize(
    ("card", "own", "expected"),
    [
        ("escape", 1, {"bendt_escape": 0.1}),
        ("loot", 1, {"bendt_escape": 0.1}),
        ("escape", 0, {}),
        ("skull king", 0, {"bendt_dodge": 0.1}),
        ("skull king", 1, {"bendt_waste": -0.2}),
        ("tigress", 1, {"bendt_waste": -0.2}),
        ("mermaid", 0, {"bendt_dodge": 0.1}),
        ("jade", 1, {"bendt_waste": -0.2}),
        ("black 8", 1, {"bendt_waste": -0.2}),
        ("black 7", 1, {}),
        ("green 12", 0, {"bendt_dodge": 0.1}),
        ("green 11", 0, {}),
        ("kraken", 1, {}),
        ("whale", 0, {}),
    ],
)
def test_bendts_discards_are_judged_one_by_one(card: str, own: int, expected: dict[str, float]) -> None:
    full = {"loot": True, "kraken": True, "whale": True}
    state = start("bendt, yellow 2", "green 1, green 9", "green 3, green 4", undealt=f"{card}, {card}"
                  if card in ("escape", "loot", "mermaid") else f"{card}, yellow 3", **full)  # fmt: skip
    bid(state, own, 0, 0)
    play(state, "bendt, green 1, green 3")
    assert pays(state, "[discard yellow 2]") == {}
    assert pays(state, f"[discard {card}]") == {name: [value, 0, 0] for name, value in expected.items()}


@pytest.mark.parametrize(("own", "bet", "expected"), [(1, 10, 0.1), (1, 20, 0.2), (2, 20, -0.2), (0, 10, -0.1)])
def test_roatans_bet_is_won_or_lost_with_the_bid_when_the_round_is_scored(
    own: int, bet: int, expected: float
) -> None:
    state = two_tricks("roatan", own, 1, 0)
    say(state, "[play green 3]")
    assert pays(state, f"[bet {bet}]") == {}
    play(state, "green 2, green 9")
    assert pays(state, "green 4")["roatan"] == [pytest.approx(expected), 0, 0]


def test_roatans_bet_goes_by_the_bid_after_harrys_change() -> None:
    state = start("roatan, harry", "green 1, green 9", "green 3, green 4")
    bid(state, 1, 0, 0)
    play(state, "roatan, green 1, green 3")
    say(state, "[bet 20]")
    play(state, "harry, green 9")
    assert pays(state, "green 4") == {}
    assert pays(state, "[harry +1]") == {"exact": [1, 1, 1], "roatan": [0.2, 0, 0], "harry_saved": [0.3, 0, 0]}


def test_jade_pays_nothing_unless_a_weight_is_given_and_then_when_the_cards_are_shown() -> None:
    state = two_tricks("jade", 0, 0, 0)
    unpaid = state.clone()
    assert pays(unpaid, "green 3") == pays(unpaid, "[ok]") == {}
    assert pays(state, "green 3", only("jade")) == {"jade": [1, 0, 0]}
    assert pays(state, "[ok]", only("jade")) == {}


def test_jade_in_the_last_trick_shows_and_pays_nothing() -> None:
    state = start("jade", "green 1", "green 3")
    bid(state, 0, 0, 0)
    play(state, "jade, green 1")
    assert pays(state, "green 3", only("jade")) == {}


def test_a_trick_still_needed_at_harrys_decision_is_not_paid_a_second_time() -> None:
    state = start("green 2, harry", "green 1, green 9", "green 3, green 4")
    bid(state, 2, 0, 2)
    play(state, "green 2, green 1, green 3, green 4, harry")
    assert pays(state, "green 9") == {"trick": [0.1, 0, 0]}
    assert pays(state, "[harry 0]") == {"exact": [0, 1, 0], "miss": [-0.2, 0, -0.2]}
    assert state.phase == "BIDDING", "another round is dealt"


@pytest.mark.parametrize("last", [False, True])
@pytest.mark.parametrize(
    ("own", "said", "expected"),
    [
        (0, "+1", {"exact": 1, "harry_saved": 0.3}),
        (1, "0", {"exact": 1, "harry_kept": 0.1}),
        (0, "0", {"miss": -0.2}),
        (1, "-1", {"miss": -0.2, "harry_wasted": -0.2}),
    ],
)
def test_harry_saves_keeps_or_wastes_a_bid_and_wins_no_second_trick(
    own: int, said: str, expected: dict[str, float], last: bool
) -> None:
    state = start("harry", "green 1", "green 3", last=last)
    bid(state, own, 0, 0)
    play(state, "harry, green 1")
    assert pays(state, "green 3") == ({"trick": [0.1, 0, 0]} if own else {})
    found = pays(state, f"[harry {said}]")
    assert {name: seats[0] for name, seats in found.items() if seats[0] and name != "win"} == expected
    assert state.is_terminal() is last


def test_a_change_for_harry_that_only_comes_nearer_is_wasted() -> None:
    state = start("harry, black 2, black 3", "green 1, green 9, green 8", "green 3, green 4, green 5")
    bid(state, 1, 0, 0)
    play(state, "harry, green 1, green 3, black 2, green 9, green 4, black 3, green 8, green 5")
    assert pays(state, "[harry +1]") == {
        "exact": [0, 1, 1], "miss": [-0.2, 0, 0], "harry_wasted": [-0.2, 0, 0]
    }  # fmt: skip
