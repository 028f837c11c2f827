"""A plugin of pytest that writes down which lines of croupier each test runs, and how long it takes.

    NUMBA_DISABLE_JIT=1 LINES=lines.json uv run -p 3.13 pytest -p tests.baseline.lines --no-checks -n0 \
        tests/core tests/games tests/table tests/server

Python itself says so since 3.12, once a line and test: in a tenth of the time of a coverage with contexts.
"""

from __future__ import annotations

import json
import os
import sys
import time
from collections import defaultdict
from pathlib import Path
from types import CodeType

SOURCE = f"{Path(__file__).parents[2] / 'src' / 'croupier'}/"
IMPORTED = ""
"""The name under which lines stand that run before the first test."""

ran: dict[str, dict[str, set[int]]] = defaultdict(lambda: defaultdict(set))
seconds: dict[str, float] = defaultdict(float)
now = {"test": IMPORTED}

if sys.version_info >= (3, 12):
    monitoring = sys.monitoring
    DISABLE = monitoring.DISABLE

    def note(code: CodeType, line: int) -> object:
        """Write a line down, and hear no more of it in this test."""
        if code.co_filename.startswith(SOURCE):
            ran[now["test"]][code.co_filename.removeprefix(SOURCE)].add(line)
        return DISABLE

    def pytest_load_initial_conftests() -> None:
        """Begin to listen, before anything of croupier is loaded."""
        monitoring.use_tool_id(monitoring.COVERAGE_ID, "lines")
        monitoring.register_callback(monitoring.COVERAGE_ID, monitoring.events.LINE, note)
        monitoring.set_events(monitoring.COVERAGE_ID, monitoring.events.LINE)

    def pytest_runtest_logstart(nodeid: str) -> None:
        """Hear of every line again, for another test."""
        now["test"] = nodeid
        seconds[nodeid] -= time.monotonic()
        monitoring.restart_events()

    def pytest_runtest_logfinish(nodeid: str) -> None:
        """Write its time down."""
        seconds[nodeid] += time.monotonic()

    def pytest_unconfigure() -> None:
        """Write the file."""
        monitoring.set_events(monitoring.COVERAGE_ID, 0)
        lines = {test: {file: sorted(each) for file, each in found.items()} for test, found in ran.items()}
        told = {"lines": lines, "seconds": seconds}
        Path(os.environ["LINES"]).write_text(json.dumps(told), encoding="utf-8")
