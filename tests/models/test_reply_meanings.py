"""What replies mean, in many wordings and languages: `data/replies.toml`, row by row; and what goes by a rule."""

import tomllib
from collections import Counter
from contextlib import suppress
from functools import cache
from pathlib import Path
from typing import Any

import pytest

import croupier
from benchmarks.replies import counted
from benchmarks.reply_set.reading import questions
from croupier.core.engine.game import State
from croupier.core.spec.prompts import ReplyError
from croupier.table.replies import read_reply

QUESTIONS = questions()
DATA: dict[str, Any] = tomllib.loads(Path(__file__).with_name("data").joinpath("replies.toml").read_text())


def rows(table: str) -> list[Any]:
    """The rows of a table of replies as parameters; the id says what they are about."""
    return [
        pytest.param(*row, *[""] * (4 - len(row)), id=f"{about}: {row[2]}")
        for about, rows in DATA[table].items()
        for row in rows
    ]


def by_language(table: str) -> list[Any]:
    return [
        pytest.param(question, replies, id=f"{question}-{language}")
        for question, languages in DATA[table].items()
        for language, replies in languages.items()
    ]


@cache
def due(question: str) -> State:
    """The state in which a question is asked, which no reply changes that is only read."""
    return QUESTIONS[DATA["questions"][question]].state()


def means(question: str, reply: str, *, brackets: bool = False) -> str:
    state = due(question)
    return state.action_to_string(read_reply(state, reply, brackets=brackets))


def fault(question: str, reply: str, *, brackets: bool = False, why: str = "") -> str:
    """Why a reply is refused, which never says the legal actions: the mode without a list must not get one so."""
    with pytest.raises(ReplyError) as refused:
        means(question, reply, brackets=brackets)
    assert why in str(refused.value) != ""
    assert " ".join(QUESTIONS[DATA["questions"][question]].legal) not in str(refused.value)
    return refused.value.fault


@pytest.mark.parametrize(("question", "action", "reply", "strict"), rows("reads"))
def test_a_reply_is_read_as_the_one_action_that_it_clearly_means(
    question: str, action: str, reply: str, strict: str
) -> None:
    assert means(question, reply) == action
    if strict:
        assert fault(question, reply, brackets=True) == strict


@pytest.mark.parametrize(("question", "wrong", "reply", "why"), rows("refuses"))
def test_a_reply_that_means_no_legal_action_or_several_plays_nothing(
    question: str, wrong: str, reply: str, why: str
) -> None:
    assert fault(question, reply, why=why) == wrong


@pytest.mark.parametrize(("question", "replies"), by_language("every_action"))
def test_a_language_that_is_read_is_read_for_all_actions_of_a_question(question: str, replies: list[str]) -> None:
    assert [means(question, reply) for reply in replies] == QUESTIONS[DATA["questions"][question]].legal


@pytest.mark.parametrize("language", DATA["sources_and_piles"])
def test_a_language_that_is_read_names_every_source_and_pile(language: str) -> None:
    found = [means("piles", reply) for reply in DATA["sources_and_piles"][language]]
    assert found == ["[p h5 3]", "[p g 2]", "[p d2 3]", "[x2 1]"]


@pytest.mark.parametrize(("question", "replies"), by_language("not_read"))
def test_a_language_that_is_not_read_is_read_for_no_action_of_a_question(
    question: str, replies: list[str]
) -> None:
    for reply in replies:
        fault(question, reply)


@pytest.mark.parametrize("pair", [f"{who}: {pair}" for who, pairs in DATA["pairs"].items() for pair in pairs])
def test_loose_words_of_a_language_are_read_for_both_actions_or_for_none(pair: str) -> None:
    read = []
    for reply in pair.partition(": ")[2].split(" / "):
        with suppress(ReplyError):
            read.append(means("roll-or-hold", reply))
    assert read in (["[roll]", "[hold]"], [])


@pytest.mark.parametrize("kept", ["I keep [play escape] for later.", "and I'll save [play escape]"])
@pytest.mark.parametrize("brackets", [False, True])
def test_an_action_that_is_kept_for_later_is_not_offered_beside_the_answer(kept: str, brackets: bool) -> None:
    assert means("card", f"[play yellow 7] {kept}", brackets=brackets) == "[play yellow 7]"
    for refused in (f"Shall I play [play yellow 7]? {kept}", "I keep [play yellow 7] and I keep [play escape]"):
        assert fault("card", refused, brackets=brackets) == "unparsable"


@pytest.mark.parametrize(
    "joint",
    [" or ", " and ", ", or ", ", and ", " oder ", " und ", ", ou ", " et ", " o ", " y ", "或", "、或", " 或 ",
     " oppure ", " eller ", " lub ", " или ", " または ", " and/or ", " & ", " / ", ", ", "、"],
)  # fmt: skip
def test_a_menu_is_refused_behind_any_words(joint: str) -> None:
    leduc = croupier.make("leduc").new_initial_state(1)
    leduc.apply_action(leduc.legal_actions()[-1])
    pig = due("roll-or-hold")
    for lead in (
        "", "Answer with", "Say", "I choose", "The best is", "Final answer:", "Bitte wähle", "Répondez par",
        "Responde con", "请回答", "Rispondi con", "Svara med", "Ответь",
    ):  # fmt: skip
        for state, items in ((leduc, ["[fold]", "[call]", "[raise]"]), (pig, ["[roll]", "[hold]"])):
            menu = f"{lead} {', '.join(items[:-1])}{joint}{items[-1]}."
            for text in (menu, menu.replace("[", "").replace("]", "")):
                with pytest.raises(ReplyError):
                    pytest.fail(f"{text!r} is {state.action_to_string(read_reply(state, text))}")


@pytest.mark.parametrize(
    "around",
    ["[{}]", "I want to hold: [{}]", "Rolling is right.\n\n**[{}]**", "[{}]\n\nI keep my points, I hold.",
     "Not [hold] but [{}].", "I roll once more. [{}] !"],
)  # fmt: skip
def test_an_answer_in_brackets_that_is_no_action_is_refused_whatever_other_words_say(around: str) -> None:
    for words in ("double", "pass", "castle", "raise the stakes", "draw two", "fold", "trade 44", "surrender now"):
        assert fault("roll-or-hold", around.format(words)) == "unparsable", words


def test_the_half_of_the_set_that_the_reader_was_written_with_is_read_as_it_is_meant() -> None:
    totals: dict[str, Counter[str]] = {}
    for (_, name), counts in counted("seen").items():
        totals.setdefault(name, Counter()).update(counts)
    share = {name: {each: count[each] / count.total() for each in count} for name, count in totals.items()}
    assert share["asked"]["right"] >= 0.98
    assert share["loose"]["right"] >= 0.9
    assert totals["asked"]["another"] + totals["loose"]["another"] == 0
    assert share["none"]["right"] >= 0.98
    assert totals["illegal"]["accepted"] == 0
