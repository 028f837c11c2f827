"""Names of games, and games of other packages."""

import sys

import pytest

import croupier
from croupier.core.base.errors import ConfigError
from croupier.core.spec import registry
from tests.changed import changed
from tests.toy import SPEC as TOY


def test_the_built_in_games_are_known_without_loading_them() -> None:
    entry = croupier.registered_games()["pig"]
    assert entry.variants == ("PigDice-v0", "PigDice-v0-short", "PigDice-v0-long")
    assert entry.summary


def test_what_an_entry_says_of_a_built_in_game_is_true() -> None:
    for entry in registry.BUILT_IN:
        spec = registry.spec(entry.name)
        assert spec.name == entry.name
        assert tuple(spec.variants) == entry.variants
        for variant in entry.variants:
            assert croupier.make(variant).options == croupier.make(entry.name, **spec.variants[variant]).options


def test_a_variant_has_its_own_options_and_given_ones_win() -> None:
    assert (
        croupier.make("PigDice-v0-short").options == croupier.make("pig", winning_score=50, max_turns=50).options
    )
    assert croupier.make("PigDice-v0-short", max_turns=7).options["max_turns"] == 7


def test_a_game_is_loaded_once() -> None:
    assert croupier.make("pig").spec is croupier.make("PigDice-v0").spec


@pytest.mark.parametrize("name", ["pug", "PigDice", "pigdice-v0", "Pig"])
def test_an_unknown_game_is_refused_with_the_near_names(name: str) -> None:
    with pytest.raises(ConfigError, match=rf"unknown game '{name}'; did you mean .*[pP]ig"):
        croupier.make(name)


def test_without_near_names_all_are_named() -> None:
    with pytest.raises(ConfigError, match="unknown game 'zzzz'; known: pig, PigDice-v0"):
        croupier.make("zzzz")


def test_a_game_of_another_package_is_made_by_name(outside: dict[str, str]) -> None:
    assert registry.registered_games()["toy"].summary == "from the package cards_of_others:SPEC"
    game = croupier.make("toy", players=3)
    assert game.spec is TOY
    assert game.num_players == 3
    assert repr(game) == "croupier.make('toy', players=3)"
    assert "pig" in registry.registered_games()


def test_variants_of_another_packages_game_are_names_as_well(outside: dict[str, str]) -> None:
    assert croupier.make("HighCard-v0-four").num_players == 4
    assert croupier.make("HighCard-v0-four", players=3).num_players == 3
    with pytest.raises(ConfigError, match="unknown game 'HighCard-v1'; did you mean HighCard-v0"):
        croupier.make("HighCard-v1")


@pytest.mark.parametrize(
    ("name", "value", "message"),
    [
        (
            "pig",
            "cards_of_others:SPEC",
            r"the game .pig. of cards_of_others:SPEC has the name of croupier\.games\.p",
        ),
        ("toy", "cards_of_others:NOTHING", "cards_of_others:NOTHING is no GameSpec but int"),
        ("nim", "cards_of_others:SPEC", r"cards_of_others:SPEC has the name 'toy', its entry point 'nim'"),
        ("toy", "cards_of_nobody:SPEC", "the game 'toy' cannot be loaded from cards_of_nobody:SPEC"),
        ("toy", "cards_of_others:SPECK", "the game 'toy' cannot be loaded from cards_of_others:SPECK"),
    ],
)
def test_an_entry_point_that_is_no_other_game_is_refused(
    outside: dict[str, str], name: str, value: str, message: str
) -> None:
    del outside["toy"]
    outside[name] = value
    with pytest.raises(ConfigError, match=message):
        croupier.make(name)


def test_a_game_that_cannot_be_loaded_keeps_no_other_from_being_named(outside: dict[str, str]) -> None:
    outside["nim"] = "cards_of_nobody:SPEC"
    with pytest.warns(UserWarning, match="'nim' cannot be loaded from cards_of_nobody:SPEC.* it is left out"):
        known = registry.names()
    assert {"pig", "toy"} <= set(known)
    assert "nim" not in known


@pytest.mark.parametrize("variant", ["PigDice-v0", "skull-king", "toy"])
def test_a_variant_whose_name_is_taken_is_refused(
    outside: dict[str, str], monkeypatch: pytest.MonkeyPatch, variant: str
) -> None:
    spec = changed(TOY, variants={variant: {"players": 3}})
    monkeypatch.setattr(sys.modules["cards_of_others"], "SPEC", spec)
    with pytest.raises(ConfigError, match=f"cards_of_others:SPEC has a variant '{variant}', which is the name of"):
        croupier.make("toy")


@pytest.mark.parametrize(
    ("raised", "told"), [(ValueError("no such suit"), "no such suit"), (OSError(), "OSError")]
)
def test_a_package_that_fails_while_it_is_loaded_is_named(
    outside: dict[str, str], monkeypatch: pytest.MonkeyPatch, raised: Exception, told: str
) -> None:
    def fail(module: str) -> None:
        raise raised

    monkeypatch.setattr("croupier.core.spec.registry.importlib.import_module", fail)
    with pytest.raises(ConfigError, match=f"the game 'toy' cannot be loaded from cards_of_others:SPEC: {told}"):
        croupier.make("toy")
