"""A leaderboard as one HTML page, with strength against dollars; it needs no other file and no network."""

from __future__ import annotations

import math
from collections.abc import Iterator
from typing import TYPE_CHECKING, Any

from croupier.measure.reports.plots import in_lines, plain_ticks, svg
from croupier.measure.reports.rendered import Part, Plot, to_html
from croupier.measure.reports.standing import BoardStanding, Leaderboard

if TYPE_CHECKING:
    from matplotlib.axes import Axes


def board_page(found: Leaderboard) -> str:
    """The page."""
    board = found.board
    read = ", read in square brackets alone" if board.brackets else ""
    about = (
        f"Rules of version {board.game_version}. Models are asked in the mode {board.prompt} and answer as "
        f"{board.answer}{read}; at most {board.retries} replies to a decision may be refused. Prompt "
        f"{board.prompt_hash or 'none'}, board {board.digest}."
    )
    parts: list[Part] = [*found.rows(), about, Plot(*strength_against_dollars(found)), *_served(found)]
    return to_html(f"Board of {board.game} among {', '.join(board.field)}", parts)


def _served(found: Leaderboard) -> Iterator[str]:
    """Who answered, and when each entry was played."""
    for entry in found.entries:
        served = "; ".join(
            f"{name or 'a model without a name'} {mark}".strip() for name, mark, _ in entry.model.get("served", ())
        )
        by = f", served by {served}" if served else ""
        yield f"{entry.agent}: {entry.begun} to {entry.ended}, croupier {entry.croupier}{by}."


def strength_against_dollars(found: Leaderboard) -> tuple[str, str]:
    """The chart as SVG, and in words: priced models by what a game cost, all others as lines across."""
    costs = {
        entry.agent: entry.model["cost"] / max(entry.model["games"], 1)
        for entry in found.entries
        if entry.model and entry.model["priced"] and entry.model["cost"] > 0
    }

    unit = "percent of the wins" if found.by_wins else "utility"
    drawn = [one for one in found.standings if math.isfinite(one.worth.mean)]

    def draw(axes: Axes) -> None:
        low, high = min(costs.values(), default=1.0), max(costs.values(), default=1.0)
        for one in drawn:
            _draw(axes, one, found.scale, costs.get(one.agent), math.sqrt(low * high))
        axes.margins(y=0.12)
        if costs:
            axes.set(xscale="log", xlim=(low / 1.5, high * 1.5))
            plain_ticks(axes.xaxis, "${}")
        else:
            axes.set_xticks([])
        axes.set(xlabel="dollars a game" if costs else "no entry with a price", ylabel=unit)
        axes.set_title("Strength against dollars")
        axes.grid(alpha=0.3)

    told = "; ".join(
        f"{one.agent} {found.scale * one.worth.mean:.1f}"
        + (f" at ${costs[one.agent]:.4f} a game" if one.agent in costs else " at no price")
        for one in drawn
    )
    return svg(draw, 4.2), f"Strength, in {unit}, against dollars: {told}."


def _draw(axes: Axes, one: BoardStanding, scale: float, cost: float | None, middle: float) -> None:
    """An entry with its name, which stands at the side of its point where there is more room."""
    mean, name = scale * one.worth.mean, in_lines(one.agent)
    if cost is None:
        axes.axhline(mean, color="0.5", linestyle="--", linewidth=1)
        at: dict[str, Any] = {
            "xycoords": axes.get_yaxis_transform(),
            "xytext": (-4, 1),
            "textcoords": "offset points",
        }
        axes.annotate(name, (1.0, mean), ha="right", va="bottom", fontsize=8, color="0.3", **at)
        return
    if one.worth.ci95 is not None:
        axes.plot([cost, cost], [scale * bound for bound in one.worth.ci95], color="tab:blue", linewidth=2)
    axes.plot(cost, mean, "o", color="tab:blue")
    side, away = ("right", -5) if cost > middle else ("left", 5)
    axes.annotate(name, (cost, mean), xytext=(away, 3), textcoords="offset points", ha=side, fontsize=8)
