"""Make a version: ``uv run python -m release 0.2.0 [--skip suite] [--tag]``. Nothing is uploaded.

It refuses, and says why, without a clean tree, the number in `pyproject.toml`, a section of the changelog and
passing checks, where a program that it runs fails, and with ``--tag`` where git knows nobody who would tag. It
builds wheel and sdist, checks what is in them, installs the wheel in an empty environment outside the repository,
and plays, trains and serves from it; writes the bill of materials (CycloneDX) and asks for known vulnerabilities.
All is in ``dist`` at the end, with sums, and what was not done is named.
"""

from __future__ import annotations

import argparse
import datetime as dt
import json
import platform
import shutil
import subprocess
import sys
import tempfile
import time
from pathlib import Path
from typing import Any

from release import built, installed
from release.audit import FOUND, NOT_ASKED, audit
from release.owner import rows
from release.refusals import (
    CHECKS,
    ReleaseError,
    check_changelog,
    check_lock,
    check_tagger,
    check_tree,
    check_version,
    failure,
    git,
    run_check,
)

ROOT = Path(__file__).parents[1]
TRIES = "tries"
_SBOM = ["uv", "export", "--quiet", "--locked", "--no-default-groups", "--all-extras", "--format", "cyclonedx1.5"]
_SBOM += ["--preview-features", "sbom-export"]


class Making:
    """A version that is being made: says each step with its time, and remembers what was not done.

    Attributes:
        left_out: what was not done, in words.
    """

    def __init__(self, version: str, skipped: list[str]) -> None:
        self._version = version
        self._skipped = skipped
        self._begun = time.perf_counter()
        self.left_out = [f"skipped: {each}" for each in skipped]

    def say(self, text: str) -> None:
        """Print a line, with the seconds since the one before."""
        now = time.perf_counter()
        print(f"{now - self._begun:7.1f} s  {text}", flush=True)
        self._begun = now

    def refuse(self, root: Path) -> None:
        """Refuse what no version is made of; what takes seconds comes first."""
        self.say(f"clean tree at {check_tree(root)}")
        check_version(root, self._version)
        text = (root / "CHANGELOG.md").read_text(encoding="utf-8")
        section = check_changelog(text, self._version, dt.datetime.now(dt.UTC).date())
        check_lock(root)
        self.say(
            f"version {self._version} with {len(section.splitlines())} lines of the changelog; uv.lock is its own"
        )
        for name, check in CHECKS.items():
            if name not in self._skipped:
                run_check(root, name, check)
                self.say(f"check {name} passes")

    def build(self, root: Path, folder: Path) -> Path:
        """Build the files, and look into them."""
        wheel, sdist = built.build(root, folder)
        counts = built.check_wheel(root, wheel), built.check_sdist(root, sdist)
        built.check_page(wheel, sdist)
        for file, count in zip((wheel, sdist), counts, strict=True):
            self.say(f"{file.name}: {count:,} files, {file.stat().st_size / 1e6:.1f} MB, as in the repository")
        if missing := built.missing_on_the_page(built.description(wheel)):
            raise ReleaseError(f"what leads nowhere on the package's page: {', '.join(missing)}")
        return wheel

    def attempt(self, wheel: Path) -> None:
        """Play, train and serve from the wheel alone."""
        with tempfile.TemporaryDirectory(prefix="croupier-release-", ignore_cleanup_errors=True) as folder:
            place = installed.Place(Path(folder))
            self.say(f"the wheel alone in an empty environment: {place.install(wheel)} packages")
            if not installed.whence(place).is_relative_to(Path(folder).resolve()):
                raise ReleaseError(f"the empty environment imports {installed.whence(place)}")
            self.say(installed.play(place))
            self.say(installed.compare(place))
            self.say(f"with [train,serve]: {place.install(wheel, 'train', 'serve')} packages")
            self.say(installed.train(place))
            self.say(installed.serve(place, self._version))

    def materials(self, root: Path, folder: Path) -> None:
        """Write what croupier depends on, and ask whether something is known against it."""
        told = subprocess.run(_SBOM, check=True, cwd=root, capture_output=True, text=True).stdout
        bill: dict[str, Any] = json.loads(told)
        if bill["bomFormat"] != "CycloneDX" or bill["metadata"]["component"]["version"] != self._version:
            raise ReleaseError(f"uv export gives no bill of materials of version {self._version}")
        (folder / f"croupier-{self._version}.cdx.json").write_text(told, encoding="utf-8")
        self.say(f"bill of materials: {len(bill['components'])} packages, CycloneDX {bill['specVersion']}")
        found = audit(root)
        self.say(found.text)
        if found.status == FOUND:
            raise ReleaseError("a package has known vulnerabilities: uv lock --upgrade-package NAME")
        if found.status == NOT_ASKED:
            self.left_out.append("vulnerabilities: no database could be asked (python -m release.audit)")

    def make(self, root: Path) -> None:
        """All of it, into ``dist``."""
        self.refuse(root)
        with tempfile.TemporaryDirectory(prefix="croupier-dist-") as name:
            folder = Path(name)
            wheel = self.build(root, folder)
            if TRIES not in self._skipped:
                self.attempt(wheel)
            self.materials(root, folder)
            built.write_sums(folder)
            check_tree(root)
            shutil.rmtree(root / "dist", ignore_errors=True)
            (root / "dist").mkdir()
            for file in folder.iterdir():
                shutil.copy(file, root / "dist")
        self.say(f"dist: {', '.join(sorted(each.name for each in (root / 'dist').iterdir()))}")


def main() -> None:
    """Make the version, or say why not."""
    parser = argparse.ArgumentParser(prog="python -m release", description=__doc__)
    parser.add_argument("version", help="its number, as in pyproject.toml")
    parser.add_argument(
        "--skip", action="append", default=[], choices=[*CHECKS, TRIES], help="leave this out, and say so"
    )
    parser.add_argument("--tag", action="store_true", help="tag the commit, if nothing was left out")
    given = parser.parse_args()
    try:
        if given.tag:
            check_tagger(ROOT)
        left_out = _made(given.version, given.skip)
        if given.tag and left_out:
            sys.exit("no tag, for something was not done")
        if given.tag:
            git(ROOT, "tag", "--annotate", f"v{given.version}", "--message", f"croupier {given.version}")
            print(f"tagged v{given.version}")
    except ReleaseError as error:
        sys.exit(f"refused: {error}")
    except (subprocess.CalledProcessError, subprocess.TimeoutExpired) as error:
        sys.exit(f"refused: {failure(error)}")


def _made(version: str, skipped: list[str]) -> list[str]:
    """Make the version, say what only its owner can fill in, and give what was not done."""
    making, begun = Making(version, skipped), time.perf_counter()
    making.make(ROOT)
    print(f"made in {time.perf_counter() - begun:.0f} s with Python {platform.python_version()}, not uploaded")
    for each in making.left_out:
        print(f"NOT DONE  {each}")
    for what, where, *_ in rows((ROOT / "CONTRIBUTING.md").read_text(encoding="utf-8")):
        print(f"OWNER     {what}: {where}")
    return making.left_out


if __name__ == "__main__":
    main()
