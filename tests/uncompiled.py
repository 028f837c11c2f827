"""Running tests as plain Python, without compilation."""

from __future__ import annotations

import os
import re
import subprocess
import sys
from pathlib import Path

ROOT = Path(__file__).parents[1]


def run_uncompiled(tests: list[str], options: list[str], tmp_path: Path) -> None:
    """Run some tests in one process without compilation; it fails as they do."""
    environment = os.environ | {"NUMBA_DISABLE_JIT": "1", "COVERAGE_FILE": str(tmp_path / "coverage")}
    for name in [name for name in environment if name.startswith(("PYTEST_", "COV_"))]:
        del environment[name]
    command = [sys.executable, "-m", "pytest", "-n0", *tests, "-q", "-p", "no:cacheprovider", *options]
    result = subprocess.run(
        command, check=False, cwd=ROOT, env=environment, capture_output=True, text=True, timeout=880
    )
    assert result.returncode == 0, result.stdout[-6000:] + result.stderr[-2000:]
    assert re.search(r"\d+ passed", result.stdout)
