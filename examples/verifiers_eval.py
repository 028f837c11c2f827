"""Evaluate a language model with verifiers: games against a bot, and the rates beside the reward.

Run: ``OPENAI_API_KEY=... python examples/verifiers_eval.py http://127.0.0.1:8000/v1 MODEL``
"""

import asyncio
import sys

import verifiers.v1 as vf
from verifiers.v1.clients import ModelContext

from croupier.envs.verifiers import load_environment


async def main(address: str, model: str, deals: int = 2) -> None:
    """Play every deal from both seats of Pig, all games at the same time."""
    env = load_environment("pig", opponents="bot", deals=deals, winning_score=30)
    client = vf.EvalClientConfig(base_url=address, api_key_var="OPENAI_API_KEY")
    context = ModelContext(model=model, client=client, sampling=vf.SamplingConfig(temperature=1.0))
    async with env.serving():
        slots = [slot for task in env.taskset for slot in env.slots(task)]
        episodes = await asyncio.gather(*(env.run_slot(slot, context) for slot in slots))
    traces = [trace for episode in episodes if episode.ok for trace in episode.traces]
    void = sum(not episode.ok for episode in episodes)
    if traces:
        for name in ("invalid_rate", "illegal_rate", "forfeit"):
            print(f"{name}: {sum(trace.metrics[name] for trace in traces) / len(traces):.1%}")
        print(f"share of the wins: {sum(max(0.0, trace.reward) for trace in traces) / len(traces):.1%}")
    print(f"games: {len(traces)}, void: {void}")


if __name__ == "__main__":
    asyncio.run(main(*sys.argv[1:3]))
