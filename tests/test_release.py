"""No version is made of what is not told or not in the repository, and what was not done is said."""

import datetime as dt
import io
import subprocess
import sys
import tarfile
import zipfile
from pathlib import Path

import pytest

import release
from release import ReleaseError, check_changelog, check_files, refuse, run

ROOT = Path(__file__).parents[1]
SECTION = "## 1.2.0 (2026-11-27)\n- It.\n"


@pytest.mark.parametrize(
    ("sections", "reason"),
    [
        ("## 1.2.0 (unreleased)\n- It.\n", "has ## 1.2.0 (unreleased), where ## 1.2.0 (YYYY-MM-DD) is needed"),
        ("## 1.2.0 (2026-11-28)\n- It.\n", "has ## 1.2.0 (2026-11-28), a day that has not come"),
        ("## 1.2.0 (2026-11-31)\n- It.\n", "has ## 1.2.0 (2026-11-31): "),
        ("## 1.2.0 (2026-11-27)\n\n## 1.1.0 (2026-01-01)\n- It.\n", "says nothing under ## 1.2.0 (2026-11-27)"),
        (f"## Unreleased\n- More.\n{SECTION}", "has lines under Unreleased: move them to the"),
        ("## 1.2.01 (2026-11-27)\n- It.\n", "has no section ## 1.2.0 (YYYY-MM-DD)"),
    ],
)
def test_the_changelog_tells_all_that_comes_with_a_version(sections: str, reason: str) -> None:
    with pytest.raises(ReleaseError) as error:
        check_changelog(sections, "1.2.0", dt.date(2026, 11, 27))
    assert str(error.value).startswith(f"CHANGELOG.md {reason}")


@pytest.fixture
def small(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """A repository of a package with one module."""
    root = tmp_path / "small"
    files = {
        "pyproject.toml": '[project]\nname = "small"\nversion = "1.2.0"\n', "CHANGELOG.md": SECTION, "LICENSE": "",
        "src/small/__init__.py": "",
    }  # fmt: skip
    for name, text in files.items():
        (root / name).parent.mkdir(parents=True, exist_ok=True)
        (root / name).write_text(text)
    run("git", "init", "--quiet", cwd=root)
    run("git", "add", "--all", cwd=root)
    who = ("-c", "user.name=x", "-c", "user.email=x@x.x")
    run("git", *who, "commit", "--quiet", "--message", "x", cwd=root)
    monkeypatch.setattr(release, "PACKAGES", ("small",))
    return root


def test_another_number_a_tag_and_what_is_not_committed_are_refused(small: Path) -> None:
    with pytest.raises(ReleaseError, match=r"^pyproject.toml has version 1.2.0, not 1.3.0$"):
        refuse(small, "1.3.0", [])
    run("git", "tag", "v1.2.0", cwd=small)
    with pytest.raises(ReleaseError, match=r"there is a tag v1\.2\.0: that version was made before"):
        refuse(small, "1.2.0", [])
    (small / "new.py").write_text("")
    with pytest.raises(ReleaseError, match=r"not committed: new.py \(git status\)"):
        refuse(small, "1.2.0", [])


def test_files_that_are_not_in_the_repository_and_links_to_nowhere_are_refused(
    small: Path, tmp_path: Path
) -> None:
    about = [
        f"small-1.2.0.dist-info/{each}" for each in ("RECORD", "WHEEL", "entry_points.txt", "licenses/LICENSE")
    ]
    tracked = ["PKG-INFO", "pyproject.toml", "CHANGELOG.md", "LICENSE", "src/small/__init__.py"]

    def checked(wheel: list[str], sdist: list[str], readme: str = "") -> None:
        with zipfile.ZipFile(tmp_path / "x.whl", "w") as built:
            for name in wheel:
                built.writestr(name, "")
            built.writestr("small-1.2.0.dist-info/METADATA", f"Name: small\n\n{readme}")
        with tarfile.open(tmp_path / "x.tar.gz", "w:gz") as packed:
            for name in sdist:
                packed.addfile(tarfile.TarInfo(f"small-1.2.0/{name}"), io.BytesIO())
        check_files(small, tmp_path / "x.whl", tmp_path / "x.tar.gz")

    whole = ["small/__init__.py", *about]
    checked(whole, tracked)
    for wheel, sdist, readme, reason in (
        (about, tracked, "", r"x.whl: not in the repository: \[\]; missing: \['small/__init__.py'\]"),
        (whole, [*tracked, ".coverage"], "", r"x.tar.gz: not in the repository: \['.coverage'\]; missing: \[\]"),
        (whole, tracked, "[b](docs/b.md#c) [d](https://e.org)", "leads nowhere .*: link docs/b.md#c$"),
    ):
        with pytest.raises(ReleaseError, match=reason):
            checked(wheel, sdist, readme)


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
