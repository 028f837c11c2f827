"""Views: the table as one seat or a spectator may see it, as plain data with a JSON Schema.

A view is the only exit of what is hidden: texts, boards, prompts and pictures are made from it. The game's own
part comes from its `croupier.core.spec.spec.GameView` and stands under ``table``; the rest is the same for all
games.
"""

from __future__ import annotations

from collections.abc import Iterator

import numpy as np

from croupier.core.base.types import Records
from croupier.core.engine.bundles import View
from croupier.core.engine.ruleset import Ruleset
from croupier.core.spec.seat_view import ActionView, SeatView
from croupier.core.spec.spec import TERMINAL, GameSpec, Schema

DRAFT = "https://json-schema.org/draft/2020-12/schema"
"""The JSON Schema that schemas are written in."""
CARD = "card"
"""The format by which a schema marks names of cards."""


def seat_view(game: Ruleset, records: Records, seat: int | None) -> SeatView:
    """Show a table to a seat.

    Args:
        game: the game with its options.
        records: the position, one row, which is not changed; a random event may be due in it.
        seat: who looks; None is a spectator, who knows only what every seat may know.
    """
    player = int(records[0]["player"])
    deciding, over = player >= 0, player == TERMINAL
    points = np.zeros((1, game.num_players), dtype=np.float32)
    game.loops.points(records, points)
    returns = np.zeros_like(points)
    if over:
        game.loops.returns(records, returns)
    return SeatView(
        game=game.name,
        seat=seat,
        player=player if deciding else None,
        phase=game.phase_name(int(records[0]["phase"])) if deciding else None,
        over=over,
        points=points[0].tolist(),
        returns=returns[0].tolist() if over else None,
        actions=_actions(game, records) if deciding and player == seat else [],
        table=game.spec.words.view.view(records, seat),
    )


def _actions(game: Ruleset, records: Records) -> list[ActionView]:
    rows = View.empty(game.num_actions, 1)
    game.loops.choices(records, 0, 1, rows[:])
    legal = sorted(rows.actions[0, : rows.counts[0]].tolist())
    text = game.spec.words.text
    return [ActionView(action=action, text=text.action_to_string(records, action)) for action in legal]


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
        table=spec.words.view.SCHEMA,
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
