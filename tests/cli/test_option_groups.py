"""Options of several commands in dataclasses."""

from dataclasses import dataclass
from typing import Annotated

import pytest
import typer
from typer.testing import CliRunner

from croupier.cli.scale import with_option_groups


@dataclass(frozen=True)
class Lamps:
    """A group of two options."""

    color: Annotated[str, typer.Option("--color", help="Which light.")] = "white"
    count: Annotated[int, typer.Option("--count", min=1, help="How many.")] = 2


@with_option_groups
def light(
    room: Annotated[str, typer.Argument()],
    *,
    before: Annotated[bool, typer.Option("--before")] = False,
    lamps: Lamps,
    after: Annotated[bool, typer.Option("--after")] = False,
) -> None:
    """Light a room."""
    typer.echo(f"{room} {before} {lamps} {after}")


app = typer.Typer(add_completion=False)
app.command()(light)


@pytest.mark.parametrize(
    ("words", "said"),
    [
        (["hall"], f"hall False {Lamps()} False"),
        (["hall", "--count", "3", "--after"], f"hall False {Lamps(count=3)} True"),
        (["--color", "red", "hall", "--before"], f"hall True {Lamps('red')} False"),
    ],
)
def test_the_fields_of_a_group_are_options(words: list[str], said: str) -> None:
    assert CliRunner().invoke(app, words).output.strip() == said


def test_they_stand_in_the_help_where_the_group_stands_with_what_they_check() -> None:
    said = CliRunner().invoke(app, ["--help"]).output
    places = [
        said.index(word) for word in ("Light a room", "--before", "--color", "Which light", "--count", "--after")
    ]
    assert places == sorted(places)
    assert "--lamps" not in said
    assert CliRunner().invoke(app, ["hall", "--count", "0"]).exit_code == 2
