"""Leaderboards: the same in whatever order they grow; what was changed or does not belong is refused; plans."""

import io
import json
import multiprocessing
import os
import re
import signal
import subprocess
import sys
import time
from dataclasses import replace
from pathlib import Path
from typing import Any

import numpy as np
import pytest
from typer.testing import CliRunner

from croupier.agents.registry import make_agent
from croupier.cli import app
from croupier.core.base.errors import ConfigError, FileError
from croupier.core.base.locks import FolderLock
from croupier.core.engine.making import make
from croupier.measure.costs.lost import first_games, lost_in
from croupier.measure.reports.board import (
    BOARD,
    folder_of,
    merge,
    new_board,
    play_entry,
    prompt_hash_of,
    read_board,
    read_entries,
    shipped_boards,
    write_board,
)
from croupier.measure.reports.standing import clear, difference, plan, power_of, standings_of
from tests.models.scripted import KEY, Answer, scripted

PIG = {"winning_score": 30}


def run(*words: str) -> Any:
    return CliRunner().invoke(app, ["benchmark", *words])


def made(folder: Path, *more: str) -> Path:
    words = ["-o", "winning_score=30", "--field", "bot", "--deals", "6", "--seed", "3", *more]
    result = run("make", "pig", "--out", str(folder), *words)
    assert result.exit_code == 0, result.output
    return folder


def shown(folder: Path) -> dict[str, Any]:
    result = run("show", str(folder), "--json")
    assert result.exit_code == 0, result.output
    found: dict[str, Any] = json.loads(result.stdout)
    for entry in found["entries"]:  # the digest holds the dates
        for name in ("begun", "ended", "digest"):
            del entry[name]
    return found


def test_entries_added_apart_merged_or_in_another_order_give_one_board(tmp_path: Path) -> None:
    once, apart, left, right = (made(tmp_path / name) for name in ("once", "apart", "left", "right"))
    assert run("add", str(once), "random", "bot:hold-25").exit_code == 0
    assert run("add", str(apart), "bot:hold-25").exit_code == 0
    assert run("add", str(apart), "random").exit_code == 0
    assert shown(once) == shown(apart)
    assert run("add", str(left), "random").exit_code == run("add", str(right), "bot:hold-25").exit_code == 0
    both = made(tmp_path / "both")
    assert run("merge", str(both), str(left), str(right)).exit_code == 0
    assert run("merge", str(right), str(left)).exit_code == 0
    assert shown(both) == shown(right) == shown(once)
    again = run("add", str(once), "random")
    assert again.exit_code == 2
    assert "on the board already" in again.stderr
    assert merge(both, left) == []


def test_what_was_changed_or_is_of_another_board_is_refused(tmp_path: Path) -> None:
    one, other = made(tmp_path / "one"), made(tmp_path / "other")
    assert run("add", str(one), "random").exit_code == 0
    file = one / "entries" / "random.json"
    text = file.read_text()
    points = json.loads(text)["points"]
    file.write_text(text.replace(json.dumps(points), json.dumps([[99, 99], *points[1:]])))
    assert "was changed" in run("show", str(one)).stderr
    file.write_text(text)
    board = read_board(other)
    for changed in (
        replace(board, seed=4), replace(board, options={**board.options, "winning_score": 40}),
        replace(board, prompt_hash="0" * 16), replace(board, deals=7), replace(board, brackets=True),
    ):  # fmt: skip
        write_board(other, changed)
        with pytest.raises(FileError, match="is another board: its"):
            merge(one, other)
        (other / "entries").mkdir(exist_ok=True)
        (other / "entries" / "random.json").write_text(text)
        assert "for another board" in run("show", str(other)).stderr
        (other / "entries" / "random.json").unlink()
    write_board(other, replace(board, game_version=board.game_version + 1))
    assert "whose rules are of version" in run("show", str(other)).stderr
    header = one / BOARD
    header.write_text(header.read_text().replace('"seed": 3', '"seed": 4'))
    assert "was changed" in run("show", str(one)).stderr


def test_a_model_plays_on_a_board_as_the_board_asks(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("OPENAI_API_KEY", KEY)
    folder = made(tmp_path / "b")
    file = tmp_path / "models.toml"
    file.write_text("[default]\nprice_input = 1.0\nprice_output = 2.0\n")
    page = tmp_path / "board.html"
    words = [str(folder), "llm:m", "--llm-settings", str(file), "--yes", "--json"]
    other = tmp_path / "other.toml"
    other.write_text(f'{file.read_text()}prompt = "nolist"\n')
    refused = run("add", *[str(other) if word == str(file) else word for word in words])
    assert "this board has prompt list" in refused.stderr
    with scripted(lambda _body, number: Answer("[roll]" if number % 3 else "[hold]")) as server:
        result = run("add", *words, "--llm-url", server.url)
        assert result.exit_code == 0, result.output
        asked = len(server.requests)
    (entry,) = json.loads(result.stdout)["entries"]
    model = entry["model"]
    assert (model["replies"], model["prompt_hashes"]) == (asked, [read_board(folder).prompt_hash])
    assert model["seconds_p90"] >= model["seconds_p50"] > 0
    assert len(model["replies_sha256"]) == 64
    assert model["cost"] == pytest.approx(asked * 140 / 1e6)
    assert run("show", str(folder), "--out", str(page)).exit_code == 0
    assert "Strength, in percent of the wins" in page.read_text()
    game = make("pig", **PIG)
    board = replace(read_board(folder), prompt_hash="0" * 16)
    write_board(tmp_path / "old", board)
    refused = run("add", str(tmp_path / "old"), *words[1:])
    assert prompt_hash_of(game, "list", "text") != board.prompt_hash
    assert "make another board" in refused.stderr


@pytest.mark.thorough
def test_replies_are_read_alike_for_all_entries_of_a_board(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("OPENAI_API_KEY", KEY)
    strict = tmp_path / "strict.toml"
    strict.write_text("[default]\nbrackets = true\n")
    loose, held = made(tmp_path / "loose"), made(tmp_path / "held", "--llm-settings", str(strict))
    assert (read_board(loose).brackets, read_board(held).brackets) == (False, True)
    assert read_board(loose).digest != read_board(held).digest
    program = f"cmd:{sys.executable}"
    for folder, name, more in (
        (loose, "llm/brackets:m", []), (loose, "llm:m", ["--llm-settings", str(strict)]), (held, program, []),
    ):  # fmt: skip
        refused = run("add", str(folder), name, "--yes", *more)
        assert (refused.exit_code, "make another board" in refused.stderr) == (2, True), refused.output
    with scripted(lambda _body, number: Answer("I roll" if number % 3 else "[hold]")) as server:
        for folder in (loose, held):
            added = run("add", str(folder), "llm:m", "--llm-url", server.url, "--yes")
            assert added.exit_code == 0, added.output
    (words,), (letter,) = (shown(folder)["entries"] for folder in (loose, held))
    assert (words["model"]["unparsable"], words["model"]["about"]["brackets"]) == (0, False)
    assert letter["model"]["unparsable"] > 0
    assert letter["model"]["about"]["brackets"] is True
    page = tmp_path / "held.html"
    assert run("show", str(held), "--out", str(page)).exit_code == 0
    assert "read in square brackets alone" in page.read_text()


def test_a_board_says_what_decisions_cost_and_older_entries_stay_valid(tmp_path: Path) -> None:
    folder = made(tmp_path / "b")
    assert run("add", str(folder), "random", "--valued", "0").exit_code == 0
    assert '"lost"' not in (folder / "entries" / "random.json").read_text()  # as entries of before were
    added = run("add", str(folder), "optimal", "bot:hold-5", "--valued", "15")
    assert added.exit_code == 0, added.output
    assert "Lost a decision" in added.stdout
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


def _add(folder: str, sent: Any) -> None:
    result = run("add", folder, "random")
    sent.put((result.exit_code, result.stderr))


@pytest.mark.thorough
def test_two_processes_do_not_share_a_board(tmp_path: Path) -> None:
    folder = made(tmp_path / "b")
    context = multiprocessing.get_context("spawn")
    sent = context.Queue()
    with FolderLock(folder):
        other = context.Process(target=_add, args=(str(folder), sent))
        other.start()
        code, said = sent.get(timeout=60)
        other.join()
    assert code == 2
    assert "in use" in said or "has it" in said, said
    assert not list((folder / "entries").glob("*.json"))


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
    found = standings_of(board, entries)
    (one,) = plan(found, gap, ["net:2026-11", "bot"])
    values = 100.0 * (by_name[one.better].per_deal("wins") - by_name[one.worse].per_deal("wins"))
    values = values - values.mean() + one.gap
    rng = np.random.default_rng(7)
    signs = [clear(difference(rng.choice(values, one.deals), seed)) for seed in range(200)]
    assert 0.74 <= signs.count(1) / 200 <= 0.86
    assert power_of(one.sd, one.gap, one.deals) == pytest.approx(0.8, abs=0.06)


def test_a_field_is_of_agents_that_stay_and_do_not_speak() -> None:
    game = make("pig", **PIG)
    for field, said in ((("net",), "release"), (("llm:m",), "answers in words"), ((), "1 other seats")):
        with pytest.raises(ConfigError, match=said):
            new_board(game, field, deals=2, seed=0)


def test_a_gap_that_is_none_is_refused(tmp_path: Path) -> None:
    folder = made(tmp_path / "b")
    assert "needs two entries" in run("add", str(folder), "random", "--plan").stderr
    assert "above 0" in run("add", "pig-1", "random", "--plan", "--gap", "0").stderr
    planned = run("add", "pig-1", "optimal", "random", "--plan", "--gap", "10", "--json")
    (pair,) = json.loads(planned.stdout)["pairs"]
    assert (pair["better"], pair["worse"], pair["gap"]) == ("optimal", "random", 10.0)
    assert "stays as it is" in run("add", "pig-1", "bot:hold-25").stderr


def test_on_a_narrow_terminal_no_name_is_cut_off() -> None:
    from rich.console import Console

    from croupier.core.base.rows import terminal_table

    board, entries = read_entries(folder_of("skull-king-1"))
    model = {
        "games": 4, "replies": 9, "estimated": 0, "tokens_in": 123_456, "tokens_out": 5_000, "cost": 1.5,
        "priced": True, "forfeited": 0,
    }  # fmt: skip
    longest = "llm/temperature=0.2,effort=low:openai/gpt-5-mini-2026-08-07"
    long = replace(entries[0], agent=longest, model=model)
    console = Console(width=80, record=True, file=io.StringIO())
    for rows in standings_of(board, [long, *entries[1:]]).rows():
        console.print(terminal_table(rows))
    text = console.export_text()
    assert "\u2026" not in text
    assert all(head in text for head in ("strategic", "exactly", "not accepted", "forfeited"))


@pytest.mark.thorough
def test_two_settings_of_one_model_are_two_entries_and_an_entry_stays(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("OPENAI_API_KEY", KEY)
    folder = made(tmp_path / "b")
    names = ["llm/effort=low:m", "llm/effort=high:m"]

    def behave(body: dict[str, Any], number: int) -> Answer:
        return Answer("[hold]" if body["reasoning_effort"] == "high" and number % 2 else "[roll]")

    with scripted(behave) as server:
        for name in names:
            result = run("add", str(folder), name, "--llm-url", server.url, "--yes")
            assert result.exit_code == 0, result.output
        again = run("add", str(folder), names[0], "--llm-url", server.url, "--yes")
    assert "is on the board already: its entry stays" in again.stderr
    entries = shown(folder)["entries"]
    assert {entry["agent"]: entry["model"]["about"]["reasoning_effort"] for entry in entries} == {
        names[0]: "low", names[1]: "high",
    }  # fmt: skip
    assert len(list((folder / "runs").iterdir())) == len(list((folder / "entries").iterdir())) == 2


@pytest.mark.thorough
def test_an_entry_whose_process_was_killed_goes_on_without_asking_again(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("OPENAI_API_KEY", KEY)

    def behave(body: dict[str, Any], number: int) -> Answer:
        time.sleep(0.02)
        total = int(re.findall(r"turn total (\d+)", body["messages"][1]["content"])[-1])
        return Answer("[hold]" if total >= 8 else "[roll]")  # by the question alone

    once, killed = made(tmp_path / "once"), made(tmp_path / "killed")
    with scripted(behave) as server:
        more = ["llm:m", "--llm-url", server.url, "--yes"]
        assert run("add", str(once), *more).exit_code == 0
        whole = len(server.requests)
        command = [sys.executable, "-m", "croupier", "benchmark", "add", str(killed), *more]
        with subprocess.Popen(command, stderr=subprocess.DEVNULL) as process:
            while len(server.requests) < whole + 20:
                assert process.poll() is None
                time.sleep(0.01)
            os.kill(process.pid, signal.SIGKILL)
        assert not list((killed / "entries").glob("*.json"))
        before, (journal,) = len(server.requests), (killed / "runs").glob("*/replies.jsonl")
        arrived = journal.read_bytes().count(b"\n")
        assert 12 <= arrived < whole
        with journal.open("ab") as file:
            file.write(b'{"table": "cut sh')  # as a kill in the middle of a write leaves it
        again = run("add", str(killed), *more)
        assert again.exit_code == 0, again.output
        assert f"{arrived} replies had arrived before" in again.stderr
        assert len(server.requests) - before == whole - arrived
    (one,), (other,) = (shown(folder)["entries"] for folder in (once, killed))
    for entry in (one, other):  # times of replies, and the order in which they arrived
        for name in ("seconds_p50", "seconds_p90", "replies_sha256"):
            del entry["model"][name]
    assert one == other
    assert len(journal.read_bytes().splitlines()) == whole


@pytest.mark.thorough
def test_a_plan_for_a_model_asks_nothing_and_writes_nothing(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("OPENAI_API_KEY", KEY)
    prices = tmp_path / "prices.toml"
    prices.write_text("[default]\nprice_input = 1.0\nprice_output = 2.0\n")
    full, empty = made(tmp_path / "full"), made(tmp_path / "empty")
    assert run("add", str(full), "random", "bot").exit_code == 0
    files = sorted(tmp_path.rglob("*"))
    with scripted(lambda _body, _number: Answer("[roll]")) as server:
        more = ["llm:m", "--plan", "--llm-url", server.url, "--llm-settings", str(prices)]
        for folder in (full, empty):
            planned = run("add", str(folder), *more)
            assert planned.exit_code == 0, planned.output
            assert re.search(
                r"This board's 12 games take about [\d,]+ requests, .*: about \$\d",
                " ".join(planned.stdout.split()),
            )
        assert "needs two entries" in planned.stdout
        assert "deals for 80%" in " ".join(run("add", str(full), *more).stdout.split())
        data = json.loads(run("add", str(empty), *more, "--json").stdout)
        assert (data["pairs"], data["unpriced"]) == ([], [])
        assert data["cost"] > 0 < data["requests"]
        refused = run("add", str(full), "llm/nolist:m", *more[1:])
        assert (refused.exit_code, "llm/nolist:m has prompt nolist, and this board list" in refused.stderr) == (
            2,
            True,
        )
        assert "keeps notes" in run("add", str(full), "llm/notes=100:m", *more[1:]).stderr
        assert not server.requests
        assert sorted(tmp_path.rglob("*")) == files
        assert run("add", str(full), *more[:1], *more[2:], "--yes").exit_code == 0
        asked = len(server.requests)
        known = run("add", str(full), *more)
        assert known.exit_code == 0, known.output
        assert "llm:m is on the board already" in " ".join(known.stdout.split())
        assert "requests" not in known.stdout
        assert len(server.requests) == asked


@pytest.mark.thorough
def test_a_plan_for_a_copy_is_by_the_entries_of_the_copy(tmp_path: Path) -> None:
    copy = tmp_path / "copy"
    assert run("add", "pig-1", "bot:hold-25", "--out", str(copy), "--valued", "0").exit_code == 0
    words = ["add", "pig-1", "bot:hold-25", "random", "--plan", "--json", "--out"]
    (pair,) = json.loads(run(*words, str(copy)).stdout)["pairs"]
    assert {pair["better"], pair["worse"]} == {"bot:hold-25", "random"}
    assert "holds another board" in run(*words, str(made(tmp_path / "other"))).stderr
