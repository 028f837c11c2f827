"""The options --ray and --workers: how they are read, and what does not go together."""

from pathlib import Path

import pytest

from croupier.cli.scale import _with_address
from croupier.core.base.locks import FolderLock
from croupier.core.base.progress import Progress
from croupier.measure.play.chunks import Chunk, Match, PlayedChunk, play_chunk
from tests.cli.conftest import Run

PIG = ("-o", "winning_score=20", "-o", "max_turns=30")


@pytest.mark.parametrize(
    ("words", "read"),
    [
        ("pig a b --ray", "pig a b --ray local"),
        ("pig --ray bot:hold-20 random", "pig --ray local bot:hold-20 random"),
        ("pig --ray --workers 2", "pig --ray local --workers 2"),
        ("pig --ray auto a", "pig --ray auto a"),
        ("pig --ray 10.0.0.5:6379 a", "pig --ray 10.0.0.5:6379 a"),
        ("pig --ray [::1]:6379", "pig --ray [::1]:6379"),
        ("pig --ray head-node:6379", "pig --ray head-node:6379"),
        ("pig --ray ray://head:10001 a", "pig --ray ray://head:10001 a"),
        ("pig --ray=auto a", "pig --ray=auto a"),
        ("pig -- --ray a", "pig -- --ray a"),
    ],
)
def test_the_word_behind_ray_is_its_address_only_where_it_is_one(words: str, read: str) -> None:
    assert _with_address(words.split()) == read.split()


def test_a_command_goes_on_with_the_chunks_of_one_that_was_stopped(
    run: Run, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    out = tmp_path / "games.jsonl"
    words = ("record", "pig", "random", *PIG, "--games", "20", "--seed", "3", "--out")
    run(*words, str(tmp_path / "alone.jsonl"))
    monkeypatch.setattr("croupier.agents.agent.TABLES_AT_ONCE", 8)

    def stops(match: Match, chunk: Chunk, progress: Progress, run: None) -> PlayedChunk:
        if chunk.deals[0]:
            raise KeyboardInterrupt
        return play_chunk(match, chunk, progress, run)

    with monkeypatch.context() as patched:
        patched.setattr("croupier.measure.play.executor.play_chunk", stops)
        stopped = run(*words, str(out), ends=130)
    assert stopped.stderr.splitlines()[-1] == "croupier: interrupted; the same command resumes"
    assert not out.exists()
    assert len(list((tmp_path / "games.jsonl.chunks").rglob("*.npz"))) == 1
    goes_on = run(*words, str(out))
    assert "1 finished chunks in" in goes_on.stderr
    assert out.read_bytes() == (tmp_path / "alone.jsonl").read_bytes()
    assert sorted(file.name for file in tmp_path.iterdir()) == ["alone.jsonl", "games.jsonl"]


def test_a_command_is_refused_while_another_process_keeps_chunks_in_the_same_folder(
    run: Run, tmp_path: Path
) -> None:
    out = tmp_path / "games.jsonl"
    words = ("record", "pig", "random", *PIG, "--games", "5", "--out", str(out))
    with FolderLock(tmp_path / "games.jsonl.chunks"):
        (tmp_path / "games.jsonl.chunks" / "match").mkdir()
        kept = tmp_path / "games.jsonl.chunks" / "match" / "0.npz"
        kept.touch()
        second = run(*words, ends=2)
        assert "games.jsonl is in use by this process" in second.stderr.splitlines()[-1]
        assert "finished chunks" not in second.stderr  # it reads none
        kept.unlink()
        kept.parent.rmdir()
        assert not out.exists()
    run(*words)
    assert [file.name for file in tmp_path.iterdir()] == ["games.jsonl"]
