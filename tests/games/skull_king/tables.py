"""Tables set up by hand for the tests of single rules."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import croupier
from croupier.core.engine.game import State
from croupier.games.skull_king.record.cards import NONE, name_of, read_card, short_of

FULL: dict[str, Any] = {"loot": True, "kraken": True, "whale": True}
"""All cards of the expansion."""


def _short(cards: str) -> str:
    return ",".join(short_of(read_card(name, on_table=True)) for name in cards.split(", "))


def start(*hands: str, undealt: str = "", dealer: int | None = None, last: bool = False, **options: Any) -> State:
    """Hands like "green 7, escape" by seat, dealt in the round that has so many cards; nobody has bid.

    Args:
        *hands: by seat; with ``players=2`` the third is Graybeard's, his top card first.
        undealt: the cards that would be drawn next, the first first.
        dealer: the last seat if not given, so that seat 0 leads.
        last: whether no round follows (one card each).
        **options: options of the game.
    """
    cards = len(hands[0].split(", "))
    options.setdefault("players", len(hands))
    if last:
        assert cards == 1
        options["schedule"] = "one"
    game = croupier.make("skull-king", **options)
    words = [f"{name}={str(value).lower()}" for name, value in game.changed_options().items()]
    seat = game.num_players - 1 if dealer is None else dealer
    text = [*words, f"round={cards}", f"dealer={seat}", "hands=" + "/".join(_short(hand) for hand in hands)]
    if cards > 1:
        text.append("last=0/-/" + ",".join(["b1"] * max(game.num_players, 3)))
    if undealt:
        rest = game.position(" ".join(["skull-king", *text])).records[0]
        pile = [int(card) for card in rest["pile"] if card != NONE]
        top = [read_card(name) for name in undealt.split(", ")]
        for card in top:
            pile.remove(card)
        text.append("pile=" + ",".join(short_of(card) for card in [*pile, *reversed(top)]))
    return game.position(" ".join(["skull-king", *text]), seed=1)


def bid(state: State, *bids: int) -> None:
    """Make bids, given by seat, until a seat that none is given for is to bid."""
    while state.phase == "BIDDING" and state.current_player() < len(bids):
        state.apply_action(bids[state.current_player()])


def play(state: State, text: str) -> None:
    """Play cards in turn, the Tigress with her declaration."""
    for shown in text.split(", "):
        name, _, role = shown.partition(":")
        say(state, f"[play {name}]")
        if role:
            say(state, f"[{role}]")


def say(state: State, text: str) -> None:
    """Play an action by its text."""
    state.apply_action(state.string_to_action(text))


def started(*hands: str, **settings: Any) -> State:
    """A table where everybody has bid zero."""
    state = start(*hands, **settings)
    bid(state, *[0] * state.game.num_players)
    return state


def hand_of(state: State, seat: int) -> list[str]:
    """Names of the cards that a seat holds."""
    return [name_of(int(card)) for card in state.records[0]["hands"][seat] if card != NONE]


def legal(state: State) -> list[str]:
    """Texts of the legal actions."""
    return [state.action_to_string(action) for action in state.legal_actions()]


def field(state: State, name: str) -> Any:
    """A field of the record as plain Python."""
    return state.records[0][name].tolist()


def scores(state: State) -> list[int]:
    """Everybody's points."""
    return [int(points) for points in state.points()]


def seats(plays: str) -> list[tuple[int, str]]:
    """Plays like "green 7, tigress:pirate": seat 0 plays the first card, seat 1 the next."""
    return list(enumerate(plays.split(", ")))


def cards_everywhere(state: State) -> Sequence[int]:
    """Codes of all cards that the record tells of, sorted."""
    s = state.records[0]
    there = [*s["hands"].ravel(), *s["pile"][: s["pile_size"]], *s["discards"]]
    return sorted([*(int(c) for c in there if c != NONE), *(c for c in range(68) for _ in range(s["seen"][c]))])
