"""``croupier judge show``: what is in a set of decisions, or one of its rows."""

from __future__ import annotations

from typing import TYPE_CHECKING, Annotated, Any

import typer

from croupier.cli.common import Json, counted, note, plain_console, print_json
from croupier.cli.measuring.judge_make import about

if TYPE_CHECKING:
    from croupier.measure import DecisionSet, Row


def judge_show(
    name: Annotated[str, typer.Argument(metavar="SET", help="A set that ships, or a file.")],
    row: Annotated[str | None, typer.Option("--row", metavar="ID", help="Only this row, with its values.")] = None,
    as_json: Json = False,
) -> None:
    """Show what is in a set of decisions, or one of its rows.

    Example: croupier judge show pig-2
    """
    from croupier.measure import load
    from croupier.measure.costs.sets import remark

    found = load(name)
    if said := remark(found):
        note(f"croupier: {said}")
    if row is not None:
        _show_row(found, found.row(row), as_json)
    elif as_json:
        print_json(about(found) | {"ids": [each.id for each in found.rows]})
    else:
        _show_set(found)


def _show_set(found: DecisionSet) -> None:
    from croupier.core.base.rows import in_columns, number_heads, terminal_table
    from croupier.measure.costs.constants import effective

    console = plain_console()
    judge = found.judge
    told = "exact" if not judge["worlds"] else f"{judge['continuation']} plays on in {judge['worlds']} worlds each"
    console.print(f"{found.name}: {counted(len(found.rows), 'decision')} of {found.game}, values {told}.")
    console.print(f"By weight they tell as much as {effective(found.rows):,.0f} decisions of one weight.")
    for what in sorted({what for row in found.rows for what in row.stratum}):
        counts: dict[Any, int] = {}
        for each in found.rows:
            counts[each.stratum.get(what)] = counts.get(each.stratum.get(what), 0) + 1
        cells = sorted(counts.items(), key=lambda pair: (str(type(pair[0])), pair[0]))
        console.print(terminal_table(in_columns(f"By {what}", number_heads(what, "decisions"), cells), "dense"))
    console.print(f"digest {found.digest}", style="dim", soft_wrap=True)


def _show_row(found: DecisionSet, row: Row, as_json: bool) -> None:
    state = row.state()
    if as_json:
        print_json(row.data() | {"game": row.game, "view": state.view(state.current_player())})
        return
    from croupier.core.base.rows import in_columns, number_heads, terminal_table

    console = plain_console()
    console.print(state.observation_string())
    cells = [
        (row.texts[k].strip("[]"), f"{row.values[k]:.2f} ± {1.96 * row.errors[k]:.2f}",
         f"{row.behind[k]:.2f} ± {1.96 * row.behind_errors[k]:.2f}", "clear" if row.is_clear(row.legal[k]) else "")
        for k in sorted(range(len(row.legal)), key=lambda k: row.behind[k])
    ]  # fmt: skip
    heads = number_heads("action", found.unit, "behind", "behind by more than noise")
    title = f"Row {row.id} of {found.name}, Player {state.current_player()}, {state.phase}"
    console.print(terminal_table(in_columns(title, heads, cells), "dense"))
