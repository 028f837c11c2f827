"""Options that a policy was trained for, as its file tells them, against those of a game."""

import json
from collections.abc import Mapping
from pathlib import Path
from typing import Any

import pytest

import croupier
from croupier.agents.policy import PolicyAgent, describe
from croupier.agents.registry import make_agent
from croupier.agents.trained import Untrained, lines, trained_values, untrained
from croupier.core.base.errors import FileError
from croupier.core.engine.game import Game
from croupier.learn.runs.export import policy_bytes
from tests.agents.test_policy import network, weights
from tests.toy import SPEC as TOY

skull = croupier.make("skull-king")
three = Game(TOY, players=3)


def known(game: Game, **config: Any) -> Mapping[str, Any]:
    return trained_values(describe(game) | {"training": json.dumps({"config": config})}, game, "p")


def written(path: Path, game: Game, **config: Any) -> Path:
    path.write_bytes(policy_bytes(game, weights(network(game)), {"config": config}))
    return path


def test_a_run_without_a_mix_knows_its_own_options_alone() -> None:
    assert known(three) == {"players": (3,), "hurry": (False,)}
    assert trained_values(describe(three), three, "p") == known(three, mix="none", curriculum="none")


def test_a_mix_is_known_at_all_its_values() -> None:
    assert known(three, mix="sizes")["players"] == (2, 3, 4)
    assert known(three, mix="sizes", mix_share=0.5)["players"] == (3, 2, 4)
    assert known(three, mix="sizes", mix_share=0.0)["players"] == (3,)
    every = known(skull, mix="all", mix_share=0.5)
    for option in skull.spec.options:
        others = tuple(range(2, 9)) if option.kind == "int" else (False, True)
        assert set(every[option.name]) == set(option.choices or others), option.name


def test_a_curriculum_is_known_at_the_options_of_its_stages() -> None:
    name, stages = next(iter(skull.training.curricula.items()))
    found = known(skull, curriculum=name)
    for stage in stages:
        assert all(value in found[option] for option, value in stage.options.items())
    assert all(skull.options[option] in values for option, values in found.items())
    assert any(len(values) > 1 for values in found.values())


@pytest.mark.parametrize("options", ["[]", "{", '{"players": "\\u001b[2J"}', '{"players": 99}'])
def test_a_file_with_other_options_than_the_games_is_refused(options: str) -> None:
    with pytest.raises(FileError, match="p does not say what it was trained for"):
        trained_values({"options": options}, three, "p")


@pytest.mark.parametrize("training", ["[]", "null", "PPO of mine, three days", "[" * 100_000])
def test_words_of_others_about_the_training_are_no_settings(training: str) -> None:
    with pytest.raises(FileError, match="p does not say what it was trained for"):
        trained_values(describe(three) | {"training": training}, three, "p")


def test_differences_are_found_in_policies_and_in_what_wraps_them(tmp_path: Path) -> None:
    net = f"net:{written(tmp_path / 'three.onnx', three)}"
    four = Game(TOY, players=4)
    made, random, around = (make_agent(name, three) for name in (net, "random", f"pimc:{net}"))
    assert untrained([made, random], [three]) == ([], [])
    wanted = [Untrained(net, "players", (3,), 4)]
    assert untrained([random, made, made], [four]) == (wanted, [])
    assert untrained([around], [three, four]) == (wanted, [])
    agent = PolicyAgent(tmp_path / "three.onnx", three)
    both, unread = untrained([agent], [three, Game(TOY, players=2, hurry=True), four], "runs/x")
    assert unread == []
    assert lines(both) == ["runs/x was not trained for hurry=true (trained: false), players=2 and 4 (trained: 3)"]
    assert both[0].data() == {"agent": "runs/x", "option": "hurry", "trained": [False], "present": True}


def test_values_in_a_row_are_told_in_short() -> None:
    found = [Untrained("net", "players", (4, 2, 3, 5), 8), Untrained("net", "schedule", ("ten", "even"), "one")]
    assert lines(found) == [
        "net was not trained for players=8 (trained: 2 to 5), schedule=one (trained: ten, even)"
    ]


def test_the_player_that_ships_knows_every_table_of_skull_king() -> None:
    options = {"players": 8, "schedule": "tens", "loot": True, "kraken": True, "whale": True, "rascal": True}
    made = [make_agent(name, skull) for name in ("net", "search/fast")]
    small = croupier.make("spite-malice", goal_size=2)
    assert untrained(made, [skull, croupier.make("skull-king", **options)]) == ([], [])
    found, unread = untrained([make_agent("search", small)], [small])
    assert ([each.present for each in found], unread) == ([2], [])
