"""Game files: what was saved comes back exactly, and anything else is refused by name."""

import itertools
import json
import subprocess
import sys
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest
from typer.testing import CliRunner

import croupier
from croupier.cli import app
from croupier.core.base.errors import ConfigError, FileError, SecretError
from croupier.core.engine.deal_secret import Deal, DealSecret
from croupier.core.engine.game import State
from croupier.table.game_file import append_game, game_data, load_game, read_games, save_game

pig = croupier.make("pig", winning_score=12, max_turns=9)
SECRET = DealSecret(bytes(range(32)), (b"\7" * 32,))
ROLL, HOLD = 0, 1


def finished(deal: Deal = 3) -> State:
    state = pig.new_initial_state(deal)
    while not state.is_terminal():
        state.apply_action(HOLD if state.records[0]["total"] >= 5 else ROLL)
    return state


@pytest.fixture
def file(tmp_path: Path) -> Path:
    path = tmp_path / "game.json"
    save_game(path, finished(), ("human", "bot"))
    return path


def test_a_game_comes_back_exactly_finished_or_not_and_with_its_position(file: Path, tmp_path: Path) -> None:
    played, state = load_game(file), finished()
    assert played.agents == ("human", "bot")
    assert played.state.serialize() == state.serialize()
    assert played.state.is_terminal()
    assert json.loads(file.read_text()) == game_data(state, ("human", "bot"))
    placed = pig.position("pig winning_score=12 max_turns=9 scores=5,11 turn=1 total=0 turns=4", seed=2)
    for state in (pig.new_initial_state(8), placed):
        state.apply_action(ROLL)
        save_game(tmp_path / "other.json", state)
        again = load_game(tmp_path / "other.json").state
        assert (again.serialize(), again.start) == (state.serialize(), state.start)
        if not state.is_terminal():
            state.apply_action(ROLL)
            again.apply_action(ROLL)
            assert again.serialize() == state.serialize()  # it goes on alike


def same(one: State, other: State) -> bool:
    return (one.records.tobytes(), one.deal, one.history) == (other.records.tobytes(), other.deal, other.history)


@pytest.mark.parametrize("start", ["", "pig winning_score=12 max_turns=9 scores=5,2 turn=1 total=0 turns=3"])
def test_a_finished_game_with_a_secret_comes_back_exactly(start: str, tmp_path: Path) -> None:
    state = pig.position(start, SECRET) if start else pig.new_initial_state(SECRET)
    while not state.is_terminal():
        state.apply_action(HOLD if state.records[0]["total"] >= 5 else ROLL)
    save_game(tmp_path / "game.json", state, ("human", "bot"))
    append_game(tmp_path / "games.jsonl", state)
    data = json.loads((tmp_path / "game.json").read_text())
    assert (data["seed"], data["secret"]) == (None, bytes(range(32)).hex())
    assert data["contributions"] == ["07" * 32]
    for name in ("game.json", "games.jsonl"):
        played = load_game(tmp_path / name)
        assert same(played.state, state)
        moves = list(played.moves())
        assert same(moves[-1][2], state)
        assert moves[0][0].history == []
        assert [action for _, action, _ in moves] == state.history


def test_a_game_with_a_secret_has_no_file_before_it_is_over(tmp_path: Path) -> None:
    state = pig.new_initial_state(SECRET)
    state.apply_action(ROLL)
    for write in (
        lambda: game_data(state),
        lambda: save_game(tmp_path / "game.json", state),
        lambda: append_game(tmp_path / "games.jsonl", state),
    ):
        with pytest.raises(SecretError, match="has a file only once it is over"):
            write()
    assert list(tmp_path.iterdir()) == []
    save_game(tmp_path / "game.json", state, forfeited=1)
    played = load_game(tmp_path / "game.json")
    assert same(played.state, state)
    assert played.forfeited == 1
    data = json.loads((tmp_path / "game.json").read_text())
    (tmp_path / "before.json").write_text(json.dumps(data | {"returns": [1.0, -1.0]}))  # as version 0.2 wrote it
    assert load_game(tmp_path / "before.json").forfeited == 1
    unfinished = {"forfeited": None, "finished": False, "returns": [0.0, 0.0]}
    (tmp_path / "game.json").write_text(json.dumps(data | unfinished))
    with pytest.raises(FileError, match="it holds a secret, and its actions do not end the game"):
        load_game(tmp_path / "game.json")


def test_the_moves_are_those_that_were_played(file: Path) -> None:
    played = load_game(file)
    moves = list(played.moves())
    assert [action for _, action, _ in moves] == finished().history
    assert moves[0][0].serialize() == pig.new_initial_state(3).serialize()
    assert moves[-1][2].serialize() == finished().serialize()
    for (_, _, after), (before, _, _) in itertools.pairwise(moves):
        assert after.serialize() == before.serialize()


def test_saving_replaces_a_file_and_leaves_nothing_else(file: Path) -> None:
    save_game(file, pig.new_initial_state(1))
    assert load_game(file).state.seed == 1
    assert [path.name for path in file.parent.iterdir()] == ["game.json"]


def test_what_cannot_be_written_leaves_nothing_behind(tmp_path: Path) -> None:
    (tmp_path / "game.json").mkdir()
    with pytest.raises(FileError, match=r"game\.json cannot be written"):
        save_game(tmp_path / "game.json", finished())
    assert [path.name for path in tmp_path.iterdir()] == ["game.json"]
    with pytest.raises(FileError, match="cannot be written: No such file or directory"):
        save_game(tmp_path / "missing" / "game.json", finished())


CHANGES: dict[str, tuple[Callable[[dict[str, Any]], object], str]] = {
    "a newer format": (lambda d: d.update(format="croupier-game-4"), "its format is 'croupier-game-4'; this"),
    "an older format": (
        lambda d: d.update(format="croupier-game-2"),
        "its format is 'croupier-game-2'; this croupier reads 'croupier-game-3'",
    ),
    "a forfeit after the end": (lambda d: d.update(forfeited=1), "Player 1 forfeits, which cannot be"),
    "a forfeit by nobody": (lambda d: d.update(forfeited=2), "Player 2 forfeits, which cannot be"),
    "a forfeit of another type": (lambda d: d.update(forfeited="1"), "'forfeited' must be int or null, not str"),
    "no format": (lambda d: d.pop("format"), "no field 'format'"),
    "a field missing": (lambda d: d.pop("actions"), "the field 'actions' is missing"),
    "a field of another type": (lambda d: d.update(seed="7"), "the field 'seed' must be int or null, not str"),
    "a truth value as number": (lambda d: d.update(version=True), "the field 'version' must be int, not bool"),
    "an unknown game": (lambda d: d.update(game="pigs"), "unknown game 'pigs'; did you mean pig"),
    "another version": (lambda d: d.update(version=99), "version 99 of the rules of pig, not by .* version 1"),
    "an unknown option": (lambda d: d["options"].update(self=1), "unknown option of pig 'self'"),
    "a bad option": (lambda d: d["options"].update(max_turns=[]), r"option max_turns \(PIG-6\) must be"),
    "a bad seed": (lambda d: d.update(seed=-1), "a seed is an integer from 0"),
    "no seed and no secret": (lambda d: d.update(seed=None), "a seed or a secret, and neither is given"),
    "a seed and a secret": (lambda d: d.update(secret="ab" * 32), "a seed or a secret, and both are given"),
    "a secret that is a number": (lambda d: d.update(seed=None, secret=7), "'secret' must be str or null, not"),
    "a secret too short": (lambda d: d.update(seed=None, secret="ab" * 31), "64 hexadecimal digits .*, not 62"),
    "a secret that is no number": (lambda d: d.update(seed=None, secret="xy" * 32), "64 hexadecimal digits"),
    "another secret": (lambda d: d.update(seed=None, secret="ab" * 32), "lead to|the game is over|do not end"),
    "contributions to a seed": (lambda d: d.update(contributions=["ab" * 32]), "belong to a secret"),
    "contributions of another type": (lambda d: d.update(contributions=None), "'contributions' must be list"),
    "a contribution too long": (
        lambda d: d.update(seed=None, secret="ab" * 32, contributions=["ab" * 33]), "not 66 characters"
    ),
    "agents for other seats": (lambda d: d.update(agents=["human"]), "1 agents are named for 2 seats"),
    "agents without names": (lambda d: d.update(agents=[1, 2]), "the field 'agents' must hold names"),
    "a bad start": (lambda d: d.update(start="pig scores=1"), "its start cannot be set up: "),
    "an illegal action": (lambda d: d["actions"].__setitem__(2, 7), "at ply 2: action 7 is not legal"),
    "an action of another type": (lambda d: d["actions"].__setitem__(1, "roll"), "at ply 1: action 'roll'"),
    "an action too many": (lambda d: d["actions"].append(0), r"at ply \d+: action 0 refused: the game is over"),
    "an action too few": (lambda d: d["actions"].pop(), "it says finished True, but its actions lead to False"),
    "other returns": (lambda d: d["returns"].reverse(), "it says returns .* but its actions lead to"),
    "returns that are no numbers": (lambda d: d.update(returns=["a", "b"]), "'returns' must hold numbers"),
    "other points": (lambda d: d.update(points=[1.0, 2.0]), "it says points"),
}  # fmt: skip


@pytest.mark.parametrize("name", CHANGES)
def test_a_changed_file_is_refused_by_its_fault(name: str, file: Path) -> None:
    change, message = CHANGES[name]
    data = json.loads(file.read_text())
    change(data)
    file.write_text(json.dumps(data))
    with pytest.raises(FileError, match=message) as caught:
        load_game(file)
    assert str(caught.value).startswith(str(file))
    assert "\n" not in str(caught.value)
    if "format" in name and "format" in data:
        with pytest.raises(FileError, match=message):
            list(read_games(file))


FOREIGN = [
    (b"", "no complete JSON .*it ends too early"), (b"\x89PNG\r\n\x1a\n\xff", r"no text \(byte 0 is not UTF-8\)"),
    (b"roll, roll, hold", "no complete JSON .*line 1, column 1"), (b"[1, 2]", "no game of croupier"),
    (b"[" * 100_000, "no JSON that can be read"), (b"1" * 10_000, "no JSON that can be read"),
]  # fmt: skip


def test_a_file_that_is_foreign_truncated_or_missing_is_refused(file: Path, tmp_path: Path) -> None:
    whole = file.read_bytes().rstrip()
    truncated = [(whole[:length], "no complete JSON") for length in range(0, len(whole), 7)]
    half = whole.replace(b'"bot"', rb'"bo\ud83d"')
    for content, message in [*FOREIGN, *truncated, (half, "half a character")]:
        file.write_bytes(content)
        with pytest.raises(FileError, match=message):
            load_game(file)
    with pytest.raises(FileError, match="cannot be read: No such file"):
        load_game(tmp_path / "nothing.json")


# --------------------------------------------------------------------------------------- many games in a file


def test_appended_games_come_back_in_order(tmp_path: Path) -> None:
    path = tmp_path / "games.jsonl"
    states = [finished(seed) for seed in range(3)]
    for state in states:
        append_game(path, state, ("alice ♣", "bot"))
    assert [data["seed"] for data in read_games(path)] == [0, 1, 2]
    for line, state in enumerate(states, start=1):
        played = load_game(path, line)
        assert played.state.serialize() == state.serialize()
        assert played.agents == ("alice ♣", "bot")
    with pytest.raises(FileError, match="it has no line 4"):
        load_game(path, 4)


def test_several_processes_append_whole_lines(tmp_path: Path) -> None:
    path = tmp_path / "games.jsonl"
    append_game(path, finished())
    line = path.read_bytes()
    code = (
        "import sys; from pathlib import Path; from croupier.core.base.files import append_line\n"
        "for _ in range(50): append_line(Path(sys.argv[1]), Path(sys.argv[2]).read_bytes())"
    )
    one = tmp_path / "one"
    one.write_bytes(line)
    workers = [subprocess.Popen([sys.executable, "-c", code, str(path), str(one)]) for _ in range(3)]
    assert [worker.wait() for worker in workers] == [0, 0, 0]
    assert path.read_bytes() == line * 151


def test_a_file_that_ends_in_the_middle_of_a_game_is_left_alone(tmp_path: Path) -> None:
    path = tmp_path / "games.jsonl"
    append_game(path, finished())
    torn = path.read_bytes() + b'{"format": "croup'
    path.write_bytes(torn)
    with pytest.raises(FileError, match=r"games\.jsonl: its last line has no end, .*; remove that line"):
        append_game(path, finished())
    assert path.read_bytes() == torn


def test_a_write_that_fails_leaves_the_file_as_it_was(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    path = tmp_path / "games.jsonl"
    append_game(path, finished())
    before = path.read_bytes()

    def full(descriptor: int) -> None:
        raise OSError(28, "No space left on device")

    monkeypatch.setattr("os.fsync", full)
    with pytest.raises(FileError, match=r"games\.jsonl cannot be written: No space left on device"):
        append_game(path, finished())
    assert path.read_bytes() == before


def test_what_cannot_be_appended_is_refused(tmp_path: Path) -> None:
    with pytest.raises(FileError, match=r"games\.json holds many games, so its name must end in \.jsonl"):
        append_game(tmp_path / "games.json", finished())
    with pytest.raises(ConfigError, match="name 2 agents, one a seat, or none, not 1"):
        append_game(tmp_path / "games.jsonl", finished(), ["alice"])
    with pytest.raises(FileError, match="cannot be written: No such file or directory"):
        append_game(tmp_path / "missing" / "games.jsonl", finished())
    assert not list(tmp_path.iterdir())


def test_a_forfeit_is_shown_when_the_game_is_replayed(tmp_path: Path) -> None:
    state = pig.new_initial_state(8)
    state.apply_action(HOLD)
    save_game(tmp_path / "game.json", state, ("human", "bot"), forfeited=1)
    shown = CliRunner().invoke(app, ["replay", str(tmp_path / "game.json")])
    assert shown.stdout.splitlines()[-1].startswith("Player 1 forfeits: pig winning_score=12 max_turns=9")
    data = json.loads(CliRunner().invoke(app, ["replay", str(tmp_path / "game.json"), "--json"]).stdout)
    assert (data["finished"], data["forfeited"], data["returns"]) == (True, 1, [None, -1.0])


def test_a_byte_order_mark_and_blank_lines_are_no_part_of_a_file(tmp_path: Path) -> None:
    one, many = tmp_path / "one.json", tmp_path / "many.jsonl"
    states = [croupier.make("pig").new_initial_state(seed) for seed in (1, 2)]
    save_game(one, states[0], ("bot", "bot"))
    for state in states:
        append_game(many, state, ("bot", "bot"))
    one.write_bytes(b"\xef\xbb\xbf" + one.read_bytes())
    many.write_bytes(b"\xef\xbb\xbf\n" + many.read_bytes().replace(b"\n", b"\n\n"))
    assert load_game(one).state.seed == 1
    assert [game["seed"] for game in read_games(many)] == [1, 2]
    assert load_game(many, 2).state.seed == 2
