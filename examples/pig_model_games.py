"""Let a language model play Pig against an agent, and keep its games for imitation.

Run: ``python examples/pig_model_games.py [GAMES]``
"""

import re
import sys
from pathlib import Path

from croupier.envs.episode import Episode, model_tables
from croupier.replays import append_game


def model(messages: list[dict[str, str]]) -> str:
    """Hold at 12: it stands in for a language model, whose call with these messages would be here."""
    told = " ".join(message["content"] for message in messages if message["role"] == "user")
    total = int(re.findall(r"[Tt]urn total(?: is now|:) (\d+)", told)[-1])
    return "That is enough: [hold]" if total >= 12 else "I take the risk: [roll]"


def main(games: int = 300, file: str = "model-games.jsonl") -> None:
    """Play each deal from both seats; a game is appended to the file as soon as it is over."""
    if Path(file).exists():
        sys.exit(f"{file} exists already: move it away")
    game, seats = model_tables("pig", opponents="bot")
    won, replies, refused = 0.0, 0, 0
    for number in range(games):
        seat = number % 2
        episode = Episode(game, seed=number // 2, seats=seats(seat))
        messages = [{"role": "system", "content": episode.system(seat)}]
        while not episode.over:
            messages.append({"role": "user", "content": episode.question()})
            messages.append({"role": "assistant", "content": model(messages)})
            episode.reply(messages[-1]["content"])
        append_game(file, episode.state, episode.table.names, episode.table.forfeited)
        won += max(0.0, episode.rewards()[seat])  # a forfeit earns -1
        replies += episode.counts[seat].replies
        refused += episode.counts[seat].invalid
    print(
        f"model takes {won / games:.1%} of {games} games against bot; {refused} of {replies} replies were invalid"
    )


if __name__ == "__main__":
    main(*map(int, sys.argv[1:]))
