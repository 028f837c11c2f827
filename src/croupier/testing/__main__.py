"""Node counts: ``python -m croupier.testing GAME DEPTH``, to compare two implementations of the rules."""

from __future__ import annotations

import argparse
import json
import sys

from croupier.core.base.errors import typed_whole
from croupier.core.base.progress import silent
from croupier.core.engine.making import make, position_text, split_position
from croupier.core.spec.registry import spec
from croupier.testing.tree import perft


def main() -> None:
    """Print the number of sequences of DEPTH plies, by their first action."""
    parser = argparse.ArgumentParser(prog="python -m croupier.testing", description=main.__doc__)
    parser.add_argument("game", help="a game or a variant: see croupier games")
    parser.add_argument("depth", type=typed_whole, help="plies; listed chance outcomes are plies")
    parser.add_argument("--position", help="where to begin, as text or a link; options in it count")
    parser.add_argument("--seed", type=typed_whole, default=0, help="of the deal")
    parser.add_argument("--json", action="store_true", help="print one JSON object")
    given = parser.parse_args()
    try:
        if given.position is None:
            state = make(given.game).new_initial_state(given.seed)
        else:
            text = position_text(given.position)
            state = split_position(spec(given.game), text)[0].position(text, given.seed)
        counts = perft(state, given.depth, _show if sys.stderr.isatty() else silent)
    except ValueError as error:  # the typed arguments are not valid
        parser.error(str(error))
    total = sum(counts.values())
    if given.json:
        told = {"game": state.game.name, "position": state.position(), "depth": given.depth, "seed": given.seed}
        sys.stdout.write(json.dumps({**told, "total": total, "actions": counts}, indent=2) + "\n")
    else:
        sys.stdout.write("".join(f"{name}: {count}\n" for name, count in (*counts.items(), ("total", total))))


def _show(share: float) -> None:
    """Print the counted share over the last one."""
    sys.stderr.write(f"\r{share:.0%}\r")
    sys.stderr.flush()


if __name__ == "__main__":
    main()
