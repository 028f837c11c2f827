"""Help, and what must not be loaded for it."""

import re
import subprocess
import sys

import pytest
import typer

from croupier.cli import COMMANDS, app
from croupier.core.base.errors import EXTRAS
from tests.amounts import daily
from tests.cli.conftest import Run

HEAVY = ("numba", "numpy", "croupier.games", "croupier.core.base.kernel", *EXTRAS)


def loaded_by(code: str) -> set[str]:
    """Names of the modules that a fresh interpreter holds after some code."""
    script = f"import sys\n{code}\nprint('MODULES', *sys.modules)"
    result = subprocess.run([sys.executable, "-c", script], capture_output=True, text=True, check=True, timeout=60)
    return set(result.stdout.rpartition("MODULES")[2].split())


@pytest.mark.parametrize(
    "words",
    daily([["--help"], ["play", "--help"], ["serve", "--help"], ["games"], ["games", "--json"], ["--version"]], 2),
)
def test_help_and_the_list_of_games_load_neither_numba_nor_a_game(words: list[str]) -> None:
    run = f"""
from croupier.cli import main
sys.argv = ["croupier", *{words!r}]
try:
    main()
except SystemExit as end:
    assert end.code == 0
"""
    modules = loaded_by(run)
    assert "typer" in modules
    assert not modules & set(HEAVY)


def test_importing_the_package_loads_neither_numba_nor_a_game() -> None:
    assert not loaded_by("import croupier") & set(HEAVY)


def test_the_commands_are_listed_with_a_whole_sentence_each(run: Run) -> None:
    result = run("--help")
    assert "all but mcp have --json" in " ".join(result.stdout.split())
    for command in COMMANDS:
        first, _, second = command.partition(" ")
        if second:
            assert re.search(rf"See also: .*\b{command}[,.]", " ".join(run(first, "--help").stdout.split())), (
                command
            )
        else:
            assert re.search(rf"^  {command} +[A-Z].*[^.]\.$", result.stdout, re.MULTILINE), command
    assert re.findall(r"^(\w+):$", result.stdout, re.MULTILINE) == ["Play", "Train", "Measure"]
    assert len(result.stdout.splitlines()) <= 24
    assert max(map(len, result.stdout.splitlines())) <= 80
    assert run().stdout == result.stdout


DRAWING_NOTHING = {
    "games", "replay", "new-game", "export", "judge show", "benchmark show", "benchmark add", "benchmark merge",
    "solve", "compile",
}  # fmt: skip


@pytest.mark.parametrize("command", COMMANDS)
def test_every_command_has_json_seed_and_an_example(command: str, run: Run) -> None:
    result = run(*command.split(), "--help")
    drawing = () if command in DRAWING_NOTHING else ("--seed",)
    printing = () if command == "mcp" else ("--json",)  # whose output is a protocol
    for wanted in (*printing, *drawing, f"Example: croupier {command} "):
        assert wanted in result.stdout


def test_the_version_is_that_of_the_package(run: Run) -> None:
    from croupier import __version__

    assert run("--version").stdout == f"croupier {__version__}\n"


def test_options_of_models_stand_at_the_end_each_option_has_one_metavar_and_none_is_too_much(
    run: Run,
) -> None:
    command = typer.main.get_command(app)
    found = {name: command.get_command(None, name).params for name in COMMANDS}  # type: ignore[attr-defined]
    assert len(found) <= 24
    assert sum(each.param_type_name == "option" for params in found.values() for each in params) <= 220
    for name, params in found.items():
        own, heading, models = run(*name.split(), "--help").stdout.partition("\nLanguage models:\n")
        assert bool(heading) == any("--llm-url" in each.opts for each in params)
        theirs = ("--llm-settings", "--disguise ", "--no-plain ", "--leave-void ", "--chat-reasoning ")
        assert [each for each in theirs if f"  {each}" in own] == []
        assert "--json" not in models
    spellings: dict[str, set[str | None]] = {}
    for each in (each for params in found.values() for each in params if each.param_type_name == "option"):
        spellings.setdefault(each.opts[0], set()).add(each.metavar)
    assert [name for name, metavars in spellings.items() if len(metavars) > 1] == ["--set"]  # a setting, a set
