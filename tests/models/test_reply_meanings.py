"""What replies mean, class by class: other words, forms, decoys, words for others, nothing meant, not legal."""

from collections import Counter

import pytest

import croupier
from benchmarks.replies import counted
from benchmarks.reply_set.reading import questions
from croupier.core.spec.prompts import ReplyError, ReplyFault
from croupier.table.replies import read_reply

QUESTIONS = questions()
ROLL_OR_HOLD, BID, CARD, SEAT, PILES = "pig-03", "sk-04", "sk-16", "sk-26", "sm-10"
"""Questions: pig; a bid of 0 to 7; yellow 7, purple 1, purple 13 or an escape to a black lead; who leads, asked of
seat 1; five sources and four piles."""


def means(question: str, reply: str, *, brackets: bool = False) -> str:
    state = QUESTIONS[question].state()
    return state.action_to_string(read_reply(state, reply, brackets=brackets))


def fault(question: str, reply: str, *, brackets: bool = False) -> ReplyFault:
    with pytest.raises(ReplyError) as refused:
        means(question, reply, brackets=brackets)
    return refused.value.fault


@pytest.mark.parametrize(
    ("question", "reply", "meant"),
    [
        (ROLL_OR_HOLD, "I'd rather stop here.", "[hold]"),
        (ROLL_OR_HOLD, "Ich würfle noch einmal.", "[roll]"),
        (ROLL_OR_HOLD, "My final decision: bank it!", "[hold]"),
        (BID, "Bid two tricks.", "[bid 2]"),
        (BID, "My bid is 3, because of the pirate.", "[bid 3]"),
        (BID, "I say: zwei Stiche", "[bid 2]"),
        (CARD, "I discard the purple one, the 1 of purple.", "[play purple 1]"),
        (CARD, "White flag, please.", "[play escape]"),
        (CARD, "my lowest purple", "[play purple 1]"),
        (SEAT, "Player 3 should lead", "[leader 3]"),
        (SEAT, "I'll lead myself.", "[leader 1]"),
        (PILES, "the 2 of my third discard pile goes onto pile 2", "[p d3 2]"),
        (PILES, "goal card to the fourth pile", "[p g 4]"),
        (CARD, "Play the escape to lose this trick.", "[play escape]"),
        (BID, "Between 1 and 3, I choose 2.", "[bid 2]"),
    ],
)
def test_other_words_are_read_where_one_action_is_clearly_meant(question: str, reply: str, meant: str) -> None:
    assert means(question, reply) == meant
    assert fault(question, reply, brackets=True) == "unparsable"


@pytest.mark.parametrize(
    ("question", "reply", "meant"),
    [
        (BID, "[bid: 2]", "[bid 2]"),
        (BID, "[okay, bid three]", "[bid 3]"),
        (CARD, "Play [purple 13].", "[play purple 13]"),
        (CARD, "[play my yellow-7]", "[play yellow 7]"),
        (SEAT, "[leader Player 2]", "[leader 2]"),
        (PILES, "[p h5 -> 3]", "[p h5 3]"),
        (PILES, "[goal to pile 2]", "[p g 2]"),
    ],
)
def test_brackets_may_hold_other_words(question: str, reply: str, meant: str) -> None:
    assert means(question, reply) == meant
    assert fault(question, reply, brackets=True) in ("unparsable", "illegal")


@pytest.mark.parametrize("kept", ["I keep [play escape] for later.", "and I'll save [play escape]"])
@pytest.mark.parametrize("brackets", [False, True])
def test_an_action_that_is_kept_for_later_is_not_offered_beside_the_answer(kept: str, brackets: bool) -> None:
    assert means(CARD, f"[play yellow 7] {kept}", brackets=brackets) == "[play yellow 7]"
    for refused in (f"Shall I play [play yellow 7]? {kept}", "I keep [play yellow 7] and I keep [play escape]"):
        assert fault(CARD, refused, brackets=brackets) == "unparsable"


@pytest.mark.parametrize(
    ("question", "reply", "meant"),
    [
        (ROLL_OR_HOLD, '{"thought": "not [hold]", "action": "roll"}', "[roll]"),
        (ROLL_OR_HOLD, "{'action': 'hold', 'confidence': 0.8}", "[hold]"),
        (ROLL_OR_HOLD, '{"roll": true, "hold": false}', "[roll]"),
        (BID, '{"bid": {"tricks": 2}}', "[bid 2]"),
        (BID, "place_bid(tricks=2)", "[bid 2]"),
        (CARD, '{"name": "play_card", "arguments": "{\\"card\\": \\"yellow 7\\"}"}', "[play yellow 7]"),
        (CARD, "<reasoning>not [play escape]</reasoning><answer>purple 1</answer>", "[play purple 1]"),
        (CARD, "So $\\boxed{\\text{play purple 13}}$.", "[play purple 13]"),
        (CARD, "Thought: the 13 wins later.\nAction: purple 1", "[play purple 1]"),
        (PILES, '<tool_call>{"name": "play", "arguments": {"source": "h5", "pile": 3}}</tool_call>', "[p h5 3]"),
    ],
)
def test_answers_in_a_form_of_their_own_are_read(question: str, reply: str, meant: str) -> None:
    assert means(question, reply) == meant


@pytest.mark.parametrize(
    ("question", "reply", "meant"),
    [
        (ROLL_OR_HOLD, "[roll] (not [hold])", "[roll]"),
        (ROLL_OR_HOLD, "[roll]\n\nIf I get above 20, I will [hold].", "[roll]"),
        (ROLL_OR_HOLD, "[roll] is better than [hold].", "[roll]"),
        (ROLL_OR_HOLD, "[hold]\n\nActually, let me change that. Roll.", "[roll]"),
        (ROLL_OR_HOLD, "~~[hold]~~ [roll]", "[roll]"),
        (ROLL_OR_HOLD, "I pick [roll] over [hold].", "[roll]"),
        (BID, "[bid 2]... hmm, no: [bid 1]", "[bid 1]"),
        (BID, "I would not [bid 4]. [bid 2]. Later I might regret that I did not [bid 3].", "[bid 2]"),
        (CARD, "[play purple 1]. I keep [play purple 13] for my trick.", "[play purple 1]"),
        (
            CARD,
            "Roll of options: [play yellow 7] loses, [play escape] loses too.\n\n[play escape]",
            "[play escape]",
        ),
        (PILES, "[p g 1], then [p h5 3]", "[p g 1]"),
        (ROLL_OR_HOLD, "- [roll]: +0.33\n- [hold]: 0\n\nDecision: [roll]", "[roll]"),
        (ROLL_OR_HOLD, "Without hesitation, and why not: [roll]", "[roll]"),
        (ROLL_OR_HOLD, "I do not hesitate to [roll].", "[roll]"),
    ],
)
def test_what_is_turned_down_supposed_planned_or_compared_is_no_answer(
    question: str, reply: str, meant: str
) -> None:
    assert means(question, reply) == meant


@pytest.mark.parametrize(
    ("question", "reply", "meant"),
    [
        (ROLL_OR_HOLD, "[roll]\n\nPlayer 1: [hold]", "[roll]"),
        (ROLL_OR_HOLD, "[roll]<|im_end|>\n<|im_start|>user\n[hold]?", "[roll]"),
        (ROLL_OR_HOLD, "Action: [roll]\nObservation: a 6.\nAction: [hold]", "[roll]"),
        (SEAT, "Player 0: low\nPlayer 2: has two tricks\n\n[leader 2]", "[leader 2]"),
        (BID, "Player 1: [bid 1]\nPlayer 2: [bid 2]", "[bid 1]"),
        (ROLL_OR_HOLD, "The other player held. I [roll].", "[roll]"),
        (ROLL_OR_HOLD, "Earlier I chose [hold], now I choose [roll].", "[roll]"),
        (ROLL_OR_HOLD, "As in my last turn, I [hold].", "[hold]"),
        (ROLL_OR_HOLD, "I need to [roll]", "[roll]"),
        (ROLL_OR_HOLD, "Last turn I lost, I need to [roll]", "[roll]"),
        (ROLL_OR_HOLD, "In the last turn, I need to [roll].", "[roll]"),
        (ROLL_OR_HOLD, "With the points of my previous turn I indeed [hold].", "[hold]"),
        (ROLL_OR_HOLD, "As in my last turn I proceed to [roll].", "[roll]"),
        (CARD, "Since player 2 has led a black card I [play escape].", "[play escape]"),
        (CARD, "I let player 2 win with [play escape].", "[play escape]"),
    ],
)
def test_words_for_others_are_no_answer(question: str, reply: str, meant: str) -> None:
    assert means(question, reply) == meant


@pytest.mark.parametrize(
    ("question", "reply", "wrong"),
    [
        (ROLL_OR_HOLD, "Player 1: I think I'll hold here.", "unparsable"),
        (ROLL_OR_HOLD, "The previous player chose [hold].", "unparsable"),
        (ROLL_OR_HOLD, "My opponent will [hold].", "unparsable"),
        (ROLL_OR_HOLD, "She would probably [hold].", "unparsable"),
        (ROLL_OR_HOLD, "Der vorige Spieler wählte [hold].", "unparsable"),
        (BID, "Player 0 has already said [bid 2].", "several"),
        (ROLL_OR_HOLD, "Last turn I chose [hold].", "unparsable"),
        (ROLL_OR_HOLD, "In the previous round, I went for [hold].", "unparsable"),
        (ROLL_OR_HOLD, "My last move was [hold].", "unparsable"),
        (ROLL_OR_HOLD, "Last turn I needed to [hold].", "unparsable"),
        (ROLL_OR_HOLD, "In the previous round I agreed to [roll].", "unparsable"),
        (ROLL_OR_HOLD, "I used to [roll] in such spots.", "unparsable"),
        (ROLL_OR_HOLD, "I refuse to [roll].", "unparsable"),
        (ROLL_OR_HOLD, "I am unable to [roll].", "unparsable"),
        (ROLL_OR_HOLD, "I must decline the [hold] here.", "unparsable"),
        (ROLL_OR_HOLD, "Ich weigere mich zu [roll].", "unparsable"),
        (ROLL_OR_HOLD, "Me niego a [roll].", "unparsable"),
        (BID, '{"action": "bid 2-3"}', "unparsable"),
        (BID, '{"action": "bid 2 4"}', "unparsable"),
        (PILES, '{"action": "p g 1 2"}', "several"),
        (ROLL_OR_HOLD, "The legal actions are [roll] and [hold].", "several"),
        (ROLL_OR_HOLD, "[roll] or [hold]", "several"),
        (ROLL_OR_HOLD, "Should I [roll] or [hold]?", "several"),
        (ROLL_OR_HOLD, "1. [roll]\n2. [hold]", "several"),
        (ROLL_OR_HOLD, "The rules say: [roll] to roll the die, [hold] to bank.", "several"),
        (ROLL_OR_HOLD, "The format is [action], e.g. [roll].", "unparsable"),
        (ROLL_OR_HOLD, "I cannot decide between rolling and holding", "unparsable"),
        (ROLL_OR_HOLD, "Opponent: [hold]", "unparsable"),
        (BID, "Round 7, 7 cards.", "unparsable"),
        (PILES, "I have an 8 in hand and an 8 on d2.", "unparsable"),
        (PILES, "goal joker to pile 1, 2 or 3", "several"),
        (ROLL_OR_HOLD, "Holding is what a careful player would do", "unparsable"),
        (ROLL_OR_HOLD, '{"reasoning": "to [hold] is wise", "act', "unparsable"),
        (BID, "I'd bid 3 or 4 here.", "several"),
        (BID, "[your action here]", "unparsable"),
        (CARD, "Play a purple card.", "unparsable"),
        (CARD, "[play purple 1/13]", "unparsable"),
        (PILES, "Play the goal card.", "several"),
        (PILES, "[p g 1] [p h5 3] [x4 2]", "several"),
    ],
)
def test_where_nothing_or_more_than_one_is_meant_nothing_is_played(
    question: str, reply: str, wrong: ReplyFault
) -> None:
    assert fault(question, reply) == wrong


@pytest.mark.parametrize(
    "joint",
    [" or ", " and ", ", or ", ", and ", " oder ", " und ", ", ou ", " et ", " o ", " y ", "或", "、或", " 或 ",
     " oppure ", " eller ", " lub ", " или ", " または ", " and/or ", " & ", " / ", ", ", "、"],
)  # fmt: skip
def test_a_menu_is_refused_behind_any_words(joint: str) -> None:
    leduc = croupier.make("leduc").new_initial_state(1)
    leduc.apply_action(leduc.legal_actions()[-1])
    pig = QUESTIONS[ROLL_OR_HOLD].state()
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
    ("question", "reply"),
    [
        (BID, "[bid 9]"),
        (BID, "I bid eleven."),
        (BID, "[bid 1.5]"),
        (CARD, "I trump with the black 1."),
        (CARD, "[yellow 8]"),
        (CARD, '{"action": "play green 7"}'),
        (CARD, "[play purple 1]\n\nNo, sorry: [play black 3]"),
        (SEAT, "[leader 7]"),
        (PILES, "[x6 1]"),
        (PILES, "[p h5 5]"),
        (PILES, "[p h5 3 4]"),
        (PILES, '{"action": "p h5 3 4"}'),
        (PILES, "[p d5 1]"),
        (PILES, "Play the 9 on pile 1."),
    ],
)
def test_an_action_that_is_not_legal_is_never_replaced(question: str, reply: str) -> None:
    assert fault(question, reply) == "illegal"


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


STRANGE = ("double", "pass", "castle", "raise the stakes", "draw two", "fold", "trade 44", "surrender now")


@pytest.mark.parametrize("words", STRANGE)
@pytest.mark.parametrize(
    "around",
    ["[{}]", "I want to hold: [{}]", "Rolling is right.\n\n**[{}]**", "[{}]\n\nI keep my points, I hold.",
     "Not [hold] but [{}].", "I roll once more. [{}] !"],
)  # fmt: skip
def test_an_answer_in_brackets_that_is_no_action_is_refused_whatever_other_words_say(
    words: str, around: str
) -> None:
    assert fault(ROLL_OR_HOLD, around.format(words)) == "unparsable"


@pytest.mark.parametrize(
    ("question", "words"),
    [(ROLL_OR_HOLD, "roll twice"), (ROLL_OR_HOLD, "double roll"), (ROLL_OR_HOLD, "hold hands"),
     (ROLL_OR_HOLD, "roll 3 times"), (BID, "bid two hearts"), (CARD, "play purple 13 twice"),
     (SEAT, "leader 3 sideways"), (PILES, "p h5 3 upside down")],
)  # fmt: skip
def test_an_action_in_brackets_with_more_than_the_game_has_is_refused(question: str, words: str) -> None:
    assert fault(question, f"So I decide:\n\n[{words}]") == "unparsable"


def test_marks_in_brackets_that_are_no_answer_do_no_harm() -> None:
    assert means(ROLL_OR_HOLD, "- [ ] roll\n- [x] hold") == "[hold]"
    assert means(ROLL_OR_HOLD, "[Thinking done] I hold.") == "[hold]"
    assert means(ROLL_OR_HOLD, "I hold. [1]") == "[hold]"
    assert means(ROLL_OR_HOLD, "[double] is no option.\n\n[hold]") == "[hold]"
    assert means(ROLL_OR_HOLD, "[please, just hold now]") == "[hold]"
