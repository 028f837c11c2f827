"""Settings: declared once, checked and read from that declaration, and all of them on their page."""

import json
from pathlib import Path

import pytest

import croupier
from croupier import registered_games
from croupier.core.base.errors import ConfigError
from croupier.learn.settings.config import GROUPS, SETTINGS, Config, PPOSettings, parse_settings
from croupier.learn.settings.former_names import RENAMED
from croupier.learn.settings.presets import GENERAL, preset, presets_of
from croupier.learn.settings.settings import Group, declared
from docs.generate.settings import PAGE, page

ROOT = Path(__file__).parents[2]


def test_the_page_of_settings_is_up_to_date() -> None:
    assert (ROOT / PAGE).read_text() == page(), "run python -m docs.generate.settings"


def test_every_setting_stands_in_one_group_and_on_the_page() -> None:
    names = [name for group in GROUPS.values() for name in declared(group)]
    assert sorted(names) == sorted(SETTINGS)
    assert len(set(names)) == len(names)
    assert all(f"| `{name}` |" in page() for name in names)
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
        ("auxiliary=bid:0.1", {"bid": 0.1}), ("teacher=net:C:x.onnx", "net:C:x.onnx"),
    ],
)  # fmt: skip
def test_each_kind_is_read_from_text(word: str, value: object) -> None:
    assert parse_settings([word]) == {word.partition("=")[0]: value}


@pytest.mark.parametrize("word", ["seed=1.5", "gamma=half", "skip_forced=yes", "widths=8,", "auxiliary=bid"])
def test_text_that_cannot_be_read_is_refused_with_what_would_be_right(word: str) -> None:
    with pytest.raises(ConfigError, match=f"setting {word.partition('=')[0]} must be "):
        Config().changed(**parse_settings([word]))


def test_a_group_alone_is_checked_too() -> None:
    with pytest.raises(ConfigError, match="clip_range must be a number from 0 to 100, not -1"):
        PPOSettings(clip_range=-1)


@pytest.mark.parametrize(("old", "new"), RENAMED.items())
def test_a_former_name_is_understood_with_a_warning(old: str, new: str) -> None:
    text = json.dumps(Config().as_dict()[new]).strip('"')
    with pytest.warns(FutureWarning, match=f"the setting {old} is now called {new}"):
        assert parse_settings([f"{old}={text}"]) == {new: Config()[new]}


@pytest.mark.parametrize(
    ("words", "mix", "share"),
    [
        (["mix_sizes=true"], "sizes", 0.5),
        (["mix_sizes=FALSE"], "none", 1.0),
        (["mix_sizes=true", "mix_share=0.7"], "sizes", 0.7),
    ],
)
def test_mixed_sizes_are_a_mix_under_their_former_name(words: list[str], mix: str, share: float) -> None:
    with pytest.warns(FutureWarning, match="mix_sizes=true is now mix=sizes with mix_share=0.5"):
        config = Config().changed(**parse_settings(words))
    assert (config.rollout.mix, config.rollout.mix_share) == (mix, share)


def test_the_former_mixed_sizes_are_read_from_files_and_checked() -> None:
    written = {name: value for name, value in Config().as_dict().items() if not name.startswith("mix")}
    assert Config.from_dict({**written, "mix_sizes": True}) == Config().changed(mix="sizes", mix_share=0.5)
    assert Config.from_dict({**written, "mix_sizes": False}) == Config()
    with pytest.raises(ConfigError, match="setting mix_sizes must be true or false, not 'yes'"):
        Config().changed(mix_sizes="yes")


def test_a_config_that_an_older_version_wrote_is_read() -> None:
    config = Config().changed(num_tables=7, gae_lambda=0.5, credit_until="scoring")
    former = {new: old for old, new in RENAMED.items()}
    written = {former.get(name, name): value for name, value in config.as_dict().items()}
    assert "trace" in written
    assert Config.from_dict(written) == config


def test_a_setting_given_under_both_names_is_given_twice() -> None:
    with (
        pytest.warns(FutureWarning, match="now called gae_lambda"),
        pytest.raises(ConfigError, match="gae_lambda is given twice"),
    ):
        parse_settings(["gae_lambda=0.5", "trace=0.5"])


def test_all_presets_are_valid() -> None:
    for game in map(croupier.make, registered_games()):
        assert presets_of(game).keys() >= GENERAL.keys()
        for name in presets_of(game):
            assert preset(game, name) != Config()
    for changes in GENERAL.values():
        assert Config().changed(**changes) != Config()
