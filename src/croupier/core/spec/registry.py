"""Registry of games by name. A game's module is imported when the game is first made, not before.

Another package adds a game by an entry point in the group ``croupier.games``::

    [project.entry-points."croupier.games"]
    nim = "my_package.nim:SPEC"

``SPEC`` is a `GameSpec` with the same name, ``nim``. The names of its variants are registered as well.
"""

from __future__ import annotations

import importlib
import warnings
from dataclasses import dataclass
from functools import lru_cache
from importlib.metadata import entry_points
from typing import TYPE_CHECKING

from croupier.core.base.english import say
from croupier.core.base.errors import ConfigError, unknown

if TYPE_CHECKING:
    from croupier.core.spec.spec import GameSpec

GROUP = "croupier.games"


@dataclass(frozen=True)
class Entry:
    """Where a game is found."""

    name: str
    target: str  # ``module:attribute`` of its `GameSpec`
    summary: str  # one sentence, known without loading the game
    variants: tuple[str, ...] = ()  # names of its option sets, known without loading the game


BUILT_IN = (
    Entry(
        "pig",
        "croupier.games.pig.spec:SPEC",
        "Pig Dice: roll and risk, or hold and bank. Two players, solved.",
        ("PigDice-v0", "PigDice-v0-short", "PigDice-v0-long"),
    ),
    Entry(
        "leduc",
        "croupier.games.leduc.spec:SPEC",
        "Leduc poker: a card in the hand, one on the table, two rounds of bets. Two players.",
        ("Leduc-v0",),
    ),
    Entry(
        "spite-malice",
        "croupier.games.spite_malice.spec:SPEC",
        "Mini Spite and Malice: play your goal pile away over four shared piles. Two players.",
        ("MiniSpiteAndMalice-v0",),
    ),
    Entry(
        "skull-king",
        "croupier.games.skull_king.spec:SPEC",
        "Skull King: bid your tricks and win exactly as many, among pirates and mermaids. Two to eight players.",
        ("SkullKing-v0", "SkullKing-v0-full", "SkullKing-v0-plain", "SkullKing-v0-rascal", "SkullKing-v0-two"),
    ),
    Entry(
        "oh-hell",
        "croupier.games.oh_hell.spec:SPEC",
        "Oh Hell: bid how many tricks you will win, and win exactly as many. Three to seven players.",
        ("OhHell-v0", "OhHell-v0-both", "OhHell-v0-one", "OhHell-v0-tricks"),
    ),
    Entry(
        "hearts",
        "croupier.games.hearts.spec:SPEC",
        "Hearts: take no hearts and not the queen of spades, or all of them. Three to six players.",
        ("Hearts-v0", "Hearts-v0-one", "Hearts-v0-jack"),
    ),
    Entry(
        "liars-dice",
        "croupier.games.liars_dice.spec:SPEC",
        "Liar's Dice: bid on the dice under all cups, or call the last bidder a liar. Two to five players.",
        ("LiarsDice-v0", "LiarsDice-v0-one", "LiarsDice-v0-five", "LiarsDice-v0-lost"),
    ),
)


@lru_cache(maxsize=1)
def registered_games() -> dict[str, Entry]:
    """All known games by name: croupier's own, then those of other packages.

    Examples:
        >>> import croupier
        >>> list(croupier.registered_games())[:3]
        ['pig', 'leduc', 'spite-malice']
    """
    found = {entry.name: entry for entry in BUILT_IN}
    for point in entry_points(group=GROUP):
        if point.name in found:
            raise ConfigError(
                f"the game {point.name!r} of {point.value} has the name of {found[point.name].target}"
            )
        package = point.dist.name if point.dist else point.value
        found[point.name] = Entry(point.name, point.value, f"from the package {package}")
    return found


def variants(entry: Entry) -> tuple[str, ...]:
    """Names of a game's option sets, which for a game of another package loads the game."""
    return entry.variants if entry in BUILT_IN else tuple(spec(entry.name).variants)


def names() -> list[str]:
    """All names that `make` accepts, variants included."""
    return [name for entry in loadable_games() for name in (entry.name, *variants(entry))]


def loadable_games() -> list[Entry]:
    """The known games without those of other packages that cannot be loaded, of which a warning tells."""
    found = []
    for entry in registered_games().values():
        try:
            if entry not in BUILT_IN:
                spec(entry.name)
        except ConfigError as error:
            warnings.warn(f"{error}; until then it is left out. Uninstall its package if it is gone", stacklevel=2)
        else:
            found.append(entry)
    return found


@lru_cache(maxsize=64)
def spec(name: str) -> GameSpec:
    """Load a game's spec."""
    if name not in registered_games():
        raise unknown(say("game"), name, names())
    from croupier.core.spec.spec import GameSpec  # with it numpy and numba, which help does without

    target = registered_games()[name].target
    module, _, attribute = target.partition(":")
    try:
        found = getattr(importlib.import_module(module), attribute)
    except Exception as error:  # importing another package may raise anything
        why = str(error) or type(error).__name__
        raise ConfigError(say("game.broken", name=name, target=target, error=why)) from error
    if not isinstance(found, GameSpec):
        raise ConfigError(f"{target} is no GameSpec but {type(found).__name__}")
    _check_names(name, found)
    return found


def _check_names(name: str, found: GameSpec) -> None:
    """Reject a spec whose name differs from its entry, and variants whose name is taken."""
    target = registered_games()[name].target
    if found.name != name:
        raise ConfigError(f"{target} has the name {found.name!r}, its entry point {name!r}: give both one name")
    taken = {variant: entry.name for entry in BUILT_IN if entry.name != name for variant in entry.variants}
    for variant in found.variants:
        if variant in taken or variant in registered_games():
            raise ConfigError(
                f"{target} has a variant {variant!r}, which is the name of a game or of a variant of "
                f"{taken.get(variant, variant)}: give it another name"
            )
