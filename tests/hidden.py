"""A system without what POSIX alone has: run a part of croupier in a process in which that is hidden.

``python -m tests.hidden NAMES PARTS FOLDER`` hides what is named, then runs the parts, with commas between them.
Names are modules, or attributes of a module as in ``os.killpg``.
"""

import contextlib
import importlib
import os
import sys
import threading
import urllib.request
import warnings
from pathlib import Path

MODULES = ("fcntl", "grp", "pty", "pwd", "resource", "syslog", "termios", "tty")
FUNCTIONS = (
    "os.killpg", "os.sched_getaffinity", "os.fchmod", "os.pread", "os.pwrite",
    "os.getloadavg", "os.nice", "os.setsid", "signal.SIGKILL", "signal.SIGHUP",
    "signal.SIGUSR1", "signal.SIGVTALRM", "signal.setitimer",
)  # fmt: skip


def hide(names: list[str]) -> None:
    for name in names:
        module, _, attribute = name.partition(".")
        if attribute:
            delattr(importlib.import_module(module), attribute)
        else:
            sys.modules[module] = None  # type: ignore[assignment]  # as the import system reads it


def command(*words: str) -> None:
    """Run a command of croupier in this process."""
    from croupier.cli import main

    sys.argv = ["croupier", *words]
    with contextlib.suppress(SystemExit):
        main()


def play(folder: str) -> None:
    words = ("--option", "winning_score=10", "--vs", "bot", "--seed", "3", "--save", f"{folder}/game.json")
    command("play", "pig", *words)


def train(folder: str) -> None:
    import croupier
    from croupier.learn import Run, preset

    game = croupier.make("pig", winning_score=10)
    config = preset(game, "quick").changed(total_decisions=2000, num_tables=16, rollout_steps=8, minibatch_size=64)
    Run.begin(game, config, "quick", Path(folder) / "run").go(lambda _: None, judged=False)


def serve(folder: str) -> None:
    """Serve until the first page has been read."""
    from croupier.server.base.settings import ServerSettings, database_address
    from croupier.server.process.run import serve as serve_on

    def read(port: int) -> None:
        def read_and_end() -> None:
            page = urllib.request.urlopen(f"http://127.0.0.1:{port}/", timeout=60)  # its own server
            print(page.status, "croupier" in page.read().decode().lower(), flush=True)  # noqa: T201
            os._exit(0)

        threading.Thread(target=read_and_end, daemon=True).start()

    serve_on(ServerSettings(database=database_address(None, Path(folder)), port=0), read)


PARTS = {"play": play, "train": train, "serve": serve}

if __name__ == "__main__":
    warnings.simplefilter("default")
    names, parts, folder = sys.argv[1:]
    hide([each for each in names.split(",") if each])
    for part in parts.split(","):
        PARTS[part](folder)
