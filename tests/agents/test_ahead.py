"""The process that compiles ahead: it leaves compiled code, and nothing depends on it."""

import gc
import io
import os
import sys
from pathlib import Path

import pytest

import croupier
from croupier.agents import ahead
from croupier.agents.ahead import Ahead, is_done, order, usual_agents
from croupier.core.base.code_cache import SAVING
from croupier.core.base.errors import FileError
from tests.ahead import start

pytestmark = pytest.mark.compiled


def test_without_a_folder_that_can_be_written_there_is_none(tmp_path: Path) -> None:
    (tmp_path / "a-file").write_text("")
    assert start(tmp_path / "a-file" / "cache") == [False, True, True, False, True, True]


@pytest.fixture
def undone(monkeypatch: pytest.MonkeyPatch) -> None:
    """Nothing was compiled before."""
    monkeypatch.setattr(ahead, "is_done", lambda *_: False)


@pytest.mark.usefixtures("undone")
def test_it_is_stopped_at_the_end_and_leaves_no_zombie() -> None:
    with Ahead(croupier.make("pig"), ["bot"]) as running:
        process = running._process
        assert process is not None
        assert running.running
    assert process.returncode is not None
    running.wait()  # after the end it does nothing


@pytest.mark.usefixtures("undone")
def test_one_that_fails_or_cannot_start_is_not_missed(monkeypatch: pytest.MonkeyPatch) -> None:
    for program in ("/bin/false", "/no/such/program"):
        monkeypatch.setattr(sys, "executable", program)
        with Ahead(croupier.make("pig"), ["bot", "bot:hold-3"]) as running:
            assert not running.wait()


@pytest.mark.usefixtures("undone")
def test_it_ends_when_the_process_that_started_it_is_gone() -> None:
    running = Ahead(croupier.make("skull-king"), ["bot"])
    process = running._process
    assert process is not None
    assert process.stdin is not None
    process.stdin.close()  # as the system does for a process that was killed
    assert process.wait(60) == 1


def ended(monkeypatch: pytest.MonkeyPatch, line: str) -> int:
    """Be the other process, and how it ends."""

    class Ended(BaseException):
        pass

    def end(code: int) -> None:
        raise Ended(code)

    monkeypatch.setattr(os, "_exit", end)
    monkeypatch.setattr(os, "nice", lambda _: None)
    monkeypatch.setattr(ahead, "_end_with_parent", lambda: None)
    monkeypatch.setattr(sys, "stdin", io.TextIOWrapper(io.BytesIO(line.encode())))
    with pytest.raises(Ended) as raised:
        ahead.main()
    return int(raised.value.args[0])


def test_one_that_fails_says_why_in_one_line(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    def fail(*_: object) -> None:
        raise RuntimeError("the first line\nthe second")

    line = order(croupier.make("pig"), ["bot", "bot:hold-3"])
    monkeypatch.setattr(ahead, "compile_ahead", fail)
    assert ended(monkeypatch, line) == 1
    assert capsys.readouterr().err == "RuntimeError: the first line\n"
    monkeypatch.setattr(ahead, "compile_ahead", lambda *_: None)
    assert ended(monkeypatch, line) == 0


def test_what_could_not_be_kept_is_not_marked_and_nothing_more_is_compiled(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """As on a disk that becomes full, or in a folder that cannot be made."""
    stepped: list[bool] = []
    young, old, most = gc.get_threshold()

    def full(_: object) -> None:
        assert gc.get_threshold()[:2] == (young, old)
        if sys.version_info < (3, 14):  # which tells no third one
            assert gc.get_threshold()[2] > 100_000
        monkeypatch.setattr(SAVING, "failed", "No space left on device")

    monkeypatch.setattr(ahead, "kernel_folder", lambda: tmp_path)
    monkeypatch.setattr(SAVING, "failed", None)
    monkeypatch.setattr(ahead, "compile_everything", lambda: None)
    monkeypatch.setattr(ahead, "_play_a_little", full)
    monkeypatch.setattr(ahead, "_step_a_batch", lambda _: stepped.append(True))
    for _ in range(2):
        with pytest.raises(FileError, match="cannot be kept: No space left on device at"):
            ahead.compile_ahead(croupier.make("pig"), [])
    assert (stepped, list(tmp_path.iterdir())) == ([], [])
    assert gc.get_threshold() == (young, old, most)


def test_without_agents_that_need_compiled_code_nothing_is_started() -> None:
    assert not Ahead(croupier.make("pig"), []).running


def test_without_agents_the_game_itself_is_to_be_compiled(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(ahead, "kernel_folder", lambda: tmp_path)
    assert not is_done(croupier.make("pig"), [])


def test_what_hints_measure_is_compiled_too(monkeypatch: pytest.MonkeyPatch) -> None:
    asked: list[int] = []
    monkeypatch.setattr("croupier.games.tricks.outlook._integrate", lambda points, *_: asked.append(len(points)))
    ahead._explain_nothing(croupier.make("skull-king", players=4))
    assert asked == [1]


def test_a_mark_holds_no_option_on_which_no_kernel_depends() -> None:
    marks = [ahead._marks(croupier.make("skull-king", players=players), ["bot"]) for players in (4, 6)]
    assert marks[0]
    assert marks[0] == marks[1]
    assert marks[0] != ahead._marks(croupier.make("skull-king", players=4), ["bot:simple"])


def test_another_order_is_not_done_by_this_one() -> None:
    game = croupier.make("pig")
    assert not is_done(game, ["bot", "bot:hold-3"])
    assert usual_agents(game)[0] in game.spec.bots
