"""The score sheet as a model; what people type and see is tested with the command."""

from pathlib import Path

import pytest

from croupier.core.errors import FileError
from croupier.games.skull_king.score_sheet.file import save
from croupier.games.skull_king.score_sheet.rounds import usual_cards
from croupier.games.skull_king.score_sheet.sheet import Sheet


def test_sk_2_the_usual_cards_of_a_round() -> None:
    assert [usual_cards(number, 4) for number in range(10)] == list(range(1, 11))
    assert [usual_cards(number, 8) for number in range(6, 10)] == [7, 8, 8, 8]
    assert usual_cards(9, 2) == 10


def test_a_folder_that_is_not_there(tmp_path: Path) -> None:
    with pytest.raises(FileError, match="cannot be written: No such file"):
        save(Sheet(("Ann", "Bob")), tmp_path / "none" / "sheet.json")
