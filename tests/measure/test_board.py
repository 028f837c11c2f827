"""Leaderboards: the same in whatever order they grow; what was changed or does not belong is refused; plans."""

import json
import re
import sys
from dataclasses import replace
from pathlib import Path
from types import SimpleNamespace
from typing import Any

import numpy as np
import pytest
from typer.testing import CliRunner

from croupier.agents.registry import make_agent
from croupier.cli import app
from croupier.core.base.errors import FileError
from croupier.core.base.locks import FolderLock
from croupier.measure.costs.lost import first_games, lost_in
from croupier.measure.play.tournament import play_tournament
from croupier.measure.reports.board import (
    BOARD,
    folder_of,
    merge,
    play_entry,
    prompt_hash_of,
    read_board,
    read_entries,
    shipped_boards,
    write_board,
)
from croupier.measure.reports.standing import clear, difference, plan, power_of, standings_of
from croupier.table.model_run import ModelRun
from tests.measure.test_forfeits import Dodger, on_a_terminal, pig
from tests.models.runs import careful, cut, settings
from tests.models.scripted import KEY, Answer, scripted


@pytest.fixture(autouse=True)
def key(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("OPENAI_API_KEY", KEY)


def run(*words: object, ends: int = 0) -> Any:
    """Run a command to the status that is expected; what it printed and said stands on one line each."""
    result = CliRunner().invoke(app, ["benchmark", *map(str, words)])
    assert result.exit_code == ends, result.output
    return SimpleNamespace(stdout=" ".join(result.stdout.split()), stderr=" ".join(result.stderr.split()))


def made(folder: Path, *more: object) -> Path:
    """A board of six deals of Pig."""
    run("make", "pig", "--out", folder, "-o", "winning_score=15", "--field=bot", "--deals=6", "--seed=3", *more)
    return folder


def shown(folder: Path) -> Any:
    """The board as data, without dates and the digests that hold them."""
    found = json.loads(run("show", folder, "--json").stdout)
    for entry in found["entries"]:
        for name in ("begun", "ended", "digest"):
            del entry[name]
    return found


def test_entries_added_apart_merged_or_in_another_order_give_one_board(tmp_path: Path) -> None:
    once, apart, left, right, both = (made(tmp_path / name) for name in ("once", "apart", "left", "right", "both"))
    run("add", once, "random", "bot:hold-25")
    for folder, name in ((apart, "bot:hold-25"), (apart, "random"), (left, "random"), (right, "bot:hold-25")):
        run("add", folder, name)
    run("merge", both, left, right)
    run("merge", right, left)
    assert shown(once) == shown(apart) == shown(both) == shown(right)
    assert "on the board already" in run("add", once, "random", ends=2).stderr
    assert merge(both, left) == []
    with FolderLock(once):
        assert "is in use by this process" in run("add", once, "bot:hold-5", ends=2).stderr


def test_what_was_changed_or_is_of_another_board_is_refused(tmp_path: Path) -> None:
    one, other = made(tmp_path / "one"), made(tmp_path / "other")
    run("add", one, "random")
    file, entries = one / "entries" / "random.json", other / "entries"
    text = file.read_text()
    points = json.loads(text)["points"]
    file.write_text(text.replace(json.dumps(points), json.dumps([[99, 99], *points[1:]])))
    assert "was changed" in run("show", one, ends=2).stderr
    file.write_text(text)
    board = read_board(other)
    for changed in (
        replace(board, seed=4), replace(board, options={**board.options, "winning_score": 40}),
        replace(board, prompt_hash="0" * 16), replace(board, deals=7), replace(board, brackets=True),
    ):  # fmt: skip
        write_board(other, changed)
        with pytest.raises(FileError, match="is another board: its"):
            merge(one, other)
        entries.mkdir(exist_ok=True)
        (entries / "random.json").write_text(text)
        assert "for another board" in run("show", other, ends=2).stderr
        (entries / "random.json").unlink()
    write_board(other, replace(board, game_version=board.game_version + 1))
    assert "whose rules are of version" in run("show", other, ends=2).stderr
    header = one / BOARD
    header.write_text(header.read_text().replace('"seed": 3', '"seed": 4'))
    assert "was changed" in run("show", one, ends=2).stderr


def test_a_model_plays_on_a_board_as_the_board_asks(tmp_path: Path) -> None:
    folder, page = made(tmp_path / "b", "--deals=3"), tmp_path / "board.html"
    words = ["llm:m", *settings(tmp_path), "--yes", "--json"]
    (tmp_path / "other").mkdir()
    other = settings(tmp_path / "other", prompt="nolist")
    assert "this board has prompt list" in run("add", folder, "llm:m", *other, "--yes", ends=2).stderr
    with scripted(lambda _body, number: Answer("[roll]" if number % 3 else "[hold]")) as server:
        result = run("add", folder, *words, "--llm-url", server.url)
        asked = len(server.requests)
    (entry,) = json.loads(result.stdout)["entries"]
    model, board = entry["model"], read_board(folder)
    assert (model["replies"], model["prompt_hashes"]) == (asked, [board.prompt_hash])
    assert model["seconds_p90"] >= model["seconds_p50"] > 0
    assert len(model["replies_sha256"]) == 64
    assert model["cost"] == pytest.approx(asked * 140 / 1e6)
    run("show", folder, "--out", page)
    assert "Strength, in percent of the wins" in page.read_text()
    assert prompt_hash_of(board.made(), "list", "text") == board.prompt_hash
    write_board(tmp_path / "old", replace(board, prompt_hash="0" * 16))
    assert "make another board" in run("add", tmp_path / "old", *words, ends=2).stderr


def test_an_entry_that_was_cut_as_by_a_kill_asks_for_no_reply_that_had_arrived(tmp_path: Path) -> None:
    folder, found = made(tmp_path / "b", "--deals=3"), []
    with scripted(careful) as server:
        words = ["llm:m", *settings(tmp_path), "--yes", "--valued", 0, "--llm-url", server.url]
        run("add", folder, *words)
        asked = len(server.requests)
        found += shown(folder)["entries"]
        (file,), (kept,) = (list((folder / name).iterdir()) for name in ("entries", "runs"))
        file.unlink()
        gone = cut(kept)
        assert f"{asked - gone} replies had arrived before" in run("add", folder, *words).stderr
        assert len(server.requests) == asked + gone
    found += shown(folder)["entries"]
    for entry in found:  # times of replies, the order in which they arrived, and a sum in that order
        for name in ("seconds_p50", "seconds_p90", "replies_sha256", "cost"):
            del entry["model"][name]
    assert found[0] == found[1]


@pytest.mark.thorough
def test_replies_are_read_alike_for_all_entries_of_a_board(tmp_path: Path) -> None:
    strict, page = settings(tmp_path, brackets=True), tmp_path / "held.html"
    loose, held = made(tmp_path / "loose"), made(tmp_path / "held", *strict)
    assert (read_board(loose).brackets, read_board(held).brackets) == (False, True)
    assert read_board(loose).digest != read_board(held).digest
    for folder, *words in (
        (loose, "llm/brackets:m"), (loose, "llm:m", *strict), (held, f"cmd:{sys.executable}"),
    ):  # fmt: skip
        assert "make another board" in run("add", folder, *words, "--yes", ends=2).stderr
    with scripted(lambda _body, number: Answer("I roll" if number % 3 else "[hold]")) as server:
        for folder in (loose, held):
            run("add", folder, "llm:m", "--llm-url", server.url, "--yes")
    words, letter = (shown(folder)["entries"][0]["model"] for folder in (loose, held))
    assert (words["unparsable"], words["about"]["brackets"]) == (0, False)
    assert (letter["unparsable"] > 0, letter["about"]["brackets"]) == (True, True)
    run("show", held, "--out", page)
    assert "read in square brackets alone" in page.read_text()


def test_a_board_says_what_decisions_cost_and_older_entries_stay_valid(tmp_path: Path) -> None:
    folder = made(tmp_path / "b")
    assert "needs two entries" in run("add", folder, "random", "--plan", ends=2).stderr
    run("add", folder, "random", "--valued", 0)
    assert '"lost"' not in (folder / "entries" / "random.json").read_text()  # as entries of before were
    assert "Lost a decision" in run("add", folder, "optimal", "bot:hold-5", "--valued", 15).stdout
    entries = {entry["agent"]: entry.get("lost") for entry in shown(folder)["entries"]}
    assert entries["random"] is None
    assert (entries["optimal"]["lost"], entries["optimal"]["decisions"]) == (0.0, 15)
    board = read_board(folder)
    game = board.made()
    games = first_games(game, [make_agent("bot:hold-5", game), *board.others(game)], board.deals, board.seed)
    (counted,) = lost_in(games, 15, of="bot:hold-5", seed=board.seed).agents
    assert entries["bot:hold-5"]["lost"] == counted.lost > 0


def test_shipped_boards_say_what_decisions_cost_by_a_player_that_stays() -> None:
    trained = "net:2026-11"
    for name, continuation in (("pig-1", "optimal"), ("spite-malice-1", trained), ("skull-king-1", trained)):
        board, entries = read_entries(folder_of(name))
        costs = {entry.agent: entry.lost["lost"] for entry in entries}
        assert max(costs, key=lambda agent: costs[agent]) == "random"
        assert {entry.lost["judge"]["continuation"] for entry in entries} == {continuation}
        titles = [rows.title for rows in standings_of(board, entries).rows()]
        assert titles.count("Lost a decision") == 1


def test_shipped_boards_are_whole_and_their_cheap_entries_are_played_again_alike() -> None:
    boards = shipped_boards()
    assert set(boards) == {"pig-1", "spite-malice-1", "skull-king-1"}
    for folder in boards.values():
        board, entries = read_entries(folder)
        assert {"random", "bot"} < {entry.agent for entry in entries}
        ranked = [one.agent for one in standings_of(board, entries).standings]
        assert ranked[-1] == "random"
        if board.game == "pig":  # which is played for the win: it has fewer points than bot
            assert ranked[0] == "optimal"
        few = replace(board, deals=3)
        bot = next(entry for entry in entries if entry.agent == "bot")
        again = play_entry(few, board.made(), make_agent("bot", board.made()))
        assert (again.points, again.others) == (bot.points[:3], bot.others[:3])
        assert board.prompt_hash == prompt_hash_of(board.made(), board.prompt, board.answer)


@pytest.mark.parametrize("gap", [None, 15.0])
def test_a_plan_foretells_the_power_that_boards_drawn_from_the_shipped_deals_show(gap: float | None) -> None:
    """Differences of net and bot are drawn from the shipped deals, moved so that their mean is the gap."""
    board, entries = read_entries(shipped_boards()["skull-king-1"])
    by_name = {entry.agent: entry for entry in entries}
    (one,) = plan(standings_of(board, entries), gap, ["net:2026-11", "bot"])
    values = 100.0 * (by_name[one.better].per_deal("wins") - by_name[one.worse].per_deal("wins"))
    values = values - values.mean() + one.gap
    rng = np.random.default_rng(7)
    signs = [clear(difference(rng.choice(values, one.deals), seed)) for seed in range(200)]
    assert 0.74 <= signs.count(1) / 200 <= 0.86
    assert power_of(one.sd, one.gap, one.deals) == pytest.approx(0.8, abs=0.06)
    planned = json.loads(run("add", "pig-1", "optimal", "random", "--plan", "--gap", 10, "--json").stdout)
    (pair,) = planned["pairs"]
    assert (pair["better"], pair["worse"], pair["gap"]) == ("optimal", "random", 10.0)


@pytest.mark.thorough
def test_a_plan_for_a_copy_is_by_the_entries_of_the_copy(tmp_path: Path) -> None:
    copy, words = tmp_path / "copy", ("add", "pig-1", "bot:hold-25")
    run(*words, "--out", copy, "--valued", 0)
    (pair,) = json.loads(run(*words, "random", "--plan", "--json", "--out", copy).stdout)["pairs"]
    assert {pair["better"], pair["worse"]} == {"bot:hold-25", "random"}
    assert "holds another board" in run(*words, "--plan", "--out", made(tmp_path / "other"), ends=2).stderr


def test_on_a_narrow_terminal_no_name_is_cut_off() -> None:
    board, entries = read_entries(folder_of("skull-king-1"))
    model = {
        "games": 4, "replies": 9, "estimated": 0, "tokens_in": 123_456, "tokens_out": 5_000, "cost": 1.5,
        "priced": True, "forfeited": 0,
    }  # fmt: skip
    longest = "llm/temperature=0.2,effort=low:openai/gpt-5-mini-2026-08-07"
    long = replace(entries[0], agent=longest, model=model)
    text = "".join(on_a_terminal(rows, 80) for rows in standings_of(board, [long, *entries[1:]]).rows())
    assert "…" not in text
    assert all(head in text for head in ("strategic", "exactly", "not accepted", "forfeited"))
    (rows, *_) = standings_of(*read_entries(folder_of("pig-1"))).rows()
    assert "search/fast:optimal" in on_a_terminal(rows, 110)


@pytest.mark.thorough
def test_a_table_of_80_columns_with_void_and_forfeited_games_names_its_agents() -> None:
    told = play_tournament(pig, [Dodger(2), "bot", "random"], 20, 3, run=ModelRun())
    assert "void lost" in " ".join(told.rows().names())
    shown = on_a_terminal(told.rows(), 80)
    assert all(f"  {one.agent}  " in shown for one in told.agents)
    assert "72 of 80" in shown, shown


@pytest.mark.thorough
def test_a_plan_for_a_model_asks_nothing_and_writes_nothing(tmp_path: Path) -> None:
    full, empty, prices = made(tmp_path / "full"), made(tmp_path / "empty"), settings(tmp_path)
    run("add", full, "random", "bot")
    files = sorted(tmp_path.rglob("*"))
    with scripted(lambda _body, _number: Answer("[roll]")) as server:
        more = ["--plan", "--llm-url", server.url, *prices]
        known, new = (run("add", folder, "llm:m", *more).stdout for folder in (full, empty))
        for said in (known, new):
            assert re.search(r"This board's 12 games take about [\d,]+ requests, .*: about \$\d", said)
        assert "needs two entries" in new
        assert "deals for 80%" in known
        data = json.loads(run("add", empty, "llm:m", *more, "--json").stdout)
        assert (data["pairs"], data["unpriced"]) == ([], [])
        assert data["cost"] > 0 < data["requests"]
        for name, said in (
            ("llm/nolist:m", "has prompt nolist, and this board list"),
            ("llm/notes=9:m", "keeps notes"),
        ):
            assert said in run("add", full, name, *more, ends=2).stderr
        assert not server.requests
        assert sorted(tmp_path.rglob("*")) == files
        run("add", full, "llm:m", *more[1:], "--yes")
        asked, known = len(server.requests), run("add", full, "llm:m", *more).stdout
        assert "llm:m is on the board already" in known
        assert "requests" not in known
        assert len(server.requests) == asked


def test_void_games_leave_no_entry_until_they_are_played_or_left_out(tmp_path: Path) -> None:
    page, (folder, other) = tmp_path / "b.html", (made(tmp_path / name, "--deals=3") for name in ("b", "other"))
    asks = ["llm:m", *settings(tmp_path, tries=1), "--yes", "--concurrency", 1, "--valued", 0]
    broken = [5]

    def behave(body: dict[str, Any], number: int) -> Answer:
        return Answer(status=503) if number in broken else careful(body, number)

    with scripted(behave) as server:
        asks += ["--llm-url", server.url]
        told = run("add", folder, *asks, ends=2).stderr
        assert "llm:m is not on the board: an endpoint's failures made 1 of its 6 games void" in told
        assert "the same command asks for what is left of them" in told
        assert shown(folder)["entries"] == []
        asked = len(server.requests)
        assert f"{asked - 1} replies had arrived before" in run("add", folder, *asks).stderr
        (entry,) = shown(folder)["entries"]
        assert (entry["deals"], entry["model"]["void"]) == (3, 0)
        assert "left out" not in run("show", folder).stdout
        broken[0] = len(server.requests) + 5
        short = run("add", other, *asks, "--leave-void").stdout
    (entry,) = json.loads(run("show", other, "--json", "--out", page).stdout)["entries"]
    assert (entry["deals"], entry["model"]["void"]) == (2, 1)
    assert (entry["rank"], entry["games"]["void"]) == (None, 1)  # 1 of 6 is more than 5%
    assert entry["games"]["if_lost"] == pytest.approx(entry["wins"] * 2 / 3)
    said = "llm:m: 1 of the board's 3 deals are left out"
    assert said in short
    assert said.replace("'", "&#x27;") in page.read_text()
