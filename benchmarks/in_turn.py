"""Installations of croupier beside each other: measured in turn, run after run, and shown with their ratios.

So that a slow spell of the machine hits all of them. What they are is said on the command line: ``--croupier
COMMAND`` or ``--python PATH`` once for each, and without either the croupier that runs the benchmark.
"""

from __future__ import annotations

import argparse
import contextlib
import os
import shlex
import statistics
import sys
from collections.abc import Callable, Iterable, Mapping

from benchmarks.sidebyside import print_json
from croupier.core.base.rows import in_columns, markdown_table, number_heads

Words = tuple[str, ...]
"""The first words of a command line, which start croupier."""
Cases = Iterable[tuple[str, Mapping[str, float]]]
"""What was measured in one run: a case, and its figures by name."""
OURS: Words = (sys.executable, "-m", "croupier")


def add_options(parser: argparse.ArgumentParser, runs: int) -> None:
    """Add the options of all these benchmarks.

    Args:
        runs: how often each is measured, where nothing else is said.
    """
    parser.add_argument("--runs", "--repeat", type=int, default=runs, help="how often each is measured")
    parser.add_argument("--json", action="store_true")
    parser.add_argument(
        "--croupier", dest="installed", action="append", type=_command, metavar="COMMAND",
        help="what starts the croupier that is measured; repeat it to compare several",
    )  # fmt: skip
    parser.add_argument(
        "--python", dest="installed", action="append", type=_python, metavar="PATH",
        help="the same by the Python of its environment",
    )  # fmt: skip


def _command(text: str) -> Words:
    return tuple(shlex.split(text))


def _python(path: str) -> Words:
    return (path, "-m", "croupier")


def compare(given: argparse.Namespace, title: str, run: Callable[[Words], Cases]) -> None:
    """Measure every installation in turn, and print medians, and the ratios of the first to the others.

    Args:
        given: the options.
        title: what is measured.
        run: measures one of them once. Its cases are taken one by one; the first of all is not counted, since
            Python may still have to compile the packages.
    """
    installed: list[Words] = list(dict.fromkeys(given.installed or [OURS]))
    found: dict[str, dict[Words, list[float]]] = {}
    before = os.getloadavg()[0]
    os.environ.pop("PYTHONDONTWRITEBYTECODE", None)  # else every start would compile all packages again
    for words in installed:
        print(f"warming up: {shlex.join(words)}", file=sys.stderr)
        with contextlib.closing(iter(run(words))) as cases:  # type: ignore[type-var]  # a generator
            next(cases)
    for number in range(given.runs):
        for words in installed:
            print(f"run {number + 1} of {given.runs}: {shlex.join(words)}", file=sys.stderr)
            for case, figures in run(words):
                for name, value in figures.items():
                    found.setdefault(f"{case}: {name}", {}).setdefault(words, []).append(value)
    if given.json:
        rows = {name: {shlex.join(words): each for words, each in row.items()} for name, row in found.items()}
        print_json({"title": title, "runs": given.runs, "load_before": before, "rows": rows})
        return
    heads = [shlex.join(words) for words in installed]
    cells = [(name, *_medians(row, installed)) for name, row in found.items()]
    ratios = [f"{heads[0]} / {each}" for each in heads[1:]]
    print(f"{title}; medians of {given.runs}, load of the machine at the beginning {before:.1f}\n")
    print(markdown_table(in_columns("", number_heads("", *heads, *ratios), cells)))


def _medians(row: Mapping[Words, list[float]], installed: list[Words]) -> list[str]:
    """Cells of one figure: a median each, then the median of the runs' ratios of the first to each other one."""
    medians = [f"{statistics.median(row[words]):.2f} s" for words in installed]
    ratios = [
        statistics.median(one / other for one, other in zip(row[installed[0]], row[words], strict=True))
        for words in installed[1:]
    ]
    return medians + [f"{ratio:.2f}" for ratio in ratios]
