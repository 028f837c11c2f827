"""The command line: ``uv run python -m benchmarks.strength``."""

from __future__ import annotations

import argparse
import json
import sys
from collections.abc import Mapping
from pathlib import Path

from benchmarks.strength.rebuild import Outcome, chosen, rebuild
from benchmarks.strength.records import read_records, stale
from benchmarks.strength.tables import TABLES
from croupier.cli.common import note, progress
from croupier.core.base.errors import ConfigError, FileError

ROOT = Path(__file__).parents[2]
_FAILED, _USAGE = 1, 2


def main(words: list[str] | None = None) -> int:
    """Rebuild the tables.

    Args:
        words: the command line; None takes the process's.

    Returns:
        The exit status: 1 where a table differs (``--check``), or where one is skipped that was named or was to be
        trained; 2 for what cannot be read.
    """
    given = _parser().parse_args(words)
    try:
        old = stale(given.root, read_records(given.root)) if given.list or given.stale else {}
        if given.list:
            _print_list(old, given.json)
            return 0
        if given.stale and not old:
            note("strength: no table is stale")
            return 0
        tables = chosen(TABLES, [*(given.only or ()), *old])
        with progress("Strength tables") as bar:
            outcomes = rebuild(
                tables,
                given.root,
                given.runs,
                train=given.train,
                write=not given.check and given.seed is None,
                threads=given.threads,
                seed=given.seed,
                on_outcome=lambda outcome: note(outcome.line()),
                on_progress=bar,
            )
    except (ConfigError, FileError) as error:
        note(f"strength: {error}")
        return _USAGE
    if given.json:
        print(json.dumps([outcome.data() for outcome in outcomes], indent=2, ensure_ascii=False))
    elif given.seed is not None:
        for outcome in outcomes:
            why = f" ({outcome.reason})" if outcome.reason else ""
            print(f"{outcome.name}{why}\n\n{outcome.text}\n")
    return _status(outcomes, given)


def _status(outcomes: list[Outcome], given: argparse.Namespace) -> int:
    differs = given.check and any(outcome.status == "differs" for outcome in outcomes)
    skipped = (given.only or given.train) and any(outcome.status == "skipped" for outcome in outcomes)
    return _FAILED if differs or skipped else 0


def _print_list(old: Mapping[str, str], as_json: bool) -> None:
    if as_json:
        rows = [{"id": table.name, "file": table.file, "stale": old.get(table.name)} for table in TABLES]
        print(json.dumps(rows, indent=2))
        return
    for table in TABLES:
        kind = type(table.measure).__name__.lower()
        print(f"{table.name:26} {kind:10} {table.file:40} {old.get(table.name, '')}".rstrip())


def _parser() -> argparse.ArgumentParser:
    parser = argparse.ArgumentParser(
        prog="python -m benchmarks.strength",
        description="Play the strength tables of the documentation again and rewrite them in place. A table that "
        "needs a trained run which is not there is left as it is, and the reason is printed.",
    )
    parser.add_argument("--list", action="store_true", help="list the tables and stop")
    parser.add_argument("--stale", action="store_true", help="those that the list says are stale")
    parser.add_argument("--only", action="append", metavar="ID", help="this table alone; repeat for more")
    parser.add_argument("--check", action="store_true", help="say which differ; no page and no result is written")
    parser.add_argument("--train", action="store_true", help="train runs that are missing, or go on with them")
    parser.add_argument(
        "--runs", type=Path, default=Path("runs"), metavar="DIR", help="folder of the trained runs"
    )
    parser.add_argument(
        "--root", type=Path, default=ROOT, metavar="DIR", help="the checkout whose pages are rewritten"
    )
    parser.add_argument("--threads", type=int, default=1, metavar="N", help="threads of games and training")
    parser.add_argument(
        "--seed",
        type=int,
        metavar="N",
        help="other deals than the declared ones: prints the tables, rewrites none",
    )
    parser.add_argument("--json", action="store_true", help="print the outcomes as JSON")
    return parser


if __name__ == "__main__":
    sys.exit(main())
