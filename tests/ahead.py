"""What a process that compiles ahead does at a table that opens twice."""

import json
import os
import subprocess
import sys
from pathlib import Path

TWICE = """
import json
import croupier
from croupier.agents.ahead import Ahead, is_done
from croupier.core.base.code_cache import needs_compiling
game = croupier.make("pig")
found = []
for _ in range(2):
    with Ahead(game, ["bot"]) as compiling:
        found.append(compiling.running)
        compiling.wait()
    found += [is_done(game, ["bot"]), needs_compiling(game.loops.step)]
print(json.dumps(found))
"""


def start(cache: Path) -> list[bool]:
    """Open a table of Pig twice, in a process of its own.

    Args:
        cache: where compiled code is kept.

    Returns:
        Each time: whether another process compiles; whether all is done when it has ended; whether the loop of
        batches still needs compiling.
    """
    result = subprocess.run(
        [sys.executable, "-c", TWICE], check=False, env=os.environ | {"CROUPIER_CACHE_DIR": str(cache)},
        capture_output=True, text=True, timeout=200,
    )  # fmt: skip
    assert result.returncode == 0, result.stderr
    found: list[bool] = json.loads(result.stdout)
    return found
