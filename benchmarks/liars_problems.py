"""Choose the problems of Liar's Dice: the last dice of two players, valued by a solution of their round.

``uv run python -m benchmarks.liars_problems FILE`` writes them, in some minutes and 4 GB. A round of two players
has two results, so what is best in it does not depend on what comes after. A round is solved for each number of
dice; its values become chances to win the game of lost dice.
"""

from __future__ import annotations

import sys
from collections.abc import Iterator
from dataclasses import replace
from importlib.metadata import version
from pathlib import Path

import numpy as np

import croupier
from croupier.core.spec.search import CHANCE_TO_WIN
from croupier.games.liars_dice.view import faces_of
from croupier.measure.costs.cases import word
from croupier.measure.costs.making import LeftOut, dealt
from croupier.measure.costs.problems import choose, is_sure, write_problems
from croupier.measure.costs.sets import DecisionSet, Row
from croupier.measure.costs.valued import EXACT
from croupier.solving.solution import SolvedGame, solve, turns_of
from croupier.solving.solver import write_reach

COUNT = 18
DICE = ((1, 1, 1000), (1, 2, 300), (2, 1, 300))
"""Dice of the player who begins and of the other one, and iterations of the solver."""
SURE = 120
"""Clear decisions that are taken of each round."""
LIKELY = 0.02
"""How often, at least, the seat to move and the other one let a decision happen, given the dice."""
LATER = 7
"""Bids before a decision, at most: more are tedious to read."""


def decisions(
    solved: SolvedGame, rng: np.random.Generator
) -> Iterator[tuple[int, list[int], list[int], np.ndarray]]:
    """Decisions that happen, in random order: seat, its dice, the bids before, and what each action is worth."""
    tree, values, records = solved.tree, solved.action_values(), turns_of(solved.tree, solved.game).records
    nodes = tree.decisions[np.argsort(tree.starts[tree.decisions])]  # in the order of their records
    sizes = np.array([tree.deals[tree.sets[node]].sizes[tree.kinds[node]] for node in nodes])
    node_of = np.repeat(nodes, sizes)
    thing_of = np.arange(len(node_of)) - np.repeat(np.cumsum(sizes) - sizes, sizes)
    reach = [np.empty(length) for length in tree.lengths]
    for seat in range(2):
        write_reach(tree.flat, solved.shares, seat, reach[seat])
    for state in rng.permutation(len(node_of)):
        node, thing, s = int(node_of[state]), int(thing_of[state]), records[state]
        seat, deals, bids = (
            int(tree.kinds[node]),
            tree.deals[tree.sets[node]],
            [int(k) for k in s["bids"].nonzero()[0]],
        )
        fits = deals.own[seat] == thing
        other = reach[1 - seat][tree.places[1 - seat, node] + deals.own[1 - seat, fits]]
        happens = np.average(other, weights=deals.weights[fits])
        if len(bids) <= LATER and min(happens, reach[seat][tree.places[seat, node] + thing]) >= LIKELY:
            start = int(tree.starts[node]) + thing * int(tree.counts[node])
            yield seat, faces_of(s["held"][seat]), bids, values[start : start + tree.counts[node]]


def before(dice: tuple[int, int], first: int, rng: np.random.Generator) -> str:
    """A round before, as positions say it, whose loser `first` has one die more there."""
    had = [count + (seat == first) for seat, count in enumerate(dice)]
    cups = [sorted(rng.integers(1, 7, count).tolist()) for count in had]
    face = int(rng.integers(1, 7))
    found = sum(die in (face, 6) for cup in cups for die in cup)
    lied = found < sum(had) and (
        found == 0 or bool(rng.integers(2))
    )  # the loser did, or else called what was true
    text = "/".join("".join(map(str, cup)) for cup in cups)
    return f"{text},{found + lied}x{face},{1 - first if lied else first}"


def rows(mine: int, theirs: int, solved: SolvedGame, duel: float, rng: np.random.Generator) -> Iterator[Row]:
    """Decisions as rows; `duel` is the chance to win of the player who begins with one die against one."""
    game = croupier.make("liars-dice", players=2, lost_dice=True)
    for mover, own, bids, won in decisions(solved, rng):
        first = int(rng.integers(2))
        seat = first if mover == 0 else 1 - first
        dice = (mine, theirs) if first == 0 else (theirs, mine)
        cups = ["".join(map(str, own)) if each == seat else "1" * dice[each] for each in range(2)]
        start = f"liars-dice players=2 lost_dice=true last={before(dice, first, rng)} cups={'/'.join(cups)}"
        state = game.position(start, int(rng.integers(1 << 40)))
        for bid in bids:
            state.apply_action(bid)
        row = dealt(state, word("liars", start, *bids))
        if isinstance(row, LeftOut) or len(row.legal) != len(won):
            raise ValueError(f"a decision that was solved is none of a game: {state.position()}")
        chances = 0.5 + 0.5 * won  # to win the round: whoever loses a last die loses the game, else a duel follows
        if dice[seat] == 2:
            chances += (1.0 - chances) * duel
        elif dice[1 - seat] == 2:
            chances *= 1.0 - duel
        values = np.round(100.0 * chances, 4)
        behind, none = np.round(values.max() - values, 4), (0.0,) * len(values)
        yield replace(
            row, values=tuple(values.tolist()), behind=tuple(behind.tolist()), errors=none, behind_errors=none,
            worlds=0, differ=True,
        )  # fmt: skip


def main(path: Path) -> None:
    """Solve the rounds, take clear decisions of each, choose problems from all and write them."""
    rng, taken, duel = np.random.default_rng(59), list[Row](), 0.5
    for mine, theirs, iterations in DICE:
        solved = solve(croupier.make("liars-dice", dice=theirs, first_dice=mine), iterations)
        print(
            f"{mine} against {theirs}: {solved.exact.value:+.4f}, exploitability {solved.exact.exploitability:.5f}"
        )
        duel = 0.5 + 0.5 * solved.exact.value if mine == theirs else duel
        found = (row for row in rows(mine, theirs, solved, duel, rng) if is_sure(row))
        taken += [row for row, _ in zip(found, range(SURE), strict=False)]
    name = "liars-dice-last-dice"
    judge = {
        "belief": "none",
        "continuation": EXACT,
        "policy": {},
        "seed": 0,
        "version": version("croupier"),
        "worlds": 0,
    }
    canary = f"croupier decisions {name} canary {word('canary', *(row.id for row in taken)):016x}"
    made = choose(DecisionSet(name, "liars-dice", "", judge, str(CHANCE_TO_WIN), canary, tuple(taken), {}), COUNT)
    print(f"{len(write_problems(path, made).problems)} problems of {len(taken)} clear decisions")


if __name__ == "__main__":
    main(Path(sys.argv[1]))
