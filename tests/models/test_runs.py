"""Runs of language models: counts, forfeits, voids, budgets, going on after a kill, reports; and the key."""

import asyncio
import json
import os
import re
import signal
import subprocess
import sys
import time
from collections import Counter
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import replace
from pathlib import Path
from typing import Any, cast

import pytest
from typer.testing import CliRunner

from croupier import __version__, make
from croupier.agents.registry import make_agent
from croupier.agents.speech import TextAgent
from croupier.cli import app
from croupier.learn.update.imitation import recorded_demonstrations
from croupier.measure import play_tournament
from croupier.replays import load_game
from croupier.table import BlockingConversation
from croupier.table.model_run import ModelRun
from croupier.table.speaking import text_table
from tests.amounts import daily
from tests.models.runs import PIG, SKULL_KING, asked, careful, cut, journal, play, report, settings, wordy
from tests.models.scripted import KEY, Answer, Behaviour, Scripted, first_legal, scripted
from tests.models.test_notes import counting


def everything(folder: Path) -> str:
    """The text of all files of a folder."""
    return "".join(file.read_text() for file in folder.rglob("*") if file.is_file())


def test_a_tournament_with_models_bots_and_chance_gives_one_report_with_files(tmp_path: Path) -> None:
    out = tmp_path / "run"
    words = [*PIG, "llm:a", "llm/nolist:b", "bot:hold-5", "random", "--deals", "1", "--out", str(out)]
    result, requests = play(tmp_path, careful, *words)
    found = report(out)
    assert [each["agent"] for each in found["agents"]] == ["llm:a", "llm/nolist:b", "bot:hold-5", "random"]
    assert all(each["games"] == 2 * 3 for each in found["agents"])
    a, b = asked(out)
    assert (a["agent"], a["games"], a["void"], a["prompt"], a["model"]) == ("llm:a", 6, 0, "list", "a")
    assert b["prompt"] == "nolist"
    assert a["prompt_hashes"] != b["prompt_hashes"]
    assert a["replies"] + b["replies"] == len(requests)
    assert a["tokens_in"] == 100 * a["replies"]
    assert a["cost"] == pytest.approx(a["replies"] * (100 + 2 * 20) / 1e6)
    assert a["unparsable"] == a["illegal"] == a["truncated"] == a["forfeited"] == 0
    assert a["seconds_a_reply"] > 0
    assert re.match(r"\d{4}-\d\d-\d\dT", found["models"]["date"])
    page = (out / "report.html").read_text()
    assert "Replies of language models and programs" in page
    assert "prompt hash" in page
    assert "rating" in found
    games = sorted((out / "games").glob("*.json"))
    assert len(games) == 2 * 6
    for file in games:
        game = load_game(file)
        text = file.with_suffix(".txt").read_text()
        assert all(name in text for name in game.agents)
        spoken = any(name.startswith("llm") for name in game.agents)
        assert spoken == ("is asked" in text) == ("replies (100 + 20 tokens" in text)
        said = re.findall(r"^--- Player (\d) \((.*)\): (\[.*\])$", text, re.MULTILINE)
        computed = [k for k, name in enumerate(game.agents) if not name.startswith("llm")]
        assert {int(seat) for seat, *_ in said} <= set(computed)
        assert spoken or len(said) == len(game.state.history)
        assert text.rstrip().endswith("points.") or "wins" in text.splitlines()[-1]
    assert load_game(out / "games.jsonl", len(games)).state.is_terminal()
    prompts = {file.stem: file.read_text() for file in (out / "prompts").iterdir()}
    assert set(prompts) == {*a["prompt_hashes"], *b["prompt_hashes"]}
    first = next(request["messages"][0] for request in requests if request["model"] == "a")
    assert prompts[a["prompt_hashes"][0]] == first["content"] + "\n"
    assert KEY not in everything(out) + result.output


def test_three_faults_are_counted_apart_and_the_third_refusal_loses_the_game(tmp_path: Path) -> None:
    said = [Answer("I resign."), Answer("[fold]"), Answer("[hold", finish="length"), Answer("[hold")]

    def behave(body: dict[str, Any], number: int) -> Answer:
        tries = len(body["messages"]) // 2 - 1  # refused answers that are shown again
        if body["model"] == "bad":
            return said[tries]
        return said[number % 2] if tries == 0 else careful(body, number)

    out = tmp_path / "run"
    _, requests = play(tmp_path, behave, *PIG, "llm:bad", "llm:slow", "--deals", "1", "--out", str(out))
    bad, slow = asked(out)
    assert (bad["games"], bad["forfeited"], bad["replies"]) == (2, 2, 6)
    assert (bad["unparsable"], bad["illegal"], bad["truncated"]) == (4, 0, 2)  # [fold] is no action of the game
    assert slow["forfeited"] == 0
    assert slow["unparsable"] * 2 == slow["replies"]
    why = next(r["messages"][3]["content"] for r in requests if r["model"] == "bad" and len(r["messages"]) == 4)
    assert why.startswith("That was not accepted: it has no action in square brackets. Answer once more")
    games = [load_game(file) for file in sorted((out / "games").glob("*.json"))]
    assert [game.forfeited for game in games] == [game.agents.index("llm:bad") for game in games]


@pytest.mark.parametrize(
    ("words", "replies"), [(["llm:m", "--retries", "0"], 1), (["llm/source:m", "--retries", "7"], 2)]
)
def test_retries_can_be_changed_and_the_source_mode_keeps_the_source_s_allowance(
    words: list[str], replies: int, tmp_path: Path
) -> None:
    more = ["random", "--deals", "1", "--out", str(tmp_path / "run")]
    _, requests = play(tmp_path, lambda *_: Answer("hm"), *PIG, *words, *more)
    assert len(requests) == 2 * replies
    assert asked(tmp_path / "run")[0]["forfeited"] == 2
    assert ("Invalid reply" in requests[-1]["messages"][0]["content"]) is ("source" in words[0])


@pytest.mark.parametrize(
    ("reply", "fault"),
    [("bid 1", "unparsable"), ("**[bid one]**", "unparsable"), ("[bid 7], no, [bid 1]", "illegal")],
)
def test_in_the_source_mode_the_source_s_reader_decides_what_is_wrong(
    tmp_path: Path, reply: str, fault: str
) -> None:
    words = [*SKULL_KING, "players=2", "llm/source:m", "random", "--deals", "1", "--out", str(tmp_path / "run")]
    play(tmp_path, lambda *_: Answer(reply), *words)
    (model,) = asked(tmp_path / "run")
    assert (model["forfeited"], model["replies"]) == (2, 4)
    counts = {name: model[name] for name in ("unparsable", "illegal", "truncated")}
    assert counts == {"unparsable": 0, "illegal": 0, "truncated": 0} | {fault: 4}


@pytest.mark.thorough
def test_a_game_among_bots_in_a_run_is_kept_and_counts_for_no_model(tmp_path: Path) -> None:
    out = tmp_path / "run"
    words = [*PIG, "llm:m", "bot", "--among", "random", "--deals", "2", "--out", str(out)]
    play(tmp_path, careful, *words)
    games = [load_game(file).agents for file in sorted((out / "games").glob("*.json"))]
    silent = [agents for agents in games if "llm:m" not in agents]
    assert Counter(silent) == {("bot", "random"): 2, ("random", "bot"): 2}
    assert asked(out)[0]["games"] == len(games) - len(silent) == 8
    before = {file.name: file.read_bytes() for file in (out / "games").glob("*.json")}
    _, none = play(tmp_path, careful, *words)
    assert none == []
    assert {file.name: file.read_bytes() for file in (out / "games").glob("*.json")} == before


def test_an_endpoint_that_fails_voids_the_deal_for_everyone(tmp_path: Path) -> None:
    def behave(body: dict[str, Any], number: int) -> Answer:
        return Answer(status=503) if number in (14, 15) else careful(body, number)

    out = tmp_path / "run"
    words = [*PIG, "llm:m", "bot", "random", "--deals", "5", "--out", str(out), "--concurrency", "1"]
    play(tmp_path, behave, *words)
    found = report(out)
    (model,) = asked(out)
    given_up = [text for file in (out / "games").glob("*.txt") if "given up" in (text := file.read_text())]
    assert model["void"] == len(given_up) == 1
    assert "--- no reply: m at " in given_up[0]
    assert "has failed 2 times: status 503" in given_up[0]
    assert found["deals"] == 4  # 1 of the 20 games is too few to take the rank
    assert {each["games"] for each in found["agents"]} == {4 * 4}
    assert model["failures"] >= 2
    assert model["forfeited"] == 0


ONE_BY_ONE = [*PIG, "llm:m", "bot:hold-5", "--concurrency", "1"]


def test_five_games_in_a_row_that_are_void_stop_a_run_which_goes_on_later(tmp_path: Path) -> None:
    def fails_after_one_reply(body: dict[str, Any], number: int) -> Answer:
        return careful(body, number) if number % 3 == 0 else Answer(status=503)

    out, whole = tmp_path / "run", tmp_path / "whole"
    words = [*ONE_BY_ONE, "--deals", "5", "--out"]
    result, requests = play(tmp_path, fails_after_one_reply, *words, str(out), ends=2)
    assert len(requests) == 5 * 3
    assert "llm:m has made 5 games in a row void: m at " in result.output
    assert "has failed 2 times: status 503" in result.output
    assert "the replies that arrived are kept, and the same command resumes" in result.output
    again, more = play(tmp_path, fails_after_one_reply, *words, str(out), ends=2)
    assert "5 replies had arrived before" in again.output
    assert "5 games in a row void" in again.output
    assert len(more) >= 5 * 2
    kept = len(journal(out))
    healthy, rest = play(tmp_path, careful, *words, str(out))
    assert f"{kept} replies had arrived before" in healthy.output
    _, once = play(tmp_path, careful, *words, str(whole))
    assert kept + len(rest) == len(once)
    assert report(out)["agents"] == report(whole)["agents"]
    assert report(out)["deals"] == 5


def test_a_game_that_is_played_to_its_end_begins_the_count_anew(tmp_path: Path) -> None:
    out = tmp_path / "run"
    fails = [True] * 4 + [False] + [True] * 4 + [False] * 3
    begun = 0

    def behave(body: dict[str, Any], number: int) -> Answer:
        nonlocal begun
        games = len(list((out / "games").glob("*.txt")))  # a transcript is made when a game begins
        first, begun = games > begun, games
        return careful(body, number) if first or not fails[games - 1] else Answer(status=503)

    result, _ = play(tmp_path, behave, *ONE_BY_ONE, "--deals", "6", "--out", str(out))
    assert "stopped" not in result.output
    assert (asked(out)[0]["void"], begun) == (8, 12)
    assert not report(out)["models"]["stopped"]


def test_one_endpoint_that_is_gone_is_noticed_while_another_answers(tmp_path: Path) -> None:
    models: list[str] = []

    def behave(body: dict[str, Any], number: int) -> Answer:
        models.append(body["model"])
        gone = body["model"] == "gone" and models.count("gone") > 1
        return Answer(status=503) if gone else careful(body, number)

    more = ["llm:gone", "llm:there", "bot", "--deals", "3", "--concurrency", "1", "--out", str(tmp_path / "r")]
    result, _ = play(tmp_path, behave, *PIG, *more)
    assert "llm:gone has made 5 games in a row void: gone at " in result.output
    assert models.count("gone") == 1 + 5 * 2


def test_a_budget_stops_the_run_cleanly_and_a_larger_one_goes_on(tmp_path: Path) -> None:
    out, whole = tmp_path / "run", tmp_path / "whole"
    words = [*PIG, "llm:m", "bot:hold-5", "--deals", "3", "--concurrency", "2", "--out"]
    result, requests = play(tmp_path, careful, *words, str(out), "--max-tokens", "1500")
    assert "stopped: the budget of 1500 tokens is spent; the same command resumes" in result.output
    assert 1500 <= len(requests) * 120 <= 1500 + 2 * 120
    assert 0 < report(out)["deals"] < 3
    result, more = play(tmp_path, careful, *words, str(out), "--max-cost", "1")
    assert f"{len(requests)} replies had arrived before" in result.output
    _, once = play(tmp_path, careful, *words, str(whole))
    assert len(requests) + len(more) == len(once)
    assert report(out)["agents"] == report(whole)["agents"]
    _, none = play(tmp_path, careful, *words, str(out), "--max-cost", "0")
    assert not none  # all had arrived: nothing is asked


@pytest.mark.thorough
@pytest.mark.parametrize(
    ("limit", "stop"), [(["--max-tokens", "4000"], "4000 tokens"), (["--max-cost", "0.005"], "\\$0.005")]
)
def test_budgets_hold_where_the_endpoint_does_not_say_its_tokens_and_the_report_marks_them(
    limit: list[str], stop: str, tmp_path: Path
) -> None:
    def silent(body: dict[str, Any], number: int) -> Answer:
        return replace(careful(body, number), tokens=None)

    out = tmp_path / "run"
    words = [*PIG, "llm:m", "bot:hold-5", "--deals", "4", "--concurrency", "2", "--out", str(out)]
    result, requests = play(tmp_path, silent, *words, *limit)
    assert re.search(f"stopped: the budget of {stop} is spent", result.output)
    assert 4 < len(requests) < 40
    (model,) = asked(out)
    assert 0 < model["estimated"] == model["replies"]
    assert re.search(r"llm:m +~\d[\d,]* +~0 +~\d+ +~0 *\n", result.output), result.output
    assert re.search(r"llm:m +~\$0\.00\d\d", result.output), result.output
    assert "those with ~ are estimated, four characters a token" in " ".join(result.output.split())
    assert "~$0.00" in (out / "report.html").read_text()
    told = (out / "games" / "00001.txt").read_text()
    assert re.search(r"Player \d replies \(about \d+ \+ \d+ tokens", told)


def test_thoughts_in_a_reply_play_nothing_and_are_kept(tmp_path: Path) -> None:
    def thinking(body: dict[str, Any], number: int) -> Answer:
        answer = careful(body, number).text.strip()
        other = "[roll]" if "hold" in answer else "[hold]"
        bare = answer.split("[")[-1].rstrip("]")
        if len(body["messages"]) == 2 and number % 5 == 0:
            return Answer(f"<think>I could {other}")
        return Answer(f"<think>\nShall I {other}? No.\n</think>\n\n{bare.title()}.")

    out, quiet = tmp_path / "run", tmp_path / "plain"
    words = [*PIG, "llm:m", "bot:hold-5", "--deals", "1", "--out"]
    result, requests = play(tmp_path, thinking, *words, str(out))
    plain, once = play(tmp_path, careful, *words, str(quiet))
    assert report(out)["agents"] == report(quiet)["agents"]
    (model,) = asked(out)
    assert model["truncated"] == len(requests) - len(once) > 0
    assert "its max_tokens, which reasoning counts towards" in " ".join(result.output.split())
    assert "max_tokens" not in plain.output
    assert model["unparsable"] == model["illegal"] == model["forfeited"] == 0
    assert all(entry["reply"]["text"].startswith("<think>") for entry in journal(out))
    assert "Shall I" in next((out / "games").glob("*.txt")).read_text()


def test_in_the_source_mode_thoughts_are_neither_read_nor_passed_on(tmp_path: Path) -> None:
    def thinking(body: dict[str, Any], number: int) -> Answer:
        return Answer("<think>I could [hold]." + ("" if number == 0 else f" </think>I say [roll] {number}."))

    words = ["arena", "pig", "-o", "winning_score=8", "-o", "max_turns=6", "llm/source:m", "random"]
    _, requests = play(tmp_path, thinking, *words, "--deals", "1", "--out", str(tmp_path / "run"))
    (model,) = asked(tmp_path / "run")
    assert (model["truncated"], model["unparsable"], model["replies"]) == (1, 0, len(requests))
    told = " ".join(request["messages"][0]["content"] for request in requests)
    assert "I say [roll] 1." in told
    assert "I could" not in told


@contextmanager
def started(tmp_path: Path, seconds: float, *words: str) -> Iterator[tuple[list[str], Any, Scripted]]:
    """A run in a process of its own against a slow model: its words, the process and the server."""

    def slow(body: dict[str, Any], number: int) -> Answer:
        time.sleep(seconds)
        return careful(body, number)

    with scripted(slow) as server:
        all_words = [*words, "--yes", *settings(tmp_path), "--llm-url", server.url]
        with subprocess.Popen(
            [sys.executable, "-m", "croupier", *all_words], stderr=subprocess.DEVNULL
        ) as process:
            yield all_words, process, server


def once_each(folder: Path) -> int:
    """How many replies were kept, of which none was asked for twice."""
    places = Counter((entry["table"], entry["seat"], entry["number"]) for entry in journal(folder))
    assert set(places.values()) == {1}
    return len(places)


def test_a_run_that_was_killed_goes_on_without_asking_again(tmp_path: Path) -> None:
    out = tmp_path / "run"
    words = [*PIG, "llm:m", "bot:hold-5", "--deals", "3", "--concurrency", "3", "--out"]
    with started(tmp_path, 0.03, *words, str(out)) as (same, process, server):
        shown = ""
        while len(server.requests) < 12:
            assert process.poll() is None
            shown += Path(f"/proc/{process.pid}/cmdline").read_text()
            time.sleep(0.02)
        os.kill(process.pid, signal.SIGKILL)
        process.wait()
        assert KEY not in shown
        arrived = (out / "replies.jsonl").read_bytes().count(b"\n")
        before = len(server.requests)
        assert 8 <= arrived <= before
        with (out / "replies.jsonl").open("ab") as file:
            file.write(b'{"table": "cut sh')  # as a kill in the middle of a write leaves it
        result = CliRunner().invoke(app, same)
        assert result.exit_code == 0, result.output
        assert f"{arrived} replies had arrived before" in result.output
        more = len(server.requests) - before
    _, once = play(tmp_path, careful, *words, str(tmp_path / "once"))
    assert more + arrived == once_each(out) == len(once)
    assert report(out)["agents"] == report(tmp_path / "once")["agents"]


@pytest.mark.parametrize(("agent", "behave"), [("llm/chat:m", wordy), ("llm/notes=200:m", counting())])
def test_a_run_that_was_cut_goes_on_in_the_same_conversations_and_notes(
    agent: str, behave: Behaviour, tmp_path: Path
) -> None:
    whole, parts = tmp_path / "whole", tmp_path / "parts"
    words = ["arena", "pig", "-o", "winning_score=12", "-o", "max_turns=8", agent, "bot", "--deals", "2", "--out"]
    _, requests = play(tmp_path, behave, *words, str(whole))
    _, first = play(tmp_path, behave, *words, str(parts))
    assert len(journal(parts)) == len(requests) == len(first)
    gone = cut(parts)
    _, second = play(tmp_path, behave, *words, str(parts))
    assert len(second) == gone
    known = [request["messages"] for request in requests]
    assert all(request["messages"] in known for request in second)
    assert report(whole)["agents"] == report(parts)["agents"]


@pytest.mark.thorough
def test_a_run_that_goes_on_says_what_is_left_of_each_model_at_its_own_price(tmp_path: Path) -> None:
    file = tmp_path / "prices.toml"
    cheap, dear = (f"price_input = {price}\nprice_output = {price}\n" for price in ("1.0", "1000.0"))
    file.write_text(f"[default]\ntries = 1\nreply_tokens = 20\n[models.a]\n{cheap}[models.b]\n{dear}")

    def behave(body: dict[str, Any], number: int) -> Answer:
        lasts = body["model"] == "b" and number > 20
        return Answer(status=503) if lasts else careful(body, number)

    out = tmp_path / "run"
    words = [*PIG, "llm:a", "llm:b", "random", "--deals", "3", "--out", str(out), "--llm-settings", str(file)]
    words += ["--concurrency", "1"]  # the same requests have arrived whenever it stops

    def estimated(behave: Behaviour) -> tuple[float, float]:
        """Requests and dollars that are said before anything is asked."""
        with scripted(behave) as server:
            result = CliRunner().invoke(app, [*words, "--llm-url", server.url, "--yes"])
        requests, cost = re.findall(r"about (\S+) requests, .* written: about \$(\S+)\.\n", result.output)[0]
        return float(requests), float(cost.replace(",", ""))

    requests, whole = estimated(behave)
    arrived = Counter(entry["agent"] for entry in journal(out))
    assert arrived["llm:a"] > arrived["llm:b"] + 5 > 5
    left, cost = estimated(careful)
    assert left == pytest.approx(requests - arrived.total(), abs=1.5)
    assert cost == pytest.approx(whole * (1 - arrived["llm:b"] / (requests / 2)), rel=0.02)  # the other takes 0.1%


def test_after_the_first_replies_the_estimate_is_said_again_by_what_they_took(tmp_path: Path) -> None:
    words = [*PIG, "llm:m", "random", "--deals", "3", "--out", str(tmp_path / "run")]
    result, _ = play(tmp_path, careful, *words, price_output=1000.0)
    takes = r" about (\S+) requests, .* read and (\S+) written: about \$(\S+)\.\n"
    ((_, _, first),) = re.findall(f"This takes{takes}", result.output)
    after = re.findall(f"By its first 10 replies, the rest of llm:m takes{takes}", result.output)
    ((left, written, cost),) = after
    mean = sum(entry["reply"]["tokens_out"] for entry in journal(tmp_path / "run")[:10]) / 10
    assert float(written.replace(",", "")) == pytest.approx(float(left) * mean, rel=0.05)
    assert float(first.replace(",", "")) > 3 * float(cost)  # 300 tokens a reply were expected


@pytest.mark.thorough
def test_one_process_at_a_time_has_a_run_and_a_kill_frees_it(tmp_path: Path) -> None:
    out = tmp_path / "run"
    with started(tmp_path, 0.05, *PIG, "llm:m", "bot", "--deals", "4", "--out", str(out)) as (
        same,
        process,
        server,
    ):
        while not (out / "replies.jsonl").exists():
            assert process.poll() is None
            time.sleep(0.02)
        second = CliRunner().invoke(app, same)
        os.kill(process.pid, signal.SIGKILL)
        process.wait()
        assert second.exit_code == 2
        assert f"{out} is in use by process {process.pid} (since " in second.output
        assert "wait until it ends, or name another folder" in second.output
        on_their_way = len(server.requests) - (out / "replies.jsonl").read_bytes().count(b"\n")
        assert on_their_way <= 8
        result = CliRunner().invoke(app, same)
        assert result.exit_code == 0, result.output
    assert once_each(out)
    assert not (out / ".lock").exists()


def test_a_run_of_something_else_in_the_same_folder_is_refused(tmp_path: Path) -> None:
    words = [*PIG, "llm:m", "bot", "--deals", "1", "--out", str(tmp_path / "run")]
    play(tmp_path, careful, *words)
    changes: list[tuple[list[str], dict[str, Any], str]] = [
        (["--seed", "5"], {}, "seed"), (["--retries", "1"], {}, "retries"), ([], {"prompt": "nolist"}, "models"),
    ]  # fmt: skip
    for changed, more, name in changes:
        result, requests = play(tmp_path, careful, *words, *changed, ends=2, **more)
        assert requests == []
        assert f"holds a run with another {name}" in result.output


@pytest.mark.parametrize(
    ("answer", "words"),
    [
        (Answer(status=401, echo_key=True), "refuses the key (status 401"),
        (Answer(status=404), "llm:m: m at http://127.0.0.1:"),
        (Answer(status=429), "has failed 2 times: status 429: "),
    ],
)
def test_a_key_or_model_that_is_refused_is_one_clear_line(tmp_path: Path, answer: Answer, words: str) -> None:
    result, requests = play(tmp_path, lambda *_: answer, *PIG, "llm:m", "bot", "--deals", "3", ends=2)
    last = result.output.strip().splitlines()[-1]
    assert last.startswith("croupier: no deal was played to its end: llm:m: m at http://127.0.0.1:")
    assert words in last
    assert KEY not in result.output
    assert len(requests) <= 2 * 8


@pytest.mark.parametrize(
    ("words", "said"),
    [
        (["--yes", "--llm-settings", "models.toml"], "no connection"),
        ([], "add --yes to go on"),
        (["--max-cost", "1", "--yes"], "--max-cost needs prices of llm:m"),
    ],
)
def test_what_cannot_be_asked_is_one_clear_line(
    tmp_path: Path, words: list[str], said: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(tmp_path)
    settings(tmp_path)
    given = [*PIG, "llm:m", "bot", "--deals", "1", "--llm-url", "http://127.0.0.1:9/v1", *words]
    result = CliRunner().invoke(app, given)
    assert result.exit_code == 2, result.output
    assert said in result.output.strip().splitlines()[-1]


def test_games_with_models_are_recorded_and_can_be_imitated(tmp_path: Path) -> None:
    out = tmp_path / "games.jsonl"
    words = ["record", "pig", "llm:m", "bot", "--games", "4", "--out", str(out), "-o", "winning_score=10"]
    result, first = play(tmp_path, careful, *words)
    assert "Wrote 4 games" in result.output
    games = [load_game(out, line) for line in range(1, 5)]
    assert [game.agents for game in games[:2]] == [("llm:m", "bot"), ("bot", "llm:m")]
    decided = sum(game.agents[state.current_player()] == "llm:m" for game in games for state, _, _ in game.moves())
    copied = recorded_demonstrations([out], games[0].state.game, ("llm:m",))
    assert sum(len(part.actions) for part in copied) == decided == len(first)
    assert len(journal(tmp_path / "games.jsonl.replies")) == len(first)
    out.unlink()
    assert play(tmp_path, careful, *words)[1] == []


def test_a_model_may_be_held_to_brackets_and_replies_that_mean_several_actions_are_counted(tmp_path: Path) -> None:
    said = iter(["I roll.", "[roll] or [hold]", "I hold."] + ["[hold]"] * 99)
    words = ["arena", "pig", "bot", "-o", "winning_score=4", "--deals", "1", "--concurrency", "1", "--out"]
    result, _ = play(tmp_path, lambda *_: Answer(next(said)), *words, str(tmp_path / "free"), "llm:a")
    (free,) = asked(tmp_path / "free")
    assert (free["several"], free["unparsable"], free["brackets"]) == (1, 0, False)
    assert "several" in result.output
    strict = [*words, str(tmp_path / "strict"), "llm/brackets:a", "--retries", "0"]
    _, requests = play(tmp_path, lambda *_: Answer("I roll."), *strict)
    (held,) = asked(tmp_path / "strict")
    assert (held["unparsable"], held["forfeited"], held["brackets"]) == (len(requests), held["games"], True)


def test_a_model_sits_at_the_terminal_and_its_forfeit_ends_the_game(tmp_path: Path) -> None:
    kept = tmp_path / "game.json"
    words = ["play", "pig", "--vs", "llm:m", "--seat", "1", "-o", "winning_score=4", "--seed", "3", "--yes"]
    with scripted(careful) as server:
        more = ["--llm-url", server.url, *settings(tmp_path)]
        result = CliRunner().invoke(app, [*words, *more], input="roll\nhold\n" * 60)
    assert result.exit_code == 0, result.output
    assert "llm:m (Player 0) [roll]" in result.output
    result, _ = play(tmp_path, lambda *_: Answer("I pass"), *words, "--save", str(kept))
    assert "Player 0 loses by an invalid reply; Player 1 wins." in result.output
    assert "llm:m (Player 0) took 3 replies, 3 of them not accepted, 360 tokens, $0.0004." in result.output
    assert load_game(kept).forfeited == 0


def test_at_the_terminal_replies_and_a_transcript_are_kept_beside_the_game(tmp_path: Path) -> None:
    kept, replies = tmp_path / "game.json", tmp_path / "game.json.replies"
    words = ["play", "pig", "--vs", "llm:m", "-o", "winning_score=4", "--save", str(kept), "--seed", "3"]
    with scripted(careful) as server:
        words += ["--llm-url", server.url, *settings(tmp_path)]
        refused = CliRunner().invoke(app, words)
        assert "add --yes to go on" in refused.output
        assert not replies.exists()
        result = CliRunner().invoke(app, [*words, "--yes"], input="roll\nhold\n" * 60)
    assert result.exit_code == 0, result.output
    assert f"is in {replies}" in result.output.replace("\n", "")
    entries = journal(replies)
    assert [entry["reply"]["tokens_in"] for entry in entries] == [100] * len(server.requests)
    text = (replies / "games" / "00001.txt").read_text()
    assert text.count("is asked") == text.count("Player 1 replies (100 + 20 tokens") == len(entries)
    assert "--- Player 0 (human): [roll]" in text
    assert " wins, " in text.splitlines()[-1]
    assert KEY not in everything(replies)
    kept.unlink()
    again = CliRunner().invoke(app, [*words, "--yes"])
    assert (again.exit_code, again.output) == (2, f"croupier: {replies} exists already; name another file\n")


ONE_MODEL = ["arena", "pig", "llm:m", "-o", "winning_score=5", "--deals", "2", "--out"]


def test_a_model_is_evaluated_with_what_its_games_took(tmp_path: Path) -> None:
    out = tmp_path / "report"
    _, requests = play(tmp_path, careful, *ONE_MODEL, str(out))
    found = report(out)
    (model,) = asked(out)
    assert model["replies"] == len(requests)
    page, date = (out / "report.html").read_text(), found["models"]["date"][:10]
    assert "<caption><span>Replies of language models and programs</span></caption>" in page
    assert f"<p>Played by croupier {__version__} on {date}.</p>" in page
    assert [row["deals"] for row in found["tables"]] == [2] * len(found["tables"])
    games = (out / "games.jsonl").read_text().splitlines()
    assert len(games) == len(list((out / "games").glob("*.txt"))) == model["games"]


@pytest.mark.thorough
def test_an_evaluation_that_a_budget_stops_reports_the_tables_that_are_whole(tmp_path: Path) -> None:
    out = tmp_path / "report"
    result, _ = play(tmp_path, careful, *ONE_MODEL, str(tmp_path / "none"), "--max-tokens", "1", ends=2)
    said = "croupier: no deal was played to its end: the budget of 1 tokens is spent; the replies that arrived"
    assert said in result.output
    result, _ = play(tmp_path, careful, *ONE_MODEL, str(out), "--max-tokens", "1500")
    assert "stopped: the budget of 1500 tokens is spent; the same command resumes" in result.output
    tables = report(out)["tables"]
    page = (out / "report.html").read_text()
    assert "The run stopped: the budget of 1500 tokens is spent." in page
    assert sum(f'<th scope="row">2</th><td>{row["against"]}</td>' in page for row in tables) == len(tables)
    play(tmp_path, careful, *ONE_MODEL, str(out))
    assert len(report(out)["tables"]) > len(tables) >= 1


@pytest.mark.thorough
def test_a_comparison_that_a_budget_stops_reports_the_mix_that_is_whole(tmp_path: Path) -> None:
    words = [*SKULL_KING, "players=3", "llm:a", "random", "--deals", "2", "--out", str(tmp_path / "run")]
    _, requests = play(tmp_path, first_legal, *words, "--max-tokens", "1500")
    assert [mix["mix"] for mix in report(tmp_path / "run")["comparison"]["mixes"]] == ["one A among Bs"]
    assert len(requests) > 2 * 3 * 2


@pytest.mark.thorough
def test_bids_are_reported_by_the_cards_dealt_beside_floor_and_ceiling(tmp_path: Path) -> None:
    out = tmp_path / "run"
    words = [*SKULL_KING, "players=2", "llm:a", "bot", "random", "--deals", "2", "--out", str(out)]
    play(tmp_path, first_legal, *words)
    measures = report(out)["models"]["measures"]
    assert set(measures) == {"llm:a", "bot", "random"}
    bids = measures["llm:a"]["bids"]
    assert bids["by_cards"]["1"]["rounds"] == 8  # two deals, two opponents, both seats
    assert set(bids["by_bid"]) == {"0"}  # the first legal bid is always 0
    assert 0 <= bids["by_bid"]["0"]["mean_won"] <= 1
    page = (out / "report.html").read_text()
    assert "Exact bids by the cards dealt" in page
    assert "Tricks won for each bid" in page


def test_models_are_measured_from_a_notebook_in_which_a_loop_runs_already(monkeypatch: pytest.MonkeyPatch) -> None:
    async def cell(url: str) -> int:
        monkeypatch.setenv("OPENAI_BASE_URL", url)
        game = make("pig", winning_score=10)
        played = play_tournament(game, ["llm:m", "bot"], deals=1)
        run = ModelRun(None)
        run.open({})
        model = make_agent("llm:m", game)
        table = text_table(game.new_initial_state(1), [model, None], ["llm:m", "human"], 2)
        with BlockingConversation(table, run) as spoken:
            assert spoken.decide(cast("TextAgent", model)) is not None
        return played.deals

    with scripted(careful) as server:
        assert asyncio.run(cell(server.url)) == 1


@pytest.mark.parametrize(
    ("words", "said"),
    daily([
        (["judge", "llm:m", "--set", "pig-1", "--count", "2"], "not one decision was answered by llm:m"),
        (["judge", "llm:m", "--set", "pig-1", "--count", "2", "--json"], "not one decision was answered by llm:m"),
        (["arena", "pig", "llm:m", "bot", "--deals", "1"], "no deal was played to its end: llm:m: m at http"),
        (["arena", "pig", "llm:m", "--deals", "2"], "no deal was played to its end: llm:m: m at"),
        (["record", "pig", "llm:m", "bot", "--games", "1"], "no deal was played to its end: llm:m: m at http"),
    ], 2),
)  # fmt: skip
def test_a_command_to_which_no_model_answers_does_not_end_with_status_0(
    words: list[str], said: str, tmp_path: Path
) -> None:
    out = ["--out", str(tmp_path / "games.jsonl")] if words[0] == "record" else []
    result, _ = play(tmp_path, lambda *_: Answer(status=500), *words, *out, ends=2)
    assert said in result.stderr.splitlines()[-1], result.stderr
    if "--json" in words:
        assert json.loads(result.stdout)["agents"][0]["regret"]["mean"] is None
