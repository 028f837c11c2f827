"""How long the reply parser takes for long replies: ``python -m benchmarks.reply_times``.

Milliseconds for a reply of each kind and length, the least of three times. Each kind is one that a pattern or
Unicode's sorting could take a time for that grows with the square of the length.
"""

from __future__ import annotations

import time
from collections.abc import Callable
from contextlib import suppress

import croupier
from croupier.core.base.rows import in_columns, markdown_table, number_heads
from croupier.core.engine.game import State
from croupier.core.spec.prompts import ReplyError
from croupier.table.replies import read_reply

KINDS: dict[str, Callable[[int], str]] = {
    "words": lambda n: ("I think that it is wise to " * n)[:n],
    "the text of a thought": lambda n: "<think>" + ("[bid 1] or not. " * n)[: n - 15] + "</think>",
    "tags of thoughts": lambda n: ("<think></think>" * n)[: n // 15 * 15],
    "tags within a line": lambda n: ("a <think> " * n)[:n],
    "tags with attributes": lambda n: ("<think " + " " * 193) * (n // 200),
    "brackets that open": lambda n: "[" * n,
    "no actions in brackets": lambda n: ("[x]" * n)[:n],
    "signs in one line": lambda n: "!" * (n - 1) + "x",
    "labels": lambda n: ("my final answer is " * n)[:n],
    "combining marks": lambda n: ("\u0301\u0323" * n)[:n],
    "marks that are decomposed": lambda n: "\u0f73" * n,
    "letters of 18 letters": lambda n: "\ufdfa" * n,
}
LENGTHS = (1_000, 10_000, 100_000, 1_000_000)


def milliseconds(state: State, reply: str) -> float:
    """The least time of three."""
    found = []
    for _ in range(3):
        begun = time.perf_counter()
        with suppress(ReplyError):
            read_reply(state, reply)
        found.append(time.perf_counter() - begun)
    return 1000 * min(found)


def main() -> None:
    """Print the table."""
    state = croupier.make("skull-king").new_initial_state(3)
    *lengths, last = (f"{n:,}" for n in LENGTHS)
    heads = number_heads("milliseconds for a reply of", *lengths, f"{last} characters")
    cells = [[kind, *(f"{milliseconds(state, make(n)):.1f}" for n in LENGTHS)] for kind, make in KINDS.items()]
    print(markdown_table(in_columns("", heads, cells)))


if __name__ == "__main__":
    main()
