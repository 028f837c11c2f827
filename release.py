"""Make a version: ``uv run python -m release 0.3.0 [--skip suite] [--tag]``. Nothing is uploaded.

It refuses, and says why: what is not committed, another number or one that has a tag, a changelog that does not
tell of the version, a lock of another project, a check that fails, a package with known vulnerabilities, a program
that fails or does not end (as from the wheel alone in an empty environment), and with ``--tag`` a git that knows
nobody who would tag. All is in ``dist`` at the end, and what was not done is named.
"""

from __future__ import annotations

import argparse
import datetime as dt
import json
import os
import re
import shlex
import shutil
import subprocess
import sys
import tarfile
import tempfile
import tomllib
import urllib.request
import zipfile
from collections.abc import Sequence
from hashlib import sha256
from pathlib import Path

ROOT = Path(__file__).parent
CHECKS = {
    "lint": ("ruff", "check"),
    "format": ("ruff", "format", "--check"),
    "types": ("mypy",),
    "layers": ("importlinter.cli", "lint_imports_command"),
    "suite": ("pytest", "--no-checks"),
}
"""Module and arguments of each check, in the order in which they are run; of the layers, its function."""
PACKAGES = ("croupier", "croupier_verifiers")
TRIES = "tries"
PATIENCE = 600
"""Seconds that a program of the wheel may take; the longest compiles what it plays for the first time."""
_AUDIT = "uv audit --locked --no-default-groups --preview-features audit-command"
_BILL = "uv export --quiet --locked --no-default-groups --all-extras --format cyclonedx1.5"
_SECTION = re.compile(r"^## (.+)\n((?:(?!## ).*\n?)*)", re.MULTILINE)
_ELSEWHERE = re.compile(r"(!?)\[[^\[\]]*\]\((?!https?:|mailto:|#)([^)\s]+)\)")
_NO_GARBAGE = "import gc; gc.disable(); gc.enable = gc.disable"
"""So mypy takes a fifth less time, and 2.2 GB instead of 1.1."""
_ABOUT = ("METADATA", "RECORD", "WHEEL", "entry_points.txt")


class ReleaseError(Exception):
    """No version is made: this must be changed first."""


def run(*words: str | Path, cwd: Path, env: dict[str, str] | None = None, typed: str = "") -> str:
    """Run a program to its end; returns what it says. Who fails is an error."""
    found = subprocess.run(
        words, check=True, cwd=cwd, env=env, input=typed, capture_output=True, text=True, timeout=PATIENCE
    )
    return found.stdout


def command(check: Sequence[str]) -> list[str]:
    """What is run for a check, by the Python that runs this."""
    tool, *rest = check
    if tool == "importlinter.cli":  # which is no program, and has one function for each
        return [sys.executable, "-c", f"from {tool} import {rest[0]} as run; run()"]
    if tool == "mypy":
        program = f"{_NO_GARBAGE}; from mypy.__main__ import console_entry as run; run()"
        return [sys.executable, "-c", program, *rest]
    return [sys.executable, "-m", tool, *rest]


def refuse(root: Path, version: str, skipped: Sequence[str]) -> None:
    """Refuse what no version is made of; what takes seconds comes first."""
    if changed := run("git", "status", "--porcelain", cwd=root).splitlines():
        raise ReleaseError(f"not committed: {', '.join(line[3:] for line in changed[:5])} (git status)")
    found = tomllib.loads((root / "pyproject.toml").read_text(encoding="utf-8"))["project"]["version"]
    if found != version:
        raise ReleaseError(f"pyproject.toml has version {found}, not {version}")
    if run("git", "tag", "--list", f"v{version}", cwd=root):
        raise ReleaseError(f"there is a tag v{version}: that version was made before")
    check_changelog((root / "CHANGELOG.md").read_text(encoding="utf-8"), version, dt.datetime.now(dt.UTC).date())
    run("uv", "lock", "--check", "--quiet", cwd=root)
    for name, check in CHECKS.items():
        if name not in skipped:
            if code := subprocess.run(command(check), check=False, cwd=root).returncode:
                raise ReleaseError(f"the check {name} fails ({code}): {' '.join(check)}")
            print(f"check {name} passes", flush=True)


def check_changelog(text: str, version: str, today: dt.date) -> str:
    """The section of the changelog that tells what comes with the version, without its heading."""
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


def check_files(root: Path, wheel: Path, sdist: Path) -> None:
    """Wheel and sdist have what the repository has, what is said about it, and nothing else."""
    tracked = run("git", "ls-files", cwd=root).splitlines()
    with tarfile.open(sdist) as source:
        inside = {each.name.partition("/")[2] for each in source.getmembers() if not each.isdir()}
    _compare(sdist, inside, {*tracked, "PKG-INFO"})
    with zipfile.ZipFile(wheel) as opened:
        names = set(opened.namelist())
        about = next(each.partition("/")[0] for each in names if each.endswith(".dist-info/METADATA"))
        readme = opened.read(f"{about}/METADATA").decode("utf-8").partition("\n\n")[2]
    sources = [each for each in tracked if each.startswith(tuple(f"src/{package}/" for package in PACKAGES))]
    licences = [each for each in ("LICENSE", *sources) if each.rpartition("/")[2].startswith("LICENSE")]
    said = {*_ABOUT, *(f"licenses/{each}" for each in licences)}
    _compare(wheel, names, {each.removeprefix("src/") for each in sources} | {f"{about}/{each}" for each in said})
    if missing := [f"{'picture' if mark else 'link'} {target}" for mark, target in _ELSEWHERE.findall(readme)]:
        raise ReleaseError(f"what leads nowhere on the package's page: {', '.join(missing)}")


def _compare(file: Path, found: set[str], wanted: set[str]) -> None:
    if found != wanted:
        more, less = sorted(found - wanted)[:5], sorted(wanted - found)[:5]
        raise ReleaseError(f"{file.name}: not in the repository: {more}; missing: {less}")


def try_out(wheel: Path, version: str, folder: Path) -> None:
    """Play, measure, train and serve from the wheel alone, in an empty environment outside the repository."""
    run("uv", "venv", "--quiet", "--python", sys.executable, folder / "env", cwd=folder)
    python = folder / "env" / ("Scripts" if sys.platform == "win32" else "bin") / "python"
    croupier = python.with_name("croupier")
    kept = {
        name: text for name, text in os.environ.items() if not name.startswith(("PYTHON", "CROUPIER", "VIRTUAL"))
    }
    env = {**kept, "CROUPIER_CACHE_DIR": str(folder / "cache"), "XDG_DATA_HOME": str(folder / "data")}

    def tried(*words: str, typed: str = "") -> None:
        run(croupier, *words, "--json", cwd=folder, env=env, typed=typed)
        print(f"the wheel alone: croupier {' '.join(words)}", flush=True)

    install = ("uv", "pip", "install", "--quiet", "--python", python)
    run(*install, wheel, cwd=folder)
    run(python, "-I", "-c", "import croupier, sys; assert croupier.__file__.startswith(sys.prefix)", cwd=folder)
    tried("play", "pig", "--vs", "bot", "--seed", "1", typed="r\nh\n" * 5000)
    tried("arena", "pig", "optimal", "random", "--deals", "200")
    run(*install, f"croupier[train,serve] @ {wheel.resolve().as_uri()}", cwd=folder)
    tried("train", "pig", "--set", "total_decisions=131072", "--out", "run")
    tried("arena", "pig", "net:run/policy.onnx", "random", "--deals", "20")
    serve(croupier, version, folder, env)


def serve(croupier: Path, version: str, folder: Path, env: dict[str, str]) -> None:
    """Start a server, ask its version, and stop it."""
    words = [str(croupier), "serve", "--port", "0", "--data", str(folder / "data"), "--json"]
    with subprocess.Popen(words, cwd=folder, env=env, stdout=subprocess.PIPE, text=True) as process:
        assert process.stdout is not None  # noqa: S101  # it is a pipe
        try:
            told = ""
            while not told.endswith("}\n"):
                if not (line := process.stdout.readline()):
                    raise ReleaseError(f"the wheel alone does not serve: {told}")
                told += line
            with urllib.request.urlopen(f"{json.loads(told)['address']}/api/status", timeout=60) as answer:  # noqa: S310
                status = json.load(answer)
            if status["version"] != version:
                raise ReleaseError(f"the wheel alone serves {status}")
            process.terminate()
            process.wait(PATIENCE)
        finally:
            process.kill()
    print("the wheel alone: croupier serve", flush=True)


def audit(root: Path, *more: str) -> bool:
    """Whether a database was asked what is known against the packages of the lock; who knows something refuses."""
    code = subprocess.run([*_AUDIT.split(), *more], check=False, cwd=root).returncode
    if code == 1:
        raise ReleaseError("a package has known vulnerabilities: uv lock --upgrade-package NAME")
    return code == 0


def make(root: Path, version: str, skipped: Sequence[str]) -> list[str]:
    """Make the version into ``dist``; returns what was not done."""
    refuse(root, version, skipped)
    left_out = [f"skipped: {each}" for each in skipped]
    with tempfile.TemporaryDirectory(prefix="croupier-release-", ignore_cleanup_errors=True) as name:
        folder, apart = Path(name, "dist"), Path(name, "apart")
        apart.mkdir()
        run("uv", "build", "--quiet", "--no-create-gitignore", "--out-dir", folder, root, cwd=root)
        wheel, sdist = next(folder.glob("*.whl")), next(folder.glob("*.tar.gz"))
        check_files(root, wheel, sdist)
        twine = "uv run --quiet --isolated --only-group release twine check --strict"
        run(*twine.split(), wheel, sdist, cwd=root)
        if TRIES not in skipped:
            try_out(wheel, version, apart)
        (folder / f"croupier-{version}.cdx.json").write_text(run(*_BILL.split(), cwd=root), encoding="utf-8")
        if not audit(root):
            left_out.append(f"vulnerabilities: no database could be asked ({_AUDIT})")
        sums = "".join(
            f"{sha256(each.read_bytes()).hexdigest()}  {each.name}\n" for each in sorted(folder.iterdir())
        )
        (folder / "SHA256SUMS").write_text(sums, encoding="utf-8")
        shutil.rmtree(root / "dist", ignore_errors=True)
        shutil.copytree(folder, root / "dist")
    return left_out


def main() -> None:
    """Make the version, or say why not."""
    parser = argparse.ArgumentParser(prog="python -m release", description=__doc__)
    parser.add_argument("version", help="its number, as in pyproject.toml")
    parser.add_argument("--skip", action="append", default=[], choices=[*CHECKS, TRIES], help="leave this out")
    parser.add_argument("--tag", action="store_true", help="tag the commit, if nothing was left out")
    given = parser.parse_args()
    try:
        if given.tag:  # asked first, since the tag comes after all else
            run("git", "var", "GIT_COMMITTER_IDENT", cwd=ROOT)
        left_out = make(ROOT, given.version, given.skip)
        print("\n".join([*(f"NOT DONE  {each}" for each in left_out), f"made in {ROOT / 'dist'}, not uploaded"]))
        if given.tag and left_out:
            sys.exit("no tag, for something was not done")
        if given.tag:
            run(
                "git", "tag", "--annotate", f"v{given.version}", "--message", f"croupier {given.version}", cwd=ROOT
            )
    except ReleaseError as error:
        sys.exit(f"refused: {error}")
    except (subprocess.CalledProcessError, subprocess.TimeoutExpired) as error:
        line = shlex.join([*map(str, error.cmd)])
        if isinstance(error, subprocess.TimeoutExpired):
            sys.exit(f"refused: {line} does not end within {error.timeout:g} s")
        sys.exit(f"refused: {line} fails ({error.returncode}): {(error.stderr or '').strip()[-2000:]}")


if __name__ == "__main__":
    main()
