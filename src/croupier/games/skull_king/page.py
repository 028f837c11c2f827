"""Generator of docs/games/skull-king-observation.md: ``python -m croupier.games.skull_king.page``."""

from __future__ import annotations

from croupier.core.files import write_page
from croupier.core.phases import block_slices
from croupier.games.skull_king.observe import FEATURES, blocks
from croupier.games.skull_king.state import phases

PAGE = "docs/games/skull-king-observation.md"


def page() -> str:
    """The page's text."""
    small, wide = blocks({"players": 4}), blocks({"players": 8})
    starts, wide_starts = block_slices(small), block_slices(wide)
    lines = [
        "# Skull King: actions and observation",
        "",
        "Written from `croupier.games.skull_king.observe.FEATURES` and `state.phases` by",
        "`python -m croupier.games.skull_king.page`; a test fails when it is not up to date.",
        "",
        "## Actions",
        "",
        "One flat space of 52 actions at tables of up to six seats, 54 beyond. Each slice is a head of a policy.",
        "",
        "| phase | value | head | actions | beyond six seats |",
        "|---|---|---|---|---|",
    ]
    for phase, wider in zip(phases({"players": 4}), phases({"players": 8}), strict=True):
        ends = [f"{p.start}..{p.start + p.size - 1}" for p in (phase, wider)]
        lines.append(f"| {phase.name} | {phase.value} | {phase.head} | {ends[0]} | {ends[1]} |")
    lines += [
        "",
        "## Observation",
        "",
        f"float32: {sum(b.size for b in small)} features at tables of up to six seats, "
        f"{sum(b.size for b in wide)} beyond. Blocks with an entry a seat come last: the own seat first, then "
        "clockwise; Graybeard is the third of a table of two.",
        "",
        "| block | from | size | beyond six seats | range | meaning |",
        "|---|---|---|---|---|---|",
    ]
    for feature, block, wide_block in zip(FEATURES, small, wide, strict=True):
        seats = f" (seats x {feature.size})" if feature.per_seat else ""
        lines.append(
            f"| `{block.name}` | {starts[block.name].start} | {block.size}{seats} "
            f"| from {wide_starts[block.name].start}, {wide_block.size} "
            f"| {block.low:g}..{block.high:g} | {block.meaning} |"
        )
    return "\n".join(lines) + "\n"


if __name__ == "__main__":
    write_page(PAGE, page())
