"""Games in words, written out: ``data/*.txt`` hold the replies and all that each player is told.

A file has sections behind lines of ``===``: the name of the environment with its options and seed, one reply a
line, each seat's transcript, and what `close` gives. ``python -m tests.envs.transcripts`` writes all but the
replies anew; look at the difference.
"""

from __future__ import annotations

import json
import re
from pathlib import Path
from typing import Any

from croupier.envs import text

FOLDER = Path(__file__).parent / "data"


def sections(content: str) -> list[tuple[str, str]]:
    """Titles and bodies of a file."""
    parts = re.split(r"^=== (.*)\n", content, flags=re.MULTILINE)
    return [(title, body.rstrip("\n")) for title, body in zip(parts[1::2], parts[2::2], strict=True)]


def play(title: str, replies: list[str]) -> text.TextEnv:
    """The environment after these replies; the title is like ``PigDice-v0 seed=7 max_turns=2``."""
    name, *words = title.split()
    options: dict[str, Any] = {key: json.loads(value) for key, _, value in (word.partition("=") for word in words)}
    seed = options.pop("seed")
    env = text.make(name, **options)
    env.reset(env.game.num_players, seed)
    for reply in replies:
        env.step(reply)
    return env


def written(title: str, replies: list[str]) -> str:
    """The content of a file."""
    env = play(title, replies)
    rewards, info = env.close()
    parts = [f"=== {title}\n" + "".join(f"{reply}\n" for reply in replies)]
    parts += [f"=== told to player {seat}\n{env.transcript(seat)}\n" for seat in range(env.game.num_players)]
    ending = {"done": env.done, "rewards": rewards, "info": info}
    parts.append("=== close\n" + json.dumps(ending, indent=1) + "\n")
    return "\n".join(parts)


if __name__ == "__main__":
    for file in sorted(FOLDER.glob("*.txt")):
        name, body = sections(file.read_text())[0]
        file.write_text(written(name, body.splitlines()))
