"""What a version needs: a clean tree, its number, its section of the changelog, its lock, passing checks."""

from __future__ import annotations

import datetime as dt
import re
import shlex
import subprocess
import sys
import tomllib
from collections.abc import Sequence
from pathlib import Path

CHECKS = {
    "lint": ("ruff", "check"),
    "format": ("ruff", "format", "--check"),
    "types": ("mypy",),
    "layers": ("importlinter.cli", "lint_imports_command"),
    "suite": ("pytest", "--no-checks"),
}
"""Module and arguments of each check, in the order in which they are run; of the layers, its function."""

_SECTION = re.compile(r"^## (.+)\n((?:(?!## ).*\n?)*)", re.MULTILINE)


class ReleaseError(Exception):
    """No version is made: this must be changed first."""


def git(root: Path, *words: str) -> str:
    """What git says, in a repository."""
    command = ["git", "-C", str(root), *words]
    return subprocess.run(command, check=True, capture_output=True, text=True).stdout


def failure(error: subprocess.CalledProcessError | subprocess.TimeoutExpired) -> str:
    """The program that failed or did not end, and what it said unless that was seen already."""
    line = shlex.join([*map(str, error.cmd)])
    if isinstance(error, subprocess.TimeoutExpired):
        return f"{line} does not end within {error.timeout:g} s"
    said = f": {error.stderr.strip()[-2000:]}" if error.stderr else ", as it says above"
    return f"{line} fails ({error.returncode}){said}"


def check_tagger(root: Path) -> None:
    """Git knows who would tag: asked first, since the tag comes after all else.

    Raises:
        ReleaseError: it does not.
    """
    try:
        git(root, "var", "GIT_COMMITTER_IDENT")
    except subprocess.CalledProcessError as error:
        raise ReleaseError(
            f"--tag needs a name and address for git (git config user.name, user.email): {error.stderr.strip()}"
        ) from error


def check_tree(root: Path) -> str:
    """Only what is committed is released.

    Returns:
        The commit.

    Raises:
        ReleaseError: something is not.
    """
    if changed := git(root, "status", "--porcelain").splitlines():
        raise ReleaseError(f"not committed: {', '.join(line[3:] for line in changed[:5])} (git status)")
    return git(root, "rev-parse", "HEAD").strip()


def check_version(root: Path, version: str) -> None:
    """The project has this number, and no tag has it yet.

    Raises:
        ReleaseError: it is another version, or was made before.
    """
    found = tomllib.loads((root / "pyproject.toml").read_text(encoding="utf-8"))["project"]["version"]
    if found != version:
        raise ReleaseError(f"pyproject.toml has version {found}, not {version}")
    if git(root, "tag", "--list", f"v{version}"):
        raise ReleaseError(f"there is a tag v{version}: that version was made before")


def check_changelog(text: str, version: str, today: dt.date) -> str:
    """The changelog says what comes with the version.

    Args:
        text: the changelog.
        version: the number.
        today: no day after it can be the version's.

    Returns:
        Its section, without the heading.

    Raises:
        ReleaseError: it says nothing, or something that has no version yet.
    """
    sections: dict[str, str] = dict(_SECTION.findall(text))
    if sections.get("Unreleased", "").strip():
        raise ReleaseError(f"CHANGELOG.md has lines under Unreleased: move them to the section of {version}")
    heading = next((each for each in sections if each.partition(" ")[0] == version), None)
    if heading is None:
        raise ReleaseError(f"CHANGELOG.md has no section ## {version} (YYYY-MM-DD)")
    day = re.fullmatch(rf"{re.escape(version)} \((\d{{4}}-\d\d-\d\d)\)", heading)
    if day is None:
        raise ReleaseError(f"CHANGELOG.md has ## {heading}, where ## {version} (YYYY-MM-DD) is needed")
    try:
        made = dt.date.fromisoformat(day[1])
    except ValueError as error:
        raise ReleaseError(f"CHANGELOG.md has ## {heading}: {error}") from error
    if made > today:
        raise ReleaseError(f"CHANGELOG.md has ## {heading}, a day that has not come")
    if not sections[heading].strip():
        raise ReleaseError(f"CHANGELOG.md says nothing under ## {heading}")
    return sections[heading].strip()


def check_lock(root: Path) -> None:
    """`uv.lock` is of this `pyproject.toml`.

    Raises:
        ReleaseError: it is of another.
    """
    command = ["uv", "lock", "--check", "--quiet"]
    found = subprocess.run(command, check=False, cwd=root, capture_output=True, text=True)
    if found.returncode:
        raise ReleaseError(f"uv lock --check: {found.stderr.strip()}")


def command(check: Sequence[str]) -> list[str]:
    """What is run for a check, by the Python that runs this."""
    tool, *rest = check
    if tool == "importlinter.cli":  # which is no program, and has one function for each
        return [sys.executable, "-c", f"from {tool} import {rest[0]} as run; run()"]
    return [sys.executable, "-m", tool, *rest]


def run_check(root: Path, name: str, check: Sequence[str]) -> None:
    """Run a check, and show what it says.

    Raises:
        ReleaseError: it fails.
    """
    if code := subprocess.run(command(check), check=False, cwd=root).returncode:
        raise ReleaseError(f"the check {name} fails ({code}): {' '.join(check)}")
