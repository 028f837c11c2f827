"""Trails: which decisions led to a record."""

import copy
from collections.abc import Callable, Sequence
from typing import Any

import numpy as np
import pytest

import croupier
from croupier.core.base.types import Records
from croupier.core.engine.batch import Batch
from croupier.core.engine.game import Game, State
from croupier.core.engine.trail import Stretch, Trail, Trails
from croupier.core.spec import registry
from croupier.games.pig.spec import SPEC as PIG
from tests.amounts import daily
from tests.conftest import INTERPRETED
from tests.core.playing import drawn, randomly
from tests.searched import by_turns, whole, with_search
from tests.splitmix import SplitMix64
from tests.toy import SPEC as TOY

SEARCHED = [name for name in registry.registered_games() if registry.spec(name).search is not None]
king = croupier.make("skull-king", players=3)
pig_turns = with_search(PIG, by_turns, winning_score=30, max_turns=60)
toy_whole = with_search(TOY, whole, players=3)
GAMES = {name: croupier.make(name) for name in SEARCHED} | {
    "skull-king/full": croupier.make("SkullKing-v0-full", players=3, schedule="even"),
    "pig/turns": pig_turns,
    "pig/whole": with_search(PIG, whole, winning_score=60),
    "toy": toy_whole,
}


class Followed:
    """A game followed in plain Python: the state, and its stretches with the generators at their beginnings.

    A finished stretch is played again once, not at each of the many checks that find the same bytes.
    """

    def __init__(self, state: State) -> None:
        self.state = state
        self.horizon = state.game.spec.search().horizon  # type: ignore[misc]
        self.stretches: list[tuple[Records, Any, list[int], list[int]]] = []
        self.replayed: set[tuple[bytes, ...]] = set()
        self.begin()

    def begin(self) -> None:
        self.stretches.append((self.state.records.copy(), self.state.rngs.copy(), [], []))

    def play(self, action: int) -> None:
        start, _, actions, movers = self.stretches[-1]
        actions.append(action)
        movers.append(self.state.current_player())
        self.state.apply_action(action)
        if not self.state.is_terminal() and self.horizon(start[0], self.state.records[0]):
            self.begin()

    def check(self, trail: Trail | None) -> None:
        """A trail is what was played, and from each start the actions lead to where the next begins."""
        assert trail is not None
        found = [*trail.finished, trail.present]
        assert len(found) == len(self.stretches)
        ends = [part.start for part in found[1:]] + [self.state.records]
        for part, (start, rngs, actions, movers), end in zip(found, self.stretches, ends, strict=True):
            assert part.start.shape == (1,)
            assert part.start.tobytes() == start.tobytes()
            assert part.actions.dtype == part.movers.dtype == np.int16
            assert part.actions.tolist() == actions
            assert part.movers.tolist() == movers
            key = (part.start.tobytes(), rngs.tobytes(), part.actions.tobytes(), end.tobytes())
            if key in self.replayed:
                continue
            again = State(self.state.game, part.start.copy(), rngs.copy(), 0, "", [])
            for action in part.actions:
                again.apply_action(int(action))
            assert again.records.tobytes() == end.tobytes()
            self.replayed.add(key)


def dealt(batch: Batch, row: int, game: Game | None = None) -> Followed:
    """The game in a row of a batch, as it was dealt."""
    assert isinstance(batch.game, Game)
    return Followed((game or batch.game).new_initial_state(int(batch.seeds[row])))


@pytest.mark.parametrize(
    ("name", "apart", "autoreset"),
    daily(
        (name, (at + step) % 2 == 1, (at + step) // 2 % 2 == 0)
        for step in range(4)
        for at, name in enumerate(GAMES)
    ),
)
def test_a_trail_is_what_was_played_and_leads_to_the_present_record(
    name: str, apart: bool, autoreset: bool
) -> None:
    if INTERPRETED and name.startswith(("skull-king", "spite-malice")) and not (apart and autoreset):
        pytest.skip("without compilation the shorter games are enough for the other ways of stepping")
    batch = GAMES[name].batch(3, 5, observe=False, autoreset=autoreset, trails=True)
    games = [dealt(batch, row) for row in range(3)]
    generators = np.arange(1, 4).astype(np.uint64)
    ended = 0
    for step in range(5000):
        if step >= 320 and ended >= 3:
            break
        actions, going = drawn(batch, generators), np.flatnonzero(batch.legal_counts)
        if apart:
            for part in ([0, 2], [1]):
                rows = np.array([row for row in part if row in going], dtype=np.int64)
                batch.step_rows(rows, actions[rows])
        else:
            batch.step(actions)
        for row in going.tolist():
            games[row].play(int(actions[row]))
            ended += int(batch.dones[row])
            if batch.dones[row] and autoreset:
                games[row].check(games[row].state.trail())
                games[row] = dealt(batch, row)
            if step % 7 == 0 or batch.dones[row]:
                games[row].check(batch.trail(row))
    assert ended >= 3


def test_rows_with_different_options_have_their_own_trails() -> None:
    room = croupier.make("skull-king", players=4, schedule="even")
    small = croupier.make("skull-king", players=3, schedule="even", loot=True)
    batch = room.batch(4, 3, observe=False, trails=True)
    batch.set_options(np.array([1, 3]), players=3, loot=True)
    batch.deal_again(np.arange(4))
    games = [dealt(batch, row, small if row % 2 else room) for row in range(4)]
    generators = np.arange(4).astype(np.uint64)
    for _ in range(150):
        actions = drawn(batch, generators)
        batch.step(actions)
        for row, game in enumerate(games):
            if not game.state.is_terminal():
                game.play(int(actions[row]))
            if not game.state.is_terminal():
                game.check(batch.trail(row))
    assert all(len(game.stretches) > 3 for game in games)


def same(one: Stretch, other: Stretch) -> bool:
    return all(getattr(one, name).tobytes() == getattr(other, name).tobytes() for name in Stretch.__annotations__)


def all_same(one: Trail | None, other: Trail | None) -> bool:
    assert one is not None
    assert other is not None
    parts = zip((*one.finished, one.present), (*other.finished, other.present), strict=True)
    return all(same(*pair) for pair in parts)


def stepped(count: int = 40, **settings: Any) -> Batch:
    """A batch of three games of Skull King, some rounds into them."""
    batch = king.batch(3, 6, observe=False, trails=True, **settings)
    generators = np.arange(3).astype(np.uint64)
    for _ in range(count):
        batch.step(drawn(batch, generators))
    return batch


def fresh(batch: Batch, row: int) -> bool:
    """Whether a row's trail begins at its present record."""
    trail = batch.trail(row)
    assert trail is not None
    here = trail.present.start.tobytes() == batch.records[row].tobytes()
    return here and trail.finished == () and len(trail.present.actions) == len(trail.present.movers) == 0


def test_a_position_that_is_loaded_begins_a_new_trail_or_goes_on_with_its_own() -> None:
    batch, other = stepped(), king.batch(2, 9, observe=False, trails=True)
    rows, last, given = np.array([0, 1]), np.array([2]), batch.trail(2)
    assert given is not None
    other.load(rows, batch.records[[2, 2]], batch.rngs[[2, 2]])
    assert fresh(other, 0)
    other.load(rows, batch.records[[2, 2]], batch.rngs[[2, 2]], trails=[given, None])
    assert not fresh(other, 0)
    assert fresh(other, 1)
    pick = SplitMix64(4)
    for _ in range(60):
        action = int(other.legal_actions[0, pick.below(int(other.legal_counts[0]))])
        batch.step_rows(last, np.array([action]))
        other.step(np.array([action, action]))
        assert all_same(batch.trail(2), other.trail(0))
    whole_trail, late = other.trail(0), other.trail(1)
    assert whole_trail is not None
    assert late is not None
    assert len(late.finished) == len(whole_trail.finished) - len(given.finished) > 1
    assert same(late.present, whole_trail.present)
    with pytest.raises(ValueError, match="2 rows take 2 trails, not 1"):
        other.load(rows, batch.records[[2, 2]], batch.rngs[[2, 2]], trails=[None])


def test_trails_begin_anew_where_rows_are_dealt_again_a_snapshot_is_restored_or_records_are_changed() -> None:
    batch = stepped()
    assert [fresh(batch, row) for row in range(3)] == [False] * 3
    batch.deal_again(np.array([1]))
    assert [fresh(batch, row) for row in range(3)] == [False, True, False]
    changes: list[Callable[[], None]] = [lambda: batch.restore(batch.snapshot()), batch.refresh]
    for change in changes:
        batch.step(batch.legal_actions[:, 0])
        assert not any(fresh(batch, row) for row in range(3))
        change()
        assert all(fresh(batch, row) for row in range(3))


def test_trails_may_be_kept_from_any_moment_on() -> None:
    batch = king.batch(1, 2, observe=False)
    batch.step(batch.legal_actions[:, 0])
    assert batch.trail(0) is None
    batch.keep_trails()
    assert fresh(batch, 0)
    batch.step(batch.legal_actions[:, 0])
    batch.keep_trails()  # they are kept already
    assert not fresh(batch, 0)


def test_a_batch_keeps_nothing_unless_it_is_asked_to(monkeypatch: pytest.MonkeyPatch) -> None:
    def refuse(*_: Any, **__: Any) -> None:
        raise AssertionError("nobody asked for trails")

    for name in ("__init__", "begin", "note", "resume"):
        monkeypatch.setattr(Trails, name, refuse)
    batch = king.batch(2, 1)
    batch.step(batch.legal_actions[:, 0])
    batch.step_rows(np.array([1]), batch.legal_actions[1:, 0])
    batch.load(np.array([0]), batch.records[1:], batch.rngs[1:], trails=[None])
    batch.deal_again(np.array([0]))
    batch.restore(batch.snapshot())
    assert batch.trail(0) is None
    assert batch.trails_of(np.array([0])) is None


def test_a_game_without_a_search_part_has_no_trails() -> None:
    toy = Game(TOY, players=3)
    batch = toy.batch(2, trails=True)
    batch.step(np.zeros(2, dtype=int))
    assert batch.trail(0) is None
    assert toy.new_initial_state(1).trail() is None


def test_a_trail_stays_as_it_is_when_the_game_goes_on_and_cannot_be_written() -> None:
    batch = stepped()
    trail = batch.trail(0)
    assert trail is not None
    before = trail.present.start.tobytes(), trail.present.actions.tolist(), len(trail.finished)
    for _ in range(30):
        batch.step(batch.legal_actions[:, 0])
    assert (trail.present.start.tobytes(), trail.present.actions.tolist(), len(trail.finished)) == before
    for array in (trail.present.start, trail.finished[0].actions, trail.finished[0].movers):
        with pytest.raises(ValueError, match="read-only"):
            array[0] = array[-1]


def test_trails_of_rows_are_read_while_their_decisions_are_due() -> None:
    batch = stepped()
    read = batch.trails_of(np.array([2, 0]))
    assert read is not None
    assert all_same(read(0), batch.trail(2))
    assert all_same(read(1), batch.trail(0))
    batch.step_rows(np.array([0]), batch.legal_actions[:1, 0])
    assert read(0) is not None
    with pytest.raises(RuntimeError, match="the game has gone on"):
        read(1)
    late = batch.trails_of(np.array([1]))
    batch.deal_again(np.array([1]))
    assert late is not None
    with pytest.raises(RuntimeError, match="while the decision is due"):
        late(0)


def followed(state: State, actions: Sequence[int]) -> Followed:
    game = Followed(state.clone())
    for action in actions:
        game.play(action)
    return game


@pytest.mark.parametrize("name", GAMES)
def test_a_state_finds_its_trail_by_playing_its_actions_again(name: str) -> None:
    state = GAMES[name].new_initial_state(7)
    first = state.clone()
    for count in (0, 1, 5, 60, 0, 30):
        randomly(state, count, count)
        followed(first, state.history).check(state.trail())
        followed(first, state.history).check(state.clone().trail())
    other = randomly(copy.deepcopy(state), 40)
    followed(first, other.history).check(other.trail())
    followed(first, state.history).check(state.trail())


def test_a_state_plays_only_what_is_new_again(monkeypatch: pytest.MonkeyPatch) -> None:
    state, played = randomly(king.new_initial_state(3), 50), list[int]()
    state.trail()
    apply_action = State.apply_action

    def counted(self: State, action: int) -> None:
        played.append(action)
        apply_action(self, action)

    randomly(state, 2)
    monkeypatch.setattr(State, "apply_action", counted)
    assert state.trail() is not None
    assert played == state.history[50:]
    state.trail()
    assert len(played) == 2


def test_the_trail_of_a_position_begins_there() -> None:
    text = randomly(king.new_initial_state(11), 45).position()
    state = king.position(text, seed=4)
    trail = state.trail()
    assert trail is not None
    assert trail.finished == ()
    assert trail.present.start.tobytes() == state.records.tobytes()
    first = state.clone()
    randomly(state, 70)
    game = followed(first, state.history)
    assert len(game.stretches) > 1
    game.check(state.trail())


def test_a_saved_state_has_its_trail_unless_its_actions_do_not_lead_to_it() -> None:
    state = randomly(king.new_initial_state(8), 40)
    first, data = king.new_initial_state(8), state.serialize()
    followed(first, state.history).check(king.deserialize_state(data).trail())
    for history in ([], [53], state.history[:-1], [*state.history, 0]):
        other = state.clone()
        other.history = list(history)
        assert other.trail() is None
        assert king.deserialize_state(other.serialize()).trail() is None


def test_a_state_whose_hidden_cards_were_dealt_anew_has_no_trail() -> None:
    state = randomly(king.new_initial_state(8), 40)
    assert state.trail() is not None
    other = state.resample_hidden(state.current_player(), 5)
    assert other.records.tobytes() != state.records.tobytes()
    assert other.trail() is None


def row_state(batch: Batch, row: int, trail: Trail | None) -> State:
    """A row of a batch as a state of its own."""
    part, plies = slice(row, row + 1), int(batch.plies[row])
    records, rngs = batch.records[part].copy(), batch.rngs[part].copy()
    return State(king, records, rngs, int(batch.seeds[row]), "", [], plies, trail=trail)


def test_a_state_of_a_row_knows_its_trail_only_if_it_is_given() -> None:
    batch = stepped(autoreset=False)
    assert row_state(batch, 0, None).trail() is None
    state = row_state(batch, 0, batch.trail(0))
    assert all_same(state.trail(), batch.trail(0))
    for _ in range(45):
        action = state.legal_actions()[-1]
        state.apply_action(action)
        batch.step_rows(np.array([0]), np.array([action]))
        assert all_same(state.trail(), batch.trail(0))
        assert all_same(state.clone().trail(), batch.trail(0))
    assert state.resample_hidden(state.current_player(), 1).trail() is None
