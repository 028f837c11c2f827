"""What a change reaches, by what rooms import, and which test files run for it."""

import pytest

from tests.since import TESTS, below, selection


def names(*changed: str) -> set[str]:
    """Test files that run for a change, below ``tests``."""
    files = selection(changed).files
    assert files is not None
    return {file.relative_to(TESTS).as_posix() for file in files}


def test_a_room_stands_on_those_that_it_imports_directly_or_not() -> None:
    assert {"table", "agents", "games", "core"} <= below("server")
    assert not {"server", "learn"} & below("envs")
    assert "server" in below("cli.playing.serve")
    assert "server" not in below("cli.measuring.solve")


def test_a_change_of_the_server_leaves_out_games_environments_and_training() -> None:
    found = names("src/croupier/server/room/room.py")
    assert {"server/test_lobby.py", "simulator/test_evenings.py"} <= found
    assert any(name.startswith("browser/") for name in found)
    assert "envs/contracts/test_contracts.py" in found  # one of whose doors is the server
    assert not {name for name in found if name.startswith(("games/", "core/", "table/", "solving/"))}


def test_a_change_of_the_records_reaches_all_rooms() -> None:
    found = names("src/croupier/core/engine/batch.py")
    assert {name.split("/")[0] for name in found} >= {
        "games",
        "agents",
        "table",
        "measure",
        "server",
        "learn",
        "cli",
    }


def test_a_helper_of_the_tests_reaches_the_files_that_import_it() -> None:
    found = names("tests/server/clients.py")
    assert {"server/test_lobby.py", "browser/test_chat.py"} <= found
    assert "core/test_rng.py" not in found
    assert names("tests/core/test_rng.py") == {"core/test_rng.py"}


def test_a_page_reaches_the_tests_of_the_project() -> None:
    assert names("docs/cli.md") == {file.name for file in TESTS.glob("test_*.py")}


@pytest.mark.parametrize("name", ["uv.lock", "tests/conftest.py", "pyproject.toml", "src/croupier/__init__.py"])
def test_what_all_stand_on_reaches_everything(name: str) -> None:
    assert selection([name]).files is None


def test_it_says_which_and_why() -> None:
    why = selection(["src/croupier/measure/costs/lost.py"]).why
    assert why[0] == "measure: src/croupier/measure/costs/lost.py"
    assert "learn" in why[1]
    assert why[-1].endswith("test files")
