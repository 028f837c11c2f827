"""Worth of ability decisions in recorded games: each against the rule-based agent's choice at the same table.

Where the two differ, the game is played on from both to its end by the rule-based agent in all seats, with the
same hidden cards, the same chance and the same random words. Nobody is asked anything again, so language models
can be judged so too. It says what the choices are worth where the rule-based agent plays on from them.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any, NamedTuple

import numpy as np

from croupier.agents.agent import Agent
from croupier.agents.combined import ability_phases
from croupier.agents.registry import make_agent
from croupier.core.base.progress import Progress
from croupier.core.engine.batch import Batch
from croupier.core.engine.game import Game
from croupier.measure.play.metrics import Doubles
from croupier.measure.play.trial import mean_and_interval
from croupier.measure.stats.strength import evaluation_of, has_abilities
from croupier.table.asking import ask
from croupier.table.recorded import by_options, deal_key, dealt_again, plies, recorded_game

ALL = "all"
"""The row of all abilities together."""
_GAMES_AT_ONCE = 64
_RANDOM = 0
"""Seed of the bootstrap."""


class _Choice(NamedTuple):
    """An ability decision with a choice: whose, of which game, and what it gained."""

    agent: str
    ability: str
    game: int
    differs: bool
    gain: float


def ability_gains(
    games: Sequence[Mapping[str, Any]], progress: Progress | None = None
) -> dict[str, dict[str, dict[str, Any]]]:
    """What the ability decisions of recorded games gained over those of the game's rule-based agent.

    Args:
        games: of one game, as `read_games` gives them, with the names of their agents.
        progress: called with the share of the work that is done.

    Returns:
        By agent and ability (and `ALL`): ``decisions``, those with a choice; ``differing``, those that the
        rule-based agent would have made otherwise; ``points_a_game``, points gained by them in a game, ``mean``
        and ``ci95`` over deals (see `mean_and_interval`). Empty where the game has no abilities, or no agent that
        decides on them by rules.
    """
    choices: list[_Choice] = []
    done = 0
    for group in by_options(games):
        game = recorded_game(group, group[0]["game"])
        if has_abilities(game):
            numbers = [number for number, data in enumerate(games) if data["options"] == group[0]["options"]]
            for start in range(0, len(group), _GAMES_AT_ONCE):
                part = slice(start, start + _GAMES_AT_ONCE)
                choices += _choices(game, group[part], numbers[part])
                done += len(numbers[part])
                if progress is not None:
                    progress(done / len(games))
    found: dict[str, dict[str, dict[str, Any]]] = {}
    for agent in dict.fromkeys(name for data in games for name in data["agents"]):
        own = [choice for choice in choices if choice.agent == agent]
        abilities = dict.fromkeys(choice.ability for choice in own)
        if own:
            found[agent] = {
                **{each: _row([c for c in own if c.ability == each], agent, games) for each in sorted(abilities)},
                ALL: _row(own, agent, games),
            }
    return found


def _row(choices: Sequence[_Choice], agent: str, games: Sequence[Mapping[str, Any]]) -> dict[str, Any]:
    """Counts, and the gain by deal: the mean over the agent's seats in all games of the deal."""
    deals: dict[str, list[float]] = {}
    gains = np.zeros(len(games))
    np.add.at(gains, [choice.game for choice in choices], [choice.gain for choice in choices])
    for gain, data in zip(gains, games, strict=True):
        seats = data["agents"].count(agent)
        if seats:
            deals.setdefault(deal_key(data), []).extend([float(gain) / seats] * seats)
    by_deal: Doubles = np.array([np.mean(values) for values in deals.values()])
    return {
        "decisions": len(choices),
        "differing": sum(choice.differs for choice in choices),
        "points_a_game": mean_and_interval(by_deal, _RANDOM),
    }


def _choices(game: Game, games: Sequence[Mapping[str, Any]], numbers: Sequence[int]) -> list[_Choice]:
    """The ability decisions of games with the same options."""
    rules = make_agent(str(evaluation_of(game).rule_based), game)
    ability = {phase: name for name, phases in ability_phases(game).items() for phase in phases}
    found: list[_Choice] = []
    branches = _Branches(game)
    with dealt_again(game, games, observe=False) as batch:
        for actions, going in plies(batch, games):
            asked = going & np.isin(batch.records["phase"], list(ability)) & (batch.legal_counts > 1)
            rows = np.flatnonzero(asked)
            if len(rows):
                others = ask(rules, game, batch, rows)
                for row, other in zip(rows.tolist(), others.tolist(), strict=True):
                    seat, phase = int(batch.current_players[row]), int(batch.records["phase"][row])
                    differs = bool(other != actions[row])
                    if differs:
                        branches.add(batch, row, (int(actions[row]), other))
                    name = games[row]["agents"][seat]
                    found.append(_Choice(name, ability[phase], numbers[row], differs, 0.0))
            batch.step(actions)
    gains = iter(branches.gains(rules))
    return [choice._replace(gain=next(gains)) if choice.differs else choice for choice in found]


class _Branches:
    """Positions that are played on from two actions each."""

    def __init__(self, game: Game) -> None:
        self._game = game
        self._records: list[Any] = []
        self._rngs: list[int] = []
        self._seeds: list[int] = []
        self._plies: list[int] = []
        self._actions: list[tuple[int, int]] = []

    def add(self, batch: Batch, row: int, actions: tuple[int, int]) -> None:
        """Keep a position, and the two actions."""
        self._records.append(batch.records[row].copy())
        self._rngs.append(int(batch.rngs[row]))
        self._seeds.append(int(batch.seeds[row]))
        self._plies.append(int(batch.plies[row]))
        self._actions.append(actions)

    def gains(self, agent: Agent) -> list[float]:
        """Points of the seat to move by the first action less those by the second, an agent playing on."""
        count = len(self._actions)
        if count == 0:
            return []
        records = np.array(self._records, dtype=self._game.spec.rules.state)
        seats = np.tile(records["player"].astype(np.int64), 2)
        chosen = np.array(self._actions, dtype=np.int64).T.reshape(-1)
        with Batch(self._game, 2 * count, autoreset=False, observe=False) as batch:
            batch.load(
                np.arange(2 * count), np.tile(records, 2), np.tile(np.array(self._rngs, dtype=np.uint64), 2),
                trusted=True, seeds=np.tile(np.array(self._seeds, dtype=np.uint64), 2),
                plies=np.tile(np.array(self._plies, dtype=np.int64), 2),
            )  # fmt: skip
            batch.step(chosen)
            while len(rows := np.flatnonzero(batch.legal_counts > 0)):
                chosen[rows] = ask(agent, self._game, batch, rows)
                batch.step(chosen)
            points = batch.points()[np.arange(2 * count), seats].astype(np.float64)
        return [float(gain) for gain in points[:count] - points[count:]]
