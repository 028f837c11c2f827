"""The code on the page of the adapters runs, and the pages name the versions of the lock file.

That of Stable-Baselines3 and RLlib is run by tests of their own.
"""

import re

import pytest

from tests.pages import DOCS, python

PAGE = "environments.md"


@pytest.mark.parametrize(
    ("library", "shown"), [("PettingZoo", r"(player_\d \S+ \S+\n){4}"), ("OpenSpiel", r"\[.*\]\n")]
)
def test_the_code_on_the_page_runs_and_shows_how_the_game_came_out(
    library: str, shown: str, capsys: pytest.CaptureFixture[str]
) -> None:
    for block in python(PAGE, library):
        exec(compile(block, PAGE, "exec"), {})  # noqa: S102  # our own page
    assert re.fullmatch(shown, capsys.readouterr().out)


def test_every_block_of_code_on_the_page_is_run_by_a_test() -> None:
    parts = "", "Gymnasium", "Stable-Baselines3", "PettingZoo", "OpenSpiel", "RLlib"
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
