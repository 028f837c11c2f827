"""How a public tree is built: each action is played on all deals of a node, which splits by what seats learn."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, field
from functools import lru_cache
from typing import Any

import numpy as np
import numpy.typing as npt

from croupier.core.base.copies import take
from croupier.core.base.errors import ConfigError
from croupier.core.base.kernel import kernel
from croupier.core.base.rng import mix64
from croupier.core.base.tiers import compiled_form, loop
from croupier.core.base.types import ActionList, Features, Mask, Records, SeatValues
from croupier.core.engine.ruleset import Ruleset
from croupier.core.spec.exact import MOST_POSITIONS, why_not_solved
from croupier.core.spec.spec import CHANCE, TERMINAL, Rules
from croupier.solving.tree import OVER, SPLIT, DealSet, End, Ints, PublicTree, Reals

Sights = npt.NDArray[np.uint64]


@loop
def find_steady(
    seen: Sights, own: Ints, starts: Ints, counts: Ints, known: Sights, marked: Ints, out: npt.NDArray[np.bool_]
) -> None:
    """Find the groups of rows in which no seat has learned anything.

    Args:
        seen: what each seat sees in each row, shape (rows, 2).
        own: what each seat knew of each row, shape (2, rows).
        known: work space, shape (2, things that a seat may know).
        marked: work space of the same shape, with no number of a group in it.
    """
    for group in range(len(starts)):
        out[group] = True
        for row in range(starts[group], starts[group] + counts[group]):
            for seat in range(2):
                thing = own[seat, row]
                if marked[seat, thing] != group:
                    marked[seat, thing] = group
                    known[seat, thing] = seen[row, seat]
                elif known[seat, thing] != seen[row, seat]:
                    out[group] = False


@loop
def least_seen(seen: Sights, own: Ints, starts: Ints, counts: Ints, movers: Ints, out: Sights) -> None:
    """For each thing that the seat knows who has not moved, the least number of what it then sees; 0 is none.

    Where two actions of a seat lead to the same one, the other seat does not see which it was.
    """
    for group in range(len(starts)):
        other = 1 - movers[group]
        for row in range(starts[group], starts[group] + counts[group]):
            thing = own[other, row]
            if out[group, thing] == 0 or seen[row, other] < out[group, thing]:
                out[group, thing] = seen[row, other]


@loop
def find_hidden(least: Sights, parents: Ints, over: npt.NDArray[np.bool_]) -> bool:
    """Whether two children of a node, at which the game goes on, look alike to the seat that has not moved."""
    for one in range(len(parents)):
        other = one + 1
        while other < len(parents) and parents[other] == parents[one]:
            if not over[one] and not over[other]:
                for thing in range(least.shape[1]):
                    if least[one, thing] != 0 and least[one, thing] == least[other, thing]:
                        return True
            other += 1
    return False


def split(seen: Sights, own: Ints, weights: Reals, records: npt.NDArray[np.void]) -> list[tuple[Ints, DealSet]]:
    """Divide rows into groups that no seat can tell apart, and number each seat's knowledge."""
    # `seen` is each seat's observation in each row, shape (rows, 2); `own` its knowledge before, shape (2, rows).
    things = [_distinguished(own[seat], seen[:, seat]) for seat in range(2)]
    numbers = np.stack([found[1] for found in things])
    labels = _connected(numbers)
    parts = []
    for label in np.unique(labels):
        rows = np.flatnonzero(labels == label)
        raw = np.ascontiguousarray(records[rows]).view((np.void, records.dtype.itemsize)).reshape(-1)
        _, first, back = np.unique(raw, return_index=True, return_inverse=True)
        kept = rows[first]
        summed = np.bincount(back.reshape(-1), weights=weights[rows]).astype(np.float64)
        renumbered, origins = [], []
        for seat in range(2):
            which, inverse = np.unique(numbers[seat, kept], return_inverse=True)
            renumbered.append(inverse.reshape(-1).astype(np.int64))
            origins.append(things[seat][0][0, which].astype(np.int64))
        sizes = (len(origins[0]), len(origins[1]))
        parts.append((kept, DealSet(np.stack(renumbered), summed, sizes, (origins[0], origins[1]))))
    return parts


def _distinguished(own: Ints, seen: Sights) -> tuple[Sights, Ints]:
    """The distinct pairs of a seat's knowledge and observation, and the number of each row's pair."""
    pairs, numbers = np.unique(np.stack([own.astype(np.uint64), seen]), axis=1, return_inverse=True)
    return pairs, numbers.reshape(-1).astype(np.int64)


def _connected(numbers: Ints) -> Ints:
    """A label for each row, the same for rows that share a seat's knowledge."""
    labels = np.arange(numbers.shape[1])
    while True:
        before = labels.copy()
        for seat in range(2):
            least = np.full(int(numbers[seat].max()) + 1, len(labels), dtype=np.int64)
            np.minimum.at(least, numbers[seat], labels)
            labels = least[numbers[seat]]
        if (labels == before).all():
            return labels


@dataclass(frozen=True)
class GrowingLoops:
    """A game's kernels over many rows, compiled."""

    play: Callable[..., Any]
    returns: Callable[..., Any]
    # resolves one chance event in each row with one due; returns the number of resulting rows, which are written
    # as far as they fit
    spread: Callable[..., Any]
    # mover and legal actions of each group of rows; returns the first group whose rows do not agree, or -1
    survey: Callable[..., Any]
    # each seat's observation in each row, as a number; if the game is over, only that fact
    see: Callable[..., Any]


@lru_cache(maxsize=16)
def growing_loops(rules: Rules) -> GrowingLoops:
    """The loops of a game with listed chance events, made once a process."""
    made = (*_moving(rules), _spreading(rules), _surveying(rules), _seeing(rules))
    return GrowingLoops(*(compiled_form(each) for each in made))


def _moving(rules: Rules) -> tuple[Callable[..., Any], Callable[..., Any]]:
    play_one, returns_one = rules.play, rules.returns

    @kernel
    def play(records: Records, actions: Ints) -> None:
        for i in range(len(records)):
            play_one(records[i], actions[i])

    @kernel
    def returns(records: Records, to: SeatValues) -> None:
        for i in range(len(records)):
            returns_one(records[i], to[i])

    return play, returns


def _spreading(rules: Rules) -> Callable[..., Any]:
    outcomes, play_outcome = rules.outcomes, rules.play_outcome
    if outcomes is None or play_outcome is None:
        raise ValueError("the game's chance events are not listed")

    @kernel
    def spread(
        records: Records, weights: Reals, probs: Reals, to: Records, to_weights: Reals, origin: Ints
    ) -> int:
        made = 0
        for i in range(len(records)):
            due = records[i]["player"] == CHANCE
            count = outcomes(records[i], probs) if due else 1
            for k in range(count):
                if made < len(to):
                    to[made] = records[i]
                    if due:
                        play_outcome(to[made], k)
                    to_weights[made] = weights[i] * probs[k] if due else weights[i]
                    origin[made] = i
                made += 1
        return made

    return spread


def _surveying(rules: Rules) -> Callable[..., Any]:
    legal = rules.legal

    @kernel
    def survey(
        records: Records, starts: Ints, counts: Ints, masks: Mask, players: Ints, mask: Mask, actions: ActionList
    ) -> int:
        for group in range(len(starts)):
            first = starts[group]
            players[group] = records[first]["player"]
            if players[group] >= 0:
                legal(records[first], masks[group], actions)
            for row in range(first + 1, first + counts[group]):
                if records[row]["player"] != players[group]:
                    return group
                legal(records[row], mask, actions)
                for action in range(len(mask)):
                    if mask[action] != masks[group, action]:
                        return group
        return -1

    return survey


def _seeing(rules: Rules) -> Callable[..., Any]:
    observe = rules.observe

    @kernel
    def see(records: Records, out: Features, bits: npt.NDArray[np.uint32], seen: Sights) -> None:
        for i in range(len(records)):
            for seat in range(2):
                number = np.uint64(records[i]["player"] == TERMINAL)
                if records[i]["player"] != TERMINAL:
                    observe(records[i], seat, out)
                    for k in range(len(bits)):
                        if bits[k] != 0:
                            number = mix64(number ^ (np.uint64(bits[k]) << np.uint64(20)) ^ np.uint64(k))
                seen[i, seat] = number

    return see


ROWS_AT_ONCE = 1 << 20
"""Records that are played together, and most deals of one node."""
_AT_ONCE = 1 << 14
_NODE = np.dtype([
    ("kind", np.int8), ("set", np.int32), ("first", np.int32), ("count", np.int32), ("action", np.int16),
    ("start", np.int64),
])  # fmt: skip


@dataclass
class _Group:
    """Nodes to play on, each a range of rows: those of its deal set, in order."""

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
    """A tree during construction; see `grow`."""

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
        """Make room for nodes; returns the number of the first."""
        first, self.nodes = self.nodes, self.nodes + count
        if self.nodes > self.most:
            raise _too_large(self.game, self.most)
        while self.nodes > len(self.table):
            self.table = np.concatenate([self.table, np.zeros_like(self.table)])
        return first

    def see(self, records: Records) -> Sights:
        """The observations of both seats in each row, as numbers."""
        out, seen = np.zeros(self.game.observation_size, dtype=np.float32), np.zeros((len(records), 2), np.uint64)
        growing_loops(self.game.spec.rules).see(records, out, out.view(np.uint32), seen)
        return seen

    def end(self, nodes: Ints, records: Records, counts: Ints) -> None:
        """Add nodes at which the game is over, with all their rows."""
        won = np.zeros((len(records), 2), dtype=np.float32)
        growing_loops(self.game.spec.rules).returns(records, won)
        self.table["kind"][nodes] = OVER
        stops = np.cumsum(counts)
        for node, start, stop in zip(nodes.tolist(), (stops - counts).tolist(), stops.tolist(), strict=True):
            end = int(self.table["set"][node]), won[start:stop, 0].tobytes()
            self.table["start"][node] = self.ends.setdefault(end, len(self.ends))

    def show(self, node: int, records: Records, own: Ints, weights: Reals) -> tuple[Ints, Sights]:
        """Add a node after which information may be revealed: chance events that are due, and the observations."""
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
        """The mover at each node, and the legal actions; records the nodes' information states."""
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
        """Store a record of each information state, with the index of its first action."""
        sets, begins = self.table["set"][group.nodes], self.table["start"][group.nodes]
        for number, seat in np.unique(np.stack([sets, movers]), axis=1).T.tolist():
            those = np.flatnonzero((sets == number) & (movers == seat))
            first = np.unique(self.deals[number].own[seat], return_index=True)[1]
            rows = (group.starts[those, None] + first).reshape(-1)
            places = begins[those, None] + np.arange(len(first)) * choices[those, None]
            self.kept.append((places.reshape(-1), take(group.records, rows)))

    def _sort(self, made: _Group, parent: Ints, movers: Ints) -> None:
        """Sort new nodes: the game is over, goes on, or reveals something."""
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
    """Raise ConfigError unless a game can be solved over its public tree."""
    if why := why_not_solved(game.facts, game.num_players):
        raise ConfigError(
            f"{game!r} cannot be solved: {why}. Small games for two with few hidden deals can be; options can "
            "make a game smaller"
        )


def check_size(game: Ruleset, most: int = MOST_POSITIONS) -> None:
    """Raise ConfigError if a tree has too many nodes, by playing everything from a single deal."""
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
        size = growth.game.spec.rules.state.itemsize  # as plain bytes, since NumPy joins records field by field
        raw = np.concatenate([each.view((np.void, size)) for _, each in growth.kept])
        records = take(raw, order).view(growth.game.spec.rules.state).reshape(-1)
    names = ("kind", "set", "first", "count", "action", "start")
    kinds, sets, firsts, counts, actions, starts = (np.ascontiguousarray(table[name]) for name in names)
    ends = [End(number, np.frombuffer(won, dtype=np.float32)) for number, won in growth.ends]
    return PublicTree(
        kinds, sets, firsts, counts, actions, starts, ends, growth.deals, growth.size, growth.states, records
    )
