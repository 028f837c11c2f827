"""Oh Hell: the rules as kernels. Ids like OH-4 are those of docs/rules/hearts-and-oh-hell.md."""

from __future__ import annotations

import numpy as np

from croupier.core.base.errors import ConfigError
from croupier.core.base.kernel import inlined, kernel
from croupier.core.base.rng import below
from croupier.core.base.types import ActionList, Codes, Generators, Mask, Record, SeatValues
from croupier.core.spec.options import Facts, Option, Options, Phase, Value
from croupier.core.spec.spec import CHANCE, TERMINAL
from croupier.games.oh_hell.english import say
from croupier.games.tricks.cards import (
    DECK,
    NOBODY,
    RANKS,
    clear_play,
    empty_table,
    end_trick,
    lay_card,
    lead_of,
    list_playable,
    share_win,
)
from croupier.games.tricks.english import say as tricks_say
from croupier.games.tricks.hidden import deal_anew_by_voids

SEATS, LARGEST = 7, 17
"""Most seats, and cards in a hand."""
BID, PLAY = 0, 1
PHASES = (Phase("BID", BID, "bid", DECK, LARGEST + 1), Phase("PLAY", PLAY, "card", 0, DECK))
ACTIONS = DECK + LARGEST + 1
"""Actions: the number of a card plays it, and 52 + N bids N tricks."""
TURNED, PLAYED = 7, 8
"""Holders of cards other than seats: turned up; PLAYED + N: played by seat N this round."""
UP, DOWN, BOTH, ONE = range(4)
SCHEDULES = ("up", "down", "both", "one")
SCORINGS = ("exact", "tricks")
BONUS = 10

STATE = np.dtype(
    [
        ("scores", np.int16, (SEATS,)),  # points of all rounds scored; all see them
        ("player", np.int8),  # seat to move, CHANCE while a deal is due, TERMINAL; all see it
        ("phase", np.int8),  # BID or PLAY; all see it
        ("players", np.int8),  # 3..7; all see it
        ("largest", np.int8),  # option: cards of the largest hand, 1..17; all see the options
        ("schedule", np.int8),  # option: index into SCHEDULES
        ("hook", np.int8),  # option: 1 if bids must not add up to the tricks
        ("trump", np.int8),  # option: 1 if a card is turned up for trump
        ("scoring", np.int8),  # option: index into SCORINGS
        ("round", np.int8),  # rounds scored; all see it
        ("cards", np.int8),  # cards dealt to each seat this round, 0 before the first deal; all see it
        ("dealer", np.int8),  # dealer of this round, NOBODY before the first deal; all see it
        ("turned", np.int8),  # the card turned up, NOBODY if none is; all see it
        ("bids_in", np.int8),  # bids made this round; all see it
        ("played", np.int8),  # cards played this round; all see it
        ("laid", np.int8),  # cards in the trick under way; all see it
        ("last_leader", np.int8),  # who led the last trick finished, NOBODY before; all see it
        ("last_winner", np.int8),  # who won it; all see it
        ("last_trick", np.int8, (SEATS,)),  # its cards in the order of play, NOBODY after; all see them
        ("bids", np.int8, (SEATS,)),  # tricks bid, NOBODY before; all see them
        ("won", np.int8, (SEATS,)),  # tricks won this round; all see them
        ("voids", np.int8, (SEATS,)),  # bit k: has shown this round to hold no card of suit k; all see it
        ("plays", np.int8, (DECK,)),  # cards played this round in their order, NOBODY after; all see them
        ("where", np.int8, (DECK,)),  # who holds each card: its own seat; what is turned up or played, all;
        # NOBODY where it is not dealt, which nobody sees
        ("spare", np.int8),  # zero, up to a multiple of two bytes
    ],
    align=True,
)

OPTIONS = (
    Option("players", "int", 4, tricks_say("option.players"), low=3, high=SEATS, rule="OH-1",
           label=tricks_say("label.players")),
    Option("largest", "int", 7, say("option.largest"), low=1, high=LARGEST, rule="OH-2",
           label=say("label.largest")),
    Option("rounds", "choice", "up", say("option.rounds"), choices=SCHEDULES, rule="OH-2",
           label=say("label.rounds"),
           choice_labels=(say("rounds.up"), say("rounds.down"), say("rounds.both"), say("rounds.one"))),
    Option("trump", "bool", True, say("option.trump"), rule="OH-3", label=say("label.trump")),
    Option("hook", "bool", True, say("option.hook"), rule="OH-4", label=say("label.hook")),
    Option("scoring", "choice", "exact", say("option.scoring"), choices=SCORINGS, rule="OH-6",
           label=say("label.scoring"), choice_labels=(say("scoring.exact"), say("scoring.tricks"))),
)  # fmt: skip
VARIANTS: dict[str, dict[str, Value]] = {
    "OhHell-v0": {},
    "OhHell-v0-both": {"rounds": "both"},
    "OhHell-v0-one": {"rounds": "one"},
    "OhHell-v0-tricks": {"scoring": "tricks"},
}


def players(options: Options) -> int:
    """OH-1: three to seven players."""
    return int(options["players"])


def check_options(options: Options) -> None:
    """OH-2, OH-3: the largest hands and the card turned up must be in the deck."""
    most = (DECK - bool(options["trump"])) // players(options)
    if int(options["largest"]) > most:
        raise ConfigError(say("too_large", largest=options["largest"], players=players(options), most=most))


@inlined
def round_count(schedule: int, largest: int) -> int:
    """OH-2: rounds of a game."""
    if schedule == ONE:
        return 1
    return 2 * largest - 1 if schedule == BOTH else largest


@inlined
def hand_size(schedule: int, largest: int, number: int) -> int:
    """OH-2: cards of a hand in a round, counted from 0."""
    if schedule == UP or (schedule == BOTH and number < largest):
        return number + 1
    if schedule == BOTH:
        return 2 * largest - 1 - number
    return largest - number if schedule == DOWN else largest


@inlined
def seat_points(bid: int, won: int, scoring: int) -> int:
    """OH-6: what a seat scores in a round."""
    return (BONUS + won if bid == won else 0) if scoring == 0 else won + (BONUS if bid == won else 0)


def sizes(options: Options) -> list[int]:
    """OH-2: cards in a hand in each round of a game."""
    schedule, largest = SCHEDULES.index(str(options["rounds"])), int(options["largest"])
    return [hand_size(schedule, largest, number) for number in range(round_count(schedule, largest))]


def facts(options: Options) -> Facts:
    """OH-4 to OH-7: each seat bids once per round and plays all its cards; one win is given away."""
    # At best a seat bids and wins every trick of every round; the least score of a round is 0.
    return Facts(
        min_utility=0.0,
        max_utility=1.0,
        utility_sum=1.0,
        max_game_length=sum(players(options) * (1 + cards) for cards in sizes(options)),
        information="hidden",
        chance="sampled",
        worst_points=0.0,
        best_points=float(sum(BONUS + cards for cards in sizes(options))),
    )


@kernel
def setup(s: Record, codes: Codes) -> None:
    """OH-1: an empty table; the first deal is due."""
    s["players"] = codes[0]
    s["largest"] = codes[1]
    s["schedule"] = codes[2]
    s["trump"] = codes[3]
    s["hook"] = codes[4]
    s["scoring"] = codes[5]
    s["round"] = 0
    s["dealer"] = NOBODY
    s["spare"] = 0
    clear(s)
    empty_table(s)


@kernel
def clear(s: Record) -> None:
    """OH-2, OH-4: a round begins: nothing is bid or played, and who sits left of the dealer is to bid."""
    s["cards"] = hand_size(s["schedule"], s["largest"], s["round"])
    s["phase"] = BID
    s["player"] = (s["dealer"] + 1) % s["players"]
    s["turned"] = NOBODY
    s["bids_in"] = 0
    for seat in range(SEATS):
        s["bids"][seat] = NOBODY
        s["won"][seat] = 0
    clear_play(s)


@inlined
def trump_of(s: Record) -> int:
    """OH-3: the suit of trumps, or NOBODY."""
    return int(s["turned"]) // RANKS if s["turned"] != NOBODY else NOBODY


@kernel
def chance(s: Record, rng: Generators, i: int) -> None:
    """OH-1 to OH-3: the first dealer is drawn by lot; the cards are dealt, and the next is turned up."""
    s["dealer"] = below(rng, i, s["players"]) if s["dealer"] == NOBODY else (s["dealer"] + 1) % s["players"]
    clear(s)
    deck = s["plays"]  # it holds the deck for the moment
    for card in range(DECK):
        deck[card] = card
    hands = int(s["players"]) * int(s["cards"])
    for k in range(hands + s["trump"]):
        other = k + below(rng, i, DECK - k)
        card = deck[other]
        deck[other] = deck[k]
        if k < hands:
            s["where"][card] = k // s["cards"]
        else:
            s["where"][card] = TURNED
            s["turned"] = card
    for card in range(DECK):
        deck[card] = NOBODY


@kernel
def legal(s: Record, mask: Mask, actions: ActionList) -> int:
    """OH-4, OH-5: any bid but, for the last bidder, the one that the hook forbids; a card that follows suit."""
    for action in range(ACTIONS):
        mask[action] = False
    if s["phase"] == PLAY:
        return list_playable(s["where"], s["player"], lead_of(s), mask, actions)
    forbidden = NOBODY
    if s["hook"] and s["bids_in"] == s["players"] - 1:
        forbidden = int(s["cards"])
        for seat in range(s["players"]):
            forbidden -= max(s["bids"][seat], 0)
    count = 0
    for bid in range(s["cards"] + 1):
        if bid != forbidden:
            mask[DECK + bid] = True
            actions[count] = DECK + bid
            count += 1
    return count


@kernel
def play(s: Record, action: int) -> None:
    """OH-4, OH-5: a bid, or a card and what comes of it."""
    seat = s["player"]
    if s["phase"] == BID:
        s["player"] = (seat + 1) % s["players"]
        s["bids"][seat] = action - DECK
        s["bids_in"] += 1
        if s["bids_in"] == s["players"]:
            s["phase"] = PLAY
        return
    lay_card(s, seat, action, PLAYED)
    if s["laid"] == s["players"]:
        _end_trick(s, s["player"])


@kernel
def _end_trick(s: Record, leader: int) -> None:
    """OH-5: the winner leads the next trick; after the last one the round is scored."""
    people = int(s["players"])
    s["won"][end_trick(s, leader, trump_of(s))] += 1
    if s["played"] == people * int(s["cards"]):
        for seat in range(people):
            s["scores"][seat] += seat_points(s["bids"][seat], s["won"][seat], s["scoring"])
        s["round"] += 1
        s["phase"] = BID
        s["player"] = CHANCE if s["round"] < round_count(s["schedule"], s["largest"]) else TERMINAL


@inlined
def is_hidden(s: Record, card: int, seat: int) -> bool:
    """Whether a seat cannot know where a card is: in another hand, or not dealt."""
    return bool(s["where"][card] < SEATS and s["where"][card] != seat)


@kernel
def redeal(s: Record, seat: int, rng: Generators, i: int) -> None:
    """OH-5: cards that a seat does not see may be in any hand that has not shown to lack the suit, or undealt."""
    deal_anew_by_voids(s, seat, SEATS, rng, i)


@kernel
def returns(s: Record, out: SeatValues) -> None:
    """OH-7: 1 for the most points, shared among equals, and 0 for the others."""
    share_win(s, 1, out)


@kernel
def points(s: Record, out: SeatValues) -> None:
    """OH-6: points of the rounds scored."""
    for seat in range(s["players"]):
        out[seat] = s["scores"][seat]
