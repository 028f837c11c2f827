"""Making games by name and options, or from the text of a position."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from croupier.core.spec.registry import registered_games, spec, variants

if TYPE_CHECKING:
    from croupier.core.engine.game import Game
    from croupier.core.spec.spec import GameSpec


def make(name: str, **options: Any) -> Game:
    """Make a game.

    Args:
        name: a game, like ``pig``, or one of its variants, like ``PigDice-v0-short``.
        **options: the game's options; a variant's own values stand where none is given.

    Returns:
        The game.

    Raises:
        ConfigError: no such game or option, or a value that is not valid.
    """
    from croupier.core.engine.game import Game  # with it numba, which `import croupier` does without

    for entry in registered_games().values() if name not in registered_games() else ():
        if name in variants(entry):
            found = spec(entry.name)
            return Game(found, **{**found.variants[name], **options})
    return Game(spec(name), **options)


def make_table(name: str, **options: Any) -> Game:
    """Make a game for people who named no more than it: what they did not choose is as `GameSpec.table` says.

    Args:
        name: a game, or one of its variants, which is made as by `make`.
        **options: the options that they chose.
    """
    return make(name, **{**(spec(name).table if name in registered_games() else {}), **options})


def split_position(found: GameSpec, text: str) -> tuple[Game, dict[str, str]]:
    """The game that a position's text names, with its options, and the other fields.

    See `croupier.core.engine.notation.split`.
    """
    from croupier.core.engine.game import Game
    from croupier.core.engine.notation import split

    options, fields = split(found, text)
    return Game(found, **options), fields
