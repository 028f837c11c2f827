"""What language models are told: short, the same for all seats, nothing hidden, no list where none is wanted."""

import json
import re
from collections.abc import Iterator
from typing import Any

import numpy as np
import pytest

import croupier
from croupier.agents.llm.agent import ANSWERS, LanguageModel, chat, prompt_hash
from croupier.agents.llm.settings import ModelSettings
from croupier.agents.registry import make_agent
from croupier.agents.speech import PROMPT_MODES, PromptMode, Refused
from croupier.core.base.errors import NotLegalNowError
from croupier.core.engine.game import Game, State
from croupier.core.spec.prompts import ReplyError
from croupier.measure.play.estimate import estimate, prompt_size
from croupier.table.asking import ask_turn
from croupier.table.briefing import ROUNDS_TOLD, history, question, rules
from croupier.table.replies import read_reply
from croupier.table.table import Table
from tests.amounts import daily

TABLES: list[tuple[str, dict[str, Any]]] = [
    ("pig", {}),
    ("PigDice-v0-short", {}),
    ("spite-malice", {"goal_size": 3}),
    ("skull-king", {"players": 2, "schedule": "fives"}),
    ("skull-king", {"players": 4, "loot": True, "kraken": True, "whale": True, "schedule": "skip"}),
    ("skull-king", {"players": 8, "rascal": True, "schedule": "one"}),
]
MIXED = [TABLES[at] for at in (5, 2, 0, 1, 3, 4)]
"""A table of each game first."""
IDS = [f"{name}-{options.get('players', '')}" for name, options in TABLES]


def decisions(game: Game, seed: int, most: int = 10_000, agent: str = "bot") -> Iterator[tuple[Table, int]]:
    """A table before each decision, and whose it is, while agents play a game for a while."""
    chooser, table = make_agent(agent, game), Table(game.new_initial_state(seed))
    while len(table.moves) < most and (due := table.due()) is not None:
        yield table, due.seat
        table.submit(due.seat, ask_turn(chooser, due.turns, seed), due.number)


def played(game: Game, seed: int, most: int) -> Table:
    """A game that bots have played for a while."""
    *_, (table, _) = decisions(game, seed, most)
    return table


@pytest.mark.parametrize(("name", "options"), TABLES, ids=IDS)
def test_the_rules_have_less_than_700_words_and_are_the_same_for_every_seat_at_every_decision(
    name: str, options: dict[str, Any]
) -> None:
    game = croupier.make(name, **options)
    first = Table(game.new_initial_state(1))
    said = {rules(first, seat) for seat in range(game.num_players)}
    said |= {rules(played(game, 2, 20), 0)}
    assert len(said) == 1
    text = said.pop()
    assert len(f"{text} {ANSWERS['text']}".split()) < 700
    assert "listed" not in text.replace("as listed", "").replace("are listed as h1", "")  # true in every mode
    assert "You are Player" not in text


@pytest.mark.parametrize(("name", "options"), daily(MIXED, 3))
def test_a_question_does_not_grow_with_the_game(name: str, options: dict[str, Any]) -> None:
    game = croupier.make(name, **options)
    for table, seat in decisions(game, 4):
        asked = question(table, seat, "list")
        assert sum(len(message["content"]) for message in chat(asked)) < 10_000
        rounds, lines = history(table, seat)
        assert asked.situation.count("\n") < ROUNDS_TOLD + 60 + 60
        assert all("\n" not in line for line in rounds)
        assert not any(line.startswith("Invalid reply") for line in lines)


@pytest.mark.parametrize(("name", "options"), daily(MIXED))
def test_the_list_of_legal_actions_is_there_or_not(name: str, options: dict[str, Any]) -> None:
    game, plain = croupier.make(name, **options), 0
    for table, seat in decisions(game, 4, 120, "random"):
        legal = [table.state.action_to_string(action) for action in table.state.legal_actions()]
        listed, bare = question(table, seat, "list"), question(table, seat, "nolist")
        assert all(text in listed.situation for text in legal)
        now = bare.situation[bare.situation.index("\nNow:") :]
        if table.state.phase in ("BIDDING", "PLAYING") or "spite" in name:
            assert not any(text in now for text in legal if text != "[x]")
            plain += 1
        assert bare.rules == listed.rules
    assert plain > 0 or game.name == "pig"


def illegal_in(text: str, state: State) -> list[str]:
    """Actions that a text shows in brackets, and that are not legal now."""
    found = []
    for words in re.findall(r"\[[^\[\]]*\]", text):
        try:
            action = state.game.spec.words.text.string_to_action(state, words)
        except NotLegalNowError:
            found.append(words)
        except ValueError:
            continue
        else:
            found += [] if state.legal_actions_mask()[action] else [words]
    return found


NO_ACTIONS = (
    "[jump]", "[bid 99]", "[bid x]", "[play 99]", "[discard x]", "[leader 9]", "[p h9 9]", "[x9 9]", "[hold",
)  # fmt: skip


def refusal(state: State, reply: str) -> str:
    """Why a reply is refused, without its own words; empty where it is not."""
    try:
        read_reply(state, reply)
    except ReplyError as error:
        return str(error).replace(reply, "").replace(reply.strip("[]"), "")
    return ""


@pytest.mark.parametrize(("name", "options"), daily(MIXED))
def test_whatever_a_question_or_refusal_shows_in_brackets_can_be_played(
    name: str, options: dict[str, Any]
) -> None:
    game = croupier.make(name, **options)
    phases = set()
    for table, seat in (each for seed in range(3) for each in decisions(game, seed, 150, "random")):
        state = table.state
        phases.add(state.phase)
        for mode in ("list", "nolist"):
            said = question(table, seat, mode).situation
            assert illegal_in(said[said.index("\nNow:") :], state) == []
        for reply in NO_ACTIONS:
            assert illegal_in(refusal(state, reply), state) == []
    assert len(phases) > 1 or not name.startswith("skull-king")


def test_earlier_rounds_are_a_line_each_with_bids_tricks_and_points() -> None:
    game = croupier.make("skull-king", players=3, schedule="fives")
    table = played(game, 3, 75)
    rounds, lines = history(table, 0)
    assert [line.split(":")[0] for line in rounds] == [f"Round {k + 1} is over" for k in range(len(rounds))]
    assert len(rounds) == table.view(0)["table"]["round"] - 1 > 1
    assert rounds[0].count("bid ") == 3
    assert lines[0].startswith(f"Round {len(rounds) + 1}: 5 cards each")
    spite = played(croupier.make("spite-malice"), 3, 60)
    turns, _ = history(spite, 0)
    assert all(line.startswith("Player ") and ("discards" in line or "passes" in line) for line in turns)


@pytest.mark.parametrize(("name", "options"), [("spite-malice", {}), TABLES[3]], ids=["spite", "skull"])
def test_what_a_seat_cannot_know_does_not_change_its_question(name: str, options: dict[str, Any]) -> None:
    game = croupier.make(name, **options)
    changed = 0
    for table, seat in decisions(game, 6, 30):
        asked = question(table, seat, "list")
        redealt: State = table.state.resample_hidden(seat, 9)
        other = Table(redealt)
        other.events = table.events
        again = question(other, seat, "list")
        assert (again.situation, again.rules, again.legal) == (asked.situation, asked.rules, asked.legal)
        changed += not np.array_equal(redealt.records, table.state.records)
    assert changed > 5


def test_in_the_source_mode_a_model_gets_the_source_s_transcript_as_it_is() -> None:
    table = played(croupier.make("PigDice-v0"), 1, 5)
    due = table.due()
    assert due is not None
    asked = question(table, due.seat, "source", [Refused("x", "y")])
    assert chat(asked) == [{"role": "user", "content": table.transcript(due.seat)}]
    assert asked.situation.startswith("[GAME] Pig Dice Game - Player 0's turn\n\nPlayer 0 score: 0")


def test_a_refused_answer_is_shown_with_the_reason() -> None:
    table = Table(croupier.make("pig").new_initial_state(1))
    asked = question(table, 0, "list", [Refused("", "it is empty"), Refused("[jump]", "no action.")])
    roles = [(message["role"], message["content"]) for message in chat(asked)][2:]
    assert [role for role, _ in roles] == ["assistant", "user"] * 2
    assert roles[0][1] == "(empty)"
    assert roles[3][1].startswith("That was not accepted: no action. Answer once more")


def test_prompts_have_a_hash_each() -> None:
    modes: tuple[PromptMode, ...] = PROMPT_MODES
    assert len({prompt_hash("rules", mode) for mode in modes} | {prompt_hash("rule", "list")}) == 5


def test_an_estimate_is_close_to_what_is_sent() -> None:
    game = croupier.make("skull-king", players=3, schedule="one")
    size = prompt_size(game, "list", samples=4)
    assert 1 < size.decisions < 4
    assert 300 < size.static < 700
    assert size.longest >= size.static + size.dynamic
    model = LanguageModel(
        "llm:m", ModelSettings("m", price_input=1.0, price_output=10.0, reply_tokens=100), "list"
    )
    found = estimate(game, [model], {"llm:m": 1000})
    assert found.tokens_out == pytest.approx(found.requests * 100)
    assert found.cost == pytest.approx((found.tokens_in + 10 * found.tokens_out) / 1e6, rel=1e-3)
    assert f"written: about ${found.cost:,.2f}" in found.sentence()
    unpriced = LanguageModel("llm:u", ModelSettings("u", reply_tokens=100), "list")
    unknown = estimate(game, [unpriced], {"llm:u": 1000}).sentence()
    assert unknown.endswith("at a cost that cannot be told for llm:u, whose prices are not known")
    assert "$" not in unknown
    both = estimate(game, [model, unpriced], {"llm:m": 1000, "llm:u": 1000}).sentence()
    assert both.endswith(f"about ${found.cost:,.2f}, and more for llm:u, whose prices are not known")
    assert json.dumps(model.about())


def test_replies_that_arrived_take_nothing_more_of_the_model_that_gave_them() -> None:
    game = croupier.make("skull-king", players=3, schedule="one")
    cheap, dear = (
        LanguageModel(name, ModelSettings("m", price_input=price, price_output=price, reply_tokens=100), "list")
        for name, price in (("llm:cheap", 1.0), ("llm:dear", 100.0))
    )
    games = {"llm:cheap": 500, "llm:dear": 500}
    each = {model.name: estimate(game, [model], games) for model in (cheap, dear)}
    left = estimate(game, [cheap, dear], games, {"llm:cheap": 10_000})
    assert left.cost == pytest.approx(each["llm:dear"].cost)
    assert left.requests == pytest.approx(each["llm:dear"].requests)
    half = estimate(game, [cheap, dear], games, {"llm:dear": round(each["llm:dear"].requests / 2)})
    assert half.cost == pytest.approx(each["llm:cheap"].cost + each["llm:dear"].cost / 2, rel=1e-3)
    assert half.tokens_in == pytest.approx(each["llm:cheap"].tokens_in * 1.5, rel=1e-3)
