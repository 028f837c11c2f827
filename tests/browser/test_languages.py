"""The pages in other languages: no word is missing, and no sentence of another language is left."""

import re
from collections.abc import Callable, Sequence
from typing import Any

import pytest
from playwright.sync_api import Page, Route

import croupier
from croupier.core.base.sentence import in_language
from croupier.server.base.languages import language as language_named
from croupier.server.base.languages import said
from croupier.server.process.app import STATIC
from croupier.table.narration import events
from tests.amounts import daily
from tests.browser.conftest import OpenPage
from tests.browser.people import make_table_with_a_turn
from tests.test_languages import WHOLE

LANGUAGES = {"de": "de-AT", "fr": "fr-CH", "es": "es-MX"}
"""Languages of the pages, each with a region in which a browser may ask for it."""
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


@pytest.mark.parametrize("language", LANGUAGES)
def test_no_word_of_the_pages_is_missing(page_in: Callable[[str], Page], language: str) -> None:
    files = words_files()
    assert len({name for _, _, name in files}) == len(files) > 8
    page = page_in("en")
    assert "\n".join(page.evaluate(_COMPARE, [files, language])) == ""


def test_every_file_of_words_is_chosen_by_language() -> None:
    known = {path for path, _, _ in words_files()}
    others = [
        path.relative_to(STATIC).as_posix()
        for path in STATIC.rglob("*words.js")
        if "languages" not in path.relative_to(STATIC).parts
    ]
    assert set(others) <= known


@pytest.mark.parametrize(("language", "locale"), daily(LANGUAGES.items()))
def test_the_language_is_that_of_the_browser_until_another_is_chosen(
    open_page: OpenPage, language: str, locale: str
) -> None:
    page = open_page("#/", locale=locale)
    page.locator(f"html[lang={language}]").wait_for()
    page.get_by_role("combobox").first.select_option("en")
    page.get_by_role("heading", name="What shall we play?").wait_for()
    page.reload()
    page.get_by_role("heading", name="What shall we play?").wait_for()
    assert page.locator("html").get_attribute("lang") == "en"


def test_a_language_that_is_not_there_is_english(open_page: OpenPage) -> None:
    page = open_page("#/", locale="eo")
    page.get_by_role("heading", name="What shall we play?").wait_for()
    page.evaluate("localStorage.setItem('croupier.language', '\"xx\"')")
    page.reload()
    page.get_by_role("heading", name="What shall we play?").wait_for()


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


_WORDS = """async (log) => {
  const { withNames } = await import("/names.js");
  const { words } = await import("/spite_malice/table.js");
  return log.map((line) => withNames(line, ["Ann", "Bob"], words));
}"""
_FROM = """async () => {
  const { t } = await import("/strings.js");
  return [t.malice.from.h(), t.malice.from.g(), t.malice.card("*")];
}"""


@pytest.mark.parametrize("language", daily(["en", *LANGUAGES], 2))
def test_the_log_names_people_places_and_jokers_in_every_language(
    page_in: Callable[[str], Page], language: str
) -> None:
    page = page_in(language)
    log = log_of("spite-malice", ("p h1 1", "p g 2", "x1 1", "p h1 3"), language)
    assert [line["params"]["place"] for line in log if "place" in line["params"]] == ["h1", "g", "h1"]
    lines = "\n".join(page.evaluate(_WORDS, log))
    assert all(word in lines for word in ("Ann", "Bob", *page.evaluate(_FROM)))
    assert not re.search(r"\b([hd]\d|g)\b|\*|\b[01]:|(Player|Spieler|Joueur|Jugador) [01]", lines), lines


_ROLLS = """async (log) => {
  const { lastRoll, twice } = await import("/pig/table.js");
  return [log.map((_, at) => lastRoll(log.slice(0, at + 1))?.face ?? ""), log.map(twice)];
}"""


@pytest.mark.parametrize("language", ["en", *LANGUAGES])
def test_the_die_shows_the_last_roll_in_every_language(page_in: Callable[[str], Page], language: str) -> None:
    page = page_in(language)
    log = log_of("pig", ("roll", "hold", "roll", "roll"), language)
    die = [line["params"].get("die") for line in log]
    shown, again = page.evaluate(_ROLLS, log)
    assert [face for face, rolled in zip(shown, die, strict=True) if rolled] == [str(each) for each in die if each]
    assert again == [line["key"] == "pig.total" for line in log]
    assert any(again)


_ASKED = """async (hand) => {
  const { asks } = await import("/skull_king/table.js");
  const { t } = await import("/strings.js");
  const table = { trick: { suit: "purple", plays: [{ seat: 1, card: "purple 9" }] }, hand };
  return [asks({ phase: "PLAYING", table }), t.skull.suits.purple];
}"""


@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize("hand", [["purple 3"], ["black 3"]])
def test_who_is_to_play_is_told_the_suit_in_every_language(
    page_in: Callable[[str], Page], language: str, hand: list[str]
) -> None:
    page = page_in(language)
    asked, suit = page.evaluate(_ASKED, hand)
    assert suit in asked.lower()
    assert "purple" not in asked


def test_what_stands_before_a_colon_is_told_as_the_language_writes_it(
    page_in: Callable[[str], Page],
) -> None:
    assert page_in("fr").evaluate(_ASKED, ["purple 3"])[0].startswith("À toi de jouer\u202f: ")
    joined = re.compile(r"\}: \$\{")
    words = re.compile(r"inLanguage\(.*?^\}\);", re.MULTILINE | re.DOTALL)
    scripts = [path for path in STATIC.rglob("*.js") if "languages" not in path.parts]
    assert [path.name for path in scripts if joined.search(words.sub("", path.read_text()))] == []


_REVIEW = """async () => {
  const { readLines } = await import("/api.js");
  await readLines("/api/reviews", {}, () => {}, new AbortController().signal);
}"""


def test_what_comes_line_by_line_is_asked_for_in_the_language_that_was_chosen(open_page: OpenPage) -> None:
    page = open_page("#/about", locale="fr")
    page.evaluate("localStorage.setItem('croupier.language', '\"es\"')")
    page.reload()
    page.locator("html[lang=es]").wait_for()
    asked: list[str] = []

    def answer(route: Route) -> None:
        asked.append(route.request.headers["accept-language"])
        route.fulfill(body='{"progress": 1}\n')

    page.route("**/api/reviews", answer)
    page.evaluate(_REVIEW)
    assert asked == ["es"]


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
    "#/problems/skull-king/3": ".question",
    "#/watch/pig": "form details",
    "#/learn/pig": ".says",
    "#/score": "form",
    "#/about": "[data-app]",
}
"""Pages, each with what is there once it has loaded."""
SHORT = ("#/replay", "#/position/skull-king/nothing", "#/join/nothing/nothing", "#/circle/nothing", "#/nowhere")
"""Pages of a sentence or two, most of which say that nothing is there."""


@pytest.mark.parametrize("language", daily(WHOLE))
def test_no_english_is_left_on_pages(open_page: OpenPage, language: str) -> None:
    page = open_page("#/", locale=language)
    for path, there in PAGES.items():
        page.goto(f"{page.url.partition('#')[0]}{path}")
        page.locator(f"main :is({there})").first.wait_for()
        page.evaluate("() => document.querySelectorAll('details').forEach((each) => (each.open = true))")
        assert english_left(page) == [], path
    for path in SHORT:
        before = page.locator("main").inner_text()
        page.goto(f"{page.url.partition('#')[0]}{path}")
        page.wait_for_function(_ANOTHER, arg=before)
        assert english_left(page, 2) == [], path


@pytest.mark.thorough
@pytest.mark.parametrize("language", daily(reversed(WHOLE)))
def test_no_english_is_left_at_a_table(open_page: OpenPage, language: str) -> None:
    page = open_page(locale=language)
    make_table_with_a_turn(page, "skull-king", "me", "bot", schedule="one", players=2)
    for tab in ("log", "people", "rules"):
        page.locator(f"#tab-{tab}").click()
        page.locator(f"#panel :is({'.rules' if tab == 'rules' else '.log, .people, p'})").first.wait_for()
        assert english_left(page) == []
