"""A forfeit never pays, in any figure and for anybody; a player that fails where it is losing gains nothing."""

import io
import json
import re
from dataclasses import dataclass, replace
from pathlib import Path
from typing import Any

import numpy as np
import pytest
from rich.console import Console

import croupier
from croupier.agents.agent import AgentTraits
from croupier.agents.registry import make_agent
from croupier.agents.speech import EndpointError, Question, Reply
from croupier.core.base.errors import ConfigError
from croupier.core.base.rows import Rows, terminal_table
from croupier.measure.play.match import Outcome
from croupier.measure.play.metrics import GameCounts
from croupier.measure.play.tournament import Report, play_tournament
from croupier.measure.reports.board import (
    Board,
    BoardEntry,
    folder_of,
    play_entry,
    read_entries,
    read_entry,
    write_entry,
)
from croupier.measure.reports.rendered import to_html
from croupier.measure.reports.standing import Leaderboard, standings_of
from croupier.measure.reports.summary import summarise
from croupier.measure.stats.comparison import compare, compare_entries
from croupier.measure.stats.promotion import promote
from croupier.measure.stats.rating import pairwise_margins, rate
from croupier.table.model_run import ModelRun
from tests.amounts import daily
from tests.measure.simulated import simulated

pig = croupier.make("pig", winning_score=20)
small = croupier.make("pig", winning_score=20, max_turns=12)
MODEL = {"games": 80, "replies": 9, "estimated": 0, "tokens_in": 9, "tokens_out": 9, "cost": 0.0, "priced": False}


def page_of(report: Report) -> str:
    found = summarise(pig, report)
    return to_html(found.title, found.whole())


def on_a_terminal(rows: Rows, width: int) -> str:
    console = Console(width=width, record=True, file=io.StringIO())
    console.print(terminal_table(rows))
    return console.export_text()


@pytest.fixture
def quitter(tmp_path: Path) -> str:
    """A program that names no action, and so forfeits every game at its first decision."""
    file = tmp_path / "n.sh"
    file.write_text("#!/bin/sh\nwhile read line; do echo nonsense; done\n")
    file.chmod(0o755)
    return f"cmd:{file}"


def short(name: str, deals: int) -> tuple[Board, list[BoardEntry]]:
    """The first deals of a board that ships, with its entries."""
    board, entries = read_entries(folder_of(name))
    names = ("numbers", "wins", "points", "places", "others")
    cut = [replace(each, **{name: getattr(each, name)[:deals] for name in names}) for each in entries]
    return replace(board, deals=deals), cut


def entered(name: str, deals: int, quitter: str) -> tuple[Board, list[BoardEntry], BoardEntry]:
    """The first deals of a board, its entries, and that of a player that forfeits."""
    board, entries = short(name, deals)
    game = board.made()
    return board, entries, play_entry(board, game, make_agent(quitter, game), run=ModelRun())


def ranks(found: Leaderboard) -> dict[str, tuple[int, int] | None]:
    return {one.agent: one.rank for one in found.standings}


def test_who_forfeits_every_game_has_no_rank_on_the_board_and_stands_last_in_every_figure(quitter: str) -> None:
    board, entries, entry = entered("skull-king-1", 1, quitter)
    found = standings_of(board, [*entries, entry])
    last, random = found.standings[-1], next(one for one in found.standings if one.agent == "random")
    assert (last.agent, last.rank, last.wins, last.place) == (quitter, None, 0.0, 4.0)
    assert last.points < random.points
    assert last.margin.mean < random.margin.mean
    assert len(entry.forfeits) == 4
    (rows, *_) = found.rows()
    assert f"{quitter} has no rank: 4 of its 4 games were forfeited or void, which is more than 5%." in rows.notes
    assert ranks(found) == {**ranks(standings_of(board, entries)), quitter: None}  # nobody else moves


def test_an_entry_with_forfeits_is_read_back_also_where_points_have_no_bound(quitter: str, tmp_path: Path) -> None:
    board, entries, entry = entered("pig-1", 2, quitter)
    assert read_entry(write_entry(tmp_path, entry), board).digest == entry.digest
    standing = standings_of(board, [*entries, entry]).standings[-1]
    assert (standing.agent, standing.points) == (quitter, 0.0)
    assert not np.isfinite(standing.margin.mean)  # no rule bounds what the other may have
    data = standings_of(board, [*entries, entry]).as_dict()
    assert json.loads(json.dumps(data, allow_nan=False))["entries"][-1]["margin"]["mean"] is None


@pytest.mark.parametrize(
    ("name", "above", "below"), [("spite-malice-1", "net:2026-11", "random"), ("pig-1", "bot", "loser")]
)
def test_who_is_behind_by_as_much_in_every_deal_shares_no_rank(name: str, above: str, below: str) -> None:
    for deals in (2, 50):
        board, entries = short(name, deals)
        bot = next(entry for entry in entries if entry.agent == "bot")
        lost = replace(bot, agent="loser", wins=[[0.0, 0.0]] * deals, places=[[2.0, 2.0]] * deals)
        found = standings_of(board, [*entries, lost])
        pair, of = found.differences[above, below], ranks(found)
        assert (pair.mean, pair.sd) == (0.5, None)
        assert pair.ci95 is not None
        first, last = of[above], of[below]
        assert first is not None
        assert last is not None
        assert (first[1] < last[0]) is (pair.ci95[0] > 0) is (deals > 2), "two deals alike say nothing yet"


def test_few_forfeits_leave_a_rank_and_count_as_lost_and_older_entries_say_what_is_not_known() -> None:
    board, entries = short("skull-king-1", 20)
    net = next(each for each in entries if each.agent == "net:2026-11")
    older = replace(net, agent="llm:older", croupier="0.2.0", model={**MODEL, "forfeited": 4})
    found = standings_of(board, [*entries, older])
    one = next(each for each in found.standings if each.agent == "llm:older")
    assert one.rank is not None
    assert not np.isfinite(one.points)
    assert any("llm:older was played by croupier 0.2.0" in note for note in next(iter(found.rows())).notes)
    worse = replace(older, model={**MODEL, "forfeited": 5})
    assert ranks(standings_of(board, [*entries, worse]))["llm:older"] is None


def test_deals_that_void_games_left_out_count_as_lost_for_the_rank() -> None:
    board, entries = short("skull-king-1", 50)
    net = next(each for each in entries if each.agent == "net:2026-11")
    model = {**MODEL, "games": 188, "forfeited": 0, "void": 3}
    lost = [row for row, wins in enumerate(net.wins) if sum(wins) == 0][:3]
    names = ("numbers", "wins", "points", "places", "others")
    kept: dict[str, Any] = {
        name: [each for row, each in enumerate(getattr(net, name)) if row not in lost] for name in names
    }
    dodger = replace(net, agent="llm:dodger", model=model, **kept)
    found = standings_of(board, [*entries, dodger])
    by_name = {one.agent: one for one in found.standings}
    assert len(lost) == 3
    assert by_name["llm:dodger"].wins > by_name["net:2026-11"].wins  # of the deals that are left
    (pair,) = [each for names, each in found.differences.items() if set(names) == {"llm:dodger", "net:2026-11"}]
    assert pair.mean == 0.0
    assert by_name["llm:dodger"].counts.if_lost == pytest.approx(by_name["net:2026-11"].wins)


def results(name: str, returns: list[float], points: list[float], forfeited: int, **options: Any) -> Any:
    game = croupier.make(name, **options)
    seat = np.array([forfeited], dtype=np.int8)
    ends = np.array([returns], np.float32), np.array([points], np.float32)
    outcome = Outcome(*ends, np.array([1]), np.array([True]), seat, np.array([-1], dtype=np.int8))
    return outcome.results(game), game.facts


@pytest.mark.parametrize(
    ("name", "options", "points"),
    [
        ("leduc", {}, [0.0, 0.0]),
        ("hearts", {"players": 3}, [-3.0, -9.0, -14.0]),
        ("oh-hell", {"players": 3}, [9.0] * 3),
    ],
)
def test_a_forfeited_game_is_the_worst_that_its_seat_may_have_and_counts_for_no_other(
    name: str, options: dict[str, Any], points: list[float]
) -> None:
    players = len(points)
    found, facts = results(name, [-1.0, *[1.0 / (players - 1)] * (players - 1)], points, 0, **options)
    assert found.counts.tolist() == [[True, *[False] * (players - 1)]]
    assert (found.shares[0, 0], found.ranks[0, 0]) == (0.0, players - 1)
    assert found.utilities[0, 0] == facts.min_utility
    assert found.points[0, 0] == facts.worst_points
    assert found.margins[0, 0] == facts.worst_points - facts.best_points


@pytest.mark.parametrize("fails", daily(["at once", "when behind", "when behind, by its endpoint"]))
def test_a_foe_that_forfeits_changes_nothing_for_the_others(quitter: str, fails: str) -> None:
    names = ["bot:hold-9", "random"]
    foe = quitter if fails == "at once" else Dodger(1000, void=fails.endswith("endpoint"))
    alone = play_tournament(pig, names, 8, 3)
    beside = play_tournament(pig, [*names, foe], 8, 3)
    for one, other in zip(alone.agents, beside.agents, strict=False):
        assert other.counts is not None
        assert (other.games, other.counts.left_out) == (16, 16)
        assert other.counts.bounds == pytest.approx((one.win_rate / 2, one.win_rate / 2 + 0.5))
        assert replace(other, counts=None) == replace(one, counts=None)
    last = beside.agents[2]
    assert beside.best_first[-1] is last
    margins = pairwise_margins(beside)
    assert (margins.means[:2, :2] == pairwise_margins(alone).means).all()
    rating = rate(beside, margins, "bot:hold-9")
    assert [one.rank for one in rating.agents] == [(1, 1), (2, 2), None]
    assert any("do not count" in note for note in beside.rows().notes)
    json.dumps(beside.as_dict(), allow_nan=False)
    if fails == "at once":
        assert (last.games, last.win_rate, last.mean_points, last.mean_utility) == (32, 0.0, 0.0, -1.0)
        assert rating.agents[2].bound == "at most"
        assert f"rank - {quitter}" in page_of(beside)
    else:
        assert last.counts is not None
        assert 0 < last.counts.forfeited + last.counts.void < 32


def test_where_all_foes_forfeit_nothing_counts_and_nothing_is_said(quitter: str) -> None:
    found = play_tournament(pig, ["random", quitter], 3, 3)
    own, other = found.agents
    assert (own.games, other.games, other.win_rate) == (0, 6, 0.0)
    assert [str(cell) for cell in found.rows().cells[0]][1:] == ["0 of 6", "0", "0", "-", "-", "-"]
    (mix,) = compare_entries(found).mixes
    assert mix.summary["wins"].mean == 0.5  # the other's worst
    assert mix.as_dict()["points"]["mean"] is None  # which has no bound in Pig
    told = summarise(pig, found).per_deal()
    assert json.loads(json.dumps(told, allow_nan=False))["shares"] == [[None, 0.0]] * 3
    (again,) = compare(pig, "random", quitter, 3, 3).mixes
    assert again.summary["wins"].mean == 0.5
    both = play_tournament(pig, [quitter, quitter], 2, 3)
    (mix,) = compare_entries(both).mixes
    assert (mix.summary["wins"].mean, mix.as_dict()["points"]["mean"]) == (0.0, None)
    assert "Difference in points" not in page_of(both)


def test_points_without_bounds_promote_nobody_who_may_forfeit(quitter: str) -> None:
    with pytest.raises(ConfigError, match="points in pig have no bound"):
        promote(pig, "random", quitter, 100, measure="points")


def test_at_more_than_two_seats_a_comparison_leaves_the_others_forfeits_out(quitter: str) -> None:
    game = croupier.make("oh-hell", players=3, largest=1)
    found = compare(game, "random", quitter, 2, 3)
    one, other = found.mixes
    assert [rows.title.rpartition("; ")[2] for rows in found.rows()] == ["0 deals", "2 deals"]
    assert (one.name, len(one.wins), str(one.rows().cells[0][1])) == ("one A among Bs", 0, "-")
    assert other.summary["wins"].mean == pytest.approx(1 / 3)
    assert any("has forfeited 6 of its 6 games" in note for note in other.notes)


def test_forfeits_lower_a_rating_and_move_no_other() -> None:
    found = simulated([0.3, 0.0, 0.0], 2, 300, seed=5)
    forfeited = np.full(found.ranks.shape[:2], -1, dtype=np.int8)
    for table, seats in enumerate(found.seats.tolist()):
        if 2 in seats:
            forfeited[:9, table] = seats.index(2)
    kept = replace(found, ranks=found.ranks[9:], deals=291, forfeited=forfeited[9:])
    rated = replace(found, forfeited=forfeited, ranks=np.where(forfeited[:, :, None] >= 0, 0, found.ranks))
    before, after = (rate(each, pairwise_margins(each), "player-1").agents for each in (kept, rated))
    assert after[0].rating == pytest.approx(before[0].rating, abs=5.0)
    assert after[2].rating < before[2].rating - 5.0
    margins = pairwise_margins(rated)
    assert margins.games[2].tolist() == [600, 600, 0]
    assert margins.games[:, 2].tolist() == [582, 582, 0]


def test_games_with_a_player_without_a_rank_count_for_that_player_alone() -> None:
    found = simulated([0.3, 0.0, 0.0, 0.0], 3, 20, seed=5)
    *others, last = found.agents
    failed = replace(last, counts=GameCounts(100, 100, forfeited=50))
    before, after = (pairwise_margins(each).games for each in (found, replace(found, agents=(*others, failed))))
    tables = len(found.seats) // 4 * found.deals
    assert before[0].tolist() == [0, 2 * tables, 2 * tables, 2 * tables]
    assert after[0].tolist() == [0, tables, tables, 0]
    assert after[3].tolist() == [2 * tables, 2 * tables, 2 * tables, 0]


@pytest.mark.parametrize(("strengths", "seats"), [([0.3, 0.0, -1.0], 2), ([0.3, 0.0, -1.0, -2.0], 4)])
def test_who_makes_the_games_void_that_it_loses_to_the_anchor_is_rated_no_higher(
    strengths: list[float], seats: int
) -> None:
    found = simulated(strengths, seats, 300, seed=5)
    lost, ranks, left = np.full(found.ranks.shape[:2], -1, dtype=np.int8), found.ranks.copy(), 5
    for table, who in enumerate(found.seats.tolist()):
        if {0, 1} <= set(who):
            own, other = who.index(0), who.index(1)
            worst = (ranks[:, table, own] == seats - 1) & (ranks[:, table, other] == 0)
            dodged = np.flatnonzero(worst)[:left]
            left -= len(dodged)
            lost[dodged, table] = own
            ranks[dodged, table] = np.where(np.arange(seats) == own, seats - 1, 0)
    assert left == 0
    dodging = replace(found, forfeited=lost, ranks=ranks)
    honest, dodger = (rate(each, pairwise_margins(each), "player-1") for each in (found, dodging))
    assert dodger.agents[0].rating <= honest.agents[0].rating + 1e-6
    assert dodger.agents[0].rank == honest.agents[0].rank
    assert (pairwise_margins(dodging).means[0] <= pairwise_margins(found).means[0]).all()


@dataclass
class Dodger:
    """Holds at five; its endpoint fails in the first games in which it is behind."""

    games: int
    void: bool = True  # or it names no action
    name = "dodger"
    traits = AgentTraits(speaks=True)
    prompt, form, notes, brackets = "list", "text", 0, False

    def open(self) -> "Dodger":
        return self

    async def answer(self, question: Question) -> Reply:
        own, other, total, left = map(
            int, re.findall(r"You (\d+), opponent (\d+), .*turn total (\d+); (\d+) turns?", question.situation)[-1]
        )
        if other > own + 5 and left % 3 == 0 and (self.games or question.refused):
            self.games -= not question.refused
            if self.void:
                raise EndpointError("status 500")
            return Reply("nothing")
        return Reply("[hold]" if total >= 5 else "[roll]")

    async def game_over(self, ending: Any) -> None:
        pass

    async def close(self) -> None:
        pass

    def about(self) -> dict[str, Any]:
        return {}

    def act(self, turns: Any) -> Any:
        raise AssertionError(turns)


def test_a_player_that_fails_in_3_percent_of_its_games_when_it_is_losing_stands_no_higher_by_it() -> None:
    found = []
    for games in (0, 1):
        told = play_tournament(small, [Dodger(games), "bot", "random"], 8, 2, run=ModelRun())
        margins = pairwise_margins(told)
        found.append((told.agents[0], rate(told, margins, "bot").agents[0], margins.means[0]))
    (true, honest, margin), (left, dodger, dodged) = found
    assert left.counts is not None
    assert (left.counts.void, left.counts.begun, left.ranked) == (1, 32, True)
    assert left.win_rate > true.win_rate  # of what is left
    assert left.counts.if_lost is not None
    assert left.counts.if_lost <= true.win_rate
    assert dodger.rating <= honest.rating + 1e-6
    assert dodger.rank == honest.rank
    assert (dodged <= margin).all()


@pytest.mark.thorough
def test_who_forfeits_only_where_it_loses_to_one_rival_lowers_it_by_no_more_than_the_page_says() -> None:
    true, left = (play_tournament(small, [Dodger(games, void=False), "bot", "random"], 20, 2) for games in (0, 4))
    own, other, rival = left.agents
    assert own.counts is not None
    assert (own.counts.forfeited, own.counts.begun, own.ranked) == (4, 80, True)  # as many as leave it a rank
    assert rival.counts is not None
    assert rival.counts.left_out == 4, "all of them against one rival"
    assert other == true.agents[1]
    rate = true.agents[2].win_rate
    assert rival.win_rate < rate
    assert rate - rival.win_rate <= 0.05 * (1 - rate) / 0.95 + 1e-9
    assert rival.counts.bounds is not None
    assert rival.counts.bounds[0] <= rate <= rival.counts.bounds[1]
    assert own.win_rate <= true.agents[0].win_rate


def test_void_games_count_in_differences_as_the_worst_of_who_made_them_void() -> None:
    compared = [
        [mix.summary for mix in compare(small, Dodger(games), "random", 8, 3, among=["bot"], run=ModelRun()).mixes]
        for games in (0, 1)
    ]
    for true, left in zip(*compared, strict=True):
        assert left["wins"].deals == true["wins"].deals == 8
        assert left["wins"].mean <= true["wins"].mean
        assert left["places"].mean >= true["places"].mean
    two = [
        compare_entries(play_tournament(small, [Dodger(games), "bot"], 8, 2, run=ModelRun())).mixes[0].summary
        for games in (0, 1)
    ]
    assert two[1]["wins"].mean <= two[0]["wins"].mean
    assert two[1]["wins"].deals == 8


def test_a_rank_takes_at_most_a_twentieth_of_forfeited_and_void_games() -> None:
    assert GameCounts(100, 98, forfeited=3, void=2).ranked
    assert not GameCounts(100, 97, forfeited=3, void=3).ranked
