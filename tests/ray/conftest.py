"""Before Ray is imported: its workers are started as they are by a command, not by `uv run`."""

import os

os.environ.setdefault("RAY_ENABLE_UV_RUN_RUNTIME_ENV", "0")
