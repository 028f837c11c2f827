"""``croupier judge make`` and ``judge show``: sets of decisions with the value of every action."""

from __future__ import annotations

import os
from collections import Counter
from functools import partial
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any

from croupier.cli.common import (
    SEEDS,
    GameName,
    GameOptions,
    Json,
    Players,
    ThreadsOrAll,
    announce_compiling,
    argument,
    counted,
    echo,
    make_game,
    new_file,
    note,
    option,
    plain_console,
    print_json,
    print_parts,
    progress,
)
from croupier.core.base.errors import ConfigError

if TYPE_CHECKING:
    from croupier.measure import DecisionSet, Row
    from croupier.measure.reports.rendered import Part


def judge_make(
    name: GameName,
    out: Annotated[Path | None, option("PATH", "The new file, NAME.jsonl.gz.")] = None,
    *,
    count: Annotated[int, option("N", "How many decisions.", min=1)] = 500,
    games: Annotated[
        int | None, option("N", "Games played for them; one for 4 decisions, or for 2 exact ones.", min=1)
    ] = None,
    judge: Annotated[str | None, option("AGENT", "Who plays on, like net or bot; else as for search.")] = None,
    worlds: Annotated[int, option("N", "Worlds of each decision.", min=2, max=4096)] = 1024,
    agent: Annotated[
        list[str] | None, option("AGENT", "Who plays; else net, bot, bot:simple, search/fast.")
    ] = None,
    without: Annotated[
        list[str] | None, option("PHASE", "Leave out this kind of decision; repeat for more.")
    ] = None,
    cards: Annotated[int | None, option("N", "For problems: hands of at most N cards.", min=1)] = None,
    option: GameOptions = None,
    players: Players = None,
    threads: ThreadsOrAll = None,
    as_json: Json = False,
    seed: Annotated[
        int | None,
        option("N", "The same seed gives the same set; drawn and kept in the private file if left out.", **SEEDS),
    ] = None,
) -> None:
    """Make a file of decisions with the value of every action.

    The decisions are from games of mixed agents, each moved into a world sampled from what its seat knows. The
    same command resumes after a stop. NAME.private.jsonl says where the decisions come from, with the seed:
    anybody who has it can find out the true deals.

    Example: croupier judge make pig --count 500 --out mine.jsonl.gz
    """
    if out is None:
        raise ConfigError("judge make writes a file: name it by --out NAME.jsonl.gz")
    from croupier.measure.costs.making import (
        ENOUGH,
        PRIVATE,
        SMALL_SEED,
        Making,
        check_judgement,
        make_set,
        random_seed,
    )
    from croupier.measure.costs.sets import ENDING, SETS

    SETS.check_name(out)
    if count < ENOUGH:
        raise ConfigError(
            f"a set has at least {ENOUGH} decisions of each kind, not {count}: fewer tell too little"
        )
    new_file(out)
    new_file(out.with_name(out.name.removesuffix(ENDING) + PRIVATE))
    game = make_game(name, option, players)
    if seed is not None and seed < SMALL_SEED:
        note(f"croupier: a seed below {SMALL_SEED} can be found by trying: leave --seed out for a hidden set")
    announce_compiling(game)
    played = games or 1 + count // (2 if game.solver else 4)
    how = Making(
        count=count, games=played, seed=random_seed(out) if seed is None else seed, judge=judge,
        worlds=worlds, agents=tuple(agent or ()), varied=not option and players is None,
        without=tuple(without or ()), cards=cards,
    )  # fmt: skip
    with progress(f"{game.spec.title}: {counted(count, 'decision')}") as on_progress:
        some = threads or os.cpu_count() or 1
        check = None if cards else partial(check_judgement, threads=some)  # too few decisions to measure judgement
        made, private = make_set(game, how, out, check=check, threads=some, progress=on_progress)
    note(f"croupier: {private} says which deals the rows come from: keep it to yourself, and the seed too")
    if as_json:
        print_json(about(made) | {"file": str(out), "private": str(private), "bytes": out.stat().st_size})
        return
    echo(f"Wrote {counted(len(made.rows), 'decision')} to {out}, digest {made.digest}.")


def about(found: DecisionSet) -> dict[str, Any]:
    """A summary of a set, for JSON."""
    from croupier.measure.costs.answers import effective

    kept = ("name", "game", "digest", "judge", "unit", "canary", "made")
    return {name: getattr(found, name) for name in kept} | {
        "rows": len(found.rows), "effective": effective(found.rows),
    }  # fmt: skip


def judge_show(
    name: Annotated[str, argument("SET", "A set that ships, or a file.")],
    row: Annotated[str | None, option("ID", "Only this row, with its values.")] = None,
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
    from croupier.core.base.rows import in_columns, number_heads
    from croupier.measure.costs.answers import effective

    judge = found.judge
    told = "exact" if not judge["worlds"] else f"{judge['continuation']} plays on in {judge['worlds']} worlds each"
    parts: list[Part] = [
        f"{found.name}: {counted(len(found.rows), 'decision')} of {found.game}, values {told}.",
        f"By weight they tell as much as {effective(found.rows):,.0f} decisions of one weight.",
    ]
    for what in sorted({what for row in found.rows for what in row.stratum}):
        counts: Counter[Any] = Counter(each.stratum.get(what) for each in found.rows)
        cells = sorted(counts.items(), key=lambda pair: (str(type(pair[0])), pair[0]))
        parts.append(in_columns(f"By {what}", number_heads(what, "decisions"), cells))
    print_parts(parts, "dense")
    plain_console().print(f"digest {found.digest}", style="dim", soft_wrap=True)


def _show_row(found: DecisionSet, row: Row, as_json: bool) -> None:
    state = row.state()
    if as_json:
        print_json(row.data() | {"game": row.game, "view": state.view(state.current_player())})
        return
    from croupier.core.base.rows import in_columns, number_heads

    cells = [
        (row.texts[k].strip("[]"), f"{row.values[k]:.2f} ± {1.96 * row.errors[k]:.2f}",
         f"{row.behind[k]:.2f} ± {1.96 * row.behind_errors[k]:.2f}", "clear" if row.is_clear(row.legal[k]) else "")
        for k in sorted(range(len(row.legal)), key=lambda k: row.behind[k])
    ]  # fmt: skip
    heads = number_heads("action", found.unit, "behind", "behind by more than noise")
    title = f"Row {row.id} of {found.name}, Player {state.current_player()}, {state.phase}"
    print_parts([state.observation_string(), in_columns(title, heads, cells)], "dense")
