"""Checks that are no tests run beside the whole suite, each as a process of its own, and fail it."""

from __future__ import annotations

import os
import subprocess
import sys
import time
from concurrent.futures import Future, ThreadPoolExecutor
from pathlib import Path
from typing import NamedTuple

from release import CHECKS, command

ROOT = Path(__file__).parents[1]
ZIZMOR = ("zizmor", "--offline", "--no-progress", "--persona", "pedantic", "--strict-collection", ".github")
JOBS = {
    "pages": [sys.executable, "-m", "tests.built_pages"],
    **{name: command(words) for name, words in CHECKS.items() if name != "suite"},
    "workflows": [*ZIZMOR],
}
SECONDS = 1800.0
"""After this long a check has failed."""


class Checked(NamedTuple):
    """What came of a check."""

    name: str
    seconds: float
    said: str
    """Its output where it failed, else empty."""


class Checks:
    """The checks, from the start of the tests to their end."""

    def __init__(self, *, pages: bool = True) -> None:
        """Start them, with or without the build of the documentation."""
        self._threads = ThreadPoolExecutor(max_workers=2, thread_name_prefix="checks")
        names = (name for name in JOBS if pages or name != "pages")
        slowest_first = sorted(names, key=lambda name: name != "types")
        self._jobs: list[Future[Checked]] = [self._threads.submit(run, name) for name in slowest_first]

    def results(self) -> list[Checked]:
        """Wait for all of them."""
        found = [job.result() for job in self._jobs]
        self._threads.shutdown()
        return found

    def stop(self) -> None:
        """Begin no further one."""
        self._threads.shutdown(wait=False, cancel_futures=True)


def run(name: str) -> Checked:
    """Run a check at a lower priority than the tests, and than compiling, for which all tests wait."""
    begun = time.monotonic()
    words = JOBS[name] if os.name == "nt" else ["nice", "-n", "15", *JOBS[name]]
    try:
        done = subprocess.run(words, cwd=ROOT, check=False, capture_output=True, text=True, timeout=SECONDS)
        said = (done.stdout[-4000:] + done.stderr[-4000:] or f"exit status {done.returncode}") * bool(
            done.returncode
        )
    except (OSError, subprocess.TimeoutExpired) as error:
        said = str(error)
    return Checked(name, time.monotonic() - begun, said)
