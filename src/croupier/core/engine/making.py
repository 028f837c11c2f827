"""Games by name, and positions as links: text, compressed, in the part of an address that stays in the browser."""

from __future__ import annotations

import base64
import re
import zlib
from typing import TYPE_CHECKING, Any

from croupier.core.base.english import say
from croupier.core.base.errors import PositionError
from croupier.core.spec.registry import registered_games, spec, variants

if TYPE_CHECKING:
    from croupier.core.engine.game import Game, State
    from croupier.core.spec.spec import GameSpec


def make(name: str, **options: Any) -> Game:
    """Make a game.

    Examples:
        >>> import croupier
        >>> croupier.make("pig", winning_score=50)
        croupier.make('pig', winning_score=50)
        >>> croupier.make("PigDice-v0-short").options["winning_score"]
        50

    Args:
        name: a game, like ``pig``, or a variant, like ``PigDice-v0-short``.
        **options: options of the game; those left out have the variant's value, or else the default.

    Raises:
        ConfigError: there is no such game or option, or a value is not valid.
    """
    from croupier.core.engine.game import Game  # with it numba, which `import croupier` does without

    for entry in registered_games().values() if name not in registered_games() else ():
        if name in variants(entry):
            found = spec(entry.name)
            return Game(found, **{**found.variants[name], **options})
    return Game(spec(name), **options)


def make_table(name: str, **options: Any) -> Game:
    """Make a game for people who chose only its name: the other options are as `GameSpec.table` says."""
    # A variant is made as by `make`.
    return make(name, **{**(spec(name).table if name in registered_games() else {}), **options})


def split_position(found: GameSpec, text: str) -> tuple[Game, dict[str, str]]:
    """The game and options that a position's text names, and the other fields."""
    from croupier.core.engine.game import Game
    from croupier.core.engine.record_position import split

    options, fields = split(found, text)
    return Game(found, **options), fields


# ``https://HOST/#/position/v1/DATA``. DATA is the version of the game's rules and the position's text, compressed
# by zlib, whose checksum finds links that were cut off, in base64 for URLs. All of it is checked as a text is.

LONGEST = 2000
"""Most characters of a link after the address."""
_MOST_TEXT = 4000
_MARK, _FORM = "#/position/", "v1"
_HEAD = re.compile(r"([0-9]{1,6}) (\S{1,64})(?: |$)")


def position_link(state: State, *, seat: int | None = None, seed: int = 0, address: str = "") -> str:
    """A link to the present position of a game.

    Examples:
        >>> import croupier
        >>> state = croupier.make("pig").new_initial_state(seed=7)
        >>> link = croupier.position_link(state, address="https://cards.example.org")
        >>> link.startswith("https://cards.example.org/#/position/v1/")
        True
        >>> croupier.open_position(link).position() == state.position()
        True

    Args:
        state: the game.
        seat: the link contains only what this seat knows: everything hidden from it is dealt again. None is the
            true position. If the game is over it is always the true one.
        seed: seed of the new deal.
        address: of a server, like ``https://cards.example.org``; the link begins with it.

    Returns:
        The link. It contains no seed and no history, so later chance events are new.

    Raises:
        PositionError: the position is too long for a link.
        ValueError: there is no such seat.
    """
    shown = state if seat is None or state.is_terminal() else state.resample_hidden(seat, seed)
    text = f"{state.game.spec.version} {shown.position()}"
    data = base64.urlsafe_b64encode(zlib.compress(text.encode(), 9)).decode().rstrip("=")
    link = f"{_MARK}{_FORM}/{data}"
    if len(link) > LONGEST or len(text) > _MOST_TEXT:
        raise PositionError(say("link.too_long", count=len(link), most=LONGEST))
    return f"{address.rstrip('/')}/{link}" if address else link


def position_text(text: str) -> str:
    """The one-line text of a position, from a link or its part from ``#`` on; other text is returned unchanged.

    Raises:
        PositionError: the link is too long, cut off or changed, or of another version of the rules.
        ConfigError: there is no such game.
    """
    _, mark, rest = text.partition(_MARK)
    if not mark:
        if text.rstrip().endswith(_MARK.rstrip("/")):
            raise PositionError(say("link.broken"))
        return text
    form, slash, data = "".join(rest.split()).partition("/")  # a terminal breaks long lines
    if len(rest) + len(mark) > LONGEST:
        raise PositionError(say("link.too_long", count=len(rest) + len(mark), most=LONGEST))
    if not slash or not re.fullmatch(r"[A-Za-z0-9_-]*", data):
        raise PositionError(say("link.broken"))
    if form != _FORM:
        raise PositionError(say("link.form", found=form, known=_FORM))
    return _without_version(_unpacked(data))


def _unpacked(data: str) -> str:
    """The decompressed data of a link, at most as long as a position's text may be."""
    unpacking = zlib.decompressobj()
    try:
        plain = unpacking.decompress(base64.urlsafe_b64decode(data + "=" * (-len(data) % 4)), _MOST_TEXT)
        found = plain.decode()
    except (ValueError, zlib.error) as error:
        raise PositionError(say("link.broken")) from error
    if not unpacking.eof or unpacking.unused_data:
        raise PositionError(say("link.broken"))
    return found


def _without_version(text: str) -> str:
    """The position in a text that begins with the version of its game."""
    head = _HEAD.match(text)
    if head is None:
        raise PositionError(say("link.broken"))
    game = spec(head[2])
    if int(head[1]) != game.version:
        raise PositionError(say("link.version", title=game.title, found=int(head[1]), ours=game.version))
    return text[head.start(2) :]


def open_position(text: str, seed: int = 0) -> State:
    """Set up a position from a link or text, with the game and options that it names.

    Args:
        text: see `position_text`.
        seed: seed of later chance events.

    Raises:
        PositionError: the link or the text is broken, or the position impossible.
        ConfigError: there is no such game or option, or a value is not valid.
    """
    line = position_text(text)
    name = (line.split(maxsplit=1) or [""])[0]
    if not name:
        raise PositionError(say("link.empty"))
    return split_position(spec(name), line)[0].position(line, seed)
