"""The public set of replies: every row means a legal action or none."""

import re
from typing import get_args

import pytest

from benchmarks.reply_set.reading import GAMES, Part, Reply, part_of, questions, replies

QUESTIONS = questions()
PARTS: tuple[Part, ...] = get_args(Part)
ALL = [reply for game in GAMES for reply in replies(game)]


def cards(reply: Reply) -> list[str]:
    """The hand that the question of a reply shows, in the order of its places."""
    table = QUESTIONS[reply.question].state().observation_string()
    hand = next((line for line in table.splitlines() if line.startswith("Your hand:")), "").partition(":")[2]
    found: list[str] = []
    for part in (part.strip() for part in hand.split("|")):
        suit = re.fullmatch(r"(green|yellow|purple|black) ([\d ]+)", part)
        found += [f"{suit[1]} {number}" for number in suit[2].split()] if suit else part.split(", ")
    return found


def spellings(reply: Reply) -> list[str]:
    """How the question asks for the action that a reply means."""
    texts = [text for text in (reply.meant, *reply.also) if text is not None]
    for text in tuple(texts):
        verb, _, card = text.strip("[]").partition(" ")
        if reply.game == "skull-king" and verb in ("play", "discard"):
            texts.append(f"[{verb} {cards(reply).index(card) + 1}]")
        if reply.game == "spite-malice" and verb.startswith("x"):
            texts.append(f"[x {card}]")
    return texts


def test_the_parts_follow_from_the_ids() -> None:
    assert len({reply.id for reply in ALL}) == len(ALL) >= 2000
    assert [reply.id for reply in ALL if reply.part != part_of(reply.id)] == []
    by_part = [row for each in PARTS for row in replies("pig", each)]
    assert by_part == sorted(replies("pig"), key=lambda row: PARTS.index(row.part))


@pytest.mark.parametrize("game", GAMES)
def test_what_is_kept_has_no_reply_that_stood_in_the_set_before(game: str) -> None:
    seen, spent, kept = ([(row.question, row.reply) for row in replies(game, each)] for each in PARTS)
    assert len(kept) == len(set(kept))
    assert set(kept).isdisjoint(seen + spent)


def test_what_a_reply_means_is_legal_and_none_means_nothing() -> None:
    for reply in ALL:
        legal = QUESTIONS[reply.question].legal
        assert (reply.meant is None) == (reply.cls == "none"), reply.id
        assert reply.meant is None or {reply.meant, *reply.also} <= set(legal), reply.id
        assert QUESTIONS[reply.question].game == reply.game, reply.id


def test_who_answers_as_asked_has_the_action_in_brackets() -> None:
    for reply in (reply for reply in ALL if reply.cls == "asked"):
        text = re.sub(r"\s*([\[\]])\s*", r"\1", reply.reply.lower())
        assert any(spelling in text for spelling in spellings(reply)), reply.id


def test_no_question_has_a_reply_twice_that_means_two_things() -> None:
    meanings: dict[tuple[str, str], set[str | None]] = {}
    for reply in ALL:
        meanings.setdefault((reply.question, reply.reply), set()).add(reply.meant)
    assert [key for key, found in meanings.items() if len(found) > 1] == []


def test_positions_have_the_legal_actions_that_stand_beside_them() -> None:
    for question in QUESTIONS.values():
        state = question.state()
        texts = [state.action_to_string(action) for action in state.legal_actions()]
        assert (texts, state.current_player()) == (question.legal, question.seat), question.id


def test_every_question_has_replies() -> None:
    assert set(QUESTIONS) == {reply.question for reply in ALL}
