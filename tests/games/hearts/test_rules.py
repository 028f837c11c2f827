"""Hearts, rule by rule; the ids are those of docs/rules/hearts-and-oh-hell.md."""

from typing import Any

import pytest

import croupier
from croupier.core.base.errors import ConfigError
from croupier.core.engine.game import State

SIX = (
    "2C,3C,QS,2H,3H,4H,5H,6H/4C,5C,4D,5D,6D,7D,8D,9D/6C,7C,10D,JD,QD,KD,AD,7H/"
    "8C,9C,4S,5S,6S,7S,8S,9S/10C,JC,10S,JS,KS,AS,8H,9H/QC,KC,AC,10H,JH,QH,KH,AH"
)
"""Six hands of eight cards."""
HEARTS_ALONE = SIX.replace("3C,QS", "QS,7H").replace("7C,10D,JD,QD,KD,AD,7H", "7C,10D,JD,QD,KD,AD,3C")


def table(text: str, **options: Any) -> State:
    """A position under these options."""
    game = croupier.make("hearts", **options)
    shown = " ".join(f"{name}={str(value).lower()}" for name, value in options.items())
    return game.position(f"hearts {shown} {text}")


def six(text: str = "", hands: str = SIX, **options: Any) -> State:
    """A table of six, without passing if nothing else is said."""
    return table(f"hands={hands} {text}", **{"players": 6, "passing": "none"} | options)


def can_do(state: State) -> list[str]:
    return [state.action_to_string(action).strip("[]") for action in state.legal_actions()]


def after(state: State, *said: str) -> State:
    for text in said:
        state.apply_action(state.string_to_action(text))
    return state


def shown(state: State, seat: int | None = None) -> Any:
    return state.view(seat)["table"]


@pytest.mark.parametrize(
    ("players", "cards", "out"),
    [(3, 17, {"2D"}), (4, 13, set()), (5, 10, {"2D", "2S"}), (6, 8, {"2D", "2S", "3D", "3S"})],
)
def test_he_1_all_get_as_many_cards_and_some_low_ones_are_out(players: int, cards: int, out: set[str]) -> None:
    game = croupier.make("hearts", players=players)
    for seed in range(5):
        state = game.new_initial_state(seed)
        hands = [shown(state, seat)["hand"] for seat in range(players)]
        assert [len(hand) for hand in hands] == [cards] * players
        dealt = [card for hand in hands for card in hand]
        assert len(set(dealt)) == len(dealt) == 52 - len(out)
        assert not out & set(dealt)


@pytest.mark.parametrize(
    "wrong", [{"players": 2}, {"players": 7}, {"max_deals": 0}, {"max_deals": 51}, {"target": -1}, {"target": 501}]
)
def test_he_1_he_8_other_numbers_are_refused(wrong: dict[str, int]) -> None:
    with pytest.raises(ConfigError, match=next(iter(wrong))):
        croupier.make("hearts", **wrong)


@pytest.mark.parametrize(
    ("players", "passing", "steps"),
    [
        (3, "cycle", [1, 2, 0, 1, 2]), (4, "cycle", [1, 3, 2, 0, 1]), (5, "cycle", [1, 4, 2, 0, 1]),
        (6, "cycle", [1, 5, 3, 0, 1]), (6, "left", [1, 1]), (6, "right", [5, 5]), (5, "across", [2, 2]),
        (4, "none", [0, 0]),
    ],
)  # fmt: skip
def test_he_2_three_cards_go_to_another_seat(players: int, passing: str, steps: list[int]) -> None:
    game = croupier.make("hearts", players=players, passing=passing, target=0, max_deals=len(steps))
    state = game.new_initial_state(8)
    for deal, step in enumerate(steps, start=1):
        assert shown(state)["deal"] == deal
        before = [shown(state, seat)["hand"] for seat in range(players)]
        if step:
            for seat in range(players):
                assert (state.phase, state.current_player()) == ("PASS", seat)
                assert can_do(state) == [f"pass {card}" for card in before[seat]]
                after(state, *(f"pass {card}" for card in before[seat][:3]))
        for seat in range(players):
            now, got = shown(state, seat), before[(seat - step) % players][:3] if step else []
            assert now["passed"] == (before[seat][:3] if step else [])
            assert now["received"] == got
            assert set(now["hand"]) == set(before[seat][3 if step else 0 :]) | set(got)
        assert state.phase == "PLAY"
        while not state.is_terminal() and shown(state)["deal"] == deal:
            state.apply_action(state.legal_actions()[0])
    assert state.is_terminal()


def test_he_2_nobody_takes_up_cards_before_all_have_passed() -> None:
    state = after(six(passing="left"), "pass 2C", "pass 3C", "pass QS", "pass 4C", "pass 5C")
    assert shown(state, 0)["passed"] == ["2C", "3C", "QS"]
    assert shown(state, 1)["received"] == []
    assert shown(state, 1)["passed"] == ["4C", "5C"]
    assert "2C" not in shown(state, 1)["hand"]
    assert shown(state, None)["passed"] is shown(state, None)["received"] is None


def test_he_2_nobody_sits_across_at_a_table_of_three() -> None:
    with pytest.raises(ConfigError, match="nobody sits across"):
        croupier.make("hearts", players=3, passing="across")


def test_he_3_the_two_of_clubs_is_led_and_the_suit_is_followed() -> None:
    state = six()
    assert state.current_player() == 0
    assert can_do(state) == ["2C"]
    after(state, "2C")
    assert can_do(state) == ["4C", "5C"]
    passed = after(
        six(passing="left"), *(f"pass {card}" for hand in SIX.split("/") for card in hand.split(",")[:3])
    )
    assert passed.current_player() == 1
    assert can_do(passed) == ["2C"]


def test_he_3_the_highest_card_of_the_suit_takes_the_trick_and_leads() -> None:
    state = six("plays=2C,5C,6C,9C,10C,KC")
    assert shown(state)["last_winner"] == state.current_player() == 5
    assert shown(state)["trick"] == []
    state = six("plays=2C,5C,6C,9C,10C,KC,AC,3C,4C,7C,8C,JC,QC")  # nobody has a club left
    assert can_do(state) == ["2H", "3H", "4H", "5H", "6H", "QS"]
    after(state, "6H", "9D", "AD", "9S", "AS")
    assert shown(state)["last_winner"] == 5


def test_he_4_penalty_cards_are_no_part_of_the_first_trick() -> None:
    hands = SIX.replace("4C,5C,4D", "QS,2H,4D").replace("QS,2H,3H", "4C,5C,3H", 1)
    assert can_do(six("plays=2C", hands)) == ["4D", "5D", "6D", "7D", "8D", "9D"]
    assert can_do(six("plays=2C", hands, first_trick="any")) == ["4D", "5D", "6D", "7D", "8D", "9D", "2H", "QS"]
    assert can_do(six("plays=2C,4D,6C,8C,10C,AC,KC", hands))[0] == "3C"  # the second trick: suit is followed
    assert "QS" in can_do(six("plays=2C,4D,6C,8C,10C,AC,KC,3C", hands))


def test_he_4_a_hand_of_penalty_cards_alone_may_play_any_of_them() -> None:
    hands = (
        "2C,3C,4C,5C,6C,7C,8C,9C/QS,2H,3H,4H,5H,6H,7H,8H/9H,10H,JH,QH,KH,AH,10C,JC/"
        "QC,KC,AC,4D,5D,6D,7D,8D/9D,10D,JD,QD,KD,AD,4S,5S/6S,7S,8S,9S,10S,JS,KS,AS"
    )
    assert can_do(six("plays=2C", hands)) == ["2H", "3H", "4H", "5H", "6H", "7H", "8H", "QS"]


def test_he_5_hearts_are_led_once_they_are_broken_or_from_hearts_alone() -> None:
    unbroken = six("plays=2C,5C,6C,9C,10C,KC")
    assert can_do(unbroken) == ["QC", "AC"]
    assert not shown(unbroken)["broken"]
    broken = six("plays=2C,5C,6C,9C,10C,KC,AC,3C,4C,7C,8C,JC")
    assert can_do(broken) == ["QC"]
    after(broken, "QC", "QS")  # the queen of spades breaks hearts too
    assert shown(broken)["broken"]
    after(broken, "9D", "7H", "4S", "9H")
    assert can_do(broken) == ["10H", "JH", "QH", "KH", "AH"]
    alone = six("plays=2C,5C,6C,9C,10C,KC,AC,3C,4C,7C,8C,JC,QC,2H")
    assert shown(alone)["broken"]


def test_he_5_a_hand_of_hearts_alone_leads_hearts_before_they_are_broken() -> None:
    hands = (
        "AC,2H,3H,4H,5H,6H,7H,8H/2C,3C,4C,5C,6C,7C,8C,9C/10C,JC,4D,5D,6D,7D,8D,9D/"
        "QC,KC,10D,JD,QD,KD,AD,4S/5S,6S,7S,8S,9S,10S,JS,QS/9H,10H,JH,QH,KH,AH,KS,AS"
    )
    state = six("plays=2C,10C,QC,5S,KS,AC", hands)
    assert (state.current_player(), shown(state)["broken"]) == (0, False)
    assert can_do(state) == ["2H", "3H", "4H", "5H", "6H", "7H", "8H"]


def test_he_6_hearts_cost_one_and_the_queen_thirteen() -> None:
    state = six("plays=2C,5C,6C,9C,10C,KC,AC,3C,4C,7C,8C,JC,QC,QS,9D,7H,4S,9H")
    assert shown(state)["taken"] == [0, 0, 0, 0, 0, 15]
    assert shown(state)["queen"] == 5
    assert shown(state)["jack"] is None


@pytest.mark.parametrize("jack", [False, True])
def test_he_6_the_jack_of_diamonds_takes_ten_off(jack: bool) -> None:
    state = croupier.make("hearts", target=0, max_deals=1, jack=jack).new_initial_state(2)
    while not state.is_terminal():
        state.apply_action(state.legal_actions()[0])
    now = shown(state)
    assert sum(now["taken"]) == 26
    assert max(now["taken"]) < 26
    assert now["gained"] == [
        taken - 10 * (jack and seat == now["jack"]) for seat, taken in enumerate(now["taken"])
    ]
    assert state.points().tolist() == [-gained for gained in now["gained"]]


MOON = (
    "2C,3C,4C,4D,5D,6D,7D,8D/AC,KC,AH,KH,QH,JH,10H,9H/5C,6C,7C,8C,9D,10D,2H,3H/"
    "9C,10C,4H,5H,4S,5S,6S,7S/JC,QC,QS,6H,7H,8H,8S,9S/JD,QD,KD,AD,10S,JS,KS,AS"
)
SHOT = "2C,AC,5C,9C,JC,JD,KC,6C,10C,QC,JS,3C,AH,2H,4H,6H,10S,4C,KH,3H,5H,7H,KS,4D"
WON = "QH,7C,4S,8H,AS,5D,JH,8C,5S,QS,QD,6D,10H,9D,6S,8S,KD,7D,9H,10D,7S,9S,AD,8D"


@pytest.mark.parametrize(
    ("moon", "jack", "gained"),
    [
        ("add", False, [26, 0, 26, 26, 26, 26]),
        ("add", True, [26, -10, 26, 26, 26, 26]),
        ("subtract", False, [0, -26, 0, 0, 0, 0]),
        ("subtract", True, [0, -36, 0, 0, 0, 0]),
    ],
)
def test_he_7_who_takes_all_shoots_the_moon(moon: str, jack: bool, gained: list[int]) -> None:
    state = six(f"plays={SHOT},{WON}", MOON, moon=moon, jack=jack, target=0, max_deals=1)
    assert shown(state)["taken"] == [0, 26, 0, 0, 0, 0]
    assert shown(state)["gained"] == gained
    assert state.points().tolist() == [-each for each in gained]


@pytest.mark.parametrize(
    ("scores", "target", "deals", "over"),
    [
        ("0,0,0,0,0,0", 100, 40, False),
        ("74,0,0,0,0,0", 100, 40, True),
        ("73,0,0,0,0,0", 100, 40, False),
        ("90,0,0,0,0,0", 0, 40, False),
        ("0,0,0,0,0,0", 100, 5, True),
        ("-9,0,0,0,0,0", 26, 40, True),
    ],
)
def test_he_8_the_game_ends_at_the_target_or_after_its_deals(
    scores: str, target: int, deals: int, over: bool
) -> None:
    played = f"{SHOT},{WON}".rpartition(",")[0]
    state = six(f"deal=5 scores={scores} plays={played}", MOON, target=target, max_deals=deals)
    after(state, "8D")
    assert state.is_terminal() is over
    if not over:
        assert shown(state)["deal"] == 6
        assert shown(state)["scores"][1] == 0


def test_he_9_the_fewest_points_win_and_equals_share_the_win() -> None:
    end = {"target": 0, "max_deals": 1}
    assert six(f"plays={SHOT},{WON}", MOON, **end).returns().tolist() == [0.0, 1.0, 0.0, 0.0, 0.0, 0.0]
    text = f"deal=2 scores=-26,0,-26,1,2,3 plays={SHOT},{WON}"
    state = six(text, MOON, target=0, max_deals=2)
    assert state.points().tolist() == [0, 0, 0, -27, -28, -29]
    assert state.returns().tolist() == pytest.approx([1 / 3, 1 / 3, 1 / 3, 0.0, 0.0, 0.0])
