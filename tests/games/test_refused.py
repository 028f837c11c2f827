"""What each game refuses, and all that it says then."""

import pytest

from tests import cases
from tests.games.refused import answered, path


@pytest.mark.parametrize("game", cases.NAMES)
def test_what_cannot_be_is_refused_in_these_words(game: str) -> None:
    found = answered(game)
    assert found == path(game).read_text()
    assert "\n    accepted" not in found
