"""Values of ability decisions, by replaying each choice at the same table or by search.

`ability_gains` compares the decisions of recorded games with those of the rule-based agent. Where the two differ,
the rule-based agent plays the game on from both actions, in all seats, with the same hidden cards, chance and
random words. No agent is asked again, so this also works for language models.

`value_choices` plays an agent's own games and searches each of its decisions: every legal choice is played on in
worlds that its seat holds possible. It values choices, not games, so it needs far fewer decisions than wins do to
tell agents apart. The values are those of a search around the game's strongest agent.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any, NamedTuple

import numpy as np
import numpy.typing as npt

from croupier.agents.agent import Agent, Turns
from croupier.agents.combined import ability_phases
from croupier.agents.registry import make_agent
from croupier.agents.search.searcher import Found, Searcher
from croupier.agents.search.settings import BOT, Settings
from croupier.core.base.progress import Progress, part_of, silent
from croupier.core.engine.batch import Batch
from croupier.core.engine.game import Game
from croupier.measure.play.metrics import Doubles, bootstrap_sums
from croupier.measure.play.record import played_games
from croupier.measure.play.tournament import seatings
from croupier.measure.play.trial import mean_and_interval
from croupier.measure.stats.strength import evaluation_of, has_abilities
from croupier.table.asking import ask
from croupier.table.recorded import by_options, deal_key, dealt_again, plies, recorded_game

ALL = "all"
"""The row of all abilities together."""
OWN, SEARCH = "own", "search"
"""Names of the agent's own choices and of the search's."""
WORLDS, SWEEPS = 32, 4
"""Worlds of a search, and Gibbs sweeps of its belief: about 10 milliseconds a decision."""
_GAMES_AT_ONCE = 840
"""A multiple of the rotations at tables of up to eight seats, so that deals stay whole."""
_MIDDLE = (2.5, 97.5)
_RANDOM = 0
"""Seed of the bootstrap."""
_OTHER_WORLDS = np.uint64(0x5851F42D4C957F2D)
"""Changes a decision's random word: an agent that searches is not judged in the worlds it has seen."""
_Rows = npt.NDArray[np.int64]


class _Due(NamedTuple):
    """Ability decisions with a choice, at one ply of games that are replayed together."""

    batch: Batch
    rows: _Rows  # rows of the batch with such a decision
    games: _Rows  # number of the game, per row
    abilities: list[str]  # name of the ability, per row
    actions: _Rows  # the action played, per row


def _due(game: Game, games: Sequence[Mapping[str, Any]], *, trails: bool = False) -> Iterator[_Due]:
    """The ability decisions with a choice in games with equal options."""
    ability = {phase: name for name, phases in ability_phases(game).items() for phase in phases}
    for start in range(0, len(games), _GAMES_AT_ONCE):
        part = games[start : start + _GAMES_AT_ONCE]
        with dealt_again(game, part, observe=False, trails=trails) as batch:
            for actions, going in plies(batch, part):
                phases = batch.records["phase"]
                rows = np.flatnonzero(going & np.isin(phases, list(ability)) & (batch.legal_counts > 1))
                if len(rows):
                    names = [ability[phase] for phase in phases[rows].tolist()]
                    yield _Due(batch, rows, start + rows, names, actions[rows])
                batch.step(actions)


class _Choice(NamedTuple):
    """An ability decision with a choice, and its gain over the rule-based agent's."""

    agent: str
    ability: str
    game: int
    differs: bool
    gain: float


def ability_gains(
    games: Sequence[Mapping[str, Any]], progress: Progress | None = None
) -> dict[str, dict[str, dict[str, Any]]]:
    """Compare the ability decisions of recorded games with those of the game's rule-based agent.

    Args:
        games: recorded games of one kind, as `read_games` gives them, with the names of their agents.
        progress: called with the share of the work done, 0..1.

    Returns:
        By agent and ability (and `ALL`): ``decisions``, the number with a choice; ``differing``, the number where
        the rule-based agent would have chosen differently; ``points_a_game``, the points gained by these per game,
        with ``mean`` and ``ci95`` over deals (see `mean_and_interval`). Empty if the game has no abilities or no
        rule-based agent.
    """
    choices: list[_Choice] = []
    done = 0
    for group in by_options(games):
        game = recorded_game(group, group[0]["game"])
        if has_abilities(game):
            numbers = [number for number, data in enumerate(games) if data["options"] == group[0]["options"]]
            choices += _choices(game, group, numbers)
            done += len(group)
            (progress or silent)(done / len(games))
    found: dict[str, dict[str, dict[str, Any]]] = {}
    for agent in dict.fromkeys(name for data in games for name in data["agents"]):
        own = [choice for choice in choices if choice.agent == agent]
        abilities = sorted({choice.ability for choice in own})
        if own:
            found[agent] = {each: _row([c for c in own if c.ability == each], agent, games) for each in abilities}
            found[agent][ALL] = _row(own, agent, games)
    return found


def _row(choices: Sequence[_Choice], agent: str, games: Sequence[Mapping[str, Any]]) -> dict[str, Any]:
    """Counts, and the gain per deal: the mean over the agent's seats in all games of the deal."""
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
    """The ability decisions of games with equal options."""
    rules = make_agent(str(evaluation_of(game).rule_based), game)
    found: list[_Choice] = []
    branches: list[_Branch] = []
    for batch, rows, places, abilities, actions in _due(game, games):
        others = ask(rules, game, batch, rows)
        for row, place, ability, own, other in zip(
            rows.tolist(), places.tolist(), abilities, actions.tolist(), others.tolist(), strict=True
        ):
            if own != other:
                where = (int(batch.rngs[row]), int(batch.seeds[row]), int(batch.plies[row]))
                branches.append(_Branch(batch.records[row].copy(), where, (own, other)))
            name = games[place]["agents"][int(batch.current_players[row])]
            found.append(_Choice(name, ability, numbers[place], own != other, 0.0))
    gains = iter(_gains(game, branches, rules) if branches else ())
    return [choice._replace(gain=next(gains)) if choice.differs else choice for choice in found]


class _Branch(NamedTuple):
    """A position that is played on after each of two actions."""

    record: Any
    where: tuple[int, int, int]  # generator, seed and plies
    actions: tuple[int, int]


def _gains(game: Game, branches: Sequence[_Branch], agent: Agent) -> list[float]:
    """Points of the seat to move after the first action minus those after the second, with an agent playing on."""
    count = len(branches)
    records = np.tile(np.array([each.record for each in branches], dtype=game.spec.rules.state), 2)
    rngs, seeds, before = np.tile(np.array([each.where for each in branches], dtype=np.uint64).T, 2)
    chosen = np.array([each.actions for each in branches], dtype=np.int64).T.reshape(-1)
    rows, seats = np.arange(2 * count), records["player"].astype(np.int64)
    with Batch(game, 2 * count, autoreset=False, observe=False) as batch:
        batch.load(rows, records, rngs, trusted=True, seeds=seeds, plies=before.astype(np.int64))
        batch.step(chosen)
        while len(left := np.flatnonzero(batch.legal_counts > 0)):
            chosen[left] = ask(agent, game, batch, left)
            batch.step(chosen)
        points = batch.points()[rows, seats].astype(np.float64)
    return [float(gain) for gain in points[:count] - points[count:]]


@dataclass
class _Sums:
    """Sums of one ability's choices by deal."""

    count: Doubles  # decisions, float64, shape (deals,)
    # gain over the mean of the legal choices, by the name of the chooser; float64, shape (deals,)
    gains: dict[str, Doubles] = field(default_factory=dict)


def value_choices(
    game: Game,
    agent: Agent,
    others: Mapping[str, Agent],
    opponent: str,
    deals: int,
    seed: int,
    *,
    around: Agent,
    worlds: int = WORLDS,
    sweeps: int = SWEEPS,
    threads: int = 1,
    progress: Progress = silent,
) -> dict[str, Any]:
    """Play an agent's games, and value its ability choices and those of other agents in the same positions.

    The search picks its own choice in one half of the worlds and values it in the other, and vice versa. So its
    value is not biased upwards.

    Args:
        agent: the agent that plays.
        others: agents that are asked for a choice in the same positions, by name.
        opponent: name of the agent in the other seats. The search models it exactly.
        deals: number of deals, each played in every rotation of the seats.
        seed: seed of the deals and of all choices.
        around: the agent that the search improves; see `croupier.agents.registry.blueprint`.
        worlds: worlds of each search, at least 2.
        sweeps: Gibbs sweeps of its belief.
        threads: threads that step the games.
        progress: called with the share of the work done, 0..1.

    Returns:
        ``deals``, ``worlds``, ``unit`` (of gains) and ``rows``, one per ability that was used: ``ability`` (its
        name), ``decisions`` (their number), ``a_game`` (their number per game) and ``gains``. Gains are by
        chooser: the mean over decisions of the choice's value minus the mean of all legal ones, with ``mean`` and
        ``ci95`` from a bootstrap over deals.

    Raises:
        IllegalAction: an agent chose an illegal action.
    """
    rival, seats = make_agent(opponent, game), game.num_players
    settings = Settings(worlds=worlds, sweeps=sweeps, halving=False, opponents=BOT)
    judge = Searcher(game, around, settings, rival)
    rotations, numbers = seatings(seats, seats), np.repeat(np.arange(deals), seats)
    line_up, playing = [agent, *[rival] * (seats - 1)], part_of(progress, 0.0, 0.1)
    games = list(played_games(game, line_up, seed, numbers, rotations, threads=threads, progress=playing))
    own = np.argmin(rotations, axis=1)[np.arange(len(games)) % seats]  # the agent's seat
    sums: dict[str, _Sums] = {}
    for batch, rows, places, abilities, actions in _due(game, games, trails=True):
        mine = np.flatnonzero(batch.current_players[rows] == own[places])
        if not len(mine):
            continue
        answers = {OWN: actions[mine]}
        answers |= {who: ask(other, game, batch, rows[mine]) for who, other in others.items()}
        turns = Turns.of_rows(game, batch, rows[mine])
        turns = Turns(game, turns.records, turns.keys ^ _OTHER_WORLDS, turns.trails)
        for at, k in enumerate(mine.tolist()):
            found, deal = judge.search(turns, at), int(places[k]) // seats
            each = sums.setdefault(abilities[k], _Sums(np.zeros(deals)))
            each.count[deal] += 1.0
            means = found.gains.mean(axis=1, dtype=np.float64)
            values = {
                who: float(means[found.actions == chosen[at]][0] - means.mean()) for who, chosen in answers.items()
            }
            for who, value in (values | {SEARCH: _held_out(found, judge)}).items():
                each.gains.setdefault(who, np.zeros(deals))[deal] += value
        over = int(places[0] - rows[0]) + int((batch.legal_counts == 0).sum())
        progress(0.1 + 0.9 * over / len(games))
    found_rows = [_means(name, sums[name], seats, seed) for name in ability_phases(game) if name in sums]
    return {"deals": deals, "worlds": worlds, "unit": judge.unit, "rows": found_rows}


def _held_out(found: Found, judge: Searcher) -> float:
    """Value of the search's choice in worlds that were not used to choose it."""
    half = found.gains.shape[1] // 2
    first, second = found.gains[:, :half], found.gains[:, half:]
    values = []
    for seen, held in ((first, second), (second, first)):
        means = held.mean(axis=1, dtype=np.float64)
        values.append(means[judge.choose(found.shares, seen)] - means.mean())
    return float(np.mean(values))


def _means(name: str, sums: _Sums, seats: int, seed: int) -> dict[str, Any]:
    """Means over the decisions of an ability; a resample of deals takes all decisions of each deal."""
    drawn = bootstrap_sums(np.column_stack([sums.count, *sums.gains.values()]), seed)
    drawn = drawn[drawn[:, 0] > 0.0]
    total, gains = float(sums.count.sum()), {}
    for column, (who, gain) in enumerate(sums.gains.items(), start=1):
        low, high = np.percentile(drawn[:, column] / drawn[:, 0], _MIDDLE)
        bounds = [float(low), float(high)] if low < high else None  # equal resamples tell nothing about chance
        gains[who] = {"mean": float(gain.sum()) / total, "ci95": bounds}
    a_game = total / (len(sums.count) * seats)
    return {"ability": name, "decisions": int(total), "a_game": a_game, "gains": gains}
