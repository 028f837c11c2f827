"""What games with tricks say in common."""

from __future__ import annotations

from croupier.core import Catalogue

ENGLISH = Catalogue(
    "tricks",
    {
        "you": "You are Player {player}.",
        "trick": "Trick: {cards}.",
        "laid": "Player {player} {card}",
        "plays": "Player {player} plays {card}.",
        "and": " and ",
        "player": "Player {player}",
        "no_number": "action {action} does not exist; they are 0 to {last}",
        "not_now.card": "{text!r} cannot be played now: play one of {cards}",
        "points": "points",
        "picture.turn": "Player {player} is to move.",
        "picture.none": "Cards are to be dealt.",
        "picture.trick": "The trick",
        "picture.last": "The last trick",
        "picture.hand": "Your hand",
        "picture.back": "card face down",
        "option.players": "number of players",
        "label.players": "players",
        "view.last_trick": "Last trick",
        "view.trick": "Trick",
        "view.hand": "Hand",
        "reply": "it must name one action in brackets, like '{first}' or '[10H]'",
        "position.unknown": "a position has hands, and it may have {fields}; not {name!r}",
        "position.numbers": "{name}={text!r} in the position must be whole numbers from {low} to {high}",
        "position.cards": "{name}={text!r} in the position must be {count} different cards, like 10H",
        "position.not_legal": "{text!r} of {name} in the position is not allowed there",
        "position.impossible": "{name}={text!r} in the position is not possible",
        "record.values": "the record's {name} is out of range",
        "record.differs": "the record's {fields} are not what its deal and the actions since lead to",
    },
)
say = ENGLISH.say
LABELS = ENGLISH.named("view.")
"""Names of the parts of a view that these games share."""
