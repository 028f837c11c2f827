"""Expected points of the rest of a round, for the bots: chances of single cards, a plan of all of them, and bids.

The chances are rounded from how often such cards won in the bots' own games, at tables of three to eight with and
without the expansion. Finer chances from more features made the bots no stronger.

A plan treats cards as independent. With r cards left and n tricks still needed, the next card takes a trick with a
chance between its two ends, nearer to the upper one the more tricks are needed. The cards whose outcome the player
controls most are assumed to be played last, by backward induction.

An *end* of a round has an index: the tricks left minus those of them that are won. So the last index in use means
winning none, and each trick won lowers the index by one.
"""

from __future__ import annotations

import math

import numpy as np

from croupier.core import Generators, Record, Records, inlined, kernel, uniform, wide
from croupier.games.skull_king.bots.seen import (
    CHARACTERS,
    HIGHER,
    LEVIATHANS,
    OTHERS,
    OUT,
    PIRATES,
    PRESSURE,
    SCRATCH,
    SUIT,
    BotFloats,
    SeenFloats,
    SeenRecord,
    look,
    need_of,
)
from croupier.games.skull_king.record.cards import (
    ESCAPE,
    HARRY,
    LOOT,
    MERMAID,
    NONE,
    RANKS,
    ROATAN,
    ROSIE,
    SKULL_KING,
    TIGRESS,
    TIGRESS_ESCAPE,
    TRUMP,
    is_escape,
    is_number,
    is_pirate,
)
from croupier.games.skull_king.record.state import BID_ACTION, HAND, seat_at
from croupier.games.skull_king.record.tricks import (
    captures,
    lead_after,
    leviathan_place,
    seat_points,
    winning_place,
)

DUCK, TAKE = 0, 1
"""The two extreme goals: no further trick, or every one."""
COLOUR, BLACK, MAID, PIRATE, KING = range(5)
"""Kinds of cards that can win a trick."""
ODDS = np.array(
    [
        [[-0.3, -1.0, -1.7], [1.3, -0.8, -2.4]],  # a coloured number
        [[1.6, -0.9, -1.6], [2.5, -0.4, -1.9]],  # a black one
        [[3.7, -5.0, -0.6], [2.7, -3.0, -0.7]],  # a mermaid
        [[2.6, -6.6, -0.3], [3.7, -3.8, -0.9]],  # a pirate
        [[2.4, -1.5, 0.2], [2.4, -2.2, -0.5]],  # the Skull King
    ]
)
"""Log-odds of a card in a future trick, when ducking and when taking: without any threat, per card that threatens
it, and for the share of the tricks left that the others need.
"""
MOST_THREATS = 4.0
IDLE_NUMBER, EAGER_NUMBER, EAGER_CHARACTER, LEVIATHAN = 0.5, 1.3, 1.4, 0.3
"""How readily a card that takes the trick is used: a number by a player without need of a trick, and more by one
with need, who also holds more of them; a character by a player with need; Kraken and Whale by anybody. Players
void in the suit are assumed to use no number: of 0, a quarter, a half and all of the trumps out, 0 made the
strongest bot.
"""


@inlined
def kind_of(card: int) -> int:
    """Kind of a card in the hand, NONE for one that wins nothing by itself."""
    kind = NONE
    if card < TRUMP * RANKS:
        kind = COLOUR
    elif card < ESCAPE:
        kind = BLACK
    elif card == MERMAID:
        kind = MAID
    elif (card >= ROSIE and card <= HARRY) or card == TIGRESS:
        kind = PIRATE
    elif card == SKULL_KING:
        kind = KING
    return kind


@inlined
def _odds(kind: int, end: int, threat: float, pressure: float) -> float:
    total = ODDS[kind, end, 0] + ODDS[kind, end, 1] * threat + ODDS[kind, end, 2] * pressure
    return 1.0 / (1.0 + math.exp(-total))


@kernel
def win_odds(view: SeenFloats, card: int, left: float, chances: BotFloats) -> None:
    """Chances of a card in one of the tricks to come, when ducking and when taking, from what its seat knows.

    A number is threatened by the higher ones that the others are likely to hold, a character by the cards that
    beat it and are likely to come in the same trick.
    """
    kind = kind_of(card)
    chances[DUCK] = 0.0
    chances[TAKE] = 0.0
    if kind == NONE:
        return
    share = min(view[OTHERS] * left / view[OUT], 1.0)  # of the cards out, how many the others will hold
    if kind <= BLACK:
        threat = min(view[HIGHER + card] * share, MOST_THREATS)
    elif kind == MAID:
        threat = view[PIRATES] * share / left
    elif kind == PIRATE:
        threat = view[SKULL_KING] * share / left
    else:
        threat = view[MERMAID] * share / left
    chances[TAKE] = _odds(kind, TAKE, threat, view[PRESSURE])
    if card != TIGRESS:  # she never has to win
        chances[DUCK] = min(_odds(kind, DUCK, threat, view[PRESSURE]), chances[TAKE])


@inlined
def _taking_numbers(view: SeenFloats, card: int, lead: int, free: float, whale: bool) -> float:
    """Numbers out that take a trick away from a card; trumps only as far as one is free to play them (SK-5)."""
    numbers = 0.0
    if is_number(card):
        suit = card // RANKS
        if whale:
            for any_suit in range(TRUMP + 1):
                numbers += view[HIGHER + any_suit * RANKS + card % RANKS]
        elif suit == lead:
            numbers = view[HIGHER + card]
        elif suit == TRUMP:
            numbers = view[HIGHER + card] * free
        if suit != TRUMP and not whale:
            numbers += view[SUIT + TRUMP] * free
    elif is_escape(card):
        numbers = view[OUT] - view[ESCAPE] - view[LOOT] - view[CHARACTERS] - view[LEVIATHANS]
    return numbers


@inlined
def _taking_characters(view: SeenFloats, card: int, whale: bool) -> float:
    """Characters out that take a trick away from a card (SK-6)."""
    if whale:
        characters = 0.0
    elif card == MERMAID:
        characters = view[PIRATES]
    elif is_pirate(card):
        characters = view[SKULL_KING]
    elif card == SKULL_KING:
        characters = view[MERMAID]
    else:
        characters = view[CHARACTERS]
    return characters


@kernel
def count_later(s: Record, count: int, lead: int, later: BotFloats) -> None:
    """Count who plays after the first `count` cards of a trick; voids count in its lead suit, if it has one.

    Five kinds: people who need no trick, people who do, Graybeard, and both kinds of people void in the suit.
    """
    for group in range(5):
        later[group] = 0.0
    for place in range(count, s["seats"]):
        other = seat_at(s, place)
        group = 2 if other >= s["players"] else 1 if need_of(s, other) > 0 else 0
        if group < 2 and lead >= 0 and (s["voids"][other] >> lead) & 1:
            group += 3
        later[group] += 1.0


@kernel
def chance_to_hold(view: SeenFloats, card: int, lead: int, left: float, whale: bool, later: BotFloats) -> float:
    """Chance that a card that is ahead still is when all have played, who hold `left` cards each.

    Each later player holds each card that is out with the same chance, and uses it the more if it needs a trick;
    Graybeard's top card is any of them (SK-15).
    """
    out = view[OUT]
    free = math.exp(-view[SUIT + lead] * left / out) if lead >= 0 else 1.0
    numbers = _taking_numbers(view, card, lead, free, whale)
    characters, leviathans = _taking_characters(view, card, whale), view[LEVIATHANS]
    idle = IDLE_NUMBER * numbers + LEVIATHAN * leviathans
    eager = EAGER_NUMBER * numbers + EAGER_CHARACTER * characters + LEVIATHAN * leviathans
    expected = later[0] * idle + later[1] * eager
    # who holds none of the suit need not take the trick; that it may trump is in the mean of `free` already
    expected += later[3] * LEVIATHAN * leviathans
    expected += later[4] * (EAGER_CHARACTER * characters + LEVIATHAN * leviathans)
    chance = math.exp(-expected * left / out)
    if later[2] > 0.0:
        blind = _taking_numbers(view, card, lead, 1.0, whale) + characters + leviathans
        chance *= 1.0 - min(blind / out, 1.0)
    return chance


POINTS, MADE = 0, 1
"""Data on an end: its points, and whether the bid is made."""
WITHOUT_HARRY, WITH_HARRY = 0, 1
LARGEST_WAGER = 20.0
_NOTHING = -1e9


@kernel
def rate_ends(s: Record, scratch: SeenRecord) -> None:
    """Write what the ends of a round are worth, as things are and with Harry, who can change the bid (SK-14)."""
    seat, bid, left = scratch["seat"], scratch["bid"], scratch["left"]
    ends = scratch["ends"]
    cards, rascal = wide(s["cards"]), s["rascal"] != 0
    bonus, wager = wide(s["bonuses"][seat]), wide(s["wagers"][seat])
    for harry in range(2):
        reach = 1 if s["harry_seat"] == seat else harry * s["harry"]
        for k in range(left + 1):
            won = scratch["won"] + left - k
            best, made = _NOTHING, 0.0
            for said in range(max(bid - reach, 0), min(bid + reach, cards) + 1):
                best = max(best, float(seat_points(said, won, cards, bonus, wager, rascal)))
                made = 1.0 if said == won else made
            ends[harry, POINTS, k] = best
            ends[harry, MADE, k] = made


@kernel
def prepare(s: Record, to_come: int, scratch: SeenRecord) -> None:
    """Rate the ends, write the chances of the hand's cards in the tricks to come, and the order of the plan."""
    rate_ends(s, scratch)
    seat, chances, order = scratch["seat"], scratch["chances"], scratch["order"]
    left = max(float(to_come), 1.0)
    for place in range(scratch["held"]):
        win_odds(scratch["view"], int(s["hands"][seat, place]), left, chances[place])
        gap = chances[place, TAKE] - chances[place, DUCK]
        j = place
        while j > 0 and chances[order[j - 1], TAKE] - chances[order[j - 1], DUCK] < gap:
            order[j] = order[j - 1]
            j -= 1
        order[j] = place


@kernel
def expect(scratch: SeenRecord, ends: BotFloats, gone: int, top: int, extra: float) -> float:
    """Points to be expected from some ends of the round, with `extra` more if the bid is made.

    `gone` are places of the hand that are not in the plan, as bits; in the end `top` no further trick is won.
    """
    chances, order, work, held = scratch["chances"], scratch["order"], scratch["work"], scratch["held"]
    left = 0
    for place in range(held):
        left += 1 - ((gone >> place) & 1)
    for k in range(top - left, top + 1):
        work[k] = ends[POINTS, k] + extra * ends[MADE, k]
    cards, missed = 0, scratch["bid"] - scratch["won"] - scratch["left"]  # by the end of index 0
    for j in range(held):
        place = order[j]
        if (gone >> place) & 1:
            continue
        cards += 1
        low = chances[place, DUCK]
        gap = (chances[place, TAKE] - low) / cards
        for k in range(top, top - left + cards - 1, -1):
            p = low + gap * min(max(missed + k, 0), cards)
            work[k] += p * (work[k - 1] - work[k])
    return float(work[top])


@inlined
def expect_now(scratch: SeenRecord, extra: float) -> float:
    """Points to be expected with the whole hand between two tricks."""
    return expect(scratch, scratch["ends"][WITHOUT_HARRY], wide(0), scratch["left"], extra)


@inlined
def see_trick(s: Record, before: int, scratch: SeenRecord) -> None:
    """Note the first `before` cards of the trick in the scratch record."""
    scratch["before"] = before
    for k in range(before):
        scratch["trick"][k] = s["trick"][k]


@kernel
def weigh(s: Record, place: int, face: int, scratch: SeenRecord) -> float:
    """Points to be expected if a card is laid so; a place behind the last is a card that has left the hand."""
    trick, before, left, ends = scratch["trick"], scratch["before"], scratch["left"], scratch["ends"]
    gone = 1 << place
    trick[before] = face
    lost = expect(scratch, ends[WITHOUT_HARRY], gone, left, 0.0)
    if winning_place(trick, before + 1) != before:
        return lost
    lead = lead_after(int(s["lead"]), face)
    whale = leviathan_place(trick, before + 1) != NONE
    count_later(s, before + 1, lead if scratch["uses_voids"] != 0 else NONE, scratch["later"])
    hold = chance_to_hold(scratch["view"], face, lead, float(left), whale, scratch["later"])
    bonus = float(captures(trick, before + 1, before))
    after = ends[WITH_HARRY if face == HARRY else WITHOUT_HARRY]
    won = expect(scratch, after, gone, left - 1, bonus)
    if left > 1 and face == ROATAN and s["roatan"] != 0:
        won = max(won, expect(scratch, after, gone, left - 1, bonus + 2 * LARGEST_WAGER) - LARGEST_WAGER)
    return lost + hold * (won - lost)


@kernel
def weigh_card(s: Record, place: int, card: int, scratch: SeenRecord) -> float:
    """The same for a card in the hand; the Tigress is worth what her better role is (SK-7)."""
    best = _NOTHING
    for role in range(2 if card == TIGRESS else 1):
        face = TIGRESS_ESCAPE + role if card == TIGRESS else card
        best = max(best, weigh(s, place, face, scratch))
    return best


SPREAD = 6.0
"""Points by which a bid made e times as rarely as the best is worth less. It predicts the bids of `bot`, `net` and
`bot:simple` about equally well (``python -m benchmarks.skull_king_bids``).
"""


@inlined
def rate_bids(s: Record, scratch: SeenRecord, values: BotFloats) -> None:
    """Write the points to be expected from each bid, 0 up to the cards dealt; the seat has looked."""
    prepare(s, scratch["left"], scratch)
    for bid in range(scratch["left"] + 1):
        scratch["bid"] = bid
        rate_ends(s, scratch)
        values[bid] = expect_now(scratch, 0.0)


@inlined
def best_bid(s: Record, scratch: SeenRecord) -> int:
    """The bid from which most points are to be expected, the lowest of equals."""
    values = np.zeros(HAND)
    rate_bids(s, scratch, values)
    chosen = 0
    for bid in range(1, scratch["left"] + 1):
        if values[bid] > values[chosen]:
            chosen = bid
    return BID_ACTION + chosen


@kernel
def draw_bid(s: Record, seat: int, rng: Generators, i: int) -> int:
    """Draw a bid as hands like a seat's are bid on: with the chances softmax(points to be expected / `SPREAD`)."""
    return _drawn_bid(s, seat, np.zeros(1, SCRATCH), rng, i)


@kernel
def _drawn_bid(s: Record, seat: int, scratches: Records, rng: Generators, i: int) -> int:
    """Sample a bid with a scratch record, shape (1,), which the caller holds: a record alone does not keep it."""
    mover, scratch = s["player"], scratches[0]
    s["player"] = seat
    look(s, bool(0), scratch)  # a literal False would compile it again
    s["player"] = mover
    values = np.zeros(HAND)
    rate_bids(s, scratch, values)
    top = values[: scratch["left"] + 1].max()
    total = 0.0
    for bid in range(scratch["left"] + 1):
        values[bid] = math.exp((values[bid] - top) / SPREAD)
        total += values[bid]
    left = uniform(rng, i) * total
    chosen = 0
    while chosen < scratch["left"] and left >= values[chosen]:
        left -= values[chosen]
        chosen += 1
    return chosen
