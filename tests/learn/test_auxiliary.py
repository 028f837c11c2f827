"""Targets of the auxiliary tasks against what is read from whole games, one state at a time."""

import numpy as np
import pytest
import torch

from croupier.core.engine.game import State
from croupier.games.skull_king import resolve_trick
from croupier.games.skull_king.record.cards import COPIES, name_of
from croupier.learn.rollouts.auxiliary import Targets, losses
from tests.learn.small import EVERYTHING, skull_king, tasks_of

PIRATES = ["rosie", "bendt", "roatan", "jade", "harry", "tigress:pirate"]


def play(state: State, rng: np.random.Generator, targets: Targets, slot: int) -> None:
    """One random decision, its targets noted."""
    player = np.array([state.current_player()], dtype=np.int8)
    targets.before(slot, state.records, player)
    state.apply_action(int(rng.choice(state.legal_actions())))
    targets.after(slot, state.records)


def tricks_of(state: State) -> tuple[int, int]:
    return int(state.records["round"][0]), int(state.records["tricks"][0])


@pytest.mark.parametrize("seed", range(6))
def test_targets_are_what_turns_out_in_the_game(seed: int) -> None:
    game = skull_king(players=4, harry=False, kraken=True)
    tasks = tuple(tasks_of(game, EVERYTHING.ppo.auxiliary))
    targets = Targets(tasks, (400, 1), 4)
    state, rng = game.new_initial_state(seed), np.random.default_rng(seed)
    seats: list[int] = []
    pirates: list[int] = []  # as the trick's cards tell
    misses: list[int] = []
    since_trick = since_round = 0
    won, table = [0] * 4, []
    while not state.is_terminal():
        slot, before = len(seats), tricks_of(state)
        record = state.records[0].copy()
        seats.append(state.current_player())
        play(state, rng, targets, slot)
        others = [record["hands"][seat] for seat in range(4) if seat != seats[-1]]
        held = np.bincount(np.concatenate(others)[np.concatenate(others) >= 0], minlength=68)
        assert targets.kept["cards"][slot, 0] * COPIES == pytest.approx(held)
        ended = tricks_of(state) != before and record["tricks"] < record["cards"]
        if ended:
            last = [int(card) for card in state.records["last_trick"][0][:4]]
            order = [(int(record["leader"]) + place) % 4 for place in range(4)]
            table = [(seat, name_of(card)) for seat, card in zip(order, last, strict=True)]
            winner = resolve_trick(table).winner
            card = dict(table).get(-1 if winner is None else winner, "")
            label = PIRATES.index(card) + 1 if card in PIRATES else 0
            pirates += [label] * (slot + 1 - since_trick)
            since_trick = slot + 1
            if winner is not None:
                won[winner] += 1
        if state.records["round"][0] != record["round"]:
            off = [3 + max(-3, min(3, int(record["bids"][seat]) - won[seat])) for seat in range(4)]
            missed = [int(miss) for miss in state.records["missed"][0][:4]]
            assert [abs(each - 3) for each in off] == [min(miss, 3) for miss in missed]
            misses += [off[seat] for seat in seats[since_round:]]
            since_round, won = slot + 1, [0] * 4
    count = len(seats)
    players = np.full((400, 1), -1, dtype=np.int8)
    players[:count, 0] = seats
    found = targets.fill(players)
    # what an ability decides after the last trick of a round belongs to the next trick
    assert found["pirate"][: len(pirates), 0].tolist() == pirates
    assert found["bid"][:count, 0].tolist() == misses
    assert (found["bid"][count:] == -1).all()
    assert set(pirates) - {0}, "some pirate has won a trick"


def test_open_targets_cost_nothing_and_known_ones_their_cross_entropy() -> None:
    tasks = tasks_of(skull_king(), {"bid": 0.1, "cards": 0.1})
    found = {"bid": torch.zeros(2, 7), "cards": torch.zeros(2, 68)}
    targets = {"bid": torch.tensor([-1, 4], dtype=torch.int8), "cards": torch.ones(2, 68)}
    each = losses(tasks, found, targets)
    assert each["bid"].tolist() == pytest.approx([0.0, np.log(7)])
    assert each["cards"].tolist() == pytest.approx([np.log(2)] * 2)


def test_a_decision_carried_over_keeps_its_label_or_gets_the_next() -> None:
    tasks = [task for task in tasks_of(skull_king(), EVERYTHING.ppo.auxiliary) if task.name == "bid"]
    targets = Targets(tasks, (4, 1), 2)
    targets.kept["bid"][:, 0] = [5, -1, -1, -1]
    targets._events["bid"][2, 0] = [1, 2]
    players = np.array([[0], [1], [0], [0]], dtype=np.int8)
    assert targets.fill(players)["bid"][:, 0].tolist() == [5, 2, 1, -1]
