"""Ablations: a training recipe and variants with one part changed, at equal budgets and with several seeds.

There are two recipes: the one that the source of Skull King's player describes, and the preset.
"""

from __future__ import annotations

import json
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import numpy as np

from croupier.agents.policy import PolicyAgent
from croupier.agents.registry import make_agent
from croupier.arena.trial import play_trial
from croupier.core.errors import ConfigError, FileError
from croupier.core.game import Game
from croupier.learn.checkpoint import write_atomically
from croupier.learn.config import Config
from croupier.learn.presets import SOURCE
from croupier.learn.run import POLICY, RESULT, Run

ABLATION = "ablation.json"
PAGE = "ablation.md"
_ABILITY_REWARDS = (
    "rosie_self", "rosie_gift", "bendt_escape", "bendt_dodge", "bendt_waste", "roatan",
    "harry_saved", "harry_kept", "harry_wasted",
)  # fmt: skip

ARMS: Mapping[str, Mapping[str, Any]] = {
    "whole recipe": {},
    "flat head": {"architecture": "flat"},
    "a network for each ability": {"architecture": "separate"},
    "no curriculum": {"curriculum": "none", "curriculum_win_rate": 0.0},
    "no priority": {"priority": 1.0},
    "no auxiliary heads": {"auxiliary": {}},
    "no ability rewards": {"shaping_weights": dict.fromkeys(_ABILITY_REWARDS, 0.0)},
    "no opponents": {"league_share": 0.0, "bot_share": 0.0, "random_share": 0.0, "curriculum_win_rate": 0.0},
}
"""What each arm changes of the recipe, which is the preset ``source``; stages of its curriculum are shares of a
run, so a smaller budget shortens them alike."""
PRESET_ARMS: Mapping[str, Mapping[str, Any]] = {
    "the preset": {},
    "preset, no oracle": {"critic": "own"},
    "preset, no teacher": {"teacher": "none"},
    "preset, no bots": {"bot_share": 0.0},
}
"""What each arm changes of the preset, which is what training does unless it is told otherwise."""
EVERY_ARM = (*ARMS, *PRESET_ARMS)
OPPONENTS = ("bot:simple", "bot")
"""Whose tables the trained policies sit at: three of one of these."""


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


def settings(base: Config, arm: str, budget: Budget, seed: int) -> Config:
    """The settings of one run.

    Args:
        base: the preset.
        arm: a name in `ARMS` or `PRESET_ARMS`.
        budget: what every arm is given.
        seed: the run's seed.
    """
    part = {**SOURCE, **ARMS[arm]} if arm in ARMS else PRESET_ARMS[arm]
    return base.changed(**{**part, "total_decisions": budget.decisions, "seed": seed, "threads": budget.threads})


def ablate(
    game: Game,
    base: Config,
    arms: Sequence[str],
    budget: Budget,
    folder: Path,
    on_progress: Callable[[str, float], None],
) -> dict[str, Any]:
    """Train and evaluate every arm with every seed.

    A run that is complete in the folder is not trained again, and one that was stopped goes on, so an ablation
    that was stopped goes on too.

    Args:
        game: Skull King, with its options.
        base: the preset that the recipe changes.
        arms: names in `ARMS` and `PRESET_ARMS`.
        budget: what every arm is given.
        folder: where the runs and the result go.
        on_progress: called with what is done, and the share of all of it, 0..1.

    Returns:
        Plain data: ``arms``, a row an arm with its mean win rate and points against each line-up, their
        range over the seeds, and the mean difference to the first arm of its kind: to the recipe or to the preset.

    Raises:
        ConfigError: the game has no ablations.
        FileError: a file cannot be written, or the folder holds runs of another budget.
    """
    if game.name != "skull-king":
        raise ConfigError(f"ablations are those of skull-king; {game.name} has none")
    runs = [(arm, seed) for arm in arms for seed in range(budget.seeds)]
    measured: dict[str, list[dict[str, Any]]] = {arm: [] for arm in arms}
    for number, (arm, seed) in enumerate(runs):
        what = f"{arm}, seed {seed}"

        def part(share: float, what: str = what, number: int = number) -> None:
            on_progress(what, (number + share) / len(runs))

        place = folder / f"{arm.replace(',', '').replace(' ', '-')}-{seed}"
        _train(game, settings(base, arm, budget, seed), place, part)
        measured[arm].append(_measure(game, place / POLICY, budget))
    result = {
        "game": game.name,
        "options": dict(game.options),
        "decisions": budget.decisions,
        "seeds": budget.seeds,
        "deals": budget.deals,
        "arms": _rows(measured),
    }
    try:
        write_atomically(folder / ABLATION, (json.dumps(result, indent=2) + "\n").encode())
        write_atomically(folder / PAGE, page(result).encode())
    except OSError as error:
        raise FileError(f"the result in {folder} cannot be written: {error.strerror}") from error
    return result


def _train(game: Game, config: Config, place: Path, on_progress: Callable[[float], None]) -> None:
    """Begin a run, go on with it, or leave it as it is."""
    if (place / RESULT).exists():
        done = json.loads((place / RESULT).read_text())
        if (done["decisions"], done["seed"]) != (config.updates * config.decisions_per_update, config.run.seed):
            raise FileError(f"{place} holds a run of another budget; name another folder")
        return
    run = Run.resume(place) if place.exists() else Run.begin(game, config, "ablation", place)
    if run.trainer.config != config:
        raise FileError(f"{place} holds a run of other settings; name another folder")
    run.go(lambda status: on_progress(status.share), judged=False)


def _measure(game: Game, policy: Path, budget: Budget) -> dict[str, Any]:
    """Win rate and points of a policy at each table; all meet the same deals."""
    found: dict[str, Any] = {}
    for name in OPPONENTS:
        opponents = [make_agent(name, game) for _ in range(game.num_players - 1)]
        trial = play_trial(game, PolicyAgent(policy, game), opponents, budget.deals, 1, threads=budget.threads)
        found[name] = {"win_rate": float(trial.wins.mean()), "points": float(trial.points.mean())}
    return found


def _rows(measured: Mapping[str, Sequence[Mapping[str, Any]]]) -> list[dict[str, Any]]:
    rows = []
    for arm, found in measured.items():
        first = next(measured[other] for other in measured if (other in ARMS) == (arm in ARMS))
        row: dict[str, Any] = {"arm": arm, "against": {}}
        for name in OPPONENTS:
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
    """The result as a Markdown table."""
    heads = "".join(f" wins against 3 x `{name}` | difference | points |" for name in OPPONENTS)
    lines = [
        f"{result['seeds']} seeds of {result['decisions']:,} decisions an arm, {result['deals']} deals a table. "
        "In brackets: the least and the greatest of the seeds.",
        "",
        f"| arm |{heads}",
        "|---|" + "---|---:|---:|" * len(OPPONENTS),
    ]
    for row in result["arms"]:
        cells = []
        for found in row["against"].values():
            low, high = found["range"]
            cells += [
                f"{found['win_rate']:.1%} ({low:.1%} to {high:.1%})",
                f"{found['difference'] * 100:+.1f}",
                f"{found['points']:.0f}",
            ]
        lines.append(f"| {row['arm']} | {' | '.join(cells)} |")
    return "\n".join(lines) + "\n"
