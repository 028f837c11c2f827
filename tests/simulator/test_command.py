"""The simulator as a command: it plays an evening again as a test names it, and refuses what it cannot play."""

import json

import pytest
import typer
from typer.testing import CliRunner, Result

from tests.simulator.command import command_of, simulate_seeds
from tests.simulator.evening import EveningPlan, simulate

APP = typer.Typer()
APP.command()(simulate_seeds)


def run(*words: str) -> Result:
    return CliRunner().invoke(APP, words)


@pytest.mark.thorough
@pytest.mark.parametrize(
    "plan",
    [
        EveningPlan(game="Leduc-v0", trouble=0.0, servers=1, clock=0, whims=False, failing={3: True, 5: False}),
        EveningPlan(game="Leduc-v0", moves=20, trouble=2.5, servers=2, clock=15, lost_at=40),
    ],
)
def test_the_command_that_is_named_plays_the_same_evening(plan: EveningPlan) -> None:
    _, _, _, *words = command_of(7, plan).split()
    found = json.loads(run(*words, "--json").stdout)
    outcome = simulate(7, plan)
    assert command_of(7, plan, twins=True) == f"{command_of(7, plan)} --twins"
    assert (found["seed"], found["moves"], found["crashes"], found["seconds"]) == (
        7, outcome.moves, outcome.crashes, round(outcome.seconds, 3),
    )  # fmt: skip


@pytest.mark.parametrize(
    ("words", "why"),
    [
        (("--clock", "5"), "--clock is 0, or 10 to"),
        (("--clock", "-1"), "--clock is 0, or 10 to"),
        (("--failing", "soon"), "like 12 or 12=there, not 'soon'"),
        (("--failing", "3=gone"), "like 12 or 12=there, not '3=gone'"),
        (("--game", "chess"), "chess"),
        (("--moves", "0"), "--moves"),
    ],
)
def test_what_cannot_be_simulated_is_refused(words: tuple[str, str], why: str) -> None:
    result = run(*words)
    assert result.exit_code == 2
    assert why in " ".join(result.output.replace("│", " ").split())


def test_a_trace_stands_beside_the_json() -> None:
    """So that what is printed can be read as JSON, each line alone; and the trace is there as it happens."""
    result = run("--seed", "4", "--moves", "20", "--game", "pig", "--trouble", "0", "--twins", "--trace", "--json")
    assert [json.loads(line)["seed"] for line in result.stdout.splitlines()] == [4]
    assert "seed 4: pig" in result.stderr.splitlines()[0]
    assert len(result.stderr.splitlines()) > 100
