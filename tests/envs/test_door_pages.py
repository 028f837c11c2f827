"""The code on the page of the adapters runs, and the pages name the versions of the lock file.

That of Stable-Baselines3 is run by tests of its own.
"""

import importlib
import re
import sys

import pyspiel
import pytest
from open_spiel.python.algorithms import exploitability
from open_spiel.python.policy import UniformRandomPolicy

import croupier
from croupier.core.spec import registry
from croupier.envs.open_spiel import short_name
from tests.pages import DOCS, python, section

PAGE = "environments.md"


@pytest.mark.parametrize(
    ("module", "library"), [("gymnasium", "gymnasium"), ("sb3", "sb3_contrib"), ("textarena", "textarena")]
)
def test_a_library_that_is_missing_is_named_with_its_extra(
    module: str, library: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    loaded = [name for name in sys.modules if name.partition(".")[0] == library]
    for name in {library, *loaded}:
        monkeypatch.setitem(sys.modules, name, None)
    monkeypatch.delitem(sys.modules, f"croupier.envs.{module}", raising=False)
    with pytest.raises(ImportError, match=rf"needs {library}, .*pip install '\.\[{module}\]'"):
        importlib.import_module(f"croupier.envs.{module}")


@pytest.mark.parametrize(
    ("library", "shown"),
    [
        ("What holds everywhere", r"BIDDING 0 bid 0 11\n(.+\n)+"),
        ("PettingZoo", r"(player_\d \S+ \S+\n){4}"),
        ("OpenSpiel", r"\[.*\]\n"),
    ],
)
def test_the_code_on_the_page_runs_and_prints_what_it_is_for(
    library: str, shown: str, capsys: pytest.CaptureFixture[str]
) -> None:
    for block in python(PAGE, library):
        exec(compile(block, PAGE, "exec"), {})  # noqa: S102  # our own page
    assert re.fullmatch(shown, capsys.readouterr().out)


def test_every_block_of_code_on_the_page_is_run_by_a_test() -> None:
    parts = "", "What holds everywhere", "Gymnasium", "Stable-Baselines3", "PettingZoo", "OpenSpiel"
    run = [block for part in parts for block in python(PAGE, part)]
    assert run == re.findall(r"```python\n(.*?)```", (DOCS / PAGE).read_text(), re.DOTALL)


@pytest.mark.parametrize(
    ("page", "libraries"),
    [
        (PAGE, ("gymnasium", "sb3-contrib", "pettingzoo", "open-spiel", "ray", "textarena")),
        ("train-language-models.md", ("verifiers", "openenv", "trl")),
    ],
)
def test_the_table_of_a_page_names_the_versions_of_the_lock_file(page: str, libraries: tuple[str, ...]) -> None:
    table, lock = (DOCS / page).read_text(), (DOCS.parent / "uv.lock").read_text()
    (row,) = [line for line in table.splitlines() if line.startswith("| version in the lock file |")]
    for library, cell in zip(libraries, row.strip("|").split("|")[1:], strict=True):
        versions = re.findall(rf'^name = "{library}"\nversion = "(.*)"$', lock, re.MULTILINE)
        assert cell.split()[-1] in versions


def test_the_table_of_openspiels_games_has_every_game_with_its_facts() -> None:
    shown = re.findall(r"^\| `(croupier_\w+)` \| (.*) \|$", section(PAGE, "OpenSpiel"), re.MULTILINE)
    told = {game: [cell.split(":")[0] for cell in cells.split(" | ")] for game, cells in shown}
    assert told == {short_name(entry.name): _cells(entry.name) for entry in registry.BUILT_IN}


def _cells(name: str) -> list[str]:
    facts = croupier.make(name).facts
    return [
        {"open": "perfect", "hidden": "imperfect"}[facts.information],
        {"listed": "explicit", "sampled": "sampled, or `deals`"}[facts.chance],
        f"constant sum {facts.utility_sum:g}" if facts.utility_sum else "zero-sum",
    ]


@pytest.mark.parametrize(
    ("ours", "theirs", "shown"),
    [
        ("croupier_liars_dice(dice=1,faces=2)", "liars_dice(dice_sides=2)", "0.5625"),
        pytest.param("croupier_leduc", "leduc_poker", "2.373611", marks=pytest.mark.thorough),
    ],
)
def test_the_exploitability_of_uniform_play_is_that_on_the_page(ours: str, theirs: str, shown: str) -> None:
    found, other = (
        exploitability.exploitability(game, UniformRandomPolicy(game))
        for game in map(pyspiel.load_game, (ours, theirs))
    )
    assert found == pytest.approx(other, abs=1e-9)
    assert f"{found:.6f}".rstrip("0") == shown
    (row,) = [
        line for line in section(PAGE, "OpenSpiel").splitlines() if line.startswith("| exploitability of uniform")
    ]
    assert shown in row
