"""Hearts: the rules as kernels. Ids like HE-4 are those of docs/rules/hearts-and-oh-hell.md."""

from __future__ import annotations

import numpy as np

from croupier.core.base.errors import ConfigError
from croupier.core.base.kernel import inlined, kernel
from croupier.core.base.rng import below
from croupier.core.base.types import ActionList, Codes, Generators, Mask, Record, SeatValues
from croupier.core.spec.options import Facts, Option, Options, Phase, Value
from croupier.core.spec.spec import CHANCE, TERMINAL
from croupier.games.hearts.english import say
from croupier.games.tricks.cards import (
    DECK,
    NOBODY,
    RANKS,
    SUITS,
    clear_play,
    empty_table,
    end_trick,
    lay_card,
    lead_of,
    list_playable,
    share_win,
)
from croupier.games.tricks.english import say as tricks_say
from croupier.games.tricks.hidden import Whole, deal_anew

SEATS, PASSES = 6, 3
"""Most seats, and cards that each passes."""
PASS, PLAY = 0, 1
PHASES = (Phase("PASS", PASS, "pass", DECK, DECK), Phase("PLAY", PLAY, "card", 0, DECK))
ACTIONS = 2 * DECK
"""Actions: the number of a card plays it, and 52 + the number of a card passes it."""
PASSED, PLAYED = SEATS, 2 * SEATS
"""Holders of cards other than seats: PASSED + N: put aside by seat N; PLAYED + N: played by seat N."""
CYCLE, LEFT, RIGHT, ACROSS, NONE = range(5)
PASSINGS = ("cycle", "left", "right", "across", "none")
SAFE, SUBTRACT = 0, 1
FIRST_TRICKS, MOONS = ("safe", "any"), ("add", "subtract")
CLUBS, DIAMONDS, HEARTS, SPADES = range(SUITS)
LOWEST, JACK, QUEEN = 0, RANKS * DIAMONDS + 9, RANKS * SPADES + 10
"""The two of clubs, the jack of diamonds, the queen of spades."""
QUEEN_POINTS, JACK_POINTS, ALL_POINTS = 13, -10, 26
MOST_TARGET, MOST_DEALS = 500, 50
LOW_SPADES = SUITS
"""A void shown that is no whole suit: spades other than the queen."""
ONLY_HEARTS = 1 << CLUBS | 1 << DIAMONDS | 1 << SPADES
ONLY_PENALTIES = 1 << CLUBS | 1 << DIAMONDS | 1 << LOW_SPADES

STATE = np.dtype(
    [
        ("scores", np.int16, (SEATS,)),  # penalty points of all deals scored; all see them
        ("target", np.int16),  # option: penalty points that end the game, 0 for none; all see the options
        ("max_deals", np.int16),  # option: most deals of a game
        ("player", np.int8),  # seat to move, CHANCE while a deal is due, TERMINAL; all see it
        ("phase", np.int8),  # PASS or PLAY; all see it
        ("players", np.int8),  # 3..6; all see it
        ("passing", np.int8),  # option: index into PASSINGS
        ("first_trick", np.int8),  # option: index into FIRST_TRICKS
        ("moon", np.int8),  # option: index into MOONS
        ("jack", np.int8),  # option: 1 if the jack of diamonds counts
        ("deal", np.int8),  # deals scored; all see it
        ("cards", np.int8),  # cards dealt to each seat, 0 before the first deal; all see it
        ("direction", np.int8),  # seats to the left that cards are passed in this deal, 0 for none; all see it
        ("passed", np.int8),  # cards passed this deal; all see it
        ("broken", np.int8),  # 1 if hearts may be led; all see it
        ("played", np.int8),  # cards played this deal; all see it
        ("laid", np.int8),  # cards in the trick under way; all see it
        ("last_leader", np.int8),  # who led the last trick finished, NOBODY before; all see it
        ("last_winner", np.int8),  # who won it; all see it
        ("last_trick", np.int8, (SEATS,)),  # its cards in the order of play, NOBODY after; all see them
        ("taken", np.int8, (SEATS,)),  # points of hearts and the queen taken this deal; all see them
        ("queen_by", np.int8),  # who has taken the queen of spades this deal, NOBODY before; all see it
        ("jack_by", np.int8),  # likewise the jack of diamonds
        ("voids", np.int8, (SEATS,)),  # bit k: has shown to hold no card of suit k, or LOW_SPADES; all see it
        ("plays", np.int8, (DECK,)),  # cards played this deal in their order, NOBODY after; all see them
        ("where", np.int8, (DECK,)),  # who holds each card: its own seat, also of what it puts aside; what is
        # played, all; NOBODY where it is not in the deck
        ("given", np.int8, (DECK,)),  # who passed each card this deal, once all have: this seat and who got it;
        # NOBODY where it was not passed
    ],
    align=True,
)

OPTIONS = (
    Option("players", "int", 4, tricks_say("option.players"), low=3, high=SEATS, rule="HE-1",
           label=tricks_say("label.players")),
    Option("passing", "choice", "cycle", say("option.passing"), choices=PASSINGS, rule="HE-2",
           label=say("label.passing"),
           choice_labels=(say("passing.cycle"), say("passing.left"), say("passing.right"), say("passing.across"),
                          say("passing.none"))),
    Option("first_trick", "choice", "safe", say("option.first_trick"), choices=FIRST_TRICKS, rule="HE-4",
           label=say("label.first_trick"), choice_labels=(say("first.safe"), say("first.any"))),
    Option("jack", "bool", False, say("option.jack"), rule="HE-6", label=say("label.jack")),
    Option("moon", "choice", "add", say("option.moon"), choices=MOONS, rule="HE-7", label=say("label.moon"),
           choice_labels=(say("moon.add"), say("moon.subtract"))),
    Option("target", "int", 100, say("option.target"), low=0, high=MOST_TARGET, rule="HE-8",
           label=say("label.target")),
    Option("max_deals", "int", 40, say("option.deals"), low=1, high=MOST_DEALS, rule="HE-8",
           label=say("label.deals")),
)  # fmt: skip
VARIANTS: dict[str, dict[str, Value]] = {
    "Hearts-v0": {},
    "Hearts-v0-one": {"target": 0, "max_deals": 1},
    "Hearts-v0-jack": {"jack": True},
}


def players(options: Options) -> int:
    """HE-1: three to six players."""
    return int(options["players"])


def check_options(options: Options) -> None:
    """HE-2: a table of three has no seat across."""
    if players(options) == 3 and options["passing"] == "across":
        raise ConfigError(say("no_across"))


def facts(options: Options) -> Facts:
    """HE-1, HE-2, HE-6 to HE-9: each seat passes three cards and plays all its cards; one win is given away."""
    # Penalty points are at least 0. A deal adds 26 at most; there is no deal after one that meets the target.
    deals, target = int(options["max_deals"]), int(options["target"])
    most = ALL_POINTS * deals if target == 0 else min(ALL_POINTS * deals, target - 1 + ALL_POINTS)
    spared = ALL_POINTS * (options["moon"] == "subtract") - JACK_POINTS * bool(options["jack"])
    passes = PASSES if options["passing"] != "none" else 0
    return Facts(
        min_utility=0.0,
        max_utility=1.0,
        utility_sum=1.0,
        max_game_length=deals * players(options) * (passes + DECK // players(options)),
        information="hidden",
        chance="sampled",
        worst_points=float(-most),
        best_points=float(spared * deals),
    )


@kernel
def setup(s: Record, codes: Codes) -> None:
    """HE-1: an empty table; the first deal is due."""
    s["players"] = codes[0]
    s["passing"] = codes[1]
    s["first_trick"] = codes[2]
    s["jack"] = codes[3]
    s["moon"] = codes[4]
    s["target"] = codes[5]
    s["max_deals"] = codes[6]
    s["deal"] = 0
    clear(s)
    empty_table(s)


@kernel
def clear(s: Record) -> None:
    """HE-2: a deal begins: nothing is passed or played."""
    s["cards"] = DECK // s["players"]
    s["direction"] = direction_of(s["passing"], s["deal"], s["players"])
    s["phase"] = PASS if s["direction"] else PLAY
    s["player"] = 0
    s["passed"] = 0
    s["broken"] = 0
    s["queen_by"] = NOBODY
    s["jack_by"] = NOBODY
    for seat in range(SEATS):
        s["taken"][seat] = 0
    for card in range(DECK):
        s["given"][card] = NOBODY
    clear_play(s)


@inlined
def direction_of(passing: int, deal: int, people: int) -> int:
    """HE-2: how many seats to the left cards are passed in a deal, counted from 0; 0 for none."""
    if passing == CYCLE:
        turn = deal % (4 if people > 3 else 3)
        passing = NONE if people == 3 and turn == 2 else LEFT + turn
    if passing == LEFT:
        return 1
    if passing == RIGHT:
        return int(people) - 1
    return int(people) // 2 if passing == ACROSS else 0


@inlined
def in_deck(card: int, people: int) -> bool:
    """HE-1: cards that do not go round are out: the first of 2D, 2S, 3D and 3S."""
    suit, rank = card // RANKS, card % RANKS
    if suit not in (DIAMONDS, SPADES):
        return True
    return bool(2 * rank + (suit == SPADES) >= DECK % people)


@inlined
def penalty_of(card: int) -> int:
    """HE-6: points of a heart or of the queen of spades; 0 of others."""
    if card == QUEEN:
        return QUEEN_POINTS
    return 1 if card // RANKS == HEARTS else 0


@kernel
def chance(s: Record, rng: Generators, i: int) -> None:
    """HE-1: the whole deck is dealt."""
    clear(s)
    deck, count = s["plays"], 0  # it holds the deck for the moment
    for card in range(DECK):
        if in_deck(card, s["players"]):
            deck[count] = card
            count += 1
    for k in range(count):
        other = k + below(rng, i, count - k)
        s["where"][deck[other]] = k // s["cards"]
        deck[other] = deck[k]
    for card in range(DECK):
        deck[card] = NOBODY
    begin(s)


@kernel
def begin(s: Record) -> None:
    """HE-2, HE-3: all hands lie: the first seat passes, or who holds the two of clubs leads."""
    s["player"] = 0 if s["phase"] == PASS else s["where"][LOWEST]


@kernel
def legal(s: Record, mask: Mask, actions: ActionList) -> int:
    """HE-2 to HE-5: any card may be passed; who plays follows suit, and plays penalties where it may."""
    for action in range(ACTIONS):
        mask[action] = False
    if s["phase"] == PASS:
        count = 0
        for card in range(DECK):
            if s["where"][card] == s["player"]:
                mask[DECK + card] = True
                actions[count] = DECK + card
                count += 1
        return count
    if s["played"] == 0:
        mask[LOWEST] = True
        actions[0] = LOWEST
        return 1
    lead = lead_of(s)
    count = list_playable(s["where"], s["player"], lead, mask, actions)
    if lead == NOBODY and not s["broken"]:
        return _leave_out(mask, actions, count, False)
    if lead != NOBODY and s["played"] < s["players"] and s["first_trick"] == SAFE:
        return _leave_out(mask, actions, count, True)
    return count


@inlined
def _leave_out(mask: Mask, actions: ActionList, count: int, queen: bool) -> int:
    """HE-4, HE-5: leave out hearts, and the queen of spades too if that is said, unless there is nothing else."""
    left = 0
    for k in range(count):
        if not (actions[k] // RANKS == HEARTS or (queen and actions[k] == QUEEN)):
            actions[left] = actions[k]
            left += 1
    if left == 0:
        return count
    for card in range(RANKS * HEARTS, RANKS * (HEARTS + 1)):
        mask[card] = False
    if queen:
        mask[QUEEN] = False
    return left


@kernel
def play(s: Record, action: int) -> None:
    """HE-2 to HE-5: a card is passed or played, and what comes of it."""
    seat = s["player"]
    if s["phase"] == PASS:
        s["where"][action - DECK] = PASSED + seat
        s["passed"] += 1
        if s["passed"] == PASSES * s["players"]:
            _hand_over(s)
        elif s["passed"] % PASSES == 0:
            s["player"] += 1
        return
    _show(s, seat, action)
    lay_card(s, seat, action, PLAYED)
    if penalty_of(action):
        s["broken"] = 1
    if s["laid"] == s["players"]:
        _end_trick(s, s["player"])


@kernel
def _hand_over(s: Record) -> None:
    """HE-2: each gets the cards that were passed to it."""
    for card in range(DECK):
        if s["where"][card] >= PASSED:
            giver = s["where"][card] - PASSED
            s["given"][card] = giver
            s["where"][card] = (giver + s["direction"]) % s["players"]
    s["phase"] = PLAY
    begin(s)


@inlined
def _show(s: Record, seat: int, card: int) -> None:
    """HE-4, HE-5: what a penalty card that is about to be played shows its seat to lack."""
    lead, suit = lead_of(s), card // RANKS
    safe = s["played"] < s["players"] and s["first_trick"] == SAFE
    if lead != NOBODY and lead != suit and safe and penalty_of(card):
        s["voids"][seat] |= ONLY_PENALTIES
    if lead == NOBODY and suit == HEARTS and not s["broken"]:
        s["voids"][seat] |= ONLY_HEARTS


@kernel
def _end_trick(s: Record, leader: int) -> None:
    """HE-3, HE-6: the winner takes the cards and leads the next trick; after the last one the deal is scored."""
    people, winner = int(s["players"]), end_trick(s, leader, NOBODY)
    for place in range(people):
        card = s["last_trick"][place]
        s["taken"][winner] += penalty_of(card)
        if card == QUEEN:
            s["queen_by"] = winner
        if card == JACK:
            s["jack_by"] = winner
    if s["played"] == people * int(s["cards"]):
        _end_deal(s)


@kernel
def _end_deal(s: Record) -> None:
    """HE-8: the deal is scored; another follows unless somebody has come to the target, or it was the last."""
    most = -MOST_DEALS * DECK
    for seat in range(s["players"]):
        s["scores"][seat] += deal_points(s, seat)
        most = max(most, int(s["scores"][seat]))
    s["deal"] += 1
    s["phase"] = PASS
    over = s["deal"] == s["max_deals"] or (s["target"] > 0 and most >= s["target"])
    s["player"] = TERMINAL if over else CHANCE


@kernel
def deal_points(s: Record, seat: int) -> int:
    """HE-6, HE-7: penalty points of a seat in a deal that is played, with the moon and the jack."""
    points = int(s["taken"][seat])
    for other in range(s["players"]):
        if s["taken"][other] == ALL_POINTS:
            if s["moon"] == SUBTRACT:
                points = -ALL_POINTS if seat == other else 0
            else:
                points = 0 if seat == other else ALL_POINTS
    return points + (JACK_POINTS if s["jack"] and s["jack_by"] == seat else 0)


@inlined
def is_hidden(s: Record, card: int, seat: int) -> bool:
    """Whether a seat cannot know where a card is: in another hand, or put aside by another.

    What it has passed lies where it went, and who is to lead first has the two of clubs (HE-2, HE-3).
    """
    holder = s["where"][card]
    if holder == NOBODY or holder >= PLAYED or holder % SEATS == seat:
        return False
    return bool(s["phase"] == PASS or (card != LOWEST and s["given"][card] != seat))


@inlined
def may_hold(s: Record, seat: int, card: int) -> bool:
    """HE-3 to HE-5: nobody holds what it has shown to lack."""
    shown = s["voids"][seat]
    if card // RANKS == SPADES and card != QUEEN and (shown >> LOW_SPADES) & 1:
        return False
    return not (shown >> (card // RANKS)) & 1


@kernel
def list_hidden(s: Record, seat: int, cards: Whole, free: Whole) -> int:
    """List the cards that a seat cannot locate, and the places where each may be; returns how many there are."""
    count = 0
    for card in range(DECK):
        if is_hidden(s, card, seat):
            cards[count] = card
            free[count] = 0
            for other in range(s["players"]):
                if other != seat and may_hold(s, other, card):
                    free[count] |= 1 << other | 1 << (PASSED + other)
            count += 1
    return count


@kernel
def redeal(s: Record, seat: int, rng: Generators, i: int) -> None:
    """HE-2 to HE-5: cards that a seat cannot see may lie with any other that has not shown to lack them."""
    cards, free = np.empty(DECK, dtype=np.int64), np.empty(DECK, dtype=np.int64)
    deal_anew(s["where"], cards, free, list_hidden(s, seat, cards, free), rng, i)
    if s["direction"] and s["passed"] == PASSES * s["players"]:
        giver = (seat - int(s["direction"])) % s["players"]
        for card in range(DECK):
            if s["given"][card] != seat and s["given"][card] != giver:
                s["given"][card] = NOBODY
        for other in range(s["players"]):
            draw_given(s, seat, other, rng, i)


@kernel
def draw_given(s: Record, seat: int, receiver: int, rng: Generators, i: int) -> None:
    """HE-2: any cards that another has had this deal may be those passed to it, as far as a seat knows."""
    giver = (receiver - int(s["direction"])) % s["players"]
    had, count = np.empty(DECK, dtype=np.int64), 0
    if seat != giver and seat != receiver:
        for card in range(DECK):
            if s["where"][card] == receiver or s["where"][card] == PLAYED + receiver:
                had[count] = card
                count += 1
                s["given"][card] = NOBODY
        for k in range(PASSES):
            other = k + below(rng, i, count - k)
            s["given"][had[other]] = giver
            had[other] = had[k]


@kernel
def returns(s: Record, out: SeatValues) -> None:
    """HE-9: 1 for the fewest penalty points, shared among equals, and 0 for the others."""
    share_win(s, -1, out)


@kernel
def points(s: Record, out: SeatValues) -> None:
    """HE-9: penalty points of the deals scored, below nothing, so that more is better."""
    for seat in range(s["players"]):
        out[seat] = -s["scores"][seat]
