"""Commands in help and documentation are commands that exist, with options that exist."""

import re
import shlex
from pathlib import Path

import pytest

from croupier.cli import COMMANDS
from docs.generate.commands import PAGE, written
from tests.cli.conftest import Run
from tests.cli.recorded import COMMAND

ROOT = Path(__file__).parents[2]
PAGES = [ROOT / "README.md", *sorted((ROOT / "docs").rglob("*.md")), *sorted((ROOT / "src").rglob("*.md"))]
SHOWN = re.compile(r"^\$ .*?\bcroupier ([a-z][a-z-]*)(.*)$", re.MULTILINE)


def accept(command: str, words: str) -> None:
    """Read the words as the command would; raises where it would refuse them."""
    first, _, rest = words.strip().partition(" ")
    if f"{command} {first}" in COMMANDS:
        command, words = f"{command} {first}", rest
    with COMMAND.make_context("croupier", [command]) as context:
        found = COMMAND.get_command(context, command)  # type: ignore[attr-defined]  # it is a group
        assert found is not None, command
        found.make_context(command, shlex.split(words, comments=True), parent=context)


@pytest.mark.parametrize("page", PAGES, ids=lambda page: str(page.relative_to(ROOT)))
def test_commands_in_the_docs_are_accepted(page: Path) -> None:
    for command, words in SHOWN.findall(page.read_text()):
        accept(command, words)


def test_the_table_of_commands_is_what_help_says() -> None:
    text = (ROOT / PAGE).read_text()
    assert text == written(text), "run: python -m docs.generate.commands"


@pytest.mark.parametrize("command", COMMANDS)
def test_the_example_in_help_is_accepted(command: str, run: Run) -> None:
    text = run(*command.split(), "--help").stdout
    example = re.search(rf"Example: croupier {command} (.*?)(?:\n\s*\n|$)", text, re.DOTALL)
    assert example is not None
    accept(command, " ".join(example[1].split()))


def test_the_answer_shown_in_the_docs_is_the_answer_given(run: Run) -> None:
    text = (ROOT / PAGE).read_text()
    shown = re.search(r"^\$ croupier (.*)\n(croupier: .*)$", text, re.MULTILINE)
    assert shown is not None
    assert run(*shown[1].split(), ends=2).stderr.splitlines()[-1] == shown[2]
