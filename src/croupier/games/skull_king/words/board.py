"""The table and its events as text, as one seat or a spectator sees them, and names of cards in sentences."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from croupier.core.base.sentence import Sentence, joined
from croupier.core.spec.position import EndedRound, Position, SeatScore, SeatView, TableView, WonTrick
from croupier.games.skull_king.english import say
from croupier.games.skull_king.record import state
from croupier.games.skull_king.record.cards import SUITS
from croupier.games.skull_king.record.tricks import winning_seats

_SUITS = {"green": "named.green", "yellow": "named.yellow", "purple": "named.purple", "black": "named.black"}
_SPECIALS = {
    "escape": "named.escape", "rosie": "named.rosie", "bendt": "named.bendt", "roatan": "named.roatan",
    "jade": "named.jade", "harry": "named.harry", "tigress": "named.tigress", "skull king": "named.king",
    "mermaid": "named.mermaid", "loot": "named.loot", "kraken": "named.kraken", "whale": "named.whale",
    "tigress:escape": "named.tigress_escape", "tigress:pirate": "named.tigress_pirate",
}  # fmt: skip


def suit_named(suit: str) -> Sentence:
    """A suit by its name."""
    return say(_SUITS[suit])


def card_named(name: str) -> Sentence:
    """A card by its long name, in the hand or on the table."""
    suit, _, rank = name.partition(" ")
    if suit in _SUITS:
        return say("named.number", suit=suit_named(suit), rank=rank)
    return say(_SPECIALS[name])


def group_named(suit: str, ranks: str) -> Sentence:
    """Several number cards of a suit."""
    return say("named.number", suit=suit_named(suit), rank=ranks)


_DOING = {
    "BIDDING": "doing.bid",
    "PLAYING": "doing.play",
    "ABILITY_ROSIE": "doing.rosie",
    "ABILITY_BENDT_1": "doing.bendt",
    "ABILITY_BENDT_2": "doing.bendt",
    "ABILITY_ROATAN": "doing.roatan",
    "ABILITY_JADE": "doing.jade",
    "ABILITY_HARRY": "doing.harry",
    "TIGRESS": "doing.tigress",
}


def seat_name(table: TableView, seat: int, own: int | None = None) -> Sentence:
    """Name of a seat: "Player 2", "you" for one's own, "Graybeard"."""
    if seat == own:
        return say("you")
    return say("graybeard") if table["seats"][seat]["graybeard"] else say("player", seat=seat)


def list_cards(names: Sequence[str]) -> str:
    """Sorted cards for people, grouped by suit: ``green 3 7 | black 2 | escape, escape, rosie``."""
    words = [name.split(" ") for name in names]
    groups: list[Sentence] = []
    for suit in SUITS:
        numbers = [rest[0] for first, *rest in words if first == suit]
        if numbers:
            groups.append(group_named(suit, " ".join(numbers)))
    specials = [card_named(name) for name, (first, *_) in zip(names, words, strict=True) if first not in SUITS]
    if specials:
        groups.append(joined(", ", specials))
    return joined(" | ", groups) if groups else say("no_cards")


def observation_string(view: SeatView) -> Sentence:
    """Everything a seat may know, and its possible actions if it is to move; a spectator sees no secrets."""
    table, seat = view["table"], view["seat"]
    head = heading(table)
    lines = [head if seat is None else joined(" ", [head, say("you_are", seat=seat)]), *_table(view)]
    if view["over"]:
        return joined("\n", [*lines, result(table, seat)])
    lines += _tricks(table, seat)
    if seat is not None:
        lines.append(say("hand", cards=list_cards(table["hand"])))
        lines += _secrets(table)
    lines.append(_prompt(view, seat) if seat is not None and view["player"] == seat else whose_turn(view))
    return joined("\n", lines)


def heading(table: TableView) -> Sentence:
    """The round, and rules other than the usual ones."""
    switches = [say("heading.with", card=card_named(name)) for name in table["expansion"]]
    without = [name.title() for name in state.ABILITIES if name not in table["abilities"]]
    switches += [say("heading.without", pirates=", ".join(without))] if without else []
    switches += [say("heading.rascal")] if table["scoring"] == "rascal" else []
    cards = say("heading.cards", count=table["cards"])
    rules = say("heading.rules", rules=joined("; ", switches)) if switches else ""
    return say("heading", round=table["round"], rounds=table["rounds"], cards=cards, rules=rules)


def _table(view: SeatView) -> list[str]:
    """One line per player: points, bid, tricks won, and notes."""
    lines: list[str] = [say("columns")]
    own = view["seat"]
    for side in view["table"]["seats"]:
        seat, gray = side["seat"], side["graybeard"]
        name = say("graybeard") if gray else say("row.you", seat=seat) if seat == own else str(seat)
        points = "" if gray else str(side["score"])
        bid = "" if gray else "-" if not side["has_bid"] else "?" if side["bid"] is None else str(side["bid"])
        cells = {"name": name, "points": points, "bid": bid, "won": side["won"]}
        found = notes(view, side)
        lines.append(say("row.noted", notes=joined(", ", found), **cells) if found else say("row", **cells))
    return lines


def notes(view: SeatView, side: Mapping[str, Any]) -> list[Sentence]:
    """Notes about a player: dealer and leader, bets, bonuses, alliances, pirates."""
    table, seat = view["table"], side["seat"]
    found = []
    if seat == table["dealer"]:
        found.append(say("note.dealer"))
    if seat == table["leader"] and not view["over"]:
        begun = table["trick"]["plays"] or view["phase"] != "BIDDING"
        found.append(say("note.leads") if begun else say("note.leads_first"))
    if side["wager"]:
        found.append(say("note.bet", points=side["wager"]))
    if side["bonus"]:
        found.append(say("note.bonus", points=side["bonus"]))
    if table["harry"] is not None and seat == table["harry"]["seat"]:
        found.append(say("note.harry"))
    if table["jade"] is not None and seat == table["jade"]["seat"]:
        found.append(say("note.jade"))
    for pair in table["alliances"]:
        if seat in pair.values():
            other = pair["winner"] if seat == pair["giver"] else pair["giver"]
            found.append(say("note.ally", who=seat_name(table, other)))
    return found


def _plays(table: TableView, plays: Sequence[Mapping[str, Any]], own: int | None) -> str:
    return joined(
        ", ",
        [say("laid", who=seat_name(table, play["seat"], own), card=card_named(play["card"])) for play in plays],
    )


def _tricks(table: TableView, seat: int | None) -> list[Sentence]:
    lines = []
    last, trick = table["last_trick"], table["trick"]
    if last is not None and table["tricks"]:
        winner = say("nobody") if last["winner"] is None else seat_name(table, last["winner"], seat)
        lines.append(say("last_trick", plays=_plays(table, last["plays"], seat), winner=winner))
    if trick["plays"]:
        lines.append(_under_way(table, seat))
    return lines


def _under_way(table: TableView, seat: int | None) -> Sentence:
    trick = table["trick"]
    found = {
        "number": table["tricks"] + 1,
        "cards": table["cards"],
        "plays": _plays(table, trick["plays"], seat),
        "lead": say("lead.none") if trick["suit"] is None else say("lead", suit=suit_named(trick["suit"])),
    }
    if trick["ahead"] is None:
        return say("trick", who=say("nobody"), **found)
    if trick["ahead"] == seat:
        return say("trick.you", **found)
    return say("trick", who=seat_name(table, trick["ahead"]), **found)


def _secrets(table: TableView) -> list[Sentence]:
    """SK-14: what Bendt and Jade have shown to this seat only."""
    lines = []
    bendt, jade = table["bendt"], table["jade"]
    if bendt is not None and bendt["drawn"] is not None:
        gone = list_cards(bendt["discarded"])
        lines.append(say("drawn", drawn=list_cards(bendt["drawn"]), discarded=gone))
    if jade is not None and jade["undealt"] is not None:
        lines.append(say("undealt", cards=list_cards(jade["undealt"])))
    return lines


def whose_turn(view: SeatView) -> Sentence:
    """The question to the player to move, for the others."""
    if view["player"] is None or view["phase"] is None:
        return say("dealing")
    return say(_DOING[view["phase"]], who=seat_name(view["table"], view["player"]))


def _prompt(view: SeatView, seat: int) -> Sentence:
    """The possible actions of the seat to move, and their meaning."""
    phase, table = view["phase"], view["table"]
    listed = [action["text"] for action in view["actions"]]
    own = table["seats"][seat]
    # a view without actions is for models that must find them
    actions = say("ask.actions", actions=" ".join(listed)) if listed else say("ask.any")
    left = table["cards"] - table["tricks"]
    if phase == "BIDDING":
        return say("ask.bid", actions=actions)
    if phase == "PLAYING":
        return say("ask.play", actions=actions)
    if phase == "TIGRESS":
        return say("ask.tigress")
    if phase == "ABILITY_ROSIE":
        return say("ask.rosie", actions=actions)
    if phase in ("ABILITY_BENDT_1", "ABILITY_BENDT_2"):
        return say("ask.bendt", count=table["bendt"]["due"], actions=actions)
    stand = say("ask.stand", bid=own["bid"], won=own["won"])
    if phase == "ABILITY_ROATAN":
        return say("ask.roatan", stand=stand, count=left)
    if phase == "ABILITY_JADE":
        return say("ask.jade")
    if listed:
        return say("ask.harry", actions=", ".join(listed), stand=stand)
    return say("ask.harry.any", stand=stand)


def result(table: TableView, seat: int | None) -> Sentence:
    """The result of the game."""
    best = winning_seats([side["score"] for side in table["seats"] if not side["graybeard"]])
    if len(best) == 1:
        return say("over", who=seat_name(table, best[0], seat))
    return say("over.shared", who=joined(say("and"), [seat_name(table, other, seat) for other in best]))


def round_score(before: Position, action: int, after: Position) -> EndedRound | None:
    """Scores of the round that a decision has ended; None if it has ended none."""
    bidding = after.phase == "BIDDING" and before.phase != "BIDDING"  # each round begins so
    if not bidding and not after.is_terminal():
        return None
    number = before.table(None)["round"]
    return scored(before.played(action).table(None), number)  # the next deal clears bids and tricks


def scored(table: TableView, number: int) -> EndedRound:
    """Scores of a round, from the table after its last decision and before the next deal."""
    return EndedRound(number, tuple(_seat(table, side) for side in table["seats"] if not side["graybeard"]))


def _seat(table: TableView, side: TableView) -> SeatScore:
    harry = table["harry"]
    change = harry["change"] if harry is not None and harry["seat"] == side["seat"] else 0
    bid = side["bid"] + change
    return SeatScore(side["seat"], side["gained"], side["score"], bid, side["won"], side["bonus"])


def won_trick(before: Position, action: int) -> WonTrick | None:
    """The trick that a decision finishes; the best one captures the most, then has the most special cards."""
    was, now = before.table(None), before.played(action).table(None)
    trick = now["last_trick"]
    if now["tricks"] == was["tricks"] or trick["winner"] is None or now["seats"][trick["winner"]]["graybeard"]:
        return None
    cards = tuple((play["seat"], play["card"]) for play in trick["plays"])
    points = sum(capture["points"] for capture in trick["captures"])
    special = sum(not card[-1].isdigit() for _, card in cards)
    return WonTrick(trick["winner"], cards, points or None, (points, special, now["round"]))


def describe(before: Position, action: int, after: Position, seat: int | None) -> list[Sentence]:
    """The results of a decision for a seat or spectator, with the next deal, without the winner of the game."""
    over, was, then = after.is_terminal(), before.table(seat), after.table(seat)
    dealing = not over and was["round"] != then["round"]
    now = before.played(action).table(seat) if dealing else then
    lines = _decided(before, was, action, now, seat)
    lines += _table_changes(was, now, seat, before.phase == "PLAYING")
    people = [side for side in now["seats"] if not side["graybeard"]]
    if before.phase == "BIDDING" and all(side["has_bid"] for side in people):
        bids = [say("bids.one", bid=side["bid"], who=seat_name(now, side["seat"], seat)) for side in people]
        lines.insert(1, say("bids", bids=joined(", ", bids)))
    if dealing or over:
        number = was["round"]
        lines.append(say("round_over", round=number, scores=_scored(now, number, seat)))
    if dealing:
        dealt = {"round": then["round"], "cards": then["cards"]}
        if then["leader"] == seat:
            lines.append(say("round.you", **dealt))
        else:
            lines.append(say("round", who=seat_name(then, then["leader"]), **dealt))
    return lines


def _decided(before: Position, was: TableView, action: int, now: TableView, seat: int | None) -> list[Sentence]:
    """The decision itself; `_table_changes` describes new cards on the table."""
    if before.is_terminal():
        raise ValueError("nobody decides here: the game is over")
    phase, mover = before.phase, before.current_player()
    own, who = mover == seat, seat_name(now, mover)
    if phase == "BIDDING":
        return [say("bid.you", bid=action) if own else say("bid", who=who)]
    if phase == "ABILITY_ROSIE":
        named = action - state.ROSIE_ACTION
        if own:
            return [say("names.you", whom=say("yourself") if named == seat else seat_name(now, named))]
        return [say("names", who=who, whom=say("itself") if named == mover else seat_name(now, named, seat))]
    if phase in ("ABILITY_BENDT_1", "ABILITY_BENDT_2"):
        if not own:
            return [say("discards", who=who)]
        return [say("discards.you", card=card_named(was["hand"][action - state.BENDT_ACTION]))]
    if phase == "ABILITY_ROATAN":
        points = 10 * (action - state.ROATAN_ACTION)
        return [say("bets.you", points=points) if own else say("bets", who=who, points=points)]
    if phase == "ABILITY_JADE":
        return [say("sees.you") if own else say("sees", who=who)]
    if phase == "ABILITY_HARRY":
        change = action - state.HARRY_ACTION - 1
        bid = was["seats"][mover]["bid"] + change
        if change == 0:
            return [say("leaves_bid.you", bid=bid) if own else say("leaves_bid", who=who, bid=bid)]
        return [say("changes_bid.you", bid=bid) if own else say("changes_bid", who=who, bid=bid)]
    if phase == "TIGRESS":
        return [say(("tigress.escape", "tigress.pirate")[action - state.TIGRESS_ACTION])]
    card = card_named(_plays_of(was, now)[len(was["trick"]["plays"])]["card"])
    return [say("plays.you", card=card) if own else say("plays", who=who, card=card)]


def _plays_of(was: TableView, now: TableView) -> list[dict[str, Any]]:
    """The trick that was in progress, with new cards; if it is finished, it is the last one by now."""
    trick = now["last_trick"] if now["tricks"] != was["tricks"] else now["trick"]
    plays: list[dict[str, Any]] = trick["plays"]
    return plays


def _table_changes(was: TableView, now: TableView, seat: int | None, playing: bool) -> list[Sentence]:
    """Graybeard's cards, the end of a trick, and the ability it triggers; the played card is described already."""
    told = len(was["trick"]["plays"]) + playing
    lines = _graybeards(now, _plays_of(was, now)[told:])
    if now["tricks"] != was["tricks"]:
        winner = now["last_trick"]["winner"]
        if winner is None:
            leader = now["leader"]
            other = say("nobody_wins", who=seat_name(now, leader))
            lines.append(say("nobody_wins.you") if leader == seat else other)
        else:
            bonus = now["seats"][winner]["bonus"] - was["seats"][winner]["bonus"]
            captured = say("wins_trick.captured", points=bonus) if bonus else ""
            other = say("wins_trick", who=seat_name(now, winner), captured=captured)
            lines.append(say("wins_trick.you", captured=captured) if winner == seat else other)
        lines += _new_abilities(was, now, seat)
        lines += _graybeards(now, now["trick"]["plays"])
    return lines


def _graybeards(table: TableView, plays: list[dict[str, Any]]) -> list[Sentence]:
    """Graybeard's cards among some plays (SK-15)."""
    hidden = [side["seat"] for side in table["seats"] if side["graybeard"]]
    return [
        say("plays", who=say("graybeard"), card=card_named(play["card"]))
        for play in plays
        if play["seat"] in hidden
    ]


def _new_abilities(was: TableView, now: TableView, seat: int | None) -> list[Sentence]:
    lines = []
    for pair in now["alliances"][len(was["alliances"]) :]:
        giver = say("you.first") if pair["giver"] == seat else seat_name(now, pair["giver"])
        lines.append(say("allies", giver=giver, winner=seat_name(now, pair["winner"], seat)))
    if now["bendt"] is not None and was["bendt"] is None:
        drawer, due, drawn = now["bendt"]["seat"], now["bendt"]["due"], now["bendt"]["drawn"]
        cards = say("draws.cards", count=due) if drawn is None else list_cards(drawn)
        other = say("draws", who=seat_name(now, drawer), cards=cards)
        lines.append(say("draws.you", cards=cards) if drawer == seat else other)
    if now["harry"] is not None and was["harry"] is None:
        other = say("may_change", who=seat_name(now, now["harry"]["seat"]))
        lines.append(say("may_change.you") if now["harry"]["seat"] == seat else other)
    return lines


def _scored(now: TableView, number: int, seat: int | None) -> Sentence:
    return joined("; ", [
        say("score", who=seat_name(now, made.seat, seat), bid=made.bid, won=made.won, points=made.points,
            total=made.total)
        for made in scored(now, number).seats
    ])  # fmt: skip
