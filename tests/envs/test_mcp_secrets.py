"""What a seat is told by MCP over a whole round is the same in every deal that agrees with what it knows.

A round is played. Then a deal is drawn that agrees with all that the model's seat has seen by some moment, and is
played from its beginning, with the others doing what they did. Up to that moment all answers must be the same.
"""

import asyncio
from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass, field
from typing import Any

import numpy as np
import pytest
from mcp import Client

import croupier
from croupier.agents.agent import Agent, AgentTraits, Turns
from croupier.agents.registry import make_agent
from croupier.core.base.types import Actions
from croupier.core.engine.game import State
from croupier.core.engine.record_position import RecordPosition
from croupier.envs.mcp import ModelSeat, make_server
from croupier.table.events import Move
from tests.amounts import daily

PLAIN = dict.fromkeys(("rosie", "bendt", "roatan", "jade", "harry"), False)
GAMES: dict[str, dict[str, Any]] = {
    "skull-king": {"players": 3, "schedule": "fives", **PLAIN},
    "oh-hell": {"players": 3, "rounds": "down", "largest": 6},
    "liars-dice": {"players": 3},
    "spite-malice": {"goal_size": 5},
}
MODEL = 0
STRANGE = ("[play nothing]", "[bid 99]", "[p h9 9]", "resign")


@dataclass
class Again:
    """Does what was done before in a seat, in order."""

    actions: list[str]
    name: str = "bot"
    traits: AgentTraits = field(default_factory=AgentTraits)

    def act(self, turns: Turns) -> Actions:
        position = RecordPosition(turns.game, turns.records)
        texts = {position.action_to_string(action): action for action in position.legal_actions()}
        return np.array([texts[self.actions.pop(0)]])


def answers(
    state: State, others: Sequence[Agent | None], chosen: Sequence[str] | None, seed: int
) -> tuple[list[str], ModelSeat]:
    """All that tools answer to a model that plays some actions, or any; and its seat."""
    seat = ModelSeat(state, list(others))
    told: list[str] = []

    async def ask(client: Client, name: str, **arguments: Any) -> str:
        told.append((await client.call_tool(name, arguments)).model_dump_json())
        return told[-1]

    async def play() -> None:
        async with Client(make_server(seat)) as client:
            await ask(client, "look")
            await ask(client, "rules")
            for number in range(12 if chosen is None else len(chosen)):
                if not seat.legal():
                    return
                await ask(client, "legal")
                await ask(client, "play", action=STRANGE[number % len(STRANGE)])
                legal = seat.legal()
                action = legal[(seed + 7 * number) % len(legal)] if chosen is None else chosen[number]
                await ask(client, "play", action=action)

    asyncio.run(play())
    return told, seat


def text(move: Move) -> str:
    """What was played, in words: its number may be a place in a hand."""
    return move.before.action_to_string(move.action)


def begun(first: State, later: State, seed: int) -> State:
    """A deal like the first one, of which the model's seat could not know better at the later position."""
    world = later.resample_hidden(MODEL, seed)
    own, now, other = (
        dict(word.split("=") for word in each.position().split()[1:]) for each in (first, later, world)
    )
    found = dict(own)
    for name in ("hands", "cups", "pile"):
        if name in own:
            found[name] = "/".join(map(_with_gone, *(each[name].split("/") for each in (own, now, other))))
    if "shoe" in own:  # the top of the shoe stands first, that of goals last
        found["hands"] = own["hands"]
        found["shoe"] = own["shoe"][: len(own["shoe"]) - len(now["shoe"])] + other["shoe"]
        goals = zip(own["goals"].split("/"), other["goals"].split("/"), strict=True)
        found["goals"] = "/".join(their + gone[len(their) :] for gone, their in goals)
    words = [first.position().split()[0], *(f"{name}={value}" for name, value in found.items())]
    return first.game.position(" ".join(words))


def _with_gone(own: str, now: str, other: str) -> str:
    """The cards of another deal, and those that a hand has played, which everybody has seen."""
    if "," not in own:
        return other
    gone = Counter(_cards(own)) - Counter(_cards(now))
    return ",".join([*_cards(other), *gone.elements()])


def _cards(hand: str) -> list[str]:
    return [] if hand == "-" else hand.split(",")


def round_of(state: State) -> str:
    """What tells one round from the next."""
    words = state.position().split()
    return next((word for word in words if word.startswith("round=")), "") + str(state.is_terminal())


@pytest.mark.parametrize("name", daily(GAMES))
def test_every_answer_of_a_round_is_the_same_in_all_deals_that_agree_with_what_is_known(name: str) -> None:
    game = croupier.make(name, **GAMES[name])
    bot, decisions, changed = make_agent("bot", game), 0, 0
    for seed in range(12 if name == "liars-dice" else 3):
        first = game.position(game.new_initial_state(seed).position())
        told, seat = answers(first.clone(), [None, *[bot] * (game.num_players - 1)], None, seed)
        moves = seat.table.moves
        own = [number for number, move in enumerate(moves) if move.before.current_player() == MODEL]
        for count, number in enumerate(own[1:], start=1):
            later = moves[number].before
            if round_of(later) != round_of(first):
                break
            world = begun(first, later, seed + 99)
            others = [
                Again([text(move) for move in moves[:number] if move.before.current_player() == other])
                for other in range(game.num_players)
            ]
            chosen = [text(moves[each]) for each in own[:count]]
            again, _ = answers(world.clone(), [None, *others[1:]], chosen, seed)
            assert again == told[: 2 + 3 * count]
            decisions += count
            changed += world.position() != first.position()
    assert decisions > 20
    assert changed > 6
