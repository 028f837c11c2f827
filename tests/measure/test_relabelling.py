"""Relabelling: another name for the game and each card, in prompts and replies, and back again without a loss."""

import json
import re

import pytest

import croupier
from croupier.agents.agent import Turns
from croupier.agents.bots import RandomAgent
from croupier.games.skull_king.record.cards import NAMES, SHORT
from croupier.measure.costs.asked import UNKNOWN, Relabelling
from croupier.table.asking import ask_turn
from croupier.table.briefing import question
from croupier.table.replies import read_reply
from croupier.table.table import Table
from tests.amounts import daily

GAMES = {
    "pig": {},
    "spite-malice": {"goal_size": 5},
    "skull-king": {"players": 2, "loot": True, "kraken": True, "whale": True, "rascal": True},
}
BANNED = {
    "pig": r"\bpig\b|\bdice\b|\bdie\b|\broll|\bhold",
    "spite-malice": r"\bspite\b|\bmalice\b|\bjoker|\bgoal\b|\bshoe\b",
    "skull-king": (
        r"skull.?king|green|yellow|purple|black|rosie|bendt|roatan|jade|harry|tigress|mermaid|pirate|escape|loot|"
        r"kraken|whale|graybeard|rascal|\bsk\b"
    ),
}


def tables(name: str) -> list[Table]:
    """A table at every fourth decision of a game at random."""
    game = croupier.make(name, **GAMES[name])
    agent = RandomAgent()
    found: list[Table] = []
    table = Table(game.new_initial_state(3), [agent] * game.num_players)
    while (due := table.due()) is not None and table.number < 160:
        if table.number % 4 == 1:
            found.append(table.__copy__())
        table.submit(due.seat, ask_turn(agent, Turns.of_state(table.state), 3), due.number)
    return found


@pytest.mark.parametrize("name", daily(GAMES))
def test_a_disguised_question_has_no_name_of_the_original_and_leads_back_to_it(name: str) -> None:
    for number, table in enumerate(tables(name)):
        relabelling = Relabelling(table.game, number)
        plain = question(table, table.state.current_player(), "list")
        put = relabelling.question(plain)
        said = json.dumps([put.game, put.rules, put.situation, put.transcript, put.legal, put.view])
        found = re.search(BANNED[name], said.replace("_", " "), re.IGNORECASE)
        assert found is None, found
        for old, new in ((plain.situation, put.situation), (plain.rules, put.rules)):
            assert relabelling.original(new) == str(old)
        assert json.loads(relabelling.original(json.dumps(put.view))) == json.loads(json.dumps(plain.view))


@pytest.mark.parametrize("name", daily(GAMES))
def test_every_legal_reply_is_read_in_every_spelling(name: str) -> None:
    for number, table in enumerate(tables(name)):
        relabelling = Relabelling(table.game, number)
        state = table.state
        for action in state.legal_actions():
            text = relabelling.text(state.action_to_string(action))
            thought = f"<think>{text[:3]}</think>I choose **{text.title()}**."
            meant = read_reply(state, state.action_to_string(action))
            for said in (text, text.upper(), thought, f"`{text}`"):
                assert read_reply(state, relabelling.reply(said)) == meant


def test_every_card_has_one_other_name_long_and_short_and_back() -> None:
    game = croupier.make("skull-king")
    for seed in range(50):
        relabelling = Relabelling(game, seed)
        for names in (NAMES, SHORT):
            relabelled = [relabelling.text(name) for name in names]
            assert len(set(relabelled)) == len(names)
            assert not set(relabelled) & {*NAMES, *SHORT}
            assert [relabelling.original(name) for name in relabelled] == list(names)
            assert [relabelling.original(name.upper()) for name in relabelled] == [name.upper() for name in names]
    suits = {
        tuple(Relabelling(game, seed).text(suit) for suit in ("green", "yellow", "purple")) for seed in range(50)
    }
    assert len(suits) > 30


def test_a_name_of_the_original_is_no_answer_to_a_disguised_question() -> None:
    relabelling = Relabelling(croupier.make("skull-king"), 1)
    for name in (*NAMES, *SHORT):
        assert UNKNOWN in relabelling.reply(f"[play {name}]")
    assert relabelling.reply("<think>never ends") == "<think>never ends"
