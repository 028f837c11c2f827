"""Measured strengths that ship with the games: the documentation says the same."""

import json
from dataclasses import asdict
from pathlib import Path

import numpy as np
import pytest

from benchmarks.strength.pages import between, marked
from croupier.agents.registry import make_agent
from croupier.core.base.errors import FileError
from croupier.core.engine.making import make
from croupier.core.spec import registry
from croupier.core.spec.evaluation import Strength, read_strengths
from croupier.core.spec.registry import spec
from croupier.measure.reports.board import folder_of, read_entries
from tests import cases

ROOT = Path(__file__).parents[1]
MARKED = marked(ROOT)
FOUND = [
    (game, each)
    for game in registry.registered_games()
    if (path := spec(game).strengths)
    for each in read_strengths(path)
]


def name_of(found: tuple[str, Strength]) -> str:
    """What a test of a figure is called."""
    game, each = found
    return f"{game} {each.agent} {each.marker}"


def test_every_built_in_game_has_measured_strengths() -> None:
    assert {game for game, _ in FOUND} == {"pig", "spite-malice", "skull-king"}


MEASURED = [(game, each) for game, each in FOUND if each.marker in MARKED]
BOARDS = [(game, each) for game, each in FOUND if each.marker.startswith("board ")]


def test_every_figure_is_of_the_documentation_or_of_a_board() -> None:
    assert len(MEASURED) + len(BOARDS) == len(FOUND)


@pytest.mark.parametrize(("game", "each"), MEASURED, ids=map(name_of, MEASURED))
def test_a_strength_stands_in_the_documentation(game: str, each: Strength) -> None:
    text = between(MARKED[each.marker].read_text(), each.marker).replace("95% confidence interval ", "")
    if each.row:
        (row,) = [line for line in text.splitlines() if line.startswith(each.row)]
        assert row.removeprefix(each.row).split("|")[0].strip() == each.wins
    elif (game, each.agent) == ("pig", "bot"):  # what perfect play does not win, of both seats
        second = between(MARKED["pig-optimal-hold-second"].read_text(), "pig-optimal-hold-second")
        assert each.wins == f"{100 - (share_of(text) + share_of(second)) / 2:.1f}%"
    elif each.agent == "bot:greedy":  # what the bot does not win against it
        assert each.wins == f"{100 - share_of(text):.1f}%"
    else:
        assert text == each.wins
    assert make(game).spec.bots.keys() | {"net", "search"} >= {each.agent.partition(":")[0]}
    low, high = each.shares[1:] or each.shares * 2
    assert 0 <= low <= each.shares[0] <= high < 1
    assert f"{100 * each.equal_share:g}%" == each.equal
    assert each.others == make(game).num_players - 1
    make_agent(each.opponent, make(game))


@pytest.mark.parametrize(("game", "each"), BOARDS, ids=map(name_of, BOARDS))
def test_a_strength_stands_on_a_board_that_ships(game: str, each: Strength) -> None:
    name = each.marker.removeprefix("board ")
    board, entries = read_entries(folder_of(name))
    (entry,) = [found for found in entries if found.agent == each.agent]
    assert each.wins == f"{100 * np.mean(entry.wins):.1f}%"
    seats = make(game).num_players
    assert (board.game, each.games, each.equal) == (game, board.deals * seats, f"{100 // seats}%")
    assert each.command == f"croupier benchmark show {name}"


def equal_share(each: Strength, seats: int) -> str:
    """What an equal player wins: its share, or what the documentation says of who begins."""
    if not each.order:
        return f"{100 // seats}%"
    first = between(MARKED["pig-hold-first"].read_text(), "pig-hold-first")
    return first if each.order == "first" else f"{100 - share_of(first):.2f}%"


def share_of(text: str) -> float:
    """A share as it is written, in percent."""
    return float(text.partition("%")[0])


def against_the_bot(game: str, agent: str) -> tuple[float, float, float]:
    """What an agent wins against the bot, or against better ones: the interval, and what an equal player wins."""
    equal = 1 / make(game).num_players
    if agent == "bot":
        return equal, equal, equal
    own = [each.shares for found, each in FOUND if (found, each.agent) == (game, agent)]
    lows, highs = ([(shares[1:] or shares * 2)[end] for shares in own] for end in (0, 1))
    return sum(lows) / len(own), sum(highs) / len(own), equal


def level_of(low: float, high: float, equal: float) -> str:
    """The level that follows from a share of the wins."""
    if high < 0.05 * equal:
        return "beginner"
    if high < 0.5 * equal:
        return "easy"
    return "medium" if low <= equal else "hard"


@pytest.mark.parametrize("game", cases.having("strengths"))
def test_levels_follow_from_what_agents_win_against_the_bot(game: str) -> None:
    levels = {each.agent: each.level for found, each in FOUND if found == game and each.level}
    assert {each.agent for found, each in FOUND if found == game} == levels.keys()
    wins = {agent: against_the_bot(game, agent) for agent in levels}
    expected = {agent: level_of(*found) for agent, found in wins.items()}
    best = max(levels, key=lambda agent: wins[agent][0])
    assert levels == expected | ({best: "strongest"} if expected[best] == "hard" else {})


WRONG_LEVEL = json.dumps([{**asdict(FOUND[0][1]), "level": "master"}])


def test_a_broken_file_is_refused(tmp_path: Path) -> None:
    path = tmp_path / "strengths.json"
    for text in ("no JSON", '[{"agent": "bot"}]', "3", WRONG_LEVEL):
        path.write_text(text)
        read_strengths.cache_clear()
        with pytest.raises(FileError, match="holds no measured strengths"):
            read_strengths(path)
