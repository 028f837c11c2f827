"""Measure a text player of Pig, any function from prompt to reply, against perfect play, and keep its games.

Run: ``python examples/pig_text_player.py [DEALS]``
"""

import re
import sys
from collections.abc import Callable

from croupier.agents import Agent, make_agent
from croupier.envs import text
from croupier.replays import append_game
from croupier.table import ask_one


def careful(prompt: str) -> str:
    """Hold at 12: it stands in for a language model, whose call would be here."""
    total = int(re.findall(r"[Tt]urn total(?: is now|:) (\d+)", prompt)[-1])
    return "That is enough: [hold]" if total >= 12 else "I take the risk: [roll]"


def play(env: text.TextEnv, player: Callable[[str], str], opponent: Agent, seat: int, seed: int) -> float:
    """One game with the text player in a seat; its reward: 1 won, 0 drawn, -1 lost (also by invalid replies)."""
    env.reset(num_players=2, seed=seed)
    done = False
    while not done:
        mover, prompt = env.get_observation()
        reply = player(prompt) if mover == seat else env.state.action_to_string(ask_one(opponent, env.state))
        done, _ = env.step(reply)
    rewards, _ = env.close()
    return rewards[seat]


def main(deals: int = 100, file: str = "pig-text-games.jsonl") -> None:
    """Play each deal from both seats, and append the games that came to their end to a file."""
    env = text.make("PigDice-v0-short")
    optimal = make_agent("optimal", env.game)
    rewards = []
    for seed in range(deals):
        for seat in (0, 1):
            rewards.append(play(env, careful, optimal, seat, seed))
            if env.state.is_terminal():  # not given up by invalid replies
                append_game(file, env.state, ["careful", "optimal"] if seat == 0 else ["optimal", "careful"])
    share = sum(1 + reward for reward in rewards) / 2 / len(rewards)
    print(f"careful takes {share:.1%} of {len(rewards)} games against optimal, a draw counting half")


if __name__ == "__main__":
    main(*map(int, sys.argv[1:]))
