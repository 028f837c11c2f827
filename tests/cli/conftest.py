"""The command line run inside the test's process."""

from collections.abc import Callable

import pytest
from typer.testing import Result

from tests.cli.recorded import invoke, refusal

Run = Callable[..., Result]


@pytest.fixture
def run() -> Run:
    """Run a command to the status that is expected; the result has exit_code, stdout and stderr."""

    def to_the_end(*words: str, text: str = "", ends: int = 0) -> Result:
        result = invoke(*words, text=text)
        assert result.exit_code == ends, result.output
        return result

    return to_the_end


@pytest.fixture
def refused() -> Callable[..., str]:
    """Run a command that must fail with one line on standard error; gives the line."""
    return refusal
