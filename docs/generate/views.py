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

EXAMPLE = "leduc"
"""The game whose view is shown whole."""

_INTRODUCTION = """\
# Views

```python
import croupier

state = croupier.make("skull-king").new_initial_state(seed=1)
state.view(0)  # what seat 0 may know
state.view(None)  # what a spectator may know: only what every seat may know
```

A view is the table as one seat may see it, as plain data for JSON. Use it to show a game, to write your own
prompts for a language model, or to log games. croupier makes all texts and pictures of a game from views.
`check_game` re-deals what each seat cannot know, at every decision, and compares the views.

`croupier.core.schema(state.game.spec)` gives the JSON Schema (draft 2020-12) of a game's views. Each game
describes its own part in `view.py` ([`GameView`][croupier.core.GameView]). `python -m docs.generate.views`
writes this page and its pictures from there.

"""


def page() -> str:
    """The page's text."""
    names = [entry.name for entry in registry.BUILT_IN]
    first = schema(making.make(names[0]).spec)
    common = {name: part for name, part in first["properties"].items() if name != "table"}
    code = f"croupier.make({EXAMPLE!r}).new_initial_state(1).view(0)"
    view = making.make(EXAMPLE).new_initial_state(1).view(0)
    lines = [
        _INTRODUCTION + INTRODUCTION,
        "## All games",
        "",
        "The game's own part is under `table`; the other fields are the same in all games. Types: `[...]` is a",
        "list, `?` may be null, and `card` is the name of a card's [picture](#pictures).",
        "",
        "```console",
        f'$ python -c "import croupier; from pprint import pp; pp({code}, width=100, compact=True)"',
        pformat(view, width=100, compact=True, sort_dicts=False),
        "```",
        "",
        _table({"properties": common}),
    ]
    for name in names:
        spec = registry.spec(name)
        lines += ["", f"## {spec.title}", "", _table(spec.view.SCHEMA), *section(spec)]
    return "\n".join(lines) + "\n"


def _table(whole: Schema) -> str:
    return markdown_table(in_columns("", ("field", "type", "meaning"), _cells(whole, "", {})))


def _cells(whole: Schema, place: str, shown: dict[str, str]) -> Iterator[tuple[str, str, str]]:
    """One row a property, and after it those of inner objects, like ``seats[].bid``: once for equal objects."""
    for name, part in whole["properties"].items():
        inner, path, meaning = part, f"{place}{name}", part["description"]
        while "items" in inner:
            inner, path = inner["items"], f"{path}[]"
        told = "properties" in inner or inner.get("format") == "card" or " " not in inner["description"]
        if inner is not part and not told:
            meaning += f"; each: {inner['description']}"
        first = shown.setdefault(str(inner["properties"]), path) if "properties" in inner else path
        yield f"`{place}{name}`", f"`{_kind(part)}`", meaning if first == path else f"{meaning}; as in `{first}`"
        if "properties" in inner and first == path:
            yield from _cells(inner, f"{path}.", shown)


def _kind(part: Schema) -> str:
    """Its type, as ``[integer]?`` for a list of integers or null."""
    kinds = part["type"] if isinstance(part["type"], list) else [part["type"]]
    (kind,) = (each for each in kinds if each != "null")
    told = f"[{_kind(part['items'])}]" if kind == "array" else "card" if part.get("format") == "card" else kind
    return told + "?" * ("null" in kinds)


if __name__ == "__main__":
    for path, text in {PAGE: page(), **files()}.items():
        write_page(path, text)
