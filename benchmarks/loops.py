"""The loops that several benchmarks share: random legal play through `Batch.step`."""

from __future__ import annotations

import random
import time

import numpy as np

import croupier
from benchmarks.sidebyside import Loop


def batch_loop(name: str, *, observe: bool, size: int = 4096, **options: object) -> Loop:
    """Random legal play of a game through `Batch.step` on one thread, in decisions a second."""
    batch = croupier.make(name, **options).batch(size, seed=1, observe=observe)
    picks = np.arange(size, dtype=np.uint64)
    actions = np.zeros(size, dtype=np.int64)

    def run(seconds: float) -> float:
        steps, start = 0, time.perf_counter()
        while time.perf_counter() - start < seconds:
            for _ in range(20):
                batch.random_actions(picks, actions)
                batch.step(actions)
            steps += 20
        return steps * size / (time.perf_counter() - start)

    return run


def openspiel_loop(game: str, *, observe: bool = True, seed: int = 1) -> Loop:
    """Random legal play of a game of OpenSpiel's, driven from Python as its users do, in decisions a second.

    Args:
        game: as `pyspiel.load_game` reads it.
        observe: ask for the observation before each decision; the information state where there is no observation.
        seed: of the play.
    """
    import pyspiel

    loaded = pyspiel.load_game(game)
    has_observation = loaded.get_type().provides_observation_tensor
    draw = random.Random(seed)

    def run(seconds: float) -> float:
        done, start = 0, time.perf_counter()
        while time.perf_counter() - start < seconds:
            state = loaded.new_initial_state()
            while not state.is_terminal():
                if state.is_chance_node():
                    outcomes, weights = zip(*state.chance_outcomes(), strict=True)
                    state.apply_action(draw.choices(outcomes, weights)[0])
                    continue
                player = state.current_player()
                state.legal_actions_mask(player)
                if observe:
                    (state.observation_tensor if has_observation else state.information_state_tensor)(player)
                state.apply_action(draw.choice(state.legal_actions()))
                done += 1
        return done / (time.perf_counter() - start)

    return run
