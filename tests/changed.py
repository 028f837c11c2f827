"""A game's spec with some parts replaced, whichever group they stand in: for tests of broken games."""

from dataclasses import fields, replace
from typing import Any

from croupier.core.spec.spec import GameSpec

GROUPS = ("rules", "words", "spaces")


def changed(spec: GameSpec, **parts: Any) -> GameSpec:
    """The spec with other parts: of the spec itself, or of one of its groups."""
    for group in GROUPS:
        own = {field.name for field in fields(getattr(spec, group))}
        inside = {name: parts.pop(name) for name in list(parts) if name in own}
        if inside:
            spec = replace(spec, **{group: replace(getattr(spec, group), **inside)})
    return replace(spec, **parts)
