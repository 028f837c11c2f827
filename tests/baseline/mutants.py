"""Mutants: small faults planted one at a time, and whether the tests that reach them notice.

A mutant is a function and an operator. What lies in `data/mutants.json` was drawn and run by

    uv run python -m tests.baseline.mutants draw 200 --seed 1 mutants.json  # and 200 more with seed 2
    uv run python -m tests.baseline.mutants run mutants.json lines.json

`tests.baseline.lines` writes the lines that each test runs. A run writes into the sources of its checkout and puts
them back: give it a checkout of its own. It goes on where it was stopped. ``again FILE`` says of each mutant where
its function is now, or that it has gone.
"""

from __future__ import annotations

import argparse
import ast
import json
import os
import random
import re
import subprocess
import sys
import time
from collections.abc import Iterator
from pathlib import Path
from typing import Any

ROOT = Path(__file__).parents[2]
SOURCE = ROOT / "src" / "croupier"
ROOMS = ("core", "games", "table", "server")
SECONDS = 120.0
"""A mutant's tests are stopped after this long."""
SWAPPED: dict[type[ast.AST], type[ast.AST]] = {
    ast.Lt: ast.LtE, ast.LtE: ast.Lt, ast.Gt: ast.GtE, ast.GtE: ast.Gt, ast.Eq: ast.NotEq, ast.NotEq: ast.Eq,
    ast.In: ast.NotIn, ast.NotIn: ast.In, ast.Is: ast.IsNot, ast.IsNot: ast.Is, ast.And: ast.Or, ast.Or: ast.And,
    ast.Add: ast.Sub, ast.Sub: ast.Add, ast.Mult: ast.FloorDiv, ast.FloorDiv: ast.Mult, ast.Mod: ast.FloorDiv,
    ast.LShift: ast.RShift, ast.RShift: ast.LShift, ast.BitAnd: ast.BitOr, ast.BitOr: ast.BitAnd,
}  # fmt: skip
Function = ast.FunctionDef | ast.AsyncFunctionDef


def functions(tree: ast.AST, prefix: str = "") -> Iterator[tuple[str, Function]]:
    """Functions of a module with their qualified names; those within functions belong to these."""
    for node in ast.iter_child_nodes(tree):
        if isinstance(node, Function):
            yield prefix + node.name, node
        elif isinstance(node, ast.ClassDef):
            yield from functions(node, f"{prefix}{node.name}.")


def faults(function: Function) -> Iterator[tuple[str, ast.AST, str]]:
    """Each fault that can be planted in a function: its operator, the node, and what stands there then."""
    said = {id(part) for node in ast.walk(function) for part in _not_run(node)}
    for statement in function.body:
        for node in ast.walk(statement):
            if id(node) in said:
                continue
            if isinstance(node, ast.Compare) and type(node.ops[0]) in SWAPPED:
                first: Any = SWAPPED[type(node.ops[0])]()
                changed = ast.Compare(node.left, [first, *node.ops[1:]], node.comparators)
                yield "compare", node, f"({ast.unparse(changed)})"
            elif isinstance(node, ast.BoolOp):
                other: Any = SWAPPED[type(node.op)]()
                yield "boolean", node, f"({ast.unparse(ast.BoolOp(other, node.values))})"
            elif isinstance(node, ast.UnaryOp) and isinstance(node.op, ast.Not):
                yield "not", node, f"({ast.unparse(node.operand)})"
            elif isinstance(node, ast.BinOp) and type(node.op) in SWAPPED:
                sign: Any = SWAPPED[type(node.op)]()
                yield "arithmetic", node, f"({ast.unparse(ast.BinOp(node.left, sign, node.right))})"
            elif isinstance(node, ast.Constant) and isinstance(node.value, bool | int):
                new = not node.value if isinstance(node.value, bool) else node.value + 1
                yield "constant", node, f"({new})"
            elif isinstance(node, ast.AugAssign) or (
                isinstance(node, ast.Expr) and isinstance(node.value, ast.Call)
            ):
                yield "left out", node, "pass"


def _not_run(node: ast.AST) -> Iterator[ast.AST]:
    """What is no code that runs: annotations, and texts with values in them."""
    for part in (getattr(node, "annotation", None), getattr(node, "returns", None)):
        if part is not None:
            yield from ast.walk(part)
    if isinstance(node, ast.JoinedStr):
        yield from ast.walk(node)


def draw(count: int, seed: int) -> list[dict[str, Any]]:
    """Mutants of all rooms, as many of each: a function, one of its operators, one of the places that have it."""
    words, found = random.Random(seed), []  # noqa: S311 - a sample, no secret
    for room in ROOMS:
        here = [
            (file, name, function)
            for file in sorted((SOURCE / room).rglob("*.py"))
            for name, function in functions(ast.parse(file.read_text(encoding="utf-8")))
            if any(faults(function))
        ]
        for file, name, function in words.sample(here, count // len(ROOMS)):
            places = list(faults(function))
            operator = words.choice(sorted({kind for kind, *_ in places}))
            at = words.choice([k for k, (kind, *_) in enumerate(places) if kind == operator])
            module = ".".join(file.relative_to(SOURCE.parent).with_suffix("").parts)
            node = places[at][1]
            before, after = ast.unparse(node), places[at][2]
            which = sum(ast.unparse(places[k][1]) == before for k in range(at))
            mutant = {"module": module, "function": name, "operator": operator, "before": before}
            found.append({**mutant, "after": after, "which": which})
    return found


def place(mutant: dict[str, Any]) -> tuple[Path, ast.AST] | None:
    """Where a mutant's fault is planted: by module and name, else wherever one function of that name has it."""
    own = SOURCE.parent.joinpath(*mutant["module"].split(".")).with_suffix(".py")
    others = [
        file for room in (*ROOMS, "measure") for file in sorted((SOURCE / room).rglob("*.py")) if file != own
    ]
    for file in [own] * own.exists() + others:
        text = file.read_text(encoding="utf-8")
        short = mutant["function"].rpartition(".")[2]
        if f"def {short}(" not in text and f"def {short}[" not in text:
            continue
        for name, function in functions(ast.parse(text)):
            if name == mutant["function"] if file == own else name.rpartition(".")[2] == short:
                alike = [
                    node
                    for kind, node, after in faults(function)
                    if (kind, ast.unparse(node), after) == (mutant["operator"], mutant["before"], mutant["after"])
                ]
                if len(alike) > mutant["which"]:
                    return file, alike[mutant["which"]]
    return None


def planted(text: str, node: Any, after: str) -> str:
    """A module's text with a fault in it; positions count bytes."""
    lines = text.encode().splitlines(keepends=True)
    begin = sum(map(len, lines[: node.lineno - 1])) + node.col_offset
    end = sum(map(len, lines[: node.end_lineno - 1])) + node.end_col_offset
    return (text.encode()[:begin] + after.encode() + text.encode()[end:]).decode()


def reaching(lines: dict[str, Any], file: Path, node: Any) -> list[str]:
    """Tests that ran the lines of a fault, the quick ones first, as many as there is time for."""
    name, places = str(file.relative_to(SOURCE)), {*range(node.lineno, node.end_lineno + 1)}
    seconds, left, chosen = lines["seconds"], SECONDS, []
    found = (test for test in seconds if places.intersection(lines["lines"].get(test, {}).get(name, ())))
    for test in sorted(found, key=seconds.__getitem__):
        left -= seconds[test] + 0.02
        if left > 0:
            chosen.append(test)
    return chosen


def run(out: Path, record: Path) -> None:
    """Run each mutant of a file that was not run yet, and write into the file what came of it."""
    lines = json.loads(record.read_text(encoding="utf-8"))
    mutants = json.loads(out.read_text(encoding="utf-8"))
    for k, mutant in enumerate(mutants):
        if "result" in mutant:
            continue
        at = place(mutant)
        if at is None:
            mutant |= {"result": "gone"}
            continue
        file, node = at
        tests = reaching(lines, file, node)
        text, begun = file.read_text(encoding="utf-8"), time.monotonic()
        command = [
            sys.executable,
            "-m",
            "pytest",
            "-n0",
            "-x",
            "-q",
            "--no-checks",
            "-p",
            "no:cacheprovider",
            *tests,
        ]
        try:
            file.write_text(planted(text, node, mutant["after"]), encoding="utf-8")
            environment = os.environ | {"NUMBA_DISABLE_JIT": "1"}
            done = tests and subprocess.run(
                command, cwd=ROOT, env=environment, capture_output=True, text=True, check=False, timeout=SECONDS
            )
            result = "not reached" if not done else "survived" if done.returncode == 0 else "killed"
            by = re.search(r"^(?:FAILED|ERROR) (\S+)", done.stdout, re.M) if done else None
        except subprocess.TimeoutExpired:  # an endless loop is noticed as well
            result, by = "killed", None
        finally:
            file.write_text(text, encoding="utf-8")
        mutant |= {"result": result, "by": by[1] if by else "", "tests": len(tests)}
        out.write_text(json.dumps(mutants, indent=1) + "\n", encoding="utf-8")
        seconds = time.monotonic() - begun
        tell(f"{k + 1}/{len(mutants)} {result:12} {seconds:5.0f} s {mutant['module']}:{mutant['function']}")


def tell(line: str) -> None:
    """A line on standard output, at once."""
    sys.stdout.write(f"{line}\n")
    sys.stdout.flush()


def main() -> None:
    """Draw mutants, run them, or say where they are now."""
    parser = argparse.ArgumentParser(description=__doc__)
    parts = parser.add_subparsers(dest="part", required=True)
    drawing = parts.add_parser("draw")
    drawing.add_argument("count", type=int)
    drawing.add_argument("--seed", type=int, default=0)
    drawing.add_argument("out", type=Path)
    running = parts.add_parser("run")
    running.add_argument("out", type=Path)
    running.add_argument("lines", type=Path)
    again = parts.add_parser("again")
    again.add_argument("out", type=Path)
    given = parser.parse_args()
    if given.part == "draw":
        given.out.write_text(json.dumps(draw(given.count, given.seed), indent=1) + "\n", encoding="utf-8")
    elif given.part == "run":
        run(given.out, given.lines)
    else:
        for mutant in json.loads(given.out.read_text(encoding="utf-8")):
            at = place(mutant)
            where = "gone" if at is None else at[0].relative_to(SOURCE)
            tell(f"{mutant['module']}:{mutant['function']} {where}")


if __name__ == "__main__":
    main()
