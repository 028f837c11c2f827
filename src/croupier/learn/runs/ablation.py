"""Ablations: training recipes and variants with one part changed, at equal budgets and with several seeds.

Recipes and arms are the game's (`croupier.core.spec.training.Ablation`).
"""

from __future__ import annotations

import json
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import numpy as np

from croupier.agents.policy import PolicyAgent
from croupier.agents.registry import make_agent
from croupier.arena.play.trial import play_trial
from croupier.core.base.errors import ConfigError, unknown
from croupier.core.base.renderers import markdown_table
from croupier.core.base.rows import Cell, ColumnHead, Number, Rows, in_columns
from croupier.core.engine.game import Game
from croupier.core.spec.training import Ablation, Recipe
from croupier.learn.runs.run import POLICY, Status
from croupier.learn.runs.series import SeriesProgress, complete, of_runs, write_result
from croupier.learn.settings.config import Config

ABLATION = "ablation.json"
PAGE = "ablation.md"


@dataclass(frozen=True)
class Budget:
    """What every arm is given.

    Attributes:
        decisions: decisions of each run.
        seeds: number of runs of each arm, with seeds 0, 1, ...
        deals: deals at each table that a run is evaluated on.
        threads: threads of training and judging.
    """

    decisions: int = 4_000_000
    seeds: int = 3
    deals: int = 300
    threads: int = 2


def ablation_of(game: Game) -> Ablation:
    """What a game's ablation trains and compares.

    Raises:
        ConfigError: the game brings none.
    """
    found = game.training.ablation
    if found is None:
        raise ConfigError(f"{game.name} has no ablation: its training brings no arms to compare")
    return found


def recipe_of(ablation: Ablation, arm: str) -> Recipe:
    """The recipe that an arm belongs to.

    Raises:
        ConfigError: there is no such arm.
    """
    for recipe in ablation.recipes:
        if arm in recipe.arms:
            return recipe
    raise unknown("arm", arm, ablation.arms)


def settings(base: Config, recipe: Recipe, arm: str, budget: Budget, seed: int) -> Config:
    """The settings of one run.

    Args:
        base: the ablation's preset.
        recipe: what changes it.
        arm: a name in the recipe's arms.
        budget: what every arm is given.
        seed: the run's seed.
    """
    given = {"total_decisions": budget.decisions, "seed": seed, "threads": budget.threads}
    return base.changed(**{**recipe.settings, **recipe.arms[arm], **given})


def run_name(arm: str, seed: int) -> str:
    """Name of the folder of one run."""
    return f"{arm.replace(',', '').replace(' ', '-')}-{seed}"


def ablate(
    game: Game,
    base: Config,
    arms: Sequence[str],
    budget: Budget,
    folder: Path,
    on_progress: SeriesProgress,
    *,
    write: bool = True,
) -> dict[str, Any]:
    """Train and evaluate every arm with every seed.

    A run that is complete in the folder is not trained again, and one that was stopped goes on, so an ablation
    that was stopped goes on too.

    Args:
        game: a game that brings an ablation, with its options.
        base: the preset that its recipes change.
        arms: names of its arms.
        budget: what every arm is given.
        folder: where the runs and the result go.
        on_progress: called while it goes on.
        write: whether the result is written into the folder; runs are, if they are not complete.

    Returns:
        Plain data: ``arms``, a row an arm with its mean win rate and points against each line-up, their
        range over the seeds, and the mean difference to the first of these arms that has the same recipe.

    Raises:
        ConfigError: the game has no ablation, or not this arm.
        FileError: a file cannot be written, or the folder holds runs of another budget.
    """
    ablation = ablation_of(game)
    recipes = {arm: recipe_of(ablation, arm) for arm in arms}
    runs = [
        (arm, seed, settings(base, recipe, arm, budget, seed))
        for arm, recipe in recipes.items()
        for seed in range(budget.seeds)
    ]
    measured: dict[str, list[dict[str, Any]]] = {arm: [] for arm in arms}
    for number, (arm, seed, config) in enumerate(runs):
        what = f"{arm}, seed {seed}"

        def part(status: Status, what: str = what, number: int = number) -> None:
            on_progress(what, (number + status.share) / len(runs))

        place = folder / run_name(arm, seed)
        complete(game, config, "ablation", place, part)
        measured[arm].append(_measure(game, ablation.opponents, place / POLICY, budget))
    result = {
        "game": game.name,
        "options": dict(game.options),
        "players": game.num_players,
        "decisions": budget.decisions,
        "seeds": budget.seeds,
        "deals": budget.deals,
        "arms": _rows(measured, recipes),
        "provenance": of_runs(
            game, [folder / run_name(arm, seed) / POLICY for arm, seed, _ in runs], range(budget.seeds)
        ),
    }
    if write:
        write_result(folder, {ABLATION: json.dumps(result, indent=2) + "\n", PAGE: page(result)})
    return result


def _measure(game: Game, against: Sequence[str], policy: Path, budget: Budget) -> dict[str, Any]:
    """Win rate and points of a policy at each table; all meet the same deals."""
    found: dict[str, Any] = {}
    for name in against:
        opponents = [make_agent(name, game) for _ in range(game.num_players - 1)]
        trial = play_trial(game, PolicyAgent(policy, game), opponents, budget.deals, 1, threads=budget.threads)
        found[name] = {"win_rate": float(trial.wins.mean()), "points": float(trial.points.mean())}
    return found


def _rows(
    measured: Mapping[str, Sequence[Mapping[str, Any]]], recipes: Mapping[str, Recipe]
) -> list[dict[str, Any]]:
    rows = []
    for arm, found in measured.items():
        first = next(measured[other] for other in measured if recipes[other] is recipes[arm])
        row: dict[str, Any] = {"arm": arm, "against": {}}
        for name in first[0]:
            wins = np.array([each[name]["win_rate"] for each in found])
            base = np.array([each[name]["win_rate"] for each in first])
            row["against"][name] = {
                "win_rate": float(wins.mean()),
                "range": [float(wins.min()), float(wins.max())],
                "points": float(np.mean([each[name]["points"] for each in found])),
                "difference": float((wins - base).mean()),
            }
        rows.append(row)
    return rows


def page(result: Mapping[str, Any]) -> str:
    """The result as Markdown."""
    words = (
        f"{result['seeds']} seeds of {result['decisions']:,} decisions an arm, {result['deals']} deals a table. "
        "In brackets: the least and the greatest of the seeds."
    )
    return f"{words}\n\n{markdown_table(rows(result))}\n"


def rows(result: Mapping[str, Any]) -> Rows:
    """The result, a row an arm."""
    heads = [ColumnHead("arm")]
    for name in result["arms"][0]["against"]:
        heads.append(ColumnHead(f"wins against {result['players'] - 1} x `{name}`"))
        heads += [ColumnHead("difference", "right"), ColumnHead("points", "right")]
    cells = []
    for row in result["arms"]:
        shown: list[Cell] = [row["arm"]]
        for found in row["against"].values():
            low, high = found["range"]
            shown.append(f"{found['win_rate']:.1%} ({low:.1%} to {high:.1%})")
            shown += [Number(found["difference"] * 100, "+.1f"), Number(found["points"], ".0f")]
        cells.append(shown)
    return in_columns("", heads, cells)
