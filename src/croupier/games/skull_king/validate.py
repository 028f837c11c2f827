"""Validation: recompute derived fields and reject impossible records."""

from __future__ import annotations

from collections.abc import Iterable

import numpy as np
import numpy.typing as npt

from croupier.core import CHANCE, TERMINAL, Record, Records
from croupier.core.base.errors import PositionError
from croupier.games.skull_king.english import say
from croupier.games.skull_king.record.cards import (
    BENDT,
    ESCAPE,
    FACES,
    JADE,
    KRAKEN,
    LARGEST,
    LOOT,
    NONE,
    OPEN,
    RANKS,
    ROATAN,
    ROSIE,
    SUITS,
    TIGRESS,
    TIGRESS_PIRATE,
    TYPES,
    WHALE,
    deck_of,
    name_of,
    type_of,
)
from croupier.games.skull_king.record.hands import sort_hand
from croupier.games.skull_king.record.state import (
    ABILITIES,
    BENDT_1,
    BENDT_2,
    BIDDING,
    GRAYBEARD,
    HARRY_PHASE,
    JADE_PHASE,
    OPTIONS,
    PLAYING,
    ROATAN_PHASE,
    ROSIE_PHASE,
    ROUNDS,
    SCHEDULES,
    SEATS,
    STATE,
    TIGRESS_PHASE,
    USED,
    deck_size,
    first_bidder,
    hand_size,
    place_to_seat,
    seat_at,
)
from croupier.games.skull_king.record.tricks import lead_after
from croupier.games.skull_king.rules import setup

COUNTS = {
    "scores": (-9999, 9999, "SK-12"), "gained": (-999, 999, "SK-12"), "missed": (0, 10, "SK-12"),
    "bonuses": (0, 300, "SK-12"), "wagers": (0, 20, "SK-14"),
}  # fmt: skip
"""The numbers that a field may have for each person, with the rule."""
_PIRATE_OF = {ROSIE_PHASE: ROSIE, BENDT_1: BENDT, BENDT_2: BENDT, ROATAN_PHASE: ROATAN, JADE_PHASE: JADE}


def derive_memory(s: Record) -> None:
    """Add what the current trick and the one before have shown; the rest cannot be derived."""
    # A player who drew for Bendt may have done so after the last trick, and then has no void.
    people = int(s["players"])
    if s["tricks"] and s["last_leader"] != NONE:
        _remember(s, int(s["last_leader"]), s["last_trick"], int(s["bendt_seat"]))
    if s["laid"]:
        _remember(s, int(s["leader"]), s["trick"][: s["laid"]], NONE)
    if s["rosie_seat"] != NONE:
        s["rosie_used"] = s["rosie_seat"]
    if s["wagers"][:people].any():
        s["roatan_seat"] = int(s["wagers"].argmax())
    if s["player"] not in (CHANCE, TERMINAL):
        for name, phase, card in (("rosie_used", ROSIE_PHASE, ROSIE), ("roatan_seat", ROATAN_PHASE, ROATAN)):
            if s["phase"] == phase and s["seen"][card]:
                s[name] = s["leader"]
    for name, card in USED.items():  # the winner by a pirate has played it
        if s[name] != NONE and s["specials"][card - ESCAPE] == NONE:
            s["specials"][card - ESCAPE] = s[name]


def _remember(s: Record, leader: int, cards: Iterable[int], drew: int) -> None:
    """Record what a trick's cards have shown: voids of people other than `drew`, and all special cards."""
    lead = OPEN
    for place, code in enumerate(cards):
        card = int(code)
        if card == NONE:
            break
        seat = int(place_to_seat(leader, place, int(s["players"])))
        if card >= ESCAPE:
            s["specials"][type_of(card) - ESCAPE] = seat
        elif lead >= 0 and card // RANKS != lead and seat not in (drew, int(s["players"])):
            s["voids"][seat] |= 1 << lead
        lead = OPEN if card == TIGRESS else lead_after(lead, card)


def check_memory(s: Record) -> None:
    """Check that what the cards have shown agrees with the hands and the played cards."""
    laid = [int(seat_at(s, place)) for place in range(int(s["laid"]))]
    for seat in range(int(s["seats"])):
        voids = [suit for suit in range(len(SUITS)) if s["voids"][seat] >> suit & 1]
        for suit in voids:
            if s["suits"][seat, suit]:
                raise PositionError(say("record.void", seat=seat, suit=SUITS[suit]))
        tricks = int(s["tricks"]) + (seat in laid)
        if len(voids) > tricks or (voids and seat >= s["players"]):
            raise PositionError(say("record.voids", seat=seat, count=len(voids), tricks=tricks))
    for card in range(ESCAPE, TYPES):
        seat = int(s["specials"][card - ESCAPE])
        if not NONE <= seat < s["seats"]:
            raise PositionError(say("record.special_seat", card=name_of(card)))
        if seat != NONE and not s["seen"][card]:
            raise PositionError(say("record.special_played", card=name_of(card)))


def _count(codes: Iterable[int]) -> list[int]:
    """Number of cards of each type among some codes; a Tigress in any role."""
    counts = [0] * TYPES
    for code in codes:
        if code != NONE:
            counts[type_of(int(code))] += 1
    return counts


def deck_counts(s: Record) -> list[int]:
    """Number of cards of each type in the deck."""
    return _count(deck_of(loot=bool(s["loot"]), kraken=bool(s["kraken"]), whale=bool(s["whale"])))


def elsewhere(s: Record, *places: npt.ArrayLike) -> list[int]:
    """Number of cards of each type in none of some places; refuses more of them than the deck has (SK-1)."""
    deck = deck_counts(s)
    used = _count(np.concatenate([np.ravel(place) for place in places]))
    for card in range(TYPES):
        if used[card] > deck[card]:
            raise PositionError(say("record.too_often", card=name_of(card), used=used[card], deck=deck[card]))
    return [whole - part for whole, part in zip(deck, used, strict=True)]


def derive(s: Record) -> None:
    """Write the derived fields; `player` must already say whether the round is in progress."""
    for seat in range(SEATS):
        hand = s["hands"][seat]
        s["sizes"][seat] = np.count_nonzero(hand != NONE)
        s["suits"][seat] = [np.count_nonzero((hand >= 0) & (hand // RANKS == suit)) for suit in range(len(SUITS))]
        s["twins"][seat] = 0
        if seat < s["players"]:
            sort_hand(s, seat)
    drawn = np.count_nonzero(s["drawn"] != NONE)
    s["pile_size"] = np.count_nonzero(s["pile"] != NONE) - drawn
    s["due"] = drawn - np.count_nonzero(s["discards"] != NONE) if s["phase"] in (BENDT_1, BENDT_2) else 0
    s["bids_in"] = np.count_nonzero(s["bids"] != NONE)
    s["laid"] = np.count_nonzero(s["trick"] != NONE)
    s["lead"] = OPEN
    for card in s["trick"][: s["laid"]]:
        if card != TIGRESS:
            s["lead"] = lead_after(int(s["lead"]), int(card))
    s["seen"] = elsewhere(s, s["hands"], s["pile"][: s["pile_size"]], s["discards"]) if s["cards"] else 0
    derive_memory(s)
    if s["player"] not in (CHANCE, TERMINAL):
        s["player"] = _whose_turn(s)


def _whose_turn(s: Record) -> int:
    phase, laid = s["phase"], int(s["laid"])
    _require(phase != HARRY_PHASE or s["harry_seat"] != NONE, "record.no_harry")
    _require(phase != TIGRESS_PHASE or laid, "record.no_tigress")
    if phase == BIDDING:
        return (int(first_bidder(s)) + int(s["bids_in"])) % int(s["players"])
    if phase == HARRY_PHASE:
        return int(s["harry_seat"])
    if phase in (PLAYING, TIGRESS_PHASE):
        return int(seat_at(s, laid - (phase == TIGRESS_PHASE)))
    return int(s["leader"])


def _require(condition: object, key: str, **params: object) -> None:
    """Refuse a record that breaks a rule, with the sentence of a key."""
    if not condition:
        raise PositionError(say(key, **params))


def _within(condition: object, why: str) -> None:
    if not condition:
        raise PositionError(why)


def validate(records: Records) -> None:
    """Raise PositionError, naming the rule, if no game can lead to this record."""
    s = records[0]
    _check_ranges(s)
    if s["cards"] == 0:
        _check_fresh(records)
        return
    _check_round(s)
    _check_cards(s)
    _check_bids(s)
    _check_trick(s)
    _check_abilities(s)
    check_memory(s)
    again = records.copy()
    derive(again[0])
    wrong = [name for name in records.dtype.names or () if np.any(again[0][name] != s[name])]
    _require(not wrong, "record.disagrees", fields=", ".join(wrong))


def _check_fresh(records: Records) -> None:
    """Before the first deal, the table is as set up."""
    s = records[0]
    fresh = s["player"] == CHANCE and s["round"] == 0 and s["dealer"] == NONE
    _require(fresh, "record.undealt")
    again = np.zeros(1, dtype=STATE)
    setup(again[0], np.array([s[option.name] for option in OPTIONS], dtype=np.int64))
    wrong = [name for name in STATE.names or () if np.any(again[0][name] != s[name])]
    _require(not wrong, "record.fresh", fields=", ".join(wrong))


def _check_ranges(s: Record) -> None:
    """Every number of a raw record is within its field's range, so that no kernel reads outside an array."""
    people = int(s["players"])
    _within(2 <= people <= SEATS and s["seats"] == max(people, 3), "the record's players are out of range (SK-2)")
    switches = [s[option.name] for option in OPTIONS if option.kind == "bool"]
    options = 0 <= s["schedule"] < len(SCHEDULES) and all(switch in (0, 1) for switch in switches)
    _within(options and s["rounds"] == ROUNDS[s["schedule"]], "the record's options are out of range (SK-1, SK-2)")
    for name in ("dealer", "rosie_seat", *USED):
        _within(NONE <= s[name] < people, f"the record's {name} is no seat (SK-2)")
    for name in ("last_leader", "last_winner"):
        _within(NONE <= s[name] < s["seats"], f"the record's {name} is no seat (SK-2)")
    _within(0 <= s["leader"] < s["seats"], "the record's leader is no seat (SK-3)")
    for name, low, high, rule in (
        ("player", TERMINAL, int(s["seats"]) - 1, "SK-2"), ("cards", 0, 10, "SK-2"), ("tricks", 0, 10, "SK-2"),
        ("round", 0, int(s["rounds"]), "SK-2"), ("lead", OPEN, len(SUITS) - 1, "SK-5"),
        ("laid", 0, int(s["seats"]), "SK-2"), ("bids_in", 0, people, "SK-4"), ("due", 0, 2, "SK-14"),
        ("pile_size", 0, LARGEST, "SK-1"), ("jade_size", 0, LARGEST, "SK-14"),
    ):  # fmt: skip
        _within(low <= s[name] <= high, f"the record's {name} is {s[name]}, not {low} to {high} ({rule})")
    _within(0 <= s["phase"] <= TIGRESS_PHASE, "the record's phase does not exist")
    _within(NONE <= s["harry_change"] <= 1, "Harry changes a bid by one at most (SK-14)")
    for name, most in (("hands", TYPES), ("pile", TYPES), ("drawn", TYPES), ("discards", TYPES)):
        _within(((s[name] >= NONE) & (s[name] < most)).all(), f"the record's {name} hold what is no card (SK-1)")
    for name in ("trick", "last_trick"):
        _within(((s[name] >= NONE) & (s[name] < FACES)).all(), f"the record's {name} holds what is no card (SK-1)")
    _within(((s["allies"] >= NONE) & (s["allies"] < people)).all(), "an ally is no seat (SK-11)")
    _within(s["spare"] == 0, "the record's spare byte is not zero")
    for name, (low, high, rule) in {**COUNTS, "voids": (0, (1 << len(SUITS)) - 1, "SK-5")}.items():
        _within(((s[name] >= low) & (s[name] <= high)).all(), f"the record's {name} are out of range ({rule})")
        _within(not s[name][people:].any(), f"the record's {name} tell of seats that are not taken (SK-2)")


def _check_round(s: Record) -> None:
    rounds, number, tricks, cards = int(s["rounds"]), int(s["round"]), int(s["tricks"]), int(s["cards"])
    _require(s["dealer"] != NONE, "record.dealer")
    done = s["player"] in (CHANCE, TERMINAL)
    _require((s["player"] == TERMINAL) == (number == rounds), "record.rounds_scored", number=number, rounds=rounds)
    _require(done <= number <= rounds - (not done), "record.rounds_not_now", number=number, rounds=rounds)
    size = hand_size(s, number - done)
    _require(cards == size, "record.cards_dealt", cards=cards, size=size)
    _require(0 <= tricks <= cards, "record.tricks_finished", tricks=tricks, cards=cards)
    won, lost = int(s["won"].sum()), int(s["kraken"]) + int(s["whale"])
    _require((s["won"] >= 0).all() and not s["won"][s["seats"] :].any(), "record.tricks_won")
    _require(tricks - lost <= won <= tricks, "record.tricks_of_nobody", won=won, tricks=tricks)
    if done or s["phase"] == HARRY_PHASE:
        _require(tricks == cards, "record.round_over", cards=cards, tricks=tricks)
    elif s["phase"] != BIDDING:
        _require(tricks < cards, "record.tricks_over", cards=cards, phase=s["phase"])
    if tricks == 0:
        _require(s["leader"] == first_bidder(s), "record.first_leader")
        _require((s["last_leader"] == NONE) == (number == 0), "record.last_of_before")
    else:
        _require(s["last_leader"] != NONE, "record.no_last_trick")
        _require(s["last_winner"] in (NONE, s["leader"]) or s["rosie_seat"] != NONE, "record.winner_leads")


def _check_cards(s: Record) -> None:
    """SK-1, SK-2: every card of the deck is somewhere, and all have equally many."""
    cards, tricks, seats = int(s["cards"]), int(s["tricks"]), int(s["seats"])
    done = s["player"] in (CHANCE, TERMINAL)
    elsewhere(s, s["hands"], s["pile"][: s["pile_size"]], s["discards"], s["trick"])
    laid = [int(seat_at(s, place)) for place in range(int(s["laid"]))]
    for seat in range(SEATS):
        held = int(np.count_nonzero(s["hands"][seat] != NONE))
        _require((s["hands"][seat][:held] != NONE).all(), "record.gap", seat=seat)
        due = 0 if done or seat >= seats else cards - tricks - (seat in laid)
        if s["phase"] in (BENDT_1, BENDT_2) and seat == s["player"]:
            due += int(s["due"])
        _require(held == due, "record.hand", seat=seat, held=held, due=due)
    drawn = int(np.count_nonzero(s["drawn"] != NONE))
    undealt = int(deck_size(s)) - seats * cards - drawn
    _require(s["pile_size"] == undealt, "record.pile", pile=s["pile_size"], wanted=undealt)
    behind = s["pile"][s["pile_size"] : s["pile_size"] + drawn].tolist()
    _require(behind == s["drawn"][:drawn].tolist()[::-1], "record.drawn_from")
    last = [code for code in s["last_trick"] if code != NONE]
    _require(len(last) in ((0, seats) if s["last_leader"] == NONE else (seats,)), "record.last_trick")
    if tricks:
        elsewhere(s, s["hands"], s["pile"][: s["pile_size"]], s["discards"], s["trick"], s["last_trick"])


def _check_bids(s: Record) -> None:
    people, made = int(s["players"]), int(s["bids_in"])
    bids = s["bids"]
    _require((bids[people:] == NONE).all(), "record.bid_not_taken")
    _require(((bids >= NONE) & (bids <= s["cards"])).all(), "record.bid", cards=s["cards"])
    if s["player"] in (CHANCE, TERMINAL) or s["phase"] != BIDDING:
        _require(made == people, "record.bids_missing", made=made, people=people)
        return
    order = [(int(first_bidder(s)) + k) % people for k in range(people)]
    _require(made < people, "record.bids_in")
    _require(all(bids[seat] != NONE for seat in order[:made]), "record.bids_in_turn")
    _require(s["tricks"] == 0 and s["laid"] == 0, "record.bids_first")
    quiet = not (s["bonuses"].any() or s["wagers"].any() or s["harry_change"])
    used = [s[name] for name in ("rosie_seat", *USED)]
    _require(quiet and set(used) == {NONE} and (s["allies"] == NONE).all(), "record.round_not_begun")


def _check_trick(s: Record) -> None:
    laid, phase = int(s["laid"]), int(s["phase"])
    trick = s["trick"]
    running = s["player"] not in (CHANCE, TERMINAL)
    most = s["seats"] - (phase != TIGRESS_PHASE)
    _require((trick[:laid] != NONE).all() and laid <= most, "record.trick")
    _require(laid == 0 or (running and phase in (PLAYING, TIGRESS_PHASE)), "record.no_trick")
    undeclared = [place for place in range(laid) if trick[place] == TIGRESS]
    asked = [laid - 1] if phase == TIGRESS_PHASE and running else []
    _require(undeclared == asked, "record.tigress")
    if not running or phase not in (PLAYING, TIGRESS_PHASE):
        return
    _require(s["player"] < s["players"], "record.graybeard")
    lead = OPEN
    for place in range(laid):
        card, seat = int(trick[place]), int(seat_at(s, place))
        graybeard = seat == GRAYBEARD and s["players"] == 2
        _require(not (graybeard and card == TIGRESS_PIRATE), "record.graybeard_tigress")
        if lead >= 0 and card < ESCAPE and card // RANKS != lead and not graybeard:
            holds = any(code != NONE and code // RANKS == lead for code in s["hands"][seat])
            _require(not holds, "record.did_not_follow", seat=seat, card=name_of(card), suit=SUITS[lead])
        lead = OPEN if card == TIGRESS else lead_after(lead, card)


def _check_abilities(s: Record) -> None:
    seen = s["seen"]
    _require(set(s["wagers"].tolist()) <= {0, 10, 20}, "record.wagers")
    for ability, (name, card) in zip(ABILITIES, USED.items(), strict=True):
        if s[name] != NONE:
            pirate = ability.title()
            _require(s[ability] and seen[card], "record.ability_not_won", pirate=pirate)
            _require(s["specials"][card - ESCAPE] == s[name], "record.ability_not_played", pirate=pirate)
    _require(s["rosie_seat"] in (NONE, s["rosie_used"]), "record.rosie")
    wagered = np.flatnonzero(s["wagers"])
    _require(len(wagered) == 0 or wagered.tolist() == [s["roatan_seat"]], "record.roatan")
    drawn, gone = np.count_nonzero(s["drawn"] != NONE), np.count_nonzero(s["discards"] != NONE)
    if s["bendt_seat"] == NONE:
        _require(drawn == gone == 0, "record.bendt_seat")
    else:
        could = min(2, int(deck_size(s)) - int(s["seats"]) * int(s["cards"]))
        _require(drawn == could > 0, "record.bendt_drawn", wanted=could, drawn=drawn)
        _require(
            gone == drawn - s["due"], "record.bendt_discarded", wanted=drawn - s["due"], drawn=drawn, gone=gone
        )
    shown = (0,) if s["jade_seat"] == NONE else (s["pile_size"], s["pile_size"] + drawn)
    _require(s["jade_size"] in shown, "record.jade", cards=s["jade_size"])
    pairs = [pair for pair in s["allies"].tolist() if pair != [NONE, NONE]]
    _require(all(NONE not in pair for pair in pairs), "record.alliance")
    _require(len(pairs) <= (seen[LOOT] if s["loot"] else 0), "record.alliances")
    _require(s["allies"][0, 0] != NONE or not pairs, "record.first_alliance")
    if s["player"] in (CHANCE, TERMINAL):
        return
    phase = int(s["phase"])
    if phase in _PIRATE_OF:
        won = s["tricks"] > 0 and s["last_winner"] == s["leader"] and s["leader"] < s["players"]
        card = _PIRATE_OF[phase]
        used = s[ABILITIES[card - ROSIE]] and card in s["last_trick"]
        _require(won and used, "record.ability_not_now", pirate=name_of(card).title())
        owner = {BENDT_1: s["bendt_seat"], BENDT_2: s["bendt_seat"], JADE_PHASE: s["jade_seat"]}
        _require(owner.get(phase, s["player"]) == s["player"], "record.ability_of_other")
        steps = {BENDT_1: (1, 2), BENDT_2: (1,)}
        _require(s["due"] in steps.get(phase, (0,)), "record.discards_due", due=s["due"])
    if phase == HARRY_PHASE:
        _require(s["harry_seat"] != NONE and s["harry_change"] == 0, "record.harry_now")
    _require(s["harry_seat"] != NONE or s["harry_change"] == 0, "record.harry_never")
    _require(
        not (s["kraken"] == 0 and seen[KRAKEN]) and not (s["whale"] == 0 and seen[WHALE]), "record.no_such_card"
    )
