"""Making sets: nothing of the true deal is in them, and work that was stopped goes on to the same bytes."""

import ast
import json
from collections.abc import Iterator
from dataclasses import replace
from pathlib import Path
from typing import Any

import numpy as np
import pytest

import croupier
from croupier.agents.registry import make_agent
from croupier.core.base.errors import ConfigError, FileError
from croupier.core.engine.game import State
from croupier.measure import Row, load, shipped_sets
from croupier.measure.costs import making
from croupier.measure.costs.cases import Candidate, in_order, word
from croupier.measure.costs.making import LeftOut, Making, dealt, make_set
from croupier.measure.costs.sets import game_of
from croupier.table.asking import ask_one
from croupier.table.recorded import played_to
from croupier.testing.agent_check import elsewhere
from tests.agents.search.worldly import decisions
from tests.amounts import daily, larger
from tests.measure.test_valued import PHASES, SKULL_KING

HOW = Making(count=12, games=6, seed=5, judge="bot", worlds=8, agents=("bot", "random"), varied=True)


class StoppedHereError(Exception):
    """The test stops the work."""


def turned(state: State, number: int) -> State | None:
    """The same decision where what its seat cannot know is dealt anew, as a game with a past of its own."""
    world = state.resample_hidden(state.current_player(), number).records
    trail = elsewhere(state, state.trail(), world)
    if trail is None or world.tobytes() == state.records.tobytes():
        return None
    actions = trail.present.actions.tolist()
    other = state.game.position(dealt_text(state, trail.present.start), 0)
    for action in actions:
        other.apply_action(action)
    return other if other.records.tobytes() == world.tobytes() else None


def dealt_text(state: State, start: Any) -> str:
    return State(state.game, start.copy(), state.rngs.copy(), 0, "", []).position()


@larger("games", 4, 60)
def test_a_row_says_nothing_that_its_seat_cannot_know(games: int) -> None:
    seen: dict[str, int] = {}
    for number in range(games):
        game = croupier.make("skull-king", **SKULL_KING[number % 4])
        for state in decisions(game, number):
            if seen.get(state.phase, 0) >= games // 2:
                continue
            for key in range(6):
                other = turned(state, key)
                if other is None:
                    continue
                row = dealt(state, 9)
                assert row == dealt(other, 9)
                if isinstance(row, Row):
                    seen[state.phase] = seen.get(state.phase, 0) + 1
                    assert row.state().view(state.current_player()) == state.view(state.current_player())
                    break
    assert set(seen) == PHASES


def test_a_row_says_nothing_that_its_seat_cannot_know_in_spite_and_malice() -> None:
    game = croupier.make("spite-malice")
    state, bot = game.new_initial_state(3), make_agent("bot", game)
    for number in range(40):
        if len(state.legal_actions()) > 1:
            row = dealt(state, number)
            assert isinstance(row, Row)
            assert row == dealt(state.resample_hidden(state.current_player(), number + 100), number)
            assert row.start != state.position()
        state.apply_action(ask_one(bot, state))


@pytest.mark.thorough
def test_a_set_is_the_same_for_any_threads_and_after_it_was_stopped(tmp_path: Path) -> None:
    game, files = croupier.make("skull-king"), [tmp_path / f"{name}/mine.jsonl.gz" for name in "abc"]
    for file in files:
        file.parent.mkdir()
    whole, private = make_set(game, HOW, files[0])
    make_set(game, HOW, files[1], threads=3)
    for most in (0.1, 0.5, 0.9):

        def stop(share: float, most: float = most) -> None:
            if share > most:
                raise StoppedHereError

        with pytest.raises(StoppedHereError):
            make_set(game, HOW, files[2], progress=stop)
        assert files[2].with_name("mine.jsonl.gz.part").stat().st_mode & 0o777 == 0o600
        with files[2].with_name("mine.jsonl.gz.part").open("ab") as torn:
            torn.write(b'{"decision')
    make_set(game, HOW, files[2])
    assert files[0].read_bytes() == files[1].read_bytes() == files[2].read_bytes()
    assert sorted(path.name for path in private.parent.iterdir()) == ["mine.jsonl.gz", "mine.private.jsonl"]
    assert private.read_bytes() == files[2].with_name("mine.private.jsonl").read_bytes()
    assert load(files[0]) == whole
    assert f"{word('canary', *(row.id for row in whole.rows)):016x}" in whole.canary  # nothing of the seed
    files[2].with_name("mine.jsonl.gz.part").write_bytes(b"{}\n")
    with pytest.raises(FileError, match="begun with other settings"):
        make_set(game, HOW, files[2])


@pytest.mark.thorough
def test_where_rows_come_from_is_in_the_private_file_alone(tmp_path: Path) -> None:
    file = tmp_path / "mine.jsonl.gz"
    found, private = make_set(croupier.make("skull-king"), HOW, file)
    head, *sources = [json.loads(line) for line in private.read_text().splitlines()]
    assert head["seed"] == HOW.seed
    assert [source["id"] for source in sources] == [row.id for row in found.rows]
    worlds = 0
    for source, row in zip(sources, found.rows, strict=True):
        state = played_to(game_of("skull-king", source["game"]["options"]), source["game"], source["ply"])
        seat = state.current_player()
        assert row.state().view(seat) == state.view(seat)
        assert (row.state().observation_tensor(seat) == state.observation_tensor(seat)).all()
        worlds += row.state().position() != state.position()
        assert str(source["game"]["seed"]) not in json.dumps([row.data(), found.made])
    assert worlds > len(sources) / 2


@pytest.mark.thorough
@pytest.mark.parametrize("name", ["skull-king", "spite-malice"])
@larger("count", 16, 200)
def test_rows_of_one_round_are_of_one_seat(name: str, count: int, tmp_path: Path) -> None:
    how = replace(HOW, count=count, games=max(1, count // 16))
    found, private = make_set(croupier.make(name), how, tmp_path / "mine.jsonl.gz")
    seats: dict[tuple[int, int], list[int]] = {}
    for source in map(json.loads, private.read_text().splitlines()[1:]):
        state = played_to(game_of(name, source["game"]["options"]), source["game"], source["ply"])
        trail = state.trail()
        assert trail is not None
        seats.setdefault((source["game"]["seed"], len(trail.finished)), []).append(state.current_player())
    assert all(len(set(each)) == 1 for each in seats.values())
    assert any(len(each) > 1 for each in seats.values())
    assert found.made["left_out"]["another seat of its round is in the set"] > 0


def public_of_round(row: Row) -> tuple[str, ...]:
    """What every row of one round of Skull King shows alike: options, and the deal without the cards."""
    parts = row.start.split()
    kept = [part for part in parts if not part.startswith(("hands=", "pile="))]
    return json.dumps(dict(row.options), sort_keys=True), *kept


@larger("step", 3, 1)
def test_rows_of_the_set_that_ships_cannot_be_joined_to_hands_of_several_seats(step: int) -> None:
    rounds: dict[tuple[str, ...], list[Row]] = {}
    for row in load("skull-king-1").rows:
        if " last=" in row.start and " round=1 " not in row.start:  # before, many games look the same
            rounds.setdefault(public_of_round(row), []).append(row)
    several = [rows for rows in rounds.values() if len(rows) > 1]
    assert len(several) > 50
    for rows in several[::step]:
        assert len({row.state().current_player() for row in rows}) == 1


@pytest.mark.parametrize("name", daily(sorted(shipped_sets()), 2))
def test_sets_that_ship_lead_to_their_decisions(name: str) -> None:
    found = load(name)
    assert found.name == name
    assert shipped_sets()[name].stat().st_size <= 2_000_000
    alike = sum(not row.differ for row in found.rows)
    assert len(found.rows) // 40 <= alike <= len(found.rows) // 9  # a tenth, less what is of another seat
    assert not {"seed", "games_seed", "deal"} & set(found.made)
    assert f"| `{name}` | {len(found.rows):,} |" in Path("docs/decision-sets.md").read_text()
    for row in found.rows[:: max(1, len(found.rows) // 50)]:
        state = row.state()
        assert tuple(map(state.action_to_string, state.legal_actions())) == row.texts
        assert row.differ == any(row.is_clear(action) and row.regret(action) >= 0.1 for action in row.legal)
        assert row.stratum["phase"] == state.phase
        assert state.trail() is not None
        assert not state.is_terminal()


def test_a_decision_without_a_fitting_world_is_left_out(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("croupier.measure.costs.making.elsewhere", lambda *_: None)
    assert dealt(croupier.make("skull-king").new_initial_state(1), 1) == LeftOut(
        "no world has a trail that fits it"
    )


def kernels() -> Iterator[tuple[Path, ast.FunctionDef]]:
    for file in sorted((Path(making.__file__).parents[2]).rglob("*.py")):
        for node in ast.walk(ast.parse(file.read_text())):
            if isinstance(node, ast.FunctionDef):
                marks = {ast.unparse(each) for each in node.decorator_list}
                if marks & {"kernel", "loop", "inlined", "wrapping"}:
                    yield file, node


@pytest.mark.thorough
def test_no_kernel_takes_a_record_out_of_an_array_that_nobody_holds() -> None:
    """Compiled code frees such an array at once, and whoever writes the record writes over other memory."""
    count = 0
    for file, kernel in kernels():
        count += 1
        for node in ast.walk(kernel):
            if isinstance(node, ast.Subscript) and isinstance(node.value, ast.Call):
                made = ast.unparse(node.value.func)
                assert made not in ("np.zeros", "np.empty", "np.ones", "np.full"), f"{file.name}: {kernel.name}"
    assert count > 100


def test_rare_decisions_come_early_and_strata_take_turns() -> None:
    often = [Candidate(0, k, 0, 0, {"phase": "PLAY", "cards": k % 2}) for k in range(400)]
    rare = [Candidate(1, k, 0, 0, {"phase": "NAME", "cards": 1}) for k in range(4)]
    order = in_order([*often, *rare], np.array([3], dtype=np.uint64))
    assert sorted(map(id, order)) == sorted(map(id, [*often, *rare]))
    assert [each.stratum["phase"] for each in order[:22]].count("NAME") == 2
    plays = [each.stratum["cards"] for each in order if each.stratum["phase"] == "PLAY"]
    assert plays in ([0, 1] * 200, [1, 0] * 200)


def test_what_cannot_be_made_is_refused(tmp_path: Path) -> None:
    game, file = croupier.make("pig", winning_score=20), tmp_path / "mine.jsonl.gz"
    with pytest.raises(ConfigError, match=r"1 games have too few decisions: \d+ of 900 rows"):
        make_set(game, replace(HOW, count=900, games=1), file)
    with pytest.raises(ConfigError, match="nobody"):
        make_set(game, replace(HOW, agents=("nobody",)), file)
