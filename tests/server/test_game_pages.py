"""Files by which a game of another package draws its table: which of them the server sends, and how."""

import gzip
import sys
from dataclasses import replace
from pathlib import Path

import pytest

from croupier.core.base.errors import CheckError, ConfigError
from croupier.core.engine.game import Game
from croupier.core.spec import registry
from croupier.core.spec.pictures import Page
from croupier.core.spec.registry import spec
from croupier.server.base.default_table import for_browsers, table_module
from croupier.server.base.languages import language
from croupier.testing.checks import check_game
from tests.server.clients import Browser
from tests.server.conftest import Started
from tests.toy import SPEC as TOY

MODULE = "export const Table = () => null; // drawn by the toy\n" * 10
FILES = ("table.js", "table.css", "card-1.svg", "dice.webp", "far.svg", "folder.svg", "gone.js")
"""Files of the page; the last three are declared and are a link out of the folder, a folder, and not there."""


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    """Files of a game, and some more."""
    found = tmp_path / "package" / "page"
    (found / "folder.svg").mkdir(parents=True)
    (found / "table.js").write_text(MODULE)
    (found / "table.css").write_text(".toy { color: red; }\n")
    (found / "card-1.svg").write_text("<svg/>")
    (found / "dice.webp").write_bytes(bytes(1000))
    (found / "secret.js").write_text("not declared")
    (found.parent / "secret.js").write_text("outside")
    (found / "far.svg").symlink_to(found.parent / "secret.js")
    return found


@pytest.fixture
def visitor(toy: None, folder: Path, started: Started, monkeypatch: pytest.MonkeyPatch) -> Browser:
    """Somebody at a server that has a game with these files."""
    page = Page(folder, FILES)
    monkeypatch.setattr(sys.modules["cards_of_others"], "SPEC", replace(TOY, page=page))
    return started().browser()


def test_the_files_are_sent_as_those_of_the_pages_are(visitor: Browser) -> None:
    own = visitor.ask("GET", "/main.js", headers={"accept-encoding": "gzip"})
    sent = visitor.ask("GET", "/games/toy/table.js", headers={"accept-encoding": "gzip"})
    assert gzip.decompress(sent.body).decode() == MODULE
    differ = {"etag", "content-length", "last-modified", "date"}
    assert {name: value for name, value in sent.headers.items() if name not in differ} == {
        name: value for name, value in own.headers.items() if name not in differ
    }
    assert "script-src 'self'" in sent.headers["content-security-policy"]
    plain = visitor.ask("GET", "/games/toy/table.js")
    assert plain.text == MODULE
    assert plain.headers["content-length"] == str(len(MODULE))
    head = visitor.ask("HEAD", "/games/toy/table.js")
    assert (head.status, head.body, head.headers["content-length"]) == (200, b"", str(len(MODULE)))
    again = visitor.ask("GET", "/games/toy/table.js", headers={"if-none-match": plain.headers["etag"]})
    assert (again.status, again.body) == (304, b"")
    for name, kind in (
        ("table.js", "text/javascript; charset=utf-8"), ("table.css", "text/css; charset=utf-8"),
        ("card-1.svg", "image/svg+xml"), ("dice.webp", "image/webp"),
    ):  # fmt: skip
        assert visitor.ask("GET", f"/games/toy/{name}").headers["content-type"] == kind


def test_a_file_that_changes_is_sent_anew(visitor: Browser, folder: Path) -> None:
    tag = visitor.ask("GET", "/games/toy/table.js").headers["etag"]
    (folder / "table.js").write_text("export const Table = 1;")
    changed = visitor.ask("GET", "/games/toy/table.js", headers={"if-none-match": tag})
    assert (changed.status, changed.text) == (200, "export const Table = 1;")
    (folder / "table.js").unlink()
    assert "The file table.js of the game's page is not in its folder." in refusal(visitor, "toy/table.js")


def refusal(visitor: Browser, path: str) -> str:
    answer = visitor.ask("GET", f"/games/{path}", headers={"accept": "*/*"})
    assert answer.status == 404, answer.text
    assert "outside" not in answer.text
    assert "not declared" not in answer.text
    assert answer.json()["error"]["code"] == "not-found"
    return str(answer.json()["error"]["message"])


def test_nothing_else_is_sent_and_nobody_can_write_there(visitor: Browser) -> None:
    for path, why in (
        ("toy/secret.js", "the game's page has no file 'secret.js'; its files are table.js, table.css"),
        ("toy/..%2fsecret.js", "no such page"), ("toy/..%5csecret.js", "has no file '..\\\\secret.js'"),
        ("toy/%2e%2e", "has no file '..'"), ("toy/../secret.js", "no such page"),
        ("toy/%2fetc%2fpasswd", "no such page"), ("toy/table.js%00", "has no file 'table.js\\x00'"),
        ("toy/TABLE.JS", "has no file 'TABLE.JS'"), ("toy/", "no such page"),
        ("toy/folder.svg", "folder.svg of the game's page is not in its folder"),
        ("toy/far.svg", "far.svg of the game's page is not in its folder"),
        ("toy/gone.js", "gone.js of the game's page is not in its folder"),
        ("pig/table.js", "pig has no page of its own"), ("chess/table.js", "Unknown game 'chess'"),
        ("Toy-v0/table.js", "Unknown game 'Toy-v0'"),
    ):  # fmt: skip
        assert why.lower() in refusal(visitor, path).lower(), path
    assert visitor.refused("POST", "/games/toy/table.js") == "not-found"


def test_the_list_of_games_names_one_that_cannot_be_loaded_and_has_the_others(
    visitor: Browser, outside: dict[str, str]
) -> None:
    outside["toy"] = "no_such_module:SPEC"
    registry.registered_games.cache_clear()
    registry.spec.cache_clear()
    language.cache_clear()
    assert "cannot be loaded from no_such_module:SPEC" in refusal(visitor, "toy/table.js")
    listed = visitor.get("/api/games")
    failed = [game for game in listed if "failed" in game]
    assert [(game["name"], game["title"]) for game in failed] == [("toy", "toy")]
    assert "cannot be loaded from no_such_module:SPEC: No module named" in failed[0]["failed"]
    assert failed[0]["failed"].endswith(".")
    assert {game["name"] for game in listed if "options" in game} == {each.name for each in registry.BUILT_IN}
    german = visitor.ask("GET", "/api/games", headers={"accept-language": "de"}).json()
    assert "lässt sich aus no_such_module:SPEC nicht laden" in german[-1]["failed"]
    assert "No game here has a rule XX-1" in visitor.ask("GET", "/api/rules/XX-1").text
    language.cache_clear()


def test_the_list_of_games_names_the_module_of_each(visitor: Browser) -> None:
    modules = {game["name"]: game["table_module"] for game in visitor.get("/api/games")}
    assert modules["toy"] == "/games/toy/table.js"
    assert modules["spite-malice"] == "/spite_malice/table.js"
    for module in modules.values():
        assert visitor.ask("GET", module).headers["content-type"].startswith("text/javascript")


def test_what_a_module_draws_comes_with_the_view_where_the_game_has_none(visitor: Browser) -> None:
    toy = Game(spec("toy")).new_initial_state(1)
    assert table_module(toy.game.spec) == "/games/toy/table.js"
    assert for_browsers(toy.game.spec, toy.view(0)) == toy.view(0)
    assert for_browsers(TOY, toy.view(0))["shown"]["text"] == toy.observation_string(0)


@pytest.mark.parametrize(
    ("files", "why"),
    [
        (("table.js", "../secret.js"), "'../secret.js' cannot be a file of a game's page"),
        (("table.js", "/etc/passwd"), "'/etc/passwd' cannot be"),
        (("table.js", "img/a.svg"), "'img/a.svg' cannot be a file of a game's page: it is a name without folders"),
        (("table.js", "index.html"), "of the kinds css, jpg, js, png, svg, webp, woff2"),
        (("table.js", "a\n.js"), "cannot be"),
        (("table.js", ".js"), "'.js' cannot be"),
        (("table.js", "..js"), "'..js' cannot be"),
        ("table.js", "'t' cannot be"),
        (("page.js",), "a game's page has the module table.js, which draws the table; its files are page.js"),
        ((), "has the module table.js"),
    ],
)
def test_files_that_cannot_be_are_refused(files: tuple[str, ...], why: str, tmp_path: Path) -> None:
    with pytest.raises(ConfigError) as caught:
        Page(tmp_path, files)
    assert why in str(caught.value)


def test_a_game_with_a_page_that_cannot_be_says_which_game(
    outside: dict[str, str], tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    (tmp_path / "bad_page.py").write_text(
        "from pathlib import Path\nfrom croupier.core import Page\nSPEC = Page(Path('.'), ('a.html',))\n"
    )
    monkeypatch.syspath_prepend(tmp_path)
    outside["toy"] = "bad_page:SPEC"
    with pytest.raises(ConfigError, match=r"the game 'toy' cannot be loaded from bad_page:SPEC: 'a\.html' cannot"):
        spec("toy")


def test_check_game_finds_a_file_that_is_not_there(folder: Path) -> None:
    check_game(Game(replace(TOY, page=Page(folder, ("table.js", "table.css")))), games=1, fuzz=0)
    for name in ("far.svg", "folder.svg", "gone.js"):
        with pytest.raises(CheckError, match=f"the file {name} of the game's page is not in its folder"):
            check_game(Game(replace(TOY, page=Page(folder, ("table.js", name)))), games=1, fuzz=0)
