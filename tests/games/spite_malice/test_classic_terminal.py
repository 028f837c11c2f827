# ruff: noqa: S311 - the games are random, not secret
import io
import random
from collections.abc import Callable, Sequence
from pathlib import Path
from typing import Any

import pytest

from croupier.games.spite_malice.classic import ClassicGame
from croupier.games.spite_malice.classic.game import PACK, PASS, ClassicPosition
from croupier.games.spite_malice.classic.terminal import board, choose, play_terminal, result, typed

DATA = Path(__file__).parent / "data"
ACTION_A = "PlayerA, choose action: p (play) or x (discard/end turn)"
STACK = "Which Play Stack are you targeting (1..4)?"
PILE = "Which Discard Pile are you targeting (1..4)?"
EMPTY: list[list[int]] = [[], [], [], []]


def where(size: int) -> str:
    return f"Play from where: hi = hand at position i (1..{size}); g = goal; dj = discard pile j (1..4)?"


def sample() -> ClassicPosition:
    """The position of the assignment's sample turn; the cards it does not show are made up."""
    return ClassicPosition(
        hands=([-1, 2, 3, 7, 8], [3, 3, 5, 6, 9]),
        goals=([4, 5] * 4 + [7, 6], [1, 2] * 2 + [9]),
        discards=([[9], [7], [], []], [[9], [4], [], []]),
        stacks=([0, 1], [], [0, 1, 2, 3, 4], [0, 1]),
        shoe=[8, 7, 6],
        player=1,
    )


class Talk:
    """Somebody who types these answers, and all that is on the screen."""

    def __init__(self, *answers: str) -> None:
        self.answers = list(answers)
        self.screen: list[str] = []

    def ask(self) -> str:
        if not self.answers:
            raise EOFError
        self.screen.append(self.answers[0])
        return self.answers.pop(0)

    def tell(self, line: str) -> None:
        self.screen.append(line)

    def choose(self, game: ClassicGame) -> int:
        return choose(game, self.ask, self.tell)


def at(hand: Sequence[int], **table: Any) -> ClassicGame:
    return ClassicGame.fromPosition(ClassicPosition(**{"hands": (hand, [1]), "goals": ([1, 7], [1, 7]), **table}))


def test_the_sample_turn_of_the_assignment() -> None:
    # It shows A with five cards in B's turn, which cannot happen (SM-5); hence A draws nothing afterwards.
    talk = Talk("p", "h3", "3", "p", "h3", "3", "x", "1")
    game = ClassicGame.fromPosition(sample())
    with pytest.raises(EOFError):
        play_terminal(game, talk.ask, talk.tell)
    assert "\n".join(talk.screen) + "\n" == (DATA / "sample_turn.txt").read_text()
    assert game.player() == 0


def test_the_sample_turn_played_by_a_program_reads_the_same() -> None:
    choices = iter([2 * 4 + 2, 2 * 4 + 2, 40 + 2 * 4])
    talk = Talk()
    with pytest.raises(EOFError):
        play_terminal(
            ClassicGame.fromPosition(sample()), talk.ask, talk.tell, {"B": lambda _game, _made: next(choices)}
        )
    assert "\n".join(talk.screen) + "\n" == (DATA / "sample_turn.txt").read_text()


def test_the_board_has_an_empty_pile_and_one_card_left() -> None:
    lines = board(at([], goals=([7], [-1])).position())
    assert lines[0] == lines[-1] == "-" * 40
    assert lines[1:7] == [
        "PlayerA Hand []",
        *(f"PlayerA Discard {number}: []" for number in range(1, 5)),
        "PlayerA Goal [7] 1 cards left",
    ]
    assert lines[7:13] == ["", *(f"Play Stack {number} : ||" for number in range(1, 5)), ""]
    assert lines[-2] == "PlayerB Goal [*] 1 cards left"


def test_sm_4_the_board_shows_no_hidden_card() -> None:
    shown = board(at([1, 2], goals=([1, 7], [2, 7]), shoe=[3, 4, 5]).position())
    assert board(at([1, 2], goals=([5, 7], [6, 7]), shoe=[9, 9, 9]).position()) == shown


def test_case_and_spaces_around_an_answer_do_not_matter() -> None:
    game = at([1, 5], stacks=[[0], [], [], []])
    assert Talk(" P ", "\tH1 ", " 1").choose(game) == 0
    assert Talk("p", " G", "1").choose(at([1, 5], goals=([3, 0], [7]))) == 20
    assert Talk("X ", "2").choose(game) == 40 + 4 + 1


@pytest.mark.parametrize("wrong", ["", "q", "play", "x0", "x3", "x 1", "1", "p h1 1"])
def test_a_wrong_action_is_named_and_asked_again(wrong: str) -> None:
    talk = Talk(wrong, "x", "1")
    assert talk.choose(at([4, 5])) == 44
    says = f"'{wrong}' is not an answer here; possible are p, x, x1, x2"
    assert talk.screen == [ACTION_A, wrong, says, ACTION_A, "x", PILE, "1"]


@pytest.mark.parametrize("wrong", ["", "h0", "h3", "h", "d0", "d5", "g1", "3", "h1 1"])
def test_a_wrong_source_is_named_and_asked_again(wrong: str) -> None:
    talk = Talk("p", wrong, "h1", "1")
    assert talk.choose(at([1, 5], stacks=[[0], [], [], []])) == 0
    says = f"'{wrong}' is not an answer here; possible are h1, h2, g, d1, d2, d3, d4"
    assert talk.screen == [ACTION_A, "p", where(2), wrong, says, where(2), "h1", STACK, "1"]


@pytest.mark.parametrize("wrong", ["", "0", "5", "-1", "one", "1.", "p"])
def test_a_wrong_pile_is_named_and_asked_again(wrong: str) -> None:
    game, says = (
        at([1, 5], stacks=[[0], [], [], []]),
        f"'{wrong}' is not an answer here; possible are 1, 2, 3, 4",
    )
    talk = Talk("p", "h1", wrong, "1")
    assert talk.choose(game) == 0
    assert talk.screen[-4:] == [wrong, says, STACK, "1"]
    talk = Talk("x", wrong, "4")
    assert talk.choose(game) == 40 + 4 + 3
    assert talk.screen[-4:] == [wrong, says, PILE, "4"]


@pytest.mark.parametrize(
    ("answers", "reason"),
    [
        (["p", "h2", "1"], "SM-6: Play Stack 1 takes [1], not [5]"),
        (["p", "d2"], "SM-6: there is no card at d2"),
    ],
)
def test_a_play_that_does_not_fit_is_explained_and_starts_again(answers: list[str], reason: str) -> None:
    game = at([1, 5], stacks=[[0], [], [], []])
    before = game.position()
    talk = Talk(*answers, "p", "h1", "1")
    assert talk.choose(game) == 0
    assert talk.screen[talk.screen.index(reason) + 1] == ACTION_A
    assert game.position() == before


def test_a_source_that_every_stack_refuses_is_refused_before_a_stack_is_asked_for() -> None:
    game = at([1, 5], stacks=[[0], [], [], []])
    talk = Talk("p", "d2", "p", "h1", "1")
    assert talk.choose(game) == 0
    assert talk.screen[2:6] == [where(2), "d2", "SM-6: there is no card at d2", ACTION_A]
    talk = Talk("p", "h1", "p", "h2", "2")  # SM-11: no stack takes a joker while a 0 can be played
    zero = at([-1, 0], stacks=[[0], [], [], []])
    assert talk.choose(zero) == 5
    assert talk.screen[3:6] == ["h1", zero.objection(0), ACTION_A]
    assert talk.screen.count(STACK) == 1


def test_sm_11_the_terminal_insists_on_the_zero() -> None:
    game = at([0, 4], stacks=[[0], [], [], []])
    talk = Talk("x", "x1", "p", "h1", "2")
    assert talk.choose(game) == 1
    must, never = (game.objection(action) for action in (44, 40))
    assert must.startswith("SM-11")
    assert never == "SM-11: a 0 is never discarded"
    assert talk.screen[:7] == [ACTION_A, "x", must, ACTION_A, "x1", never, ACTION_A]


@pytest.mark.parametrize(
    ("hand", "answer", "position"),
    [
        ([3, 3, 9], "x", 2),
        ([0, 3, 3], "x", 2),
        ([-1, 2], "x", 1),
        ([-1, 0], "x", 0),
        ([3, 4, 9], "x1", 0),
        ([-1, 4, 9], "X2", 1),
    ],
)
def test_sm_10_x_discards_the_highest_and_x3_the_third(hand: list[int], answer: str, position: int) -> None:
    full = [[0], [0], [0, 1, 2, 3], [0]]
    assert Talk(answer, "4").choose(at(hand, stacks=full)) == 40 + position * 4 + 3


@pytest.mark.parametrize("hand", [[], [0, 0]])
def test_sm_12_x_passes_without_asking_for_a_pile(hand: list[int]) -> None:
    talk = Talk("x")
    assert talk.choose(at(hand, stacks=[[0], [0], [0], [0]])) == PASS
    assert talk.screen == [ACTION_A, "x"]


def test_sm_12_x_cannot_pass_while_a_play_is_left() -> None:
    discards = ([[1], [], [], []], EMPTY)
    talk = Talk("x", "p", "d1", "1")
    assert talk.choose(at([0], stacks=[[0], [0], [0], [0]], discards=discards)) == 24
    assert talk.screen[2].startswith("SM-12")


def test_the_question_counts_the_present_hand() -> None:
    talk = Talk("p", "d1", "1")
    talk.choose(at([], stacks=[[0], [], [], []], discards=([[1], [], [], []], EMPTY)))
    assert where(0) in talk.screen


@pytest.mark.parametrize("answers", [[], ["p"], ["p", "h1"], ["x"]])
def test_a_closed_input_goes_through_and_changes_nothing(answers: list[str]) -> None:
    game = at([1, 5], stacks=[[0], [], [], []])
    before = game.position()
    with pytest.raises(EOFError):
        play_terminal(game, Talk(*answers).ask, Talk().tell)
    assert game.position() == before


def test_a_win_shows_the_last_board_and_who_won() -> None:
    talk = Talk("p", "g", "1")
    play_terminal(at([5], goals=([1], [7]), stacks=[[0], [], [], []]), talk.ask, talk.tell)
    assert "PlayerA Goal [] 0 cards left" in talk.screen
    assert talk.screen[-2:] == ["-" * 40, "PlayerA wins"]


def test_a_game_without_a_winner_says_why() -> None:
    talk = Talk("x", "x")
    play_terminal(at([0], hands=([0], [0]), stacks=[[0], [0], [0], [0]]), talk.ask, talk.tell)
    assert talk.screen[-1] == "Nobody wins: two turns in a row changed nothing"
    short = ClassicGame.fromPosition(ClassicPosition(hands=([5], [5]), goals=([7], [7])), maxTurns=1)
    short.apply(40)
    assert result(short) == "Nobody wins: 1 turns are the limit"


def at_random(rng: random.Random) -> Callable[[ClassicGame, int], int]:
    return lambda game, _made: rng.choice(game.legalActions())


def test_two_programs_play_a_whole_game_as_if_typed() -> None:
    talk = Talk()
    rng = random.Random(21)
    game = ClassicGame(rng)
    play_terminal(game, talk.ask, talk.tell, {"A": at_random(rng), "B": at_random(rng)})
    assert game.isOver()
    assert talk.screen[-1] == result(game)
    assert not [line for line in talk.screen if "not an answer" in line or line.startswith("SM-")]


def test_what_is_typed_for_an_action_chooses_it() -> None:
    rng = random.Random(22)
    game = ClassicGame(rng, order=sorted(PACK, key=lambda _: rng.random()), maxTurns=60)
    while not game.isOver():
        for action in game.legalActions():
            assert Talk(*typed(game, action)).choose(game) == action
        game.apply(rng.choice(game.legalActions()))


def test_a_program_must_choose_a_legal_action() -> None:
    game = at([4, 5])
    before = game.position()
    with pytest.raises(ValueError, match=r"PlayerA cannot choose action 0: SM-6"):
        play_terminal(game, Talk().ask, Talk().tell, {"A": lambda _game, _made: 0})
    assert game.position() == before


def test_a_program_plays_for_a_or_b() -> None:
    with pytest.raises(ValueError, match="'C'"):
        play_terminal(at([4]), Talk().ask, Talk().tell, {"C": lambda _game, _made: 0})


def test_the_streams_are_the_terminal_unless_given(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setattr("sys.stdin", io.StringIO("p\ng\n4\n"))
    play_terminal(at([5], goals=([-1], [7])))
    shown = capsys.readouterr().out.splitlines()
    assert [shown[0], shown[-1]] == ["-" * 40, "PlayerA wins"]
