"""The agent `search`: it does not peek, chooses alike in any company, and leaves its blueprint only for a gain."""

import numpy as np
import pytest

import croupier
from croupier.agents.agent import Turns
from croupier.agents.names import AgentName
from croupier.agents.registry import make_agent, make_searcher
from croupier.agents.search.agent import SearchAgent
from croupier.agents.search.choice import choose, difference, still_open
from croupier.agents.search.opponents import seated
from croupier.agents.search.searcher import Searcher
from croupier.agents.search.settings import PRESETS, Settings, parse_settings
from croupier.arena.tournament import play_tournament
from croupier.core.errors import ConfigError
from croupier.core.game import Game
from tests.agents.search.worldly import NET, TABLES, decisions, elsewhere

SMALL = "search/worlds=8,candidates=2,sweeps=2"


def searching(text: str, game: Game) -> SearchAgent:
    agent = make_agent(text, game)
    assert isinstance(agent, SearchAgent)
    return agent


@pytest.mark.parametrize("options", TABLES)
@pytest.mark.parametrize("belief", ["none", "bids", "all"])
def test_the_choice_is_the_same_in_every_world_that_the_seat_holds_possible(
    options: dict[str, object], belief: str
) -> None:
    game = croupier.make("skull-king", **options)
    agent = searching(f"{SMALL},belief={belief}:{NET}", game)
    compared = 0
    for number, state in enumerate(decisions(game, 9, every=7)):
        chosen = agent.searcher.search(Turns.of_state(state), 0)
        for key in range(3):
            other = elsewhere(state, 100 * number + key)
            if other is None:
                continue
            again = agent.searcher.search(other, 0)
            assert again.action == chosen.action
            np.testing.assert_array_equal(again.gains, chosen.gains)
            compared += 1
    assert compared > 20


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
    "name", ["search/fast:bot", "search/strong,worlds=16,candidates=1:bot", "pimc/worlds=8:bot"]
)
def test_searches_play_whole_games_in_every_seat(name: str) -> None:
    game = croupier.make("skull-king", schedule="fives")
    result = play_tournament(game, [make_agent(name, game), *(make_agent("bot", game) for _ in range(3))], 1, 3)
    assert result.agents[0].games == 4


@pytest.mark.parametrize("name", ["search/worlds=4:bot:greedy", "search/worlds=4:random", "ismcts/iterations=20"])
def test_mini_spite_and_malice_is_searched_to_its_end(name: str) -> None:
    game = croupier.make("spite-malice", goal_size=2)
    result = play_tournament(game, [make_agent(name, game), make_agent("bot:greedy", game)], 2, 3)
    assert result.agents[0].games == 4


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
    assert read("search/strong,worlds=9").belief == "all"
    assert read("search/halving=false").halving is False


@pytest.mark.parametrize(
    ("name", "told"),
    [
        ("search/worlds=0:bot", "worlds of a search must be from 1 to 4096, not 0"),
        ("search/worlds=10000:bot", "worlds of a search must be from 1 to 4096, not 10000"),
        ("search/worlds=many:bot", "worlds in 'search/worlds=many:bot' must be an integer, not 'many'"),
        ("search/fast,strong:bot", "names several presets: fast, strong"),
        ("search/quick:bot", "unknown setting or preset of search 'quick'"),
        ("search/belief=some:bot", "unknown belief of a search 'some'"),
        ("search/opponents=friends:bot", "unknown opponents of a search 'friends'"),
        ("search/gate=-1:bot", "gate of a search must be a number of at least 0, not -1.0"),
        ("search/floor=2:bot", "floor of a search must be from 0 to 1, not 2.0"),
        ("search/halving=maybe:bot", "halving in 'search/halving=maybe:bot' must be true or false, not 'maybe'"),
        ("search:nobody", "unknown agent for skull-king 'nobody'"),
        ("pimc/worlds=0", "worlds of a search must be from 1 to 4096, not 0"),
        ("pimc/gate=1", "unknown setting of the agent pimc 'gate'"),
        ("ismcts/iterations=0", "iterations in 'ismcts/iterations=0' must be a number of at least 1"),
        ("ismcts/iterations=1000000", "iterations of ismcts must be from 1 to 100000"),
        ("ismcts:bot", "ismcts takes nothing behind a colon, not 'bot'"),
    ],
)
def test_bad_names_are_refused(name: str, told: str) -> None:
    with pytest.raises(ConfigError) as refused:
        make_agent(name, croupier.make("skull-king"))
    assert told in str(refused.value)


def test_an_agent_without_probabilities_is_refused_by_name(
    tmp_path: object, monkeypatch: pytest.MonkeyPatch
) -> None:
    del tmp_path
    game = croupier.make("skull-king")
    agent = searching("search/worlds=4:bot", game)

    class Mute:
        name = "mute"

        def act(self, turns: Turns) -> object:
            raise AssertionError(turns)

    searcher = Searcher(game, Mute(), Settings(worlds=4), None)  # type: ignore[arg-type]  # that is the point
    state = next(iter(decisions(game, 1)))
    with pytest.raises(ConfigError, match="search needs an agent that gives probabilities, which 'mute' does not"):
        searcher.search(Turns.of_state(state), 0)
    del agent, monkeypatch


def test_a_game_without_a_part_for_search_is_refused(outside: dict[str, str]) -> None:
    del outside
    from tests.toy import SPEC

    with pytest.raises(ConfigError, match="has no part for search"):
        make_searcher(AgentName.parse("search:random"), Game(SPEC))


def test_pig_is_searched_around_optimal_play_without_ever_leaving_it_for_worse() -> None:
    game = croupier.make("pig", winning_score=30)
    agent = searching("search/worlds=200,gate=3,opponents=self,halving=false:optimal", game)
    exact = game.spec.exact
    assert exact is not None
    values = exact().action_values
    assert values is not None
    state = game.new_initial_state(2)
    compared = 0
    while not state.is_terminal() and compared < 25:
        found = agent.searcher.search(Turns.of_state(state), 0)
        worth = values(game, state.records)
        assert worth[found.action] > worth.max() - 0.02
        ahead, error = difference(found.gains[0], found.gains[1])
        assert abs(float(ahead) - 100.0 * (worth[0] - worth[1])) < 4.5 * float(error) + 1e-6
        state.apply_action(found.action)
        compared += 1
    assert compared > 5
