"""Making a set: play games, sample decisions, deal them again, value them. Finished work is saved."""

from __future__ import annotations

import json
import secrets
from collections import Counter
from collections.abc import Callable, Iterator, Mapping, Sequence
from concurrent.futures import ThreadPoolExecutor
from dataclasses import asdict, dataclass, replace
from functools import partial
from hashlib import sha256
from itertools import islice
from pathlib import Path
from typing import Any, TypeVar

import numpy as np

from croupier.agents.agent import Turns
from croupier.core.base.errors import ConfigError, FileError, unknown
from croupier.core.base.files import append_line, writing
from croupier.core.base.progress import Progress, part_of, silent
from croupier.core.engine import record_position
from croupier.core.engine.game import Game, State
from croupier.core.spec import registry
from croupier.measure.costs.answers import balanced, best_constant, choices, kind_of
from croupier.measure.costs.cases import (
    Candidate,
    Drawn,
    cases_of_set,
    in_order,
    play,
    seated_agents,
    stratum_of,
    stream,
    word,
)
from croupier.measure.costs.sets import CLEAR, ENDING, DecisionSet, Row, game_of, line_of, read_row, write_set
from croupier.measure.costs.table import judge
from croupier.measure.costs.valued import Valuer, Values, valuer_of
from croupier.table.recorded import played_to
from croupier.testing.agent_check import elsewhere

TRIES = 32
"""Worlds that are sampled for a decision until one has a matching trail."""
LEAST = 0.1
"""Cost by which at least one action must be clearly behind the best for a decision to matter, in the unit."""
_DIGITS = 4
"""Decimal places of values in a file."""


@dataclass(frozen=True)
class LeftOut:
    """A decision that does not enter a set."""

    reason: str  # in a few words


def dealt(state: State, key: int) -> Row | LeftOut:
    """A decision in another world that its seat holds possible, without values yet."""
    # Nothing in it depends on what the seat to move cannot know.
    for number in range(TRIES):
        world = state.resample_hidden(state.current_player(), word(key, number))
        begun = _begun(state, world)
        if begun is None:
            continue
        start, actions = begun
        bare = _bare(state, start, actions)
        return bare if _leads_to(bare, state, world) else LeftOut("played again, it is another decision")
    return LeftOut("no world has a trail that fits it")


def _begun(state: State, world: State) -> tuple[str, tuple[int, ...]] | None:
    """The start of a world's round and the actions since; the world itself if the history is not used."""
    search = None if state.game.spec.search is None else state.game.spec.search()
    if search is None or search.history is None:
        return world.position(), ()
    trail = elsewhere(state, state.trail(), world.records)
    if trail is None:
        return None
    start = record_position.one_line(state.game, trail.present.start)
    return start, tuple(map(int, trail.present.actions))


def _bare(state: State, start: str, actions: tuple[int, ...]) -> Row:
    """A row without values; its id and seed are functions of the other fields."""
    game, legal = state.game, tuple(state.legal_actions())
    named = sha256(line_of({"options": game.options, "start": start, "actions": actions})).hexdigest()
    none = (0.0,) * len(legal)
    return Row(
        id=named[:12], game=game.name, options=dict(game.options), start=start, seed=int(named[12:24], 16),
        actions=actions, texts=tuple(map(state.action_to_string, legal)), legal=legal, values=none, errors=none,
        behind=none, behind_errors=none, worlds=0, stratum=stratum_of(state), differ=False,
    )  # fmt: skip


def _leads_to(row: Row, state: State, world: State) -> bool:
    """Whether a row leads to the world it was made of, and its seat sees there what it saw at the table."""
    try:
        again = row.state()
    except ValueError:  # a position that cannot be set up, for example because its text leaves out the past
        return False
    seat = state.current_player()
    return (
        again.position() == world.position()
        and again.view(seat) == state.view(seat)
        and bool((again.observation_tensor(seat) == state.observation_tensor(seat)).all())
        and tuple(map(again.action_to_string, again.legal_actions())) == row.texts
    )


def wins_at_once(row: Row) -> bool:
    """Whether one action can win the game at once: such a decision needs no judgement, and has high stakes."""
    state = row.state()
    seat = state.current_player()
    for action in row.legal:
        after = state.clone()
        after.apply_action(action)
        if after.is_terminal() and after.returns()[seat] > np.delete(after.returns(), seat).max():
            return True
    return False


def with_values(row: Row, found: Values) -> Row:
    """A row with the values of its legal actions."""
    matters = any(
        gap > max(CLEAR * error, LEAST) for gap, error in zip(found.behind, found.behind_errors, strict=True)
    )
    return replace(
        row, worlds=found.worlds, differ=matters, values=_short(found.gains), errors=_short(found.errors),
        behind=_short(found.behind), behind_errors=_short(found.behind_errors),
    )  # fmt: skip


def _short(numbers: tuple[float, ...]) -> tuple[float, ...]:
    """Numbers rounded as in a file; zero without a sign."""
    return tuple(round(each, _DIGITS) + 0.0 for each in numbers)


PRIVATE, WORK = ".private.jsonl", ".part"
"""Endings of the private file with the sources of the rows, and of the file of finished work."""
ALIKE = 10
"""One row in this many has no action clearly behind the best one. If values are sampled and such decisions are
rare, fewer rows are like this.
"""
SMALL_SEED = 1 << 40
"""Seeds below this are refused. A reader of the set could find a smaller one by trying seeds one after another."""
WON = "the game can be won at once"
_FORM = 3
"""Version of the work file's format; other versions are refused."""
_PLAYING = 0.15
"""Approximate share of the work spent on playing the games."""
_In = TypeVar("_In")
_Out = TypeVar("_Out")


@dataclass(frozen=True, kw_only=True)
class Making:
    """Settings that determine a set."""

    count: int  # number of rows
    games: int  # games played for them
    # Seed of the games and worlds. It could be used to replay the games, so neither it nor anything that it could
    # be checked against is published; see `random_seed`.
    seed: int
    judge: str | None  # agent that plays on; see `croupier.measure.costs.valued.values`
    worlds: int  # worlds per action
    agents: tuple[str, ...]  # agents at the tables; see `croupier.measure.costs.cases.seated_agents`
    varied: bool  # whether options are drawn too
    without: tuple[str, ...] = ()  # phases to leave out
    cards: int | None = None  # most cards in hand; None for no limit


def make_set(
    game: Game,
    how: Making,
    out: Path,
    *,
    check: Callable[[DecisionSet], None] | None = None,
    threads: int = 1,
    progress: Progress | None = None,
) -> tuple[DecisionSet, Path]:
    """Make a set of decisions, or resume a stopped one."""
    name, report = out.name.removesuffix(ENDING), progress or silent
    private = out.with_name(name + PRIVATE)
    agents = seated_agents(game, how.agents)
    valuer = _valuer(game, how)  # a judge that cannot play on is refused before any game is played
    phases = [phase.name for phase in game.phases]
    for phase in how.without:
        if phase not in phases:
            raise unknown(f"phase of {game.name}", phase, phases)
    settings = {"form": _FORM, "game": game.name, "options": game.options, **asdict(how)}
    for kind in ("without", "cards"):  # a refused set can be resumed with a kind left out
        del settings[kind]
    work = _Work(out.with_name(out.name + WORK), settings)
    with ThreadPoolExecutor(threads) as pool:
        maker = _Maker(game, how, work, pool, threads)
        maker.play(agents, part_of(report, 0.0, _PLAYING))
        found, sources, left_out = maker.choose(part_of(report, _PLAYING, 1.0))
    rows = balanced(found if valuer.worlds else _spread(found))
    made = DecisionSet(
        name=name, game=game.name, digest="", judge=valuer.judge, unit=valuer.unit,
        canary=f"croupier decisions {name} canary {word('canary', *(row.id for row in rows)):016x}", rows=rows,
        made={"agents": sorted(agents), "games": how.games, "left_out": left_out, "strata": _counted(rows)},
    )  # fmt: skip
    if check is not None:
        check(made)
    _write_private(private, how, maker.drawn, rows, sources)
    written = write_set(out, made)
    work.path.unlink()
    return written, private


def random_seed(out: Path) -> int:
    """A seed that nobody can guess; of work already started, its own."""
    path = out.with_name(out.name + WORK)
    if not path.exists():
        return SMALL_SEED + secrets.randbelow((1 << 64) - SMALL_SEED)
    with path.open("rb") as file:
        try:
            seed = json.loads(file.readline())["seed"]
        except (KeyError, TypeError, ValueError):
            seed = None
    if type(seed) is not int:
        raise FileError(f"{path} was begun with other settings: give the same ones, or remove it")
    return seed


class _Maker:
    """Plays games and chooses decisions from them, in threads; finished work is read from the file."""

    def __init__(self, game: Game, how: Making, work: _Work, pool: ThreadPoolExecutor, threads: int) -> None:
        self._game, self._how, self._work, self._pool, self._threads = game, how, work, pool, threads
        self._seats = _Seats()
        self.drawn: list[Drawn] = []

    def play(self, agents: Mapping[str, float], report: Progress) -> None:
        """Play the games."""
        how, done = self._how, self._work.done
        missing = [number for number in range(how.games) if f"game {number}" not in done]
        one = partial(play, self._game, agents=agents, seed=how.seed, varied=how.varied)
        for each in _mapped(self._pool, one, missing, 16):
            self._work.add(f"game {each.number}", asdict(each))
            report(len(done) / how.games)
        for number in range(how.games):
            data = done[f"game {number}"]
            found = tuple(Candidate(**each) for each in data["candidates"])
            self.drawn.append(Drawn(number, data["data"], found))

    def choose(self, report: Progress) -> tuple[list[Row], dict[str, Candidate], dict[str, int]]:
        """The rows in order, the source of each, and the number left out by reason."""
        how, seats = self._how, self._seats
        rooms = _Rooms(how.count, exact=not _valuer(self._game, how).worlds)
        rows: list[Row] = []
        sources: dict[str, Candidate] = {}
        left_out: Counter[str] = Counter()
        spare: list[tuple[Candidate, Row, str]] = []  # used if the games have too few rows that fit

        def take(candidate: Candidate, found: Row) -> bool:
            rooms.take(found)
            seats.take(candidate)
            rows.append(found)
            sources[found.id] = candidate
            report(len(rows) / how.count)
            return len(rows) == how.count

        order = in_order((each for one in self.drawn for each in one.candidates), stream(how.seed, "order"))
        order = list(filter(self._is_wanted, order))
        for candidate, found in zip(
            order, _mapped(self._pool, self._valued, order, 4 * self._threads), strict=False
        ):
            if seats.other(candidate):
                left_out[_Seats.REASON] += 1
                continue
            self._keep(candidate, found)
            if isinstance(found, LeftOut):
                left_out[found.reason] += 1
            elif not any(found.behind):
                left_out["nothing depends on it: all actions are worth the same in every world"] += 1
            elif found.id in sources:
                left_out["there already"] += 1
            elif reason := rooms.full(found):
                left_out[reason] += 1
                if rooms.exact:
                    spare.append((candidate, found, reason))
            elif take(candidate, found):
                return rows, sources, dict(left_out)
        for candidate, found, reason in spare:
            if found.id in sources or seats.other(candidate):
                continue
            left_out[reason] -= 1
            if take(candidate, found):
                return rows, sources, dict(left_out)
        raise ConfigError(
            f"{how.games} games have too few decisions: {len(rows)} of {how.count} rows were found; play more "
            "--games"
        )

    def _is_wanted(self, candidate: Candidate) -> bool:
        """Whether this kind of decision may enter the set."""
        most, kind = self._how.cards, candidate.stratum
        return kind["phase"] not in self._how.without and (most is None or int(kind["cards"]) <= most)

    def _valued(self, candidate: Candidate) -> Row | LeftOut:
        """A decision as a row, or the reason to leave it out; cached results are used."""
        if self._seats.other(candidate):  # it will be left out in its turn
            return LeftOut(_Seats.REASON)
        known = self._work.done.get(candidate.key)
        if known is not None:
            reason = known.get("left_out")
            return read_row(known | {"canary": ""}, self._game.name, "") if reason is None else LeftOut(reason)
        data, how = self.drawn[candidate.game].data, self._how
        table = game_of(self._game.name, data["options"])
        key = word(how.seed, "world", candidate.game, candidate.ply)
        row = dealt(played_to(table, data, candidate.ply), key)
        if isinstance(row, LeftOut):
            return row
        if wins_at_once(row):
            return LeftOut(WON)
        return with_values(row, _valuer(table, how).of(Turns.of_state(row.state())))

    def _keep(self, candidate: Candidate, found: Row | LeftOut) -> None:
        if candidate.key not in self._work.done:
            told = {"left_out": found.reason} if isinstance(found, LeftOut) else found.data()
            self._work.add(candidate.key, told)


def _valuer(game: Game, how: Making) -> Valuer:
    return valuer_of(game, how.judge, how.worlds, 0)


def _mapped(
    pool: ThreadPoolExecutor, function: Callable[[_In], _Out], items: Sequence[_In], ahead: int
) -> Iterator[_Out]:
    """The results of a function for some items, in order, computed a few items ahead."""
    rest = iter(items)
    waiting = [pool.submit(function, each) for each in islice(rest, ahead)]
    try:
        while waiting:
            found = waiting.pop(0).result()
            waiting += [pool.submit(function, each) for each in islice(rest, 1)]
            yield found
    finally:
        for each in waiting:
            each.cancel()


def _spread(rows: Sequence[Row]) -> list[Row]:
    """Rows in an order in which every first part has about the same share of each best action."""
    groups: dict[str, list[Row]] = {}
    for row in rows:
        groups.setdefault(row.answer, []).append(row)
    placed = [
        ((k + 0.5) / len(each), answer, row) for answer, each in groups.items() for k, row in enumerate(each)
    ]
    return [row for *_, row in sorted(placed, key=lambda item: item[:2])]


def _counted(rows: Sequence[Row]) -> dict[str, dict[str, int]]:
    """Number of rows by each value of the strata and options."""
    counts: dict[str, Counter[str]] = {}
    for row in rows:
        for name, value in (*row.stratum.items(), *row.options.items(), ("differ", row.differ)):
            counts.setdefault(name, Counter())[str(value)] += 1
    return {name: dict(sorted(count.items())) for name, count in sorted(counts.items())}


def _write_private(
    path: Path, how: Making, drawn: Sequence[Drawn], rows: Sequence[Row], sources: Mapping[str, Candidate]
) -> None:
    with writing(path, private=True) as out:
        out.write(line_of(asdict(how)))
        for row in rows:
            source = sources[row.id]
            out.write(line_of({"id": row.id, "ply": source.ply, "game": dict(drawn[source.game].data)}))


class _Rooms:
    """Quotas of rows in which some action is clearly behind the best one, and of rows in which none is."""

    # If values are exact, at most half of the former share one best action, as far as the games have others.

    def __init__(self, count: int, *, exact: bool) -> None:
        """Start empty; with `exact`, full quotas are waited for, since values cost nothing."""
        self._count, self.exact = count, exact
        self._alike, self._best = 0, Counter[str]()

    def full(self, row: Row) -> str:
        """Why a row has no room; empty if it has."""
        alike, differ = self._count // ALIKE, self._best.total()
        if not row.differ:
            most = alike if self.exact else (self._alike + differ + 1) // ALIKE
            return "enough of those in which no action is clearly behind" if self._alike >= most else ""
        most = self._count - alike
        if self.exact and (differ >= most or self._best[row.answer] >= (most + 1) // 2):
            return "enough of those with this best action"
        return ""

    def take(self, row: Row) -> None:
        """Count a row."""
        if row.differ:
            self._best[row.answer] += 1
        else:
            self._alike += 1


class _Seats:
    """The seat of the rows of each round: rows of two seats would reveal what both hold."""

    REASON = "another seat of its round is in the set"

    def __init__(self) -> None:
        self._taken: dict[tuple[int, int], int] = {}

    def other(self, candidate: Candidate) -> bool:
        """Whether there is a row of another seat of its round."""
        place = candidate.game, candidate.round_number
        return self._taken.get(place, candidate.seat) != candidate.seat

    def take(self, candidate: Candidate) -> None:
        """Record its seat."""
        self._taken[candidate.game, candidate.round_number] = candidate.seat


class _Work:
    """Finished work in a file that grows, so that a stopped run can resume."""

    def __init__(self, path: Path, settings: Mapping[str, Any]) -> None:
        self.path = path
        self.done: dict[str, Any] = {}
        head = line_of(settings)
        if not path.exists():
            append_line(path, head, private=True)
            return
        whole = path.read_bytes()
        lines = whole[: whole.rfind(b"\n") + 1].splitlines(keepends=True)
        if not lines or lines[0] != head:
            raise FileError(f"{path} was begun with other settings: give the same ones, or remove it")
        for line in lines[1:]:
            self.done |= json.loads(line)
        with path.open("r+b") as file:  # an incomplete last line is dropped and made again
            file.truncate(sum(map(len, lines)))

    def add(self, key: str, found: Mapping[str, Any]) -> None:
        """Save a result."""
        append_line(self.path, line_of({key: found}))
        self.done[key] = json.loads(line_of(found))


BOT = "bot"
"""The agent that has to beat the best constant answer."""
ENOUGH = 50
"""Fewest decisions of a phase in a set; with fewer, an interval is too wide."""


def check_judgement(found: DecisionSet, threads: int = 1) -> None:
    """Check that a set has enough decisions of each phase, with the score of `bot` clearly above 0 in each."""
    counts = Counter(map(kind_of, found.rows))
    few = [phase for phase, count in counts.items() if count < ENOUGH]
    if few:
        told = ", ".join(f"{counts[phase]} of {phase}" for phase in few)
        without = " ".join(f"--without {phase}" for phase in few)
        raise ConfigError(f"fewer than {ENOUGH} decisions tell too little: {told}; add {without}, or make more")
    zero = best_constant(found.rows)
    for phase, rule in zero.rules.items():
        rows = [row for row in found.rows if kind_of(row) == phase]
        if not any(row.behind[rule.place(row)] for row in rows):
            raise ConfigError(f"in {len(rows)} decisions of {phase} one constant answer is always best; {_CURE}")
    if BOT not in registry.spec(found.game).bots:
        return
    cases = cases_of_set(found)
    answers = choices(cases, BOT, threads=threads)
    (figures,) = judge(cases, [answers], zero=zero.rules, worst=0).agents
    for phase, score in figures.score_by_phase.items():
        low, high = score.ci95 or (score.mean, score.mean)
        if low <= 0.0:
            raise ConfigError(
                f"in {score.decisions} decisions of {phase} {BOT} is not clearly better than the best constant "
                f"answer: its score is {score.mean:.2f} ({low:.2f} to {high:.2f}), where 0 is that answer; {_CURE}"
            )


_CURE = "leave the phase out by --without, or make a set of more decisions, another --seed or other options"
