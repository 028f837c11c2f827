"""The code on the pages of the adapters runs; that of RLlib's page in tests/envs/test_rllib.py."""

import re
from pathlib import Path

import pytest

DOCS = Path(__file__).parents[2] / "docs"


@pytest.mark.parametrize(
    ("page", "shown"), [("pettingzoo.md", r"(player_\d \S+ \S+\n){4}"), ("open-spiel.md", r"\[.*\]\n")]
)
def test_the_code_on_the_page_runs_and_shows_how_the_game_came_out(
    page: str, shown: str, capsys: pytest.CaptureFixture[str]
) -> None:
    blocks = re.findall(r"```python\n(.*?)```", (DOCS / page).read_text(), re.DOTALL)
    assert blocks
    for block in blocks:
        exec(compile(block, page, "exec"), {})  # noqa: S102  # our own page
    assert re.fullmatch(shown, capsys.readouterr().out)


def test_the_table_of_doors_names_the_versions_of_the_lock_file() -> None:
    table, lock = (DOCS / "doors.md").read_text(), (DOCS.parent / "uv.lock").read_text()
    rows = [line for line in table.splitlines() if line.startswith("| version in the lock file |")]
    libraries = [
        ("gymnasium", "sb3-contrib", "pettingzoo", "open-spiel", "ray", "textarena"),
        ("verifiers", "openenv", "trl"),
    ]
    for names, row in zip(libraries, rows, strict=True):
        for library, cell in zip(names, row.strip("|").split("|")[1:], strict=True):
            versions = re.findall(rf'^name = "{library}"\nversion = "(.*)"$', lock, re.MULTILINE)
            assert cell.split()[-1] in versions
