"""No version is made of what is not committed, not told or not checked, and what was not done is said."""

import datetime as dt
import io
import json
import re
import subprocess
import sys
import tarfile
import time
import zipfile
from collections.abc import Iterator
from contextlib import contextmanager
from hashlib import sha256
from http.server import BaseHTTPRequestHandler, HTTPServer
from pathlib import Path
from threading import Thread
from typing import Any

import pytest

from release import __main__ as command
from release import built, installed
from release.audit import FOUND, NONE, NOT_ASKED, Audit, audit
from release.owner import rows
from release.refusals import ReleaseError, check_changelog, git

ROOT = Path(__file__).parents[1]
TODAY = dt.date(2026, 11, 27)
PROJECT = """[project]
name = "small"
version = "1.2.0"
requires-python = ">=3.11"
dependencies = ["needed"]

[tool.ruff]
line-length = 80
"""
LOCK = f"""version = 1
requires-python = ">=3.11"

[[package]]
name = "needed"
version = "4.0"
source = {{ registry = "https://index.example/simple" }}
sdist = {{ url = "https://index.example/needed-4.0.tar.gz", hash = "sha256:{"0" * 64}", size = 1 }}

[[package]]
name = "small"
version = "1.2.0"
source = {{ virtual = "." }}
dependencies = [{{ name = "needed" }}]

[package.metadata]
requires-dist = [{{ name = "needed" }}]
"""
TOLD = "# Changelog\n\n## 1.2.0 (2026-11-01)\n\n- There is something.\n"


@pytest.fixture
def small(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """A repository of which a version could be made, in place of ours."""
    root = tmp_path / "small"
    files = {"pyproject.toml": PROJECT, "CHANGELOG.md": TOLD, "small.py": '"""Small."""\n'}
    files |= {".gitignore": ".*_cache\n", "uv.lock": LOCK}
    for name, text in files.items():
        (root / name).parent.mkdir(parents=True, exist_ok=True)
        (root / name).write_text(text)
    git(root, "init", "--quiet")
    keep(root)
    monkeypatch.setattr(command, "ROOT", root)
    return root


def keep(root: Path) -> None:
    git(root, "add", "--all")
    git(root, "-c", "user.name=x", "-c", "user.email=x@x.x", "commit", "--quiet", "--message", "x")


def refused(monkeypatch: pytest.MonkeyPatch, *words: str) -> str:
    """What the command says when it refuses, with the exit status of a failure."""
    monkeypatch.setattr(sys, "argv", ["release", *words])
    with pytest.raises(SystemExit) as ended:
        command.main()
    assert isinstance(ended.value.code, str)  # which is written to standard error, and makes the status 1
    return ended.value.code


SKIPPED = [word for name in ("types", "layers", "suite") for word in ("--skip", name)]


def test_what_is_not_committed_is_not_released(small: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    (small / "new.py").write_text("")
    assert refused(monkeypatch, "1.2.0") == "refused: not committed: new.py (git status)"


def test_another_version_is_not_released(small: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    assert refused(monkeypatch, "1.3.0") == "refused: pyproject.toml has version 1.2.0, not 1.3.0"
    git(small, "tag", "v1.2.0")
    assert refused(monkeypatch, "1.2.0") == "refused: there is a tag v1.2.0: that version was made before"


def test_a_version_that_the_changelog_does_not_tell_is_not_released(
    small: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    (small / "CHANGELOG.md").write_text("# Changelog\n\n## 1.1.0 (2026-10-01)\n\n- Something.\n")
    keep(small)
    assert refused(monkeypatch, "1.2.0") == "refused: CHANGELOG.md has no section ## 1.2.0 (YYYY-MM-DD)"


def test_a_lock_of_another_project_is_not_released(small: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    (small / "uv.lock").write_text((small / "uv.lock").read_text().replace("1.2.0", "1.1.0"))
    keep(small)
    assert refused(monkeypatch, "1.2.0").startswith("refused: uv lock --check: ")


def test_what_fails_a_check_is_not_released(
    small: Path, monkeypatch: pytest.MonkeyPatch, capfd: pytest.CaptureFixture[str]
) -> None:
    (small / "small.py").write_text("import os\n")
    keep(small)
    assert refused(monkeypatch, "1.2.0", *SKIPPED) == "refused: the check lint fails (1): ruff check"
    assert "`os` imported but unused" in capfd.readouterr().out  # what it says is seen
    (small / "small.py").write_text("x=1\n")
    keep(small)
    assert refused(monkeypatch, "1.2.0", *SKIPPED) == "refused: the check format fails (1): ruff format --check"


def test_a_tag_without_a_tagger_is_refused_before_the_checks(
    small: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setenv("GIT_CONFIG_GLOBAL", "/dev/null")
    monkeypatch.setenv("GIT_CONFIG_NOSYSTEM", "1")
    for name in ("GIT_COMMITTER_NAME", "GIT_COMMITTER_EMAIL", "EMAIL"):
        monkeypatch.delenv(name, raising=False)
    git(small, "config", "user.useConfigOnly", "true")
    said = refused(monkeypatch, "1.2.0", "--tag")
    assert said.startswith("refused: --tag needs a name and address for git (git config user.name, user.email): ")
    assert "Please tell me who you are" in said
    assert capsys.readouterr().out == ""


def test_a_program_that_fails_or_does_not_end_is_a_refusal(
    small: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    (small / "uv.lock").write_text((small / "uv.lock").read_text().replace("1.2.0", "1.1.0"))
    monkeypatch.setattr(command.Making, "make", lambda self, root: self.materials(root, tmp_path))
    said = refused(monkeypatch, "1.2.0")
    assert said.startswith("refused: uv export --quiet --locked ")
    assert re.search(r" --preview-features sbom-export fails \(\d\): .*\S", said)
    place = installed.Place(tmp_path)
    monkeypatch.setattr(command.Making, "make", lambda *_: place.install(tmp_path / "none.whl"))
    assert re.search(
        r"refused: uv pip install .*none\.whl fails \(\d\), as it says above$", refused(monkeypatch, "1")
    )
    monkeypatch.setattr(installed, "_PATIENCE", 0.2)
    monkeypatch.setattr(command.Making, "make", lambda *_: place.run("python", "-c", "while True: pass"))
    assert refused(monkeypatch, "1.2.0").endswith("python -c 'while True: pass' does not end within 0.2 s")


def test_a_server_that_does_not_stop_is_ended_and_refused(
    small: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    place = installed.Place(tmp_path)
    text = "import signal, time\nsignal.signal(signal.SIGTERM, signal.SIG_IGN)\n"
    text += 'print(\'{"address": "a"}\', flush=True)\ntime.sleep(20)\n'
    program = place.python.with_name("croupier")
    program.write_text(f"#!{place.python}\n{text}")
    program.chmod(0o755)
    monkeypatch.setattr(installed, "_PATIENCE", 0.2)

    def serve(_: command.Making, root: Path) -> None:
        assert root == small
        with place.server() as address:
            assert address == "a"

    monkeypatch.setattr(command.Making, "make", serve)
    begun = time.monotonic()
    assert refused(monkeypatch, "1.2.0").endswith(" --json does not end within 0.2 s")
    assert time.monotonic() - begun < 15


def test_checks_that_are_skipped_are_named(small: Path, capsys: pytest.CaptureFixture[str]) -> None:
    making = command.Making("1.2.0", ["types", "layers", "suite"])
    making.refuse(small)
    assert making.left_out == ["skipped: types", "skipped: layers", "skipped: suite"]
    said = capsys.readouterr().out
    assert [line[11:] for line in said.splitlines() if "check " in line] == [
        "check lint passes",
        "check format passes",
    ]


@pytest.mark.parametrize(
    ("sections", "reason"),
    [
        ("## 1.2.0 (unreleased)\n- It.\n", "has ## 1.2.0 (unreleased), where ## 1.2.0 (YYYY-MM-DD) is needed"),
        ("## 1.2.0 (2026-11-28)\n- It.\n", "has ## 1.2.0 (2026-11-28), a day that has not come"),
        ("## 1.2.0 (2026-11-31)\n- It.\n", "has ## 1.2.0 (2026-11-31): "),
        ("## 1.2.0 (2026-11-27)\n\n## 1.1.0 (2026-01-01)\n- It.\n", "says nothing under ## 1.2.0 (2026-11-27)"),
        ("## Unreleased\n- More.\n## 1.2.0 (2026-11-27)\n- It.\n", "has lines under Unreleased: move them to the"),
        ("## 1.2.01 (2026-11-27)\n- It.\n", "has no section ## 1.2.0 (YYYY-MM-DD)"),
    ],
)
def test_the_changelog_tells_all_that_comes_with_a_version(sections: str, reason: str) -> None:
    with pytest.raises(ReleaseError) as error:
        check_changelog(sections, "1.2.0", TODAY)
    assert str(error.value).startswith(f"CHANGELOG.md {reason}")


def test_a_section_of_the_changelog_ends_where_the_next_begins() -> None:
    text = "# Changes\n\n## Unreleased\n\n## 1.2.0 (2026-11-27)\n\n### Games\n\n- It.\n\n"
    text += "## 1.1.0 (2026-01-01)\n\n- Was.\n"
    assert check_changelog(text, "1.2.0", TODAY) == "### Games\n\n- It."


ABOUT = ("METADATA", "RECORD", "WHEEL", "entry_points.txt", "licenses/LICENSE", "licenses/src/small/LICENSE-a.txt")


def wheel_of(folder: Path, *files: str, about: tuple[str, ...] = ABOUT) -> Path:
    wheel = folder / "small-1.2.0-py3-none-any.whl"
    with zipfile.ZipFile(wheel, "w") as opened:
        for name in (*files, *(f"small-1.2.0.dist-info/{each}" for each in about)):
            opened.writestr(name, "Name: small\n\nSee [a](b.md).\n")
    return wheel


def test_files_that_are_not_in_the_repository_or_missing_are_found(
    small: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(built, "PACKAGES", ("small",))
    (small / "src/small").mkdir(parents=True)
    for name in ("src/small/__init__.py", "src/small/LICENSE-a.txt", "LICENSE"):
        (small / name).write_text("")
    keep(small)
    whole = ("small/__init__.py", "small/LICENSE-a.txt")
    assert built.check_wheel(small, wheel_of(tmp_path, *whole)) == 8
    wrong = {
        "not in the repository: ['small/__pycache__/a.pyc']; missing: []": (
            (*whole, "small/__pycache__/a.pyc"), ABOUT
        ),
        "not in the repository: []; missing: ['small/__init__.py']": (whole[1:], ABOUT),
        "not in the repository: []; missing: ['src/small/LICENSE-a.txt']": (whole, ABOUT[:-1]),
        "not in the repository: ['top_level.txt']; missing: []": (whole, (*ABOUT, "top_level.txt")),
    }  # fmt: skip
    for reason, (files, about) in wrong.items():
        with pytest.raises(ReleaseError) as error:
            built.check_wheel(small, wheel_of(tmp_path, *files, about=about))
        assert str(error.value) == f"small-1.2.0-py3-none-any.whl: {reason}"


def sdist_of(folder: Path, *files: str) -> Path:
    sdist = folder / "small-1.2.0.tar.gz"
    with tarfile.open(sdist, "w:gz") as opened:
        for name in files:
            opened.addfile(tarfile.TarInfo(f"small-1.2.0/{name}"), io.BytesIO())
    return sdist


def test_the_sdist_is_the_repository(small: Path, tmp_path: Path) -> None:
    tracked = [*git(small, "ls-files").splitlines(), "PKG-INFO"]
    assert built.check_sdist(small, sdist_of(tmp_path, *tracked)) == len(tracked) == 6
    with pytest.raises(
        ReleaseError, match=r"not in the repository: \['\.coverage'\]; missing: \['CHANGELOG\.md'\]"
    ):
        built.check_sdist(small, sdist_of(tmp_path, *(set(tracked) - {"CHANGELOG.md"}), ".coverage"))


def test_what_the_packages_page_would_lack_is_named(tmp_path: Path) -> None:
    text = "![A](docs/a.webp) [b](docs/b.md#c) [d](https://e.org) [f](#g) [`h`](H.md)"
    assert built.missing_on_the_page(text) == ["picture docs/a.webp", "link docs/b.md#c", "link H.md"]
    assert built.missing_on_the_page(built.description(wheel_of(tmp_path))) == ["link b.md"]


def test_sums_are_of_each_file(tmp_path: Path) -> None:
    (tmp_path / "b").write_bytes(b"b")
    (tmp_path / "a").write_bytes(b"a")
    for _ in range(2):  # a file of sums that is there is not summed
        written = built.write_sums(tmp_path).read_text()
        assert written == "".join(f"{sha256(name.encode()).hexdigest()}  {name}\n" for name in "ab")


@contextmanager
def database(package: str) -> Iterator[str]:
    """The address of a database that knows something against one package."""

    class Answers(BaseHTTPRequestHandler):
        def answer(self, data: Any) -> None:
            body = json.dumps(data).encode()
            self.send_response(200)
            self.send_header("Content-Type", "application/json")
            self.send_header("Content-Length", str(len(body)))
            self.end_headers()
            self.wfile.write(body)

        def do_POST(self) -> None:
            asked = json.loads(self.rfile.read(int(self.headers["Content-Length"])))["queries"]
            known = {"vulns": [{"id": "OSV-1", "modified": "2026-01-01T00:00:00Z"}]}
            self.answer({"results": [known if each["package"]["name"] == package else {} for each in asked]})

        def do_GET(self) -> None:
            ranges = [{"type": "ECOSYSTEM", "events": [{"introduced": "0"}, {"fixed": "99"}]}]
            affected = [{"package": {"name": package, "ecosystem": "PyPI"}, "ranges": ranges}]
            self.answer(
                {"id": "OSV-1", "modified": "2026-01-01T00:00:00Z", "summary": "It breaks", "affected": affected}
            )

        def log_message(self, *said: object) -> None:
            del said

    with HTTPServer(("127.0.0.1", 0), Answers) as server:
        Thread(target=server.serve_forever, args=(0.02,), daemon=True).start()
        yield f"http://127.0.0.1:{server.server_port}/"
        server.shutdown()


def test_what_is_known_that_nothing_is_and_that_nothing_was_asked_are_three_answers(
    small: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    with database("needed") as address:
        assert audit(small, address) == Audit(
            FOUND, "of 1 versions of packages:\nneeded 4.0: OSV-1, It breaks (mended in 99)"
        )
    with database("another") as address:
        assert audit(small, address) == Audit(NONE, "no known vulnerability in 1 versions of packages")
    monkeypatch.setenv("UV_HTTP_RETRIES", "0")
    found = audit(small, address)  # where nobody answers any more
    assert found.status == NOT_ASKED
    assert found.text.startswith("no database of vulnerabilities was asked, so nothing is known:\n")


def test_a_release_is_refused_where_something_is_known(
    small: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(command, "audit", lambda root: Audit(FOUND, f"something in {root.name}"))
    with pytest.raises(ReleaseError, match="known vulnerabilities"):
        command.Making("1.2.0", []).materials(small, tmp_path)
    assert (
        json.loads((tmp_path / "croupier-1.2.0.cdx.json").read_text())["metadata"]["component"]["name"] == "small"
    )
    monkeypatch.setattr(command, "audit", lambda root: Audit(NOT_ASKED, f"nothing of {root.name}"))
    making = command.Making("1.2.0", [])
    making.materials(small, tmp_path)
    assert making.left_out == ["vulnerabilities: no database could be asked (python -m release.audit)"]


def test_the_owners_table_is_read() -> None:
    page = "# A\n\n## What the owner fills in\n\nSo.\n\n| what | where |\n|---|---|\n| a | b |\n| c | `d` |\n"
    page += "\n## B\n\n| e |\n"
    assert rows(page) == [("a", "b"), ("c", "`d`")]


@pytest.mark.thorough
@pytest.mark.timeout(1800)
def test_a_version_is_made_of_a_clone(tmp_path: Path) -> None:
    clone = tmp_path / "clone"
    subprocess.run(["git", "clone", "--quiet", str(ROOT), str(clone)], check=True)
    version = (ROOT / "pyproject.toml").read_text().partition('version = "')[2].partition('"')[0]
    skipped = [word for name in ("types", "suite") for word in ("--skip", name)]
    made = subprocess.run(
        [sys.executable, "-m", "release", version, *skipped],
        check=False, cwd=clone, capture_output=True, text=True, timeout=1700,
    )  # fmt: skip
    assert made.returncode == 0, made.stderr[-4000:]
    assert "NOT DONE  skipped: types\nNOT DONE  skipped: suite\n" in made.stdout
    assert "a server of version" in made.stdout
    subprocess.run(["sha256sum", "--check", "--strict", "SHA256SUMS"], check=True, cwd=clone / "dist")
    assert sorted(each.name for each in (clone / "dist").iterdir()) == [
        "SHA256SUMS",
        f"croupier-{version}-py3-none-any.whl",
        f"croupier-{version}.cdx.json",
        f"croupier-{version}.tar.gz",
    ]
