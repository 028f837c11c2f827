"""JSON Schemas of views: what a seat or a spectator may see.

A view is the only exit for hidden information: texts, boards, prompts and pictures are made from it. The game's
own part, under ``table``, comes from its `croupier.core.spec.spec.GameView`. The rest is the same for all games,
and `croupier.core.engine.record_position` makes it.
"""

from __future__ import annotations

from collections.abc import Iterator

from croupier.core.spec.spec import GameSpec, Schema

DRAFT = "https://json-schema.org/draft/2020-12/schema"
"""The JSON Schema draft of all schemas."""
CARD = "card"
"""The schema format of names of cards."""
SEAT, BY_SEAT = "seat", "by-seat"
"""The formats of seat numbers, and of lists with an item for each seat."""
HAND, LAID = "hand", "laid"
"""The formats of a seat's own cards, and of cards on the table with the seats that played them."""
POINTS, PENALTIES = "points", "penalties"
"""The formats of lists that repeat each seat's points, as they are or with the other sign."""


def schema(spec: GameSpec) -> Schema:
    """The JSON Schema of a game's views, with its own part under ``table``."""
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
    """The names of all cards in a view, or in a part of one, described by a schema."""
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

    Examples:
        >>> from croupier.core import value
        >>> value("integer", "tricks won", null=True)
        {'type': ['integer', 'null'], 'description': 'tricks won'}

    Args:
        kind: ``string``, ``integer``, ``number`` or ``boolean``.
        null: whether it may be null.
    """
    return {"type": [kind, "null"] if null else kind, "description": description}


def card_name(description: str, *, null: bool = False) -> Schema:
    """The schema of a card's name; if the game has pictures, there is one for each name."""
    return value("string", description, null=null) | {"format": CARD}


def seat_number(description: str, *, null: bool = False) -> Schema:
    """The schema of a seat's number; the browser shows the player's name instead."""
    return value("integer", description, null=null) | {"format": SEAT}


def by_seat(items: Schema, description: str, *, null: bool = False) -> Schema:
    """The schema of a list with one item a seat; the browser shows each item next to its seat."""
    return array_of(items, description, null=null) | {"format": BY_SEAT}


def own_hand(description: str, *, null: bool = False) -> Schema:
    """The schema of the viewing seat's cards; in the browser, a click on a card chooses its action."""
    return array_of(card_name("a card"), description, null=null) | {"format": HAND}


def laid_cards(description: str, *, null: bool = False) -> Schema:
    """The schema of cards on the table in order of play, each like ``{"seat": 1, "card": "10H"}``."""
    laid = object_of("A card that was played.", seat=seat_number("who played it"), card=card_name("the card"))
    return array_of(laid, description, null=null) | {"format": LAID}


def points_by_seat(description: str, *, penalties: bool = False) -> Schema:
    """Schema of a list with each seat's ``points`` of the view.

    With `penalties` the list and the pages show them with the opposite sign.
    """
    return array_of(value("integer", "points"), description) | {"format": PENALTIES if penalties else POINTS}


def array_of(items: Schema, description: str, *, null: bool = False) -> Schema:
    """The schema of a list whose items share one schema; null is allowed only with `null`."""
    return value("array", description, null=null) | {"items": items}


def object_of(description: str, *, null: bool = False, **properties: Schema) -> Schema:
    """The schema of a dict with exactly these properties; null is allowed only with `null`."""
    return value("object", description, null=null) | {
        "properties": properties,
        "required": list(properties),
        "additionalProperties": False,
    }
