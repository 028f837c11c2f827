"""Batched replay: recorded games dealt again and stepped in parallel."""

from __future__ import annotations

import json
from collections.abc import Iterator, Mapping, Sequence
from typing import Any

import numpy as np
import numpy.typing as npt

from croupier.core.base.copies import concatenated
from croupier.core.base.errors import ConfigError
from croupier.core.base.rng import as_seed
from croupier.core.engine.batch import AnyActions, Batch
from croupier.core.engine.batch_checks import as_integers, illegal_action
from croupier.core.engine.deal_secret import DealSecret, read_deal
from croupier.core.engine.game import Game, State
from croupier.core.engine.loops import first_refused
from croupier.core.engine.making import make
from croupier.core.spec.registry import spec
from croupier.core.spec.spec import TERMINAL


def by_options(games: Sequence[Mapping[str, Any]]) -> list[list[Mapping[str, Any]]]:
    """Recorded games in groups of equal options, which can be replayed in parallel."""
    groups: list[list[Mapping[str, Any]]] = []
    for data in games:
        for group in groups:
            if group[0]["options"] == data["options"]:
                group.append(data)
                break
        else:
            groups.append([data])
    return groups


def recorded_game(games: Sequence[Mapping[str, Any]], name: str) -> Game:
    """The game of recorded games with equal options."""
    version = spec(name).version
    for data in games:
        if data["game"] != name:
            raise ConfigError(f"a game of {data['game']}, not of {name}")
        if data["version"] != version:
            raise ConfigError(f"a game by version {data['version']} of the rules, not {version}")
    return make(name, **games[0]["options"])


def dealt(game: Game, data: Mapping[str, Any]) -> State:
    """The initial state of a recorded game."""
    deal = read_deal(data)
    return game.position(data["start"], deal) if data["start"] else game.new_initial_state(deal)


def played_to(game: Game, data: Mapping[str, Any], ply: int) -> State:
    """The state of a recorded game after this many decisions."""
    state = dealt(game, data)
    for action in data["actions"][:ply]:
        state.apply_action(action)
    return state


def deal_key(data: Mapping[str, Any]) -> str:
    """A key of the deal of a recorded game, equal for games of one deal."""
    if (seed := data.get("seed")) is not None:  # the other fields are of a secret
        return f"seed {seed}"
    return json.dumps([data.get(name) for name in ("seed", "secret", "contributions")])


def dealt_again(
    game: Game, games: Sequence[Mapping[str, Any]], *, observe: bool = True, trails: bool = False
) -> Batch:
    """Recorded games in a batch, each at its start; `plies` has their actions."""
    for data in games:
        if len(data["agents"]) not in (0, game.num_players):
            raise ConfigError(f"a game with {len(data['agents'])} agents for {game.num_players} seats")
    try:
        deals = [read_deal(data) for data in games]
        seeds = np.array([as_seed(deal.seed if isinstance(deal, DealSecret) else deal) for deal in deals])
    except ValueError as error:
        raise ConfigError(str(error)) from error
    by_secret = [row for row, deal in enumerate(deals) if isinstance(deal, DealSecret)]
    kind = _SecretBatch if by_secret else Batch
    batch = kind(game, len(games), autoreset=False, observe=observe, seeds=seeds, trails=trails)
    for row, data in enumerate(games):
        if data["start"]:
            state = dealt(game, data)
            batch.records[row], batch.rngs[row] = state.records[0], state.rngs[0]
    batch.refresh()
    if isinstance(batch, _SecretBatch):
        batch.follow({row: dealt(game, games[row]) for row in by_secret})
    return batch


class _SecretBatch(Batch):
    """A batch with games dealt from secrets, which are played as states and copied into their rows."""

    # The compiled loop of a batch only knows seeds. `final_observations` are not written in these rows.

    _states: Mapping[int, State]

    def follow(self, states: Mapping[int, State]) -> None:
        """Set the states by row, ascending."""
        self._states = states
        self._take_over(list(states))

    def step(self, actions: AnyActions) -> None:
        """See `Batch.step`."""
        chosen, going = as_integers("actions", actions, self.size), np.flatnonzero(self.legal_counts)
        if first_refused(self._view.masks, going, chosen[going]) >= 0:
            raise illegal_action(self.game, self._view, going, chosen[going])
        for array in (self.rewards, self.shaped_rewards, self.dones, self.truncated):
            array[:] = 0
        followed = np.isin(going, list(self._states))
        self.step_rows(going[~followed], chosen[going[~followed]])
        rows = going[followed].tolist()
        for row in rows:
            self._states[row].apply_action(int(chosen[row]))
        self._take_over(rows)

    def _take_over(self, rows: list[int]) -> None:
        """Copy states into their rows."""
        if not rows:
            return
        states = [self._states[row] for row in rows]
        plies = np.array([state.plies for state in states])
        rngs = np.concatenate([state.rngs for state in states])
        self.load(
            np.array(rows), concatenated([state.records for state in states]), rngs, trusted=True, plies=plies
        )
        self._lengths[rows] = plies
        over = np.array(rows)[self.current_players[rows] == TERMINAL]
        self.dones[over], self.rewards[over] = True, self.returns()[over]
        if self.game.spec.rules.truncates:
            self.truncated[over] = self.records["truncated"][over] != 0


def plies(
    batch: Batch, games: Sequence[Mapping[str, Any]]
) -> Iterator[tuple[npt.NDArray[np.int64], npt.NDArray[np.bool_]]]:
    """The actions of recorded games by ply, to step the batch of `dealt_again`, and which were recorded."""
    # Rows whose record has ended before the game get any legal action.
    lengths = np.array([len(data["actions"]) for data in games])
    played = np.zeros((len(games), lengths.max(initial=0)), dtype=np.int64)
    for row, data in enumerate(games):
        for action in data["actions"]:
            if type(action) is not int or not 0 <= action < batch.game.num_actions:
                raise ConfigError(f"{action!r} among the actions of a game, which is none of {batch.game.name}")
        played[row, : lengths[row]] = data["actions"]
    for ply in range(played.shape[1]):
        going = ply < lengths
        if bool((going & (batch.legal_counts == 0)).any()):
            raise ConfigError("a game that goes on after its end")
        yield np.where(going, played[:, ply], batch.legal_actions[:, 0]), going
