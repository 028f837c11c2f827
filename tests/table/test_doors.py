"""The same agent at the same deal chooses the same behind every door."""

import json
from collections.abc import Sequence
from pathlib import Path
from typing import Any

import numpy as np
import pytest
from typer.testing import CliRunner

import croupier
from croupier.agents.agent import Turns
from croupier.agents.bots import RandomAgent
from croupier.agents.registry import make_agent
from croupier.cli import app
from croupier.cli.playing.play import classic_agent_of
from croupier.core.base.rng import choice_word, choice_words
from croupier.core.base.types import Actions, Records
from croupier.core.engine.game import Game
from croupier.core.spec.spec import TERMINAL, ClassicAgent
from croupier.envs.learner import LearnerBatch
from croupier.learn.network.inference import Inference
from croupier.learn.rollouts.league import League
from croupier.learn.settings.config import Config
from croupier.learn.settings.plan import training_plan
from croupier.measure.play.record import record_games
from croupier.table import Table
from croupier.table.asking import ask, ask_one, ask_turn

GAMES = {
    "pig": croupier.make("pig", winning_score=30, max_turns=40),
    "spite-malice": croupier.make("spite-malice", goal_size=2, max_turns=30),
    "skull-king": croupier.make("skull-king", players=3, schedule="one"),
}


class First:
    """A learner or a person: the first legal action."""

    name = "first"

    def act(self, turns: Turns) -> Actions:
        actions: Actions = turns.masks.argmax(axis=1)
        return actions


def at_a_table(game: Game, seed: int, agents: Sequence[Any]) -> list[int]:
    """What agents play in a deal, asked one after the other."""
    table = Table(game.new_initial_state(seed), list(agents))
    while (due := table.due()) is not None:
        assert due.agent is not None
        table.submit(due.seat, ask_turn(due.agent, due.turns, seed), due.number)
    return table.state.history


def test_a_choice_is_a_function_of_the_deal_and_the_number_of_the_decision() -> None:
    seeds = np.array([1, 1, 2, 2**64 - 1], dtype=np.uint64)
    plies = np.array([0, 1, 0, 7])
    words = choice_words(seeds, plies)
    assert len(set(words.tolist())) == 4
    assert words.tolist() == [int(choice_word(seed, ply)) for seed, ply in zip(seeds, plies, strict=True)]


@pytest.mark.parametrize("name", GAMES)
def test_the_arena_chooses_as_a_table_does(name: str, tmp_path: Path) -> None:
    game = GAMES[name]
    agents = [RandomAgent() for _ in range(game.num_players)]
    record_games(game, agents, 6, 3, tmp_path / "games.jsonl")
    for line in (tmp_path / "games.jsonl").read_text().splitlines():
        data = json.loads(line)
        assert data["actions"] == at_a_table(game, data["seed"], agents)


@pytest.mark.parametrize("name", GAMES)
def test_the_environments_opponents_choose_as_at_a_table(name: str) -> None:
    game = GAMES[name]
    tables = LearnerBatch(game, 5, seed=4, seat=0, opponents="random", autoreset=False)
    tables.reset()
    seeds = tables.batch.seeds.copy()
    while (tables.batch.current_players != TERMINAL).any():
        tables.step(tables.masks.argmax(axis=1))
    for row, seed in enumerate(seeds.tolist()):
        others = [RandomAgent() for _ in range(game.num_players - 1)]
        end = game.new_initial_state(seed)
        for action in at_a_table(game, seed, [First(), *others]):
            end.apply_action(action)
        assert tables.batch.records[row].tobytes() == end.records[0].tobytes()


def test_an_agent_that_is_asked_about_an_environments_state_chooses_as_at_a_table() -> None:
    game = GAMES["pig"]
    tables = LearnerBatch(game, 3, seed=4, seat=0, opponents="random", autoreset=False)
    tables.reset()
    seeds, agent = tables.batch.seeds.copy(), RandomAgent()
    while (tables.batch.current_players != TERMINAL).any():
        going = tables.batch.current_players != TERMINAL
        tables.step(np.array([ask_one(agent, tables.state(row)) if going[row] else 0 for row in range(3)]))
    for row, seed in enumerate(seeds.tolist()):
        end = game.new_initial_state(seed)
        for action in at_a_table(game, seed, [agent, agent]):
            end.apply_action(action)
        assert tables.batch.records[row].tobytes() == end.records[0].tobytes()


@pytest.mark.parametrize("name", GAMES)
def test_the_leagues_opponents_choose_as_at_a_table(name: str) -> None:
    game = GAMES[name]
    config = Config().changed(bot_share=0.0, league_share=0.0, random_share=1.0, num_tables=4, seed=1)
    league = League(training_plan(game, config), Inference("cpu", "float32"))
    batch = game.batch(4, 9, autoreset=False)
    movers, chosen = np.ones(4, dtype=np.int16), np.zeros(4, dtype=np.int64)
    seeds = batch.seeds.copy()
    while (batch.legal_counts > 0).any():
        movers[batch.legal_counts == 0] = 0
        league.act(batch, movers, chosen)
        batch.step(chosen)
    for row, seed in enumerate(seeds.tolist()):
        end = game.new_initial_state(seed)
        for action in at_a_table(game, seed, [RandomAgent() for _ in range(game.num_players)]):
            end.apply_action(action)
        assert batch.records[row].tobytes() == end.records[0].tobytes()


@pytest.mark.parametrize("seed", [5, 6])
def test_the_terminal_chooses_as_a_table_does(seed: int, tmp_path: Path) -> None:
    file = tmp_path / "game.json"
    options = ["-o", "winning_score=30", "-o", "max_turns=40", "--seed", str(seed), "--save", str(file)]
    run = CliRunner().invoke(app, ["play", "pig", "--vs", "random", *options], input="roll\n" * 200)
    assert run.exit_code == 0, run.output
    assert json.loads(file.read_text())["actions"] == at_a_table(GAMES["pig"], seed, [First(), RandomAgent()])


def test_rows_asked_together_or_apart_choose_the_same() -> None:
    game = GAMES["skull-king"]
    batch, agent = game.batch(7, 2), make_agent("bot:random-abilities", game)
    for _ in range(30):
        rows = np.arange(7)
        together = ask(agent, game, batch, rows)
        apart = [int(ask(agent, game, batch, rows[k : k + 1])[0]) for k in range(7)]
        assert together.tolist() == apart
        batch.step(together)


def test_the_classic_terminal_chooses_as_a_table_does() -> None:
    # from a position with a whole shoe, in which nothing is shuffled: the assignment shuffles in its own way
    game = croupier.make("spite-malice", max_turns=6)
    start = game.new_initial_state(3).position()
    seed, chosen, shown = 5, list[int](), list[str]()
    choose = classic_agent_of(game, make_agent("random", game), seed).choose

    def noted(records: Records, ply: int) -> int:
        assert ply == len(chosen)
        chosen.append(choose(records, ply))
        return chosen[-1]

    def nobody() -> str:
        raise EOFError

    terminal = game.spec.classic
    assert terminal is not None
    play = terminal().begin(game.options, game.position(start, seed).records, seed)
    play(nobody, shown.append, dict.fromkeys((0, 1), ClassicAgent("random", noted)))
    table = Table(game.position(start, seed), [RandomAgent(), RandomAgent()])
    while (due := table.due()) is not None:
        assert due.agent is not None
        table.submit(due.seat, ask_turn(due.agent, due.turns, seed), due.number)
    assert len(chosen) > 6
    assert chosen == table.state.history
