"""What a change reaches, by what rooms import, and which test files run for it."""

import re

import pytest

from tests.since import LOOKS, ROOT, SOURCE, TESTS, UNDOCUMENTED, above, selection


def names(*changed: str) -> set[str]:
    """Test files that run for a change, below ``tests``."""
    files = selection(changed).files
    assert files is not None
    return {file.relative_to(TESTS).as_posix() for file in files}


def rooms_above(*parts: str) -> set[str]:
    """The rooms in which a module is imported, directly or not."""
    return {file.relative_to(SOURCE).parts[0] for file in above([SOURCE.joinpath(*parts)])}


def test_a_module_reaches_those_that_import_it_directly_or_not() -> None:
    assert {"server", "table", "agents", "games", "core"} <= rooms_above("core", "base", "rng.py")
    assert rooms_above("server", "process", "app.py") == {"server", "cli"}
    assert not {"server", "table"} & rooms_above("envs", "gymnasium.py")
    assert SOURCE / "cli" / "measuring" / "solve.py" not in above([SOURCE / "server" / "process" / "app.py"])


def test_an_interface_reaches_its_tests_contracts_and_examples_and_no_other_interface() -> None:
    found = names("src/croupier/envs/pettingzoo.py")
    assert {"envs/test_pettingzoo.py", "envs/contracts/test_contracts.py", "envs/test_rllib.py"} <= found
    assert not found & {"envs/test_textarena.py", "envs/test_mcp.py", "learn/test_runs.py"}


def test_a_game_reaches_what_names_it_or_goes_through_all_games_with_parameters_of_no_other() -> None:
    chosen = selection(["src/croupier/games/hearts/rules.py", "src/croupier/games/hearts/languages/de.toml"])
    found = {file.relative_to(TESTS).as_posix() for file in chosen.files or ()}
    assert {"games/hearts/test_rules.py", "testing/test_check_game.py", "browser/test_trick_table.py"} <= found
    assert not [name for name in found if name.startswith(("games/pig", "simulator", "browser/test_chat"))]
    contract = TESTS / "testing" / "test_check_game.py", "test_a_game_keeps_the_contract"
    ids = ("daily-hearts-4", "daily", "hearts-skull-king", "skull-king-options3", "SkullKing-v0-two")
    assert [chosen.leaves_out(*contract, f"test[{each}]") for each in ids] == [False, False, False, True, True]
    links = TESTS / "core" / "test_position_links.py"
    assert chosen.leaves_out(links, "test_more_after_a_link_is_no_part_of_it")  # it plays Pig
    assert not chosen.leaves_out(links, "test_a_link_leads_to_its_position_and_is_short")  # a table grows by all
    assert chosen.leaves_out(TESTS / "test_spades.py", "test_people_play_it")
    assert not chosen.leaves_out(TESTS / "games" / "hearts" / "test_rules.py", "test", "test[skull-king]")
    assert chosen.first("tests/games/hearts/test_rules.py::test")
    assert not selection(["src/croupier/games/hearts/rules.py", "src/croupier/core/base/rng.py"]).games


def test_a_change_of_the_server_leaves_out_games_environments_and_training() -> None:
    found = names("src/croupier/server/room/room.py")
    assert {"server/test_lobby.py", "simulator/test_evenings.py"} <= found
    assert "browser/test_whole_games.py" in found
    assert all(file.exists() for file in LOOKS)
    looks = "browser/test_layout.py"  # what pages look like is asked where something changes that they are made of
    assert looks not in found
    assert looks not in names("src/croupier/server/room/room.py", "tests/server/test_lobby.py")
    assert any("how pages look" in line for line in selection(["src/croupier/server/room/room.py"]).why)
    assert looks in names("src/croupier/server/room/room.py", "src/croupier/server/static/lobby.js")
    assert looks in names("src/croupier/server/room/room.py", "src/croupier/core/base/rng.py")
    assert looks in names("src/croupier/server/room/room.py", "tests/browser/test_layout.py")
    assert "envs/contracts/test_contracts.py" in found  # one of whose doors is the server
    assert not {name for name in found if name.startswith(("games/", "core/", "table/", "solving/"))}


def test_a_helper_of_the_tests_reaches_the_files_that_import_it() -> None:
    found = names("tests/server/clients.py")
    assert {"server/test_lobby.py", "browser/test_chat.py"} <= found
    assert "core/test_rng.py" not in found
    assert names("tests/core/test_rng.py") == {"core/test_rng.py"}


def test_the_documentation_is_built_where_a_change_may_show_in_it() -> None:
    changed = ["src/croupier/server/room/room.py", "tests/cli/test_play.py"]
    assert not selection(changed).documented
    assert "left out: the build of the documentation" in selection(changed).why
    for name in ("docs/play.md", "examples/first_legal.sh", "src/croupier/table/table.py", "tests/built_pages.py"):
        assert selection([*changed, name]).documented
    assert selection(["uv.lock"]).documented
    pages = "\n".join(page.read_text(encoding="utf-8") for page in (ROOT / "docs").rglob("*.md"))
    documented = {each.split(".")[1] for each in re.findall(r"^::: (croupier\.\w+)", pages, re.MULTILINE)}
    assert len(documented) > 5
    assert not UNDOCUMENTED & documented


@pytest.mark.parametrize("name", ["uv.lock", "tests/conftest.py", "pyproject.toml", "src/croupier/__init__.py"])
def test_what_all_stand_on_reaches_everything(name: str) -> None:
    assert selection([name]).files is None
