"""The same agent at the same decision of the same deal is told and chooses the same behind every interface."""

import json
from collections.abc import Sequence
from pathlib import Path
from typing import Any

import numpy as np
import pytest
import torch
from typer.testing import CliRunner

import croupier
from croupier.agents.agent import Agent, AgentTraits, Turns, wants_trail
from croupier.agents.bots import RandomAgent
from croupier.agents.combined import CombinedAgent
from croupier.agents.human import HumanAgent
from croupier.agents.registry import make_agent
from croupier.cli import app
from croupier.cli.playing.play import classic_agent_of
from croupier.core.base.rng import choice_word, choice_words
from croupier.core.base.types import Actions
from croupier.core.engine.game import Game, State
from croupier.core.engine.record_position import one_line
from croupier.core.spec.spec import TERMINAL
from croupier.core.spec.training import NO_MIX
from croupier.envs import text
from croupier.envs.gymnasium import CroupierEnv
from croupier.envs.learner import LearnerBatch
from croupier.envs.sb3 import BatchVecEnv
from croupier.games.spite_malice.spec import SPEC as SPITE_MALICE
from croupier.learn.network.inference import Inference
from croupier.learn.network.network import PolicyNetwork
from croupier.learn.rollouts.league import League
from croupier.learn.rollouts.rollout import Collector
from croupier.learn.settings.config import Config
from croupier.learn.settings.mixes import OptionMix
from croupier.learn.settings.plan import network_shape, training_plan
from croupier.learn.update.imitation import teacher_demonstrations
from croupier.measure.play.match import deal_seeds, play_tables
from croupier.measure.play.record import record_games
from croupier.table import Table
from croupier.table.asking import ask, ask_one, ask_turn
from tests.searched import by_turns, with_search
from tests.table.recorder import Recorder, Told, told

KING = croupier.make("skull-king", players=3, schedule="fives")
SMALL = {
    "pig": croupier.make("pig", winning_score=30, max_turns=40),
    "spite-malice": croupier.make("spite-malice", goal_size=3, max_turns=30),
}
"""Games of one deal, in which chance comes between decisions."""
RECORDER = "py:tests.table.recorder:Recorder"


class First:
    """A learner or a person: the first legal action."""

    name = "first"

    def act(self, turns: Turns) -> Actions:
        actions: Actions = turns.masks.argmax(axis=1)
        return actions


def seen_at_a_table(state: State, agents: Sequence[Any] | None = None) -> dict[int, Told]:
    """What agents in all seats, or those given, are told from a state on, asked one after the other."""
    seats = [Recorder() for _ in range(state.game.num_players)] if agents is None else agents
    table = Table(state, list(seats))
    while (due := table.due()) is not None:
        assert due.agent is not None
        table.submit(due.seat, ask_turn(due.agent, due.turns, state.seed), due.number)
    seen: dict[int, Told] = {}
    for agent in seats:
        seen |= getattr(agent, "seen", {})
    rounds = max(len(trail or ()) for _, trail in seen.values())
    assert rounds == 5 or state.start or state.game is not KING
    return seen


def seen_in_deals(game: Game, seeds: Sequence[int], first: int | None = None) -> dict[int, Told]:
    """The same in some deals; the first legal action is played in one seat, if one is given."""
    seen: dict[int, Told] = {}
    for seed in seeds:
        agents = [First() if seat == first else Recorder() for seat in range(game.num_players)]
        seen |= seen_at_a_table(game.new_initial_state(seed), agents)
    return seen


def check_seen(seen: dict[int, Any], expected: dict[int, Any]) -> None:
    """The same decisions, and at each the same record and the same trail."""
    assert seen.keys() == expected.keys()
    assert all(trail is not None for _, trail in expected.values())
    assert seen == expected


def test_a_choice_is_a_function_of_the_deal_and_the_number_of_the_decision() -> None:
    seeds = np.array([1, 1, 2, 2**64 - 1], dtype=np.uint64)
    plies = np.array([0, 1, 0, 7])
    words = choice_words(seeds, plies)
    assert len(set(words.tolist())) == 4
    assert words.tolist() == [int(choice_word(seed, ply)) for seed, ply in zip(seeds, plies, strict=True)]


def test_rows_asked_together_or_apart_choose_the_same() -> None:
    game = croupier.make("skull-king", players=3, schedule="one")
    batch, agent = game.batch(7, 2), make_agent("bot:random-abilities", game)
    for _ in range(30):
        rows = np.arange(7)
        together = ask(agent, game, batch, rows)
        assert together.tolist() == [int(ask(agent, game, batch, rows[k : k + 1])[0]) for k in range(7)]
        batch.step(together)


def test_the_table_tells_what_was_played_round_by_round() -> None:
    state = KING.new_initial_state(6)
    first = state.records.tobytes()
    seen = seen_at_a_table(state)
    assert len(seen) == len(state.history)
    for ply in range(len(state.history)):
        record, trail = seen[int(choice_word(np.uint64(6), ply))]
        assert trail is not None
        assert [action for _, actions, _ in trail for action in actions] == state.history[:ply]
        assert trail[0][0] == first
        if not trail[-1][1]:
            assert trail[-1][0] == record


@pytest.mark.parametrize("game", [KING, *SMALL.values()], ids=["skull-king", *SMALL])
def test_the_arena_tells_what_a_table_does(game: Game, tmp_path: Path) -> None:
    agents = [Recorder() for _ in range(game.num_players)]
    record_games(game, agents, 2, 3, tmp_path / "games.jsonl")
    games = [json.loads(line) for line in (tmp_path / "games.jsonl").read_text().splitlines()]
    seen: dict[int, Told] = {}
    for agent in agents:
        seen |= agent.seen
    check_seen(seen, seen_in_deals(game, [data["seed"] for data in games]))


def test_agents_that_are_wrapped_are_told_what_the_others_are() -> None:
    inner = Recorder()
    wrapped = CombinedAgent(inner, First(), (), "wrapped")
    assert wants_trail([First(), wrapped])
    assert not wants_trail([First(), RandomAgent(), CombinedAgent(First(), First(), (), "none")])
    seeds = deal_seeds(2, np.arange(3))
    play_tables(KING, [wrapped], np.zeros((3, 3), dtype=np.int64), seeds)
    check_seen(inner.seen, seen_in_deals(KING, seeds.tolist()))


def test_nobody_is_told_anything_where_nobody_asked() -> None:
    class Silent(Recorder):
        traits = AgentTraits()

    agent = Silent()
    play_tables(KING, [agent], np.zeros((1, 3), dtype=np.int64), deal_seeds(2, np.arange(1)))
    assert {trail for _, trail in agent.seen.values()} == {None}


@pytest.mark.parametrize(
    ("game", "autoreset"),
    [(KING, True), (KING, False), *((game, False) for game in SMALL.values())],
    ids=["skull-king again", "skull-king", *SMALL],
)
def test_environments_tell_their_opponents_what_a_table_does(game: Game, autoreset: bool) -> None:
    opponent = Recorder()
    tables = LearnerBatch(game, 2, seed=4, seat=1, opponents=opponent, autoreset=autoreset)
    tables.reset()
    seeds, begun = tables.batch.seeds.copy(), np.ones(2, dtype=bool)
    while begun.any():
        tables.step(tables.masks.argmax(axis=1))
        begun &= tables.batch.seeds == seeds
        begun &= tables.batch.current_players != TERMINAL
    expected = seen_in_deals(game, seeds.tolist(), first=1)
    check_seen({key: opponent.seen[key] for key in expected}, expected)


def test_agents_that_are_asked_about_an_environments_state_are_told_what_they_are_at_a_table() -> None:
    agent, opponent = Recorder(), Recorder()
    tables = LearnerBatch(KING, 2, seed=4, seat=0, opponents=opponent, autoreset=False)
    tables.reset()
    seeds = tables.batch.seeds.copy()
    while (tables.batch.current_players != TERMINAL).any():
        going = tables.batch.current_players != TERMINAL
        tables.step(np.array([ask_one(agent, tables.state(row)) if going[row] else 0 for row in range(2)]))
    check_seen(agent.seen | opponent.seen, seen_in_deals(KING, seeds.tolist()))


def test_gymnasium_and_stable_baselines_tell_their_opponents_what_a_table_does() -> None:
    opponent, other = Recorder(), Recorder()
    env = CroupierEnv(KING, seat=0, opponents=opponent)
    _, info = env.reset(seed=8)
    vec = BatchVecEnv(KING, 1, seat=0, opponents=other, seed=5)
    vec.reset()
    seed, over = int(vec.tables.batch.seeds[0]), False
    expected = seen_in_deals(KING, [info["seed"]], first=0)
    while not over:
        _, _, over, _, info = env.step(int(info["action_mask"].argmax()))
    check_seen(opponent.seen, expected)
    expected = seen_in_deals(KING, [seed], first=0)
    while int(vec.tables.batch.seeds[0]) == seed:
        vec.step(vec.action_masks().argmax(axis=1))
    check_seen({key: other.seen[key] for key in expected}, expected)


def test_a_text_environments_agents_are_told_what_they_are_at_a_table() -> None:
    env, agent = text.TextEnv(KING), Recorder()
    env.begin(KING.new_initial_state(12))
    while not env.done:
        env.step(env.state.action_to_string(ask_one(agent, env.state)))
    check_seen(agent.seen, seen_at_a_table(KING.new_initial_state(12)))


def test_the_terminal_tells_its_agents_what_a_table_does(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(HumanAgent, "choose", lambda _, state: state.legal_actions()[0])
    monkeypatch.setattr(Recorder, "made", [])
    options = ["-o", "players=3", "-o", "schedule=fives", "--seed", "9"]
    run = CliRunner().invoke(app, ["play", "skull-king", "--vs", RECORDER, *options])
    assert run.exit_code == 0, run.output
    left, right = Recorder.made
    check_seen(left.seen | right.seen, seen_in_deals(KING, [9], first=0))


def test_training_tells_its_opponents_what_a_table_does(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(Recorder, "made", [])
    config = Config().changed(
        bot_share=1.0, bots=(RECORDER,), league_share=0.0, random_share=0.0, num_tables=4, seed=1
    )
    league = League(training_plan(KING, config), Inference("cpu", "float32"))
    assert league.wants_trail
    batch = KING.batch(4, 9, autoreset=False)
    batch.keep_trails()
    seeds, chosen = batch.seeds.copy(), np.zeros(4, dtype=np.int64)
    while (batch.legal_counts > 0).any():
        league.act(batch, np.where(batch.legal_counts > 0, 1, 0).astype(np.int16), chosen)
        batch.step(chosen)
    expected = seen_in_deals(KING, seeds.tolist())
    check_seen(Recorder.made[0].seen, expected)


def test_rollouts_keep_trails_if_an_opponent_wants_them(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setattr(Recorder, "made", [])
    small = Config().changed(
        num_tables=6, rollout_steps=40, widths=(8,), threads=1, device="cpu", seed=5,
        league_share=0.0, random_share=0.0, opponent_seats="all-but-one",
    )  # fmt: skip
    for bots, kept in (((RECORDER,), True), (("bot:simple",), False)):
        config = small.changed(bots=bots, bot_share=0.9)
        collector = Collector(training_plan(KING, config), Inference("cpu", "float32"))
        assert (collector.tables.batch.trail(0) is not None) == kept
        network = PolicyNetwork(network_shape(KING, config.network), torch.Generator().manual_seed(4))
        collector.collect(network)
    (opponent,) = Recorder.made
    for _, (record, trail) in opponent.asked:
        assert trail is not None
        start = np.frombuffer(trail[-1][0], dtype=KING.spec.rules.state).copy()
        state = State(KING, start, np.zeros(1, dtype=np.uint64), 0, "", [])
        for action in trail[-1][1]:
            state.apply_action(action)
        assert state.records[0].tobytes() == record
    assert max(len(trail or ()) for _, (_, trail) in opponent.asked) > 1


def test_a_teacher_is_told_what_it_is_at_a_table(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(Recorder, "made", [])
    list(teacher_demonstrations(OptionMix(KING, NO_MIX, 0.0), make_agent(RECORDER, KING), 2, 7))
    (teacher,) = Recorder.made
    check_seen(teacher.seen, seen_in_deals(KING, deal_seeds(7, np.arange(2)).tolist()))


def test_decisions_that_were_taken_back_are_told_nobody() -> None:
    agents: list[Agent | None] = [Recorder(), Recorder(), Recorder()]
    table = Table(KING.new_initial_state(3), agents)
    for _ in range(40):
        due = table.due()
        assert due is not None
        table.submit(due.seat, int(due.turns.masks[0].argmax()), due.number)
    table.undo(table.number, 27)
    assert [len(move.before.history) for move in table.moves][-1] == 12
    due = table.due()
    assert due is not None
    same = KING.new_initial_state(3)
    for action in table.state.history:
        same.apply_action(action)
    assert len(same.history) == 13
    assert told(due.turns.trail(0)) == told(same.trail())
    table.submit(due.seat, int(np.flatnonzero(due.turns.masks[0])[-1]), due.number)
    with pytest.raises(RuntimeError, match="the game has gone on"):
        due.turns.trail(0)


def test_a_position_is_told_alike_at_a_table_and_in_a_batch() -> None:
    state = KING.new_initial_state(3)
    for _ in range(50):
        state.apply_action(state.legal_actions()[-1])
    placed, agent = KING.position(state.position(), 8), Recorder()
    batch = KING.batch(1, autoreset=False, trails=True)
    batch.load(np.array([0]), placed.records, placed.rngs, seeds=np.array([8], dtype=np.uint64))
    begun, row = placed.records.tobytes(), np.array([0])
    while batch.legal_counts[0]:
        batch.step(ask(agent, KING, batch, row))
    seen = seen_at_a_table(placed)
    assert {trail[0][0] for _, trail in seen.values() if trail is not None} == {begun}
    check_seen(agent.seen, seen)


def test_parts_of_turns_have_their_own_trails() -> None:
    batch = KING.batch(6, 2, trails=True)
    for _ in range(30):
        batch.step(batch.legal_actions[:, 0])
    turns = Turns.of_rows(KING, batch, np.array([0, 2, 3, 5])).part(np.array([3, 1])).part(np.array([1, 0]))
    assert [told(turns.trail(row)) for row in range(2)] == [told(batch.trail(2)), told(batch.trail(5))]
    assert Turns(KING, turns.records, turns.keys).trail(0) is None
    assert Turns(KING, turns.records, turns.keys).part(np.array([1])).trail(0) is None


def test_the_classic_terminal_tells_its_programs_what_a_table_does(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(Recorder, "made", [])
    game = with_search(SPITE_MALICE, by_turns, max_turns=6)
    start = game.new_initial_state(3).position()
    seed, terminal = 5, SPITE_MALICE.classic
    assert terminal is not None
    programs = {
        seat: classic_agent_of(game, make_agent(name, game), seed)
        for seat, name in enumerate((RECORDER, "random"))
    }

    def nobody() -> str:
        raise EOFError

    shown: list[str] = []
    terminal().begin(game.options, game.position(start, seed).records, seed)(nobody, shown.append, programs)
    (program,) = Recorder.made
    expected = seen_at_a_table(game.position(start, seed), [Recorder(), RandomAgent()])
    assert {seat for _, trail in expected.values() for *_, movers in trail or () for seat in movers} == {0, 1}
    check_seen(in_words(game, program.seen), in_words(game, expected))


def in_words(game: Game, seen: dict[int, Told]) -> dict[int, Any]:
    """The same with positions as text: where in a record a card is kept may differ."""

    def line(data: bytes) -> str:
        return one_line(game, np.frombuffer(data, dtype=game.spec.rules.state).copy())

    return {
        key: (line(record), [(line(start), actions, movers) for start, actions, movers in trail or ()])
        for key, (record, trail) in seen.items()
    }
