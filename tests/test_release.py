"""No version is made of what is not committed, not told or not checked, and what was not done is said."""

import datetime as dt
import io
import subprocess
import sys
import tarfile
import zipfile
from contextlib import nullcontext
from pathlib import Path

import pytest

import release
from release import ReleaseError, check_changelog, check_files, run

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
    run("git", "init", "--quiet", cwd=root)
    keep(root)
    monkeypatch.setattr(release, "ROOT", root)
    return root


def keep(root: Path) -> None:
    run("git", "add", "--all", cwd=root)
    run(*["git", "-c", "user.name=x", "-c", "user.email=x@x.x", "commit", "--quiet", "--message", "x"], cwd=root)


def refused(monkeypatch: pytest.MonkeyPatch, *words: str) -> str:
    """What the command says when it refuses, with the exit status of a failure."""
    monkeypatch.setattr(sys, "argv", ["release", *words])
    with pytest.raises(SystemExit) as ended:
        release.main()
    assert isinstance(ended.value.code, str)  # which is written to standard error, and makes the status 1
    return ended.value.code


def test_what_is_not_committed_told_or_checked_is_not_released(
    small: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    def written(name: str, text: str, *, kept: bool = True) -> None:
        (small / name).write_text(text)
        if kept:
            keep(small)

    skipped = [word for name in ("types", "layers", "suite") for word in ("--skip", name)]
    assert refused(monkeypatch, "1.3.0") == "refused: pyproject.toml has version 1.2.0, not 1.3.0"
    written("new.py", "", kept=False)
    assert refused(monkeypatch, "1.2.0") == "refused: not committed: new.py (git status)"
    written("small.py", "import os\n")
    assert refused(monkeypatch, "1.2.0", *skipped) == "refused: the check lint fails (1): ruff check"
    written("small.py", "x=1\n")
    assert refused(monkeypatch, "1.2.0", *skipped) == "refused: the check format fails (1): ruff format --check"
    written("uv.lock", LOCK.replace("1.2.0", "1.1.0"))
    assert refused(monkeypatch, "1.2.0").startswith("refused: uv lock --check --quiet fails (1): ")
    written("CHANGELOG.md", "# Changelog\n\n## 1.1.0 (2026-10-01)\n\n- Something.\n")
    assert refused(monkeypatch, "1.2.0") == "refused: CHANGELOG.md has no section ## 1.2.0 (YYYY-MM-DD)"
    run("git", "tag", "v1.2.0", cwd=small)
    assert refused(monkeypatch, "1.2.0") == "refused: there is a tag v1.2.0: that version was made before"


def test_checks_that_are_skipped_are_not_run(small: Path, capsys: pytest.CaptureFixture[str]) -> None:
    release.refuse(small, "1.2.0", ["types", "layers", "suite"])
    assert capsys.readouterr().out == "check lint passes\ncheck format passes\n"


@pytest.mark.usefixtures("small")
def test_a_program_that_fails_or_does_not_end_is_a_refusal(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    def program(text: str) -> str:
        monkeypatch.setattr(release, "make", lambda *_: run(sys.executable, "-c", text, cwd=tmp_path))
        return refused(monkeypatch, "1.2.0")

    assert program("import sys; sys.exit('wrong')").endswith(" fails (1): wrong")
    monkeypatch.setattr(release, "PATIENCE", 0.2)
    assert program("while True: pass").endswith(" -c 'while True: pass' does not end within 0.2 s")


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


WHOLE = (
    "small/__init__.py", "small/LICENSE-a.txt",
    *(f"small-1.2.0.dist-info/{each}" for each in ("METADATA", "RECORD", "WHEEL", "entry_points.txt")),
    *(f"small-1.2.0.dist-info/licenses/{each}" for each in ("LICENSE", "src/small/LICENSE-a.txt")),
)  # fmt: skip
TRACKED = (
    ".gitignore", "CHANGELOG.md", "LICENSE", "pyproject.toml", "small.py", "src/small/LICENSE-a.txt",
    "src/small/__init__.py", "uv.lock", "PKG-INFO",
)  # fmt: skip
LINKS = "![A](docs/a.webp) [b](docs/b.md#c) [d](https://e.org) [f](#g) [`h`](H.md)"


@pytest.mark.parametrize(
    ("wheel", "sdist", "readme", "reason"),
    [
        (WHOLE, TRACKED, "", ""),
        ((*WHOLE, "small/__pycache__/a.pyc"), TRACKED, "",
         "x.whl: not in the repository: ['small/__pycache__/a.pyc']; missing: []"),
        (WHOLE[1:], TRACKED, "", "x.whl: not in the repository: []; missing: ['small/__init__.py']"),
        (WHOLE[:-1], TRACKED, "", f"x.whl: not in the repository: []; missing: ['{WHOLE[-1]}']"),
        (WHOLE, (*TRACKED[1:], ".coverage"), "",
         "x.tar.gz: not in the repository: ['.coverage']; missing: ['.gitignore']"),
        (WHOLE, TRACKED, LINKS,
         "what leads nowhere on the package's page: picture docs/a.webp, link docs/b.md#c, link H.md"),
    ],
)  # fmt: skip
def test_files_that_are_not_in_the_repository_or_missing_and_links_to_nowhere_are_found(
    wheel: tuple[str, ...], sdist: tuple[str, ...], readme: str, reason: str, small: Path, tmp_path: Path,
    monkeypatch: pytest.MonkeyPatch,
) -> None:  # fmt: skip
    monkeypatch.setattr(release, "PACKAGES", ("small",))
    (small / "src/small").mkdir(parents=True)
    for name in ("src/small/__init__.py", "src/small/LICENSE-a.txt", "LICENSE"):
        (small / name).write_text("")
    keep(small)
    with zipfile.ZipFile(tmp_path / "x.whl", "w") as built:
        for name in wheel:
            built.writestr(name, f"Name: small\n\n{readme}")
    with tarfile.open(tmp_path / "x.tar.gz", "w:gz") as packed:
        for name in sdist:
            packed.addfile(tarfile.TarInfo(f"small-1.2.0/{name}"), io.BytesIO())
    with pytest.raises(ReleaseError) if reason else nullcontext() as error:
        check_files(small, tmp_path / "x.whl", tmp_path / "x.tar.gz")
    assert not reason or str(error.value) == reason  # type: ignore[union-attr]  # there is one


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
    assert "the wheel alone: croupier serve" in made.stdout
    subprocess.run(["sha256sum", "--check", "--strict", "SHA256SUMS"], check=True, cwd=clone / "dist")
    assert sorted(each.name for each in (clone / "dist").iterdir()) == [
        "SHA256SUMS",
        f"croupier-{version}-py3-none-any.whl",
        f"croupier-{version}.cdx.json",
        f"croupier-{version}.tar.gz",
    ]
