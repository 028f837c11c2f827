"""Worlds of Hearts: a seat keeps what it knows, and the rest lies wherever it may, each way as likely."""

from collections import Counter
from itertools import permutations

from croupier.core.engine.game import State
from croupier.games.tricks.cards import CARDS
from tests.amounts import larger
from tests.games.hearts.tables import MOON, SHOT, SIX, held, six

LEFT = ",".join(card for hand in SIX.split("/") for card in hand.split(",")[:3]).split(",")
"""The first three cards of each hand of `SIX`."""


def passed(*more: str) -> State:
    """All have passed their first three cards to the left."""
    return after(six(passing="left"), *(f"pass {card}" for card in LEFT), *more)


def after(state: State, *said: str) -> State:
    for text in said:
        state.apply_action(state.string_to_action(text))
    return state


def hands(state: State) -> list[list[str]]:
    return [held(state.records[0], seat) for seat in range(6)]


def test_he_2_while_cards_are_passed_a_seat_knows_its_own_alone() -> None:
    state = after(six(passing="left"), *(f"pass {card}" for card in LEFT[:4]))
    worlds = [state.resample_hidden(1, seed) for seed in range(300)]
    for world in worlds:
        table = world.view(1)["table"]
        assert (table["hand"], table["passed"]) == (["5C", "4D", "5D", "6D", "7D", "8D", "9D"], ["4C"])
        assert [len(hand) for hand in hands(world)] == [5, 7, 8, 8, 8, 8]
    others = {card for world in worlds for card in world.view(0)["table"]["passed"]}
    assert len(others) == 48 - 8


def test_he_2_who_was_passed_a_card_holds_it_until_it_is_played() -> None:
    state = passed()
    worlds = [state.resample_hidden(2, seed) for seed in range(200)]
    for world in worlds:
        assert set(LEFT[6:9]) <= set(hands(world)[3])
        assert hands(world)[2] == hands(state)[2]
        assert world.view(2)["table"]["received"] == ["4C", "5C", "4D"]
    assert len({tuple(hands(world)[0]) for world in worlds}) > 190


@larger("worlds", 400, 800)
def test_he_2_what_the_others_passed_to_each_other_is_any_three_of_the_cards_they_got(worlds: int) -> None:
    state = passed("2C", "4C", "6C", "8C", "10C")
    seen: Counter[str] = Counter()
    for seed in range(worlds):
        world = state.resample_hidden(0, seed)
        got, given = world.view(5)["table"]["received"], world.view(4)["table"]["passed"]
        assert got == given
        assert len(got) == 3
        assert set(got) <= {*hands(world)[5], "10C"}
        seen.update(got)
    assert abs(seen["10C"] - worlds * 3 / 8) < 4 * (worlds * 15 / 64) ** 0.5  # it has played that one of eight


def test_he_3_who_is_to_lead_first_holds_the_two_of_clubs() -> None:
    state = passed()
    assert state.current_player() == 1
    assert all("2C" in hands(state.resample_hidden(4, seed))[1] for seed in range(50))


def test_he_3_nobody_is_dealt_a_suit_that_it_has_shown_to_lack() -> None:
    state = six("plays=2C,4C,6C,8C,10C,QC,KC,3C,5C,7C,9C,JC,AC,QS,9D")  # seats 0 and 1 have no club left
    worlds = [state.resample_hidden(2, seed) for seed in range(300)]
    assert not any(card[-1] == "C" for world in worlds for hand in hands(world)[:2] for card in hand)
    assert any(card == "QS" for world in [six().resample_hidden(2, 1)] for hand in hands(world) for card in hand)


def test_he_4_who_plays_a_penalty_card_to_the_first_trick_has_nothing_else() -> None:
    dealt = (
        "2C,3C,4C,5C,6C,7C,8C,9C/QS,2H,3H,4H,5H,6H,7H,8H/9H,10H,JH,QH,KH,AH,10C,JC/"
        "QC,KC,AC,4D,5D,6D,7D,8D/9D,10D,JD,QD,KD,AD,4S,5S/6S,7S,8S,9S,10S,JS,KS,AS"
    )
    state = six("plays=2C,2H", dealt)
    penalties = {"QS", *(f"{rank}H" for rank in ("3", "4", "5", "6", "7", "8", "9", "10", "J", "Q", "K", "A"))}
    worlds = [hands(state.resample_hidden(5, seed))[1] for seed in range(100)]
    assert all(set(hand) <= penalties for hand in worlds)
    assert {"QS"} < {card for hand in worlds for card in hand}
    free = six("plays=2C,2H", dealt, first_trick="any")
    any_card = [hands(free.resample_hidden(5, seed))[1] for seed in range(50)]
    assert not all(set(hand) <= penalties for hand in any_card)


def test_he_5_who_leads_a_heart_before_they_are_broken_has_hearts_alone() -> None:
    dealt = (
        "AC,2H,3H,4H,5H,6H,7H,8H/2C,3C,4C,5C,6C,7C,8C,9C/10C,JC,4D,5D,6D,7D,8D,9D/"
        "QC,KC,10D,JD,QD,KD,AD,4S/5S,6S,7S,8S,9S,10S,JS,QS/9H,10H,JH,QH,KH,AH,KS,AS"
    )
    state = six("plays=2C,10C,QC,5S,KS,AC,2H", dealt)
    worlds = [hands(state.resample_hidden(3, seed))[0] for seed in range(100)]
    assert all(card[-1] == "H" for hand in worlds for card in hand)
    assert len({card for hand in worlds for card in hand}) == 12


def test_every_deal_that_fits_comes_as_often() -> None:
    state = six(f"plays={SHOT.rpartition(',KD')[0]}", MOON)
    own, hidden = hands(state), ["7D", "8D", "7S", "9S", "KD", "AD"]  # and 9H: all but seat 1 lack hearts
    assert own == [["7D", "8D"], ["9H"], ["10D"], ["7S"], ["9S"], ["KD", "AD"]]
    fitting = {(frozenset(deal[:2]), deal[2], deal[3], frozenset(deal[4:])) for deal in permutations(hidden)}
    found: Counter[object] = Counter()
    for seed in range(6 * len(fitting)):
        where = state.resample_hidden(2, seed).records[0]["where"]
        assert where[CARDS.index("9H")] == 1
        world = [[CARDS[card] for card in (where == seat).nonzero()[0]] for seat in (0, 3, 4, 5)]
        found[frozenset(world[0]), world[1][0], world[2][0], frozenset(world[3])] += 1
    assert set(found) <= fitting
    free = len(fitting) - 1
    assert sum((found[world] - 6) ** 2 / 6 for world in fitting) < free + 2.4 * (2 * free) ** 0.5  # p < 0.01
