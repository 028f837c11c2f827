"""The text environments SkullKing-v0 and others: their words, and that no seat is told what it may not know."""

import re
from functools import lru_cache

import numpy as np
import pytest

import croupier
from croupier.core.engine.game import Game, State
from croupier.core.spec.prompts import ReplyError, all_messages, table_shown
from croupier.envs import text as environments
from croupier.games.skull_king import text as prompts
from tests.games.skull_king.tables import FULL, bid, play, start

WORDS = pytest.mark.compiled
"""Words of whole games: kernels only play them, as in many tests that run uncompiled too."""
TABLES = (
    {"players": 2, "schedule": "fives", **FULL},
    {"players": 4, "schedule": "fives", **FULL},
    {"players": 6, "schedule": "fives", "rascal": True},
)
PHASES = {
    "BIDDING", "PLAYING", "ABILITY_ROSIE", "ABILITY_BENDT_1", "ABILITY_BENDT_2", "ABILITY_ROATAN", "ABILITY_JADE",
    "ABILITY_HARRY", "TIGRESS",
}  # fmt: skip


@lru_cache(maxsize=1)
def decisions() -> tuple[tuple[State, int, State], ...]:
    """Two random games of each table: each decision with the state before and after it."""
    rng, found = np.random.default_rng(5), []
    for options in TABLES:
        for seed in range(2):
            state = croupier.make("skull-king", **options).new_initial_state(seed)
            while not state.is_terminal():
                before, action = state.clone(), int(rng.choice(state.legal_actions()))
                state.apply_action(action)
                found.append((before, action, state.clone()))
    return tuple(found)


def heard(before: State, action: int, after: State, seat: int) -> list[str]:
    """What a seat is told of a decision."""
    return [message.text for message in all_messages(prompts, before, action, after) if message.to in (None, seat)]


@pytest.mark.parametrize(
    ("phases", "cases"),
    [
        pytest.param(("BIDDING",), 100, marks=WORDS, id="SK-4 a bid before the last is in"),
        pytest.param(("ABILITY_BENDT_1", "ABILITY_BENDT_2"), 10, id="SK-14 what is discarded for Bendt"),
    ],
)
def test_sk_4_sk_14_no_other_seat_is_told(phases: tuple[str, ...], cases: int) -> None:
    """Whatever is bid or discarded, the others are told the same, on the table shown to the next one too."""
    checked = 0
    for before, _, _ in decisions():
        s = before.records[0]
        if before.phase not in phases or (before.phase == "BIDDING" and s["bids_in"] + 1 == s["players"]):
            continue
        for seat in set(range(before.game.num_players)) - {before.current_player()}:
            told = set()
            for action in before.legal_actions():
                after = before.clone()
                after.apply_action(action)
                told.add("\n".join(heard(before, action, after, seat)))
            assert len(told) == 1
            checked += 1
    assert checked > cases


def test_raw_replies_to_secret_questions_are_heard_by_their_seat_alone() -> None:
    seen = set()
    for before, _, _ in decisions():
        secret = before.phase in ("BIDDING", "ABILITY_BENDT_1", "ABILITY_BENDT_2", "ABILITY_JADE")
        expected = [before.current_player()] if secret else list(range(before.game.num_players))
        assert list(prompts.hearers(before)) == expected
        seen.add(before.phase)
    assert seen == PHASES


def test_transcripts_hold_no_bid_of_others_before_all_are_in() -> None:
    env = environments.make("SkullKing-v0", schedule="fives")
    env.reset(4, seed=8)
    bids: dict[int, int] = {}
    for number in (3, 1, 4, 2):
        for seat in range(4):
            said = re.findall(r"\[Player (\d)\] .*\[bid (\d)\]", env.transcript(seat))
            assert {int(player) for player, _ in said} <= {seat}
        bids[env.player] = number
        env.step(f"my cards are fine, [bid {number}]")
    line = "All have bid: " + ", ".join(f"{bids[seat]} by Player {seat}" for seat in range(4)) + "."
    assert all(line in env.transcript(seat) for seat in range(4))


@WORDS
def test_every_legal_action_is_listed_and_reads_back() -> None:
    seen = set()
    for before, _, after in decisions():
        legal, mover = before.legal_actions(), before.current_player()
        shown = prompts.opening(before, mover).rpartition("Your hand:")[2]
        for action in legal:
            text = before.action_to_string(action)
            assert text in shown
            assert prompts.read(before, f"Well, {text.upper()}!", strict=True) == action
        if before.phase == "PLAYING":
            place = legal[0] - 11
            assert prompts.read(before, f"[play {place + 1}]", strict=True) == legal[0]
        if not after.is_terminal():
            [board] = table_shown(prompts, before, after)
            assert (board.kind, board.to) == ("board", after.current_player())
        seen.add(before.phase)
    assert seen == PHASES


def test_sk_14_the_undealt_cards_are_shown_to_jades_seat_alone() -> None:
    hands = ("jade, green 2", "green 3, green 4", "green 5, green 6")
    state = start(*hands)
    bid(state, 1, 1, 0)
    play(state, "jade, green 3")
    before, action = state.clone(), state.string_to_action("[play green 5]")
    state.apply_action(action)
    boards = [message for message in all_messages(prompts, before, action, state) if "Undealt" in message.text]
    assert [message.to for message in boards] == [0]
    assert "skull king" in boards[0].text


@pytest.mark.parametrize(
    ("reply", "reason"),
    [
        ("three, I think", "it names no action; answer with one of [bid 0] [bid 1] [bid 2]"),
        ("[bid 3]", "[bid 3] is not legal now; answer with one of [bid 0] [bid 1] [bid 2]"),
        ("[bid 11]", "'[bid 11]' is out of range; now asked for: a bid, [bid N]"),
        ("[play 1]", "'[play 1]' does not fit phase bidding; now asked for: a bid, [bid N]"),
        ("[bid 1] or [bid 2]", "it names several actions; answer with one of [bid 0] [bid 1] [bid 2]"),
    ],
)
def test_a_wrong_reply_is_explained(reply: str, reason: str) -> None:
    state = start("green 1, green 2", "green 3, green 4", "green 5, green 6")
    with pytest.raises(ReplyError) as caught:
        prompts.read(state, reply, strict=True)
    assert str(caught.value) == reason


def test_a_lenient_reading_takes_the_first_action() -> None:
    state = start("green 1, green 2", "green 3, green 4", "green 5, green 6")
    assert prompts.read(state, "[hm] [bid 1] or [bid 2]", strict=False) == 1


def test_sk_5_a_card_that_does_not_follow_is_refused_with_the_rule() -> None:
    state = start("green 1, green 2", "green 3, black 4", "green 5, green 6")
    bid(state, 1, 1, 0)
    play(state, "green 1")
    with pytest.raises(ReplyError, match=r"black 4 may not be played: green was led and you hold it \(SK-5\)"):
        prompts.read(state, "[play black 4]", strict=False)


def test_the_rules_fit_the_table() -> None:
    def told(**options: object) -> str:
        return prompts.rules(Game(croupier.make("skull-king").spec, **options), 1)

    plain = told()
    assert "You are Player 1 in Skull King; the players are 0 to 3." in plain
    for word in ("loot", "Kraken", "White Whale", "Graybeard", "at stake"):
        assert word not in plain
        assert word in told(**FULL, players=2, rascal=True)
    for form in ("[leader 2]", "[discard 5]", "[bet 10]", "[ok]", "[harry +1]", "[play 4]"):
        assert form in plain
    assert "Harry:" not in told(harry=False)
    assert "- Captured with an exact bid: coloured 14" in plain
    assert "- Captures: coloured 14" in told(rascal=True)  # half of them are scored one trick off too
    assert "ability" not in told(rosie=False, bendt=False, roatan=False, jade=False, harry=False)


def test_sk_16_the_end_is_told_to_a_seat_as_its_own() -> None:
    state = start("green 1", "green 3", "green 5", last=True)
    bid(state, 0, 0, 1)
    play(state, "green 1, green 3")
    before, action = state.clone(), state.string_to_action("[play green 5]")
    state.apply_action(action)
    assert prompts.tell(before, action, state, 2) == [
        "You play green 5.",
        "You win the trick.",
        "Round 1 is over: Player 0 bid 0, won 0: +10 (10); Player 1 bid 0, won 0: +10 (10); "
        "you bid 1, won 1: +20 (20).",
    ]


def test_a_whole_game_is_played_in_words() -> None:
    env = environments.make("SkullKing-v0-full", schedule="fives")
    env.reset(3, seed=2)
    rng = np.random.default_rng(1)
    while not env.done:
        env.step(f"I say {env.state.action_to_string(int(rng.choice(env.state.legal_actions())))}")
    rewards, info = env.close()
    assert rewards is not None
    assert sum(rewards.values()) == pytest.approx(1)
    assert info[0]["reason"] == prompts.outcome(env.state)
