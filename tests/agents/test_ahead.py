"""The process that compiles ahead: it leaves compiled code, and nothing depends on it."""

import sys
from pathlib import Path

import pytest

import croupier
from croupier.agents import ahead
from croupier.agents.ahead import Ahead, is_done, usual_agents
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
        with Ahead(croupier.make("pig"), ["bot"]) as running:
            running.wait()


@pytest.mark.usefixtures("undone")
def test_it_ends_when_the_process_that_started_it_is_gone() -> None:
    running = Ahead(croupier.make("skull-king"), ["bot"])
    process = running._process
    assert process is not None
    assert process.stdin is not None
    process.stdin.close()  # as the system does for a process that was killed
    assert process.wait(60) == 1


def test_without_agents_that_need_compiled_code_nothing_is_started() -> None:
    assert not Ahead(croupier.make("pig"), []).running


def test_without_agents_the_game_itself_is_to_be_compiled(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(ahead, "kernel_folder", lambda: tmp_path)
    assert not is_done(croupier.make("pig"), [])


def test_another_order_is_not_done_by_this_one() -> None:
    game = croupier.make("pig")
    assert not is_done(game, ["bot", "bot:hold-3"])
    assert usual_agents(game)[0] in game.spec.bots
