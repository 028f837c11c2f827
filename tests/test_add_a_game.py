"""The pages "Add a game": what they name exists, and their blocks are a game that keeps the contract."""

import importlib.util
import itertools
import os
import re
import subprocess
import sys
import tomllib
from pathlib import Path

import pytest

from croupier.core.spec.registry import Entry
from croupier.server.process.app import STATIC

ROOT = Path(__file__).parents[1]
DOCS = ROOT / "docs"
PAGES = {
    name: (DOCS / name).read_text()
    for name in re.findall(r"add-a-game(?:/[\w-]+)?\.md", (ROOT / "mkdocs.yml").read_text())
}
"""The pages in their order: the first one, then one for each part of a game."""
FIRST = "add-a-game.md"
PAGE = "\n".join(PAGES.values())
BLOCK = re.compile(r'^```(\w+)(?: title="([^"]+)")?\n(.*?)^```$', re.MULTILINE | re.DOTALL)
FILES = ("rules.py", "view.py", "text.py", "notation.py", "prompts.py", "bots.py", "spec.py", "training.py")
"""The files of the pages' game; a file may be told in several blocks."""
PAGE_FILES = {"js": "page/table.js", "css": "page/table.css"}
"""The files with which it draws its table in the browser, by their languages."""

DRIVER = """
import croupier
from bluff_game.spec import SPEC
from croupier.core.engine.game import Game

croupier.make = lambda name, **options: Game(SPEC, **options)
for options in ({}, {"lives": 1}, {"lives": 9}):
    croupier.check_game(croupier.make("bluff", **options), games=4, fuzz=60 if options else 0)
import test_redeal
for name, test in vars(test_redeal).items():
    if name.startswith("test_"):
        test()
from croupier.testing.tree import perft
start = croupier.make("bluff").position("bluff dice=3,4 claim=10")
print(perft(start, 1), SPEC.training().privileged(start.game).size)
"""


def blocks(kind: str) -> list[tuple[str, str]]:
    """Titles and texts of the pages' blocks in a language."""
    return [(title, text) for language, title, text in BLOCK.findall(PAGE) if language == kind]


def write_package(folder: Path) -> None:
    """Write the pages' game, and its re-deal tests beside it."""
    package = folder / "bluff_game"
    package.mkdir()
    (package / "__init__.py").write_text('"""Bluff."""\n')
    for name in FILES:
        parts = [text for title, text in blocks("python") if title == name]
        assert parts, f"no page has a block of {name}"
        (package / name).write_text("\n\n".join(parts))
    _add_page(package)
    (folder / "test_redeal.py").write_text(dict(blocks("python"))["tests/games/bluff/test_redeal.py"])


def _add_page(package: Path) -> None:
    """Add the page for the browser to the game, as its own page of the docs says."""
    (package / "page").mkdir()
    for kind, name in PAGE_FILES.items():
        (package / name).write_text(dict(blocks(kind))[name])
    (declared,) = [text for _, text in blocks("python") if "PAGE = Page(" in text]
    spec, last = (package / "spec.py").read_text(), "    bots=BOTS,\n"
    assert spec.count(last) == 1
    (package / "spec.py").write_text(declared + "\n" + spec.replace(last, f"{last}    page=PAGE,\n"))


def test_a_game_plays_after_sixty_lines_and_the_rest_is_a_page_each() -> None:
    assert len(PAGES[FIRST].splitlines()) <= 60
    linked = re.findall(r"\]\((add-a-game/[\w-]+\.md)\)", PAGES[FIRST])
    there = sorted(str(path.relative_to(DOCS)) for path in (DOCS / "add-a-game").iterdir())
    assert sorted(linked) == there == sorted(PAGES.keys() - {FIRST})
    for name, text in PAGES.items():
        title, blank, says = text.splitlines()[:3]
        assert title.startswith("# "), name
        assert blank == "", name
        assert re.match(r"[A-Z`][\w ]", says), f"{name} begins with a line that says what it is for"


def test_each_page_leads_to_the_next() -> None:
    parts = [name.rpartition("/")[2] for name in PAGES][1:]
    for name, after in itertools.pairwise(parts):
        title = PAGES[f"add-a-game/{after}"].splitlines()[0].removeprefix("# ")
        assert PAGES[f"add-a-game/{name}"].endswith(f"\nNext: [{title}]({after}).\n"), name


def test_the_games_blocks_put_together_keep_the_contract(tmp_path: Path) -> None:
    write_package(tmp_path)
    environment = os.environ | {"NUMBA_DISABLE_JIT": "1", "PYTHONPATH": str(tmp_path)}
    result = subprocess.run(
        [sys.executable, "-W", "error", "-c", DRIVER],
        check=False, cwd=tmp_path, env=environment, capture_output=True, text=True, timeout=300,
    )  # fmt: skip
    assert result.returncode == 0, result.stderr[-4000:]
    assert result.stdout == "{'[doubt]': 1, '[claim 11]': 1, '[claim 12]': 1} 6\n"


def test_the_copy_of_pig_is_a_game_under_the_new_name(tmp_path: Path) -> None:
    (tmp_path / "croupier").symlink_to(ROOT)
    (shown,) = [text for _, text in blocks("console") if "cp -r" in text]
    copying = re.sub(r"^\$ ", "", shown, flags=re.MULTILINE)
    print_names = "from bluff_game.spec import SPEC; print(SPEC.name, *SPEC.variants, SPEC.rules.play.__module__)"
    environment = os.environ | {"NUMBA_DISABLE_JIT": "1"}
    result = subprocess.run(
        ["bash", "-ec", f"{copying}\n'{sys.executable}' -c '{print_names}'"],  # as in a terminal
        check=False, cwd=tmp_path, env=environment, capture_output=True, text=True, timeout=120,
    )  # fmt: skip
    assert result.returncode == 0, result.stderr
    assert result.stdout == "bluff Bluff-v0 Bluff-v0-short Bluff-v0-long bluff_game.rules\n"


@pytest.mark.parametrize(("title", "text"), blocks("python"), ids=lambda text: text[:20])
def test_every_block_of_code_compiles(title: str, text: str) -> None:
    compile(text, title or "a block of the page", "exec")


def test_the_entry_point_and_the_line_of_the_registry_are_valid() -> None:
    (title, project), *_ = blocks("toml")
    assert title == "pyproject.toml"
    points = tomllib.loads(project)["project"]["entry-points"]["croupier.games"]
    assert points == {"bluff": "bluff_game.spec:SPEC"}
    (line,) = [text for _, text in blocks("python") if text.startswith("Entry(")]
    entry = eval(line, {"Entry": Entry})  # noqa: S307  # a line of our own page
    assert (entry.name, entry.target) == ("bluff", "croupier.games.bluff.spec:SPEC")


def test_the_files_that_the_page_names_exist() -> None:
    prose = BLOCK.sub("", PAGE)
    named = {word for word in re.findall(r"`([\w./-]+)`", prose) if "/" in word and "bluff" not in word}
    named -= {"exact/"}  # of the copy of Pig
    named -= {"src/my_game/__init__.py", "tests/test_my_game.py"}  # which `croupier new-game my-game` writes
    roots = (ROOT, ROOT / "src" / "croupier")
    assert len(named) > 20
    addresses = {word for word in named if word.startswith("/")}  # of the server's pages
    assert len(addresses) > 1
    assert sorted(word for word in addresses if not (STATIC / word[1:]).is_file()) == []
    assert sorted(word for word in named - addresses if not any((root / word).exists() for root in roots)) == []


def test_the_python_names_in_the_text_exist() -> None:
    names = set(re.findall(r"`(croupier\.[\w.]+)`", PAGE)) - {"croupier.games"}  # the group of entry points
    assert len(names) >= 4
    for name in (name for name in names if not name.startswith("croupier.games.bluff")):
        module, _, attribute = name.rpartition(".")
        found = hasattr(importlib.import_module(module), attribute) or importlib.util.find_spec(name) is not None
        assert found, name
