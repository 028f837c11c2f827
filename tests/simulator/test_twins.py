"""Evenings that differ in what is hidden are the same to who may not know it, and what leaks is found."""

from __future__ import annotations

from typing import Any

import pytest

from croupier.server.room import messages
from croupier.server.room.messages import sealed_data
from croupier.server.room.room import Room
from croupier.server.routes import tables
from tests.simulator.command import command_of
from tests.simulator.evening import EveningPlan, simulate
from tests.simulator.twins import TwinOutcome, compare_twin

BUDGET = 12
"""Seeds within which what leaks has to be found."""
PLAN = EveningPlan(game="skull-king", options={"players": 4}, moves=20, trouble=10.0)


def twins(seed: int, plan: EveningPlan = PLAN) -> TwinOutcome:
    return compare_twin(seed, plan, simulate(seed, plan))


def found(first: int) -> bool:
    """Whether a leak is found within the budget, from some seed on."""
    return any(twins(seed).faults for seed in range(first, first + BUDGET))


def test_no_byte_tells_what_its_reader_may_not_know() -> None:
    """By a socket or as an answer, nor the moment at which it comes: sealed answers and cards of others."""
    plans = dict.fromkeys(range(300, 302), PLAN) | {304: EveningPlan(moves=40)}
    found = {seed: twins(seed, plan) for seed, plan in plans.items()}
    assert {seed: each.faults for seed, each in found.items() if each.faults} == {}
    assert sum(each.compared for each in found.values()) > 100_000


@pytest.mark.thorough
def test_a_sealed_answer_that_leaks_by_an_order_is_found(monkeypatch: pytest.MonkeyPatch) -> None:
    """Who has answered is told as ever, but whoever has sealed less comes first."""

    def leaky(room: Room, seat: int | None) -> dict[str, Any] | None:
        told = sealed_data(room, seat)
        if told is not None and room.table is not None:
            told["done"] = sorted(told["done"], key=room.table.sealed.__getitem__)
        return told

    monkeypatch.setattr(messages, "sealed_data", leaky)
    assert found(first=13)


@pytest.mark.thorough
def test_hands_that_leak_beside_the_view_are_found(monkeypatch: pytest.MonkeyPatch) -> None:
    original = messages.table_data

    def leaky(room: Room) -> dict[str, Any]:
        seats = () if room.table is None else range(room.table.game.num_players)
        return {**original(room), "hands": [room.table and room.table.state.view(seat) for seat in seats]}

    monkeypatch.setattr(messages, "table_data", leaky)
    assert found(first=10)


@pytest.mark.thorough
def test_sealed_answers_that_leak_in_an_answer_to_a_request_are_found(monkeypatch: pytest.MonkeyPatch) -> None:
    def leaky(room: Room) -> dict[str, Any]:
        return {
            **messages.table_data(room),
            "sealed": [] if room.table is None else list(room.table.sealed.values()),
        }

    monkeypatch.setattr("croupier.server.routes.tables.table_data", leaky)
    assert found(first=13)


def test_sealed_answers_that_leak_in_the_list_of_ones_tables_are_found(monkeypatch: pytest.MonkeyPatch) -> None:
    """Where a process has the game in memory."""
    original = tables._outlined

    def leaky(room: Room) -> dict[str, Any]:
        return {**original(room), "sealed": [] if room.table is None else list(room.table.sealed.values())}

    monkeypatch.setattr(tables, "_outlined", leaky)
    assert found(first=14)


def test_the_command_that_is_named_compares_twins() -> None:
    assert command_of(7, EveningPlan(), twins=True).endswith(" --twins")
