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


def test_a_card_takes_its_face_from_its_value() -> None:
    for value in range(-1, 10):
        card = Card(value)
        assert (card.getValue(), card.getFace()) == (value, "*" if value == -1 else str(value))


@pytest.mark.parametrize("value", NOT_VALUES)
def test_what_is_no_value_is_an_assertion_error(value: Any) -> None:
    hand, cards_of_both_kinds = hand_of(1, 2), cards([-1, 5])
    for call in (Card, hand.index, *(card.assign for card in cards_of_both_kinds)):
        with pytest.raises(AssertionError):
            call(value)
    assert [card.getValue() for card in cards_of_both_kinds] == [-1, 5]


def test_a_joker_can_be_given_any_value_and_become_wild_again_and_no_other_card() -> None:
    joker, five = cards([-1, 5])
    for value in (*range(10), -1):
        joker.assign(value)
        assert (joker.getValue(), joker.getFace()) == (value, "*")
        assert "joker" in refused(lambda value=value: five.assign(value))  # type: ignore[misc]
        assert five.getValue() == 5


def test_a_card_as_text() -> None:
    assert (str(Card(5)), repr(Card(5))) == ("[5]", "[5].5")
    joker = Card(-1)
    assert (str(joker), repr(joker)) == ("[*]", "[*].-1")
    joker.assign(7)
    assert (str(joker), repr(joker)) == ("[*]", "[*].7")


def test_the_properties_are_private() -> None:
    for thing, names in ((Card(3), ["face", "value"]), (PlayStack(), ["cards"]), (Hand(), ["hand"])):
        assert not any(hasattr(thing, name) for name in names)


# Task 2: PlayStack


def test_peeking_shows_the_top_card_and_leaves_it_and_is_an_exception_where_there_is_none() -> None:
    message = "Error: No cards in the playing stack"
    assert refused(PlayStack().peekValue) == refused(PlayStack().peekFace) == message
    stack = stack_of(0, 1, -1)
    assert (stack.peekValue(), stack.peekFace()) == (2, "*")
    assert str(stack) == "|[0][1][*]|"


@pytest.mark.parametrize("height", range(10))
def test_a_stack_takes_only_the_next_value_which_a_joker_becomes(height: int) -> None:
    for value in range(10):
        stack, card = stack_of(*range(height)), Card(value)
        before = str(stack)
        if value == height:
            stack.playCard(card)
            assert str(stack) == (before[:-1] + f"[{value}]|" if value < 9 else "||")
        else:
            assert refused(lambda stack=stack, card=card: stack.playCard(card)) == "Error: Card rejected"  # type: ignore[misc]
            assert (str(stack), card.getValue()) == (before, value)
    if height < 9:
        stack, joker = stack_of(*range(height)), Card(-1)
        assert stack.playCard(joker) == []
        assert (joker.getValue(), stack.peekValue(), stack.peekFace()) == (height, height, "*")


@pytest.mark.parametrize("thing", [0, "[0]", None, [Card(0)], Card, Hand()])
def test_a_stack_takes_only_cards(thing: Any) -> None:
    stack = PlayStack()
    assert refused(lambda: stack.playCard(thing)) == "Error: Card rejected"
    assert str(stack) == "||"


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
    jokers, stack = cards([-1, -1]), PlayStack()
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


def test_pop_takes_the_rightmost_card_or_the_one_at_a_position() -> None:
    hand = hand_of(2, 8, 5)
    assert [hand.pop().getValue() for _ in range(3)] == [5, 8, 2]
    assert "No cards" in refused(hand.pop)
    hand = hand_of(2, 8, 5)
    wrong: list[Any] = [-1, 3, True, 1.0, "1", None]
    for place in wrong:
        with pytest.raises(AssertionError):
            hand.pop(place)
    assert [hand.pop(1).getValue(), hand.pop(0).getValue(), hand.pop(0).getValue()] == [8, 2, 5]
    with pytest.raises(AssertionError):
        hand.pop(0)


def test_index_finds_the_first_card_of_a_value_and_check0_the_first_zero() -> None:
    assert [hand_of(-1, 3, 3, 9).index(value) for value in (-1, 3, 9, 0)] == [0, 1, 3, -1]
    assert [hand_of(-1, 0, 0).check0(), hand_of(-1, 1).check0(), Hand().check0()] == [1, -1, -1]


def test_check0_goes_by_the_value_of_a_joker_too() -> None:
    joker, hand = Card(-1), Hand()
    hand.add([Card(4), joker])
    assert hand.check0() == -1
    joker.assign(0)
    assert hand.check0() == hand.index(0) == 1


def test_a_hand_holds_up_to_five_cards_and_adds_all_or_nothing() -> None:
    hand = hand_of(1, 2, 3)
    assert "more than" in refused(lambda: hand.add(cards([4, 5, 6])))
    odd: Any = [Card(1), 2]
    refused(lambda: hand.add(odd))
    assert str(hand) == "[[1][2][3]]"
    hand.add(cards([4, 5]))
    assert hand.size() == 5
    hand.add([])
    refused(lambda: hand.add([Card(6)]))
    assert str(hand) == "[[1][2][3][4][5]]"


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


# Task 5: ClassicGame; data/rules.txt has what single positions show

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


def test_sm_7_sm_13_cards_are_set_aside_as_they_lay_and_shuffled_from_there() -> None:
    seen: list[list[int]] = []

    def backwards(aside: list[Card]) -> list[Card]:
        seen.append([card.getValue() for card in aside])
        return aside[::-1]

    four = [*range(8), -1, 9] * 4
    game = at(
        [1, 9], shoe=[2, 2], aside=four, stacks=[[*range(4), -1, *range(5, 9)], [], [], []], shuffler=backwards
    )
    game.apply(4)
    assert seen == [[*four, *range(4), -1, *range(5, 10)]]
    assert game.position().shoe == (2, 2, *reversed(seen[0]))
    assert (game.position().aside, game.position().hands[0]) == ((), (1,))


def test_sm_15_the_limit_is_a_thousand_turns_unless_it_is_given() -> None:
    for turns, over in ((998, False), (999, True)):
        game = ClassicGame.fromPosition(ClassicPosition(hands=([8], [8]), goals=GOALS, turns=turns))
        game.apply(40)
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


@NO_KERNEL
def test_legal_actions_and_objections_never_disagree() -> None:
    rng = random.Random(12)
    for _ in range(3):
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
