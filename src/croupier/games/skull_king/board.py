"""The table as text, as one seat sees it, with its legal actions. Nothing hidden is in it (SK-4, SK-14)."""

from __future__ import annotations

from collections.abc import Sequence

from croupier.core.spec import TERMINAL, Records
from croupier.core.types import Record
from croupier.games.skull_king.cards import ESCAPE, NONE, RANKS, SUITS, name_of
from croupier.games.skull_king.hands import legal_places
from croupier.games.skull_king.scoring import winning_seats
from croupier.games.skull_king.state import (
    ABILITIES,
    BENDT_1,
    BENDT_2,
    BIDDING,
    HARRY_PHASE,
    JADE_PHASE,
    PLAYING,
    ROATAN_PHASE,
    ROSIE_PHASE,
    TIGRESS_PHASE,
    bids_open,
    place_to_seat,
)
from croupier.games.skull_king.tricks import winning_place


def seat_name(s: Record, seat: int, own: int | None = None) -> str:
    """What a seat is called: "Player 2", "you" for one's own, "Graybeard"."""
    if seat == own:
        return "you"
    return "Graybeard" if seat >= s["players"] else f"Player {seat}"


def list_cards(codes: Sequence[int]) -> str:
    """Cards for people, grouped by suit: ``green 3 7 | black 2 | escape, escape, rosie``."""
    held = sorted(int(code) for code in codes if code != NONE)
    groups = []
    for suit, name in enumerate(SUITS):
        numbers = [str(card % RANKS + 1) for card in held if card < ESCAPE and card // RANKS == suit]
        if numbers:
            groups.append(f"{name} {' '.join(numbers)}")
    specials = [name_of(card) for card in held if card >= ESCAPE]
    if specials:
        groups.append(", ".join(specials))
    return " | ".join(groups) or "none"


def observation_string(records: Records, seat: int) -> str:
    """All that a seat may know, and what it may do if it is to move."""
    s = records[0]
    lines = [f"{_heading(s)} You are Player {seat}.", *_table(s, seat)]
    if s["player"] == TERMINAL:
        return "\n".join([*lines, _result(s, seat)])
    lines += _tricks(s, seat)
    lines.append(f"Your hand: {list_cards(s['hands'][seat])}")
    lines += _secrets(s, seat)
    lines.append(_prompt(s, seat) if s["player"] == seat else _whose(s))
    return "\n".join(lines)


def open_table(records: Records) -> str:
    """What everybody may know, for a spectator: bids once all are in, no hand, no secret (SK-4, SK-14)."""
    s = records[0]
    rest = [_result(s, NONE)] if s["player"] == TERMINAL else [*_tricks(s, NONE), _whose(s)]
    return "\n".join([_heading(s), *_table(s, NONE), *rest])


def _heading(s: Record) -> str:
    switches = [f"with {name}" for name in ("loot", "kraken", "whale") if s[name]]
    without = [name.title() for name in ABILITIES if not s[name]]
    switches += [f"no ability for {', '.join(without)}"] if without else []
    switches += ["Rascal scoring"] if s["rascal"] else []
    number = min(int(s["round"]) + 1, int(s["rounds"]))
    cards = f"{s['cards']} card{'' if s['cards'] == 1 else 's'} each"
    rules = f" ({'; '.join(switches)})" if switches else ""
    return f"Round {number} of {s['rounds']}, {cards}{rules}."


def _table(s: Record, seat: int) -> list[str]:
    """One line a player: points, bid, tricks won, and whatever else matters about it."""
    lines = ["player      points  bid  won"]
    known = bids_open(s)
    for other in range(s["seats"]):
        bid, notes = s["bids"][other], []
        shown = str(bid) if bid != NONE and (known or other == seat) else "?" if bid != NONE else "-"
        if other == s["dealer"]:
            notes.append("dealer")
        if other == s["leader"] and s["player"] != TERMINAL:
            notes.append("leads" if s["laid"] or s["phase"] != BIDDING else "leads first")
        if s["wagers"][other]:
            notes.append(f"bet {s['wagers'][other]}")
        if s["bonuses"][other]:
            notes.append(f"bonus {s['bonuses'][other]}")
        if other == s["harry_seat"]:
            notes.append("has Harry")
        if other == s["jade_seat"]:
            notes.append("knows the undealt cards")
        for giver, winner in s["allies"].tolist():
            if other in (giver, winner) and giver != NONE:
                notes.append(f"ally of {seat_name(s, winner if other == giver else giver)}")
        name = "Graybeard" if other >= s["players"] else f"{other} (you)" if other == seat else str(other)
        points = "" if other >= s["players"] else str(s["scores"][other])
        shown = "" if other >= s["players"] else shown
        lines.append(f"{name:<10}{points:>8}{shown:>5}{s['won'][other]:>5}   {', '.join(notes)}".rstrip())
    return lines


def _plays(s: Record, leader: int, cards: Sequence[int], own: int) -> str:
    told = []
    for place, card in enumerate(cards):
        name = seat_name(s, place_to_seat(int(leader), place, int(s["players"])), own)
        told.append(f"{name} {name_of(int(card))}")
    return ", ".join(told)


def _tricks(s: Record, seat: int) -> list[str]:
    lines = []
    if s["last_leader"] != NONE and s["tricks"]:
        cards = [card for card in s["last_trick"] if card != NONE]
        winner = seat_name(s, s["last_winner"], seat) if s["last_winner"] != NONE else "nobody"
        lines.append(f"Last trick: {_plays(s, s['last_leader'], cards, seat)}: {winner} won it.")
    if s["laid"]:
        cards = s["trick"][: s["laid"]]
        place = winning_place(s["trick"], s["laid"])
        ahead = "nobody"
        if place != NONE:
            ahead = seat_name(s, place_to_seat(int(s["leader"]), place, int(s["players"])), seat)
        lead = f"suit to follow: {SUITS[s['lead']]}" if s["lead"] >= 0 else "no suit to follow"
        verb = "are" if ahead == "you" else "is"
        lines.append(
            f"Trick {s['tricks'] + 1} of {s['cards']}: {_plays(s, s['leader'], cards, seat)}; "
            f"{ahead} {verb} ahead; {lead}."
        )
    return lines


def _secrets(s: Record, seat: int) -> list[str]:
    """SK-14: what Bendt and Jade have told this seat alone."""
    lines = []
    if s["bendt_seat"] == seat:
        gone = list_cards(s["discards"])
        lines.append(f"For Bendt you drew: {list_cards(s['drawn'])}; you discarded: {gone}")
    if s["jade_seat"] == seat:
        lines.append(f"Undealt when Jade showed them: {list_cards(s['pile'][: s['jade_size']])}")
    return lines


def _whose(s: Record) -> str:
    """What the player to move is asked, told to the others."""
    doing = {
        BIDDING: "is to bid",
        PLAYING: "is to play",
        ROSIE_PHASE: "won with Rosie and names who leads next",
        BENDT_1: "won with Bendt and discards",
        BENDT_2: "won with Bendt and discards",
        ROATAN_PHASE: "won with Roatan and may bet on the bid",
        JADE_PHASE: "won with Jade and looks at the undealt cards",
        HARRY_PHASE: "won with Harry and may change the bid",
        TIGRESS_PHASE: "plays the Tigress and says what she is",
    }[int(s["phase"])]
    return f"{seat_name(s, s['player'])} {doing}."


def _listed(s: Record, seat: int, verb: str) -> str:
    """The cards that may be named now, as actions; of cards of one name one."""
    hand, places = s["hands"][seat], legal_places(s, seat)
    return " ".join(f"[{verb} {name_of(int(hand[p]))}]" for p in range(s["sizes"][seat]) if places >> p & 1)


def _prompt(s: Record, seat: int) -> str:
    """What the seat to move may do, and what it means."""
    phase, bid, won = int(s["phase"]), int(s["bids"][seat]), int(s["won"][seat])
    left = int(s["cards"]) - int(s["tricks"])
    if phase == BIDDING:
        bids = " ".join(f"[bid {number}]" for number in range(s["cards"] + 1))
        return f"Bid how many tricks you will win, exactly: {bids}"
    if phase == PLAYING:
        return f"Play a card, by name or by its place in your hand like [play 1]: {_listed(s, seat, 'play')}"
    if phase == TIGRESS_PHASE:
        return "The Tigress wins nothing as [escape], or counts as a [pirate]. Which?"
    if phase == ROSIE_PHASE:
        leaders = " ".join(f"[leader {other}]" for other in range(s["players"]))
        return f"Rosie: name who leads the next trick, yourself too: {leaders}"
    if phase in (BENDT_1, BENDT_2):
        due = "one card" if s["due"] == 1 else f"{s['due']} cards, one at a time"
        return f"Bendt: discard {due}, by name or by place like [discard 1]: {_listed(s, seat, 'discard')}"
    stand = f"You bid {bid} and won {won}"
    if phase == ROATAN_PHASE:
        return (
            "Roatan: bet [bet 0], [bet 10] or [bet 20] points that your bid comes out exactly; else you lose "
            f"them. {stand}; {left} trick{'' if left == 1 else 's'} to play."
        )
    if phase == JADE_PHASE:
        return "Jade: these were not dealt this round; say [ok] and remember them."
    changes = [
        f"[harry {change:+d}]".replace("+0", "0") for change in (-1, 0, 1) if 0 <= bid + change <= s["cards"]
    ]
    return f"Harry: change your bid before the round is scored: {', '.join(changes)}. {stand}."


def _result(s: Record, seat: int) -> str:
    best = winning_seats(s["scores"][: s["players"]])
    if len(best) == 1:
        return f"The game is over: {seat_name(s, best[0], seat)} won."
    return f"The game is over: {' and '.join(seat_name(s, other, seat) for other in best)} share the win."
