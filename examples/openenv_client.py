"""Play a served game by OpenEnv's client; croupier need not be installed here.

Run: ``python examples/openenv_server.py pig``, then ``python examples/openenv_client.py http://127.0.0.1:8000``
"""

import asyncio
import sys

from openenv.core import GenericEnvClient


def model(messages: list[dict[str, str]], legal: list[str]) -> str:
    """Take the legal actions in turn: it stands in for a language model, whose call would be here."""
    return f"I choose {legal[len(messages) // 2 % len(legal)]}"


async def play(address: str, seed: int) -> float:
    """One game; its reward."""
    async with GenericEnvClient(base_url=address) as client:
        result = await client.reset(seed=seed)
        messages = [{"role": "system", "content": result.observation["system"]}]
        while not result.done:
            messages.append({"role": "user", "content": result.observation["prompt"]})
            messages.append({"role": "assistant", "content": model(messages, result.observation["legal_actions"])})
            result = await client.step({"reply": messages[-1]["content"]})
        return result.reward


async def main(address: str, games: int = 4) -> None:
    """Play some games at the same time, each in a session of its own."""
    rewards = await asyncio.gather(*(play(address, seed) for seed in range(games)))
    print(f"{sum(max(0.0, each) for each in rewards):g} wins of {games}")


if __name__ == "__main__":
    asyncio.run(main(sys.argv[1]))
