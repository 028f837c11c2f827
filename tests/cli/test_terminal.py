"""The command line as a process of its own: terminals, signals, pipes, folders, missing libraries."""

import json
import os
import re
import signal
import subprocess
import sys
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pexpect
import pytest

from croupier.core.engine.making import make
from croupier.table.game_file import load_game, save_game
from tests.amounts import daily
from tests.cli.conftest import Run

COMMAND = [sys.executable, "-c", "from croupier.cli import main; main()"]


def croupier(*words: str, **settings: Any) -> Any:
    """Run the command line to its end."""
    defaults: dict[str, Any] = {"capture_output": True, "text": True, "timeout": 120}
    if "input" not in settings:
        defaults["stdin"] = subprocess.DEVNULL
    return subprocess.run([*COMMAND, *words], check=False, **(defaults | settings))


def at_terminal(*words: str, env: dict[str, str] | None = None, before: str = "") -> Any:
    """Run it, after some code, at a terminal of its own, where Ctrl-C is heard even if these tests ignore it."""
    return pexpect.spawn(
        COMMAND[0], [COMMAND[1], before + COMMAND[2], *words], encoding="utf-8", timeout=60,
        dimensions=(40, 110), env=env,
        preexec_fn=lambda: signal.signal(signal.SIGINT, signal.SIG_DFL),
    )  # fmt: skip


def ended(child: Any) -> None:
    """Wait until it has ended, however busy the machine is: `close` waits tenths of a second, and then kills."""
    child.expect(pexpect.EOF)
    child.wait()
    child.close()


def test_a_game_at_a_terminal(tmp_path: Path) -> None:
    file = tmp_path / "game.json"
    child = at_terminal(
        "play", "pig", "--vs", "bot:hold-3", "--seed", "5", "-o", "winning_score=8", "--save", str(file)
    )
    child.expect_exact("You are Player 0.")
    while child.expect_exact(["> ", "The game is in "]) == 0:
        child.sendline("roll" if "turn total 0" in child.before else "hold")
    ended(child)
    assert child.exitstatus == 0
    assert load_game(file).state.is_terminal()


def test_ctrl_c_in_a_game_says_where_it_is_and_exits_130(tmp_path: Path) -> None:
    file = tmp_path / "game.json"
    child = at_terminal("play", "pig", "--seed", "5", "--save", str(file))
    child.expect_exact("> ")
    child.sendline("roll")
    child.expect_exact("Turn total is now")
    child.expect_exact("> ")
    child.sendintr()
    child.expect_exact("croupier: interrupted: the game was not finished; it is in")
    ended(child)
    assert child.exitstatus == 130
    assert "Traceback" not in child.before
    assert load_game(file).state.history == [0]


@pytest.mark.thorough
def test_a_closed_terminal_leaves_a_whole_file(tmp_path: Path) -> None:
    file = tmp_path / "game.json"
    child = at_terminal("play", "pig", "--seed", "5", "--save", str(file))
    child.expect_exact("> ")
    child.sendline("roll")
    child.expect_exact("Turn total is now")
    child.expect_exact("> ")
    child.ptyproc.fileobj.close()  # hangs up
    child.wait()
    assert load_game(file).state.history == [0]
    assert [path.name for path in tmp_path.iterdir()] == ["game.json"]


@pytest.mark.thorough
def test_end_of_file_at_a_terminal_exits_2() -> None:
    child = at_terminal("play", "pig", "--seed", "5")
    child.expect_exact("> ")
    child.sendeof()
    child.expect_exact("croupier: the input ended: the game was not finished; nothing was saved")
    ended(child)
    assert child.exitstatus == 2


def test_ctrl_c_in_a_tournament_shows_its_progress_first_and_exits_130() -> None:
    hurried = "import croupier.cli.common as common; common._PATIENCE_SECONDS = 0.1; "
    child = at_terminal("arena", "pig", "random", "random", "--deals", "5000000", before=hurried)
    child.expect_exact("Pig Dice: 5,000,000 deals")  # the bar
    child.sendintr()
    child.expect_exact("croupier: interrupted\r\n")
    ended(child)
    assert child.exitstatus == 130


@pytest.mark.parametrize(
    "words", daily([["play", "pig"], ["arena", "pig", "human", "random"]]), ids=["play", "arena"]
)
def test_without_standard_input_a_person_cannot_play(words: list[str]) -> None:
    result = croupier(*words, stdin=None, preexec_fn=lambda: os.close(0))
    assert result.returncode == 2
    assert result.stderr.splitlines()[-1].startswith("croupier: the input ended")
    assert "Traceback" not in result.stderr


def test_input_that_is_no_text_is_refused_in_one_line(tmp_path: Path) -> None:
    settings = {"text": False, "cwd": tmp_path, "env": os.environ | {"LC_ALL": "C"}}
    result = croupier("play", "pig", "--vs", "random", "--seed", "1", input=b"Zo\xeb\n", **settings)
    assert result.returncode == 2
    assert result.stderr.splitlines()[-1] == b"croupier: the input is no utf-8 text: byte 0xeb cannot be read"
    assert not list(tmp_path.iterdir())


@pytest.mark.thorough
def test_output_replaces_what_it_cannot_write_and_json_escapes_it(tmp_path: Path) -> None:
    file = tmp_path / "game.json"
    save_game(file, make("pig").new_initial_state(1), ("human", "Zoë"))
    narrow = {"env": os.environ | {"PYTHONIOENCODING": "ascii", "PYTHONUTF8": "0"}}
    shown = croupier("replay", str(file), **narrow)
    assert (shown.returncode, shown.stderr) == (0, "")
    assert "Zo?" in shown.stdout
    told = croupier("replay", str(file), "--json", **narrow)
    assert json.loads(told.stdout)["agents"][1] == "Zoë"


@pytest.mark.parametrize("words", daily([["games", "pig"], ["--help"], ["arena", "--help"]]))
def test_output_that_nobody_reads_ends_quietly(words: list[str]) -> None:
    reading, writing = os.pipe()
    os.close(reading)
    with os.fdopen(writing, "wb") as pipe:
        result = croupier(*words, capture_output=False, stdout=pipe, stderr=subprocess.PIPE)
    assert result.stderr == ""
    assert result.returncode == 128 + signal.SIGPIPE


@pytest.mark.parametrize("words", daily([["games"], ["--version"]]))
def test_a_full_disk_is_one_line(words: list[str]) -> None:
    with Path("/dev/full").open("wb") as full:
        result = croupier(*words, capture_output=False, stdout=full, stderr=subprocess.PIPE)
    assert result.returncode == 2
    assert result.stderr == "croupier: input or output: No space left on device\n"


@pytest.mark.thorough
@pytest.mark.compiled
def test_a_closed_standard_error_is_no_obstacle() -> None:
    ran = croupier(
        "arena", "pig", "random", "random", "--deals", "2", capture_output=False, stdout=subprocess.PIPE,
        preexec_fn=lambda: os.close(2),
    )  # fmt: skip
    assert ran.returncode == 0
    assert "random" in ran.stdout


NOISY = """
import os
print("imported")

class Noisy:
    name = "noisy"

    def __init__(self, game):
        print("made")
        os.system("echo a program")

    def act(self, turns):
        print("asked")
        return turns.masks.argmax(axis=1)
"""


@pytest.mark.thorough
def test_an_agent_that_prints_stands_in_no_json(tmp_path: Path) -> None:
    (tmp_path / "noisy.py").write_text(NOISY)
    words = ("record", "pig", "py:noisy:Noisy", "--games", "2", "--out", "games.jsonl", "--json")
    ran = croupier(*words, "-o", "winning_score=5", cwd=tmp_path)
    assert isinstance(json.loads(ran.stdout), dict), ran.stderr
    assert {"imported", "made", "asked", "a program"} <= set(ran.stderr.splitlines())


def test_control_characters_of_a_file_do_not_reach_the_terminal(
    run: Run, refused: Callable[..., str], tmp_path: Path
) -> None:
    game = tmp_path / "game.json"
    save_game(game, make("pig").new_initial_state(1), ("human", "bo\x1b]0;x\x07t"))
    assert "Player 1: bo\ufffd]0;x\ufffdt" in run("replay", str(game)).stdout
    assert "\x1b" not in refused("replay", f"{game}\x1b[2J")


@pytest.mark.thorough
@pytest.mark.compiled
def test_the_first_arena_says_that_it_compiles_and_the_second_does_not(tmp_path: Path) -> None:
    environment = os.environ | {"CROUPIER_CACHE_DIR": str(tmp_path)}
    words = ("arena", "pig", "random", "random", "--deals", "4")
    first, second = (croupier(*words, env=environment) for _ in range(2))
    assert first.stderr.count("Compiling") == 1
    assert "Compiling pig (once, about 4 s). To do it in advance: croupier compile pig\n" in first.stderr
    assert "Compiling" not in second.stderr
    assert first.stdout == second.stdout


def broken_compiler(folder: Path) -> dict[str, str]:
    """The environment of a process in which Numba compiles nothing."""
    (folder / "sitecustomize.py").write_text(
        "import numba.core.dispatcher as d\n"
        "def fail(*_): raise d.errors.TypingError('no such thing')\n"
        "d._FunctionCompiler.compile = fail\n"
    )
    return os.environ | {"PYTHONPATH": str(folder), "CROUPIER_CACHE_DIR": str(folder / "cache")}


@pytest.mark.thorough
@pytest.mark.compiled
def test_a_hint_that_cannot_be_compiled_is_told_and_the_game_goes_on(tmp_path: Path) -> None:
    words = ("play", "skull-king", "--players", "3", "--seed", "1", "--vs", "bot")
    child = at_terminal(*words, env=broken_compiler(tmp_path))
    child.timeout = 240  # on a busy machine
    child.expect_exact("> ")
    child.sendline("!")
    child.expect(r"The\s+search\s+was\s+not\s+compiled\s+ahead")
    child.expect(r"There is no hint:\s+croupier\.\S+\s+cannot\s+be\s+compiled:\s+no\s+such\s+thing")
    child.expect_exact("> ")
    child.sendeof()
    ended(child)


@pytest.mark.thorough
@pytest.mark.compiled
def test_an_agent_that_cannot_be_compiled_ends_the_game_in_one_line(tmp_path: Path) -> None:
    file = tmp_path / "game.json"
    ran = croupier(
        "play", "skull-king", "--players", "3", "--vs", "search", "--seat", "2", "--seed", "0",
        "--save", str(file), env=broken_compiler(tmp_path),
    )  # fmt: skip
    assert ran.returncode != 0
    last = ran.stderr.splitlines()[-1]
    assert "cannot be compiled: no such thing: the game was not finished; it is in" in last
    assert "Traceback" not in ran.stderr
    assert not load_game(file).state.is_terminal()


@pytest.mark.compiled
def test_a_first_game_compiles_nothing_that_it_would_wait_for(tmp_path: Path) -> None:
    environment = os.environ | {"CROUPIER_CACHE_DIR": str(tmp_path)}
    played = croupier("play", "pig", "--seed", "1", input="", env=environment)
    assert "Your move:" in played.stdout
    assert "ompil" not in played.stderr
    assert not list(tmp_path.rglob("*.nbi"))


@pytest.mark.thorough
@pytest.mark.compiled
def test_a_cache_that_cannot_be_written_is_one_line_and_no_obstacle(tmp_path: Path) -> None:
    (tmp_path / "file").touch()
    environment = os.environ | {"CROUPIER_CACHE_DIR": str(tmp_path / "file")}
    result = croupier("arena", "pig", "random", "random", "--deals", "4", env=environment)
    assert result.returncode == 0
    assert "random" in result.stdout
    lines = result.stderr.splitlines()
    assert lines[0].startswith("croupier: compiled code cannot be kept: Not a directory at ")
    assert len(lines) == 2
    assert lines[1].startswith("Compiling pig (about ")


def test_nothing_of_a_hand_is_left_in_the_terminal_when_the_next_person_comes() -> None:
    child = at_terminal("play", "skull-king", "--players", "3", "--seed", "1", env=os.environ | {"TERM": "xterm"})
    child.expect_exact("press Enter.")
    child.sendline("")
    child.expect_exact("> ")
    secret = re.search(r"Your hand: .*", child.before)
    child.sendline("0")
    child.expect_exact("press Enter.")
    erased, screen, history = "\x1b[2J", "\x1b[H", "\x1b[3J"
    assert child.before.partition(history)[2] == "Player 0 is to move. Hand over the keyboard, then "
    child.sendline("")
    child.expect_exact("> ")
    assert secret is not None
    assert secret[0] not in child.before
    assert child.before.count(history) == 1
    assert erased + screen + history in child.before
    assert "Your hand: " in child.before.partition(history)[2]
    child.sendeof()
    ended(child)


@pytest.mark.thorough
def test_a_backend_that_a_notebook_asks_for_is_no_obstacle(tmp_path: Path) -> None:
    words = ("arena", "pig", "random", "random", "--deals", "2", "--valued", "0", "--out", str(tmp_path))
    result = croupier(*words, env={**os.environ, "MPLBACKEND": "module://of_a_notebook"})
    assert result.returncode == 0, result.stderr
    assert (tmp_path / "report.html").exists()
