"""`croupier serve` in a network: the address, its QR code, and who can reach it."""

import io
import os
import re
import signal
import subprocess
import sys
import urllib.request
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

import pytest
import segno

from tests.server.processes import data

ADDRESS = re.compile(r"http://\S+")


@contextmanager
def said_by(*words: str) -> Iterator[list[str]]:
    """What a server prints at its start, the line that ends with a blank one included."""
    process = subprocess.Popen(
        [sys.executable, "-m", "croupier", "serve", "--port", "0", *words],
        stderr=subprocess.PIPE, text=True, env={**os.environ, "NUMBA_DISABLE_JIT": "1"},
    )  # fmt: skip
    assert process.stderr is not None
    lines: list[str] = []
    while not lines or (lines[-1].strip() and "Only this machine" not in lines[-1]):
        line = process.stderr.readline()
        assert line, lines
        lines.append(line)
    try:
        yield lines
    finally:
        process.send_signal(signal.SIGINT)
        process.communicate(timeout=60)


def status(address: str) -> int:
    with urllib.request.urlopen(f"{address}/api/status", timeout=60) as answer:  # noqa: S310  # our own server
        found: int = answer.status
        return found


@pytest.mark.thorough
def test_in_a_network_the_address_and_its_qr_code_are_printed_and_lead_here(tmp_path: Path) -> None:
    with said_by(*data(tmp_path), "--lan") as lines:
        found = ADDRESS.search(lines[0])
        assert found is not None, lines
        address = found[0]
        assert "127.0.0.1" not in address
        picture = io.StringIO()
        segno.make(address, error="l").terminal(picture, compact=True, border=2)
        assert "".join(lines[1:]).strip() == picture.getvalue().strip()
        assert status(address) == 200


@pytest.mark.thorough
def test_without_it_only_this_machine_is_reached_and_that_is_said(tmp_path: Path) -> None:
    with said_by(*data(tmp_path)) as lines:
        found = ADDRESS.search(lines[0])
        assert found is not None, lines
        assert "127.0.0.1" in found[0]
        assert lines[-1].strip() == "Only this machine can join; with --lan others in your network can."
        assert status(found[0]) == 200
        port = found[0].rpartition(":")[2]
        with pytest.raises(OSError, match="refused"):
            status(f"http://127.0.0.2:{port}")
