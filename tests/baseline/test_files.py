"""Files that 0.2 wrote are read, and its runs go on; what is gone says so by name."""

import asyncio
import gzip
import json
import shutil
import sqlite3
from contextlib import closing
from pathlib import Path
from typing import Any

import pytest
from typer.testing import CliRunner

import croupier
from croupier.cli import app
from croupier.core.base.errors import ConfigError
from croupier.core.spec.registry import spec
from croupier.learn.runs.run import Run
from croupier.learn.settings.config import Config
from croupier.server.base.settings import ServerSettings, database_address
from croupier.server.storage.migrate import migrate
from croupier.table.game_file import load_game, read_games
from tests.models.scripted import KEY, first_legal, scripted
from tests.server.clients import Server

FILES = Path(__file__).parent / "data" / "files"


def test_a_training_run_of_0_2_goes_on(tmp_path: Path) -> None:
    folder = tmp_path / "run"
    shutil.copytree(FILES / "training", folder)
    run = Run.resume(folder, total_decisions=42_000)
    assert run.trainer.decisions >= 40_000
    assert run.go(lambda _: None, judged=False)["decisions"] >= 42_000


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


@pytest.mark.parametrize("name", ["hearts", "leduc", "liars-dice", "oh-hell", "pig", "skull-king", "spite-malice"])
def test_games_and_states_of_0_2_are_read(name: str) -> None:
    assert load_game(FILES / f"{name}.json").state.is_terminal()
    assert list(read_games(FILES / f"{name}.jsonl"))
    saved = (FILES / f"{name}.state").read_bytes()
    assert croupier.make(name).deserialize_state(saved).serialize() == saved


def test_a_score_sheet_of_0_2_is_counted() -> None:
    sheet = (FILES / "sheet.json").read_text(encoding="utf-8")
    part = spec("skull-king").score_sheet
    assert part is not None
    assert len(part(sheet)["totals"]) == len(json.loads(sheet)["names"])


def test_every_table_of_a_database_of_0_2_opens(tmp_path: Path) -> None:
    url = database_address(None, tmp_path)
    assert url.database is not None
    with gzip.open(FILES.parent / "tables.sqlite3.gz") as kept:
        Path(url.database).write_bytes(kept.read())
    migrate(url)
    server = Server(ServerSettings(database=url))
    try:
        with closing(sqlite3.connect(url.database)) as database:
            tables = [name for (name,) in database.execute("SELECT id FROM tables")]
        assert len(tables) == 17
        for table in tables:
            live = asyncio.run_coroutine_threadsafe(server.hub.live(table), server.loop).result(60)
            assert live.room.game is not None
    finally:
        server.stop()


def test_a_model_run_of_0_2_goes_on_and_no_reply_is_bought_twice(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("OPENAI_API_KEY", KEY)
    folder = tmp_path / "run"
    shutil.copytree(FILES / "models", folder)
    kept = (folder / "replies.jsonl").read_text().splitlines()
    words = ["arena", "pig", "llm:m", "bot", "--deals", "3", "--seed", "3", "-o", "winning_score=20", "-y"]
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
