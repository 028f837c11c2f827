"""Generator of the tables in docs/rules/skull-king.md: ``python -m docs.generate.skull_king_observation``."""

from __future__ import annotations

from pathlib import Path

from croupier.core.base.files import write_page
from croupier.core.base.renderers import markdown_table
from croupier.core.base.rows import in_columns
from croupier.core.spec.phases import block_slices
from croupier.games.skull_king.observe import FEATURES, SIZE, blocks
from croupier.games.skull_king.record.state import ACTIONS, phases
from docs.generate import between

PAGE = "docs/rules/skull-king.md"


def written(text: str) -> str:
    """The page with its tables anew."""
    all_blocks, all_phases = blocks({}), phases({})
    starts = block_slices(all_blocks)
    actions = [
        (phase.name, phase.value, phase.head, f"{phase.start}..{phase.start + phase.size - 1}")
        for phase in all_phases
    ]
    features = [
        (
            f"`{block.name}`",
            starts[block.name].start,
            f"{block.size}{f' (seats x {feature.size})' if feature.per_seat else ''}",
            f"{block.low:g}..{block.high:g}",
            block.meaning,
        )
        for feature, block in zip(FEATURES, all_blocks, strict=True)
    ]
    lines = [
        f"One flat space of {ACTIONS} actions under all options. Each slice is a head of a policy.",
        "",
        markdown_table(in_columns("", ("phase", "value", "head", "actions"), actions)),
        "",
        f"{SIZE} float32 features. Blocks with an entry for each seat come last and have room for eight: the own "
        "seat first, then clockwise. At a table of two, Graybeard is the third.",
        "",
        markdown_table(in_columns("", ("block", "from", "size", "range", "meaning"), features)),
    ]
    return between(text, "observation", "\n".join(lines))


if __name__ == "__main__":
    write_page(PAGE, written((Path(__file__).parents[2] / PAGE).read_text()))
