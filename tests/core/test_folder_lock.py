"""One process a folder: who comes second is told who has it; a lock ends with its process."""

import errno
import subprocess
import sys
from pathlib import Path

import pytest

from croupier.core.base.errors import FileError
from croupier.core.base.locks import LOCK, FolderLock

HOLDS = """
import sys
from pathlib import Path
from croupier.core.base.locks import FolderLock
held = FolderLock(Path(sys.argv[1]))
print("held", flush=True)
sys.stdin.read()
"""


def test_a_second_process_is_told_who_has_the_folder_and_a_kill_frees_it(tmp_path: Path) -> None:
    with subprocess.Popen(
        [sys.executable, "-c", HOLDS, str(tmp_path)], stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True
    ) as other:
        assert other.stdout is not None
        assert other.stdout.readline() == "held\n"
        with pytest.raises(
            FileError, match=rf"in use by process {other.pid} \(since \d{{4}}-.*name another folder"
        ):
            FolderLock(tmp_path)
        other.kill()
        other.wait()
    with FolderLock(tmp_path):
        assert (tmp_path / LOCK).exists()
    assert not (tmp_path / LOCK).exists()


def test_the_same_process_has_it_once(tmp_path: Path) -> None:
    first = FolderLock(tmp_path)
    with pytest.raises(FileError, match=r"in use by this process \(since .*which has not closed it"):
        FolderLock(tmp_path)
    first.release()
    first.release()
    second = FolderLock(tmp_path)
    del second  # forgotten
    FolderLock(tmp_path).release()


def test_a_folder_that_was_made_for_the_lock_alone_is_removed(tmp_path: Path) -> None:
    FolderLock(tmp_path / "a" / "b").release()
    assert not (tmp_path / "a").exists()
    with FolderLock(tmp_path / "a" / "b"):
        (tmp_path / "a" / "kept").touch()
    assert {each.name for each in (tmp_path / "a").iterdir()} == {"kept"}


@pytest.mark.parametrize("said", [b"", b"{", b"[]", b'{"pid": "x"}', b"[" * 5000, b"\xff"])
def test_a_holder_that_cannot_be_read_is_another_process(tmp_path: Path, said: bytes) -> None:
    with FolderLock(tmp_path):
        (tmp_path / LOCK).write_bytes(said)
        with pytest.raises(FileError, match="in use by another process"):
            FolderLock(tmp_path)


def test_a_file_that_was_removed_meanwhile_locks_nothing(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    from croupier.core.base import locks

    real = locks._same_file
    seen: list[bool] = []

    def removed_at_first(opened: int, path: Path) -> bool:
        if not seen:
            path.unlink()
        seen.append(real(opened, path))
        return seen[-1]

    monkeypatch.setattr(locks, "_same_file", removed_at_first)
    with FolderLock(tmp_path):
        assert (tmp_path / LOCK).exists()
    assert seen == [False, True]


@pytest.mark.parametrize("number", [errno.ENOSYS, errno.EOPNOTSUPP, errno.ENOLCK])
def test_a_file_system_without_locks_is_worked_on_without_one(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, number: int
) -> None:
    refuse_locks(monkeypatch, number)
    with pytest.warns(RuntimeWarning, match="the file system has no locks: let no other process write to"):
        held = FolderLock(tmp_path / "a" / "b")
    assert (tmp_path / "a" / "b").is_dir()
    held.release()
    assert not list(tmp_path.iterdir())


def test_a_lock_that_fails_leaves_nothing_behind(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    refuse_locks(monkeypatch, errno.EIO)
    with pytest.raises(OSError, match="strange"):
        FolderLock(tmp_path / "a" / "b")
    assert not list(tmp_path.iterdir())


def refuse_locks(monkeypatch: pytest.MonkeyPatch, number: int) -> None:
    def refused(*_: object) -> None:
        raise OSError(number, "strange")

    monkeypatch.setattr("portalocker.portalocker.LOCKER", refused)


FORKS = """
import os, sys
from pathlib import Path
from croupier.core.base.locks import LOCK, FolderLock
folder = Path(sys.argv[1])
held = FolderLock(folder)
child = os.fork()
if not child:
    held.release()
    os._exit(0)
os.waitpid(child, 0)
print((folder / LOCK).exists(), flush=True)
sys.stdin.read()
"""


def test_a_forked_child_that_lets_go_takes_nothing_from_its_parent(tmp_path: Path) -> None:
    with subprocess.Popen(
        [sys.executable, "-c", FORKS, str(tmp_path / "a")],
        stdin=subprocess.PIPE,
        stdout=subprocess.PIPE,
        text=True,
    ) as other:
        assert other.stdout is not None
        assert other.stdout.readline() == "True\n"
        with pytest.raises(FileError, match=f"in use by process {other.pid} "):
            FolderLock(tmp_path / "a")
        other.kill()
        other.wait()
