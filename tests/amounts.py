"""Counts that are small every day and larger in a thorough run: the same code, more of it."""

from collections.abc import Iterable
from typing import Any

import pytest


def larger(name: str, daily: object, thorough: object) -> pytest.MarkDecorator:
    """Run a test with one value every day, and by ``pytest -m thorough`` with another.

    Args:
        name: the argument of the test.
        daily: its value every day.
        thorough: its value in a thorough run.
    """
    return pytest.mark.parametrize(
        name,
        [pytest.param(daily, id="daily"), pytest.param(thorough, id="thorough", marks=pytest.mark.thorough)],
    )


def daily(values: Iterable[Any], few: int = 1) -> list[Any]:
    """Parameters of a test: the first few run every day, the others in a thorough run.

    Args:
        values: the parameters; a tuple has those of one case.
        few: how many are tried every day.
    """
    return [
        pytest.param(
            *(each if isinstance(each, tuple) else (each,)), marks=() if at < few else pytest.mark.thorough
        )
        for at, each in enumerate(values)
    ]
