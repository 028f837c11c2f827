"""Writes what a checkout does, to be compared with what another one does: ``python make.py PART OUT``.

Run it in the checkout that is to be written down, with that checkout's Python. What lies in `data` was written by

    git worktree add ../before f0344a14 && cd ../before && uv sync
    for part in lists figures weights speeds evenings tables files; do
        uv run python ../croupier/tests/baseline/make.py $part ../croupier/tests/baseline/data
    done
"""

from __future__ import annotations

import gzip
import hashlib
import json
import os
import re
import shutil
import signal
import sqlite3
import statistics
import subprocess
import sys
import tempfile
import time
from collections.abc import Callable, Iterator
from contextlib import closing
from pathlib import Path
from typing import Any

sys.path.insert(0, str(Path.cwd()))
GAMES = ("pig", "spite-malice", "skull-king", "oh-hell", "hearts", "leduc", "liars-dice")
TEACHING = ("pig", "spite-malice", "skull-king", "oh-hell", "hearts")
"""Games with presets of training."""


def croupier(*words: str, **more: Any) -> str:
    """What a command prints."""
    command = [sys.executable, "-m", "croupier", *words]
    environment = {**os.environ, "COLUMNS": "100", "TERM": "dumb", "OPENAI_API_KEY": "none"}
    done = subprocess.run(command, capture_output=True, text=True, env=environment, check=False, **more)
    return done.stdout if done.returncode == 0 else f"exit status {done.returncode}: {done.stdout}{done.stderr}"


def write(file: Path, text: str) -> None:
    """Write a file of text."""
    file.parent.mkdir(parents=True, exist_ok=True)
    file.write_text(text, encoding="utf-8")


def zipped(file: Path, text: str) -> None:
    """Write a file of text, the same bytes each time."""
    file.parent.mkdir(parents=True, exist_ok=True)
    file.write_bytes(gzip.compress(text.encode(), mtime=0))


def helped(*path: str) -> Iterator[str]:
    """Help of a command, and of those below it."""
    said = croupier(*path, "--help")
    yield f"$ croupier {' '.join(path)}\n{said}"
    below = "".join(re.split(r"\n(?:Commands|Play):\n", said)[1:])
    for line in below.splitlines():
        if name := re.match(r"  ([a-z-]+)  ", line):
            yield from helped(*path, name[1])


def lists(out: Path) -> None:
    """Help of all commands, public names, routes and messages of the wire."""
    write(out / "help.txt", "\n".join(helped()))
    shutil.copy("tests/data/public_names.txt", out / "public_names.txt")
    from croupier.server.base.settings import ServerSettings, database_address
    from croupier.server.process.app import make_app

    with tempfile.TemporaryDirectory() as folder:
        app = make_app(ServerSettings(database=database_address(None, Path(folder))))
        found = app.openapi()
    write(out / "wire.json", json.dumps(found, indent=1, sort_keys=True) + "\n")


def plain(text: str) -> str:
    """A report without what no two runs share: when, where and by which commit it was made."""
    found = json.loads(text)
    found.pop("provenance", None)
    return json.dumps(found, indent=1, sort_keys=True) + "\n"


FIGURES = {
    "arena-pig": "arena pig optimal bot random --deals 200 --json --seed 5",
    "arena-skull-king": "arena skull-king net bot --deals 20 --json --seed 5",
    "arena-spite-malice": "arena spite-malice net bot --deals 20 --json --seed 5",
    "arena-hearts": "arena hearts net bot --deals 10 --json --seed 5",
    "sprt-pig": "arena pig bot:hold-20 bot:hold-10 --sprt --deals 2000 --json --seed 5",
    "judge-pig": "judge bot optimal random --set pig-1 --json",
    "judge-skull-king": "judge net bot random --set skull-king-1 --count 200 --json",
    "judge-spite-malice": "judge net bot random --set spite-malice-1 --count 100 --json",
    "evaluate": "arena skull-king net --deals 20 --valued 0 --json --out {out}",
    "solve-pig": "solve pig --json",
    "solve-leduc": "solve leduc --iterations 100 --json",
    "boards": "benchmark show skull-king-1 --json",
}


def figures(out: Path) -> None:
    """Reports at fixed seeds."""
    for name, words in FIGURES.items():
        if (out / "figures" / f"{name}.json").exists():
            continue  # made before: the command goes on where it was stopped
        with tempfile.TemporaryDirectory() as folder:
            said = croupier(*words.format(out=folder).split())
        if said.startswith("exit status"):
            raise SystemExit(f"{words}: {said}")
        write(out / "figures" / f"{name}.json", plain(said))


SMALL = ("--set", "total_decisions=6000", "--set", "num_tables=32", "--set", "rollout_steps=16", "--threads", "1")


def weights(out: Path) -> None:
    """Digests of the policies of each preset, trained for a moment."""
    found = {}
    with tempfile.TemporaryDirectory() as folder:
        for game in TEACHING:
            for preset in ("quick", "standard", "full", *(("source",) if game == "skull-king" else ())):
                run = f"{folder}/{game}-{preset}"
                more = () if preset == "source" else ("--set", "teacher_games=20")
                said = croupier("train", game, "--preset", preset, *SMALL, *more, "--seed", "3", "--out", run)
                file = Path(run, "checkpoint.safetensors")
                if not file.exists():
                    raise SystemExit(f"{game} {preset}: {said}")
                found[f"{game} {preset}"] = digest_of(file)
    write(out / "weights.json", json.dumps(found, indent=1) + "\n")


def digest_of(file: Path) -> str:
    """SHA-256 of the tensors in a checkpoint, by their names."""
    from safetensors.numpy import load_file

    digest = hashlib.sha256()
    for name, array in sorted(load_file(file).items()):
        digest.update(name.encode() + str(array.dtype).encode() + array.tobytes())
    return digest.hexdigest()


def rate(work: Callable[[], int], seconds: float = 1.0, times: int = 5) -> float:
    """Units a second, the median of some times."""
    found = []
    for _ in range(times):
        begun, count = time.perf_counter(), 0.0
        while time.perf_counter() - begun < seconds:
            count += work()
        found.append(count / (time.perf_counter() - begun))
    return statistics.median(found)


def speeds(out: Path) -> None:
    """Decisions a second of each game's batches and of some agents: a rough record; pairs are measured in turn."""
    import croupier as package
    from croupier.agents import make_agent
    from croupier.table import ask_turn

    found: dict[str, float] = {}
    for name in GAMES:
        batch = package.make(name).batch(1024, seed=7)

        def step(batch: Any = batch) -> int:
            for _ in range(20):
                batch.step(batch.legal_actions[:, 0])
            return 20 * 1024

        step()
        found[f"batch {name}"] = round(rate(step))
    from croupier.agents.agent import Turns

    for name, agent in (("skull-king", "net"), ("skull-king", "search/fast"), ("spite-malice", "bot")):
        game = package.make(name)
        player = make_agent(agent, game)

        def play(game: Any = game, player: Any = player) -> int:
            state = game.new_initial_state(1)
            for _ in range(10):
                state.apply_action(ask_turn(player, Turns.of_state(state), 1))
            return 10

        play()
        found[f"{agent} {name}"] = round(rate(play), 1)
    write(out / "speeds.json", json.dumps(found, indent=1) + "\n")


def evenings(out: Path) -> None:
    """All that browsers receive in six evenings without trouble, in simulated worlds."""
    from tests.simulator.evening import EveningPlan, simulate

    shapes: dict[str, set[str]] = {}
    plans = [
        ("pig", 30),
        ("spite-malice", 40),
        ("skull-king", 60),
        ("oh-hell", 40),
        ("hearts", 30),
        ("liars-dice", 20),
    ]
    for seed, (game, moves) in enumerate(plans, 1):
        outcome = simulate(seed, EveningPlan(game=game, moves=moves, trouble=0.0, servers=1, clock=0))
        heard = {
            str(member): [[f"{at:.3f} {text}" for at, text in each] for each in browsers]
            for member, browsers in sorted(outcome.record.history.received.items())
        }
        zipped(out / "evenings" / f"{game}.json.gz", json.dumps(heard, indent=0, ensure_ascii=False))
        for browsers in heard.values():
            for browser in browsers:
                for line in browser:
                    _, _, text = line.partition(" ")
                    if text.startswith("{"):
                        said = json.loads(text)
                        shapes.setdefault(str(said["type"]), set()).update(said)
    found = {kind: sorted(fields) for kind, fields in sorted(shapes.items())}
    write(out / "messages.json", json.dumps(found, indent=1) + "\n")


WRITERS = (
    "deletion", "fair_deals", "claims", "circles", "undo", "hosting", "seats", "sealed", "chat",
    "invitations", "next_deal", "entering", "clocks", "teaching", "restart", "waiting", "push", "names",
)  # fmt: skip
"""Tests of the server whose databases are kept."""


def tables(out: Path) -> None:
    """A database whose logs have every kind of event: tables of the server's tests, as few as have them all."""
    import croupier.server.events.happening  # noqa: F401  # all kinds are there then
    from croupier.server.room.event import EVENTS

    with tempfile.TemporaryDirectory() as folder:
        base = Path(folder, "tests")
        files = [f"tests/server/test_{name}.py" for name in dict.fromkeys(WRITERS)]
        options = [
            "-q",
            "-n0",
            "-p",
            "no:cacheprovider",
            f"--basetemp={base}",
            "-o",
            "tmp_path_retention_policy=all",
        ]
        subprocess.run([sys.executable, "-m", "pytest", *options, *files], check=False)
        held = [(file, table, kinds) for file in sorted(base.rglob("*.sqlite3")) for table, kinds in logs_of(file)]
        missing, taken = {*EVENTS, *BESIDE} - set(ADDED), []
        while missing and held:
            best = max(held, key=lambda each: (len(each[2] & missing), -len(each[2])))
            if not best[2] & missing:
                break
            taken.append(best)
            missing -= best[2]
        taken += [best for best in held if best not in taken and is_open(best[2])][:2]
        if missing:
            sys.stderr.write(f"no table of these tests has {sorted(missing)}\n")
        target = Path(folder, "tables.sqlite3")
        shutil.copy(taken[0][0], target)
        keep_alone(target, [table for file, table, _ in taken if file == taken[0][0]])
        for file, table, _ in taken:
            if file != taken[0][0]:
                copy_table(file, table, target)
        with closing(sqlite3.connect(target)) as connection:
            add_events(connection)
            connection.execute("VACUUM")
        out.mkdir(parents=True, exist_ok=True)
        (out / "tables.sqlite3.gz").write_bytes(gzip.compress(target.read_bytes(), mtime=0))


BESIDE = ("chat", "keys", "waits", "pushes")
"""Tables of the database that hold something of a table beside its log."""
ADDED = {"undo": ("move", True), "wait": ("start", True), "gone": ("delete", False)}
"""Kinds of events that no test leaves in a database: what they follow, and whether they name a turn."""


def add_events(connection: sqlite3.Connection) -> None:
    """Add what no test leaves in a database to tables where it can have happened."""
    for kind, (after, turn) in ADDED.items():
        (table,) = connection.execute(
            "SELECT table_id FROM events AS here WHERE kind = ? AND NOT EXISTS"
            " (SELECT * FROM events WHERE table_id = here.table_id AND kind = 'end') ORDER BY table_id",
            [after],
        ).fetchone()
        number, at = connection.execute(
            "SELECT max(number), max(at) FROM events WHERE table_id = ?", [table]
        ).fetchone()
        seat, payload = (0, '{"turn":1}') if turn else (None, "{}")
        connection.execute(
            "INSERT INTO events VALUES (?, ?, ?, ?, ?, ?)", [table, number + 1, seat, kind, payload, at]
        )
    connection.commit()


def logs_of(file: Path) -> list[tuple[str, set[str]]]:
    """Tables of a database with the kinds of their events, and what else there is of them."""
    found: dict[str, set[str]] = {}
    with closing(sqlite3.connect(file)) as connection:
        try:
            for table, kind in connection.execute("SELECT table_id, kind FROM events"):
                found.setdefault(table, set()).add(kind)
            for name in BESIDE:
                for (table,) in connection.execute(f"SELECT table_id FROM {name}"):  # noqa: S608  # a constant
                    found.setdefault(table, set()).add(name)
        except sqlite3.DatabaseError:
            return []
    return sorted(found.items())


def is_open(kinds: set[str]) -> bool:
    """Whether a game has begun and goes on."""
    return "move" in kinds and "end" not in kinds


def keep_alone(file: Path, tables: list[str]) -> None:
    """Delete all other tables of a database."""
    with closing(sqlite3.connect(file)) as connection:
        connection.execute("PRAGMA foreign_keys = ON")
        marks = ", ".join("?" * len(tables))
        connection.execute(f"DELETE FROM tables WHERE id NOT IN ({marks})", tables)  # noqa: S608  # marks alone
        connection.commit()


def copy_table(source: Path, table: str, target: Path) -> None:
    """Copy a table with all that belongs to it into another database."""
    with closing(sqlite3.connect(target)) as connection:
        connection.execute("ATTACH ? AS other", [str(source)])
        names = [name for (name,) in connection.execute("SELECT name FROM sqlite_master WHERE type = 'table'")]
        for name in names:
            columns = [row[1] for row in connection.execute(f"PRAGMA table_info({name})")]
            if "table_id" in columns or name == "tables":
                key = "id" if name == "tables" else "table_id"
                connection.execute(
                    f"INSERT OR IGNORE INTO {name} SELECT * FROM other.{name} WHERE {key} = ?",  # noqa: S608
                    [table],
                )
            elif name in ("circles", "circle_games"):
                connection.execute(f"INSERT OR IGNORE INTO {name} SELECT * FROM other.{name}")  # noqa: S608
        connection.commit()


def files(out: Path) -> None:
    """One of each file that docs/stability.md names, and runs that were stopped in the middle."""
    home = out / "files"
    home.mkdir(parents=True, exist_ok=True)
    import croupier as package
    from croupier.replays import save_game

    for name in GAMES:
        game = package.make(name)
        bot = "bot" if "bot" in game.spec.bots else "random"
        games = str(home / f"{name}.jsonl")
        said = croupier("record", name, bot, "--games", "2", "--out", games, "--seed", "4")
        if said.startswith("exit status"):
            raise SystemExit(said)
        state = game.new_initial_state(seed=9)
        for _ in range(12):
            if not state.is_terminal():
                state.apply_action(state.legal_actions()[0])
        (home / f"{name}.state").write_bytes(state.serialize())
        while not state.is_terminal():
            state.apply_action(state.legal_actions()[-1])
        save_game(home / f"{name}.json", state)
    told = "Ann, Bob, Cleo\n1\n0 1 0\n0 1 0\n" + 8 * "\n" + "q\nq\n"
    croupier("score", "skull-king", "--file", str(home / "sheet.json"), input=told)
    stopped_training(home)
    stopped_arena(home)
    stopped_models(home)
    for lock in home.rglob(".lock"):
        lock.unlink()


def stop_when(command: list[str], ready: Callable[[], bool], **more: Any) -> None:
    """Start a command, and kill it once something is there."""
    process = subprocess.Popen(command, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL, **more)
    while not ready():
        if process.poll() is not None:
            raise SystemExit(f"{command}: ended before it could be stopped")
        time.sleep(0.01)
    process.send_signal(signal.SIGKILL)
    process.wait()


def stopped_training(home: Path) -> None:
    """A checkpoint in the middle of a run, and what the run comes to."""
    with tempfile.TemporaryDirectory() as folder:
        words = ("train", "pig", "--set", "num_tables=32", "--set", "rollout_steps=16", "--set", "widths=16,16",
                 "--seed", "2", "--threads", "1")  # fmt: skip
        half = f"{folder}/half"
        croupier(*words, "--set", "total_decisions=40000", "--out", half)
        shutil.copytree(half, home / "training", ignore=shutil.ignore_patterns("events*", "*.onnx"))
        croupier("train", "--resume", half, "--set", "total_decisions=80000")
        write(home / "training" / "resumed.txt", digest_of(Path(half, "checkpoint.safetensors")) + "\n")


def stopped_arena(home: Path) -> None:
    """A kept run of the arena in which half of the chunks are missing, and its whole report."""
    folder = home / "arena"
    typed = "arena pig bot:hold-20 bot:hold-15 random --deals 600 --seed 3 --json --valued 0 --out"
    words = [*typed.split(), str(folder)]
    command = [sys.executable, "-m", "croupier", *words]
    stop_when(command, lambda: len(list(folder.rglob("*.npz"))) >= 1)
    with tempfile.TemporaryDirectory() as other:
        report = croupier(*[other if word == str(folder) else word for word in words])
    write(home / "arena.json", plain(report))


def stopped_models(home: Path) -> None:
    """A run of a language model that was stopped in the middle, with the replies that it had."""
    from tests.models.scripted import first_legal, scripted

    folder, counted = home / "models", home / "models.txt"
    with scripted(first_legal) as server:
        typed = "arena pig llm:m bot --deals 3 --seed 3 -o winning_score=20 -y --valued 0 --concurrency 1"
        words = [*typed.split(), "--out", str(folder), "--llm-url", server.url]
        command = [sys.executable, "-m", "croupier", *words]
        environment = {**os.environ, "OPENAI_API_KEY": "none"}
        stop_when(command, lambda: len(server.requests) >= 8, env=environment)
        write(counted, f"{len(server.requests)} requests\n")


PARTS = {part.__name__: part for part in (lists, figures, weights, speeds, evenings, tables, files)}

if __name__ == "__main__":
    PARTS[sys.argv[1]](Path(sys.argv[2]))
