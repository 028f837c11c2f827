"""Words that people use: options, variants and agents by their levels; and numbers of rules that open the rule."""

import re

from playwright.sync_api import Page, expect

from tests.browser.conftest import Pages

CODE = re.compile(r"\w_\w|-v\d|\(SK-\d+\)")
"""Names of options and variants as programs say them, and numbers of rules that stand in a sentence."""

LINK = """async (position) => {
  const headers = { "content-type": "application/json" };
  const answer = await fetch("/api/positions", { method: "POST", headers, body: JSON.stringify({ position }) });
  return (await answer.json()).link;
}"""


def choices(page: Page, label: str) -> list[str]:
    """What a field offers."""
    field = page.locator("label.field", has=page.locator("span", has_text=re.compile(f"^{label}$")))
    return field.locator("option").all_inner_texts()


def test_a_new_table_is_described_in_plain_words_and_the_number_of_a_rule_opens_what_it_says(
    open_page: Pages,
) -> None:
    page = open_page("#/new/skull-king")
    page.get_by_label("Rounds").wait_for()
    assert choices(page, "Variant") == [
        "The usual game", "With Loot, Kraken and White Whale", "Pirates without abilities", "With Rascal scoring",
        "My own choice",
    ]  # fmt: skip
    assert choices(page, "Seat 2") == [
        "Me", "A friend, by a link", "Beginner: Random bids", "Easy: Simple bot", "Medium: Bot", "Hard: Net",
        "Strongest: Search", "Random moves", "Simple search",
    ]  # fmt: skip
    rosie = page.locator(".option", has_text="Rosie's ability")
    expect(rosie).to_contain_text("The player who wins a trick with her says who leads the next one.")
    number = rosie.get_by_role("button", name="Rule SK-14")
    number.focus()
    page.keyboard.press("Enter")
    dialog = page.get_by_role("dialog", name="Skull King: rule SK-14")
    expect(dialog).to_contain_text("Rosie: say who leads the next trick.")
    page.keyboard.press("Escape")
    expect(dialog).to_have_count(0)
    expect(number).to_be_focused()
    page.get_by_label("Variant").select_option(label="With Loot, Kraken and White Whale")
    expect(page.locator(".option", has_text="White Whale").get_by_role("checkbox")).to_be_checked()
    page.get_by_text("The bots, and how strong they are").click()
    expect(page.locator("dt", has_text="Strongest: Search")).to_be_visible()
    expect(page.locator("code", has_text="--only skull-king-bots").first).to_be_hidden()
    site = page.url.partition("#")[0]
    for game in ("skull-king", "spite-malice", "pig"):
        page.goto(f"{site}#/new/{game}")
        page.locator(".option").first.wait_for()
        shown = page.locator("form").inner_text()
        assert not CODE.findall(shown.replace("net:2026-11", "")), CODE.findall(shown)
    page.goto(f"{site}{page.evaluate(LINK, 'pig max_turns=100 turn_unit=action')}")
    expect(page.locator(".position")).to_contain_text(  # called as on the form
        "longest game: 100, the longest game is counted in: rolls and holds"
    )
    a_lesson_without_a_server_says_so_and_leads_home(open_page, page)


def a_lesson_without_a_server_says_so_and_leads_home(pages: Pages, page: Page) -> None:
    """What the page itself needs is there; the lesson is not."""
    page.goto("/#/learn/nope")
    page.locator(".problem").wait_for()  # the files of the page are there
    with pages.outage():
        page.route("**/api/lessons/**", lambda route: route.abort("internetdisconnected"))
        page.evaluate("location.hash = '#/learn/pig'")
        expect(page.get_by_role("heading", level=1)).to_have_text("The server did not answer.")
    expect(page.locator(".problem")).to_have_text("The server does not answer. Check that it runs, and try again.")
    expect(page.get_by_role("main").get_by_role("link", name="Home")).to_be_visible()
