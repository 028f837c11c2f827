"""The table as text, as one seat or a spectator sees it, rendered from its view alone."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from croupier.core.spec.seat_view import SeatView, TableView
from croupier.games.skull_king.record.cards import SUITS
from croupier.games.skull_king.record.scoring import winning_seats
from croupier.games.skull_king.record.state import ABILITIES

_DOING = {
    "BIDDING": "is to bid",
    "PLAYING": "is to play",
    "ABILITY_ROSIE": "won with Rosie and names who leads next",
    "ABILITY_BENDT_1": "won with Bendt and discards",
    "ABILITY_BENDT_2": "won with Bendt and discards",
    "ABILITY_ROATAN": "won with Roatan and may bet on the bid",
    "ABILITY_JADE": "won with Jade and looks at the undealt cards",
    "ABILITY_HARRY": "won with Harry and may change the bid",
    "TIGRESS": "plays the Tigress and says what she is",
}


def seat_name(table: TableView, seat: int, own: int | None = None) -> str:
    """What a seat is called: "Player 2", "you" for one's own, "Graybeard"."""
    return "you" if seat == own else str(table["seats"][seat]["name"])


def list_cards(names: Sequence[str]) -> str:
    """Cards for people, grouped by suit: ``green 3 7 | black 2 | escape, escape, rosie``.

    Args:
        names: their names, sorted as a view has them.
    """
    words = [name.split(" ") for name in names]
    groups = []
    for suit in SUITS:
        numbers = [rest[0] for first, *rest in words if first == suit]
        if numbers:
            groups.append(f"{suit} {' '.join(numbers)}")
    specials = [name for name, (first, *_) in zip(names, words, strict=True) if first not in SUITS]
    if specials:
        groups.append(", ".join(specials))
    return " | ".join(groups) or "none"


def observation_string(view: SeatView) -> str:
    """All that a seat may know, and what it may do if it is to move; for a spectator, no hand and no secret."""
    table, seat = view["table"], view["seat"]
    whose = "" if seat is None else f" You are Player {seat}."
    lines = [heading(table) + whose, *_table(view)]
    if view["over"]:
        return "\n".join([*lines, result(table, seat)])
    lines += _tricks(table, seat)
    if seat is not None:
        lines.append(f"Your hand: {list_cards(table['hand'])}")
        lines += _secrets(table)
    lines.append(_prompt(view, seat) if seat is not None and view["player"] == seat else whose_turn(view))
    return "\n".join(lines)


def heading(table: TableView) -> str:
    """The round, and the rules that are not the usual ones."""
    switches = [f"with {name}" for name in table["expansion"]]
    without = [name.title() for name in ABILITIES if name not in table["abilities"]]
    switches += [f"no ability for {', '.join(without)}"] if without else []
    switches += ["Rascal scoring"] if table["scoring"] == "rascal" else []
    cards = f"{table['cards']} card{'' if table['cards'] == 1 else 's'} each"
    rules = f" ({'; '.join(switches)})" if switches else ""
    return f"Round {table['round']} of {table['rounds']}, {cards}{rules}."


def _table(view: SeatView) -> list[str]:
    """One line a player: points, bid, tricks won, and whatever else matters about it."""
    lines = ["player      points  bid  won"]
    own = view["seat"]
    for side in view["table"]["seats"]:
        seat, gray = side["seat"], side["graybeard"]
        name = "Graybeard" if gray else f"{seat} (you)" if seat == own else str(seat)
        points = "" if gray else str(side["score"])
        bid = "" if gray else "-" if not side["has_bid"] else "?" if side["bid"] is None else str(side["bid"])
        remarks = ", ".join(notes(view, side))
        lines.append(f"{name:<10}{points:>8}{bid:>5}{side['won']:>5}   {remarks}".rstrip())
    return lines


def notes(view: SeatView, side: Mapping[str, Any]) -> list[str]:
    """What else matters about a player: who deals and leads, bets, bonuses, alliances, pirates."""
    table, seat = view["table"], side["seat"]
    found = []
    if seat == table["dealer"]:
        found.append("dealer")
    if seat == table["leader"] and not view["over"]:
        found.append("leads" if table["trick"]["plays"] or view["phase"] != "BIDDING" else "leads first")
    if side["wager"]:
        found.append(f"bet {side['wager']}")
    if side["bonus"]:
        found.append(f"bonus {side['bonus']}")
    if table["harry"] is not None and seat == table["harry"]["seat"]:
        found.append("has Harry")
    if table["jade"] is not None and seat == table["jade"]["seat"]:
        found.append("knows the undealt cards")
    for pair in table["alliances"]:
        if seat in pair.values():
            other = pair["winner"] if seat == pair["giver"] else pair["giver"]
            found.append(f"ally of {seat_name(table, other)}")
    return found


def _plays(table: TableView, plays: Sequence[Mapping[str, Any]], own: int | None) -> str:
    return ", ".join(f"{seat_name(table, play['seat'], own)} {play['card']}" for play in plays)


def _tricks(table: TableView, seat: int | None) -> list[str]:
    lines = []
    last, trick = table["last_trick"], table["trick"]
    if last is not None and table["tricks"]:
        winner = "nobody" if last["winner"] is None else seat_name(table, last["winner"], seat)
        lines.append(f"Last trick: {_plays(table, last['plays'], seat)}: {winner} won it.")
    if trick["plays"]:
        ahead = "nobody" if trick["ahead"] is None else seat_name(table, trick["ahead"], seat)
        lead = "no suit to follow" if trick["suit"] is None else f"suit to follow: {trick['suit']}"
        verb = "are" if ahead == "you" else "is"
        lines.append(
            f"Trick {table['tricks'] + 1} of {table['cards']}: {_plays(table, trick['plays'], seat)}; "
            f"{ahead} {verb} ahead; {lead}."
        )
    return lines


def _secrets(table: TableView) -> list[str]:
    """SK-14: what Bendt and Jade have told this seat alone."""
    lines = []
    bendt, jade = table["bendt"], table["jade"]
    if bendt is not None and bendt["drawn"] is not None:
        gone = list_cards(bendt["discarded"])
        lines.append(f"For Bendt you drew: {list_cards(bendt['drawn'])}; you discarded: {gone}")
    if jade is not None and jade["undealt"] is not None:
        lines.append(f"Undealt when Jade showed them: {list_cards(jade['undealt'])}")
    return lines


def whose_turn(view: SeatView) -> str:
    """What the player to move is asked, told to the others."""
    if view["player"] is None or view["phase"] is None:
        return "The cards are being dealt."
    return f"{seat_name(view['table'], view['player'])} {_DOING[view['phase']]}."


def _prompt(view: SeatView, seat: int) -> str:
    """What the seat to move may do, and what it means."""
    phase, table = view["phase"], view["table"]
    listed = [action["text"] for action in view["actions"]]
    own = table["seats"][seat]
    # a view without actions is for those who are to find them by themselves
    actions = f": {' '.join(listed)}" if listed else "."
    left = table["cards"] - table["tricks"]
    if phase == "BIDDING":
        return f"Bid how many tricks you will win, exactly{actions}"
    if phase == "PLAYING":
        return f"Play a card, by name or by its place in your hand{actions}"
    if phase == "TIGRESS":
        return "The Tigress wins nothing as [escape], or counts as a [pirate]. Which?"
    if phase == "ABILITY_ROSIE":
        return f"Rosie: name who leads the next trick, yourself too{actions}"
    if phase in ("ABILITY_BENDT_1", "ABILITY_BENDT_2"):
        due = table["bendt"]["due"]
        cards = "one card" if due == 1 else f"{due} cards, one at a time"
        return f"Bendt: discard {cards}, by name or by place{actions}"
    stand = f"You bid {own['bid']} and won {own['won']}"
    if phase == "ABILITY_ROATAN":
        return (
            "Roatan: bet [bet 0], [bet 10] or [bet 20] points that your bid comes out exactly; else you lose "
            f"them. {stand}; {left} trick{'' if left == 1 else 's'} to play."
        )
    if phase == "ABILITY_JADE":
        return "Jade: these were not dealt this round; say [ok] and remember them."
    harry = f": {', '.join(listed)}" if listed else ", by -1, 0 or +1 within 0 and the cards dealt"
    return f"Harry: change your bid before the round is scored{harry}. {stand}."


def result(table: TableView, seat: int | None) -> str:
    """How the game came out."""
    best = winning_seats([side["score"] for side in table["seats"] if not side["graybeard"]])
    if len(best) == 1:
        return f"The game is over: {seat_name(table, best[0], seat)} won."
    return f"The game is over: {' and '.join(seat_name(table, other, seat) for other in best)} share the win."
