"""croupier new-game: the package that it writes plays, keeps the contract, and passes its own tests."""

import importlib
import json
import os
import re
import subprocess
import sys
import tomllib
from collections.abc import Callable, Iterator
from pathlib import Path

import pytest

import croupier
from croupier.cli.playing.new_game import PARTS
from croupier.testing.tree import perft
from tests.cli.conftest import Run
from tests.cli.recorded import invoke
from tests.installed import installed

Refused = Callable[..., str]
FIRST_PAGE = (Path(__file__).parents[2] / "docs" / "add-a-game.md").read_text()


@pytest.fixture
def here(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """An empty folder, in which commands run."""
    folder = tmp_path / "here"
    folder.mkdir()
    monkeypatch.chdir(folder)
    return folder


@pytest.fixture(scope="module")
def cups(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Path]:
    """The folder of a written game, which counts as installed."""
    folder = tmp_path_factory.mktemp("written") / "two-cups"
    invoke("new-game", "two-cups", "--out", str(folder))
    with installed(tmp_path_factory.mktemp("installed"), "two-cups", "two_cups:SPEC", folder / "src"):
        yield folder


@pytest.mark.parametrize(
    ("uv", "steps"),
    [
        (False, ["cd my-game", "pip install -e '.[test]'", "croupier play my-game --vs bot", "python -m pytest"]),
        (
            True,
            [
                "uv pip install -e 'my-game[test]'",
                "uv run croupier play my-game --vs bot",
                "uv run python -m pytest my-game",
            ],
        ),
    ],
)
def test_it_says_what_was_written_and_what_to_do_next(
    run: Run, here: Path, monkeypatch: pytest.MonkeyPatch, uv: bool, steps: list[str]
) -> None:
    monkeypatch.setenv("UV", "uv")
    if not uv:
        monkeypatch.delenv("UV")
    said = run("new-game", "my-game").stdout.splitlines()
    assert said[0] == "my-game has a game that plays:"
    parts = ["pyproject.toml", "README.md", "src/my_game/__init__.py", "tests/test_my_game.py"]
    assert said[1:5] == [f"  {part}" for part in parts]
    assert said[6:] == ["Next:", *(f"  {step}" for step in steps)]
    assert sorted(
        str(path.relative_to(here / "my-game")) for path in here.rglob("*.*") if path.is_file()
    ) == sorted(parts)
    assert [path.name for path in here.iterdir()] == ["my-game"]  # nothing is left beside it


def test_its_result_is_data_as_well(run: Run, here: Path) -> None:
    told = json.loads(run("new-game", "my_game", "--out", "other", "--json").stdout)
    assert told["game"] == told["package"] == "my_game"
    assert told["folder"] == str(here / "other")
    assert all((here / "other" / part).is_file() for part in told["files"])
    assert len(told["files"]) == len(PARTS)


def test_no_word_of_the_template_is_left_open(cups: Path) -> None:
    for path in cups.rglob("*"):
        if path.is_file() and path.suffix in (".py", ".toml", ".md"):
            text = path.read_text()
            assert "$" not in text
            assert "two" in text.lower()


def test_its_installation_brings_what_its_tests_need(cups: Path) -> None:
    declared = tomllib.loads((cups / "pyproject.toml").read_text())["project"]["optional-dependencies"]
    assert declared == {"test": ["pytest"]}
    assert "pip install -e '.[test]'" in (cups / "README.md").read_text().splitlines()


def test_its_own_tests_pass(cups: Path) -> None:
    command = [sys.executable, "-m", "pytest", "-q", "-p", "no:cacheprovider"]
    plain = os.environ | {"NUMBA_DISABLE_JIT": "1", "PYTHONDONTWRITEBYTECODE": "1"}
    result = subprocess.run(command, check=False, cwd=cups, env=plain, capture_output=True, text=True, timeout=120)
    assert result.returncode == 0, result.stdout
    assert "5 passed" in result.stdout


def test_croupier_finds_it(run: Run, cups: Path) -> None:
    assert "two-cups" in run("games").stdout
    assert "Two cups (two-cups, version 1): Two dice under cups" in run("games", "two-cups").stdout


@pytest.mark.thorough
@pytest.mark.compiled
def test_it_keeps_the_contract_compiled(cups: Path) -> None:
    """Its own tests check it uncompiled."""
    assert croupier.check_game(croupier.make("two-cups"), games=20) > 40


def test_its_tree_is_the_one_of_its_rules(cups: Path) -> None:
    """A throw has 6 outcomes; after it the turn ends or, before the third, the die is thrown again."""
    game = croupier.make("two-cups")
    start = game.position("two-cups dice=1,0 throws=3,0 turn=0 over=0")
    assert [sum(perft(start, depth).values()) for depth in (1, 2, 3, 4)] == [1, 6, 12, 6 * 6]


def test_it_is_played_at_the_terminal(run: Run, cups: Path) -> None:
    said = run("play", "two-cups", "--vs", "bot:5", "--seed", "4", text="roll\nkeep\n")
    assert "Player 0 throws again." in said.stdout
    assert "Player 0, your die shows" in said.stdout
    assert said.stdout.count("Player 1, your die shows") == 0  # which is for the bot alone
    assert "wins." in said.stdout


def test_the_change_that_the_first_page_proposes_breaks_the_test_that_it_names(
    cups: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """All but the check of the contract, which takes longer and knows nothing of the number of throws."""
    change, named = re.findall(r"`(THROWS = \d|test_\w+)`", FIRST_PAGE)
    source = (cups / "src" / "two_cups" / "__init__.py").read_text()
    (tmp_path / "changed_cups.py").write_text(re.sub(r"^THROWS = \d$", change, source, flags=re.MULTILINE))
    tests = (cups / "tests" / "test_two_cups.py").read_text()
    (tmp_path / "test_changed_cups.py").write_text(tests.replace("from two_cups", "from changed_cups"))
    monkeypatch.syspath_prepend(tmp_path)
    module = importlib.import_module("test_changed_cups")
    own = {name: test for name, test in vars(module).items() if name.startswith("test_")}
    assert len(own) == 5
    del own["test_it_keeps_the_contract"]
    with pytest.raises(AssertionError):
        own.pop(named)()
    for test in own.values():
        test()


@pytest.mark.thorough
def test_search_plays_it(run: Run, cups: Path) -> None:
    """It keeps a six, which is best of all, and throws a one again."""
    analysed = [
        run("analyse", "two-cups", "--position", f"two-cups dice={die},0 throws=1,0 turn=0 over=0", "--json")
        for die in (1, 6)
    ]
    for result, best in zip(analysed, ("[roll]", "[keep]"), strict=True):
        assert json.dumps(best) in result.stdout
    played = run("play", "two-cups", "--vs", "search", "--seed", "4", text="keep\n")
    assert "Player 0 shows" in played.stdout


def test_nothing_half_written_is_left(refused: Refused, here: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    write = Path.write_text

    def full(path: Path, text: str, **more: str) -> int:
        if path.suffix == ".py":
            raise OSError(28, "No space left on device", str(path))
        return write(path, text, **more)

    monkeypatch.setattr(Path, "write_text", full)
    assert refused("new-game", "my-game") == "croupier: my-game cannot be written: No space left on device"
    assert list(here.iterdir()) == []


def test_a_folder_that_cannot_be_written_into_is_named_as_it_was_typed(
    refused: Refused, here: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    (here / "locked").mkdir()

    def locked(path: str, mode: int = 0o777) -> None:
        raise PermissionError(13, "Permission denied", path)

    monkeypatch.setattr(os, "mkdir", locked)  # as for whoever is not root, whom nothing is locked for
    said = refused("new-game", "my-game", "--out", "locked/my-game")
    assert said == "croupier: locked/my-game cannot be written: Permission denied"
    assert list((here / "locked").iterdir()) == []
