"""What each game refuses and tells, to the letter."""

import pytest

from tests import cases
from tests.games.recorded import answered, path, recorded


@pytest.mark.parametrize(("game", "file"), recorded(cases.NAMES))
def test_these_are_the_words_of_a_game(game: str, file: str) -> None:
    found = answered(game, file)
    assert found == path(game, file).read_text()
    assert "\n    accepted" not in found
