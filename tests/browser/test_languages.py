"""The pages in other languages: no word is missing, and no sentence of another language is left."""

import re

import pytest

from croupier.server.process.app import STATIC
from tests.browser.conftest import OpenPage

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
def test_no_word_of_the_pages_is_missing(open_page: OpenPage, language: str) -> None:
    files = words_files()
    assert len({name for _, _, name in files}) == len(files) > 8
    page = open_page("#/about")
    assert "\n".join(page.evaluate(_COMPARE, [files, language])) == ""


def test_every_file_of_words_is_chosen_by_language() -> None:
    known = {path for path, _, _ in words_files()}
    others = [
        path.relative_to(STATIC).as_posix()
        for path in STATIC.rglob("*words.js")
        if "languages" not in path.relative_to(STATIC).parts
    ]
    assert set(others) <= known


@pytest.mark.parametrize(("language", "locale"), LANGUAGES.items())
def test_the_language_is_that_of_the_browser_until_another_is_chosen(
    open_page: OpenPage, language: str, locale: str
) -> None:
    page = open_page(locale=locale)
    page.locator(f"html[lang={language}]").wait_for()
    page.get_by_role("combobox").first.select_option("en")
    page.get_by_role("heading", name="What shall we play?").wait_for()
    page.reload()
    page.get_by_role("heading", name="What shall we play?").wait_for()
    assert page.locator("html").get_attribute("lang") == "en"


def test_a_language_that_is_not_there_is_english(open_page: OpenPage) -> None:
    page = open_page(locale="eo")
    page.get_by_role("heading", name="What shall we play?").wait_for()
    page.evaluate("localStorage.setItem('croupier.language', '\"xx\"')")
    page.reload()
    page.get_by_role("heading", name="What shall we play?").wait_for()
