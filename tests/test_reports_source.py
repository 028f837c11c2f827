"""Reports say where their figures come from, and by which other code parts of them were played or trained."""

import json
from hashlib import sha256
from pathlib import Path
from typing import Any

import pytest
from typer.testing import CliRunner

from croupier.agents.registry import make_agent
from croupier.agents.shipped import shipped_policy
from croupier.cli import app
from croupier.core.engine.making import make
from croupier.learn.runs.run import POLICY, Run, Status
from croupier.learn.settings.config import Config
from croupier.measure.play.executor import Kept
from croupier.measure.reports.board import play_entry, read_board, read_entry, shipped_boards, write_entry
from croupier.provenance import CODE, UNRECORDED, current_code, record_code, recorded_code

PIG = ("-o", "winning_score=20", "-o", "max_turns=30")


def told(*words: object) -> dict[str, Any]:
    """The provenance in a command's JSON."""
    found = CliRunner().invoke(app, [*map(str, words), "--json"])
    assert found.exit_code == 0, found.output
    return dict(json.loads(found.stdout)["provenance"])


def test_a_folder_of_kept_work_says_by_which_code_it_was_done(tmp_path: Path) -> None:
    assert record_code(tmp_path) == []
    assert (tmp_path / CODE).read_text() == f"{current_code()}\n"
    assert record_code(tmp_path, begun=True) == []
    (tmp_path / CODE).write_text("0123\n")
    assert record_code(tmp_path) == ["0123"]
    assert recorded_code(tmp_path) == ["0123", current_code()]
    (tmp_path / CODE).unlink()
    assert record_code(tmp_path, begun=True) == [UNRECORDED]


def test_commands_that_measure_say_the_digests_of_policies(tmp_path: Path) -> None:
    policy = shipped_policy(make("spite-malice"))
    digest = {f"{policy.name} of croupier": sha256(policy.read_bytes()).hexdigest()}
    arena = told("arena", "spite-malice", "net", "random", "--deals", 1, "--seed", 5)
    assert (arena["files"], arena["seeds"]) == (digest, [5])
    assert told("judge", "net", "--set", "spite-malice-1", "--count", 2)["files"] == digest
    assert told("solve", "pig", "--target", 10, "--policy", "optimal", "--against", "bot:hold-9")["files"] == {}
    folder = tmp_path / "report"
    words = ["arena", "pig", "bot", "--deals", 2, "--out", folder, *PIG]
    assert told(*words) == json.loads((folder / "report.json").read_text())["provenance"]


def test_a_report_of_chunks_that_other_code_played_says_so(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    words = ["arena", "pig", "random", "bot:hold-9", "--deals", 3, "--valued", 0, "--out", tmp_path, *PIG]
    with monkeypatch.context() as kept:
        kept.setattr(Kept, "remove", lambda _: None)
        assert "earlier" not in told(*words)
        (code,) = tmp_path.rglob(CODE)
        code.write_text("0123456789ab\n")
    assert told(*words)["earlier"] == ["0123456789ab"]
    assert json.loads((tmp_path / "report.json").read_text())["provenance"]["earlier"] == ["0123456789ab"]
    assert not list(tmp_path.rglob(CODE)), "what was kept is removed with it"


def test_runs_that_other_code_trained_are_named_in_what_is_made_of_them(tmp_path: Path) -> None:
    def ignore(status: Status) -> None:
        assert status.share <= 1.0

    game = make("pig", winning_score=20, max_turns=30)
    config = Config().changed(
        total_decisions=128, num_tables=16, rollout_steps=8, minibatch_size=64, widths=(8,), device="cpu", seed=3
    )
    trained = Run.begin(game, config, "quick", tmp_path).go(ignore, judged=False)["provenance"]
    policy = {POLICY: sha256((tmp_path / POLICY).read_bytes()).hexdigest()}
    assert ("earlier" in trained, trained["files"], trained["seeds"]) == (False, policy, [3])
    (tmp_path / CODE).write_text("0123\n")
    more = Run.resume(tmp_path, total_decisions=256).go(ignore, judged=False)
    assert more["provenance"]["earlier"] == ["0123"]


def test_an_entry_of_a_leaderboard_says_it_too_and_older_ones_are_read(tmp_path: Path) -> None:
    board = read_board(shipped_boards()["pig-1"])
    game = board.made()
    entry = play_entry(board, game, make_agent("bot:hold-9", game))
    assert entry.provenance["seeds"] == [board.seed]
    (tmp_path / "entries").mkdir()
    path = write_entry(tmp_path, entry)
    assert read_entry(path, board).provenance == json.loads(path.read_text())["provenance"]
    old = next((shipped_boards()["pig-1"] / "entries").glob("*.json"))
    assert read_entry(old, board).provenance == {}
