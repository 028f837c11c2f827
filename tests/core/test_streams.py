"""The standard streams: closed ones, text for terminals, and results apart from whatever else is printed."""

import io
import subprocess
import sys

import pytest

from croupier.core.base.streams import is_terminal, output_apart, printable, read_line, results

PRINTS = """
import os, sys
from croupier.core.base.streams import output_apart, results
print("before")
with output_apart() as out:
    print("an agent")
    os.system("echo a program")
    print("a result", file=results(), flush=True)
print("after")
"""


def test_results_stand_alone_on_standard_output_while_others_print() -> None:
    ran = subprocess.run([sys.executable, "-c", PRINTS], capture_output=True, text=True, check=True)
    assert ran.stdout.splitlines() == ["before", "a result", "after"]
    assert sorted(ran.stderr.splitlines()) == ["a program", "an agent"]


def test_they_do_so_without_descriptors_as_well(capsys: pytest.CaptureFixture[str]) -> None:
    with output_apart() as out:
        print("an agent")  # noqa: T201
        print("a result", file=out)
        assert results() is out
    assert results() is sys.stdout
    assert capsys.readouterr() == ("a result\n", "an agent\n")


@pytest.mark.parametrize("missing", ["stdin", "stdout", "stderr"])
def test_a_stream_that_was_closed_before_the_start_is_no_terminal(
    missing: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(sys, missing, None)
    assert not is_terminal(getattr(sys, missing))
    with output_apart():
        print("nothing is lost but this")  # noqa: T201


@pytest.mark.parametrize("missing", ["stdin", "stdout"])
def test_without_the_streams_of_a_talk_the_input_has_ended(missing: str, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(sys, "stdin", io.StringIO("roll\n"))
    monkeypatch.setattr(sys, missing, None)
    with pytest.raises(EOFError):
        read_line()


def test_no_control_character_is_printable_and_all_other_text_is() -> None:
    assert printable("bo\x1b]0;x\x07t\r\n\t\x9b\u202e\ud83d") == "bo\ufffd]0;x\ufffdt\ufffd\n\t\ufffd\ufffd\ufffd"
    text = "♠ é – 漢字 😀 שלום\u200f\u200d"
    assert printable(text) == text
