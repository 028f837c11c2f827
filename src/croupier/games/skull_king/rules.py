"""Skull King: the rules as kernels, and facts of a game. Ids like SK-5 are those of docs/rules/skull-king.md."""

from __future__ import annotations

from croupier.core.base.kernel import inlined, kernel, wide
from croupier.core.base.rng import below
from croupier.core.base.types import ActionList, Codes, Generators, Mask, Record, SeatValues
from croupier.core.spec.options import Facts, Options
from croupier.core.spec.spec import CHANCE, TERMINAL
from croupier.games.skull_king.record.abilities import answer, begin_ability, list_answers
from croupier.games.skull_king.record.cards import (
    BASE,
    ESCAPE,
    LARGEST,
    NONE,
    OPEN,
    RANKS,
    SUITS,
    TIGRESS,
    TIGRESS_ESCAPE,
    is_number,
)
from croupier.games.skull_king.record.hands import add_card, append_card, list_places, playable_places, take_card
from croupier.games.skull_king.record.state import (
    ACTIONS,
    BID_ACTION,
    BIDDING,
    CARD_ACTION,
    GRAYBEARD,
    HAND,
    HARRY_PHASE,
    PLAYING,
    ROUNDS,
    SCHEDULES,
    SEATS,
    TIGRESS_ACTION,
    TIGRESS_PHASE,
    clear_round,
    fill_deck,
    first_bidder,
    hand_size,
    place_to_seat,
    players,
    seat_at,
)
from croupier.games.skull_king.record.tricks import (
    ALLIANCE,
    captures,
    is_allied,
    lead_after,
    leading_place,
    seat_points,
    utilities,
    winning_place,
)

_ANSWERS = {"rosie": 1, "bendt": 2, "roatan": 1, "jade": 1}
"""Decisions for an ability once in a round, in any trick but the last (SK-14)."""

_BET = 20
"""The most that Roatan's player bets (SK-14)."""
_CAPTURES = 3 * 10 + 20 + 2 * 20 + 6 * 30
"""The 14s, both mermaids and all pirates with the Tigress, who are worth more than the Skull King (SK-12)."""


def facts(options: Options) -> Facts:
    """SK-11 to SK-16: one win is given away in each game; hands, secret bids and the pile are hidden."""
    people = players(options)
    seats = max(people, 3)  # SK-15: Graybeard is the third of two
    deck = BASE + 2 * int(options["loot"]) + int(options["kraken"]) + int(options["whale"])
    sizes = [min(size, deck // seats) for size in SCHEDULES[str(options["schedule"])]]
    return Facts(
        min_utility=0.0,
        max_utility=1.0,
        utility_sum=1.0,
        max_game_length=sum(_longest_round(people, cards, options) for cards in sizes),
        information="hidden",
        chance="sampled",
        worst_points=float(sum(_worst_round(cards, options) for cards in sizes)),
        best_points=float(sum(_best_round(cards, options) for cards in sizes)),
    )


def _worst_round(cards: int, options: Options) -> int:
    """SK-12 to SK-14: a bid missed by all the cards, which costs nothing in Rascal scoring; a bet lost."""
    return -10 * cards * (not options["rascal"]) - _BET * bool(options["roatan"])


def _best_round(cards: int, options: Options) -> int:
    """SK-11 to SK-14: all tricks bid and won with the most that they can hold, every alliance, a bet won."""
    made = (10 if options["rascal"] else 20) * cards
    return made + _CAPTURES + 2 * ALLIANCE * bool(options["loot"]) + _BET * bool(options["roatan"])


def _longest_round(people: int, cards: int, options: Options) -> int:
    """Bids, cards, the Tigress's role, the abilities of all tricks but the last, Harry's change."""
    answers = sorted((count for name, count in _ANSWERS.items() if options[name]), reverse=True)
    return people + people * cards + 1 + sum(answers[: cards - 1]) + int(bool(options["harry"]))


@kernel
def setup(s: Record, codes: Codes) -> None:
    """SK-1, SK-2: an empty table; the first deal is due."""
    s["player"] = CHANCE
    s["phase"] = BIDDING
    s["players"] = codes[0]
    s["schedule"] = codes[1]
    s["loot"] = codes[2]
    s["kraken"] = codes[3]
    s["whale"] = codes[4]
    s["rosie"] = codes[5]
    s["bendt"] = codes[6]
    s["roatan"] = codes[7]
    s["jade"] = codes[8]
    s["harry"] = codes[9]
    s["rascal"] = codes[10]
    s["seats"] = max(codes[0], 3)
    s["round"] = 0
    s["rounds"] = ROUNDS[codes[1]]
    s["cards"] = 0
    s["dealer"] = NONE
    s["leader"] = 0
    s["last_leader"] = NONE
    s["last_winner"] = NONE
    s["pile_size"] = 0
    for seat in range(SEATS):
        s["scores"][seat] = 0
        s["gained"][seat] = 0
        s["missed"][seat] = 0
        s["sizes"][seat] = 0
        s["twins"][seat] = 0
        s["last_trick"][seat] = NONE
        for suit in range(len(SUITS)):
            s["suits"][seat, suit] = 0
        for k in range(HAND):
            s["hands"][seat, k] = NONE
    for k in range(LARGEST):
        s["pile"][k] = NONE
    clear_round(s)


@kernel
def legal(s: Record, mask: Mask, actions: ActionList) -> int:
    """SK-4, SK-5, SK-7, SK-14: what the seat to move may do. (D) Identical cards make one action, the first."""
    for action in range(ACTIONS):  # of a constant size, since a call of memset costs more than all the rest
        mask[action] = False
    phase = s["phase"]
    count = 0
    if phase == PLAYING:
        count = list_places(playable_places(s, s["player"]), CARD_ACTION, mask, actions)
    elif phase == BIDDING:
        for bid in range(s["cards"] + 1):
            mask[BID_ACTION + bid] = True
            actions[bid] = BID_ACTION + bid
        count = s["cards"] + 1
    elif phase == TIGRESS_PHASE:
        for role in range(2):
            mask[TIGRESS_ACTION + role] = True
            actions[role] = TIGRESS_ACTION + role
        count = 2
    else:
        count = list_answers(s, mask, actions)
    return count


@kernel
def play(s: Record, action: int) -> None:
    """One decision, and all that follows from it up to the next decision or deal."""
    phase = s["phase"]
    if phase == PLAYING:
        card = take_card(s, s["player"], action - CARD_ACTION)
        s["seen"][card] += 1
        note_play(s, s["player"], card)
        _lay(s, card)
        if card == TIGRESS:
            s["phase"] = TIGRESS_PHASE
        else:
            s["lead"] = lead_after(s["lead"], card)
            _go_on(s)
    elif phase == BIDDING:
        _bid(s, action - BID_ACTION)
    elif phase == TIGRESS_PHASE:
        card = TIGRESS_ESCAPE + action - TIGRESS_ACTION
        s["trick"][s["laid"] - 1] = card
        s["lead"] = lead_after(s["lead"], card)
        _go_on(s)
    elif answer(s, action):
        _next_trick(s)


@inlined
def note_play(s: Record, seat: int, card: int) -> None:
    """SK-5: note what a person's card shows, the lead still as it was before: a void, or a special card."""
    if not is_number(card):
        s["specials"][card - ESCAPE] = seat
    elif s["lead"] >= 0 and card // RANKS != s["lead"]:
        s["voids"][seat] |= 1 << s["lead"]


@inlined
def _lay(s: Record, card: int) -> None:
    s["trick"][s["laid"]] = card
    s["laid"] += 1


@inlined
def _bid(s: Record, bid: int) -> None:
    """SK-4: bids are made in turn; the first trick begins when all are in."""
    seat = s["player"]
    s["bids"][seat] = bid
    s["bids_in"] += 1
    if s["bids_in"] == s["players"]:
        _ask(s)
    else:
        s["player"] = seat + 1 if seat + 1 < s["players"] else 0


@kernel
def _ask(s: Record) -> bool:
    """Ask the next person to play to the trick, Graybeard playing by himself (SK-15); False if all have played."""
    while s["laid"] < s["seats"]:
        seat = seat_at(s, s["laid"])
        if seat < s["players"]:
            s["phase"] = PLAYING
            s["player"] = seat
            return True
        card = take_card(s, GRAYBEARD, 0)
        s["seen"][card] += 1
        if not is_number(card):
            s["specials"][card - ESCAPE] = GRAYBEARD
        shown = TIGRESS_ESCAPE if card == TIGRESS else card
        _lay(s, shown)
        s["lead"] = lead_after(s["lead"], shown)
    return False


@inlined
def _go_on(s: Record) -> None:
    """After a card is on the table: the next to play, or the end of the trick."""
    if not _ask(s) and not _finish_trick(s):
        _next_trick(s)


@kernel
def _finish_trick(s: Record) -> bool:
    """SK-6 to SK-12: who won the trick and what that brings; True if an ability's player has to decide."""
    cards, people = s["trick"], s["players"]
    count = wide(s["seats"])
    first = s["leader"]
    winning = winning_place(cards, count)
    s["leader"] = seat_at(s, winning if winning != NONE else leading_place(cards, count))
    s["last_leader"] = first
    s["last_winner"] = NONE
    s["rosie_seat"] = NONE
    s["tricks"] += 1
    card = NONE
    if winning != NONE:
        card = cards[winning]
        seat = s["leader"]  # whoever wins a trick leads the next
        s["last_winner"] = seat
        s["won"][seat] += 1
        if seat < people:
            s["bonuses"][seat] += captures(cards, count, winning)
            _note_allies(s, first, winning)
        else:
            card = NONE  # SK-15: Graybeard's pirates use no ability
    for place in range(count):
        s["last_trick"][place] = cards[place]
        cards[place] = NONE
    s["laid"] = 0
    s["lead"] = OPEN
    return card != NONE and begin_ability(s, s["leader"], card)


@inlined
def _note_allies(s: Record, first: int, winning: int) -> None:
    """SK-11: note who is whose ally by this trick; (D) Graybeard is nobody's."""
    if s["loot"]:
        for place in range(s["seats"]):
            giver = place_to_seat(first, place, s["players"])
            if giver < s["players"] and is_allied(s["trick"], place, winning):
                k = 0 if s["allies"][0, 0] == NONE else 1
                s["allies"][k, 0] = giver
                s["allies"][k, 1] = s["last_winner"]


@kernel
def _next_trick(s: Record) -> None:
    """The next trick; after the last one Harry's change and the scoring."""
    if s["tricks"] < s["cards"]:
        _ask(s)
    elif s["harry_seat"] != NONE and s["phase"] != HARRY_PHASE:
        s["phase"] = HARRY_PHASE
        s["player"] = s["harry_seat"]
    else:
        _score_round(s)


@kernel
def _score_round(s: Record) -> None:
    """SK-11 to SK-14: everybody's points; then the next deal, or the end."""
    rascal = s["rascal"] != 0
    for seat in range(s["players"]):
        bid = s["bids"][seat] + (s["harry_change"] if seat == s["harry_seat"] else 0)
        won = s["won"][seat]
        s["missed"][seat] = abs(bid - won)
        s["gained"][seat] = seat_points(
            wide(bid), wide(won), wide(s["cards"]), wide(s["bonuses"][seat]), wide(s["wagers"][seat]), rascal
        )
    for k in range(2):
        one, other = s["allies"][k, 0], s["allies"][k, 1]
        if one != NONE and s["missed"][one] == 0 and s["missed"][other] == 0:
            s["gained"][one] += ALLIANCE
            s["gained"][other] += ALLIANCE
    for seat in range(s["players"]):
        s["scores"][seat] += s["gained"][seat]
    s["round"] += 1
    s["phase"] = BIDDING
    s["player"] = CHANCE if s["round"] < s["rounds"] else TERMINAL


@inlined
def _draw(s: Record, left: int, rng: Generators, i: int) -> int:
    """Move a random one of the first `left` cards of the pile to their end; returns it."""
    pile = s["pile"]
    place = below(rng, i, left)
    card = pile[place]
    pile[place] = pile[left - 1]
    pile[left - 1] = card
    return int(card)


@kernel
def chance(s: Record, rng: Generators, i: int) -> None:
    """SK-2, SK-3: deal a round from the whole deck; the first dealer is random.

    Cards are drawn at random rather than taken from a deck shuffled before. The two that Bendt would draw are
    drawn as well; the order of the others never matters.
    """
    if s["dealer"] == NONE:
        s["dealer"] = below(rng, i, s["players"])
    else:
        s["dealer"] = s["dealer"] + 1 if s["dealer"] + 1 < s["players"] else 0
    clear_round(s)
    left = fill_deck(s)
    cards = hand_size(s, s["round"])
    s["cards"] = cards
    pile = s["pile"]
    for seat in range(s["seats"]):
        for _ in range(cards):
            card = _draw(s, left, rng, i)
            left -= 1
            pile[left] = NONE
            if seat < s["players"]:
                add_card(s, seat, card)
            else:
                append_card(s, seat, card)
    s["pile_size"] = left
    for drawn in range(min(2, left)):
        _draw(s, left - drawn, rng, i)
    s["leader"] = first_bidder(s)
    s["player"] = s["leader"]
    s["phase"] = BIDDING


@kernel
def returns(s: Record, out: SeatValues) -> None:
    """SK-16: 1 for the winner, shared on ties, 0 for the others."""
    utilities(s["scores"], s["players"], out)


@kernel
def points(s: Record, out: SeatValues) -> None:
    """SK-12: the points scored so far; zeros for seats that are not taken."""
    for seat in range(len(out)):
        out[seat] = s["scores"][seat] if seat < s["players"] else 0
