"""Files that 0.2 wrote are read, and its runs go on; what is gone says so by name."""

import asyncio
import gzip
import hashlib
import itertools
import json
import shutil
import sqlite3
from contextlib import closing
from pathlib import Path
from types import SimpleNamespace
from typing import Any

import pytest
from typer.testing import CliRunner

import croupier
from croupier.cli import COMMANDS, app
from croupier.core.base.errors import ConfigError
from croupier.core.base.sentence import in_language
from croupier.core.spec.registry import spec
from croupier.learn.runs.run import Run
from croupier.learn.settings.config import Config, parse_settings
from croupier.server.base.settings import ServerSettings, database_address
from croupier.server.events.happening import apply_stored
from croupier.server.room.messages import People, SeatMessages, encode
from croupier.server.room.room import Room
from croupier.server.storage.database import migrate
from croupier.server.storage.log import LogEvent
from croupier.table.game_file import load_game, read_games
from tests.models.scripted import KEY, first_legal, scripted
from tests.server.clients import Server
from tests.told import WORDLESS

FILES = Path(__file__).parent / "data" / "files"


def test_each_command_and_option_of_0_2_is_there_or_says_what_to_use_instead() -> None:
    before, now = (
        {line.removeprefix("croupier ") for line in file.read_text().splitlines() if line.startswith("croupier ")}
        for file in (FILES.parent / "public_names.txt", Path(__file__).parents[1] / "data" / "public_names.txt")
    )
    gone = {tuple(line.split()) for line in before - now if line.split()[0] not in COMMANDS or " -" in line}
    assert len(gone) > 100
    for command, word in [*sorted(gone), ("croupier-simulate", "--seed")]:
        result = CliRunner().invoke(app, [command, word, "1"])
        thing = word if command in COMMANDS else f"the command {command}"
        assert result.exit_code == 2
        assert result.stderr.startswith(f"croupier: {thing} is gone: "), (command, word, result.stderr)


def test_a_training_run_of_0_2_goes_on(tmp_path: Path) -> None:
    folder = tmp_path / "run"
    shutil.copytree(FILES / "training", folder)
    run = Run.resume(folder, total_decisions=40_900)
    assert run.trainer.decisions >= 40_000
    assert run.go(lambda _: None, judged=False)["decisions"] >= 40_900


@pytest.mark.parametrize(
    ("setting", "usual", "other"),
    [
        ("search_targets", "none", "runs/targets"),
        ("search_passes", 3, 4),
        ("search_weight", 0.0, 0.3),
        ("search_rows", 1024, 8),
    ],
)
def test_a_setting_that_is_gone_is_dropped_at_its_default_and_refused_otherwise(
    setting: str, usual: Any, other: Any
) -> None:
    assert Config.from_dict(Config().as_dict() | {setting: usual}) == Config()
    with pytest.raises(ConfigError, match=f"setting {setting}={other} is gone"):
        Config.from_dict(Config().as_dict() | {setting: other})
    with pytest.raises(ConfigError, match=f"setting {setting}={other} is gone"):
        parse_settings([f"{setting}={other}"])


@pytest.mark.parametrize("name", ["hearts", "leduc", "liars-dice", "oh-hell", "pig", "skull-king", "spite-malice"])
def test_games_and_states_of_0_2_are_read(name: str) -> None:
    assert load_game(FILES / f"{name}.json").state.is_terminal()
    assert list(read_games(FILES / f"{name}.jsonl"))
    saved = (FILES / f"{name}.state").read_bytes()
    state = croupier.make(name).deserialize_state(saved)
    assert state.position() == croupier.make(name).position(state.position()).position()
    assert (state.serialize() == saved) == (name != "liars-dice")  # which has had an option since, and its fields


def test_a_score_sheet_of_0_2_is_counted() -> None:
    sheet = (FILES / "sheet.json").read_text(encoding="utf-8")
    part = spec("skull-king").score_sheet
    assert part is not None
    assert len(part(sheet)["totals"]) == len(json.loads(sheet)["names"])


def told(table: str, rows: list[Any]) -> str:
    """A digest of what every member and a spectator are sent as the events of a log happen one by one.

    Sentences say nothing but their parameters: another word in one is no other event.
    """
    log = [LogEvent.read(table, SimpleNamespace(**row)) for row in rows]
    room = Room(table, croupier.make(log[0].payload["game"], **log[0].payload["options"]))
    digest, known = hashlib.sha256(), dict[int | None, tuple[int, int]]()
    for event in log:
        happened = apply_stored(room, event)
        messages = SeatMessages(room, People(event.at, here=tuple(room.members)))
        for member in (None, *room.members):
            update = messages.update(member, happened, *known.get(member, (0, 0)))
            digest.update(b"-" if update is None else encode(in_language(update, WORDLESS)).encode())
            if update is not None:
                known[member] = room.turn_told(member), room.number
        digest.update(encode(in_language(messages.snapshot(None), WORDLESS)).encode())
    return digest.hexdigest()[:32]


def test_every_table_of_a_database_of_0_2_opens_and_all_are_told_the_same_bytes(tmp_path: Path) -> None:
    """The tables hold every kind of event that was ever written."""
    url = database_address(None, tmp_path)
    assert url.database is not None
    with gzip.open(FILES.parent / "tables.sqlite3.gz") as kept:
        Path(url.database).write_bytes(kept.read())
    migrate(url)
    server = Server(ServerSettings(database=url))
    try:
        with closing(sqlite3.connect(url.database)) as database:
            database.row_factory = lambda cursor, row: dict(
                zip([name for name, *_ in cursor.description], row, strict=True)
            )
            rows = database.execute("SELECT * FROM events ORDER BY table_id, number").fetchall()
        logs = {table: list(log) for table, log in itertools.groupby(rows, lambda row: row["table_id"])}
        for table in logs:
            live = asyncio.run_coroutine_threadsafe(server.hub.live(table), server.loop).result(60)
            assert live.room.game is not None
    finally:
        server.stop()
    found = {table: told(table, log) for table, log in logs.items()}
    assert json.loads((FILES.parent / "told.json").read_text()) == found


def test_a_model_run_of_0_2_goes_on_and_no_reply_is_bought_twice(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("OPENAI_API_KEY", KEY)
    folder = tmp_path / "run"
    shutil.copytree(FILES / "models", folder)
    kept = (folder / "replies.jsonl").read_text().splitlines()
    words = ["arena", "pig", "llm:m", "bot", "--deals", "1", "--seed", "3", "-o", "winning_score=20", "-y"]
    with scripted(first_legal) as server:
        more = ["--valued", "0", "--concurrency", "1", "--out", str(folder), "--llm-url", server.url]
        result = CliRunner().invoke(app, [*words, *more])
        assert result.exit_code == 0, result.output
        asked = len(server.requests)
    replies = (folder / "replies.jsonl").read_text().splitlines()
    assert replies[: len(kept)] == kept
    assert len(replies) == len(kept) + asked


def test_an_arena_run_of_0_2_goes_on_in_its_folder(tmp_path: Path) -> None:
    folder = tmp_path / "run"
    shutil.copytree(FILES / "arena", folder)
    words = "arena pig bot:hold-20 bot:hold-15 random --deals 600 --seed 3 --json --valued 0 --out"
    found, before = (
        json.loads(text)
        for text in (
            CliRunner().invoke(app, [*words.split(), str(folder)]).stdout,
            (FILES / "arena.json").read_text(),
        )
    )
    assert [found[name] for name in ("agents", "margins", "decisions")] == [
        before[name] for name in ("agents", "margins", "decisions")
    ]
