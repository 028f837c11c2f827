"""JSON Schemas of views: what a seat or a spectator may see.

A view is the only exit of what is hidden: texts, boards, prompts and pictures are made from it. The game's own
part comes from its `croupier.core.spec.spec.GameView` and stands under ``table``; the rest is the same for all
games, and `croupier.core.engine.record_position` makes it.
"""

from __future__ import annotations

from collections.abc import Iterator

from croupier.core.spec.spec import GameSpec, Schema

DRAFT = "https://json-schema.org/draft/2020-12/schema"
"""The JSON Schema that schemas are written in."""
CARD = "card"
"""The format by which a schema marks names of cards."""
SEAT, BY_SEAT = "seat", "by-seat"
"""The formats by which it marks numbers of seats, and lists with an item for each seat."""
HAND, LAID = "hand", "laid"
"""Those of the cards that a seat holds, and of cards that lie on the table, each with the seat that played it."""
POINTS, PENALTIES = "points", "penalties"
"""Those of lists that say each seat's points once more, as they are or with the other sign."""


def schema(spec: GameSpec) -> Schema:
    """The JSON Schema of all views of a game, its own part under ``table`` included."""
    action = object_of(
        "a legal action",
        action=value("integer", "its number"),
        text=value("string", "its text, as it is typed"),
    )
    whole = object_of(
        f"A table of {spec.title}, as one seat or a spectator may see it.",
        game={"const": spec.name, "description": "name of the game", "type": "string"},
        seat=value("integer", "who looks; null for a spectator, who knows what every seat may know", null=True),
        player=value("integer", "the seat to move; null at the end", null=True),
        phase=value("string", "what that seat decides, like `BIDDING`; null at the end", null=True),
        over=value("boolean", "whether the game is over"),
        points=array_of(value("number", "points"), "each seat's points so far, in the game's own points"),
        returns=array_of(value("number", "utility"), "each seat's utility; null before the end", null=True),
        actions=array_of(action, "what this seat may do, ascending; empty where it is not to move"),
        table=spec.view.SCHEMA,
    )
    return {"$schema": DRAFT, "title": spec.title, **whole}


def cards_in(part: Schema, data: object) -> Iterator[str]:
    """Names of all cards in a view, or in a part of one.

    Args:
        part: the schema of it.
        data: the view, or the part.
    """
    if isinstance(data, str) and part.get("format") == CARD:
        yield data
    elif isinstance(data, dict):
        for name, inner in data.items():
            yield from cards_in(part.get("properties", {}).get(name, {}), inner)
    elif isinstance(data, list):
        for inner in data:
            yield from cards_in(part.get("items", {}), inner)


# ------------------------------------------------------------------------------- parts that schemas are made of


def value(kind: str, description: str, *, null: bool = False) -> Schema:
    """The schema of a single value.

    Args:
        kind: ``string``, ``integer``, ``number`` or ``boolean``.
        description: what it says.
        null: whether it may be null.
    """
    return {"type": [kind, "null"] if null else kind, "description": description}


def card_name(description: str, *, null: bool = False) -> Schema:
    """The schema of a card's name; there is a picture of each such name, where the game has pictures."""
    return value("string", description, null=null) | {"format": CARD}


def seat_number(description: str, *, null: bool = False) -> Schema:
    """The schema of a seat's number; tables in the browser show the name of who sits there."""
    return value("integer", description, null=null) | {"format": SEAT}


def by_seat(items: Schema, description: str, *, null: bool = False) -> Schema:
    """The schema of a list with an item for each seat in turn, which tables in the browser show beside it."""
    return array_of(items, description, null=null) | {"format": BY_SEAT}


def own_hand(description: str, *, null: bool = False) -> Schema:
    """The schema of the cards that the own seat holds; in the browser those that an action names are clicked."""
    return array_of(card_name("a card"), description, null=null) | {"format": HAND}


def laid_cards(description: str, *, null: bool = False) -> Schema:
    """The schema of cards on the table, as ``{"seat": 1, "card": "10H"}`` in the order of play, like a trick."""
    laid = object_of("A card that was played.", seat=seat_number("who played it"), card=card_name("the card"))
    return array_of(laid, description, null=null) | {"format": LAID}


def points_by_seat(description: str, *, penalties: bool = False) -> Schema:
    """The schema of a list of each seat's points, which a view has under ``points`` already.

    Args:
        description: what it says.
        penalties: whether they stand here with the other sign, as points that nobody wants. Then pages tell people
            points by that sign.
    """
    return array_of(value("integer", "points"), description) | {"format": PENALTIES if penalties else POINTS}


def array_of(items: Schema, description: str, *, null: bool = False) -> Schema:
    """The schema of a list whose items all have one schema; it may be null where that is said."""
    return value("array", description, null=null) | {"items": items}


def object_of(description: str, *, null: bool = False, **properties: Schema) -> Schema:
    """The schema of a dict that has exactly these properties; it may be null where that is said."""
    return value("object", description, null=null) | {
        "properties": properties,
        "required": list(properties),
        "additionalProperties": False,
    }
