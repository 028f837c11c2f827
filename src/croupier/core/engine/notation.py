"""Positions as one line of text: ``NAME key=value key=value ...``, options first."""

from __future__ import annotations

from croupier.core.base.english import say
from croupier.core.base.errors import PositionError
from croupier.core.base.types import Records
from croupier.core.engine.ruleset import Ruleset
from croupier.core.spec.spec import GameSpec


def one_line(game: Ruleset, records: Records) -> str:
    """The text of a position, hidden parts included.

    Args:
        records: the position, shape (1,).
    """
    options = [f"{name}={option_word(value)}" for name, value in game.changed_options().items()]
    fields = game.spec.notation.format_position(records)
    return " ".join([game.name, *options, *(f"{key}={value}" for key, value in fields.items())])


def option_word(value: object) -> str:
    """The value of an option as the command line and positions write it."""
    return str(value).lower() if isinstance(value, bool) else str(value)


def split(spec: GameSpec, text: str) -> tuple[dict[str, object], dict[str, str]]:
    """Read the options out of a position's text."""
    name, *words = text.split() or [""]
    if name != spec.name:
        raise PositionError(say("position.game", name=name, game=spec.name))
    declared = {option.name: option for option in spec.options}
    given: dict[str, object] = {}
    fields: dict[str, str] = {}
    for word in words:
        key, equals, value = word.partition("=")
        if not equals:
            raise PositionError(say("position.word", word=word))
        if key in given or key in fields:
            raise PositionError(say("position.twice", name=key))
        if key in declared:
            given[key] = declared[key].parse(value)
        else:
            fields[key] = value
    return given, fields


def set_up(game: Ruleset, text: str) -> Records:
    """Set up a position from its text; a chance event may be due in it.

    Returns:
        The position, shape (1,).
    """
    options, fields = split(game.spec, text)
    named = Ruleset(game.spec, **options)
    if named.options != game.options:
        raise PositionError(say("position.options", named=repr(named), game=repr(game)))
    records = game.new_records()
    game.spec.notation.parse_position(records, fields)
    game.spec.notation.validate(records)
    return records
