"""Decisions of Skull King with their trails, and the same decisions in other worlds."""

from __future__ import annotations

from collections.abc import Iterator
from functools import lru_cache
from pathlib import Path
from typing import Any

import torch

import croupier
from croupier.agents.agent import Turns
from croupier.agents.registry import make_agent
from croupier.agents.search.searcher import SearchAgent
from croupier.core.engine.game import Game, State
from croupier.core.engine.trail import Stretch
from croupier.core.spec.search import HIDDEN, History
from croupier.games.skull_king.search import SEARCH
from croupier.learn.network.network import PolicyNetwork
from croupier.learn.runs.export import policy_bytes
from croupier.learn.settings.config import NetworkSettings
from croupier.learn.settings.plan import network_shape
from croupier.testing import agent_check as checks

POLICY = Path("src/croupier/games/skull_king/policies/skull-king-2026-11.onnx")
NET = "net:2026-11"
TABLES: tuple[dict[str, Any], ...] = (
    {},
    {"players": 2},
    {"players": 3, "loot": True, "kraken": True, "whale": True},
    {"players": 6, "schedule": "tens"},
    {"players": 8, "rascal": True},
)
"""Options under which search is tested."""
FRESH = NetworkSettings(widths=(48, 33), card_head="pointer")


@lru_cache(maxsize=8)
def fresh_policy(settings: NetworkSettings = FRESH) -> bytes:
    """The file of a policy that was never trained, as `croupier train` would write it."""
    game = croupier.make("skull-king")
    made = PolicyNetwork(network_shape(game, settings), torch.Generator().manual_seed(3))
    with torch.no_grad():  # fresh heads are almost uniform; these are not
        for name, parameter in made.named_parameters():
            if name.startswith("heads.") and name.endswith("weight"):
                parameter.mul_(200.0)
    weights = {name: value.detach().numpy().copy() for name, value in made.named_parameters()}
    return policy_bytes(game, weights, {})


def history() -> History:
    """How Skull King's decisions are told."""
    assert SEARCH.history is not None
    return SEARCH.history


def decisions(game: Game, seed: int, agent: str = "bot", every: int = 1) -> Iterator[State]:
    """States of one game with more than one legal action, every so-many-th; random play makes all phases come."""
    player = make_agent(agent, game)
    wild = make_agent("random", game)
    state = game.new_initial_state(seed)
    count = 0
    while not state.is_terminal():
        if len(state.legal_actions()) > 1:
            if count % every == 0:
                yield state
            count += 1
        turns = Turns.of_state(state)
        state.apply_action(int((wild if count % 4 == 0 else player).act(turns)[0]))


def present(state: State) -> Stretch:
    """What led to a state since the last horizon."""
    trail = Turns.of_state(state).trail(0)
    assert trail is not None
    return trail.present


def searching(name: str, game: Game) -> SearchAgent:
    """The agent of this name, which searches."""
    agent = make_agent(name, game)
    assert isinstance(agent, SearchAgent)
    return agent


def told(stretch: Stretch, seat: int | None) -> list[int]:
    """Codes of a stretch, as a seat knows them; all of them for None."""
    how, record = history(), stretch.start.copy()
    codes = []
    for action, mover in zip(stretch.actions, stretch.movers, strict=True):
        known = seat is None or mover == seat or how.public(record[0])
        codes.append(int(how.code(record[0], int(action))) if known else HIDDEN)
        croupier.make("skull-king").spec.rules.play(record[0], int(action))
    return codes


def elsewhere(state: State, key: int) -> Turns | None:
    """The decision that is due in another possible world, trail and all; None where that has no past."""
    turns = Turns.of_state(state)
    world = state.resample_hidden(state.current_player(), key).records
    other = checks.elsewhere(state, turns.trail(0), world)
    return None if other is None else Turns(state.game, world, turns.keys.copy(), [other].__getitem__)
