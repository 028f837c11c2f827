"""Chunks of games: in whatever order and wherever they are played, the results are the same."""

import json
from collections.abc import Iterable
from itertools import islice
from pathlib import Path

import numpy as np
import pytest

import croupier
from croupier.agents.agent import Agent, AgentTraits, Turns
from croupier.agents.combined import CombinedAgent
from croupier.agents.policy import PolicyAgent
from croupier.agents.recipes import make_again, recipe_of
from croupier.agents.registry import make_agent
from croupier.agents.shipped import shipped_policy
from croupier.core.base.errors import ConfigError, FileError
from croupier.core.base.progress import silent
from croupier.core.base.types import Actions
from croupier.core.engine.game import Game
from croupier.measure.play.chunks import (
    Chunk,
    Match,
    OnProgress,
    PlayedChunk,
    PlayedChunks,
    chunk_digest,
    describe,
    digest_of,
    match_again,
    play_chunk,
)
from croupier.measure.play.executor import Executor, Kept
from croupier.measure.play.record import record_games
from croupier.measure.play.tournament import play_tournament
from croupier.measure.reports.player import Plan, ability_arms, evaluate
from croupier.measure.stats.comparison import compare

pig = croupier.make("pig", winning_score=30, max_turns=60)
cards = croupier.make("skull-king", players=3, schedule="one")
NAMES = ["random", "bot:hold-9", "bot:hold-5"]
SEATED = ("random", "bot", "bot:simple")


class Elsewhere(Executor):
    """Plays chunks as workers would: from descriptions and arrays, so many at once, the last of them first."""

    def __init__(self, workers: int) -> None:
        super().__init__()
        self.at_once = workers
        self.played: list[tuple[str, str]] = []

    def play(self, match: Match, chunks: Iterable[tuple[int, Chunk]], told: OnProgress) -> PlayedChunks:
        description = describe(match)
        sent = json.loads(json.dumps(description)) if _is_plain(description) else description
        rest = iter(chunks)
        while at_work := list(islice(rest, self.at_once)):
            for number, chunk in reversed(at_work):
                self.played.append((digest_of(description), chunk_digest(chunk)))
                played = play_chunk(match_again(sent), Chunk(chunk.deals.copy(), chunk.seating.copy()), silent)
                told(number, 1.0)
                yield number, PlayedChunk.of_arrays(played.arrays())


def _is_plain(description: dict[str, object]) -> bool:
    return not any("policy" in recipe for recipe in description["agents"])  # type: ignore[attr-defined]


class Stops(Elsewhere):
    """Is stopped after some chunks."""

    def __init__(self, after: int) -> None:
        super().__init__(3)
        self.after = after

    def play(self, match: Match, chunks: Iterable[tuple[int, Chunk]], told: OnProgress) -> PlayedChunks:
        for played in super().play(match, chunks, told):
            if len(self.played) > self.after:
                raise KeyboardInterrupt
            yield played


@pytest.fixture
def small(monkeypatch: pytest.MonkeyPatch) -> None:
    """Chunks of seven tables."""
    monkeypatch.setattr("croupier.agents.agent.TABLES_AT_ONCE", 7)


def test_a_tournament_is_the_same_however_many_play_it(small: None) -> None:
    alone, chunks = play_tournament(pig, NAMES, 10, 3), []
    for workers in (1, 2, 5):
        told: list[float] = []
        executor = Elsewhere(workers)
        found = play_tournament(pig, NAMES, 10, 3, progress=told.append, executor=executor)
        assert found.as_dict() == alone.as_dict()
        assert all(np.array_equal(getattr(found, n), getattr(alone, n)) for n in ("shares", "points", "ranks"))
        assert len(executor.played) == len(set(executor.played)) == 9  # ten deals at six tables, seven at once
        assert told == sorted(told)
        assert told[-1] == 1.0
        chunks.append(set(executor.played))
    assert chunks[0] == chunks[1] == chunks[2]


def test_comparisons_evaluations_and_recorded_games_are_the_same_elsewhere(small: None, tmp_path: Path) -> None:
    plan = Plan(deals=2, ability_deals=2, seed=5)

    def played(executor: Executor | None = None) -> tuple[object, ...]:
        compared = compare(cards, "bot", "random", 8, 2, among=["bot:simple"], executor=executor)
        found = evaluate(cards, lambda table: make_agent("bot:simple", table), plan, silent, executor=executor)
        file = tmp_path / f"{executor is None}.jsonl"
        record_games(cards, [make_agent(name, cards) for name in SEATED], 10, 4, file, executor=executor)
        return compared.as_dict(), found, file.read_bytes()

    executor = Elsewhere(3)
    assert played(executor) == played()
    assert executor.played


def test_a_run_that_was_stopped_goes_on_with_the_chunks_that_are_kept(small: None, tmp_path: Path) -> None:
    stopping = Stops(4)
    with pytest.raises(KeyboardInterrupt):
        play_tournament(pig, NAMES, 10, 3, executor=Kept(tmp_path, stopping))
    assert len(list(tmp_path.rglob("*.npz"))) == 4
    going_on = Elsewhere(2)
    kept = Kept(tmp_path, going_on)
    told: list[float] = []
    found = play_tournament(pig, NAMES, 10, 3, progress=told.append, executor=kept)
    assert found.as_dict() == play_tournament(pig, NAMES, 10, 3).as_dict()
    assert (kept.read, len(going_on.played)) == (4, 5)
    assert not set(stopping.played[:4]) & set(going_on.played)
    assert told == sorted(told)
    kept.remove()
    assert not tmp_path.exists()


def test_kept_chunks_hold_actions_and_what_is_counted_too(small: None, tmp_path: Path) -> None:
    agents = [make_agent(name, cards) for name in SEATED]
    record_games(cards, agents, 10, 4, tmp_path / "first.jsonl")
    plan, reports = Plan(deals=2, ability_deals=3), []
    for name in ("second", "third"):
        kept = Kept(tmp_path / "chunks", Executor())
        record_games(cards, agents, 10, 4, tmp_path / f"{name}.jsonl", executor=kept)
        reports.append(evaluate(cards, lambda table: make_agent("random", table), plan, silent, executor=kept))
        assert (tmp_path / f"{name}.jsonl").read_bytes() == (tmp_path / "first.jsonl").read_bytes()
    assert kept.read == len(list(tmp_path.rglob("*.npz"))) > 3
    assert reports[0] == reports[1] == evaluate(cards, lambda table: make_agent("random", table), plan, silent)


def test_other_games_agents_or_seeds_read_no_kept_chunk(small: None, tmp_path: Path) -> None:
    def played(names: list[str], seed: int, game: Game = pig) -> int:
        kept = Kept(tmp_path, Executor())
        play_tournament(game, names, 5, seed, executor=kept)
        return kept.read

    assert played(NAMES, 3) == 0
    assert played(NAMES, 4) == 0
    assert played(NAMES[::-1], 3) == 0
    assert played(NAMES, 3, croupier.make("pig", winning_score=31, max_turns=60)) == 0
    assert played(NAMES, 3) == 5


def test_a_broken_chunk_is_named_and_not_read(small: None, tmp_path: Path) -> None:
    def play() -> None:
        play_tournament(pig, NAMES, 2, 3, executor=Kept(tmp_path, Executor()))

    play()
    first, *_ = sorted(tmp_path.rglob("*.npz"))
    whole = first.read_bytes()
    for wrong in (whole[: len(whole) // 2], b"", b"no chunk", whole[:300] + b"x" + whole[301:]):
        first.write_bytes(wrong)
        with pytest.raises(FileError, match=rf"{first.name} is broken: remove it, and its games are played again"):
            play()
    first.unlink()
    play()
    assert first.read_bytes() == whole


def test_a_disk_that_is_full_costs_no_games(small: None, tmp_path: Path) -> None:
    (tmp_path / "file").write_text("")
    kept = Kept(tmp_path / "file" / "chunks", Executor())
    found = play_tournament(pig, NAMES, 10, 3, executor=kept)
    assert found.as_dict() == play_tournament(pig, NAMES, 10, 3).as_dict()
    assert "cannot be written: Not a directory" in kept.failed
    kept.remove()
    assert [file.name for file in tmp_path.iterdir()] == ["file"]


def test_agents_of_this_process_alone_are_played_but_neither_kept_nor_sent(small: None, tmp_path: Path) -> None:
    class Own:
        name = "own"

        def act(self, turns: Turns) -> Actions:
            first: Actions = np.argmax(turns.masks, axis=1).astype(np.int64)
            return first

    found = play_tournament(pig, [Own(), "random"], 10, executor=Kept(tmp_path, Executor()))
    assert found.as_dict() == play_tournament(pig, [Own(), "random"], 10).as_dict()
    assert list(tmp_path.iterdir()) == []
    with pytest.raises(ConfigError, match=r"'own' is an object of this process.*py:MODULE:NAME"):
        play_tournament(pig, [Own(), "random"], 10, executor=Elsewhere(2))
    with pytest.raises(ConfigError, match="'human' answers in one place"):
        play_tournament(pig, ["human", "random"], 10, executor=Elsewhere(2))


def test_an_executor_that_loses_a_chunk_is_found_out(small: None) -> None:
    class Loses(Executor):
        def play(self, match: Match, chunks: Iterable[tuple[int, Chunk]], told: OnProgress) -> PlayedChunks:
            yield from super().play(match, (pair for pair in chunks if pair[0] != 2), told)

    with pytest.raises(RuntimeError, match="7 chunks, the first of them number 2, were not"):
        play_tournament(pig, NAMES, 10, 3, executor=Loses())


def chosen(agent: Agent) -> list[int]:
    """All actions of a chunk of games, in which an agent meets chance."""
    match = Match(cards, [agent, *[make_agent("random", cards)] * 2], 1, "actions")
    actions = play_chunk(match, Chunk(np.arange(4), np.array([[0, 1, 2]] * 4)), silent).actions
    assert actions is not None
    return actions.ravel().tolist()


def test_a_policy_travels_as_bytes_and_a_combination_with_both_its_agents() -> None:
    data = shipped_policy(cards).read_bytes()
    policy = PolicyAgent("nowhere.onnx", cards, temperature=0.5, data=data)
    both = CombinedAgent(policy, make_agent("bot:simple", cards), (2, 3), "both")
    again = make_again(recipe_of(both, cards), cards)
    assert (again.name, again._agent.temperature, again._agent.data) == ("both", 0.5, data)  # type: ignore[attr-defined]
    assert chosen(both) == chosen(again)
    net = make_agent("net", cards)
    assert recipe_of(net, cards)["policy"] == data
    assert make_again(recipe_of(net, cards), cards).name == "net"


def test_a_file_behind_a_name_must_be_the_same_everywhere(tmp_path: Path) -> None:
    file = tmp_path / "policy.onnx"
    file.write_bytes(shipped_policy(cards).read_bytes())
    agent = make_agent(f"pimc/worlds=2:net:{file}", cards)
    recipe = recipe_of(agent, cards)
    assert make_again(recipe, cards).name == agent.name
    file.write_bytes(file.read_bytes() + b"\x12\x01x")  # another producer of the file
    with pytest.raises(FileError, match=r"policy\.onnx is another file on .* put the same one on every machine"):
        make_again(recipe, cards)
    file.unlink()
    with pytest.raises(FileError, match=r"policy\.onnx cannot be read: .* put the same one on every machine"):
        make_again(recipe, cards)


def test_an_agent_that_does_not_see_what_jade_shows_travels_too() -> None:
    unseeing = ability_arms(cards, make_agent("net", cards))["unseen jade"].agent
    recipe = recipe_of(unseeing, cards)
    again = make_again(recipe, cards)
    assert (again.name, recipe_of(again, cards)) == ("unseen jade", recipe)
    assert chosen(unseeing) == chosen(again)
    with pytest.raises(ConfigError, match="pig has no ability 'jade' whose sight could be taken away"):
        make_again(recipe, pig)
    asked = {"name": "unseen jade", "unseen": "jade", "agent": {"name": "human"}}
    unseeing.traits = AgentTraits(recipe=asked, asks=True)  # type: ignore[attr-defined]  # as if a person played it
    with pytest.raises(ConfigError, match="'unseen jade' answers in one place"):
        recipe_of(unseeing, cards)
