"""The text environment: what Pig says, word for word, and how a game is played in words."""

import re
from collections.abc import Callable
from operator import methodcaller
from pathlib import Path
from typing import Any

import numpy as np
import pytest

import croupier
from croupier.core.base.errors import ConfigError
from croupier.core.engine.game import Game
from croupier.envs import text
from croupier.envs.text import TextEnv
from croupier.games.pig.spec import SPEC as PIG
from tests.changed import changed
from tests.envs.transcripts import FOLDER, sections, written
from tests.splitmix import SplitMix64
from tests.toy import SPEC as TOY

PAGE = Path(__file__).parents[2] / "docs" / "rules" / "pig.md"

BLOCKS = re.findall(r"```text\n(\[.*?)\n```", PAGE.read_text(), re.DOTALL)
"""What the rules page quotes of the documentation of TextArena's Pig Dice, the source of the rules."""
FOUR_SIX_ONE = 306  # a seed whose first three faces are these


def begun(name: str = "PigDice-v0", seed: int = FOUR_SIX_ONE, **options: Any) -> TextEnv:
    env = text.make(name, **options)
    env.reset(env.game.num_players, seed)
    return env


# ------------------------------------------------------------------------------------------------- the words


@pytest.mark.parametrize("file", sorted(FOLDER.glob("*.txt")), ids=lambda file: file.stem)
def test_a_game_in_words_is_as_it_was_written_down(file: Path) -> None:
    content = file.read_text()
    title, replies = sections(content)[0]
    assert written(title, replies.splitlines()) == content


def test_the_rules_page_quotes_the_prompts_as_they_are() -> None:
    opening, steps = BLOCKS
    env = begun()
    assert env.get_observation() == (0, opening)
    for reply in re.findall(r"^\[Player \d\] (.*)$", steps, re.MULTILINE):
        env.step(reply)
    assert env.transcript(0).startswith(f"{opening}\n{steps}\n")


@pytest.mark.parametrize(
    "reply", ["a\nb [roll]\n\nc", "[roll] \u00fc \u2663 \U0001f3b2", " [roll] ", "[GAME] [roll]"]
)
def test_a_reply_is_echoed_as_it_was_written(reply: str) -> None:
    env = begun()
    env.step(reply)
    for seat in (0, 1):
        assert f"\n[Player 0] {reply}\n[GAME] Player 0 rolls a 4.\n" in env.transcript(seat)


@pytest.mark.parametrize("reply", ["", "roll", "roll]", "[ roll ]", "[rol l]", "{roll}", "[rolls]", "[pass]"])
def test_a_reply_without_an_action_is_told_to_its_player_only(reply: str) -> None:
    env = begun()
    before, other = env.state.serialize(), env.transcript(1)
    why = "it names no action; answer with '[roll]' or '[hold]'"
    assert env.step(reply) == (False, {"player": 0, "action": None, "invalid_move": True, "reason": why})
    assert env.state.serialize() == before
    assert env.transcript(1) == f"{other}\n[Player 0] {reply}"
    assert env.transcript(0).endswith("'[hold]'. One more in a row loses the game.")


@pytest.mark.parametrize(
    ("name", "options"),
    [
        ("PigDice-v0-short", {}),
        ("PigDice-v0", {"max_turns": 1}),
        ("MiniSpiteAndMalice-v0", {"goal_size": 1}),
        ("MiniSpiteAndMalice-v0", {"max_turns": 3}),
        ("SkullKing-v0", {"schedule": "one", "players": 3}),
    ],
)
def test_the_last_word_of_every_game_tells_everyone_once_who_has_won(name: str, options: dict[str, Any]) -> None:
    env = begun(name, 3, **options)
    draw = SplitMix64(8)
    while not env.done:
        legal = env.state.legal_actions()
        env.step(env.state.action_to_string(legal[draw.below(len(legal))]))
    reason = env.close()[1][0]["reason"]
    assert re.search(r"\bwins\b|share the win|draw", reason)
    for seat in range(env.game.num_players):
        assert env.transcript(seat).endswith(f"\n[GAME] {reason}")
    events = [message.text for message in env.messages if message.kind == "event"]
    telling = [words for words in events if re.search(r"\bwin(?!s the trick)", words)]
    assert telling == ([] if "draw" in reason else [reason])


def test_a_draw_pays_both_players_nought_without_a_sign() -> None:
    env = begun("MiniSpiteAndMalice-v0", 3, max_turns=1)
    while not env.done:
        env.step(env.state.action_to_string(env.state.legal_actions()[-1]))
    rewards, info = env.close()
    assert rewards is not None
    assert "draw" in info[0]["reason"] or "limit" in info[0]["reason"]
    assert {seat: str(float(reward)) for seat, reward in rewards.items()} == {0: "0.0", 1: "0.0"}


def test_the_step_tells_what_was_played_and_why_it_ended() -> None:
    env = begun(winning_score=4)
    assert env.step("[roll]") == (
        False, {"player": 0, "action": "[roll]", "invalid_move": False, "reason": None},
    )  # fmt: skip
    reason = "Player 0 reaches the target of 4 and wins, 4 points to 0."
    assert env.step("[hold]") == (
        True, {"player": 0, "action": "[hold]", "invalid_move": False, "reason": reason},
    )  # fmt: skip
    assert env.close()[1][1]["reason"] == reason


# ------------------------------------------------------------------------------------------- the environment


def test_asking_again_gives_the_same_and_after_the_end_the_last_player_can_still_read() -> None:
    env = begun(max_turns=2)
    env.step("[hold]")
    assert env.get_observation() == env.get_observation() == (1, env.transcript(1))
    for reply in ("[roll]", "[hold]"):
        env.step(reply)
    player, observation = env.get_observation()
    assert player == 1
    assert observation.endswith("[GAME] Player 1 leads at the limit of 2 turns and wins, 4 points to 0.")
    env.close()[1][0]["turn_count"] = 99
    assert env.close()[1][0]["turn_count"] == 1, "what it gives is the caller's own"


def test_a_reset_after_a_forfeit_begins_anew() -> None:
    env = begun()
    assert [env.step(reply)[0] for reply in ("[roll]", "?", "[hold]", "?", "?")][-1]
    env.reset(2, seed=FOUR_SIX_ONE)
    assert not env.done
    assert env.transcript(0) == env.transcript(1) == BLOCKS[0]
    assert env.close() == begun().close()
    assert not env.step("?")[0]


# ------------------------------------------------------------------------------------------------ bad input


def test_nothing_works_before_the_first_reset() -> None:
    env = text.make("PigDice-v0")
    with pytest.raises(RuntimeError, match=r"no game has begun; call reset\(num_players\) first"):
        env.transcript(0)
    assert not env.done


ASKED: list[tuple[Callable[[TextEnv], object], type[Exception], str]] = [
    *((methodcaller("reset", each), ConfigError, f"Pig Dice is played by 2, not by {each!r}")
      for each in (0, 1, 3, True, 2.0, "2", None)),
    *((methodcaller("reset", 2, each), ValueError, "a seed is an integer from 0")
      for each in (-1, 2**64, 1.5, "1", True)),
    *((methodcaller("step", each), TypeError, f"a reply is a str, not {type(each).__name__}")
      for each in (None, 0, b"[roll]", ["[roll]"])),
    *((methodcaller("transcript", each), ValueError, f"seats are 0 to 1, not {each!r}")
      for each in (-1, 2, True, "0")),
]  # fmt: skip


@pytest.mark.parametrize(("ask", "kind", "message"), ASKED, ids=[message for *_, message in ASKED])
def test_what_cannot_be_is_refused_and_leaves_the_game_as_it_is(
    ask: Callable[[TextEnv], object], kind: type[Exception], message: str
) -> None:
    env = begun()
    env.step("[roll]")
    before = env.transcript(0), env.state.serialize()
    with pytest.raises(kind, match=message):
        ask(env)
    assert (env.transcript(0), env.state.serialize()) == before


@pytest.mark.parametrize(
    ("options", "message"),
    [
        ({"winning_score": 0}, r"option winning_score \(PIG-6\) must be an integer from 1 to 1000000, not 0"),
        ({"max_turns": True}, r"option max_turns \(PIG-6\) must be an integer"),
        ({"turn_unit": "rolls"}, r"option turn_unit \(PIG-5\) must be one of turn, action, not 'rolls'"),
        ({"strict_actions": 1}, "option strict_actions must be true or false, not 1"),
        ({"error_allowance": -1}, "option error_allowance must be an integer from 0 to 1000, not -1"),
        ({"error_allowance": True}, "option error_allowance must be an integer"),
        ({"error_alowance": 2}, "unknown option .* PigDice-v0 'error_alowance'; did you mean error_allowance"),
        ({"name": "PigDice-v1"}, "unknown game 'PigDice-v1'; did you mean PigDice-v0"),
    ],
)
def test_options_out_of_range_and_unknown_names_are_refused(options: dict[str, Any], message: str) -> None:
    with pytest.raises(ConfigError, match=message):
        text.make(**{"name": "PigDice-v0", **options})


def test_the_options_of_a_variant_can_be_changed() -> None:
    env = text.make("PigDice-v0-short", max_turns=9)
    assert env.game.options == croupier.make("pig", winning_score=50, max_turns=9).options


# ----------------------------------------------------------------- hidden information, and more than two seats


def test_each_seat_is_told_its_own_secrets_only() -> None:
    env = TextEnv(Game(TOY, players=3))
    env.reset(3, seed=5)
    deck = env.state.records[0]["deck"].tolist()
    for reply in ("my card is high", "[stay] I am strong", "[fold] alas", "[stay]"):
        env.step(reply)
    invalid = "[GAME] Invalid reply: "
    told = [
        [line for line in env.transcript(seat).splitlines() if not line.startswith(invalid)] for seat in range(3)
    ]
    ending = (f"[GAME] Staying: 0 with {deck[0]}, 2 with {deck[2]}.", "[GAME] All have answered.")
    answered = [f"[GAME] Player {seat} has answered." for seat in range(3)]
    openings = [f"[GAME] You are player {seat} of 3. Your card is {deck[seat]}." for seat in range(3)]
    own = ["[Player 0] my card is high", "[Player 0] [stay] I am strong"]
    assert told[0] == [openings[0], *own, answered[0], "[GAME] Noted.", *answered[1:], *ending]
    own = ["[Player 1] [fold] alas", answered[1], "[GAME] Noted."]
    assert told[1] == [openings[1], answered[0], *own, answered[2], *ending]
    assert told[2] == [openings[2], *answered[:2], "[Player 2] [stay]", answered[2], "[GAME] Noted.", *ending]
    assert env.close()[0] == dict(enumerate(env.state.returns().tolist()))


def test_a_reset_may_change_the_number_of_seats_where_the_game_allows_it() -> None:
    env = TextEnv(Game(TOY))
    env.reset(4, seed=1)
    assert env.game.num_players == 4
    assert "of 4" in env.transcript(3)
    with pytest.raises(ConfigError, match="option players must be an integer from 2 to 4, not 5"):
        env.reset(5)
    with pytest.raises(ConfigError, match="option players must be an integer"):
        env.reset(True)


@pytest.mark.parametrize(
    ("game", "worst"),
    [(Game(TOY, players=3), -1.0), (croupier.make("leduc"), -13.0), (croupier.make("oh-hell"), -1.0)],
)
def test_a_forfeit_costs_as_much_as_the_worst_loss_and_nobody_gains_by_it(game: Game, worst: float) -> None:
    env = TextEnv(game, error_allowance=0)
    env.reset(game.num_players, seed=1)
    mover = env.player
    done, _ = env.step("?")
    rewards, info = env.close()
    assert done
    assert rewards is not None
    assert rewards.pop(mover) == worst
    assert np.isnan(list(rewards.values())).all()
    assert [seat for seat, each in info.items() if each["invalid_move"]] == [mover]


def test_an_action_that_is_read_but_not_legal_is_an_invalid_reply(monkeypatch: pytest.MonkeyPatch) -> None:
    env = begun()
    monkeypatch.setattr(env.state, "legal_actions_mask", lambda: [False, True])
    before = env.state.serialize()
    done, info = env.step("[roll]")
    assert not done
    assert info["reason"] == "[roll] is not legal now"
    assert env.state.serialize() == before


def test_a_game_may_begin_at_a_position() -> None:
    env = text.make("PigDice-v0")
    state = env.game.position(f"pig max_turns={env.game.options['max_turns']} scores=30,20 turn=1 total=5 turns=7")
    env.begin(state)
    assert env.get_observation()[0] == 1
    assert "Player 0 score: 30" in env.get_observation()[1]
    env.step("[hold]")
    assert env.state.records[0]["scores"].tolist() == [30, 25]


def test_a_game_of_another_kind_one_that_is_over_and_one_without_words_do_not_begin() -> None:
    env = text.make("PigDice-v0")
    with pytest.raises(ConfigError, match="the environment plays pig"):
        env.begin(croupier.make("spite-malice").new_initial_state(1))
    over = env.game.position("pig max_turns=100 scores=100,20 turn=0 total=0 turns=7")
    with pytest.raises(ConfigError, match="the game is over: pig max_turns=100 scores=100,20"):
        env.begin(over)
    with pytest.raises(ConfigError, match="pig has no text environment"):
        TextEnv(Game(changed(PIG, prompts=None)))
