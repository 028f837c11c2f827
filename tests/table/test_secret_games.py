"""Recorded games that were dealt from secrets, beside others that were dealt from seeds: all that read them."""

import json
from pathlib import Path
from typing import Any

import numpy as np
import pytest
from typer.testing import CliRunner

import croupier
from croupier.agents.registry import make_agent
from croupier.cli import app
from croupier.core.base.errors import FileError, IllegalAction
from croupier.core.engine.deal_secret import Deal, DealSecret
from croupier.core.engine.game import Game, State
from croupier.envs.chat import game_chats, seat_chat
from croupier.learn.update.imitation import recorded_demonstrations
from croupier.measure.costs.ability_choices import ALL, ability_gains
from croupier.measure.stats.counted import count_games
from croupier.sources import AbilityMetrics
from croupier.table import Table
from croupier.table.asking import ask_one
from croupier.table.game_file import append_game, game_data, load_game, read_games
from croupier.table.recorded import deal_key, dealt_again, plies

OPTIONS: dict[str, dict[str, Any]] = {
    "pig": {"winning_score": 40, "max_turns": 14},
    "skull-king": {"players": 3, "schedule": "fives"},
    "spite-malice": {"goal_size": 3},
}
DEALS: list[Deal] = [DealSecret(bytes([5]) * 32), 7, DealSecret(bytes([6]) * 32, (bytes([7]) * 32,)), 8]


def played(game: Game, deal: Deal, names: tuple[str, ...]) -> State:
    """A game of some agents to its end."""
    agents, state = {name: make_agent(name, game) for name in names}, game.new_initial_state(deal)
    while not state.is_terminal():
        state.apply_action(ask_one(agents[names[state.current_player()]], state))
    return state


def names_for(game: Game) -> tuple[str, ...]:
    return ("random", "bot", "bot")[: game.num_players]


@pytest.fixture(scope="module")
def files(tmp_path_factory: pytest.TempPathFactory) -> dict[str, Path]:
    """For each game a file of four: two from secrets, the others from seeds; the last two shorter by a forfeit."""
    found = {}
    for name, options in OPTIONS.items():
        game = croupier.make(name, **options)
        found[name] = tmp_path_factory.mktemp("games") / f"{name}.jsonl"
        for number, deal in enumerate(DEALS):
            state, forfeited = played(game, deal, names_for(game)), None
            if number > 1:
                whole, state, forfeited = state, game.new_initial_state(deal), 1
                for action in whole.history[: len(whole.history) * 2 // 3]:
                    state.apply_action(action)
            append_game(found[name], state, names_for(game), forfeited)
    return found


def run(*words: str) -> str:
    """What a command prints."""
    result = CliRunner().invoke(app, list(words), prog_name="croupier")
    assert result.exit_code == 0, result.output
    return result.stdout


def lines(file: Path) -> list[dict[str, Any]]:
    return [dict(data) for data in read_games(file)]


@pytest.mark.parametrize("name", OPTIONS)
def test_a_batch_plays_them_again_as_they_were(name: str, files: dict[str, Path]) -> None:
    games, game = lines(files[name]), croupier.make(name, **OPTIONS[name])
    truth = [list(load_game(files[name], line).moves()) for line in range(1, 5)]
    with dealt_again(game, games) as batch:
        assert batch.seeds.tolist() == [moves[0][0].seed for moves in truth]
        for ply, (actions, going) in enumerate(plies(batch, games)):
            here = [row for row, moves in enumerate(truth) if ply < len(moves)]
            assert np.flatnonzero(going).tolist() == here
            for row in here:
                before = truth[row][ply][0]
                assert batch.records[row].tobytes() == before.records[0].tobytes()
                assert batch.observations[row].tobytes() == before.observation_tensor().tobytes()
                assert batch.masks[row].tolist() == before.legal_actions_mask().tolist()
                assert sorted(batch.legal_actions[row, : batch.legal_counts[row]]) == before.legal_actions()
                assert (batch.current_players[row], batch.plies[row]) == (before.current_player(), ply)
                assert int(batch.rngs[row]) == int(before.rngs[0])
            batch.step(actions)
            for row in here:
                after = truth[row][ply][2]
                assert batch.records[row].tobytes() == after.records[0].tobytes()
                assert bool(batch.dones[row]) == after.is_terminal()
                assert batch.rewards[row].tolist() == after.returns().tolist()
                assert batch.points()[row].tolist() == after.points().tolist()


def test_a_batch_refuses_what_is_not_legal_and_stays_as_it_is(files: dict[str, Path]) -> None:
    games, game = lines(files["pig"]), croupier.make("pig", **OPTIONS["pig"])
    with dealt_again(game, games) as batch:
        batch.step(np.zeros(4, dtype=np.int64))
        before = batch.records.tobytes()
        for wrong in ([0, 0, 9, 0], [9, 0, 0, 0], [0, -1, 0, 0]):
            with pytest.raises(IllegalAction, match="nothing was played"):
                batch.step(np.array(wrong))
        with pytest.raises(ValueError, match=r"integers of shape \(4,\)"):
            batch.step(np.array([0, 0, 0]))
        assert batch.records.tobytes() == before


def test_a_batch_goes_on_from_positions_with_a_secret() -> None:
    game, text = croupier.make("pig"), "pig scores=90,90 turn=1 total=0 turns=4"
    states = [game.position(text, deal) for deal in DEALS]
    for state in states:
        while not state.is_terminal():
            state.apply_action(0 if state.records[0]["total"] < 10 else 1)
    games = [game_data(state) for state in states]
    with dealt_again(game, games) as batch:
        for actions, _ in plies(batch, games):
            batch.step(actions)
        assert [row.tobytes() for row in batch.records] == [state.records[0].tobytes() for state in states]
        assert batch.returns().tolist() == [state.returns().tolist() for state in states]


@pytest.mark.parametrize("name", OPTIONS)
def test_imitation_learns_from_them(name: str, files: dict[str, Path]) -> None:
    game = croupier.make(name, **OPTIONS[name])
    (found,) = recorded_demonstrations([files[name]], game)
    seen = [
        (action, before.observation_tensor().tobytes(), before.legal_actions_mask().tobytes())
        for line in range(1, 5)
        for before, action, _ in load_game(files[name], line).moves()
        if len(before.legal_actions()) > 1
    ]
    ours = zip(found.actions.tolist(), found.observations, found.masks, strict=True)
    assert sorted(seen) == sorted((action, row.tobytes(), mask.tobytes()) for action, row, mask in ours)


def test_imitation_refuses_actions_that_the_secret_does_not_lead_to(
    files: dict[str, Path], tmp_path: Path
) -> None:
    game, (data, *_) = croupier.make("skull-king", **OPTIONS["skull-king"]), lines(files["skull-king"])
    for secret in ("ab" * 32, "ab" * 31):
        (tmp_path / "games.jsonl").write_text(json.dumps(data | {"secret": secret}) + "\n")
        with pytest.raises(FileError, match=r"not legal|goes on after its end|hexadecimal digits"):
            list(recorded_demonstrations([tmp_path / "games.jsonl"], game))


def test_what_a_game_counts_of_them_is_what_happened(
    files: dict[str, Path], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("croupier.measure.stats.counted._BLOCKS", 1)  # no intervals, which take longest
    games, evaluation = lines(files["skull-king"]), croupier.make("skull-king").spec.evaluation
    assert evaluation is not None
    measures = evaluation().measures
    assert measures is not None
    counter = measures(len(games))
    for number in range(len(games)):
        for before, action, after in load_game(files["skull-king"], number + 1).moves():
            counter.add(np.array([number]), np.array([0]), before.records, np.array([action]), after.records)
    assert count_games(evaluation(), games)["random"].figures == counter.result()
    metrics = AbilityMetrics()
    metrics.evaluate(files["skull-king"], agent="random")
    assert metrics.counts == counter.result()
    loaded = [load_game(files["skull-king"], line) for line in range(1, 5)]
    again = AbilityMetrics()
    again.evaluate(loaded, agent="random")  # a forfeited one, too, may be handed on
    assert again.counts == metrics.counts


def test_games_of_one_secret_are_one_deal(files: dict[str, Path]) -> None:
    games = lines(files["skull-king"])
    assert len({deal_key(data) for data in games}) == 4
    assert deal_key(games[0]) == deal_key({**games[0], "agents": ["a", "b", "c"], "actions": []})
    contributions = {**games[2], "contributions": []}
    assert deal_key(games[2]) != deal_key(contributions)


def test_what_ability_decisions_gained_is_found(files: dict[str, Path]) -> None:
    games, agent = (
        lines(files["skull-king"]),
        make_agent("bot", croupier.make("skull-king", **OPTIONS["skull-king"])),
    )
    decisions = differing = 0
    for line in range(1, 5):
        for before, action, _ in load_game(files["skull-king"], line).moves():
            asked = before.phase.startswith("ABILITY") and len(before.legal_actions()) > 1
            if asked and before.current_player() == 0:
                decisions += 1
                differing += ask_one(agent, before) != action
    found = ability_gains(games)["random"][ALL]
    assert (found["decisions"], found["differing"]) == (decisions, differing)
    assert decisions > 0


@pytest.mark.parametrize("name", OPTIONS)
def test_chat_data_are_what_the_seats_heard(name: str, files: dict[str, Path]) -> None:
    for line, data in enumerate(lines(files[name]), start=1):
        state = load_game(files[name], line).state
        table = Table(state.game.new_initial_state(state.deal))
        for action in state.history:
            table.submit(table.state.current_player(), action, table.number)
        for chat in game_chats(data):
            assert chat["messages"] == seat_chat(table, chat["seat"])
            assert (chat["seed"], chat["secret"]) == (data["seed"], data["secret"])


@pytest.mark.parametrize("name", OPTIONS)
def test_the_command_line_shows_and_analyses_them(name: str, files: dict[str, Path]) -> None:
    data = lines(files[name])[0]
    shown = run("replay", str(files[name]), "--line", "1")
    assert shown.splitlines()[0].endswith(", dealt from a secret of its own")
    assert len(shown.splitlines()) > len(data["actions"])
    told = json.loads(run("replay", str(files[name]), "--json"))
    assert (told["secret"], told["seed"], len(told["moves"])) == (data["secret"], None, len(data["actions"]))
    if name == "pig":  # which is solved: no search is needed
        page = files[name].with_suffix(".html")
        assert json.loads(run("analyse", "--game", str(files[name]), "--ply", "3", "--json"))["actions"]
        reviewed = run("analyse", "--game", str(files[name]), "--seat", "0", "--json", "--out", str(page))
        assert json.loads(reviewed)["decisions"]
        assert "dealt from a secret of its own" in page.read_text()
