"""The reply parser: every legal action of many positions, in every spelling that a prompt suggests; and noise."""

import copy
import unicodedata
from collections.abc import Iterator
from contextlib import suppress
from typing import Any, Literal

import numpy as np
import pytest

import croupier
from croupier.core.engine.game import State
from croupier.core.spec.prompts import ReplyError
from croupier.core.spec.registry import BUILT_IN
from croupier.table import ReplyPolicy, Table
from croupier.table.briefing import question, system_message
from croupier.table.replies import MOST_MARKS, MOST_READ, normal, plain, read_reply, submit_reply
from tests.amounts import larger

GAMES: dict[str, dict[str, Any]] = {
    "pig": {},
    "spite-malice": {"goal_size": 4},
    "skull-king": {"players": 4, "schedule": "fives"},
}
FULL_WIDTH = {code: code + 0xFEE0 for code in range(0x21, 0x7F)}
ARABIC = {ord("0") + k: 0x0660 + k for k in range(10)}


def positions(game: str, count: int) -> Iterator[State]:
    """Positions of games that are played at random."""
    draw = np.random.default_rng(7)
    made, seed = 0, 0
    while made < count:
        state = croupier.make(game, **GAMES[game]).new_initial_state(seed)
        seed += 1
        while not state.is_terminal() and made < count:
            yield state
            made += 1
            state.apply_action(int(draw.choice(state.legal_actions())))


def spellings(text: str, other: str) -> Iterator[str]:
    """What models make of an action like ``[play green 7]``."""
    bare = text[1:-1]
    yield from (text, text.upper(), text.title(), bare, bare.upper(), f"{bare}.", f"({bare})", f"'{bare}'")
    yield from (f"**{text}**", f"**{bare}**", f"_{text}_", f"`{text}`", f"```\n{text}\n```", f"> {text}")
    yield from (f"- {text}", f"“{text}”", f"[[{bare}]]", f"[ {bare} ]", f"[**{bare}**]", f"【{bare}】")
    yield f"\\[{bare}\\]"
    yield from (f"Action: {text}", f"action: {bare}", f"My final answer is {text}.", f"**Answer:** {bare}")
    yield from (f"$\\boxed{{\\text{{{text}}}}}$", f'{{"action": "{text}"}}', f'{{"action": "{bare}"}}')
    yield from (text.translate(FULL_WIDTH), text.translate(ARABIC), text.replace("-", "−"), f"\u200b{text}\u200b")
    yield from (text.replace(" ", "\u00a0"), text.replace(" ", "  "), text.replace(" ", "\n"), f"\r\n{text}\r\n")
    yield f"I could say {other}, but the better action is {text}"
    yield f"{other}\n\nNo, wait. It is {other} that loses.\n\n{text}\n"
    yield f"<think>{other} {other}</think>\n\n{text}"
    yield "thinking " * 1000 + text


@pytest.mark.timeout(3600)  # thorough: 437 seconds in Mini Spite and Malice, whose positions have most actions
@pytest.mark.parametrize(
    ("game", "count"),
    [
        ("pig", 5),
        ("spite-malice", 1),
        ("skull-king", 6),
        *(pytest.param(game, 5000, marks=pytest.mark.thorough) for game in GAMES),
    ],
)
def test_every_legal_action_is_read_in_every_spelling(game: str, count: int) -> None:
    read = 0
    for state in positions(game, count):
        legal = state.legal_actions()
        texts = [state.action_to_string(action) for action in legal]
        for action, text in zip(legal, texts, strict=True):
            for reply in spellings(text, texts[0] if text != texts[0] else texts[-1]):
                assert read_reply(state, reply) == action, (state.position(), reply[-200:])
                read += 1
    assert read > 30 * count


@pytest.mark.parametrize("game", [entry.name for entry in BUILT_IN])
def test_the_words_of_a_question_copied_back_are_never_read_as_an_action(game: str) -> None:
    made = croupier.make(game)
    table = Table(made.new_initial_state(3), policy=ReplyPolicy(1_000_000))
    draw, copied = np.random.default_rng(7), 0
    while not table.over and copied < 60:
        seat = table.state.current_player()
        asked = [question(table, seat, mode) for mode in ("list", "nolist", "chat", "source")]
        texts = {
            text for each in asked for text in (each.rules, each.situation, f"{each.rules}\n\n{each.situation}")
        }
        texts |= {part for text in texts for part in text.split("\n\n")} | {system_message(made, seat)}
        for text in texts - {""}:
            event = submit_reply(copy.copy(table), seat, text, table.number)
            assert event.kind == "invalid", (event.text, text)
            copied += 1
        last = asked[0].legal[-1]
        assert submit_reply(copy.copy(table), seat, f"{asked[0].situation}\n\n{last}", table.number).text == last
        table.submit(seat, int(draw.choice(table.state.legal_actions())), table.number)


def test_who_says_what_another_player_has_said_repeats_no_question() -> None:
    table = Table(croupier.make("PigDice-v0").new_initial_state(306))
    table.submit(0, "Let me see.\nI hold now: [hold]", table.number)
    assert submit_reply(table, 1, "Let me see.\nI hold now: [hold]", table.number).text == "[hold]"


def test_cards_are_read_by_their_place_and_by_their_short_names() -> None:
    found = positions("skull-king", 400)
    state = next(each for each in found if each.phase == "PLAYING" and len(each.legal_actions()) == 5)
    for action in state.legal_actions():
        name = state.action_to_string(action)[6:-1]
        hand = state.view(state.current_player())["table"]["hand"]
        place = hand.index(name) + 1
        for reply in (f"[play {place}]", f"[PLAY the {name}]", f"I play my best card: [play {place}]"):
            assert read_reply(state, reply) == action


def test_brackets_around_something_else_do_no_harm() -> None:
    state = croupier.make("spite-malice").new_initial_state(3)
    text = state.action_to_string(state.legal_actions()[0])
    assert (
        read_reply(state, f"My hand is [*] [5]; {text} then [7] remains [see above]") == state.legal_actions()[0]
    )


def test_only_the_end_of_a_huge_reply_is_read() -> None:
    state = croupier.make("pig").new_initial_state(3)
    assert read_reply(state, "[hold]" + "[" * 3_000_000 + "[roll]") == 0
    with pytest.raises(ReplyError):
        read_reply(state, "[roll]" + " " * MOST_READ)


def test_thoughts_of_any_length_are_no_answer() -> None:
    state, long = croupier.make("pig").new_initial_state(3), "<think>" + "[hold] " * MOST_READ
    assert read_reply(state, f"{long}</think>roll") == read_reply(state, f"[roll]\n{long}</think>") == 0
    with pytest.raises(ReplyError, match="<think>") as refused:
        read_reply(state, long)
    assert refused.value.fault == "truncated"


MARKS = ["\u0301", "\u0301\u0323", "\u0323\u0301", "\u0f73", "\u0344\u0345", "e\u0301"]


@pytest.mark.parametrize("marks", MARKS, ids=[ascii(each) for each in MARKS])
def test_marks_in_a_row_are_sorted_in_short_runs(marks: str, monkeypatch: pytest.MonkeyPatch) -> None:
    """Unicode's sorting of marks takes a time that grows with the square of their number: it gets 30 at most."""
    runs = []

    class Watched:
        combining, decimal, category = unicodedata.combining, unicodedata.decimal, unicodedata.category

        @staticmethod
        def normalize(form: Literal["NFKC", "NFKD"], text: str) -> str:
            found = longest = 0
            for char in "".join(unicodedata.normalize("NFKD", each) for each in text):
                found = found + 1 if unicodedata.combining(char) else 0
                longest = max(longest, found)
            runs.append(longest)
            return unicodedata.normalize(form, text)

    monkeypatch.setattr(normal, "unicodedata", Watched)
    state = croupier.make("pig").new_initial_state(3)
    assert read_reply(state, marks * 200 + "\n[roll]") == 0
    assert 1 <= max(runs) <= MOST_MARKS


def test_letters_with_marks_are_composed_as_everywhere() -> None:
    for text in ("Jürgen", "é", "ṩ", "각", "ﬁ Ⅳ", "q" + "\u0323\u0307" * 10):
        decomposed = unicodedata.normalize("NFD", text)
        assert plain(decomposed) == unicodedata.normalize("NFKC", text)


@pytest.mark.parametrize("sign", ["!", ".", "-", "_", "my ", "—"])
def test_a_long_line_of_signs_around_an_action_is_taken_off(sign: str) -> None:
    state = croupier.make("pig").new_initial_state(3)
    assert read_reply(state, f"{sign * 3000}\n{'=' * 3000} roll {'.' * 3000}") == 0


@larger("count", 400, 300_000)
def test_noise_is_refused_or_names_a_legal_action_and_in_brackets_alone_it_has_said_the_verb(count: int) -> None:
    draw = np.random.default_rng(11)
    alphabet = "[]()bidplayhoxg 0123456789-+*_`'\"\\{}:.,\n\t\u200b［］【】٣①—Ωß\x00\ud800🂡"
    states = [next(positions(game, 1)) for game in GAMES] + list(positions("skull-king", 40))
    refused = 0
    for _ in range(count):
        state = states[draw.integers(len(states))]
        reply = "".join(alphabet[k] for k in draw.integers(len(alphabet), size=draw.integers(60)))
        if draw.random() < 0.5:
            text = state.action_to_string(int(draw.choice(state.legal_actions())))
            cut, odd = draw.integers(len(text) + 1), alphabet[draw.integers(len(alphabet))]
            reply = reply[: draw.integers(len(reply) + 1)] + text[:cut] + odd + text[cut:] + reply
        with suppress(ReplyError):
            assert read_reply(state, reply) in state.legal_actions()
        try:
            action = read_reply(state, reply, brackets=True)
        except ReplyError:
            refused += 1
        else:
            assert action in state.legal_actions()
            verb = state.action_to_string(action)[1:].split()[0].rstrip("]")
            assert verb.rstrip("12345").casefold() in plain(reply).casefold()
    assert 0 < refused < count
