"""Generator of the pictures in docs/pictures, and of what docs/views.md says of them."""

from __future__ import annotations

from croupier.core.engine.game import State
from croupier.core.engine.making import split_position
from croupier.core.spec import registry
from croupier.core.spec.pictures import CHALK, DIM, Picture, Pictures, cloth, text
from croupier.core.spec.spec import GameSpec

_FOLDER = "pictures"
_WIDTH, _GAP, _COLUMNS = 96, 16, 8

INTRODUCTION = """\
## Pictures

```python
state.svg(0)  # the table as seat 0 may see it, an SVG document
state.svg(None)  # as a spectator may see it; a notebook shows this one for `state`

pictures = state.game.spec.pictures()
pictures.faces["green 7"].svg  # a card, by the name that views give it
pictures.faces["green 7"].label  # the same in words, for screen readers
pictures.back.svg  # a card face down
```

A picture ([`Pictures`][croupier.core.Pictures]) has no script, style sheet, font or ids, and loads nothing, so any
number of them fits on one page, light or dark. A table is drawn from a view only. Cards are 240 by 336 units and
can be read from a width of 60 pixels on. Suits differ in shape, not only in colour; a 6 and a 9 are underlined.
"""


def files() -> dict[str, str]:
    """The pictures: contents by path, from the root of the checkout."""
    drawn = {}
    for entry in registry.BUILT_IN:
        spec = registry.spec(entry.name)
        if spec.pictures is None:
            continue
        drawn[f"docs/{_FOLDER}/{spec.name}-cards.svg"] = sheet(spec.pictures()).svg + "\n"
        drawn[f"docs/{_FOLDER}/{spec.name}-table.svg"] = _table(spec, spec.pictures()).svg + "\n"
    return drawn


def section(spec: GameSpec) -> list[str]:
    """Lines of Markdown that show a game's pictures; none for a game without."""
    if spec.pictures is None:
        return []
    place = f"{_FOLDER}/{spec.name}"
    return [
        "",
        f"### {spec.title}",
        "",
        spec.pictures().legend,
        "",
        f"![All pictures of {spec.title}]({place}-cards.svg)",
        "",
        f"![A table of {spec.title}]({place}-table.svg)",
    ]


def sheet(pictures: Pictures) -> Picture:
    """All pictures of a game side by side, each with its name in views below it."""
    shown = list(pictures.faces.items())
    if pictures.back is not None:
        shown.append(("face down", pictures.back))
    tallest = max(picture.height * _WIDTH / picture.width for _, picture in shown)
    across, down = _WIDTH + _GAP, tallest + 34
    body = []
    for k, (name, picture) in enumerate(shown):
        x, y = 20 + k % _COLUMNS * across, 20 + k // _COLUMNS * down
        colour = DIM if picture is pictures.back else CHALK
        body += [picture.at(x, y, _WIDTH), text(x + _WIDTH / 2, y + tallest + 18, name, 12, colour, weight=400)]
    width = 40 + min(len(shown), _COLUMNS) * across - _GAP
    height = 24 + -(-len(shown) // _COLUMNS) * down
    return Picture(cloth(width, height) + "".join(body), ", ".join(name for name, _ in shown), width, height)


def _table(spec: GameSpec, pictures: Pictures) -> Picture:
    """The example of a table, as the seat to move sees it."""
    game, _ = split_position(spec, pictures.example)
    state: State = game.position(pictures.example)
    return pictures.table(state.view(state.current_player()))
