"""croupier play spite-malice --classic: what the assignment shows at a terminal, to the letter."""

import random
from collections.abc import Callable, Iterator, Mapping
from pathlib import Path

import numpy as np
import pytest

from croupier.agents.agent import Turns
from croupier.games.spite_malice.classic import ClassicGame
from croupier.games.spite_malice.classic.terminal import play_terminal, typed
from tests.cli.conftest import Run
from tests.cli.test_terminal import at_terminal, ended

SAMPLE = (
    "spite-malice turn=1 hands=*2378/33569 goals=4545454576/12129 discards=9,7,-,-/9,4,-,- piles=01,-,01234,01 "
    "shoe=876 turns=12"
)
TRANSCRIPT = Path(__file__).parent.parent / "games" / "spite_malice" / "data" / "sample_turn.txt"
ACTION_A = "PlayerA, choose action: p (play) or x (discard/end turn)"
ACTION_B = ACTION_A.replace("PlayerA", "PlayerB")
Chooser = Callable[[ClassicGame, int], int]


def first_legal(game: ClassicGame, made: int) -> int:
    del made
    return game.legalActions()[0]


def last_legal(game: ClassicGame, made: int) -> int:
    del made
    return game.legalActions()[-1]


def screen_and_answers(
    game: ClassicGame, people: Mapping[int, Chooser], agents: Mapping[str, Chooser]
) -> tuple[str, str]:
    """What a terminal without echo shows of a game, and what the people type in it."""
    shown: list[str] = []
    given: list[str] = []

    def answers() -> Iterator[str]:
        while True:
            yield from typed(game, people[game.player()](game, 0))

    rest = answers()

    def ask() -> str:
        given.append(next(rest))
        return given[-1]

    play_terminal(game, ask, shown.append, agents)
    return "".join(f"{line}\n" for line in shown), "".join(f"{line}\n" for line in given)


def test_the_sample_turn_of_the_assignment_at_a_real_terminal() -> None:
    child = at_terminal("play", "spite-malice", "--classic", "--position", SAMPLE, "--seed", "1")
    child.expect_exact("Mini Spite and Malice, seed 1. PlayerA is human, PlayerB is human.\r\n")
    screen = ""
    for answer in ("p", "h3", "3", "p", "h3", "3", "x", "1"):
        child.expect([r"turn\)\r\n", r"\?\r\n"])
        screen += child.before + child.after
        child.sendline(answer)
    child.expect_exact(ACTION_A + "\r\n")
    screen += child.before + child.after
    child.sendeof()
    child.expect_exact("croupier: the input ended: the game was not finished; nothing was saved")
    ended(child)
    assert screen.replace("\r\n", "\n") == TRANSCRIPT.read_text()
    assert child.exitstatus == 2


def test_ctrl_c_leaves_in_one_line_with_130() -> None:
    child = at_terminal("play", "spite-malice", "--classic", "--seed", "5")
    child.expect(r"turn\)\r\n")
    child.sendintr()
    child.expect_exact("croupier: interrupted: the game was not finished; nothing was saved")
    ended(child)
    assert child.exitstatus == 130
    assert "Traceback" not in child.before


def test_two_people_play_a_whole_game_and_standard_output_is_the_board_alone(run: Run) -> None:
    game = ClassicGame(random.Random(8))  # noqa: S311
    screen, answers = screen_and_answers(game, {0: first_legal, 1: first_legal}, {})
    result = run("play", "spite-malice", "--classic", "--seed", "8", text=answers)
    assert game.ending() == "win"
    assert result.stdout == screen
    assert result.stdout.splitlines()[-1] in ("PlayerA wins", "PlayerB wins")
    assert result.stderr == "Mini Spite and Malice, seed 8. PlayerA is human, PlayerB is human.\n"


def test_the_limit_of_turns_is_the_games_option(run: Run) -> None:
    game = ClassicGame(random.Random(8), maxTurns=3)  # noqa: S311
    screen, answers = screen_and_answers(game, {0: last_legal, 1: last_legal}, {})
    result = run("play", "MiniSpiteAndMalice-v0", "--classic", "--seed", "8", "-o", "max_turns=3", text=answers)
    assert result.stdout == screen
    assert screen.endswith("Nobody wins: 3 turns are the limit\n")


@pytest.mark.parametrize("seat", [0, 1])
def test_an_agent_plays_as_if_it_typed(run: Run, seat: int) -> None:
    # Greedy draws nothing, so its choices follow from the board alone.
    from croupier import make
    from croupier.agents.registry import make_agent
    from croupier.games.spite_malice.notation import to_records

    engine = make("spite-malice", max_turns=12)
    greedy = make_agent("bot:greedy", engine)

    def choose(game: ClassicGame, made: int) -> int:
        del made
        return int(greedy.act(Turns(engine, to_records(game), np.zeros(1, dtype=np.uint64)))[0])

    game = ClassicGame(random.Random(2), maxTurns=12)  # noqa: S311
    screen, answers = screen_and_answers(game, {seat: first_legal}, {"AB"[1 - seat]: choose})
    words = ("play", "spite-malice", "--classic", "--vs", "bot:greedy", "--seed", "2", "-o", "max_turns=12")
    result = run(*words, *(("--seat", "1") if seat else ()), text=answers)
    assert result.stdout == screen
    assert f"Player{'AB'[seat]} is human" in result.stderr
    assert f"Player{'AB'[1 - seat]} is bot:greedy" in result.stderr


def test_agents_that_draw_lots_are_seeded(run: Run) -> None:
    start = SAMPLE.replace("turn=1", "turn=0")
    words = ("play", "spite-malice", "--classic", "--vs", "random", "--position", start)
    screens = [run(*words, "--seat", "1", "--seed", seed, ends=2).stdout for seed in ("1", "1", "2", "3", "4")]
    assert screens[0] == screens[1]
    assert len(set(screens)) > 1


def test_wrong_answers_are_explained_and_asked_again(run: Run) -> None:
    result = run("play", "spite-malice", "--classic", "--position", SAMPLE, text="q\np\nh1\n2\n", ends=2)
    lines = result.stdout.splitlines()
    assert lines[20:] == [
        ACTION_B,
        "'q' is not an answer here; possible are p, x, x1, x2, x3, x4, x5",
        ACTION_B,
        "Play from where: hi = hand at position i (1..5); g = goal; dj = discard pile j (1..4)?",
        "Which Play Stack are you targeting (1..4)?",
        "SM-6: Play Stack 2 takes [0], not [3]",
        ACTION_B,
    ]
    assert result.stderr.splitlines()[-1] == (
        "croupier: the input ended: the game was not finished; nothing was saved"
    )


def test_an_agent_that_breaks_a_rule_is_named_and_its_move_not_replaced(
    run: Run, monkeypatch: pytest.MonkeyPatch
) -> None:
    class Cheat:
        name = "cheat"

        def __init__(self, *about: object, **models: object) -> None:
            del about, models

        def act(self, turns: Turns) -> np.ndarray[tuple[int], np.dtype[np.int64]]:
            return np.full(len(turns), 60, dtype=np.int64)

    monkeypatch.setattr("croupier.agents.registry.make_agent", Cheat)
    result = run("play", "spite-malice", "--classic", "--vs", "cheat", "--position", SAMPLE, ends=2)
    line = result.stderr.splitlines()[-1]
    assert line.startswith("croupier: agent 'cheat' (Player 1) (deal of seed")
    assert "chose action 60, which is not legal in phase TURN" in line
    assert "SM-12: passing takes a hand with nothing to discard" in line
