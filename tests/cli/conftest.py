"""The command line run inside the test's process."""

import sys
from collections.abc import Callable

import pytest
from typer.testing import CliRunner, Result

from croupier.cli import app

Run = Callable[..., Result]


@pytest.fixture
def run() -> Run:
    """Run a command; the result has exit_code, stdout and stderr."""

    def invoke(*words: str, text: str = "") -> Result:
        with pytest.MonkeyPatch.context() as patched:
            patched.setattr(sys, "argv", ["croupier", *words])
            result = CliRunner().invoke(app, list(words), input=text, prog_name="croupier")
        if result.exception is not None and not isinstance(result.exception, SystemExit):
            raise result.exception
        return result

    return invoke


@pytest.fixture
def refused(run: Run) -> Callable[..., str]:
    """Run a command that must fail with one line on standard error; gives the line."""

    def invoke(*words: str, text: str = "") -> str:
        result = run(*words, text=text)
        assert result.exit_code == 2
        lines = [line for line in result.stderr.splitlines() if not line.startswith("Compiling")]
        assert len(lines) == 1, result.stderr
        assert lines[0].startswith("croupier: ")
        assert "Traceback" not in result.output
        return lines[0]

    return invoke
