"""Size of the prompts for language models: tokens of the static part, of the rest, and of a seat in a whole game.

A token counts as four characters: no model's tokenizer is the right one for all. Nothing is taken as cached.

    uv run python -m benchmarks.prompts
"""

from __future__ import annotations

import croupier
from croupier.agents.speech import PROMPT_MODES
from croupier.core.base.rows import Cell, Number, in_columns, markdown_table, number_heads
from croupier.measure.play.estimate import prompt_size
from croupier.table.briefing import rules
from croupier.table.table import Table

TABLES = {
    "Pig Dice": croupier.make("pig"),
    "Mini Spite and Malice": croupier.make("spite-malice"),
    "Skull King, four players": croupier.make("skull-king", players=4),
}
GAMES = 4


def main() -> None:
    """Print a table as it stands in docs/speed.md."""
    cells: list[tuple[Cell, ...]] = []
    for title, game in TABLES.items():
        words = len(rules(Table(game.new_initial_state(0)), 0).split())
        for mode in PROMPT_MODES:
            size = prompt_size(game, mode, GAMES)
            parts = (size.decisions, size.static, size.dynamic, size.longest)
            numbers = (*(Number(part, ".0f") for part in parts), Number(size.tokens_a_game, ",.0f"))
            cells.append((title, words, f"`{mode}`", *numbers))
    game_head, words_head, *numbered = number_heads(
        "game", "words of the rules", "decisions", "static", "rest", "longest", "tokens a game"
    )
    print(markdown_table(in_columns("", (game_head, words_head, "mode", *numbered), cells)))


if __name__ == "__main__":
    main()
