"""The pages in other languages: no word is missing, and no sentence of another language is left.

First what words and modules show by themselves; then pages; then games with what is around them.
"""

import re
from collections.abc import Callable, Sequence
from functools import lru_cache
from typing import Any

import pytest
from playwright.sync_api import Locator, Page, Route

import croupier
from croupier.core.base.sentence import in_language
from croupier.server.base.languages import language as language_named
from croupier.server.base.languages import said
from croupier.server.process.app import STATIC
from croupier.table.narration import events
from tests.amounts import daily
from tests.browser.conftest import LANGUAGES, OpenPage
from tests.browser.people import make_table, play
from tests.browser.room import Size, crowded, unfold
from tests.server.clients import Server
from tests.test_languages import ENGLISH, WHOLE, texts

WORDS = re.compile(r'export const (\w+) = inLanguage\("(\w+)"')
_COMPARE = """async ([files, language]) => {
  const { words } = await import(`/languages/${language}/words.js`);
  const found = [];
  const compare = (where, english, other) => {
    if (other === undefined) return found.push(`${where} is missing`);
    const kind = (value) => (Array.isArray(value) ? "array" : typeof value);
    if (kind(english) !== kind(other)) return found.push(`${where} is ${kind(other)}, not ${kind(english)}`);
    if (kind(english) === "function" && other.length > english.length) found.push(`${where} takes too much`);
    if (kind(english) === "string" && english && !other) found.push(`${where} is empty`);
    if (typeof english !== "object") return;
    for (const key of Object.keys(english)) compare(`${where}.${key}`, english[key], other[key]);
    for (const key of Object.keys(other)) if (!(key in english)) found.push(`${where}.${key} is not English`);
  };
  for (const [path, exported, name] of files) {
    compare(`${name} (${path})`, (await import(`/${path}`))[exported], words[name]);
  }
  const names = files.map(([, , name]) => name);
  for (const name of Object.keys(words)) if (!names.includes(name)) found.push(`there is no English file ${name}`);
  return found;
}"""


def words_files() -> list[tuple[str, str, str]]:
    """Files with words of the pages: path, what they export, the name by which languages know them."""
    found = []
    for path in sorted(STATIC.rglob("*.js")):
        for exported, name in WORDS.findall(path.read_text()):
            found.append((path.relative_to(STATIC).as_posix(), exported, name))
    return found


def test_no_word_is_missing_in_any_language_and_english_is_known_by_its_words(modules: Page) -> None:
    files = words_files()
    assert len({name for _, _, name in files}) == len(files) > 8
    found = {code: modules.evaluate(_COMPARE, [files, code]) for code in LANGUAGES}
    assert found == {code: [] for code in LANGUAGES}
    scripts = [path for path in STATIC.rglob("*.js") if "languages" not in path.parts]
    words = {path.relative_to(STATIC).as_posix() for path in scripts if path.name.endswith("words.js")}
    assert words <= {path for path, _, _ in files}
    # no page writes a colon itself, which languages write differently
    in_language = re.compile(r"inLanguage\(.*?^\}\);", re.MULTILINE | re.DOTALL)
    assert [path.name for path in scripts if "}: ${" in in_language.sub("", path.read_text())] == []
    for text in (
        "Ann rolls a 4.",
        "No roll yet this turn",
        "Ann wins the trick, with 20 points to capture.",
    ):
        assert english().search(text), text
    assert not english().search("Ann würfelt eine 4. Skull King: Mini Spite and Malice")
    assert {code for _, code in DAILY} == set(WHOLE)
    assert {game for game, _ in DAILY} == GAMES.keys()


_REVIEW = """async () => {
  const { readLines } = await import("/api.js");
  await readLines("/api/reviews", {}, () => {}, new AbortController().signal);
}"""


def test_the_language_is_that_of_the_browser_until_another_is_chosen_else_english(open_page: OpenPage) -> None:
    page = open_page("#/", locale=LANGUAGES["fr"])
    page.locator("html[lang=fr]").wait_for()
    page.get_by_role("combobox").first.select_option("es")
    page.locator("html[lang=es]").wait_for()  # in a page that is loaded anew
    asked: list[str] = []

    def answer(route: Route) -> None:
        asked.append(route.request.headers["accept-language"])
        route.fulfill(body='{"progress": 1}\n')

    page.route("**/api/reviews", answer)
    page.evaluate(_REVIEW)  # what comes line by line is asked for in the language that was chosen
    assert asked == ["es"]
    page.evaluate("localStorage.setItem('croupier.language', '\"xx\"')")
    page.add_init_script("Object.defineProperty(navigator, 'languages', { value: ['eo'] })")
    page.reload()
    page.get_by_role("heading", name="What shall we play?").wait_for()
    assert page.locator("html").get_attribute("lang") == "en"


def log_of(game: str, moves: Sequence[str], language: str) -> list[dict[str, Any]]:
    """What a log says of some moves, as a page is sent it."""
    state = croupier.make(game).new_initial_state(seed=5)
    lines: list[dict[str, Any]] = []
    for text in moves:
        before, action = state.clone(), state.string_to_action(text)
        state.apply_action(action)
        lines += [{"turn": len(lines), "text": line, **said(line)} for line in events(before, action, state, None)]
    told: list[dict[str, Any]] = in_language(lines, language_named(language))
    return told


_LOGS = """async ([moves, rolls, hands]) => {
  const { withNames } = await import("/names.js");
  const { words } = await import("/spite_malice/table.js");
  const { lastRoll, twice } = await import("/pig/table.js");
  const { asks } = await import("/skull_king/table.js");
  const { t } = await import("/strings.js");
  const trick = { suit: "purple", plays: [{ seat: 1, card: "purple 9" }] };
  return {
    lines: moves.map((line) => withNames(line, ["Ann", "Bob"], words)),
    places: [t.malice.from.h(), t.malice.from.g(), t.malice.card("*")],
    shown: rolls.map((_, at) => lastRoll(rolls.slice(0, at + 1))?.face ?? ""),
    again: rolls.map(twice),
    asked: hands.map((hand) => asks({ phase: "PLAYING", table: { trick, hand } })),
    suit: t.skull.suits.purple,
  };
}"""


@pytest.mark.parametrize("language", ["en", *LANGUAGES])
def test_the_log_names_people_and_places_the_die_shows_the_last_roll_and_the_suit_to_follow_is_told(
    page_in: Callable[[str], Page], language: str
) -> None:
    moves = log_of("spite-malice", ("p h1 1", "p g 2", "x1 1", "p h1 3"), language)
    rolls = log_of("pig", ("roll", "hold", "roll", "roll"), language)
    found = page_in(language).evaluate(_LOGS, [moves, rolls, [["purple 3"], ["black 3"]]])
    assert [line["params"]["place"] for line in moves if "place" in line["params"]] == ["h1", "g", "h1"]
    lines = "\n".join(found["lines"])
    assert all(word in lines for word in ("Ann", "Bob", *found["places"]))
    assert not re.search(r"\b([hd]\d|g)\b|\*|\b[01]:|(Player|Spieler|Joueur|Jugador) [01]", lines), lines
    die = [str(line["params"].get("die") or "") for line in rolls]
    assert [face if rolled else "" for face, rolled in zip(found["shown"], die, strict=True)] == die
    assert found["again"] == [line["key"] == "pig.total" for line in rolls]
    assert any(found["again"])
    assert all(found["suit"] in each.lower() for each in found["asked"])
    assert language == "en" or not [each for each in found["asked"] if "purple" in each]
    if language == "fr":  # as the language writes it
        assert found["asked"][0].startswith("À toi de jouer\u202f: ")


ENGLISH_LEFT = re.compile(
    r"\b(green|yellow|purple|black|the|of|and|with|you|your|is|are|to|for|plays|wins|cards|game)\b", re.IGNORECASE
)
NAMES = re.compile(r"Mini Spite and Malice")
_SHOWN = """() => {
  const there = [...document.querySelectorAll("main, main *")];
  const code = there.filter((each) => each.matches("code"));
  for (const each of code) each.remove();  // what is typed at a terminal
  const words = (each) => ["aria-label", "title", "alt", "placeholder"].map((name) => each.getAttribute(name));
  return [document.querySelector("main").innerText, ...there.flatMap(words)].filter(Boolean);
}"""


def english_left(page: Page, least: int = 6) -> list[str]:
    """Lines on a page, of at least so many, seen or read out, with words of English."""
    lines = {line for text in page.evaluate(_SHOWN) for line in text.splitlines()}
    assert len(lines) >= least
    return sorted(line for line in lines if ENGLISH_LEFT.search(NAMES.sub("", line)))


_ANOTHER = """(before) => {
  const main = document.querySelector("main");
  return main.innerText !== before && main.querySelector("h1") && !main.querySelector("[aria-busy=true]");
}"""
PAGES = {
    "#/": "ul, ol, article",
    "#/new/skull-king": "form details",
    "#/learn/spite-malice": ".says",
    "#/problems/skull-king/1": ".question",
    "#/watch/pig": "form details",
    "#/learn/pig": ".says",
    "#/score": "form",
    "#/about": "[data-app]",
}
"""Pages, each with what is there once it has loaded."""
SHORT = ("#/replay", "#/position/skull-king/nothing", "#/join/nothing/nothing", "#/circle/nothing", "#/nowhere")
"""Pages of a sentence or two, most of which say that nothing is there."""


@pytest.mark.parametrize("language", daily(WHOLE))
def test_no_english_is_left_on_pages(page_in: Callable[[str], Page], language: str) -> None:
    page = page_in(language)
    for path, there in PAGES.items():
        page.goto(f"/{path}")
        page.locator(f"main :is({there})").first.wait_for()
        unfold(page)
        assert english_left(page) == [], path
    for path in SHORT:
        before = page.locator("main").inner_text()
        page.goto(f"/{path}")
        page.wait_for_function(_ANOTHER, arg=before)
        assert english_left(page, 2) == [], path


GAMES: dict[str, dict[str, Any]] = {
    "pig": {"winning_score": 20},
    "spite-malice": {"goal_size": 1, "max_turns": 16},
    "skull-king": {"schedule": "one", "players": 2, "loot": True, "kraken": True, "whale": True},
}
"""Games with options under which they are short."""
SIZES: tuple[Size, ...] = ((390, 844, 100), (320, 640, 100), (844, 390, 100), (1280, 800, 100), (390, 844, 200))
DAILY = [("pig", "es"), ("spite-malice", "fr"), ("skull-king", "de")]
"""Each game once, and each language; all of them take too long for every day."""
TITLES = {"Skull King", "skull king", "Pig Dice", "Mini Spite and Malice", "Leduc Poker", "Liar's Dice", "Oh Hell"}
"""What is said so in every language."""
LISTEN = """() => {
  const heard = (window.heard = new Set());
  const kept = ["aria-label", "title", "alt", "placeholder"];
  const hear = (node) => {
    if (node.nodeType === Node.TEXT_NODE) {
      if (!node.parentElement?.closest("code, style, script")) heard.add(node.textContent);
      return;
    }
    for (const name of kept) if (node.hasAttribute?.(name)) heard.add(node.getAttribute(name));
    for (const child of node.childNodes) hear(child);
  };
  const watch = (changes) => {
    for (const { target, addedNodes } of changes) [target, ...addedNodes].forEach(hear);
  };
  const all = { subtree: true, childList: true, characterData: true, attributes: true, attributeFilter: kept };
  new MutationObserver(watch).observe(document, all);
}"""
"""Keeps every text that a page shows or reads out, however short it is there."""
_PIECES = re.compile(r"\{[^{}]*\}|\$\{|[\n\"`.:;!?()\[\]]")
_STRINGS = re.compile(r"\"((?:[^\"\\\n]|\\.)*)\"|`((?:[^`\\]|\\.)*)`")


def phrases_of(text: str) -> set[str]:
    """Parts of a template that stand between its parameters and signs, of two words or more."""
    found = (re.sub(r"^\W+|\W+$", "", piece) for piece in _PIECES.split(text))
    return {piece for piece in found if re.search(r"[A-Za-z]{2,} [A-Za-z]|[A-Za-z] [A-Za-z]{2,}", piece)}


@lru_cache(maxsize=1)
def english() -> re.Pattern[str]:
    """What is said in English by the server and the pages."""
    said = [text for template in ENGLISH.values() for text in texts(template)]
    for path in STATIC.rglob("*.js"):
        text = path.read_text(encoding="utf-8")
        if "inLanguage(" in text and "languages" not in path.relative_to(STATIC).parts:
            said += [one or other for one, other in _STRINGS.findall(text)]
    phrases = {phrase for text in said for phrase in phrases_of(text)} - TITLES
    assert len(phrases) > 1000
    longest_first = sorted(map(re.escape, phrases), key=len, reverse=True)
    return re.compile(rf"\b({'|'.join(longest_first)})\b")


def english_heard(page: Page) -> list[str]:
    """What a page has said in English since it was opened."""
    heard: list[str] = page.evaluate("() => [...window.heard]")
    assert len(heard) > 40
    return sorted(text for text in heard if english().search(text))


@pytest.mark.parametrize(
    ("game", "code", "sizes", "tabs"),
    [
        *((game, code, (), ("log",)) for game, code in DAILY),
        *(
            pytest.param(game, code, SIZES, ("log", "people", "rules"), marks=pytest.mark.thorough)
            for game in GAMES
            for code in WHOLE
        ),
    ],
)
def test_a_game_is_told_in_one_language_and_has_room(
    page_in: Callable[[str], Page],
    pages_server: Server,
    game: str,
    code: str,
    sizes: tuple[Size, ...],
    tabs: tuple[str, ...],
) -> None:
    pages_server.deal_from_the_first()
    page = page_in(code)
    page.locator(f"html[lang={code}]").wait_for()
    page.add_init_script(f"({LISTEN})()")
    make_table(page, game, "me", "bot", start=True, **GAMES[game])
    page.reload()
    page.locator(".felt").wait_for()
    assert crowded(page, sizes) == {}
    for tab in tabs[1:]:
        page.locator(f"#tab-{tab}").click()
        page.locator(f"#panel :is({'.rules' if tab == 'rules' else '.people, p'})").first.wait_for()
        assert english_left(page) == []
    play(page)
    for tab in tabs:
        page.locator(f"#tab-{tab}").click()
        page.locator("#panel").wait_for()
        assert crowded(page, sizes) == {}, tab
    assert english_heard(page) == []
    if code == "fr":  # so that no sign stands alone at the beginning of a line
        assert [text for text in page.evaluate("() => [...window.heard]") if re.search(r"\w [?!;:»]", text)] == []


_WORD = """async (path) => {
  const { t } = await import("/strings.js");
  return path.split(".").reduce((found, key) => found[key], t);
}"""
_JOIN = """async (table) => {
  const token = JSON.parse(localStorage.getItem(`croupier.join.${table}`));
  const body = JSON.stringify({ token, name: "Bob" });
  const headers = { "content-type": "application/json" };
  const answer = await fetch(`/api/tables/${table}/join`, { method: "POST", headers, body });
  if (!answer.ok) throw new Error(await answer.text());
}"""


def button(page: Page, word: str) -> Locator:
    """A button by its word in the language of the pages, as in `strings.js`."""
    return page.get_by_role("button", name=page.evaluate(_WORD, word), exact=True).first


def look_at(page: Page, there: str) -> None:
    """Wait until something is there, unfold all, and find no English."""
    page.locator(there).first.wait_for()
    unfold(page)
    assert english_left(page) == [], there


def before_the_game(page: Page, table: str) -> None:
    """The lobby, with a friend who watches, and a line of chat."""
    page.evaluate(_JOIN, table)
    page.get_by_text("Bob").first.wait_for()
    page.locator(".say input").fill("123")
    page.keyboard.press("Enter")
    look_at(page, ".lines li")


def in_the_game(page: Page) -> None:
    """A hint with its figures, the reactions, and the game to its end."""
    button(page, "lobby.start").click()
    button(page, "table.hint").click()
    look_at(page, ".hint-bar")
    button(page, "hint.hide").click()
    page.locator(".react").click()
    page.locator(".reactions button").first.click()
    play(page)
    page.locator("#tab-people").click()
    look_at(page, "#panel .people")


def afterwards(page: Page, site: str, table: str) -> None:
    """Standings, my tables, and the replay with its review."""
    button(page, "circle.make").click()
    button(page, "circle.begin").click()
    page.locator("[data-over] a[href*=circle]").click()
    look_at(page, ".standings td")
    page.goto(f"{site}#/")
    look_at(page, ".tables li")
    page.goto(f"{site}#/replay/{table}")
    button(page, "review.start").click()
    look_at(page, "main .review table")


@pytest.mark.thorough
@pytest.mark.parametrize("code", daily(WHOLE[1:] + WHOLE[:1]))
def test_no_english_is_left_around_a_game(open_page: OpenPage, code: str) -> None:
    page = open_page("#/", locale=code)
    page.locator(f"html[lang={code}]").wait_for()
    page.add_init_script(f"({LISTEN})()")
    table = make_table(page, "pig", "me", "bot", **GAMES["pig"])
    site = page.url.partition("#")[0]
    page.reload()
    page.locator(".lobby").wait_for()
    before_the_game(page, table)
    in_the_game(page)
    afterwards(page, site, table)
    assert english_heard(page) == []
