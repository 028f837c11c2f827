"""Wheel and sdist: built, what is in them, and what would lead nowhere on the page of the package."""

from __future__ import annotations

import re
import subprocess
import tarfile
import zipfile
from hashlib import sha256
from pathlib import Path

from release.refusals import ReleaseError, git

PACKAGES = ("croupier", "croupier_verifiers")
SUMS = "SHA256SUMS"
_ABOUT = {"METADATA", "RECORD", "WHEEL", "entry_points.txt"}
_ELSEWHERE = re.compile(r"(!?)\[[^\[\]]*\]\((?!https?:|mailto:|#)([^)\s]+)\)")


def build(root: Path, folder: Path) -> tuple[Path, Path]:
    """Build the sdist, and from it the wheel.

    Args:
        root: the repository.
        folder: where they are put.

    Returns:
        Wheel and sdist.
    """
    command = ["uv", "build", "--quiet", "--no-create-gitignore", "--out-dir", str(folder), str(root)]
    subprocess.run(command, check=True)
    return next(folder.glob("*.whl")), next(folder.glob("*.tar.gz"))


def check_wheel(root: Path, wheel: Path) -> int:
    """The wheel has each file of the packages that is in the repository, what is said about it, and no other.

    Returns:
        Number of its files.

    Raises:
        ReleaseError: it lacks one, or has another.
    """
    tracked = git(root, "ls-files", "--", *(f"src/{each}" for each in PACKAGES)).splitlines()
    wanted = {each.removeprefix("src/") for each in tracked}
    with zipfile.ZipFile(wheel) as opened:
        found = set(opened.namelist())
    about = {each for each in found if each.partition("/")[0].endswith(".dist-info")}
    licences = {each.partition("/licenses/")[2] for each in about if "/licenses/" in each}
    _compare(wheel, found - about, wanted)
    _compare(wheel, licences, _licences(root))
    _compare(wheel, {each.partition("/")[2] for each in about if "/licenses/" not in each}, _ABOUT)
    return len(found)


def check_sdist(root: Path, sdist: Path) -> int:
    """The sdist is the repository, and what is said about it.

    Returns:
        Number of its files.

    Raises:
        ReleaseError: it lacks a file, or has another.
    """
    with tarfile.open(sdist) as opened:
        found = {each.name.partition("/")[2] for each in opened.getmembers() if not each.isdir()}
    _compare(sdist, found, {*git(root, "ls-files").splitlines(), "PKG-INFO"})
    return len(found)


def _licences(root: Path) -> set[str]:
    return set(git(root, "ls-files", "--", "LICENSE", "src/**/LICENSE*").splitlines())


def _compare(file: Path, found: set[str], wanted: set[str]) -> None:
    if found != wanted:
        more, less = sorted(found - wanted)[:5], sorted(wanted - found)[:5]
        raise ReleaseError(f"{file.name}: not in the repository: {more}; missing: {less}")


def missing_on_the_page(readme: str) -> list[str]:
    """What would lead nowhere on the page of the package on an index: links and pictures into the repository.

    Args:
        readme: the long description.
    """
    return [f"{'picture' if mark else 'link'} {target}" for mark, target in _ELSEWHERE.findall(readme)]


def description(wheel: Path) -> str:
    """The long description in a wheel, which an index shows."""
    with zipfile.ZipFile(wheel) as opened:
        name = next(each for each in opened.namelist() if each.endswith(".dist-info/METADATA"))
        return opened.read(name).decode("utf-8").partition("\n\n")[2]


def check_page(*files: Path) -> None:
    """An index can show the long description, and takes what is said about the files.

    Raises:
        ReleaseError: it would not.
    """
    twine = ["uv", "run", "--quiet", "--isolated", "--only-group", "release", "twine", "check", "--strict"]
    command = [*twine, *map(str, files)]
    found = subprocess.run(command, check=False, capture_output=True, text=True)
    if found.returncode:
        raise ReleaseError(f"twine check: {found.stdout}{found.stderr}")


def write_sums(folder: Path) -> Path:
    """Write the SHA-256 of each file in a folder, as ``sha256sum --check`` reads them."""
    files = sorted(each for each in folder.iterdir() if each.name != SUMS)
    lines = [f"{sha256(each.read_bytes()).hexdigest()}  {each.name}\n" for each in files]
    (folder / SUMS).write_text("".join(lines), encoding="utf-8")
    return folder / SUMS
