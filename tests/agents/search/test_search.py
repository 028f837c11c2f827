"""The agent `search`: it chooses alike in any company, leaves its blueprint only for a gain, keeps its bounds."""

import importlib
import itertools
import tracemalloc
from concurrent.futures import ThreadPoolExecutor
from dataclasses import replace
from pathlib import Path
from types import SimpleNamespace
from typing import Any

import numpy as np
import pytest

import croupier
from croupier.agents.agent import Turns
from croupier.agents.names import AgentName
from croupier.agents.registry import blueprint, make_agent
from croupier.agents.search import opponents, rollouts, worlds
from croupier.agents.search import searcher as searcher_module
from croupier.agents.search.choice import choose, difference, still_open
from croupier.agents.search.opponents import seated
from croupier.agents.search.searcher import SearchAgent, Searcher
from croupier.agents.search.settings import MOST_WORLDS, PRESETS, SELF, Settings, parse_settings
from croupier.core.base import tiers
from croupier.core.base.errors import ConfigError
from croupier.core.base.tiers import compiled_form
from croupier.core.engine.game import Game
from croupier.measure import Analyst
from croupier.measure.play.record import record_games
from croupier.measure.play.tournament import play_tournament
from croupier.table.asking import ask_one
from tests.agents.search.worldly import NET, decisions, searching
from tests.changed import changed
from tests.toy import SPEC as TOY

SMALL = "search/worlds=8,candidates=2,sweeps=2"


def test_the_choice_depends_on_no_other_row() -> None:
    game = croupier.make("skull-king")
    agent = searching(f"{SMALL}:{NET}", game)
    batch = game.batch(12, seed=4, trails=True)
    bot = make_agent("bot", game)
    for _ in range(90):
        batch.step(bot.act(Turns.of_rows(game, batch, np.arange(12))))
    turns = Turns.of_rows(game, batch, np.arange(12))
    whole = agent.act(turns)
    assert whole.tolist() == [int(agent.act(turns.part(np.array([row])))[0]) for row in range(12)]
    assert whole[::-1].tolist() == agent.act(turns.part(np.arange(12)[::-1].copy())).tolist()
    assert turns.masks[np.arange(12), whole].all()


@pytest.mark.parametrize(
    ("name", "other"),
    [
        ("search/worlds=4:bot", "bot:greedy"),
        *(pytest.param(f"search/worlds=4:{around}", "bot:greedy", marks=pytest.mark.thorough)
          for around in ("bot:greedy", "random")),
        *(pytest.param(name, "bot", marks=pytest.mark.thorough)
          for name in ("search/fast:bot", "search/strong,worlds=16,candidates=1:bot", "pimc/worlds=8:bot")),
    ],
)  # fmt: skip
def test_searches_play_whole_games_in_every_seat(name: str, other: str) -> None:
    mini = other == "bot:greedy"
    game = croupier.make("spite-malice", goal_size=2) if mini else croupier.make("skull-king", schedule="fives")
    agents = [make_agent(name, game), *(make_agent(other, game) for _ in range(game.num_players - 1))]
    assert play_tournament(game, agents, 1 + mini, 3).agents[0].games == 4


def test_the_same_seed_gives_the_same_games_on_any_number_of_threads_and_tables() -> None:
    game = croupier.make("skull-king", players=3, schedule="one")
    entries = [f"{SMALL}:net", "search/fast:bot", "pimc/worlds=8:bot"]
    report = play_tournament(game, entries, deals=3, seed=8)
    assert len(report.points) == 3
    again = play_tournament(game, entries, deals=3, seed=8, threads=2)
    np.testing.assert_array_equal(again.points, report.points)
    fewer = play_tournament(game, entries, deals=1, seed=8)
    np.testing.assert_array_equal(fewer.points, report.points[:1])


@pytest.mark.thorough
def test_an_agent_that_several_threads_ask_answers_as_one_that_is_asked_in_turn(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setattr(opponents, "_CACHED", 2)  # so that they forget what others remember
    game = croupier.make("skull-king", players=3)
    states = [state.clone() for seed in range(2) for state in decisions(game, seed, every=11)]
    turns = [Turns.of_state(state) for state in states]
    agent = searching(f"{SMALL}:net", game)
    alone = [int(agent.act(each)[0]) for each in turns]
    with ThreadPoolExecutor(4) as pool:
        assert [int(each[0]) for each in pool.map(agent.act, turns)] == alone
    assert len(turns) > 15


def test_the_clock_ends_a_search_between_rounds_of_worlds(monkeypatch: pytest.MonkeyPatch) -> None:
    game = croupier.make("skull-king")
    hours = itertools.count(0.0, 3600.0)
    state = next(each for each in decisions(game, 1) if each.phase == "PLAYING")
    endless = searching("search/worlds=100,halving=false:bot", game).searcher.search(Turns.of_state(state), 0)
    timed = make_agent("search/worlds=100,halving=false,seconds=5000:bot", game, timed=True)
    assert isinstance(timed, SearchAgent)
    assert not timed.traits.reproducible
    monkeypatch.setattr(searcher_module, "time", SimpleNamespace(monotonic=hours.__next__))
    found = timed.searcher.search(Turns.of_state(state), 0)
    assert found.gains.shape == (len(state.legal_actions()), 32)  # after the second round it is too late
    assert len(found.worlds) == 32
    np.testing.assert_array_equal(found.gains, endless.gains[:, :32])


def test_a_search_is_not_given_to_the_clock_where_games_are_counted(tmp_path: Path) -> None:
    game = croupier.make("pig", winning_score=20)
    timed = "search/seconds=0.001,worlds=4:bot"
    for refuse in (
        lambda: play_tournament(game, [timed, "bot"], deals=1),
        lambda: Analyst(croupier.make("spite-malice"), timed),
        lambda: record_games(game, [make_agent(timed, game)] * 2, 1, 1, tmp_path / "games.jsonl"),
    ):
        with pytest.raises(ConfigError, match="the same seed would not give the same game: give it a number"):
            refuse()
    agent = make_agent(timed, game, timed=True)
    state = game.new_initial_state(1)
    assert int(agent.act(Turns.of_state(state))[0]) in state.legal_actions()


@pytest.mark.thorough
@pytest.mark.compiled  # without compiled code it takes minutes
def test_the_largest_search_keeps_within_its_memory() -> None:
    game = croupier.make("skull-king")
    state = next(each for each in decisions(game, 1) if each.phase == "PLAYING" and each.records["tricks"][0] == 6)
    name = f"search/worlds={MOST_WORLDS},candidates=16,sweeps=1,halving=false:bot"
    agent = searching(name, game)
    agent.act(Turns(game, state.records[:0], np.zeros(0, dtype=np.uint64)))  # compile, which takes more
    tracemalloc.start()
    agent.act(Turns.of_state(state))
    _, peak = tracemalloc.get_traced_memory()
    tracemalloc.stop()
    assert peak < 400 * 2**20


def test_what_is_remembered_of_opponents_has_a_limit(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(opponents, "_CACHED", 3)
    game = croupier.make("skull-king", schedule="fives")
    agent = searching(f"search/worlds=2,sweeps=0:{NET}", game)
    state = game.new_initial_state(5)
    bot = make_agent("bot", game)
    kept = set()
    while not state.is_terminal():
        if state.phase == "BIDDING":
            agent.act(Turns.of_state(state))
            kept.add(len(agent.searcher._opponents._known))
        state.apply_action(int(bot.act(Turns.of_state(state))[0]))
    assert kept == {0, 1, 2, 3}


@pytest.mark.compiled
@pytest.mark.parametrize("blueprint", ["bot", NET])
def test_an_agent_that_is_asked_about_no_row_compiles_all_that_it_calls(blueprint: str) -> None:
    game = croupier.make("skull-king")
    for made in (rollouts._loops, worlds.story_loops, worlds.deciding, worlds._secrets):
        made.cache_clear()  # other tests have called them
    agent = searching(f"search/worlds=4,candidates=1,sweeps=1:{blueprint}", game)
    searcher = agent.searcher
    believing, secrets = searcher._belief, searcher._worlds._secrets
    assert believing is not None
    assert secrets is not None
    loops: list[Any] = [
        searcher.rollouts._advance, searcher.rollouts._gains, *secrets,
        believing._encode, believing._redraw, believing._decide,
    ]  # fmt: skip
    machines: list[Any] = [compiled_form(each) for each in loops]
    assert not any(machine.signatures for machine in machines)
    agent.act(Turns(game, np.zeros(0, dtype=game.spec.rules.state), np.zeros(0, dtype=np.uint64)))
    assert [len(machine.signatures) for machine in machines] == [1] * len(loops)
    for state in itertools.islice(decisions(game, 4, every=5), 12):
        agent.act(Turns.of_state(state))
    assert [len(machine.signatures) for machine in machines] == [1] * len(loops)


def test_opponents_are_learnt_from_what_they_did() -> None:
    game = croupier.make("skull-king")
    agent = searching(f"{SMALL}:{NET}", game)
    for played, likely in ((NET, 0), ("bot", 1)):
        others = make_agent(played, game)
        state = game.new_initial_state(3)
        while state.records["round"][0] < 6:
            state.apply_action(int(others.act(Turns.of_state(state))[0]))
        found = agent.searcher.search(Turns.of_state(state), 0)
        rest = np.delete(found.weights, state.current_player(), axis=0)
        assert (rest[:, likely] > 0.9).all()
        assert (rest > 0.0).all()


def test_models_are_seated_in_proportion_among_the_first_worlds_too() -> None:
    weights = np.tile(np.array([[0.25, 0.75], [1.0, 0.0], [0.5, 0.5]]), (400, 1, 1))
    models = seated(weights, 1, np.uint64(77))
    for first in (40, 400):
        shares = models[:first].mean(axis=0)
        assert abs(shares[0] - 0.75) < 3.0 / first**0.5
        assert abs(shares[2] - 0.5) < 3.0 / first**0.5
    assert not models[:, 1].any(), "who searches plays as the blueprint"
    pairs = {tuple(pair) for pair in models[:40, [0, 2]].tolist()}
    assert len(pairs) == 4, "seats are drawn apart from each other"


def test_the_blueprint_is_left_for_a_sure_gain_alone() -> None:
    shares = np.array([0.9, 0.1, 0.0], dtype=np.float32)
    rng = np.random.default_rng(1)
    noise = rng.normal(0.0, 1.0, 64).astype(np.float32)
    flat = np.stack([noise, noise + 0.01 * rng.normal(0, 1, 64), noise]).astype(np.float32)
    assert choose(shares, flat, 1.5, 1.0) == 0
    ahead = flat + np.array([0.0, 0.0, 9.0], dtype=np.float32)[:, None]
    assert choose(shares, ahead, 1.5, 1.0) == 2
    assert choose(shares, ahead, 1.5, 0.0) == 0, "without weight a gain does not count"
    unsure = flat.copy()
    unsure[2] += rng.normal(2.0, 20.0, 64)
    assert choose(shares, unsure, 1.5, 1.0) == 0
    dropped = ahead.copy()
    dropped[2, 40:] = np.nan
    assert choose(shares, dropped, 1.5, 1.0) == 0, "an action that was dropped is not chosen"
    tied = np.full(3, 1 / 3, dtype=np.float32)
    assert choose(tied, np.zeros((3, 8), dtype=np.float32), 1.5, 1.0) == 0


@pytest.mark.parametrize(("name", "chosen"), [("skull-king", 0), ("hearts", 1), ("oh-hell", 1)])
def test_a_point_weighs_as_much_as_it_is_worth_in_the_game(name: str, chosen: int) -> None:
    search = searching("search/fast:bot", croupier.make(name)).searcher
    shares, gains = np.array([0.9, 0.1], dtype=np.float32), np.zeros((2, 16), dtype=np.float32)
    gains[1] = 1.0
    assert search.choose(shares, gains) == chosen
    gains[1] = 9.0
    assert search.choose(shares, gains) == 1


@pytest.mark.parametrize("scale", [0.0, -1.0, float("nan"), float("inf")])
def test_a_scale_that_weighs_nothing_is_refused(scale: float) -> None:
    part = croupier.make("hearts").spec.search_part
    with pytest.raises(ValueError, match="scale of a game's search must be a number above 0"):
        replace(part, scale=scale)


def test_actions_are_dropped_that_are_clearly_worse_and_never_the_blueprints() -> None:
    rng = np.random.default_rng(2)
    gains = rng.normal(0.0, 1.0, (4, 32)).astype(np.float32)
    gains[1] += 10.0
    gains[3] = gains[1] - 0.01
    assert still_open(gains, np.arange(4), 0).tolist() == [0, 1]
    gains[3] = gains[1] + rng.normal(0.0, 1.0, 32)
    assert still_open(gains, np.arange(4), 2).tolist() == [1, 2, 3]
    mean, error = difference(gains[1], gains[1:2])
    assert (mean[0], error[0]) == (0.0, 0.0)


def test_names_carry_presets_and_settings() -> None:
    def read(text: str) -> Settings:
        return parse_settings(AgentName.parse(text))

    assert read("search") == PRESETS["standard"]
    assert read("search/strong,worlds=9:net:a:b").worlds == 9
    assert read("search/strong,worlds=9,belief=all") == read("search/strong,worlds=9"), "as it always is"
    assert read("search/halving=false").halving is False
    assert read("search/floor=0.3").floor == 0.3
    assert read("search/floor=learned").floor is read("search").floor is None


@pytest.mark.parametrize(
    ("name", "told"),
    [
        ("search/worlds=0:bot", "worlds of a search must be from 1 to 4096, not 0"),
        ("search/worlds=10000:bot", "worlds of a search must be from 1 to 4096, not 10000"),
        ("search/worlds=many:bot",
         "worlds in 'search/worlds=many:bot' must be an integer in plain digits, not 'many'"),
        ("search/fast,strong:bot", "names several presets: fast, strong"),
        ("search/quick:bot", "unknown setting or preset of search 'quick'"),
        ("search/belief=none:bot", "the setting belief of search is gone: worlds are always weighted by all that"),
        ("search/belief=bids:bot", "the setting belief of search is gone"),
        ("search/opponents=mixed:bot",
         "opponents=mixed of search is gone: take learned or watched, which find out"),
        ("search/opponents=self:bot", "opponents=self of search is gone"),
        ("search/opponents=bot:bot", "opponents=bot of search is gone"),
        ("search/opponents=friends:bot", "unknown opponents of a search 'friends'"),
        ("search/gate=-1:bot", "gate in 'search/gate=-1:bot' must be a number of at least 0, not '-1'"),
        ("search/floor=2:bot", "floor of a search must be from 0 to 1, not 2.0"),
        ("search/seconds=-1:bot", "seconds in 'search/seconds=-1:bot' must be a number of at least 0, not '-1'"),
        ("search/worlds=100,candidates=700:bot",
         "times candidates of a search must be at most 65536, not 100 x 700"),
        ("search/seconds=0.5:bot", "the clock decides what 'search/seconds=0.5:bot' plays"),
        ("search:search/seconds=1:bot", "the clock decides what 'search/seconds=1:bot' plays"),
        ("search/halving=maybe:bot", "halving in 'search/halving=maybe:bot' must be true or false, not 'maybe'"),
        ("search:nobody", "unknown agent for skull-king 'nobody'"),
        ("search/worlds=1_0:bot",
         "worlds in 'search/worlds=1_0:bot' must be an integer in plain digits, not '1_0'"),
        ("search/worlds=٣:bot", "worlds in 'search/worlds=٣:bot' must be an integer in plain digits, not '٣'"),
        ("search/rollouts=small", "the setting rollouts of search is gone: the agent that is searched around"),
        ("net:2026-11-small", "net:2026-11-small ships no longer: net:2026-11, which it was distilled from, does"),
        ("pimc/worlds=0", "worlds of a search must be from 1 to 4096, not 0"),
        ("pimc/gate=1", "unknown setting of the agent pimc 'gate'"),
        ("ismcts/iterations=1000", "the agent ismcts is gone: it is an example now, py:ismcts:ISMCTS"),
        *((f"{head}:{inner}", f"an agent that gives probabilities, which {inner!r} does not")
          for head, inner in (("search", "human"), ("search", "search:bot"), ("pimc", "human"))),
    ],
)  # fmt: skip
def test_bad_names_are_refused(name: str, told: str) -> None:
    with pytest.raises(ConfigError) as refused:
        make_agent(name, croupier.make("skull-king"))
    assert told in str(refused.value)


@pytest.fixture
def uncompiled(monkeypatch: pytest.MonkeyPatch) -> None:
    """Compile nothing: it would take longer than a few worlds of a small game, which has rules of its own."""
    monkeypatch.setattr(tiers, "compiled", lambda: False)


@pytest.mark.usefixtures("uncompiled")
def test_a_game_that_brings_no_part_for_search_is_played_to_its_end_for_its_utilities(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.syspath_prepend(Path(__file__).parents[3] / "examples")
    kuhn = importlib.import_module("kuhn_poker")
    game = Game(replace(kuhn.SPEC, rules=replace(kuhn.SPEC.rules)))  # for loops of its own
    assert kuhn.SPEC.search is None
    king_after_a_bet = game.position("kuhn-poker cards=1,3 said=2,0,0")
    found = Analyst(game, "search/worlds=4").analyse(king_after_a_bet)
    assert {each.text: each.gain.mean for each in found.actions} == {"[bet]": 200.0, "[pass]": -100.0}
    assert found.unit == "hundredths of utility"
    for agent in ("search/worlds=4", "pimc/worlds=4", "py/iterations=8:ismcts:ISMCTS"):
        assert ask_one(make_agent(agent, game), king_after_a_bet) == kuhn.BET


def test_the_example_of_a_tree_search_plays_whole_games_and_does_not_peek(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.syspath_prepend(Path(__file__).parents[3] / "examples")
    game = croupier.make("spite-malice", goal_size=2)
    tree = make_agent("py/iterations=30:ismcts:ISMCTS", game)
    assert play_tournament(game, [tree, make_agent("bot:greedy", game)], 1, 3).agents[0].games == 2
    for number, state in enumerate(decisions(game, 3, every=40)):
        other, here = state.resample_hidden(state.current_player(), number), Turns.of_state(state)
        assert tree.act(here) == tree.act(Turns(game, other.records, here.keys.copy()))
    for wrong in ("iterations=0", "iterations=many", "exploration=-1"):
        with pytest.raises(ConfigError, match=f"{wrong.partition('=')[0]} of ismcts must be"):
            make_agent(f"py/{wrong}:ismcts:ISMCTS", game)


@pytest.mark.usefixtures("outside", "uncompiled")
def test_a_game_without_a_bot_is_searched_around_random() -> None:
    # of the rules there are loops once a process, and these are not compiled
    bare = replace(changed(TOY, bots={}), rules=replace(TOY.rules))
    assert blueprint(Game(bare)).text == "random"
    state = Game(bare).new_initial_state(1)
    assert ask_one(make_agent("search/worlds=4", state.game), state) in state.legal_actions()


def test_pig_is_searched_as_it_is_solved_wherever_the_difference_is_above_its_error() -> None:
    game = croupier.make("pig", winning_score=30)
    settings = Settings(worlds=400, gate=3.0, opponents=SELF, halving=False)
    searcher = Searcher(game, make_agent("optimal", game), settings, None)
    assert game.solver is not None
    values = game.solver.action_values
    assert values is not None
    agreed = 0
    for own, other, total in itertools.product(range(0, 30, 4), range(0, 30, 4), (2, 7, 12, 18, 25)):
        if own + total >= 30 and total > 2:
            continue  # it only has to hold
        state = game.position(f"pig winning_score=30 scores={own},{other} turn=0 total={total}", own + 30 * other)
        found = searcher.search(Turns.of_state(state), 0)
        worth = values(game, state.records)
        assert worth[found.action] > worth.max() - 0.02
        ahead, error = difference(found.gains[0], found.gains[1])
        apart = 100.0 * (worth[0] - worth[1])
        assert abs(float(ahead) - apart) < 4.5 * float(error) + 1e-6
        if abs(apart) > 4.5 * float(error):
            assert int(found.actions[found.gains.mean(axis=1).argmax()]) == int(np.argmax(worth))
            assert found.action == int(np.argmax(worth))
            agreed += 1
    assert agreed > 30


def test_pig_is_searched_around_optimal_play_where_it_is_solved_and_else_around_the_bot() -> None:
    assert searching("search/fast", croupier.make("pig")).blueprint.name == "optimal"
    assert searching("search/fast", croupier.make("pig", winning_score=1000)).blueprint.name == "bot"


def test_of_one_world_the_better_action_counts_only_without_a_gate() -> None:
    shares = np.array([0.9, 0.1], dtype=np.float32)
    gains = np.array([[1.0], [50.0]], dtype=np.float32)
    assert choose(shares, gains, 0.0, 1.0) == 1
    assert choose(shares, gains, 1.0, 1.0) == 0
    assert choose(shares, gains[::-1], 0.0, 1.0) == 0
    state = croupier.make("pig").position("pig scores=90,12 turn=0 total=12")  # to hold wins
    chosen = make_agent("pimc/worlds=1:bot", state.game).act(Turns.of_state(state))
    assert state.action_to_string(int(chosen[0])) == "[hold]"
