# ruff: noqa: S311 - the games are random, not secret
import random
import subprocess
import sys
from collections import Counter
from collections.abc import Callable, Iterable, Sequence
from dataclasses import replace
from typing import Any

import pytest

from croupier.games.spite_malice import classic
from croupier.games.spite_malice.classic import Card, ClassicGame, Hand, PlayStack, shuffle
from croupier.games.spite_malice.classic.game import PACK, PASS, ClassicPosition, deal
from tests.amounts import daily

NO_KERNEL = pytest.mark.compiled
"""Random play of classes that call no kernel: the same in both modes, so once is enough."""

NOT_VALUES: list[Any] = [-2, 10, True, False, 5.0, "5", "*", None]


def cards(values: Iterable[int]) -> list[Card]:
    return [Card(value) for value in values]


def hand_of(*values: int) -> Hand:
    hand = Hand()
    hand.add(cards(values))
    return hand


def stack_of(*values: int) -> PlayStack:
    stack = PlayStack()
    for value in values:
        stack.playCard(Card(value))
    return stack


def refused(call: Callable[[], object]) -> str:
    """The message of a plain Exception; an AssertionError or any other error would not do."""
    with pytest.raises(Exception) as caught:  # noqa: PT011 - the assignment asks for Exception itself
        call()
    assert caught.type is Exception
    return str(caught.value)


# Task 1: Card


@pytest.mark.parametrize("value", range(-1, 10))
def test_a_card_takes_its_face_from_its_value(value: int) -> None:
    card = Card(value)
    assert card.getValue() == value
    assert card.getFace() == ("*" if value == -1 else str(value))


@pytest.mark.parametrize("value", NOT_VALUES)
def test_a_card_of_an_invalid_value_is_an_assertion_error(value: Any) -> None:
    with pytest.raises(AssertionError):
        Card(value)


def test_a_joker_can_be_given_any_value_and_become_wild_again() -> None:
    card = Card(-1)
    for value in (*range(10), -1):
        card.assign(value)
        assert (card.getValue(), card.getFace()) == (value, "*")


@pytest.mark.parametrize("face", [-1, 5])
@pytest.mark.parametrize("value", NOT_VALUES)
def test_assigning_an_invalid_value_is_an_assertion_error_for_any_card(face: int, value: Any) -> None:
    card = Card(face)
    with pytest.raises(AssertionError):
        card.assign(value)
    assert card.getValue() == face


@pytest.mark.parametrize("value", [-1, 5, 6])
def test_assigning_to_a_card_that_is_no_joker_is_an_exception(value: int) -> None:
    card = Card(5)
    assert "joker" in refused(lambda: card.assign(value))
    assert card.getValue() == 5


def test_a_card_as_text() -> None:
    assert (str(Card(5)), repr(Card(5))) == ("[5]", "[5].5")
    joker = Card(-1)
    assert (str(joker), repr(joker)) == ("[*]", "[*].-1")
    joker.assign(7)
    assert (str(joker), repr(joker)) == ("[*]", "[*].7")


@pytest.mark.parametrize(
    ("thing", "names"), [(Card(3), ["face", "value"]), (PlayStack(), ["cards"]), (Hand(), ["hand"])]
)
def test_the_properties_are_private(thing: object, names: list[str]) -> None:
    assert not any(hasattr(thing, name) for name in names)


# Task 2: PlayStack


def test_peeking_at_an_empty_stack_is_an_exception() -> None:
    message = "Error: No cards in the playing stack"
    assert refused(PlayStack().peekValue) == message
    assert refused(PlayStack().peekFace) == message


def test_peeking_shows_the_top_card_and_leaves_it() -> None:
    stack = stack_of(0, 1, -1)
    assert (stack.peekValue(), stack.peekFace()) == (2, "*")
    assert str(stack) == "|[0][1][*]|"


@pytest.mark.parametrize("height", range(10))
@pytest.mark.parametrize("value", range(10))
def test_a_stack_takes_only_the_next_value(height: int, value: int) -> None:
    stack, card = stack_of(*range(height)), Card(value)
    before = str(stack)
    if value == height:
        stack.playCard(card)
        assert str(stack) == (before[:-1] + f"[{value}]|" if value < 9 else "||")
    else:
        assert refused(lambda: stack.playCard(card)) == "Error: Card rejected"
        assert (str(stack), card.getValue()) == (before, value)


@pytest.mark.parametrize("thing", [0, "[0]", None, [Card(0)], Card, Hand()])
def test_a_stack_takes_only_cards(thing: Any) -> None:
    stack = PlayStack()
    assert refused(lambda: stack.playCard(thing)) == "Error: Card rejected"
    assert str(stack) == "||"


@pytest.mark.parametrize("height", range(9))
def test_a_joker_takes_the_value_needed(height: int) -> None:
    stack, joker = stack_of(*range(height)), Card(-1)
    assert stack.playCard(joker) == []
    assert (joker.getValue(), stack.peekValue(), stack.peekFace()) == (height, height, "*")


def test_a_joker_that_has_a_value_already_is_held_to_it() -> None:
    stack, joker = stack_of(0, 1), Card(-1)
    joker.assign(5)
    assert refused(lambda: stack.playCard(joker)) == "Error: Card rejected"
    assert (joker.getValue(), str(stack)) == (5, "|[0][1]|")
    joker.assign(2)
    assert stack.playCard(joker) == []


def test_the_nine_empties_the_stack_and_returns_the_faces() -> None:
    stack = stack_of(0, -1, 2, 3, 4, 5, 6, 7)
    assert stack.playCard(Card(8)) == []
    assert stack.playCard(Card(9)) == ["0", "*", "2", "3", "4", "5", "6", "7", "8", "9"]
    assert (str(stack), stack.faces()) == ("||", [])
    assert stack.playCard(Card(0)) == []


def test_a_joker_as_the_nine_empties_the_stack_and_all_jokers_are_wild_again() -> None:
    jokers = cards([-1, -1])
    stack = PlayStack()
    for card in [jokers[0], *cards(range(1, 9))]:
        stack.playCard(card)
    assert stack.playCard(jokers[1]) == ["*", "1", "2", "3", "4", "5", "6", "7", "8", "*"]
    assert [joker.getValue() for joker in jokers] == [-1, -1]


def test_the_faces_of_a_stack_are_a_copy() -> None:
    stack = stack_of(0, 1)
    stack.faces().clear()
    assert str(stack) == "|[0][1]|"


# Task 3: Hand


def test_a_hand_sorts_in_place_with_jokers_first() -> None:
    hand = hand_of(9, 0, -1, 3, -1)
    hand.sort()
    assert str(hand) == "[[*][*][0][3][9]]"


def test_pop_takes_the_rightmost_card() -> None:
    hand = hand_of(2, 8, 5)
    assert [hand.pop().getValue() for _ in range(3)] == [5, 8, 2]
    assert "No cards" in refused(hand.pop)


def test_pop_takes_the_card_at_a_position() -> None:
    hand = hand_of(2, 8, 5)
    assert [hand.pop(1).getValue(), hand.pop(0).getValue(), hand.pop(0).getValue()] == [8, 2, 5]
    with pytest.raises(AssertionError):
        hand.pop(0)


@pytest.mark.parametrize("i", [-1, 3, True, 1.0, "1", None])
def test_pop_at_an_invalid_position_is_an_assertion_error(i: Any) -> None:
    hand = hand_of(2, 8, 5)
    with pytest.raises(AssertionError):
        hand.pop(i)
    assert hand.size() == 3


def test_index_finds_the_first_card_of_a_value() -> None:
    hand = hand_of(-1, 3, 3, 9)
    assert [hand.index(v) for v in (-1, 3, 9, 0)] == [0, 1, 3, -1]


@pytest.mark.parametrize("value", NOT_VALUES)
def test_index_of_an_invalid_value_is_an_assertion_error(value: Any) -> None:
    with pytest.raises(AssertionError):
        hand_of(1, 2).index(value)


def test_check0_finds_the_first_zero() -> None:
    assert [hand_of(-1, 0, 0).check0(), hand_of(-1, 1).check0(), Hand().check0()] == [1, -1, -1]


def test_check0_goes_by_the_value_of_a_joker_too() -> None:
    joker, hand = Card(-1), Hand()
    hand.add([Card(4), joker])
    assert hand.check0() == -1
    joker.assign(0)
    assert hand.check0() == hand.index(0) == 1


def test_a_hand_holds_up_to_five_and_adds_all_or_nothing() -> None:
    hand = hand_of(1, 2, 3)
    assert "more than" in refused(lambda: hand.add(cards([4, 5, 6])))
    assert str(hand) == "[[1][2][3]]"
    hand.add(cards([4, 5]))
    assert hand.size() == 5
    hand.add([])
    refused(lambda: hand.add([Card(6)]))
    assert str(hand) == "[[1][2][3][4][5]]"


def test_a_hand_adds_only_cards() -> None:
    hand, odd = Hand(), [Card(1), 2]
    refused(lambda: hand.add(odd))  # type: ignore[arg-type]
    assert hand.size() == 0


def test_a_hand_as_text() -> None:
    assert (str(hand_of(-1, 2, 3)), str(Hand())) == ("[[*][2][3]]", "[]")


# Task 4: shuffle


def test_shuffle_returns_the_same_objects_in_a_new_list() -> None:
    pack = cards(PACK)
    before = list(pack)
    shuffled = shuffle(pack)
    assert pack == before
    assert shuffled is not pack
    assert sorted(map(id, shuffled)) == sorted(map(id, pack))
    assert shuffle([]) == []


def test_shuffle_draws_an_index_pops_and_appends() -> None:
    class Scripted:
        def __init__(self) -> None:
            self.picks = iter([(2, 4), (0, 3), (1, 2), (0, 1)])

        def randrange(self, start: int, /) -> int:
            pick, expected = next(self.picks)
            assert start == expected
            return pick

    assert [card.getValue() for card in shuffle(cards([1, 2, 3, 4]), Scripted())] == [3, 1, 4, 2]


def test_shuffle_never_uses_a_shuffle_of_the_library(monkeypatch: pytest.MonkeyPatch) -> None:
    def forbidden(*_: object) -> None:
        raise NotImplementedError

    for name in ("shuffle", "sample", "choices"):
        monkeypatch.setattr(random, name, forbidden)
        monkeypatch.setattr(random.Random, name, forbidden)
    assert len(shuffle(cards(PACK))) == 120


def test_every_order_is_equally_likely() -> None:
    rng = random.Random(5)
    three = cards([1, 2, 3])
    counts = Counter(str(shuffle(three, rng)) for _ in range(6000))
    assert len(counts) == 6
    assert all(850 < count < 1150 for count in counts.values())


# Task 5: ClassicGame, rule by rule

GOALS = ([1, 7], [1, 7])  # out of the way: a 7 on top fits on nothing below height 7


def at(
    a: Sequence[int] = (),
    b: Sequence[int] = (),
    *,
    shuffler: Callable[[list[Card]], list[Card]] = list,
    maxTurns: int = 1000,  # noqa: N803 - named as in ClassicGame
    **table: Any,
) -> ClassicGame:
    """A game from a small position with these hands."""
    position = ClassicPosition(**{"hands": (a, b), "goals": GOALS, **table})
    return ClassicGame.fromPosition(position, shuffle=shuffler, maxTurns=maxTurns)


def height(*heights: int) -> list[range]:
    return [range(h) for h in heights]


def play(source: int, pile: int) -> int:
    return source * 4 + pile


def discard(i: int, pile: int) -> int:
    return 40 + i * 4 + pile


G, D1, D2, D3 = 5, 6, 7, 8


def assert_illegal(game: ClassicGame, action: int, reason: str) -> None:
    before = game.position()
    assert action not in game.legalActions()
    with pytest.raises(ValueError, match=reason):
        game.apply(action)
    assert game.position() == before


def test_sm_1_the_pack_is_120_cards() -> None:
    assert Counter(PACK) == {-1: 20, **dict.fromkeys(range(10), 10)}
    shuffled: list[Card] = []

    def checked(pack: list[Card]) -> list[Card]:
        shuffled.extend(pack)
        return pack

    ClassicGame(shuffle=checked)
    assert Counter(card.getValue() for card in shuffled) == Counter(PACK)
    with pytest.raises(ValueError, match="SM-1"):
        ClassicGame(order=PACK[:-1])
    with pytest.raises(ValueError, match="SM-1"):
        ClassicGame(order=[*PACK[:-1], 0])


def test_sm_2_one_card_at_a_time_from_a_hands_then_goals_then_the_shoe() -> None:
    order = list(PACK)
    random.Random(3).shuffle(order)
    table = ClassicGame(order=order).position()
    front = iter(order)
    hands: list[list[int]] = [[], []]
    goals: list[list[int]] = [[], []]
    for piles, each in ((hands, 5), (goals, 15)):
        for _ in range(each):
            for seat in (0, 1):
                piles[seat].append(next(front))
    assert table.hands == tuple(tuple(sorted(hand)) for hand in hands)
    assert table.goals == tuple(map(tuple, goals))
    assert table.shoe == tuple(front)
    assert len(table.shoe) == 80
    assert (table.stacks, table.discards) == (((),) * 4, (((),) * 4,) * 2)


@pytest.mark.parametrize(
    ("a", "b", "starts"), [(3, 4, 1), (4, 3, 0), (5, 5, 0), (9, -1, 1), (-1, 9, 0), (-1, -1, 0), (0, 1, 1)]
)
def test_sm_3_the_higher_goal_top_starts(a: int, b: int, starts: int) -> None:
    rest = list((Counter(PACK) - Counter([a, b])).elements())
    order = [*rest[:38], a, b, *rest[38:]]
    assert deal(order).player == ClassicGame(order=order).player() == starts


def test_sm_4_hidden_cards_change_nothing_a_player_may_do() -> None:
    game = at([1, 5, 7, 8], [2], stacks=height(1, 0, 5, 0), shoe=[3, 4, 6])
    table = game.position()
    hidden = replace(table, goals=([4, 7], [6, 7]), shoe=[1, 3, 1])
    assert ClassicGame.fromPosition(hidden).legalActions() == game.legalActions()
    with pytest.raises(AttributeError):
        table.player = 1  # type: ignore[misc]


def test_sm_5_a_turn_begins_with_a_draw_to_five() -> None:
    game = at([6, 8], [3], shoe=[9, 0, -1, 5, 4, 2])
    game.apply(discard(1, 0))
    table = game.position()
    assert (game.player(), table.hands[1], table.shoe) == (1, (-1, 0, 3, 5, 9), (4, 2))
    assert table.hands[0] == (6,)


def test_sm_6_a_play_takes_the_next_value_from_hand_goal_or_discard_top() -> None:
    discards = [[[2, 5], [1], [], []], [[3], [3], [3], [3]]]
    game = at([-1, 3, 8], goals=([2, 3], [7]), discards=discards, stacks=height(3, 0, 1, 5))
    plays = [action for action in game.legalActions() if action < 40]
    jokers = [play(0, pile) for pile in range(4)]
    assert plays == [*jokers, play(1, 0), play(G, 0), play(D1, 3), play(D2, 2)]
    assert_illegal(game, play(2, 0), r"SM-6.*Play Stack 1 takes \[3\], not \[8\]")
    assert_illegal(game, play(3, 0), "SM-6.*no card at h4")
    assert_illegal(game, play(D3, 0), "SM-6.*no card at d3")
    game.apply(play(D1, 3))
    assert game.position().discards[0][0] == (2,)
    game.apply(play(0, 1))
    assert game.position().stacks == ((0, 1, 2), (-1,), (0,), (0, 1, 2, 3, 4, 5))
    game.apply(play(G, 0))
    assert game.position().goals[0] == (2,)
    assert game.player() == 0


def test_sm_7_a_nine_sets_the_pile_aside_and_its_jokers_are_wild_again() -> None:
    game = at([1, 9], stacks=[[0, -1, 2, 3, -1, 5, 6, 7, 8], [], [], []], aside=[4])
    game.apply(play(1, 0))
    table = game.position()
    assert table.stacks[0] == ()
    assert table.aside == (4, 0, -1, 2, 3, -1, 5, 6, 7, 8, 9)


def test_sm_8_the_next_goal_card_is_playable_at_once_and_the_last_one_wins() -> None:
    game = at([4], goals=([2, 1], [7]), stacks=height(1, 0, 0, 0))
    game.apply(play(G, 0))
    assert game.position().goals[0] == (2,)
    assert (game.isOver(), game.winner(), game.utility(0)) == (False, None, 0)
    game.apply(play(G, 0))
    assert (game.isOver(), game.winner(), game.ending()) == (True, 0, "win")
    assert (game.utility(0), game.utility(1)) == (1, -1)
    assert game.legalActions() == []
    assert_illegal(game, discard(0, 0), "SM-8.*over")


def test_sm_8_player_b_can_win_too() -> None:
    game = at([4], [4], goals=([7], [-1]), player=1)
    game.apply(play(G, 2))
    assert (game.winner(), game.utility(0), game.utility(1)) == (1, -1, 1)


def test_sm_9_an_emptied_hand_draws_five_and_plays_on() -> None:
    game = at([1], shoe=[9, 2, -1, 0, 4, 5], stacks=height(1, 0, 0, 0))
    game.apply(play(0, 0))
    table = game.position()
    assert (game.player(), table.hands[0], table.shoe) == (0, (-1, 0, 2, 4, 9), (5,))
    assert table.turns == 0


def test_sm_9_a_hand_that_is_not_empty_draws_nothing() -> None:
    game = at([1, 6], shoe=[9, 2], stacks=height(1, 0, 0, 0))
    game.apply(play(0, 0))
    assert game.position().hands[0] == (6,)


def test_sm_9_an_empty_hand_draws_again_when_a_play_from_elsewhere_brings_cards() -> None:
    game = at([], discards=[[[9], [5], [], []], [[], [], [], []]], stacks=height(9, 0, 0, 0))
    game.apply(play(D1, 0))
    table = game.position()
    assert (table.hands[0], len(table.shoe), table.aside) == ((0, 1, 2, 3, 4), 5, ())


def test_sm_10_a_discard_of_any_card_but_0_ends_the_turn() -> None:
    game = at([-1, 0, 3, 3, 8], [2, 2, 2, 2, 2], stacks=height(1, 1, 2, 2))
    discards = [action for action in game.legalActions() if 40 <= action < 60]
    assert discards == [discard(i, pile) for i in (0, 2, 3, 4) for pile in range(4)]
    game.apply(discard(0, 3))
    table = game.position()
    assert (game.player(), table.turns) == (1, 1)
    assert (table.hands[0], table.discards[0][3]) == ((0, 3, 3, 8), (-1,))
    assert_illegal(at([1], [2]), discard(1, 0), "SM-10.*no card at h2")


def test_sm_10_a_later_discard_covers_an_earlier_one() -> None:
    game = at([8], discards=[[[5], [], [], []], [[], [], [], []]])
    game.apply(discard(0, 0))
    assert game.position().discards[0][0] == (5, 8)


def test_sm_11_zero_must_be_played() -> None:
    game = at([-1, 0, 0, 1], goals=([3, 0], [7]), stacks=height(1, 0, 3, 0))
    forced = [play(source, pile) for source in (1, 2, G) for pile in (1, 3)]
    assert game.legalActions() == forced
    for action in (play(0, 1), play(3, 0), discard(3, 0), discard(0, 0)):
        assert_illegal(game, action, "SM-11.*must be played")


def test_sm_11_zero_on_the_goal_must_be_played() -> None:
    game = at([1, 2], goals=([3, 0], [7]))
    assert game.legalActions() == [play(G, pile) for pile in range(4)]


def test_sm_11_zero_can_wait_while_no_pile_is_free() -> None:
    game = at([0, 1, 2], stacks=height(1, 1, 5, 5))
    assert game.legalActions() == [play(1, 0), play(1, 1), *(discard(i, p) for i in (1, 2) for p in range(4))]


def test_sm_11_zero_is_never_discarded() -> None:
    game = at([0, 6], stacks=height(1, 1, 5, 5))
    assert_illegal(game, discard(0, 2), "SM-11.*never discarded")


def test_sm_11_a_joker_is_not_the_card_0() -> None:
    game = at([-1, 6])
    assert game.legalActions() == [
        *(play(0, p) for p in range(4)),
        *(discard(i, p) for i in (0, 1) for p in range(4)),
    ]


def test_sm_12_passing_is_for_a_hand_of_zeros_with_no_play_left() -> None:
    game = at([0, 0], [1, 2, 3, 4, 5], stacks=height(1, 1, 5, 5))
    assert game.legalActions() == [PASS]
    game.apply(PASS)
    table = game.position()
    assert (game.player(), table.hands[0], table.turns) == (1, (0, 0), 1)
    assert table.discards[0] == ((),) * 4


def test_sm_12_passing_is_for_an_empty_hand_with_nothing_to_draw() -> None:
    game = at([1], discards=[[[5], [], [], []], [[], [], [], []]], stacks=height(1, 1, 4, 4))
    game.apply(play(0, 0))
    assert game.legalActions() == [PASS]


@pytest.mark.parametrize("hand", [[], [0], [0, 0]])
def test_sm_12_whoever_cannot_discard_must_play_what_can_be_played(hand: list[int]) -> None:
    game = at(hand, discards=[[[5], [], [], []], [[], [], [], []]], stacks=height(5, 1, 4, 4))
    assert game.legalActions() == [play(D1, 0)]
    assert_illegal(game, PASS, "SM-12")


def test_sm_12_other_plays_are_optional() -> None:
    game = at([5, 6], stacks=height(5, 1, 4, 4))
    assert game.legalActions() == [play(0, 0), *(discard(i, p) for i in (0, 1) for p in range(4))]
    assert_illegal(game, PASS, "SM-12")


def test_sm_13_the_fifth_completed_pile_is_shuffled_to_the_back_of_the_shoe_at_once() -> None:
    seen: list[list[int]] = []

    def backwards(aside: list[Card]) -> list[Card]:
        seen.append([card.getValue() for card in aside])
        return aside[::-1]

    four = [*range(8), -1, 9] * 4
    game = at([1, 9], shoe=[2, 2], aside=four, stacks=height(9, 0, 0, 0), shuffler=backwards)
    game.apply(play(1, 0))
    table = game.position()
    assert seen == [[*four, *range(10)]]
    assert table.shoe == (2, 2, *reversed(seen[0]))
    assert (table.aside, table.hands[0]) == ((), (1,))


def test_sm_13_four_completed_piles_wait() -> None:
    game = at([1, 9], shoe=[2, 2], aside=list(range(10)) * 3, stacks=height(9, 0, 0, 0))
    game.apply(play(1, 0))
    assert (len(game.position().aside), game.position().shoe) == (40, (2, 2))


def test_sm_13_an_empty_shoe_takes_the_cards_aside_when_a_draw_is_due() -> None:
    aside = list(range(10))
    game = at([8], [], shoe=[6, 6], aside=aside, shuffler=lambda pack: pack[::-1])
    game.apply(discard(0, 0))
    table = game.position()
    assert (table.hands[1], table.shoe, table.aside) == ((6, 6, 7, 8, 9), (6, 5, 4, 3, 2, 1, 0), ())


def test_sm_13_the_cards_aside_stay_while_the_shoe_suffices() -> None:
    game = at([8], [4], shoe=[6, 5, 2, 1], aside=list(range(10)))
    game.apply(discard(0, 0))
    table = game.position()
    assert (table.hands[1], table.shoe, len(table.aside)) == ((1, 2, 4, 5, 6), (), 10)


def test_sm_13_with_too_few_cards_the_hand_stays_short() -> None:
    game = at([8], [4], shoe=[6])
    game.apply(discard(0, 0))
    assert game.position().hands[1] == (4, 6)


def test_sm_14_a_won_game_is_not_recycled() -> None:
    game = at([], goals=([9], [7]), aside=list(range(10)) * 4, stacks=height(9, 0, 0, 0), shoe=[1])
    game.apply(play(G, 0))
    table = game.position()
    assert (game.winner(), len(table.aside), table.shoe, table.hands[0]) == (0, 50, (1,), ())


def test_sm_14_the_pile_is_recycled_before_the_hand_is_refilled_and_sorted() -> None:
    four = [*range(10)] * 4
    game = at([9], aside=four, stacks=height(9, 0, 0, 0), shuffler=lambda pack: pack[::-1])
    game.apply(play(0, 0))
    table = game.position()
    assert (table.hands[0], len(table.shoe), table.aside) == ((5, 6, 7, 8, 9), 45, ())


def test_sm_15_two_turns_without_a_draw_a_play_or_a_discard_are_a_draw() -> None:
    game = at([0], [0, 0], stacks=height(1, 1, 5, 5))
    game.apply(PASS)
    assert (game.isOver(), game.position().idle) == (False, 1)
    game.apply(PASS)
    assert (game.isOver(), game.ending(), game.winner()) == (True, "stalemate", None)
    assert (game.utility(0), game.utility(1), game.legalActions()) == (0, 0, [])
    assert_illegal(game, PASS, "SM-15.*over")


def test_sm_15_a_draw_or_a_play_keeps_the_game_alive() -> None:
    five_zeros = at([0] * 5, [0], stacks=[[-1], [-1], [-1], [-1]], shoe=[0])
    five_zeros.apply(PASS)
    five_zeros.apply(PASS)
    assert not five_zeros.isOver()  # B drew before passing
    discards = [[[5], [], [], []], [[], [], [], []]]
    played = at([0], [0], stacks=height(1, 1, 5, 4), discards=discards, idle=1)
    played.apply(play(D1, 2))
    played.apply(PASS)
    assert (played.isOver(), played.position().idle) == (False, 0)


def test_sm_15_max_turns_cuts_the_game_off() -> None:
    game = at([8], [8], maxTurns=2)
    game.apply(discard(0, 0))
    assert not game.isOver()
    game.apply(discard(0, 0))
    assert (game.isOver(), game.ending(), game.winner(), game.utility(0)) == (True, "truncated", None, 0)


def test_sm_15_the_limit_is_a_thousand_turns_unless_it_is_given() -> None:
    for turns, over in ((998, False), (999, True)):
        game = ClassicGame.fromPosition(ClassicPosition(hands=([8], [8]), goals=GOALS, turns=turns))
        game.apply(discard(0, 0))
        assert game.isOver() is over
    for wrong in (0, -1, True, 2.5):
        with pytest.raises(ValueError, match="SM-15"):
            ClassicGame(maxTurns=wrong)  # type: ignore[arg-type]


# ClassicGame: building one


@pytest.mark.parametrize(
    ("reason", "wrong"),
    [
        ("SM-1", {"hands": ([0] * 5, [0] * 5), "aside": [0]}),
        ("SM-1", {"shoe": [10]}),
        ("two hands", {"hands": ([1],)}),
        ("two hands", {"stacks": [[]]}),
        ("four discard piles", {"discards": [[[]], [[]]]}),
        ("SM-5", {"hands": ([1] * 6, [])}),
        ("SM-2", {"goals": ([], [7])}),
        ("SM-2", {"goals": ([-1] * 16, [7])}),
        ("SM-11", {"discards": [[[5, 0], [], [], []], [[], [], [], []]]}),
        ("SM-6", {"stacks": [[1], [], [], []]}),
        ("SM-6", {"stacks": [list(range(10)), [], [], []]}),
        ("SM-13", {"aside": list(range(10)) * 5}),
        ("SM-15", {"idle": 2}),
        ("SM-15", {"player": 2}),
    ],
)
def test_an_impossible_position_is_refused(reason: str, wrong: dict[str, Any]) -> None:
    with pytest.raises(ValueError, match=reason):
        at(**wrong) if "hands" in wrong else at([1], [2], **wrong)


def test_a_position_given_back_goes_on_as_the_same_game() -> None:
    rng, picks = random.Random(4), random.Random(5)
    game = ClassicGame(rng)
    while not game.isOver():
        again = ClassicGame.fromPosition(game.position(), shuffle=list)
        assert again.position() == game.position()
        assert again.legalActions() == game.legalActions()
        game.apply(picks.choice(game.legalActions()))


def test_a_given_hand_is_sorted_and_nothing_is_drawn() -> None:
    assert at([5, -1, 2], shoe=[9]).position().hands[0] == (-1, 2, 5)


def test_the_same_generator_gives_the_same_game() -> None:
    assert ClassicGame(random.Random(9)).position() == ClassicGame(random.Random(9)).position()
    assert ClassicGame(random.Random(9)).position() != ClassicGame(random.Random(8)).position()
    assert len(ClassicGame().position().shoe) == 80


def test_an_order_needs_no_shuffle() -> None:
    def forbidden(pack: list[Card]) -> list[Card]:
        raise NotImplementedError

    assert ClassicGame(order=PACK, shuffle=forbidden).position().shoe == PACK[40:]


def test_a_shuffle_must_return_what_it_was_given() -> None:
    with pytest.raises(ValueError, match="did not return"):
        ClassicGame(shuffle=lambda pack: pack[1:])
    with pytest.raises(ValueError, match="not both"):
        ClassicGame(random.Random(1), shuffle=list)


@pytest.mark.parametrize("action", [-1, 61, True, 4.0, "60", None])
def test_what_is_not_an_action_is_refused(action: Any) -> None:
    game = at([1, 2], [3], stacks=height(1, 1, 1, 1))
    with pytest.raises(ValueError, match="no action"):
        game.apply(action)


def test_game_can_be_imported_from_the_module_of_the_assignment() -> None:
    assert classic.ClassicGame is ClassicGame
    assert classic.__all__ == ["Card", "ClassicGame", "Hand", "PlayStack", "shuffle"]


def test_the_classes_of_the_assignment_need_neither_numpy_nor_numba() -> None:
    names = "from croupier.games.spite_malice.classic import game, terminal"
    code = f"import sys; {names}; assert not {{'numpy', 'numba'}} & set(sys.modules), 'loaded'"
    subprocess.run([sys.executable, "-c", code], check=True)


# ClassicGame: random games


ALL_CARDS = sorted(PACK)


def check(table: ClassicPosition, ending: str) -> None:
    """The invariants of the rules page that one position can show."""
    discards = [pile for piles in table.discards for pile in piles]
    piles = [*table.hands, *table.goals, *table.stacks, *discards, table.shoe, table.aside]
    assert sorted(value for pile in piles for value in pile) == ALL_CARDS
    for hand in table.hands:
        assert len(hand) <= 5
        assert list(hand) == sorted(hand)
    assert not any(0 in pile for pile in discards)
    for stack in table.stacks:
        assert len(stack) <= 9
        assert not [value for k, value in enumerate(stack) if value not in (k, -1)]
    assert len(table.aside) < 50 or ending == "win"  # SM-14: the win comes before recycling
    assert len(table.aside) % 10 == 0


def check_step(before: ClassicPosition, after: ClassicPosition, ending: str) -> None:
    """The invariants that take two positions."""
    assert all(len(new) <= len(old) for new, old in zip(after.goals, before.goals, strict=True))
    if after.turns > before.turns and not ending:
        assert after.player != before.player
        assert len(after.hands[after.player]) == 5 or not (after.shoe or after.aside)


@NO_KERNEL
@pytest.mark.parametrize("eager", daily([0.6, 0.0, 0.95]))
def test_the_invariants_hold_after_every_action(eager: float) -> None:
    rng = random.Random(11)
    for _ in range(80):
        game = ClassicGame(rng, maxTurns=40)
        before = game.position()
        check(before, game.ending())
        while not game.isOver():
            legal = game.legalActions()
            plays = [action for action in legal if action < 40]
            game.apply(rng.choice(plays if plays and rng.random() < eager else legal))
            after = game.position()
            check(after, game.ending())
            check_step(before, after, game.ending())
            before = after


@NO_KERNEL
def test_legal_actions_and_objections_never_disagree() -> None:
    rng = random.Random(12)
    for _ in range(6):
        game = ClassicGame(rng, maxTurns=40)
        while not game.isOver():
            legal = game.legalActions()
            assert legal == sorted(set(legal))
            assert legal
            for action in range(61):
                assert (game.objection(action) == "") == (action in legal)
                assert action in legal or game.objection(action).startswith("SM-")
            assert (PASS in legal) == (legal == [PASS])
            game.apply(rng.choice(legal))


@NO_KERNEL
def test_random_games_reach_every_ending_and_recycle() -> None:
    endings: Counter[str] = Counter()
    recycled = 0

    def counted(pack: list[Card]) -> list[Card]:
        nonlocal recycled
        recycled += len(pack) < 120
        return shuffle(pack, rng)

    rng = random.Random(13)
    for _ in range(60):
        game = ClassicGame(shuffle=counted, maxTurns=rng.choice([20, 1000]))
        while not game.isOver():
            game.apply(rng.choice(game.legalActions()))
        endings[game.ending()] += 1
    assert set(endings) == {"win", "stalemate", "truncated"}
    assert recycled > 20
