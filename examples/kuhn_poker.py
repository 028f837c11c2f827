"""Kuhn poker in one file: a whole game for croupier, with a bot that plays it perfectly.

Two players put in one chip each and are dealt one card each of jack, queen and king. In turn they pass or bet one
more chip; who passes a bet gives up. If both passed or both have bet, the higher card wins. (H. W. Kuhn, 1950: in
perfect play the first player loses 1/18 of a chip a game.)

Run: ``python examples/kuhn_poker.py [SEED]``

An entry point of your own package makes it a game like any other, for ``croupier play kuhn-poker``, training and
every environment: ``kuhn-poker = "kuhn_poker:SPEC"`` in the group ``croupier.games``.
"""
# ruff: noqa: ARG001, ARG002, ARG005, D102, D103  # the contracts fix the arguments, and say what each function does

import re
import sys

import numpy as np

from croupier import ConfigError, Game, PositionError
from croupier.agents import make_agent
from croupier.core import (
    CHANCE,
    TERMINAL,
    Block,
    Bot,
    BotEntry,
    Catalogue,
    Facts,
    GameSpec,
    Message,
    Phase,
    ReplyError,
    Rules,
    Spaces,
    Words,
    array_of,
    below,
    joined,
    kernel,
    object_of,
    uniform,
    value,
)
from croupier.table import ask_one

PASS, BET = 0, 1
ACTIONS = ("[pass]", "[bet]")
CARDS = (None, "jack", "queen", "king")  # 0 before the deal
DEALS = np.array([(1, 2), (1, 3), (2, 1), (2, 3), (3, 1), (3, 2)], dtype=np.int8)
STATE = np.dtype(
    [
        ("player", np.int8),
        ("phase", np.int8),
        ("players", np.int8),
        ("cards", np.int8, (2,)),  # 1 to 3, 0 before the deal; its own seat sees it
        ("said", np.int8, (3,)),  # what was answered so far, 1 + action; 0 not yet
    ]
)

# What the game says to people has a key, so that another language can say it; what is typed is the same in all.
say = Catalogue(
    "kuhn-poker",
    {
        "title": "Kuhn Poker",
        "summary": "Three cards, one bet: bluff or fold.",
        "bot": "an equilibrium: as first player it bluffs with N% (20) of its jacks",
        "bot.unknown": "kuhn-poker has no bot {name!r}; bots are bot:N, N from 0 to 33",
        "opening": (
            "Kuhn poker: one card each of jack, queen and king, one chip in. In turn, [pass] or [bet] one more.\n"
            "Who passes a bet gives up; if both passed or both have bet, the higher card wins.\n"
            "You are Player {seat}. {held}"
        ),
        "held": "Your card: {card}.",
        "said": "Said so far: {said}.",
        "said.nothing": "Said so far: nothing.",
        "shown": "Shown: {first} and {second}.",
        "passes": "Player {player} passes.",
        "bets": "Player {player} bets.",
        "wins": "Player {player} wins {chips}.",
        "no_number": "action {action} does not exist; 0 is [pass], 1 is [bet]",
        "no_action": "{text!r} is no action of Kuhn poker: say [pass] or [bet]",
        "reply": "it must name one action: [pass] or [bet]",
        "position.field": "{name}={text!r}: a position has cards=A,B and said=A,B,C, in digits",
        "position.cards": "the cards are {cards}, not two of 1, 2 and 3",
        "position.undealt": "nobody answers before the deal",
        "position.turn": "player, phase or players do not agree with the answers",
        "position.answers": "no game has the answers {said} (1 passes, 2 bets)",
    },
).say

# ---------------------------------------------------------------- the rules: kernels, which take a record


@kernel
def setup(s, codes):
    s["player"], s["phase"], s["players"] = CHANCE, 0, 2
    s["cards"][:] = 0
    s["said"][:] = 0


@kernel
def outcomes(s, probs):
    probs[:] = 1.0 / len(DEALS)
    return len(DEALS)


@kernel
def play_outcome(s, outcome):
    s["cards"][0], s["cards"][1] = DEALS[outcome, 0], DEALS[outcome, 1]
    s["player"] = 0


@kernel
def chance(s, rng, i):
    play_outcome(s, below(rng, i, len(DEALS)))


@kernel
def legal(s, mask, actions):
    for action in (PASS, BET):
        mask[action], actions[action] = True, action
    return 2


@kernel
def answers(s):
    given = 0
    while given < 3 and s["said"][given] > 0:
        given += 1
    return given


@kernel
def play(s, action):
    """Only a bet after a pass is answered a third time."""
    s["said"][answers(s)] = 1 + action
    given = answers(s)
    over = given == 3 or (given == 2 and not (s["said"][0] == 1 + PASS and action == BET))
    s["player"] = TERMINAL if over else given % 2


@kernel
def observe(s, seat, out):
    """The own card, and what was said."""
    out[:] = 0.0
    if s["cards"][seat] > 0:
        out[s["cards"][seat] - 1] = 1.0
    for k in range(3):
        if s["said"][k] > 0:
            out[3 + 2 * k + s["said"][k] - 1] = 1.0


@kernel
def gave_up(s):
    """Whether the last answer passed a bet."""
    last = answers(s) - 1
    return last > 0 and s["said"][last] == 1 + PASS and s["said"][last - 1] == 1 + BET


@kernel
def redeal(s, seat, rng, i):
    """The other seat holds one of the other two cards, each as likely: its answers tell nothing for sure."""
    shown = s["player"] == TERMINAL and not gave_up(s)
    if s["cards"][seat] > 0 and not shown:
        card = 1 + below(rng, i, 2)
        s["cards"][1 - seat] = card + (card >= s["cards"][seat])


@kernel
def returns(s, out):
    """Who passes a bet loses 1; else the higher card wins 1, or 2 where both have bet."""
    last = answers(s) - 1
    winner = (last + 1) % 2 if gave_up(s) else int(s["cards"][1] > s["cards"][0])
    stake = 2.0 if s["said"][last] == 1 + BET else 1.0
    out[winner], out[1 - winner] = stake, -stake


@kernel
def points(s, out):
    """The same once the game is over: before, it would tell who holds what."""
    out[:] = 0.0
    if s["player"] == TERMINAL:
        returns(s, out)


# ------------------------------------------- the record as data and as text: an array with one record


class View:
    """What a seat may know; ``check_game`` deals the hidden card anew and looks whether anything changes."""

    SCHEMA = object_of(
        "The table of Kuhn poker.",
        card=value("string", "the own card; null for a spectator", null=True),
        said=array_of(value("string", "`[pass]` or `[bet]`"), "what was answered, by the seats in turn"),
        shown=array_of(value("string", "a card"), "both cards, where they are compared; else null", null=True),
    )

    def view(self, records, seat):
        s = records[0]
        cards, said = [CARDS[card] for card in s["cards"]], [ACTIONS[one - 1] for one in s["said"] if one]
        compared = s["player"] == TERMINAL and said[-2:] != ["[bet]", "[pass]"]
        return {"card": None if seat is None else cards[seat], "said": said, "shown": cards if compared else None}


class Notation:
    """A position as ``kuhn-poker cards=3,1 said=1,2,0``."""

    def format_position(self, records):
        return {name: ",".join(str(n) for n in records[0][name]) for name in ("cards", "said")}

    def parse_position(self, records, fields):
        s = records[0]
        for name, text in fields.items():
            form = {"cards": "[0-3],[0-3]", "said": "[0-2],[0-2],[0-2]"}.get(name)
            if form is None or not re.fullmatch(form, text):
                raise PositionError(say("position.field", name=name, text=text))
            s[name] = [int(digit) for digit in text.split(",")]
        if s["cards"].all():
            s["player"] = self.next_player(s)

    def validate(self, records):
        s = records[0]
        cards, player = s["cards"].tolist(), CHANCE
        if cards != [0, 0]:
            if cards not in DEALS.tolist():
                raise PositionError(say("position.cards", cards=cards))
            player = self.next_player(s)
        elif s["said"].any():
            raise PositionError(say("position.undealt"))
        if (s["player"], s["phase"], s["players"]) != (player, 0, 2):
            raise PositionError(say("position.turn"))

    def next_player(self, s):
        turns = {(0, 0, 0): 0, (1, 0, 0): 1, (2, 0, 0): 1, (1, 2, 0): 0}
        ends = ((1, 1, 0), (2, 1, 0), (2, 2, 0), (1, 2, 1), (1, 2, 2))
        said = tuple(s["said"].tolist())
        if said not in turns and said not in ends:
            raise PositionError(say("position.answers", said=said))
        return turns.get(said, TERMINAL)


# ------------------------------------------------------- the words: they take a position, never a record


def said(table):
    return say("said", said=", ".join(table["said"])) if table["said"] else say("said.nothing")


def shown(table):
    return [say("shown", first=table["shown"][0], second=table["shown"][1])] if table["shown"] else []


class Text:
    """Actions and what a seat sees."""

    def action_to_string(self, position, action):
        if action not in (PASS, BET):
            raise ValueError(say("no_number", action=action))
        return ACTIONS[action]

    def string_to_action(self, position, text):
        if (name := f"[{text.strip().strip('[]').lower()}]") not in ACTIONS:
            raise ValueError(say("no_action", text=text))
        return ACTIONS.index(name)

    def observation_string(self, view):
        table = view["table"]
        held = [say("held", card=table["card"])] if table["card"] else []
        return joined(" ", [*held, said(table), *shown(table)])


class Prompts:
    """Messages for people and language models."""

    def opening(self, position, seat):
        return say("opening", seat=seat, held=say("held", card=position.table(seat)["card"]))

    def read(self, position, reply, *, strict):
        named = re.findall(r"\[(?:pass|bet)\]", reply.lower())
        if not named or (strict and len(set(named)) > 1):
            raise ReplyError(say("reply"))
        return ACTIONS.index(named[0])

    def hearers(self, position):
        return range(2)

    def narrate(self, before, action, after):
        did = say(("passes", "bets")[action], player=before.current_player())
        return [Message(line) for line in (did, *shown(after.table(None)))]

    def board(self, position):
        return said(position.table(None))

    def outcome(self, position):
        won = position.view(None)["points"]
        return say("wins", player=won.index(max(won)), chips=f"{max(won):g}")


# ------------------------------------------------------------------------------------------ the bot


@kernel
def choose(s, mask, params, rng, i):
    """Bet with the probability that `equilibrium` gives for what was said and the own card."""
    said = s["said"]
    situation = 0 if said[0] == 0 else said[0] if said[1] == 0 else 3
    return BET if uniform(rng, i) < params[situation, s["cards"][s["player"]] - 1] else PASS


def equilibrium(bluff):
    """Probabilities to bet with jack, queen and king: an equilibrium for each share of bluffs, 0 to 1/3."""
    first, after_pass, after_bet = (bluff, 0.0, 3 * bluff), (1 / 3, 0.0, 1.0), (0.0, 1 / 3, 1.0)
    return np.array([first, after_pass, after_bet, (0.0, bluff + 1 / 3, 1.0)])


def make_bot(argument, options):
    """The bot of ``bot:N``: as first player it bets with N% of its jacks."""
    if not re.fullmatch(r"\d{0,2}", argument) or int(argument or 0) > 33:
        raise ConfigError(say("bot.unknown", name=argument))
    return Bot(choose, equilibrium(int(argument or 20) / 100))


# ------------------------------------------------------------------------------------- all together

SPEC = GameSpec(
    name="kuhn-poker",
    title=say("title"),
    summary=say("summary"),
    version=1,
    options=(),
    spaces=Spaces(
        num_players=lambda options: 2,
        phases=lambda options: (Phase("ANSWER", 0, "answer", 0, 2),),
        blocks=lambda options: (
            Block("card", 3, 0.0, 1.0, "own card: jack, queen, king"),
            Block("said", 6, 0.0, 1.0, "for each of three answers: passed, bet"),
        ),
    ),
    rules=Rules(
        state=STATE,
        setup=setup,
        legal=legal,
        play=play,
        chance=chance,
        outcomes=outcomes,
        play_outcome=play_outcome,
        max_outcomes=len(DEALS),
        observe=observe,
        redeal=redeal,
        returns=returns,
        points=points,
    ),
    view=View(),
    notation=Notation(),
    words=Words(text=Text(), prompts=Prompts()),
    facts=lambda options: Facts(
        min_utility=-2.0,
        max_utility=2.0,
        utility_sum=0.0,
        max_game_length=3,
        information="hidden",
        chance="listed",
    ),
    bots={"bot": BotEntry(make_bot, say("bot"), "bot:33")},
)


def main(seed=1):
    """Play one game of two bots, and tell it."""
    game = Game(SPEC)
    state, bot, words = game.new_initial_state(seed), make_agent("bot", game), SPEC.words.prompts
    while not state.is_terminal():
        print(f"Player {state.current_player()} sees: {state.observation_string()}")
        before, action = state.clone(), ask_one(bot, state)
        state.apply_action(action)
        print(*(message.text for message in words.narrate(before, action, state)))
    print(words.outcome(state))


if __name__ == "__main__":
    main(*(int(word) for word in sys.argv[1:2]))
