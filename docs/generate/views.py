"""Generator of docs/views.md and its pictures: ``python -m docs.generate.views``."""

from __future__ import annotations

from collections.abc import Iterator
from pprint import pformat

from croupier.core.base.rows import in_columns, markdown_table
from croupier.core.engine import making
from croupier.core.engine.view import schema
from croupier.core.spec import registry
from croupier.core.spec.spec import Schema
from docs.generate import write_page
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

A view is the table as one seat may see it, as plain data for JSON. Use it to show a game, to write prompts of your
own for a language model, or to log games. croupier makes all texts and pictures of a game from views, and
`check_game` re-deals what each seat cannot know, at every decision, and compares them.

"""

_FIELDS = """\
The game's own fields are under `table`. Each game describes them in its `view.py`
([`GameView`][croupier.core.GameView]). To list them with their types:

```python
from pprint import pp

import croupier
from croupier.core import schema

pp(schema(croupier.make("skull-king").spec)["properties"]["table"]["properties"], width=110)
```

`schema` gives the JSON Schema (draft 2020-12) of a game's views. A `format` says how a part is shown: `card` is
the name of a card's [picture](#pictures).

"""


def page() -> str:
    """The page's text."""
    names = [entry.name for entry in registry.BUILT_IN]
    first = schema(making.make(names[0]).spec)
    common = {name: part for name, part in first["properties"].items() if name != "table"}
    code = f"croupier.make({EXAMPLE!r}).new_initial_state(1).view(0)"
    view = making.make(EXAMPLE).new_initial_state(1).view(0)
    lines = [
        _INTRODUCTION + "## Fields",
        "",
        "These fields are the same in all games. Types: `[...]` is a list, `?` may be null.",
        "",
        "```console",
        f'$ python -c "import croupier; from pprint import pp; pp({code}, width=100, compact=True)"',
        pformat(view, width=100, compact=True, sort_dicts=False),
        "```",
        "",
        markdown_table(in_columns("", ("field", "type", "meaning"), _cells({"properties": common}, ""))),
        "",
        _FIELDS + INTRODUCTION.rstrip("\n"),
    ]
    for name in names:
        lines += section(registry.spec(name))
    return "\n".join(lines).rstrip("\n") + "\n"


def _cells(whole: Schema, place: str) -> Iterator[tuple[str, str, str]]:
    """One row a property, and after it those of inner objects, like ``actions[].text``."""
    for name, part in whole["properties"].items():
        yield f"`{place}{name}`", f"`{_kind(part)}`", part["description"]
        if "properties" in (inner := part.get("items", part)):
            yield from _cells(inner, f"{place}{name}[].")


def _kind(part: Schema) -> str:
    """Its type, as ``[integer]?`` for a list of integers or null."""
    kinds = part["type"] if isinstance(part["type"], list) else [part["type"]]
    (kind,) = (each for each in kinds if each != "null")
    return (f"[{_kind(part['items'])}]" if kind == "array" else kind) + "?" * ("null" in kinds)


if __name__ == "__main__":
    for path, text in {PAGE: page(), **files()}.items():
        write_page(path, text)
