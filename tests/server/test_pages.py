"""The pages' files, the pictures and the score sheets that the server gives to browsers."""

import gzip
import json
import re
import shutil
from pathlib import Path
from urllib.parse import quote

import pytest

from croupier.core.base.errors import FileError
from croupier.core.base.sentence import key_of
from croupier.core.languages.reading import PLURALS
from croupier.core.spec.registry import registered_games, spec
from croupier.server.base.languages import language
from croupier.server.process import app
from croupier.server.process.app import STATIC
from croupier.server.routes.pages import joined
from tests import cases
from tests.amounts import daily
from tests.server.clients import AnyServer, Browser
from tests.server.conftest import Started
from tests.server.route_fuzz import routes_of

LIMIT = 120_000
"""Bytes of what a browser is sent to play one game, compressed file by file; pictures left out."""
LIMIT_TRANSLATED = 140_000
"""The same in the language with the longest words, which come beside the English ones."""
LATER = (
    "main.js", "app/app.js", "fair/keeper.js", "pages/table.js", "parts/playing.js", "time/waiting.js",
    "socket.js",
)  # fmt: skip
"""Files that are imported by name, and in any case: with every page, every table, and those of several people."""
WHEN_ASKED = (
    "fair/proof.js", "learn/card_help.js", "learn/rule.js", "pages/my_tables.js", "people/option_fields.js",
    "skull_king/scoring.js", "story/picture.js",
)  # fmt: skip
"""Those that somebody has to open, or that belong to the first page."""
LIMIT_OF_ALL = 205_000
"""The same for all games and pages together."""
LIMIT_APART = 5_000
"""What each page adds to that whose files nothing else loads, so that they count by themselves."""
MOST_FILES = 12
"""Scripts that are loaded to play a game."""
COMMENT = re.compile(r"^// (\S+\.js)$", re.MULTILINE)
"""What stands above each module in a file that has several."""
STYLES = [STATIC / "css" / "pages.css", STATIC / "css" / "tables.css"]
PARTS = [path.parent / name for path in STYLES for name in re.findall(r'@import "([^"]+)"', path.read_text())]
"""Style sheets of the first page and of the others, and those that are sent in them."""
LANGUAGES = STATIC / "languages"
"""Folder of the words in other languages."""
BY_NAME = re.compile(r'import\("(\./|\.\./)([^"]+)"\)')
IMPORT = re.compile(r'(?:from|import) "(\./|\.\./)([^"]+)"')
FILES = sorted(path for path in STATIC.rglob("*") if path.suffix in (".html", ".js", ".css", ".svg"))
APART = {
    "pages/problems.js": ("pages/problems.js",),
    "pages/position.js": ("pages/position.js",),
    "skull_king/scoring.js": ("skull_king/scoring.js",),
}
"""Pages, and what counts without a network, with the files that only these load."""
SHEET = {
    "format": 1,
    "game": "skull-king",
    "rascal": False,
    "names": ["Ann", "Bob"],
    "rounds": [{"cards": 1, "bids": [1, 0], "won": [1, 0], "bonuses": [10, 0]}],
}


def imported(*names: str) -> set[Path]:
    """Modules with everything that they import at once."""
    todo, found = [(STATIC / name).resolve() for name in names], set()
    while todo:
        path = todo.pop()
        if path not in found:
            found.add(path)
            todo += [(path.parent / (up + name)).resolve() for up, name in IMPORT.findall(path.read_text())]
    return found


@pytest.mark.parametrize(
    "game", daily([each for each in registered_games() if (STATIC / each.replace("-", "_")).is_dir()], 2)
)
def test_what_is_loaded_to_play_a_game_is_small(ann: Browser, game: str) -> None:
    files = loaded(ann, "start.js", "main.js", "pages/table.js", f"{game.replace('-', '_')}/table.js", *LATER)
    more = {STATIC / "index.html", *STYLES}
    size = sum(len(gzipped) for gzipped in files.values()) + sum(sent(ann, path) for path in more)
    words = [loaded(ann, f"languages/{each.name}/words.js") for each in LANGUAGES.iterdir()]
    longest = max(sum(len(each[name]) for name in each.keys() - files) for each in words)
    assert size < LIMIT, f"{size} bytes"
    assert size + longest < LIMIT_TRANSLATED, f"{size + longest} bytes"
    modules = COMMENT.findall(b"".join(gzip.decompress(gzipped) for gzipped in files.values()).decode())
    assert {path.relative_to(STATIC).as_posix() for path in imported(*files)} <= set(modules)
    assert "vendor/preact.js" in modules
    assert "pages/replay.js" not in modules
    assert len(files) <= MOST_FILES
    assert set(STATIC.rglob("*.css")).difference(STYLES, PARTS) == {STATIC / "css" / "learn.css"}


def loaded(ann: Browser, *names: str) -> dict[str, bytes]:
    """Scripts as they are sent, compressed, with those that they import at once."""
    todo, found = list(names), {}
    while todo:
        name = todo.pop()
        if name not in found:
            answer = ann.ask("GET", f"/{name}", headers={"accept-encoding": "gzip"})
            assert answer.status == 200
            found[name] = answer.body
            todo += re.findall(r'^import .* from "/(.*)";$', gzip.decompress(answer.body).decode(), re.MULTILINE)
    return found


def test_head_is_answered_wherever_get_is_with_the_same_fields_and_no_body(
    server: AnyServer, ann: Browser
) -> None:
    table = ann.make("pig", "me", "bot", start=True)["table"]
    named = {"{table}": table, "{game}": "pig", "{name}": "pig", "{face}": "1", "{number}": "1", "{step}": "1"}
    paths = {"/", "/index.html", "/strings.js", "/worker.js", "/icon.svg", "/none", "/pictures/pig/faces/1.svg"}
    for route in routes_of(server.app):
        if route.method == "GET":
            path = re.sub(r"\{\w+\}", lambda found: named.get(found[0], "none"), route.path)
            paths.add(path)
    for path in sorted(paths):
        whole, head = ann.ask("GET", path), ann.ask("HEAD", path)
        for answer in (whole, head):  # the only field that differs from one answer to the next
            answer.headers.pop("date", None)  # type: ignore[attr-defined]  # our own dictionary
        assert (head.status, head.headers, head.body) == (whole.status, whole.headers, b""), path
    assert ann.ask("HEAD", "/").status == ann.ask("HEAD", "/api/status").status == 200


def test_what_is_imported_by_name_is_counted_or_has_to_be_asked_for() -> None:
    scripts = [path for path in FILES if path.suffix == ".js" and path.parent.name != "vendor"]
    found = {
        (path.parent / (up + name)).resolve().relative_to(STATIC).as_posix()
        for path in scripts
        for up, name in BY_NAME.findall(path.read_text())
    }
    assert found == {*LATER, *WHEN_ASKED}


def test_all_pages_together_are_small(ann: Browser) -> None:
    apart = {STATIC / name for names in APART.values() for name in names}
    files = [path for path in FILES if path not in {*apart, *PARTS} and LANGUAGES not in path.parents]
    languages = [sum(sent(ann, path) for path in folder.iterdir()) for folder in LANGUAGES.iterdir()]
    assert len(languages) == len(PLURALS)
    size = sum(sent(ann, path) for path in files) + max(languages)  # a page is in one language
    assert size < LIMIT_OF_ALL, f"{size} bytes"


@pytest.mark.parametrize("page", APART)
def test_what_is_apart_is_small_and_loaded_by_nobody_else(ann: Browser, page: str) -> None:
    own = {STATIC / name for name in APART[page]}
    size = sum(sent(ann, path) for path in own)
    assert size < LIMIT_APART, f"{size} bytes"
    others = [path for path in FILES if path.suffix == ".js" and path not in own]
    assert not imported(*(path.relative_to(STATIC).as_posix() for path in others)) & own
    assert imported(page) >= own


def _bare(style: str) -> str:
    """A style sheet without comments, every space as one."""
    return " ".join(re.sub(r"/\*.*?\*/", " ", style, flags=re.DOTALL).split())


def test_style_sheets_are_sent_as_one_for_the_first_page_and_one_for_the_others(ann: Browser) -> None:
    sent_as = [ann.ask("GET", f"/{path.relative_to(STATIC).as_posix()}").text for path in STYLES]
    assert not [one for one in sent_as if "@import" in one or "/*" in one]
    places = [_bare("".join(sent_as)).index(_bare(part.read_text())) for part in PARTS]
    assert places == sorted(places)
    assert len(places) > 10


def test_the_face_of_titles_is_small_and_its_licence_is_with_it(ann: Browser) -> None:
    found = ann.ask("GET", "/vendor/fraunces.woff2")
    assert (found.status, found.headers["content-type"]) == (200, "font/woff2")
    assert found.body[:4] == b"wOF2"
    assert len(found.body) < 15_000
    assert "SIL Open Font License" in (STATIC / "vendor" / "LICENSE-fraunces.txt").read_text()


def test_a_style_sheet_that_is_not_there_is_told(tmp_path: Path) -> None:
    (tmp_path / "pages.css").write_text('@import "./gone.css";\n')
    with pytest.raises(FileError, match=r"pages\.css imports gone\.css, which is not there"):
        joined(tmp_path)


def sent(ann: Browser, path: Path) -> int:
    """Bytes of a file as it is sent, compressed."""
    answer = ann.ask("GET", f"/{path.relative_to(STATIC).as_posix()}", headers={"accept-encoding": "gzip"})
    assert answer.status == 200
    assert answer.headers["cache-control"] == "no-cache"
    return len(answer.body)


@pytest.mark.parametrize("name", ["story/picture.js", "main.js", "worker.js"])
def test_a_file_is_sent_compressed_to_who_reads_that_and_not_again_to_who_has_it(ann: Browser, name: str) -> None:
    plain = ann.ask("GET", f"/{name}")
    short = ann.ask("GET", f"/{name}", headers={"accept-encoding": "br, gzip"})
    assert gzip.decompress(short.body) == plain.body
    if name == "story/picture.js":
        assert plain.body == (STATIC / name).read_bytes()
    assert plain.body.endswith(b"$vendor$preact, $words };\n") == (name == "main.js")  # behind others
    assert (b"// main.js\n" in plain.body) == (name == "main.js")
    assert len(short.body) < len(plain.body) / 2
    assert "content-encoding" not in plain.headers
    for answer, headers in ((plain, {}), (short, {"accept-encoding": "gzip"})):
        assert answer.headers["content-type"] == "text/javascript; charset=utf-8"
        assert answer.headers["content-length"] == str(len(answer.body))
        assert (answer.headers["vary"], answer.headers["cache-control"]) == ("accept-encoding", "no-cache")
        head = ann.ask("HEAD", f"/{name}", headers=headers)
        assert (head.status, head.body) == (200, b"")
        assert head.headers["content-length"] == answer.headers["content-length"]
        known = headers | {"if-none-match": f'"other", {answer.headers["etag"]}'}
        again = ann.ask("GET", f"/{name}", headers=known)
        assert (again.status, again.body) == (304, b"")
        assert again.headers["content-security-policy"] == plain.headers["content-security-policy"]
    for wrong in ({"if-none-match": '"other"'}, {"if-none-match": short.headers["etag"]}):
        assert ann.ask("GET", f"/{name}", headers=wrong).body == plain.body


def test_nothing_but_files_of_pages_is_compressed(ann: Browser) -> None:
    """The length of what is told of a table must not tell what is in it."""
    table = ann.make("pig", "me", "bot", start=True)["table"]
    paths = ("/", "/api/status", "/api/games", "/api/openapi.json", f"/api/tables/{table}", "/api/none")
    for path in (*paths, "/pictures/skull-king/back.svg"):
        answer = ann.ask("GET", path, headers={"accept-encoding": "gzip"})
        assert "content-encoding" not in answer.headers, path
        assert answer.headers["content-length"] == str(len(answer.body)), path


def test_a_picture_of_pixels_is_not_compressed_again(ann: Browser) -> None:
    answer = ann.ask("GET", "/icons/any-192.png", headers={"accept-encoding": "gzip"})
    assert answer.body == (STATIC / "icons" / "any-192.png").read_bytes()
    assert answer.headers["content-type"] == "image/png"
    assert "content-encoding" not in answer.headers


def test_the_pages_are_those_of_the_servers_start_and_what_is_not_there_is_refused(
    started: Started, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """So no module of one version meets one of another where the package is replaced meanwhile."""
    pages = tmp_path / "static"
    shutil.copytree(STATIC, pages)
    monkeypatch.setattr(app, "STATIC", pages)
    browser = started().browser()
    before = browser.ask("GET", "/main.js")
    (pages / "main.js").write_text("// changed\n")
    assert browser.ask("GET", "/main.js").text == before.text
    assert browser.ask("GET", "/main.js", headers={"if-none-match": before.headers["etag"]}).status == 304
    joined.cache_clear()
    assert started().browser().ask("GET", "/main.js").text == "// changed\n"
    for path in ("/gone.js", "/pages", "/../app.py", "/..%2fprocess%2fapp.py", "/%2fetc%2fpasswd", "/main.js%00"):
        assert browser.refused("GET", path) == "not-found"
    assert browser.refused("POST", "/html.js") == "not-found"


@pytest.mark.parametrize("path", FILES, ids=lambda path: path.relative_to(STATIC).as_posix())
def test_pages_load_nothing_from_elsewhere_and_have_nothing_inline(path: Path) -> None:
    text = path.read_text().replace("http://www.w3.org/2000/svg", "")
    if path.parent.name != "vendor":
        assert "http://" not in text
        assert "https://" not in text.replace('"https:"', "")
    if path.suffix == ".html":
        assert " style=" not in text
        assert "<script>" not in text


def test_every_face_has_a_picture_that_may_be_kept(ann: Browser) -> None:
    for game in cases.having("pictures"):
        part = spec(game).pictures
        assert part is not None
        for name, face in part().faces.items():
            answer = ann.ask("GET", f"/pictures/{game}/faces/{quote(name)}.svg")
            assert answer.text == face.svg
            assert answer.headers["content-type"] == "image/svg+xml"
            assert answer.headers["cache-control"] == "public, max-age=86400"


@pytest.mark.parametrize(("code", "name"), [("de", "FLUCHT"), ("fr", "FUITE"), ("es", "HUIDA"), ("xx", "ESCAPE")])
def test_a_card_has_its_name_in_the_language_of_its_address(ann: Browser, code: str, name: str) -> None:
    path = "/pictures/skull-king/faces/escape.svg"
    answer = ann.ask("GET", f"{path}?language={code}", headers={"accept-language": "it"})
    assert f">{name}<" in answer.text
    assert f'aria-label="{name.capitalize()}"' in answer.text
    assert ">ESCAPE<" in ann.ask("GET", path, headers={"accept-language": "de"}).text  # it may be kept for others


@pytest.mark.parametrize("code", PLURALS)
def test_words_on_cards_are_in_each_language(code: str) -> None:
    for game in registered_games():
        pictures = spec(game).pictures
        for face in (pictures().faces if pictures else {}).values():
            assert not face.band or key_of(face.band)
            assert key_of(face.label) or not re.search(r"[A-Za-z]{2}", face.label)  # a value, as 7 or Q♥
            assert not re.search(r"Escape|Mermaid|White Whale|[Ll]oot", face.told_in(language(code)).svg), code


def test_pictures_that_are_not_there_are_refused(ann: Browser) -> None:
    assert ann.refused("GET", "/pictures/chess/back.svg") == "not-found"
    assert ann.refused("GET", "/pictures/pig/back.svg") == "not-found"
    assert ann.refused("GET", "/pictures/skull-king/faces/green%2015.svg") == "not-found"


def test_sk_12_a_score_sheet_is_scored(ann: Browser) -> None:
    found = ann.post("/api/score-sheets/skull-king", SHEET)
    assert found["rounds"][0]["points"] == [30, 10]
    assert found["totals"] == [30, 10]
    assert found["winners"] == ["Ann"]


def test_a_round_that_cannot_be_is_refused_with_its_rule(ann: Browser) -> None:
    wrong = json.loads(json.dumps(SHEET))
    wrong["rounds"][0]["won"] = [1, 1]
    answer = ann.ask("POST", "/api/score-sheets/skull-king", wrong)
    assert answer.status == 422
    assert "SK-2" in answer.json()["error"]["message"]
    assert ann.refused("POST", "/api/score-sheets/pig", SHEET) == "not-found"
    assert ann.refused("POST", "/api/score-sheets/chess", SHEET) == "not-found"
    assert ann.refused("POST", "/api/score-sheets/skull-king", b"\xff") == "malformed"
