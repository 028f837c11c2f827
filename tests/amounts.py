"""Counts that are small every day and larger in a thorough run: the same code, more of it."""

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
