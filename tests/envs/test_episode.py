"""Episodes: models answer in words, agents take the other seats, rewards come from the game's end."""

from typing import Any

import numpy as np
import pytest

from croupier.agents.registry import make_agent
from croupier.core.base.errors import ConfigError
from croupier.envs.episode import Episode, model_tables
from croupier.envs.training import FORFEIT
from croupier.table import ReplyPolicy
from croupier.table.asking import ask_one

SHORT = {"winning_score": 20, "max_turns": 30}
GAMES: dict[str, dict[str, Any]] = {
    "pig": SHORT,
    "skull-king": {"players": 3, "schedule": "even"},
    "spite-malice": {"max_turns": 20},
}


def begun(name: str = "pig", seed: int = 3, first: int = 0, models: int = 1, **more: Any) -> Episode:
    game, seats = model_tables(name, opponents=more.pop("opponents", "random"), models=models, **GAMES[name])
    return Episode(game, seed, seats(first), **more)


def played(episode: Episode, pick: int = 0) -> Episode:
    while not episode.over:
        legal = episode.legal()
        episode.reply(legal[pick % len(legal)])
    return episode


@pytest.mark.parametrize("name", GAMES)
def test_agents_play_in_an_episode_as_everywhere(name: str) -> None:
    episode = played(begun(name, first=1))
    state, random = episode.game.new_initial_state(3), make_agent("random", episode.game)
    while not state.is_terminal():
        mine = state.current_player() == 1
        state.apply_action(state.legal_actions()[0] if mine else ask_one(random, state))
    assert episode.state.history == state.history
    assert episode.table.names[1] == "model"
    assert sum(episode.rewards()) == pytest.approx(1.0)
    least = episode.game.facts.min_utility
    assert episode.rewards("utility") == [value - least for value in state.returns()]


def test_a_question_holds_what_is_new_and_a_seats_own_words_are_not() -> None:
    episode = begun(seed=306, models=2, policy=ReplyPolicy(2))
    assert episode.question().startswith("[GAME] Pig Dice Game - Player 0's turn")
    assert episode.question() == episode.question()
    episode.reply("I say [ROLL]")
    assert episode.question() == "[GAME] Player 0 rolls a 4.\n[GAME] Turn total is now 4."
    event = episode.reply("Let me think.")
    assert event.kind == "invalid"
    assert episode.question().startswith("[GAME] Invalid reply: it has no action in square brackets.")
    assert "Let me think" not in episode.question()
    episode.reply("[hold]")
    assert episode.seat == 1
    told = episode.question()
    assert told.startswith("[GAME] Pig Dice Game")
    assert "[Player 0] [roll]\n[GAME] Player 0 rolls a 4." in told
    assert "I say" not in told  # a model's words may tell its hand: the others hear the action alone


def test_thoughts_are_no_answer_and_without_an_end_a_reply_that_was_cut_off() -> None:
    episode = begun(policy=ReplyPolicy(3))
    assert episode.reply("<think>I could [hold], but no.</think>\n[roll]").text == "[roll]"
    before = len(episode.state.history)
    event = episode.reply("<think>I could [hold]")
    assert (event.kind, len(episode.state.history)) == ("invalid", before)
    assert "it ends within its thoughts" in event.refusal
    found = episode.metrics(0)
    assert (found["truncated_rate"], found["invalid_rate"], found["unparsable_rate"]) == (0.5, 0.5, 0.0)


@pytest.mark.parametrize(
    ("name", "illegal"), [("pig", []), ("skull-king", ["[play green 1]"]), ("spite-malice", ["[p d4 3]"])]
)
def test_invalid_replies_are_counted_by_what_is_wrong_with_them(name: str, illegal: list[str]) -> None:
    episode = begun(name, policy=ReplyPolicy(10))
    seat, said = episode.seat or 0, ["I pass.", "[fly 7]", *illegal]
    assert [episode.reply(f"I say {words}").kind for words in said] == ["invalid"] * len(said)
    assert episode.reply(episode.legal()[0]).kind == "action"
    found, count = episode.metrics(seat), len(said) + 1
    assert found["unparsable_rate"] == pytest.approx(2 / count)
    assert found["illegal_rate"] == pytest.approx(len(illegal) / count)
    assert found["invalid_rate"] == pytest.approx(len(said) / count)
    assert (found["replies"], found["forfeit"], found["finished"]) == (count, 0.0, 0.0)


@pytest.mark.parametrize("name", ["pig", "skull-king"])
def test_a_forfeit_earns_less_than_a_loss(name: str) -> None:
    episode = begun(name)
    assert episode.reply("I give up.").kind == "invalid"
    assert episode.rewards() == [-FORFEIT] * len(episode.counts)
    assert episode.reply("I give up.").kind == "forfeit"
    assert (episode.over, episode.seat, episode.legal()) == (True, None, [])
    assert episode.rewards()[0] == episode.rewards("utility")[0] == -FORFEIT
    assert np.isnan(episode.rewards("utility")[1:]).all()
    found = episode.metrics(0)
    assert (found["forfeit"], found["finished"], found["invalid_rate"]) == (1.0, 0.0, 1.0)
    assert episode.metrics(1)["forfeit"] == 0.0
    assert "loses by an invalid reply" in episode.news(0)
    for late in (episode.question, lambda: episode.reply("[roll]")):
        with pytest.raises(RuntimeError, match="the game is over"):
            late()


def test_models_and_opponents_follow_each_other_around_the_table() -> None:
    _, seats = model_tables("skull-king", opponents=["bot", "random"], models=2, players=4)
    names = [[None if agent is None else agent.name for agent in seats(first)] for first in (0, 3)]
    assert names == [[None, None, "bot", "random"], [None, "bot", "random", None]]
    assert begun("skull-king", models=3).models == [0, 1, 2]


@pytest.mark.parametrize(
    ("settings", "why"),
    [
        ({"opponents": "bott"}, "unknown agent for pig 'bott'"),
        (
            {"opponents": ["bot", "bot"]},
            "opponents must be one agent, or one for each of the 1 other seats, not 2",
        ),
        ({"opponents": "human"}, "human does not compute its answers"),
        ({"models": 3}, r"models must be 1\.\.2 of the seats of pig, not 3"),
        ({"winning": 3}, "unknown option"),
    ],
)
def test_tables_that_cannot_be_are_refused(settings: dict[str, Any], why: str) -> None:
    with pytest.raises(ConfigError, match=why):
        model_tables("pig", **settings)
