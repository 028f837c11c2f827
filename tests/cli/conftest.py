"""The command line run inside the test's process, and games of another package for it."""

import sys
from collections.abc import Callable, Iterator
from importlib.metadata import EntryPoint
from types import ModuleType

import pytest
from typer.testing import CliRunner, Result

from croupier.cli import app
from croupier.core import registry
from tests.toy import SPEC as TOY

Run = Callable[..., Result]


@pytest.fixture
def run() -> Run:
    """Run a command; the result has exit_code, stdout and stderr."""

    def invoke(*words: str, text: str = "") -> Result:
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


@pytest.fixture
def toy(monkeypatch: pytest.MonkeyPatch) -> Iterator[None]:
    """Register the toy game as one of another package."""
    module = ModuleType("cards_of_others")
    module.SPEC = TOY  # type: ignore[attr-defined]
    monkeypatch.setitem(sys.modules, "cards_of_others", module)
    points = [EntryPoint("toy", "cards_of_others:SPEC", "croupier.games")]
    monkeypatch.setattr(registry, "entry_points", lambda group: points if group == "croupier.games" else [])
    registry.entries.cache_clear()
    registry.spec.cache_clear()
    yield
    registry.entries.cache_clear()
    registry.spec.cache_clear()
