"""Seat a language model at tables of Skull King with other agents, and print the report: strength, faults, tokens.

Run: ``OPENAI_API_KEY=... python examples/model_report.py http://127.0.0.1:8000/v1 MODEL``
"""

import sys
from dataclasses import replace
from pathlib import Path

from rich.console import Console

import croupier
from croupier.agents import ModelDefaults, make_agent
from croupier.measure import play_tournament, report_models, summarise, terminal_table, write_report
from croupier.table import Limits, ModelRun


def main(address: str, model: str, deals: int = 5, folder: str = "model-run") -> None:
    """Play each deal in all rotations of the seats: the model, a ceiling (net), a bot and a floor (random)."""
    game = croupier.make("skull-king", players=4, schedule="fives")
    names = [f"llm:{model}", "net", "bot", "random"]
    agents = [make_agent(name, game, models=ModelDefaults(url=address)) for name in names]
    with ModelRun(Path(folder), Limits(concurrency=8, max_tokens=5_000_000)) as run:
        run.open({"agents": names})
        report = play_tournament(game, agents, deals, run=run)
    summary = replace(summarise(game, report), models=report_models(run))
    for part in summary.parts():
        shown = part if isinstance(part, str) else terminal_table(part)
        Console().print(shown, markup=False, highlight=False)
    write_report(summary, Path(folder))


if __name__ == "__main__":
    main(*sys.argv[1:3])
