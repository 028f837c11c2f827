"""Where things lie: the hand in view, buttons that keep their places, names that have room, in all sizes."""

import re

import pytest
from playwright.sync_api import Page, expect

from tests.amounts import larger
from tests.browser.conftest import PHONE, OpenPage
from tests.browser.people import hurry, make_table, names_of_hand, play
from tests.browser.room import (
    NAMES,
    OVER,
    OWN_FACE,
    SHORT_REVEAL_MS,
    TRICK_MS,
    UNDER_CARDS,
    Size,
    begin,
    crowded,
    go_on,
    hold,
    look,
    say,
    score,
    seat_people,
)
from tests.browser.story import play_a_round

PHONES: tuple[Size, ...] = ((320, 568, 100), (390, 664, 100), (390, 844, 100), (844, 390, 100))
DESKS: tuple[Size, ...] = ((1280, 800, 100), (1366, 650, 100), (1920, 1080, 100))
PHONE_UPRIGHT: Size = (*PHONE, 100)
SOME: tuple[Size, ...] = ((320, 568, 100), (844, 390, 100), (1280, 800, 100), (390, 844, 200))
ALL: tuple[Size, ...] = (*PHONES, *DESKS, (768, 1024, 100), (390, 844, 200), (1280, 800, 200))
SCORES, SHOWN = [-190, 350, 350, -90], ["−190", "350", "350", "−90"]
"""Points by seat, two of them in the lead, and as they are written."""
TOLD_MS = 3000
"""How long a short line is told."""
SUIT = re.compile(r"Your turn: Follow (\w+)|No (\w+) in hand: play any card")
BEGUN = "() => scrollY === 0 && document.scrollingElement.scrollTop === 0"
LINES = """(what) => [...document.querySelectorAll(what)].map((each) =>
  Math.round(each.getBoundingClientRect().height / parseFloat(getComputedStyle(each).fontSize) / 1.4))"""
BOX = "(what) => document.querySelector(what).getBoundingClientRect().toJSON()"
GAIN = """() => document.querySelector(".won .caption").insertAdjacentHTML("afterend",
  '<p class="gain">+30 Skull King takes Roatan</p>')"""
PILED = """() => document.querySelectorAll(".half .piles .pile:not(.goal)").forEach((pile) => (pile.innerHTML =
  `<span class="stack">${"<img class=card width=240 height=336>".repeat(4)}</span><span class=note>4</span>`))"""
"""Four cards on each discard pile."""
SOLID = "() => [...document.querySelectorAll('.card')].every((each) => getComputedStyle(each).opacity === '1')"
MARKED = """() => document.querySelector(".opposite .marks").insertAdjacentHTML("beforeend",
  "<span>no black</span><span>+20</span>")"""
ROWS = "(what) => new Set([...document.querySelectorAll(what)].map((each) => each.offsetTop)).size"
BANNER = """() => document.querySelector(".stage").insertAdjacentHTML("afterbegin",
  '<div class="banner row"><span>Kim is away: a bot plays on in 58 seconds.</span><button>Wait</button></div>')"""
IN_VIEW = """(what) => [...document.querySelectorAll(what)].map((each) => each.getBoundingClientRect())
  .every((box) => box.width > 0 && box.top >= -1 && box.bottom <= innerHeight + 1 && box.left >= -1 &&
    box.right <= innerWidth + 1)"""
ABOVE_THE_HAND = """() => {
  const tops = [...document.querySelectorAll(".card-button")].map((each) => each.getBoundingClientRect().top);
  const hand = Math.min(...tops);
  return [...document.querySelectorAll(".trick > .cards *, .trick .won > *")].filter((each) => {
    if (!each.matches(".card, .by, .won > *")) return false;
    const box = each.getBoundingClientRect();
    return box.height > 0 && (box.bottom > hand + 1 || box.right > innerWidth);
  }).map((each) => `${each.className} ${Math.round(each.getBoundingClientRect().bottom - hand)}`);
}"""
"""What of a trick lies below the upper edge of the hand, and by how much."""
WHOLE = "(what) => [...document.querySelectorAll(what)].every((each) => each.scrollHeight <= each.clientHeight)"
HEADED = """(names) => document.querySelectorAll(".score thead th + th").forEach(
  (head, seat) => head.textContent = names[seat])"""
SCORE_WIDTHS = """() => {
  const table = document.querySelector("table.score");
  return [table.offsetWidth, table.parentElement.clientWidth];
}"""
PLACES = """(what) => [...document.querySelectorAll(what)].map((each) => {
  const box = each.getBoundingClientRect();
  return [Math.round(box.left), Math.round(box.bottom)];
})"""
HOVERS = """() => {
  const found = [];
  const search = (rules, guarded) => [...rules].forEach((rule) => {
    if (rule.selectorText?.includes(":hover") && !guarded) found.push(rule.selectorText);
    if (rule.cssRules) search(rule.cssRules, guarded || rule.media?.mediaText === "(hover: hover)");
  });
  [...document.styleSheets].forEach((sheet) => search(sheet.cssRules, false));
  return found;
}"""


@larger("sizes", (*SOME[:3], PHONE_UPRIGHT), (*PHONES, *DESKS))
def test_a_round_is_bid_and_played_with_the_whole_hand_in_view_what_to_follow_said_and_a_reload(
    open_page: OpenPage, sizes: tuple[Size, ...]
) -> None:
    page = open_page(size=PHONE)
    make_table(page, "skull-king", "me", "bot", "bot", "bot", start=True, schedule="tens")
    said = page.get_by_role("status")
    page.locator(".question").wait_for()
    expect(page.locator(".question [data-act]").first).to_be_focused()
    _is_told_above_the_hand(page)
    page.keyboard.press("2")
    expect(said).to_contain_text("2 by Ann")
    page.locator(".card-button.legal").first.wait_for()
    expect(page.locator(".own .bid em")).to_have_text("needs 2")
    expect(page.locator(".seats")).not_to_contain_text("made")
    assert page.evaluate(BOX, ".tools > :first-child:not(.gone)")["left"] == page.evaluate(BOX, ".felt")["left"]
    _keeps_places(page)
    _shows_the_same_after_a_reload(page)
    hurry(page)
    _says_what_can_be_followed(page, "table.score tbody tr:nth-child(1)")
    page.locator(".question").wait_for()
    expect(said).to_contain_text("Bid 0 to 10. You hold ")
    expect(page.locator(".felt")).to_contain_text(re.compile("(.*|Nobody) won the last trick"))
    expect(page.locator(".log")).to_contain_text(re.compile(r"Round 1 is over: [^-]*: −\d+ \(−\d+\)[^-]*$", re.M))
    page.locator(".round-card").wait_for(state="detached")
    expect(page.locator(".trick .played")).to_have_count(0)
    for size in sizes:
        look(page, size)
        assert max(page.evaluate(LINES, ".side .points")) == 1, size  # a minus is not parted from its number
        assert page.evaluate(BEGUN)
        assert page.evaluate(IN_VIEW, ".card-button, .question, .question [data-act], .tools"), size
        question, hand = page.evaluate(BOX, ".question"), page.evaluate(BOX, ".hand")
        assert question["bottom"] <= hand["top"], size
    _shows_seats_trick_and_hand_at_once_on_its_side(page)


def _is_told_above_the_hand(page: Page) -> None:
    """A refusal covers neither the question nor the hand, and goes when it is tapped."""
    line = page.locator(".told p")
    page.locator(".card-button").first.click(force=True)
    expect(line).to_have_text("First all players bid (SK-4).")
    assert page.evaluate(BOX, ".told p")["bottom"] <= page.evaluate(BOX, ".dock")["top"]
    line.click()
    expect(line).to_have_count(0)
    hold(page, TOLD_MS)
    for words in ("One.", "Two.", "Three."):
        page.evaluate("async (words) => (await import('/said.js')).tell(words)", words)
    expect(line).to_have_text(["Two.", "Three."])  # never more
    go_on(page)
    expect(line).to_have_count(0, timeout=1000)


def _keeps_places(page: Page) -> None:
    """The hand and the buttons stay while cards are played and moves can be taken back."""
    places = page.evaluate(PLACES, ".dock, .tools > *")
    for cards in (9, 8, 7):
        page.locator(".card-button.legal").first.click()
        expect(page.locator(".card-button")).to_have_count(cards)
        assert page.evaluate(PLACES, ".dock, .tools > *") == places
        play(page, ".card-button.legal")
        assert page.evaluate(PLACES, ".dock, .tools > *") == places


def _shows_the_same_after_a_reload(page: Page) -> None:
    """In the middle of a round."""
    expect(page.locator(".telling")).to_have_count(0)  # the finished trick has gone to its winner
    shown = "() => ['.seats', '.trick', '.round'].map((place) => document.querySelector(place).innerText)"
    before = page.evaluate(shown), names_of_hand(page)
    page.reload()
    page.locator(".card-button").first.wait_for()
    assert (page.evaluate(shown), names_of_hand(page)) == before


def _says_what_can_be_followed(page: Page, until: str) -> None:
    """Play cards until something is there; a suit is to be followed only where the hand has it, and each comes."""
    seen = set()
    while not page.locator(until).count():
        page.locator(".trick.past").wait_for(state="detached")  # what stands there is not to be followed
        found = SUIT.fullmatch(page.locator("[data-status]").inner_text())
        if found:
            suit, cards = found[1] or found[2], names_of_hand(page)
            assert any(card.lower().startswith(f"{suit} ") for card in cards) == bool(found[1]), (suit, cards)
            seen.add(bool(found[1]))
        left = page.locator(".card-button").count() - 1
        page.locator(".card-button.legal").first.click()
        play(page, f".hand:not(:has(.card-button:nth-child({left + 1}))) .card-button.legal, {until}")
    assert len(seen) == 2, "in this round there was always, or never, a card to follow with"


def _shows_seats_trick_and_hand_at_once_on_its_side(page: Page) -> None:
    """A phone on its side, with five people; and both halves of Mini Spite and Malice, upright too."""
    look(page, (844, 390, 100))
    make_table(page, "skull-king", *["me"], *["bot"] * 4, start=True, players=5, schedule="tens")
    play(page, ".card-button.legal")
    assert page.evaluate(IN_VIEW, ".card-button, .side, .trick, .trick .card, .tools button")
    assert page.evaluate(BOX, ".bar")["top"] >= 390  # below the table
    make_table(page, "spite-malice", "me", "bot", start=True)
    page.locator(".half .card-button.legal").first.wait_for()
    assert page.evaluate(IN_VIEW, ".half, .own .card-button, .own .pile, .middle .pile, .tools button")
    look(page, (320, 568, 100))
    assert page.evaluate(SOLID)  # also of those that cannot be played
    page.evaluate(PILED)
    assert page.evaluate(IN_VIEW, ".half, .own .card-button, .pile, .tools button")
    assert page.evaluate(
        "() => [...document.querySelectorAll('.name')].every((each) => each.scrollWidth <= each.clientWidth)"
    )


def test_trumps_the_hand_and_playing_again_are_in_view_and_a_replay_shows_bots(open_page: OpenPage) -> None:
    page = open_page(size=(320, 568))
    make_table(page, "oh-hell", "me", "bot", "bot", start=True, players=3)
    page.locator(".question").wait_for()
    assert page.evaluate(IN_VIEW, ".pack .card, .side, .question, .card-button")
    assert not page.evaluate(OVER, [".pack .card", ".face"])
    page.evaluate(BANNER)
    for size in DESKS:
        look(page, size)
        assert page.evaluate(IN_VIEW, ".banner, .question, .card-button"), size
        assert page.evaluate(BOX, ".card-button")["bottom"] <= page.evaluate(BOX, ".tools")["top"], size
    make_table(page, "oh-hell", "me", "bot", "bot", start=True, players=3, rounds="up", largest=2)
    play(page)
    for size in ((320, 568, 100), (844, 390, 100)):
        look(page, size)
        assert page.evaluate(IN_VIEW, "[data-over] .main"), size
    page.get_by_role("link", name="Replay and review").click()
    expect(page.locator(".side:has(.portrait rect)")).to_have_count(2)  # faces of machines


@pytest.mark.thorough
@pytest.mark.parametrize("players", [8, 4])
def test_bids_the_last_trick_and_the_card_of_a_round_lie_above_the_hand_and_what_is_asked_next(
    open_page: OpenPage, players: int
) -> None:
    page = open_page(size=(320, 568))
    make_table(page, "skull-king", "me", *["bot"] * (players - 1), start=True, players=players)
    page.get_by_role("button", name="Bid 1").wait_for()
    if players == 8:
        all_bids_are_turned_up_above_the_hand(page)
        play_a_round(page)
    else:
        the_last_trick_of_a_round_stands_before_the_next_bid_is_asked(page)
    page.get_by_role("button", name="Next").focus()  # so that it stays
    page.locator(".question").wait_for()
    for size in (*PHONES, *DESKS, (390, 844, 200)) if players == 4 else PHONES:
        look(page, size)
        card, dock = page.evaluate(BOX, ".round-card"), page.evaluate(BOX, ".dock")
        assert card["bottom"] <= dock["top"], size
        assert not page.evaluate(OVER, [".round-card", ".question"]), size  # which stands beside it on its side
        assert size[2] > 100 or page.evaluate(
            IN_VIEW, ".round-card, .round-card .pick, .question, .card-button"
        ), size
        if size[2] == 100 and (players == 4 or size[0] > 390):
            assert page.evaluate(WHOLE, ".round-card"), size  # nothing has to be scrolled
    page.evaluate(BANNER)
    for size in (*PHONES, *DESKS) if players == 4 else ():
        look(page, size)
        card, dock = page.evaluate(BOX, ".round-card"), page.evaluate(BOX, ".dock")
        assert card["bottom"] <= dock["top"], size
        assert page.evaluate(IN_VIEW, ".banner button, .question, .card-button"), size
        assert size[0] < 390 or page.evaluate(IN_VIEW, ".round-card .pick"), size


def all_bids_are_turned_up_above_the_hand(page: Page) -> None:
    """Also where letters are twice as large."""
    hold(page, SHORT_REVEAL_MS)
    page.get_by_role("button", name="Bid 1").click()
    page.locator(".turned li").nth(7).wait_for()
    assert page.evaluate(IN_VIEW, ".turned li, .card-button, .tools")
    assert page.evaluate(BOX, ".reveal")["bottom"] <= page.evaluate(BOX, ".dock")["top"]
    assert page.evaluate(BOX, ".tools")["height"] < 60  # no button is as narrow as a letter
    look(page, (*PHONE, 200))
    assert page.evaluate(IN_VIEW, ".turned li, .card-button")
    look(page, (320, 568, 100))
    go_on(page)


def the_last_trick_of_a_round_stands_before_the_next_bid_is_asked(page: Page) -> None:
    """And no button moves."""
    page.get_by_role("button", name="Bid 1").click()
    page.locator(".card-button.legal").first.wait_for()
    tools = page.evaluate(PLACES, ".tools > *")
    hold(page, TRICK_MS, since=500)
    page.locator(".card-button.legal").first.click()
    page.locator(".trick.past .won").wait_for()
    assert page.evaluate(PLACES, ".tools > *") == tools
    for size in (*PHONES, *DESKS):
        look(page, size)
        expect(page.locator(".round")).to_contain_text("Round 1 of 10")
        expect(page.locator(".dock, [data-status].mine")).to_have_count(0)
        assert page.evaluate(IN_VIEW, ".trick.past .card, .trick .won > *, .tools"), size
    look(page, (320, 568, 100))
    page.keyboard.press("0")  # nothing is asked yet
    go_on(page)
    expect(page.locator(".question")).to_be_visible()
    expect(page.locator(".round")).to_contain_text("Round 2 of 10")
    expect(page.locator(".card-button")).to_have_count(2)
    expect(page.get_by_role("button", name="Bid 0")).to_be_focused()
    assert page.evaluate(PLACES, ".tools > *") == tools


@pytest.mark.thorough
@larger("players", [8], [3, 4, 5, 6, 7, 8])
def test_a_trick_and_who_has_won_it_stand_above_a_hand_of_ten(open_page: OpenPage, players: list[int]) -> None:
    page = open_page()
    who_has_won_a_trick_and_what_it_brought_stands_above_the_hand(page)
    look(page, (320, 568, 100))
    for count in players:
        go_on(page)
        make_table(page, "skull-king", "me", *["bot"] * (count - 1), start=True, players=count, schedule="tens")
        page.get_by_role("button", name="Bid 1", exact=True).click()
        hold(page, TRICK_MS, since=500)
        for _ in range(3):
            page.locator(".card-button.legal").first.wait_for()
            for size in (*PHONES, *DESKS):
                look(page, size)
                assert page.evaluate(ABOVE_THE_HAND) == [], (count, size)
            page.locator(".card-button.legal").first.click()
            page.locator(".trick.past .won").wait_for()
            for size in (*PHONES, *DESKS):
                look(page, size)
                assert page.evaluate(ABOVE_THE_HAND) == [], (count, size)
            go_on(page)
            hold(page, TRICK_MS, since=500)


def who_has_won_a_trick_and_what_it_brought_stands_above_the_hand(page: Page) -> None:
    """At a table of four, with a hand of five."""
    make_table(page, "skull-king", "me", *["bot"] * 3, start=True, schedule="fives")
    page.get_by_role("button", name="Bid 1").click()
    page.locator(".card-button.legal").first.wait_for()
    hold(page, TRICK_MS, since=500)
    page.locator(".card-button.legal").first.click()
    page.locator(".trick.past .won").wait_for()
    if not page.locator(".gain").count():
        page.evaluate(GAIN)
    for size in ((1280, 800, 100), (1920, 1080, 100), (768, 1024, 100), (844, 390, 100), PHONE_UPRIGHT):
        look(page, size)
        assert page.evaluate(IN_VIEW, ".trick.past .card, .trick .won > *, .card-button"), size
        assert page.evaluate(BOX, ".trick .won")["bottom"] <= page.evaluate(BOX, ".card-button")["top"], size
    page.evaluate(MARKED)
    for size in DESKS:
        look(page, size)
        assert not page.evaluate(OVER, [".opposite .marks span", ".trick .played img, .opposite .name"]), size
    look(page, (320, 568, 100))
    expect(page.locator(".trick.past")).to_have_count(1)
    page.evaluate(
        "() => document.querySelectorAll('.gain').forEach((each) => each.hidden = true)"
    )  # it brought none
    assert page.evaluate(IN_VIEW, ".trick.past .card, .trick .won > :not(.gain), .card-button")
    assert not page.evaluate(OVER, [".trick .won", ".side:not(.own) .bid"])
    assert page.evaluate(BOX, ".trick .won")["bottom"] <= page.evaluate(BOX, ".card-button")["top"]


@pytest.mark.thorough
@pytest.mark.parametrize("players", [5, 4])
def test_before_a_bid_no_tool_is_cut_lines_keep_clear_the_felt_grows_and_the_score_is_whole(
    open_page: OpenPage, players: int
) -> None:
    page = open_page()
    make_table(page, "skull-king", "me", *["bot"] * (players - 1), start=True, players=players, schedule="tens")
    page.locator(".question").wait_for()
    assert page.evaluate(HOVERS) == []  # what a finger has touched stays hovered over
    expect(page.get_by_role("link", name="Score sheet")).to_have_count(0)
    page.evaluate(HEADED, ["Anna", "Benjamin", "Clara", "Dietrich", "Katharina"])
    for size in (*PHONES, *DESKS):
        look(page, size)
        table, room = page.evaluate(SCORE_WIDTHS)
        assert table <= room, size
    felt = page.evaluate(BOX, ".felt")
    assert felt["width"] * felt["height"] > 0.6 * 1920 * 1080
    for size in ((320, 568, 100), PHONE_UPRIGHT):
        look(page, size)
        assert page.evaluate(IN_VIEW, ".tools button, .tools .button")  # places of those that may come, too
        for words in ("A bot plays on for somebody who has left the table, and gives the seat back.", "Not now."):
            page.evaluate("async (words) => (await import('/said.js')).tell(words)", words)
            page.locator(".told p", has_text=words).first.wait_for()
            assert page.evaluate(BOX, ".told")["bottom"] <= page.evaluate(BOX, ".question")["top"]
            assert page.evaluate(BOX, ".told")["top"] >= 0


@larger("sizes", SOME[:2], ALL)
def test_names_have_room_in_skull_king(open_page: OpenPage, sizes: tuple[Size, ...]) -> None:
    page = open_page()
    table = seat_people(page, "skull-king", 8, players=8, schedule="fives")
    assert crowded(page, sizes) == {}
    look(page, (844, 390, 100))
    assert page.evaluate(IN_VIEW, ".chairs li:nth-child(-n + 2)")  # without scrolling, the link beside them
    begin(page, table, 8)
    page.locator(".question").wait_for()
    for size in ((844, 390, 100), (1280, 800, 100), (1366, 650, 100)):
        look(page, size)
        assert page.evaluate(OWN_FACE), size  # what is asked does not cover it
    say(page, table, 8)
    page.get_by_role("tab", name="Chat").click()
    assert crowded(page, sizes) == {}
    go_on(page)
    hold(page, SHORT_REVEAL_MS)
    page.get_by_role("button", name="Bid 1").click()
    page.locator(".turned li").nth(7).wait_for()
    assert crowded(page, sizes) == {}
    go_on(page)
    page.locator(".card-button.legal").first.wait_for()
    look(page, (844, 390, 100))
    assert page.evaluate(UNDER_CARDS) == []
    assert sizes != ALL or crowded(page, sizes) == {}
    play_a_round(page)
    page.get_by_role("button", name="Next").focus()  # so that it stays
    expect(page.locator(".round-card .face")).to_have_count(8)  # the card lies over their seats
    for size in ((844, 390, 100), (320, 568, 100)):
        look(page, size)
        assert page.evaluate(ROWS, ".answers .pick") == 1, size  # no bid alone in a second one
    assert crowded(page, sizes) == {}
    for width in (1920, 1280):
        look(page, (width, 800, 100))
        wide = page.evaluate(SCORE_WIDTHS)
        assert wide[0] <= wide[1]  # all eight are seen
    wide = page.locator("table.score").evaluate("(table) => [table.offsetWidth, table.parentElement.clientWidth]")
    assert wide[0] <= wide[1]  # all eight are seen
    if sizes == ALL:
        page.get_by_role("button", name="Next").click()
        page.get_by_role("tab", name="Players").click()
        assert crowded(page, sizes) == {}
        play(page)
        assert crowded(page, sizes) == {}
        page.goto(f"/#/replay/{table}")
        page.locator(".open-hands").wait_for()
        assert crowded(page, sizes) == {}
    page.goto("/#/")
    page.locator(".tables details").evaluate_all("(found) => found.forEach((each) => { each.open = true; })")
    page.locator(".tables li a").wait_for()
    assert crowded(page, sizes) == {}


@pytest.mark.thorough
@larger("sizes", SOME, ALL)
@pytest.mark.parametrize("game", ["skull-king", "spite-malice", "pig"])
def test_names_and_points_of_three_digits_have_room_at_small_tables(
    open_page: OpenPage, game: str, sizes: tuple[Size, ...]
) -> None:
    page = open_page()
    if game == "skull-king":
        score(page, SCORES)
        for players in (4, 2):
            has_room_for_names_and_points_in_a_round(page, players, sizes)
        return
    table = seat_people(page, game, 2, **({"winning_score": 20} if game == "pig" else {}))
    if game == "spite-malice":
        has_room_while_the_screen_is_handed_over(page, table, sizes)
    else:
        begin(page, table, 2)
    page.locator(".name").first.wait_for()
    assert crowded(page, sizes) == {}
    if game == "pig":
        has_room_among_standings(page, sizes)


def has_room_while_the_screen_is_handed_over(page: Page, table: str, sizes: tuple[Size, ...]) -> None:
    """The name of who is to take the screen, and the names that it can show the table for."""
    page.get_by_role("button", name="Start the game").click()
    page.reload()
    page.get_by_role("button", name="Show cards").wait_for()
    page.goto(f"/#/table/{table}/1")
    page.get_by_role("heading", name=f"Hand over to {NAMES[1]}").wait_for()
    assert crowded(page, sizes) == {}
    page.get_by_role("button", name="Show cards").click()


def has_room_among_standings(page: Page, sizes: tuple[Size, ...]) -> None:
    """The names in a circle that a finished game has begun."""
    play(page)
    page.get_by_role("tab", name="Players").click()
    page.get_by_role("tabpanel").get_by_role("button", name="Keep standings").click()
    page.get_by_role("button", name="Begin").click()
    page.get_by_role("tabpanel").get_by_role("link", name="Standings").click()
    page.locator(".results li").wait_for()
    assert crowded(page, sizes) == {}


def has_room_for_names_and_points_in_a_round(page: Page, players: int, sizes: tuple[Size, ...]) -> None:
    """From the first bid to the card of the round."""
    table = seat_people(page, "skull-king", players, players=players, schedule="fives")
    begin(page, table, players)
    page.locator(".question").wait_for()
    assert crowded(page, sizes) == {}
    page.get_by_role("button", name="Bid 1").click()
    page.locator(".card-button.legal").first.wait_for()
    assert sorted(page.locator(".side .points").all_inner_texts()) == sorted(SHOWN[:players])
    assert crowded(page, sizes) == {}
    hold(page, TRICK_MS, since=500)
    page.locator(".card-button.legal").first.click()
    page.locator(".trick.past").wait_for()
    assert crowded(page, sizes) == {}
    expect(page.locator(".trick.past")).to_have_count(1)
    go_on(page)
    play_a_round(page)
    page.get_by_role("button", name="Next").focus()  # so that it stays
    expect(page.locator(".round-card .leads")).to_have_count(1 if players == 2 else 2)
    assert crowded(page, sizes) == {}
