"""Run tests with each Python that croupier supports, and with the lowest and the newest of its dependencies.

``uv run python -m tests.versions`` runs the quick tests in each, with an environment of its own in
``.venv-versions``; ``uv.lock`` is neither read nor written. Arguments after ``--`` are pytest's, in place of
``-m quick``.
"""

import argparse
import os
import subprocess
import sys
import time
import tomllib
from pathlib import Path

ROOT = Path(__file__).parents[1]
PROJECT = tomllib.loads((ROOT / "pyproject.toml").read_text(encoding="utf-8"))
CLASSIFIER = "Programming Language :: Python :: 3."
PYTHONS = [
    f"3.{each.removeprefix(CLASSIFIER)}" for each in PROJECT["project"]["classifiers"] if CLASSIFIER in each
]
RESOLUTIONS = {"lowest": "lowest-direct", "newest": "highest"}
QUICK = ["-m", "quick"]
UV = os.environ.get("UV", "uv")


def with_extras() -> str:
    """The checkout with the extras of the group ``dev``: named as the group does, they would not be lowest."""
    own: str = next(each for each in PROJECT["dependency-groups"]["dev"] if each.startswith("croupier["))
    return own.replace("croupier", str(ROOT), 1)


def install(python: str, dependencies: str) -> Path:
    """Make or update an environment.

    Returns:
        Its Python.

    Raises:
        subprocess.CalledProcessError: there is no such Python, or the dependencies cannot be installed.
    """
    folder = ROOT / ".venv-versions" / f"{python}-{dependencies}"
    if not folder.exists():
        subprocess.run([UV, "venv", "--quiet", "--python", python, str(folder)], check=True)
    command = [UV, "pip", "install", "--quiet", "--upgrade", "--resolution", RESOLUTIONS[dependencies]]
    if dependencies == "newest":  # so that `tests/core/test_numba_bound.py` says when the bound of Numba can move
        override = folder / "override.txt"
        override.write_text("numba\n", encoding="utf-8")
        command += ["--override", str(override)]
    else:  # the lowest that has a wheel for this Python; no version of chess (of textarena) needs to be compiled
        command += ["--only-binary", ":all:", "--no-binary", "chess"]
    subprocess.run(
        [*command, "--group", f"{ROOT / 'pyproject.toml'}:dev", "--editable", with_extras()],
        check=True, env=os.environ | {"VIRTUAL_ENV": str(folder)},
    )  # fmt: skip
    return folder / ("Scripts/python.exe" if sys.platform == "win32" else "bin/python")


def outcome(python: str, dependencies: str, arguments: list[str]) -> str:
    """Run the tests in one environment and say in a word what came of it."""
    try:
        interpreter = install(python, dependencies)
    except subprocess.CalledProcessError:
        return "not run"
    # tools that the tests start by name are this environment's
    path = f"{interpreter.parent}{os.pathsep}{os.environ['PATH']}"
    tests = subprocess.run(
        [str(interpreter), "-m", "pytest", "-q", *arguments],
        check=False, cwd=ROOT, env=os.environ | {"PATH": path, "VIRTUAL_ENV": str(interpreter.parents[1])},
    )  # fmt: skip
    return "passed" if tests.returncode == 0 else f"failed ({tests.returncode})"


def main() -> None:
    parser = argparse.ArgumentParser(prog="python -m tests.versions")
    parser.add_argument(
        "--python", choices=PYTHONS, action="append", help="only this one; more than once for more"
    )
    parser.add_argument("--dependencies", choices=RESOLUTIONS, help="only these")
    words = sys.argv[1:]
    split = words.index("--") if "--" in words else len(words)
    given, arguments = parser.parse_args(words[:split]), words[split + 1 :] or QUICK
    outcomes = []
    for python in given.python or PYTHONS:
        for dependencies in [given.dependencies] if given.dependencies else RESOLUTIONS:
            begun = time.monotonic()
            said = outcome(python, dependencies, arguments)
            outcomes.append(said)
            line = f"Python {python}, {dependencies} dependencies: {said}, {time.monotonic() - begun:.0f} s"
            sys.stdout.write(f"== {line}\n")
            sys.stdout.flush()
    raise SystemExit(0 if set(outcomes) == {"passed"} else 1)


if __name__ == "__main__":
    main()
