"""Facts that the pages state about the code: paths, sizes and names."""

import re
from pathlib import Path

import pytest

import croupier
from croupier.core.spec import registry

ROOT = Path(__file__).parents[1]
PACKAGE = ROOT / "src" / "croupier"
SOURCES = (ROOT / "docs" / "sources.md").read_text()
skull_king = croupier.make("skull-king")


def _section(title: str) -> str:
    """A part of the page on the sources, up to the next heading of its level."""
    level = title.split(maxsplit=1)[0]
    return re.split(rf"^{level} ", SOURCES.partition(title)[2], flags=re.MULTILINE)[0]


@pytest.mark.parametrize(("title", "folder"), [("## 002", "games/spite_malice"), ("## 003", ""), ("## 004", "")])
def test_the_files_that_are_named_beside_a_part_of_a_source_exist(title: str, folder: str) -> None:
    rows = re.findall(r"^\|[^|]*\|([^|]*)\|", _section(title), re.MULTILINE)
    named = [path for cell in rows for path in re.findall(r"`([\w/]+\.py)`", cell)]
    assert len(named) > 2
    for path in named:
        bare = (
            not path.startswith("games/") and title == "## 004" and not (PACKAGE / path).exists()
        )  # a file of the folder that the row before it names
        assert (PACKAGE / folder / ("games/skull_king" if bare else "") / path).is_file(), path


def test_every_variant_stands_among_the_text_environments() -> None:
    page = (ROOT / "docs" / "measure-language-models.md").read_text()
    for name in registry.registered_games():
        for variant in registry.spec(name).variants:
            assert f"`{variant}`" in page, variant


def test_benchmarks_measure_the_present_observation() -> None:
    page = (ROOT / "docs" / "speed.md").read_text()
    features = re.findall(r"\((\d+) features\)", page)
    assert features
    assert {int(number) for number in features} == {skull_king.observation_size}
