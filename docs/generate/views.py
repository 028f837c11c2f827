"""Generator of docs/views.md and its pictures: ``python -m docs.generate.views``."""

from __future__ import annotations

from collections.abc import Iterator
from pprint import pformat

from croupier.core.base.files import write_page
from croupier.core.base.renderers import markdown_table
from croupier.core.base.rows import in_columns
from croupier.core.engine import making
from croupier.core.engine.view import schema
from croupier.core.spec import registry
from croupier.core.spec.spec import Schema
from docs.generate.pictures import INTRODUCTION, files, section

PAGE = "docs/views.md"

_INTRODUCTION = """\
# Views

```python
import croupier

state = croupier.make("skull-king").new_initial_state(seed=1)
state.view(0)  # what seat 0 may know
state.view(None)  # what a spectator may know: only what every seat may know
```

A view is a game's table as plain data (dicts, lists, strings, numbers, booleans, None), ready for JSON. Use it to
show a game in a browser, to write your own prompts for a language model, or to log games. Nothing that the seat
cannot know is in it: `observation_string`, the boards, the prompts and the messages at the terminal are made from
views, and `check_game` re-deals what each seat cannot know, at every decision, to see that no view and no message
changes.

`croupier.core.schema(state.game.spec)` is the JSON Schema (draft 2020-12) of a game's views. A game's
own part comes from its `view.py` ([`GameView`][croupier.core.GameView]). Names of cards have the format
`card` in it: [pictures](#pictures) are found by them. This page and its pictures are written by
`python -m docs.generate.views`; a test fails when they are not up to date.

"""


def page() -> str:
    """The page's text."""
    names = [entry.name for entry in registry.BUILT_IN]
    first = schema(making.make(names[0]).spec)
    common = {name: part for name, part in first["properties"].items() if name != "table"}
    lines = [
        _INTRODUCTION + INTRODUCTION,
        "## All games",
        "",
        "The game's own part stands under `table`; the rest is always there.",
        "",
    ]
    lines.append(_table({"properties": common}))
    for name in names:
        game = making.make(name)
        view = f"croupier.make({name!r}).new_initial_state(1).view(0)"
        printed = pformat(game.new_initial_state(1).view(0), width=100, compact=True, sort_dicts=False)
        lines += [
            "",
            f"## {game.spec.title}",
            "",
            "```console",
            f'$ python -c "import croupier; from pprint import pp; pp({view}, width=100, compact=True)"',
            printed,
            "```",
            "",
            _table(game.spec.view.SCHEMA),
            *section(game.spec),
        ]
    return "\n".join(lines) + "\n"


def _table(whole: Schema) -> str:
    return markdown_table(in_columns("", ("field", "type", "meaning"), _cells(whole, "")))


def _cells(whole: Schema, place: str) -> Iterator[tuple[str, str, str]]:
    """One row a property, those of inner objects behind it, like ``seats[].bid``."""
    for name, part in whole["properties"].items():
        inner, path, meaning = part, f"{place}{name}", part["description"]
        while "items" in inner:
            inner, path = inner["items"], f"{path}[]"
        if inner is not part and "properties" not in inner:
            meaning += f"; each: {inner['description']}"
        yield f"`{place}{name}`", _kind(part), meaning
        if "properties" in inner:
            yield from _cells(inner, f"{path}.")


def _kind(part: Schema) -> str:
    kinds = part["type"] if isinstance(part["type"], list) else [part["type"]]
    return " or ".join(f"array of {_kind(part['items'])}" if kind == "array" else kind for kind in kinds)


if __name__ == "__main__":
    for path, text in {PAGE: page(), **files()}.items():
        write_page(path, text)
