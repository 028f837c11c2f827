"""Examples in docstrings run, and print what stands below them."""

import doctest
import os
import subprocess
import sys
from importlib import import_module
from pathlib import Path

SOURCE = Path(__file__).parents[1] / "src"
OPTIONAL = {"gymnasium", "gymnasium_vector", "open_spiel", "pettingzoo", "sb3", "textarena", "verifiers"}
"""Adapters whose examples need an optional library; their tests use it."""


def with_examples() -> list[str]:
    """Modules that have examples which need nothing but croupier."""
    files = [file for file in sorted(SOURCE.rglob("*.py")) if ">>> " in file.read_text(encoding="utf-8")]
    parts = [file.relative_to(SOURCE).with_suffix("").parts for file in files if file.stem not in OPTIONAL]
    return [".".join(each[:-1] if each[-1] == "__init__" else each) for each in parts]


def test_examples_in_docstrings_run() -> None:
    """In a process that compiles nothing, so that it takes seconds wherever it runs."""
    command = [sys.executable, "-W", "error", "-m", "tests.test_docstrings"]
    environment = os.environ | {"NUMBA_DISABLE_JIT": "1"}
    done = subprocess.run(
        command, check=False, cwd=SOURCE.parent, env=environment, capture_output=True, text=True, timeout=120
    )
    assert done.returncode == 0, done.stdout + done.stderr
    assert int(done.stdout) > 80  # statements


class Shown(doctest.OutputChecker):
    """What prints something, and has nothing below it, only has to run."""

    def check_output(self, want: str, got: str, optionflags: int) -> bool:
        return not want or super().check_output(want, got, optionflags)


def main() -> None:
    """Run the examples of all modules, and write how many statements there were."""
    finder, runner = doctest.DocTestFinder(exclude_empty=True), doctest.DocTestRunner(Shown())
    for module in with_examples():
        for example in finder.find(import_module(module)):
            runner.run(example)
    if runner.failures:
        sys.exit(1)
    sys.stdout.write(f"{runner.tries}\n")


if __name__ == "__main__":
    main()
