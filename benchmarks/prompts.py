"""Size of the prompts for language models: tokens of the static part, of the rest, and of a seat in a whole game.

A token counts as four characters: no model's tokenizer is the right one for all. Nothing is taken as cached.

    uv run python -m benchmarks.prompts
"""

from __future__ import annotations

import croupier
from croupier.agents.speech import PROMPT_MODES
from croupier.arena.play.estimate import prompt_size
from croupier.table.briefing import rules
from croupier.table.table import Table

TABLES = {
    "Pig Dice": croupier.make("pig"),
    "Mini Spite and Malice": croupier.make("spite-malice"),
    "Skull King, four players": croupier.make("skull-king", players=4),
}
GAMES = 4


def main() -> None:
    """Print a table as it stands in docs/results/benchmarks.md."""
    print("| game | words of the rules | mode | decisions | static | rest | longest | tokens a game |")
    print("|---|---:|---|---:|---:|---:|---:|---:|")
    for title, game in TABLES.items():
        words = len(rules(Table(game.new_initial_state(0)), 0).split())
        for mode in PROMPT_MODES:
            size = prompt_size(game, mode, GAMES)
            print(
                f"| {title} | {words} | `{mode}` | {size.decisions:.0f} | {size.static:.0f} | {size.dynamic:.0f} "
                f"| {size.longest:.0f} | {size.tokens_a_game:,.0f} |"
            )


if __name__ == "__main__":
    main()
