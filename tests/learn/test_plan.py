"""The plan of a run: what settings name is looked up once, and refused before anything is made."""

import re
from pathlib import Path

import pytest

import croupier
from croupier.core.base.errors import ConfigError
from croupier.core.engine.game import Game
from croupier.learn.rollouts import ray_workers
from croupier.learn.rollouts.ray_workers import RayWorkers
from croupier.learn.settings.config import GROUPS, Config
from croupier.learn.settings.plan import training_plan
from tests.learn.small import EVERYTHING, skull_king

LEARN = Path(__file__).parents[2] / "src" / "croupier" / "learn"


def test_the_parts_of_the_learner_are_made_from_the_plan_and_never_see_the_settings() -> None:
    files = [file for part in ("network", "rollouts", "update") for file in (LEARN / part).glob("*.py")]
    assert len(files) > 10
    named = [file.stem for file in files if re.search(r"\bConfig\b", file.read_text())]
    assert named == ["ray_workers"], "which sends them to other machines"


def test_a_plan_holds_what_the_settings_name() -> None:
    plan = training_plan(skull_king(), EVERYTHING.changed(teacher="bot:simple"))
    assert plan.mix.game.num_players == 8
    assert plan.curriculum.stages[0].name == "none"
    assert [task.name for task in plan.tasks] == ["pirate", "bid", "cards"]
    assert plan.network.auxiliary == {task.name: task.size for task in plan.tasks}
    assert plan.privileged is not None
    assert plan.network.privileged_size == plan.privileged.size
    assert plan.network.hand is not None
    assert plan.teacher is not None
    assert plan.teacher.name == "bot:simple"
    policy = plan.network.policy()
    assert (policy.auxiliary, policy.privileged_size, policy.heads) == ({}, 0, plan.network.heads)


PIG = croupier.make("pig")


@pytest.mark.parametrize(
    ("game", "changes", "message"),
    [
        (None, {"teacher": "human"}, "teacher is human, who would be asked at every table; name an agent that"),
        (None, {"teacher": "bto"}, "unknown agent for skull-king 'bto'; did you mean bot"),
        (
            None,
            {"bot_share": 0.1, "bots": ("bot", "human")},
            "bots names human, who would be asked at every table",
        ),
        (None, {"mix": "al"}, "unknown mix of skull-king 'al'"),
        (None, {"curriculum": "sourse"}, "unknown curriculum of skull-king 'sourse'; did you mean source"),
        (None, {"auxiliary": {"pirates": 1.0}}, "unknown auxiliary task of skull-king 'pirates'; did you mean"),
        (None, {"architecture": "flat", "card_head": "pointer"}, "architecture=flat has no head for the hand"),
        (None, {"architecture": "flat", "card_head": "pointer"}, "use card_head=linear"),
        (None, {"workers": 33}, "workers must be at most num_tables, 32, not 33"),
        (PIG, {"card_head": "pointer"}, "brings the layout of its sorted hand; pig does not"),
        (PIG, {"architecture": "separate"}, "needs abilities"),
        (PIG, {"auxiliary": {"bid": 0.1}}, "no auxiliary tasks"),
        (PIG, {"critic": "oracle"}, "needs a game that brings features of what is hidden; pig brings none"),
        (
            PIG,
            {"mix": "sizes"},
            "mix=sizes needs a game whose number of people is an option; that of pig is fixed",
        ),
    ],
)
def test_what_does_not_go_with_the_game_is_refused_by_the_plan(
    game: Game | None, changes: dict[str, object], message: str
) -> None:
    config = EVERYTHING if game is None else Config()
    with pytest.raises(ConfigError, match=message):
        training_plan(game or skull_king(), config.changed(**changes))


def test_the_plan_of_a_shard_differs_in_its_tables_and_seed_alone() -> None:
    whole = training_plan(skull_king(), EVERYTHING.changed(workers=3, threads=4))
    shards = [whole.shard(number) for number in range(3)]
    assert [shard.config.rollout.num_tables for shard in shards] == [11, 11, 10]
    assert len({shard.config.run.seed for shard in shards}) == 3
    run = shards[0].config.run
    assert (run.seed, run.threads, run.workers) == (EVERYTHING.run.seed, 1, 1)
    assert shards[0].config.rollout.rollout_steps == EVERYTHING.rollout.rollout_steps
    for name in ("game", "mix", "curriculum", "tasks", "privileged", "network"):
        assert getattr(shards[0], name) is getattr(whole, name), name
    for name in GROUPS.keys() - {"run", "rollout"}:
        assert getattr(shards[0].config, name) is getattr(whole.config, name), name


def test_workers_elsewhere_are_told_the_settings_as_data_and_no_teacher(monkeypatch: pytest.MonkeyPatch) -> None:
    told: list[dict[str, object]] = []

    class Stopped(Exception):  # noqa: N818  # no error: the end of what is watched
        pass

    class Here:
        workers = 2

        def __enter__(self) -> "Here":
            return self

        def __exit__(self, *_error: object) -> None:
            pass

        def actor(self, kind: type, game: object, settings: dict[str, object], number: int) -> None:
            del kind, game, number
            told.append(settings)
            raise Stopped

    monkeypatch.setattr(ray_workers, "ray_pool", lambda *_words: Here())
    config = EVERYTHING.changed(workers=2, device="auto", teacher="bot:simple")
    with RayWorkers() as workers, pytest.raises(Stopped):
        workers.start(training_plan(skull_king(), config))
    assert Config.from_dict(told[0]) == config.changed(device="cpu", teacher="none")
