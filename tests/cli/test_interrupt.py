"""Ctrl-C while a command works."""

import ctypes
import signal
import threading
from collections.abc import Iterator

import pytest

from croupier.cli.common import heard, progress


@pytest.fixture(autouse=True)
def as_a_program() -> Iterator[None]:
    """Python's own handler, as at a program's start: what runs these tests may have put another one there."""
    before = signal.signal(signal.SIGINT, signal.default_int_handler)
    yield
    signal.signal(signal.SIGINT, before)


@pytest.mark.filterwarnings("ignore::pytest.PytestUnraisableExceptionWarning")  # the drop that is tested
def test_what_a_callback_from_c_drops_is_raised_at_the_next_progress() -> None:
    dropping = ctypes.CFUNCTYPE(None)(lambda: signal.raise_signal(signal.SIGINT))
    done = []

    def work() -> None:
        with progress("Working") as on_progress:
            on_progress(0.1)
            dropping()
            done.append("dropped")
            on_progress(0.2)
            done.append("went on")

    with pytest.raises(KeyboardInterrupt):
        work()
    assert done == ["dropped"]
    assert signal.getsignal(signal.SIGINT) is signal.default_int_handler


def test_any_other_ctrl_c_is_raised_at_once() -> None:
    def work() -> None:
        with heard():
            signal.raise_signal(signal.SIGINT)
            pytest.fail("it went on")

    with pytest.raises(KeyboardInterrupt):
        work()
    assert signal.getsignal(signal.SIGINT) is signal.default_int_handler


def test_a_handler_of_somebody_else_is_left_alone() -> None:
    came = []
    signal.signal(signal.SIGINT, lambda number, _: came.append(number))
    with heard() as check:
        signal.raise_signal(signal.SIGINT)
        check()
    assert came == [signal.SIGINT]


def test_other_threads_hear_nothing() -> None:
    raised = []

    def work() -> None:
        try:
            with heard() as check:
                check()
        except BaseException as error:  # noqa: BLE001  # a thread keeps what it raises to itself
            raised.append(error)

    thread = threading.Thread(target=work)
    thread.start()
    thread.join()
    assert raised == []


def test_work_whose_messages_go_into_a_file_says_once_a_minute_how_far_it_is(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    now = [0.0]
    monkeypatch.setattr("croupier.cli.common.time.monotonic", lambda: now[0])
    with progress("Working") as on_progress:
        for share in (0.1, 0.2, 0.3, 0.4):
            now[0] += 31.0
            on_progress(share)
    assert capsys.readouterr().err == "Working: 20% after 62 s\nWorking: 40% after 124 s\n"
