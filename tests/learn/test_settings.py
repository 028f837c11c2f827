"""Settings: declared once, checked and read from that declaration, and all of them on their page."""

import json
from pathlib import Path

import pytest

import croupier
from croupier import registered_games
from croupier.core.base.errors import ConfigError
from croupier.learn.settings.config import (
    GENERAL,
    GROUPS,
    SETTINGS,
    Config,
    parse_settings,
    preset,
    presets_of,
)
from croupier.learn.settings.settings import Group, declared
from docs.generate.settings import PAGE, written

ROOT = Path(__file__).parents[2]


def test_the_page_of_settings_is_up_to_date() -> None:
    text = (ROOT / PAGE).read_text()
    assert text == written(text), "run python -m docs.generate.settings"


def test_every_setting_stands_in_one_group_and_on_the_page() -> None:
    text = (ROOT / PAGE).read_text()
    names = [name for group in GROUPS.values() for name in declared(group)]
    assert sorted(names) == sorted(SETTINGS)
    assert len(set(names)) == len(names)
    assert all(f"| `{name}` |" in text for name in names)
    assert all(issubclass(group, Group) and group.__doc__ for group in GROUPS.values())
    assert all(setting.help and setting.wanted for setting in SETTINGS.values())


@pytest.mark.parametrize("name", SETTINGS)
def test_a_value_that_is_none_of_a_settings_is_refused_by_name(name: str) -> None:
    with pytest.raises(ConfigError, match=f"setting {name} must be .*, not "):
        Config().changed(**{name: object()})


@pytest.mark.parametrize(
    ("word", "value"),
    [
        ("seed=1_000", 1000), ("gamma=0.5", 0.5), ("skip_forced=TRUE", True), ("critic=oracle", "oracle"),
        ("widths=8,9", (8, 9)), ("bots=bot,bot:simple", ("bot", "bot:simple")), ("bots=", ()),
        ("auxiliary=bid:0.1,cards:2", {"bid": 0.1, "cards": 2.0}), ("teacher=net:C:x.onnx", "net:C:x.onnx"),
        ("imitate_agents=llm:qwen2.5:7b,llm/nolist:org/a", ("llm:qwen2.5:7b", "llm/nolist:org/a")),
    ],
)  # fmt: skip
def test_each_kind_is_read_from_text_and_comes_back_from_json(word: str, value: object) -> None:
    name, given = word.partition("=")[0], parse_settings([word])
    assert given == {name: value}
    config = Config().changed(**given)
    assert config[name] == value
    assert Config.from_dict(json.loads(json.dumps(config.as_dict()))) == config


@pytest.mark.parametrize("word", ["seed=1.5", "gamma=half", "skip_forced=yes", "widths=8,", "auxiliary=bid"])
def test_text_that_cannot_be_read_is_refused_with_what_would_be_right(word: str) -> None:
    with pytest.raises(ConfigError, match=f"setting {word.partition('=')[0]} must be "):
        Config().changed(**parse_settings([word]))


@pytest.mark.parametrize(
    ("words", "message"),
    [
        (["auxiliary=bid:x"], "numbers by name"),
        (["league_share=0.7", "bot_share=0.5", "bots=bot"], "add up to 1.2"),
        (["bot_share=0.5", "bots="], "bots names no agent"),
        (["curriculum_win_rate=0.5", "bot_share=0"], "measured against bots"),
        (["objective=money"], "one of utility, points, shaped"),
        (["priority=0.5"], "from 1 to"),
        (["leage_share=0.5"], "did you mean"),
        (["gae_lambda=0.5", "gae_lambda=0.5"], "setting gae_lambda is given twice"),
        (["critic_widths=0"], "critic_widths must be layer sizes from 1 to 65536"),
        (["widths="], "widths must be one or more layer sizes"),
    ],
)
def test_settings_that_do_not_go_together_are_named(words: list[str], message: str) -> None:
    with pytest.raises(ConfigError, match=message):
        preset("skull-king", "quick", **parse_settings(words))


@pytest.mark.parametrize(
    ("name", "near"),
    [*((gone, "") for gone in ("trace", "mix_sizes", "branch_share", "placement_weight")),
     ("minibatch", "; did you mean minibatch_size")],
)  # fmt: skip
def test_a_name_that_is_no_setting_is_refused_in_files_and_words(name: str, near: str) -> None:
    with pytest.raises(ConfigError, match=f"unknown setting '{name}'{near}"):
        Config.from_dict({**Config().as_dict(), name: 1})
    with pytest.raises(ConfigError, match=f"unknown setting '{name}'{near}"):
        parse_settings([f"{name}=1"])


def test_all_presets_are_valid() -> None:
    for game in map(croupier.make, registered_games()):
        assert presets_of(game).keys() >= GENERAL.keys()
        for name in presets_of(game):
            assert preset(game, name) != Config()
    for changes in GENERAL.values():
        assert Config().changed(**changes) != Config()
