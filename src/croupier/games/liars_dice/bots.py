"""The compiled bot of Liar's Dice: it estimates probabilities from its own dice and random dice of the others."""

from __future__ import annotations

from croupier.core import BotParams, Generators, Mask, Record, inlined, kernel, lone_bot
from croupier.games.liars_dice.english import say
from croupier.games.liars_dice.rules import call_of


@inlined
def at_least(dice: int, wanted: int, share: float) -> float:
    """The probability that so many of some dice match, where each does by a share."""
    fewer = 0.0
    for k in range(min(wanted, dice + 1)):  # exactly k match
        term = 1.0
        for j in range(dice):
            term *= share * (dice - j) / (j + 1) if j < k else 1.0 - share
        fewer += term
    return 1.0 - fewer


@inlined
def likely(s: Record, seat: int, bid: int) -> float:
    """The probability that a bid is true, for who knows the dice of this seat alone."""
    faces = int(s["faces"])
    face, wild = bid % faces, faces - 1
    own = int(s["held"][seat][face]) + (int(s["held"][seat][wild]) if face != wild else 0)
    share = (2.0 if face != wild else 1.0) / faces
    return at_least(int(s["total"]) - int(s["dice"][seat]), bid // faces + 1 - own, share)


@kernel
def weigh(s: Record, mask: Mask, params: BotParams, rng: Generators, i: int) -> int:
    """Call if the last bid is likelier a lie than any higher bid is true; else make the likeliest bid."""
    seat, call, bids = s["player"], call_of(s), int(s["total"]) * int(s["faces"])
    best, most = call, 1.0 - likely(s, seat, int(s["bid"]) - 1) if s["bid"] > 0 else -1.0
    # more dice of a face are less likely
    for bid in range(int(s["bid"]), min(int(s["bid"]) + int(s["faces"]), bids)):
        chance = likely(s, seat, bid)
        if chance > most:
            best, most = bid, chance
    return best


BOTS = lone_bot("liars-dice", weigh, say("bot"))
