"""Search by a smaller policy: it plays on and foretells, and the blueprint that it was distilled from chooses."""

import json
from functools import cache
from hashlib import sha256
from pathlib import Path
from shutil import copyfile

import numpy as np
import onnx
import pytest

import croupier
from croupier.agents.agent import Turns
from croupier.agents.recipes import make_again, recipe_of
from croupier.agents.registry import make_agent
from croupier.agents.search.agent import SearchAgent
from croupier.agents.shipped import policy_path, releases, shipped_policy
from croupier.agents.trained import untrained
from croupier.core.base.errors import ConfigError, FileError
from croupier.core.engine.game import Game
from tests.agents.search.worldly import NET, TABLES, decisions
from tests.agents.test_shipped import digest

SMALL, DISTILLED = "search/worlds=8,candidates=2,sweeps=2", f"{NET}-small"
WEIGHTS = "bd2f25d32acb9adb5f5c1a0de5bd59eddd5f6254021f67a59110d68eff61a2c5"
"""SHA-256 of the weights that strength is measured with, as in `tests.agents.test_shipped`."""
skull_king = croupier.make("skull-king")


def searching(text: str, game: Game = skull_king) -> SearchAgent:
    agent = make_agent(text, game)
    assert isinstance(agent, SearchAgent)
    return agent


@cache
def some_decisions() -> tuple[Turns, ...]:
    return tuple(Turns.of_state(state.clone()) for state in decisions(skull_king, 3, every=7))


def test_it_plays_on_and_foretells_in_the_place_of_the_blueprint_which_is_asked_for_the_choice() -> None:
    small, whole = (searching(f"{SMALL}{words}:{NET}").searcher for words in (",rollouts=small", ""))
    assert (small.blueprint.name, small.rollout_agents[0]) == (NET, DISTILLED)
    assert (whole.rollout_agents[0], small.rollout_agents[1]) == (NET, "bot")
    other_worlds = other_gains = 0
    for turns in some_decisions():
        ours, theirs = small.search(turns, 0), whole.search(turns, 0)
        np.testing.assert_array_equal(ours.shares, theirs.shares)
        other_gains += not np.array_equal(ours.gains, theirs.gains)
        other_worlds += bool((ours.worlds != theirs.worlds).any())
    assert other_gains > 15
    assert other_worlds > 1


def test_without_any_weight_of_gains_it_plays_as_the_blueprint() -> None:
    agent, net = searching(f"{SMALL},rollouts=small,eta=0"), make_agent("net", skull_king)
    turns = some_decisions()
    assert len(turns) > 15
    assert [int(agent.act(each)[0]) for each in turns] == [int(net.act(each)[0]) for each in turns]


@pytest.mark.parametrize("options", TABLES)
def test_the_same_decision_has_the_same_choice_in_any_company_at_every_table(options: dict[str, object]) -> None:
    game = croupier.make("skull-king", **options)
    batch, bot = game.batch(6, seed=4, trails=True), make_agent("bot", game)
    for _ in range(game.num_players * 5):
        batch.step(bot.act(Turns.of_rows(game, batch, np.arange(6))))
    turns = Turns.of_rows(game, batch, np.arange(6))
    name = f"{SMALL},rollouts=small"
    whole = searching(name, game).act(turns)
    again = searching(name, game)
    assert whole.tolist() == [int(again.act(turns.part(np.array([row])))[0]) for row in range(6)]
    assert turns.masks[np.arange(6), whole].all()


def test_what_draws_its_actions_plays_on_by_what_draws_them_as_well() -> None:
    agent = searching(f"{SMALL},rollouts=small:net/temperature=0.5")
    assert agent.searcher.rollout_agents[0] == f"net/temperature=0.5:{NET.partition(':')[2]}-small"
    assert agent.searcher.rollouts.models[0].name == agent.searcher.rollout_agents[0]


@pytest.mark.parametrize(
    ("game", "name", "told"),
    [
        ("skull-king", "search/rollouts=tiny", "unknown rollouts of a search 'tiny'"),
        ("skull-king", "search/rollouts=small:bot", "'bot' is none"),
        ("skull-king", f"search/rollouts=small:{DISTILLED}", f"'{DISTILLED}' is none"),
        ("hearts", "search/rollouts=small", "no net:2026-11-small of hearts ships with croupier: there is net:"),
        ("pig", "search/rollouts=small", "'optimal' is none"),
        ("skull-king", "pimc/rollouts=small", "unknown setting of the agent pimc 'rollouts'"),
        ("skull-king", "net:2025-01-small", "no net:2025-01-small of skull-king ships"),
    ],
)
def test_it_is_refused_where_none_was_distilled(game: str, name: str, told: str) -> None:
    with pytest.raises((ConfigError, FileError)) as refused:
        make_agent(name, croupier.make(game))
    assert told in str(refused.value)


def test_a_policy_of_ones_own_has_no_smaller_one(tmp_path: Path) -> None:
    file = tmp_path / "mine.onnx"
    copyfile(shipped_policy(skull_king), file)
    with pytest.raises(ConfigError, match=r"a policy that ships, and 'net:.*mine\.onnx' is none"):
        make_agent(f"search/rollouts=small:net:{file}", skull_king)


def test_any_game_may_bring_one_beside_its_policy(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    game = croupier.make("hearts")
    for word in ("2026-12", "2026-12-small", "2026-11"):
        copyfile(shipped_policy(game), tmp_path / f"hearts-{word}.onnx")
    monkeypatch.setitem(game.spec.__dict__, "policies", tmp_path)
    assert list(releases(game)) == ["2026-11", "2026-12"]
    assert searching("search/rollouts=small", game).searcher.rollout_agents[0] == "net:2026-12-small"
    with pytest.raises(ConfigError, match="no net:2026-11-small of hearts ships"):
        make_agent("search/rollouts=small:net:2026-11", game)


def test_who_plays_elsewhere_needs_the_same_smaller_policy() -> None:
    recipe = recipe_of(searching("search/fast,rollouts=small"), skull_king)
    small = "skull-king-2026-11-small.onnx of croupier"
    net = "skull-king-2026-11.onnx of croupier"
    assert list(recipe["files"]) == ["choices.npz of croupier", net, small]
    assert make_again(recipe, skull_king).name == "search/fast,rollouts=small"
    recipe["files"][small] = "another"
    with pytest.raises(FileError, match=r"small\.onnx of croupier is another file"):
        make_again(recipe, skull_king)


def test_it_was_distilled_from_the_policy_that_it_stands_for_on_every_kind_of_table() -> None:
    path, net = policy_path("2026-11-small", skull_king), shipped_policy(skull_king)
    agent = make_agent(DISTILLED, skull_king)
    training = json.loads(agent.metadata["training"])  # type: ignore[attr-defined]  # a policy
    assert training["teacher"] == {net.name: sha256(net.read_bytes()).hexdigest()}
    assert digest(path) == WEIGHTS
    card = path.with_suffix(".md").read_text()
    assert f"| {training['decisions'] / 1e6:.1f} million | {training['config']['seed']} |" in card
    assert WEIGHTS in card
    games = [croupier.make("skull-king", **options) for options in TABLES]
    assert untrained(["search/rollouts=small"], games, lambda error: pytest.fail(str(error))) == []


def test_a_table_that_the_smaller_policy_was_not_trained_for_is_told(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    net = shipped_policy(skull_king)
    copyfile(net, tmp_path / net.name)
    model = onnx.load(policy_path("2026-11-small", skull_king))
    onnx.helper.set_model_props(
        model, {each.key: each.value for each in model.metadata_props} | {"training": "{}"}
    )
    onnx.save(model, tmp_path / f"{net.stem}-small.onnx")
    monkeypatch.setitem(skull_king.spec.__dict__, "policies", tmp_path)
    six = croupier.make("skull-king", players=6)
    found = untrained(["search/rollouts=small"], [six], lambda error: pytest.fail(str(error)))
    assert [(each.agent, each.option, each.present) for each in found] == [(DISTILLED, "players", 6)]
