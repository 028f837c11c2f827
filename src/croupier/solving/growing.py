"""How a public tree is built: each action is played on all deals of a node, and nodes split by what is seen."""

from __future__ import annotations

from dataclasses import dataclass, field

import numpy as np

from croupier.core.base.copies import take
from croupier.core.base.errors import ConfigError
from croupier.core.base.types import Records
from croupier.core.engine.ruleset import Ruleset
from croupier.core.spec.exact import MOST_POSITIONS, why_not_solved
from croupier.core.spec.spec import CHANCE, TERMINAL
from croupier.solving.loops import growing_loops
from croupier.solving.splitting import Sights, find_hidden, find_steady, least_seen, split
from croupier.solving.tree import OVER, SPLIT, DealSet, End, Ints, PublicTree, Reals

ROWS_AT_ONCE = 1 << 20
"""Rows of records that are played together, and most deals of one node."""
_AT_ONCE = 1 << 14
_NODE = np.dtype([
    ("kind", np.int8), ("set", np.int32), ("first", np.int32), ("count", np.int32), ("action", np.int16),
    ("start", np.int64),
])  # fmt: skip


@dataclass
class _Group:
    """Nodes that are to be played on, each a range of rows: those of its deal set, in their order."""

    nodes: Ints
    records: Records
    own: Ints
    starts: Ints
    counts: Ints

    def part(self, lo: int, hi: int) -> _Group:
        """Some of its nodes."""
        first, last = self.starts[lo], self.starts[hi - 1] + self.counts[hi - 1]
        rows = slice(first, last)
        nodes, starts, counts = self.nodes[lo:hi], self.starts[lo:hi] - first, self.counts[lo:hi]
        return _Group(nodes, self.records[rows], self.own[:, rows], starts, counts)


@dataclass
class _Growth:
    """A tree that is being built; see `grow`."""

    game: Ruleset
    keep: bool
    most: int
    table: np.ndarray = field(default_factory=lambda: np.zeros(1024, dtype=_NODE))
    nodes: int = 0
    size: int = 0
    states: int = 0
    deals: list[DealSet] = field(default_factory=list)
    ends: dict[tuple[int, bytes], int] = field(default_factory=dict)
    kept: list[tuple[Ints, Records]] = field(default_factory=list)
    waiting: list[_Group] = field(default_factory=list)

    def add(self, count: int) -> int:
        """Make room for nodes; gives the number of the first."""
        first, self.nodes = self.nodes, self.nodes + count
        if self.nodes > self.most:
            raise _too_large(self.game, self.most)
        while self.nodes > len(self.table):
            self.table = np.concatenate([self.table, np.zeros_like(self.table)])
        return first

    def see(self, records: Records) -> Sights:
        """What both seats see in each row, as numbers."""
        out, seen = np.zeros(self.game.observation_size, dtype=np.float32), np.zeros((len(records), 2), np.uint64)
        growing_loops(self.game.spec.rules).see(records, out, out.view(np.uint32), seen)
        return seen

    def end(self, nodes: Ints, records: Records, counts: Ints) -> None:
        """Nodes at which the game is over, with all their rows."""
        won = np.zeros((len(records), 2), dtype=np.float32)
        growing_loops(self.game.spec.rules).returns(records, won)
        self.table["kind"][nodes] = OVER
        stops = np.cumsum(counts)
        for node, start, stop in zip(nodes.tolist(), (stops - counts).tolist(), stops.tolist(), strict=True):
            end = int(self.table["set"][node]), won[start:stop, 0].tobytes()
            self.table["start"][node] = self.ends.setdefault(end, len(self.ends))

    def show(self, node: int, records: Records, own: Ints, weights: Reals) -> tuple[Ints, Sights]:
        """A node after which something may be shown: chance events that are due, and what seats then see."""
        while (records["player"] == CHANCE).any():
            records, weights, origin = self._spread(records, weights)
            own = own[:, origin]
        seen = self.see(records)
        parts = split(seen, own, weights, records)
        first = self.add(len(parts))
        self.table["kind"][node], self.table["first"][node], self.table["count"][node] = SPLIT, first, len(parts)
        for k, (rows, deals) in enumerate(parts):
            made, count = np.array([first + k]), np.array([len(rows)])
            self.table["set"][made], self.table["action"][made] = len(self.deals), -1
            self.deals.append(deals)
            if (records["player"][rows] == TERMINAL).all():
                self.end(made, records[rows], count)
            else:
                self.waiting.append(_Group(made, records[rows], deals.own, np.zeros(1, dtype=np.int64), count))
        return own, seen

    def _spread(self, records: Records, weights: Reals) -> tuple[Records, Reals, Ints]:
        rules = self.game.spec.rules
        probs = np.zeros(max(rules.max_outcomes, 1))
        spread = growing_loops(rules).spread
        none = (np.zeros(0, dtype=records.dtype), np.zeros(0), np.zeros(0, dtype=np.int64))
        count = spread(records, weights, probs, *none)
        if count > ROWS_AT_ONCE:
            raise ConfigError(f"{self.game!r} cannot be solved: it has more than {ROWS_AT_ONCE:,} deals")
        made, to, origin = np.zeros(count, dtype=records.dtype), np.zeros(count), np.zeros(count, dtype=np.int64)
        spread(records, weights, probs, made, to, origin)
        kept = to > 0.0
        return made[kept], to[kept], origin[kept]

    def play_on(self, group: _Group) -> None:
        """Play every legal action of some nodes."""
        masks, movers = self._decide(group)
        parent, action = np.nonzero(masks)
        first = self.add(len(parent))
        children = first + np.arange(len(parent))
        choices = masks.sum(axis=1)
        self.table["first"][group.nodes] = first + np.cumsum(choices) - choices
        self.table["count"][group.nodes] = choices
        self.table["set"][children] = self.table["set"][group.nodes[parent]]
        self.table["action"][children] = action
        counts = group.counts[parent]
        starts = np.cumsum(counts) - counts
        rows = np.repeat(group.starts[parent] - starts, counts) + np.arange(counts.sum())
        records, own = take(group.records, rows), group.own[:, rows]
        growing_loops(self.game.spec.rules).play(records, np.repeat(action, counts))
        self._sort(_Group(children, records, own, starts, counts), parent, movers)

    def _decide(self, group: _Group) -> tuple[np.ndarray, Ints]:
        """Who decides at each node, and what is legal; notes the nodes' information states."""
        masks = np.zeros((len(group.nodes), self.game.num_actions), dtype=np.bool_)
        movers, spare = np.zeros(len(group.nodes), dtype=np.int64), np.zeros(self.game.num_actions, dtype=np.int16)
        survey = growing_loops(self.game.spec.rules).survey
        wrong = survey(group.records, group.starts, group.counts, masks, movers, masks[0].copy(), spare)
        if wrong >= 0:
            raise ConfigError(
                f"{self.game!r} cannot be solved: who decides, or what is legal, depends on what others do not see"
            )
        sizes = np.array([each.sizes for each in self.deals])
        things = sizes[self.table["set"][group.nodes], movers]
        entries = things * masks.sum(axis=1)
        self.table["kind"][group.nodes] = movers
        self.table["start"][group.nodes] = self.size + np.cumsum(entries) - entries
        self.size += int(entries.sum())
        self.states += int(things.sum())
        if self.keep:
            self._note_records(group, movers, masks.sum(axis=1))
        return masks, movers

    def _note_records(self, group: _Group, movers: Ints, choices: Ints) -> None:
        """Keep a record of each information state, with the place of its first action."""
        sets, begins = self.table["set"][group.nodes], self.table["start"][group.nodes]
        for number, seat in np.unique(np.stack([sets, movers]), axis=1).T.tolist():
            those = np.flatnonzero((sets == number) & (movers == seat))
            first = np.unique(self.deals[number].own[seat], return_index=True)[1]
            rows = (group.starts[those, None] + first).reshape(-1)
            places = begins[those, None] + np.arange(len(first)) * choices[those, None]
            self.kept.append((places.reshape(-1), take(group.records, rows)))

    def _sort(self, made: _Group, parent: Ints, movers: Ints) -> None:
        """What becomes of nodes that were just made: the game is over, goes on, or something is shown."""
        player = made.records["player"]
        due = np.logical_or.reduceat(player == CHANCE, made.starts)
        over = np.logical_and.reduceat(player == TERMINAL, made.starts)
        things = int(made.own.max()) + 1
        seen, steady = np.zeros((len(player), 2), dtype=np.uint64), np.zeros(len(due), dtype=np.bool_)
        asked = np.repeat(~due & ~over, made.counts)
        seen[asked] = self.see(take(made.records, np.flatnonzero(asked)))
        work = np.zeros((2, things), dtype=np.uint64), np.full((2, things), -1, dtype=np.int64)
        find_steady(seen, made.own, made.starts, made.counts, *work, steady)
        least = np.zeros((len(due), things), dtype=np.uint64)
        least_seen(seen, made.own, made.starts, made.counts, movers[parent], least)
        for k in np.flatnonzero(due | ~(steady | over)):
            rows = slice(made.starts[k], made.starts[k] + made.counts[k])
            weights = self.deals[self.table["set"][made.nodes[k]]].weights
            own, now = self.show(int(made.nodes[k]), made.records[rows], made.own[:, rows], weights)
            group = (now, own, np.zeros(1, dtype=np.int64), np.array([len(now)]), movers[parent[k : k + 1]])
            least_seen(*group, least[k : k + 1])
        if find_hidden(least, parent, over):
            raise ConfigError(f"{self.game!r} cannot be solved: a seat does something that the other does not see")
        for kind, chosen in ((OVER, over & ~due), (SPLIT, steady & ~over & ~due)):
            if chosen.any():
                those = np.flatnonzero(np.repeat(chosen, made.counts))
                counts = made.counts[chosen]
                if kind == OVER:
                    self.end(made.nodes[chosen], take(made.records, those), counts)
                else:
                    starts = np.cumsum(counts) - counts
                    self.waiting.append(
                        _Group(made.nodes[chosen], take(made.records, those), made.own[:, those], starts, counts)
                    )


def grow(game: Ruleset, *, keep: bool = False, most: int = MOST_POSITIONS) -> PublicTree:
    """Build the public tree of a game."""
    check_solvable(game)
    check_size(game, most)
    growth = _Growth(game, keep, most)
    growth.add(1)
    growth.table["action"][0] = -1
    nothing = np.zeros(1, dtype=np.int64)
    growth.deals.append(DealSet(np.zeros((2, 1), dtype=np.int64), np.ones(1), (1, 1), (nothing, nothing)))
    growth.show(0, game.new_records(), growth.deals[0].own, growth.deals[0].weights)
    while growth.waiting:
        group = growth.waiting.pop()
        rows = np.cumsum(group.counts * game.num_actions)
        fits = max(1, int(np.searchsorted(rows, ROWS_AT_ONCE)))
        if fits < len(group.nodes):
            growth.waiting.append(group.part(fits, len(group.nodes)))
        growth.play_on(group.part(0, min(fits, len(group.nodes))))
    return _finished(growth)


def check_solvable(game: Ruleset) -> None:
    """Raise ConfigError where a game is no game of two that is solved over its public tree."""
    if why := why_not_solved(game.facts, game.num_players):
        raise ConfigError(
            f"{game!r} cannot be solved: {why}. Small games for two with few hidden deals can be; options can "
            "make a game smaller"
        )


def check_size(game: Ruleset, most: int = MOST_POSITIONS) -> None:
    """Raise ConfigError where a tree has too many nodes, as found by playing everything from a single deal."""
    waiting, nodes, loops = [game.new_records()], 1, growing_loops(game.spec.rules)
    none = np.zeros(1, dtype=np.uint64)
    game.loops.compiled.resume(waiting[0], none, 0, 1)
    while waiting:
        records = waiting.pop()
        count = len(records)
        masks, movers = np.zeros((count, game.num_actions), dtype=np.bool_), np.zeros(count, dtype=np.int64)
        spare = masks[0].copy(), np.zeros(game.num_actions, dtype=np.int16)
        loops.survey(records, np.arange(count), np.ones(count, dtype=np.int64), masks, movers, *spare)
        parent, action = np.nonzero(masks)
        nodes += len(parent)
        if nodes > most:
            raise _too_large(game, most)
        made = take(records, parent)
        loops.play(made, action)
        game.loops.compiled.resume(made, np.zeros(len(made), dtype=np.uint64), 0, len(made))
        made = take(made, np.flatnonzero(made["player"] != TERMINAL))
        waiting += [made[k : k + _AT_ONCE] for k in range(0, len(made), _AT_ONCE)]


def _too_large(game: Ruleset, most: int) -> ConfigError:
    return ConfigError(
        f"{game!r} cannot be solved: it has more than {most:,} public positions. With options that make it "
        "smaller it can be"
    )


def _finished(growth: _Growth) -> PublicTree:
    table = growth.table[: growth.nodes]
    records = None
    if growth.keep:
        order = np.argsort(np.concatenate([places for places, _ in growth.kept]))
        size = growth.game.spec.rules.state.itemsize  # as plain bytes, since records are joined field by field
        raw = np.concatenate([each.view((np.void, size)) for _, each in growth.kept])
        records = take(raw, order).view(growth.game.spec.rules.state).reshape(-1)
    names = ("kind", "set", "first", "count", "action", "start")
    kinds, sets, firsts, counts, actions, starts = (np.ascontiguousarray(table[name]) for name in names)
    ends = [End(number, np.frombuffer(won, dtype=np.float32)) for number, won in growth.ends]
    return PublicTree(
        kinds, sets, firsts, counts, actions, starts, ends, growth.deals, growth.size, growth.states, records
    )
