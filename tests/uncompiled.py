"""Running tests as plain Python, without compilation."""

from __future__ import annotations

import os
import re
import subprocess
import sys
from pathlib import Path

ROOT = Path(__file__).parents[1]
SECONDS = 800
"""A run that takes longer is ended; on a quiet core it takes some 70."""
_STUCK = 240
"""Seconds after which a single test fails, and tells where it is."""


def run_uncompiled(tests: list[str], tmp_path: Path, *options: str) -> None:
    """Run some tests in one process without compilation; it fails as they do.

    Args:
        tests: files and folders.
        tmp_path: for what it writes.
        options: more words for pytest.
    """
    environment = os.environ | {"NUMBA_DISABLE_JIT": "1", "COVERAGE_FILE": str(tmp_path / "coverage")}
    for name in [name for name in environment if name.startswith(("PYTEST_", "COV_"))]:
        del environment[name]
    command = [sys.executable, "-m", "pytest", "-n0", *tests, "-v", "-p", "no:cacheprovider", "--durations=10"]
    command += [f"--timeout={_STUCK}", *options]
    said = tmp_path / "said.txt"
    with said.open("wb") as out:
        try:
            done = subprocess.run(
                command, check=False, cwd=ROOT, env=environment, stdout=out, stderr=out, timeout=SECONDS
            )
            failure = f"exit status {done.returncode}" if done.returncode else ""
        except subprocess.TimeoutExpired:
            failure = f"not over after {SECONDS} seconds"
    text = said.read_text(errors="replace")
    assert not failure, f"{failure}\n{text[-8000:]}"
    assert re.search(r"\d+ passed", text)
