"""Games made by name, with their options."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from croupier.core.spec.registry import entries, spec, variants

if TYPE_CHECKING:
    from croupier.core.engine.game import Game


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

    for entry in entries().values() if name not in entries() else ():
        if name in variants(entry):
            found = spec(entry.name)
            return Game(found, **{**found.variants[name], **options})
    return Game(spec(name), **options)
