"""Measured strengths that ship with the games: the documentation says the same."""

from pathlib import Path

import pytest

from benchmarks.strength.measures import Evaluated, Exact, Matches
from benchmarks.strength.pages import between, marked
from benchmarks.strength.tables import TABLES
from croupier.agents.registry import make_agent
from croupier.core.base.errors import FileError
from croupier.core.engine.making import make
from croupier.core.spec.registry import entries, spec
from croupier.core.spec.strengths import Strength, read_strengths

ROOT = Path(__file__).parents[1]
MARKED = marked(ROOT)
FOUND = [(game, each) for game in entries() if (path := spec(game).strengths) for each in read_strengths(path)]
IDS = [f"{game} {each.agent} {each.marker}" for game, each in FOUND]


def test_every_built_in_game_has_measured_strengths() -> None:
    assert {game for game, _ in FOUND} == {"pig", "spite-malice", "skull-king"}


@pytest.mark.parametrize(("game", "each"), FOUND, ids=IDS)
def test_a_strength_stands_in_the_documentation(game: str, each: Strength) -> None:
    text = between(MARKED[each.marker].read_text(), each.marker).replace("95% confidence interval ", "")
    if each.row:
        (row,) = [line for line in text.splitlines() if line.startswith(each.row)]
        assert row.removeprefix(each.row).split("|")[0].strip() == each.wins
    else:
        assert text == each.wins
    assert make(game).spec.bots.keys() | {"net"} >= {each.agent}
    low, high = each.shares[1:] or each.shares * 2
    assert 0 < low <= each.shares[0] <= high < 1
    assert f"{100 * each.equal_share:g}%" == each.equal
    assert each.others == make(game).num_players - 1
    make_agent(each.opponent, make(game))


@pytest.mark.parametrize(("game", "each"), FOUND, ids=IDS)
def test_games_and_command_are_those_of_the_measurement(game: str, each: Strength) -> None:
    (table,) = [table for table in TABLES if table.name == each.marker]
    measure, seats = table.measure, make(game).num_players
    if isinstance(measure, Exact):
        assert each.games is None
    else:
        assert isinstance(measure, Matches | Evaluated)
        assert each.games == measure.deals * seats, "every deal is played in all rotations"
    assert each.equal == equal_share(each, seats)
    rebuilt = f"python -m benchmarks.strength --only {each.marker}"
    assert each.command == rebuilt or each.command in MARKED[each.marker].read_text()


def equal_share(each: Strength, seats: int) -> str:
    """What an equal player wins: its share, or what the documentation says of who begins."""
    if not each.order:
        return f"{100 // seats}%"
    first = between(MARKED["pig-hold-first"].read_text(), "pig-hold-first")
    return first if each.order == "first" else f"{100 - float(first.rstrip('%')):.2f}%"


def test_a_broken_file_is_refused(tmp_path: Path) -> None:
    path = tmp_path / "strengths.json"
    for text in ("no JSON", '[{"agent": "bot"}]', "3"):
        path.write_text(text)
        read_strengths.cache_clear()
        with pytest.raises(FileError, match="holds no measured strengths"):
            read_strengths(path)
