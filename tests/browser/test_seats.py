"""Seats belong to people: in the lobby, leaving and coming back, several people at one screen, watching."""

import re

import pytest
from playwright.sync_api import Page, Route, expect

from tests.browser.conftest import DESKTOP, OpenPage
from tests.browser.people import join, make_table, names_of_hand, play
from tests.browser.test_access import IN_TURN, check
from tests.browser.test_trick_table import COUNT_TONES


@pytest.mark.thorough
def test_the_lobby_tells_who_has_come_and_who_leaves_a_game_takes_the_seat_back(open_page: OpenPage) -> None:
    ann, gina = open_page(), open_page()
    ann.add_init_script(COUNT_TONES + "navigator.share = async (shared) => { window.shared = shared; };")
    ann.reload()
    make_table(ann, "skull-king", "me", "open", "bot", players=3, schedule="fives")
    link = ann.get_by_label("Link to join").input_value()
    ann.get_by_role("button", name="Share").click()
    assert ann.evaluate("window.shared") == {"title": "croupier", "text": "Come and play Skull King.", "url": link}
    expect(ann).to_have_title("(1) Skull King – croupier")
    join(gina, link, "Tom")
    expect(ann).to_have_title("(2) Tom has joined")
    assert ann.evaluate("window.tones") == 2
    expect(ann.locator("#said")).to_contain_text("Tom has joined.")
    ann.evaluate("window.dispatchEvent(new Event('focus'))")  # she looks here again
    expect(ann).to_have_title("(2) Skull King – croupier")
    a_name_is_changed_and_a_seat_is_found_again_by_its_own_link(ann, gina)
    ann.get_by_role("button", name="Start the game").click()
    who_leaves_is_asked_first_and_takes_the_seat_back(ann, gina, link)


def a_name_is_changed_and_a_seat_is_found_again_by_its_own_link(ann: Page, gina: Page) -> None:
    """Gina, who has come as Tom, notes down the link before her browser forgets all."""
    gina.get_by_text("Rules and more").click()
    gina.get_by_text("Change my name").click()
    gina.get_by_label("Your name").fill("Gina")
    gina.get_by_role("button", name="Save").click()
    expect(ann.locator(".chairs li").nth(1)).to_contain_text("Gina")
    gina.get_by_text("Note down my seat's link").click()
    gina.get_by_role("button", name="My seat on another device").click()
    own = gina.get_by_role("dialog").get_by_label("Link to the seat").input_value()
    gina.context.clear_cookies()
    gina.goto(own)
    expect(gina.locator(".chairs li", has_text="Gina")).to_contain_text("you")


def who_leaves_is_asked_first_and_takes_the_seat_back(ann: Page, gina: Page, link: str) -> None:
    """With the same hand, by the link that she has at hand."""
    gina.locator(".card-button").first.wait_for()
    hand = names_of_hand(gina)
    gina.get_by_role("tab", name="Players").click()
    for answer in ("Stay", "Leave the table"):
        gina.get_by_role("button", name="Leave the table").click()
        dialog = gina.get_by_role("dialog")
        expect(dialog).to_contain_text("You can take the seat back")
        dialog.get_by_role("button", name=answer).click()
        expect(gina.locator("[data-left]")).to_have_count(0 if answer == "Stay" else 1)
    expect(ann.locator(".told")).to_contain_text("Gina has left; a bot plays on. Gina can take the seat back.")
    check(gina, IN_TURN)
    gina.set_viewport_size({"width": DESKTOP[0], "height": DESKTOP[1]})
    expect(ann.locator("#said")).to_contain_text("Gina has left")
    expect(ann.locator(".side", has_text="Gina (bot)")).to_be_visible()
    ann.get_by_role("tab", name="Log").click()
    expect(ann.locator(".log .notice").last).to_contain_text("Gina has left")
    gina.goto("/#/about")
    gina.goto(link)
    expect(gina.locator(".card-button")).to_have_count(0)
    gina.get_by_role("button", name="Take my seat back").click()
    expect(gina.locator(".side.own")).to_contain_text("Gina")
    assert names_of_hand(gina) == hand
    expect(ann.locator(".log .notice").last).to_contain_text("Gina is back and plays again.")
    expect(ann.locator(".side", has_text="Gina (bot)")).to_have_count(0)


@pytest.mark.thorough
def test_open_cards_are_seen_unless_the_host_says_no_and_a_screen_is_handed_over(open_page: OpenPage) -> None:
    page, other = open_page(), open_page()
    make_table(page, "spite-malice", "me", "bot", start=True)
    page.get_by_role("tab", name="Players").click()
    link = page.evaluate("Object.entries(localStorage).find(([key]) => key.startsWith('croupier.join.'))")
    table, token = link[0].rpartition(".")[2], link[1].strip('"')
    other.goto(f"/#/join/{table}/{token}")
    expect(other.locator(".lead")).to_contain_text("The game has begun: you can watch")
    other.get_by_label("Your name").fill("Eve")
    other.get_by_role("button", name="Join").click()
    expect(other.locator(".half")).to_have_count(2)
    expect(page.locator(".told")).to_contain_text("Eve is watching.")
    page.get_by_text("Settings of the table", exact=True).click()
    watch = page.get_by_label("Invited people without a seat see the open cards")
    for seen in (False, True):
        watch.set_checked(seen)
        page.get_by_role("button", name="Save").click()
        expect(other.locator(".half")).to_have_count(2 if seen else 0)
        hidden = other.get_by_text("people without a seat do not see the cards here")
        expect(hidden).to_have_count(0 if seen else 1)
    a_screen_that_is_handed_over_shows_the_cards_of_who_is_to_move_behind_a_curtain(page, other)


def a_screen_that_is_handed_over_shows_the_cards_of_who_is_to_move_behind_a_curtain(
    page: Page, other: Page
) -> None:
    """Ann and Lena share it; Zoe watches from another."""
    make_table(page, "spite-malice", "me", "open", settings={"away_after": 1})
    link = page.get_by_label("Link to join").input_value()
    join(page, f"{link}/another", "Lena")
    page.get_by_role("link", name="Ann").click()
    page.get_by_role("button", name="Start the game").click()
    other.goto(link)
    other.get_by_label("Your name").fill("Zoe")
    other.get_by_role("button", name="Join").click()
    seen: list[str] = []
    for _ in range(3):
        page.get_by_role("button", name="Show cards").wait_for()
        name = page.locator(".curtain h1").inner_text().removeprefix("Hand over to ")
        expect(page.locator(".shared [aria-current=page]")).to_contain_text(name)
        expect(page.get_by_role("button", name="Show cards")).to_be_focused()
        expect(page.locator("#said")).to_contain_text(f"Hand over to {name}")
        assert page.locator(".card-button").count() == 0
        page.wait_for_timeout(1200)  # longer than agents wait for who is away
        page.keyboard.press("Enter")
        expect(page.locator(".half.own")).to_contain_text(name)
        page.locator("[data-status].mine").wait_for()  # the page has switched to who is to move
        play(page, ".curtain")
        seen.append(name)
    assert seen[0] == seen[2] != seen[1]
    expect(other.locator(".half")).to_have_count(2)
    expect(other.locator(".banner:not([data-seeded])")).to_have_count(0)  # nobody is away
    other.get_by_role("tab", name="Players").click()
    expect(other.locator(".people li small", has_text="not connected")).to_have_count(0)
    page.reload()  # somebody else may hold it now
    expect(page.get_by_role("button", name="Show cards")).to_be_visible()
    check(page, IN_TURN)


def test_seats_and_rules_are_changed_in_the_lobby_and_a_friend_more_gets_a_seat(open_page: OpenPage) -> None:
    ann, bob, eve = open_page("#/"), open_page("#/"), open_page("#/")
    ann.get_by_label("Your name").fill("Ann")
    ann.get_by_role("button", name="With friends: Skull King").click()
    link = ann.get_by_label("Link to join").input_value()
    chairs = ann.locator(".chairs li")
    expect(chairs).to_have_count(2)
    join(bob, link, "Bob")
    bob.goto("about:blank")
    bob.goto(link)  # which means the seat that this browser has
    bob.get_by_role("heading", name="Players and seats").wait_for()
    bob.get_by_text("Rules and more").click()
    bob.get_by_role("link", name="Add a person at this screen").click()
    expect(bob.get_by_label("Your name")).to_have_value("")
    bob.get_by_label("Your name").fill("bob")
    bob.get_by_role("button", name="Join").click()
    expect(bob.locator(".told")).to_contain_text("Bob is at this table already")
    bob.go_back()
    eve.goto(link)
    expect(eve.locator(".lead")).to_contain_text("No seat is free: we add one for you.")
    join(eve, link, "Eve")
    expect(chairs).to_have_count(3)
    expect(ann.locator(".told")).to_contain_text("Eve has joined, and a seat was added.")
    ann.get_by_role("button", name="Add a seat").click()
    expect(chairs).to_have_count(4)
    for says in ("a bot sits here", "free for a friend"):  # an empty seat says what a tap does
        expect(ann.get_by_label("Bot for seat 4")).to_have_count(int(says != "a bot sits here"))
        chairs.nth(3).get_by_role("button", name=f"Tap: {says}").click()
    expect(ann.get_by_label("Bot for seat 4")).to_have_count(0)  # buttons beside it move as the bot goes
    ann.get_by_role("button", name="Remove seat 4").click()
    expect(chairs).to_have_count(3)
    ann.get_by_text("Rules and more").click()
    ann.get_by_label("Rounds").select_option("one")
    ann.get_by_role("button", name="Add a seat").click()  # it stays when the rules are saved
    expect(chairs).to_have_count(4)
    ann.get_by_role("button", name="Save").first.click()
    expect(bob.locator(".told")).to_contain_text("Ann has changed the rules: rounds: one, of 1 card.")
    expect(chairs).to_have_count(4)
    chairs.nth(3).get_by_role("button", name="Tap: a bot sits here").click()
    ann.get_by_label("Bot for seat 4").select_option("bot:simple")
    ann.get_by_role("button", name="Start the game").click()
    expect(eve.locator(".side")).to_have_count(4)
    expect(eve.locator(".round strong")).to_contain_text("1 of 1")
    seen = []
    for page in (ann, eve):
        bot = page.locator('.side[data-seat="3"] .named')
        expect(bot).to_contain_text("(bot)")  # so that nobody takes it for a person
        seen.append((bot.inner_text(), bot.locator(".name").get_attribute("title")))
    assert seen[0] == seen[1]  # a name of its own, everywhere the same
    assert str(seen[0][1]).endswith("(bot): Simple bot")


@pytest.mark.thorough
def test_a_browser_that_keeps_no_cookie_says_so_plainly(open_page: OpenPage) -> None:
    page = open_page("#/")

    def forget(route: Route) -> None:
        answer = route.fetch()
        page.context.clear_cookies()
        headers = {name: value for name, value in answer.headers.items() if name != "set-cookie"}
        route.fulfill(response=answer, headers=headers)

    page.route("**/api/tables", forget)  # a browser that says nothing of it
    page.get_by_role("button", name="Play: Pig Dice").click()
    expect(page.locator(".problem")).to_contain_text("this browser did not keep its cookie")
    # the browser blocks them itself, and says so
    page.context.new_cdp_session(page).send("Emulation.setDocumentCookieDisabled", {"disabled": True})
    page.goto("/#/")
    page.reload()
    expect(page.locator("[data-cookie]")).to_contain_text("keeps no cookie")
    page.get_by_role("button", name="Play: Pig Dice").click()
    expect(page.locator(".told")).to_contain_text("Allow cookies here")
    assert page.url.endswith("#/")  # no table that nobody could play at


LEFT = """() => ({
  said: [...document.querySelectorAll("#said p")].map((each) => each.textContent),
  told: document.querySelectorAll(".told p").length,
  help: document.querySelectorAll("#card-help").length,
})"""
BELOW = """() => document.querySelector(".tools").getBoundingClientRect().top >=
  document.querySelector(".felt").getBoundingClientRect().bottom"""


def take_the_screen(page: Page) -> tuple[str, list[str]]:
    """Show the cards of who is asked for, by the keyboard; the name, and the hand."""
    page.get_by_role("button", name="Show cards").wait_for()
    expect(page.locator(".card-button")).to_have_count(0)
    name = page.locator(".curtain h1").inner_text().removeprefix("Hand over to ")
    page.get_by_role("button", name="Show cards").press("Enter")
    expect(page.locator(".side.own")).to_contain_text(name)
    expect(page.locator(".card-button")).to_have_count(5)
    return name, names_of_hand(page)


def test_at_one_screen_each_bids_in_turn_and_sees_and_hears_nothing_of_the_one_before(open_page: OpenPage) -> None:
    page = open_page()
    make_table(page, "skull-king", "me", "open", "bot", players=3, schedule="fives")
    page.get_by_text("Rules and more").click()
    page.get_by_role("link", name="Add a person at this screen").click()
    page.get_by_label("Your name").fill("Bob")
    page.get_by_role("button", name="Join").click()
    page.get_by_role("link", name="Ann").click()
    page.get_by_role("button", name="Start the game").click()
    first = take_the_screen(page)
    expect(page.locator(".question [data-act]").first).to_be_focused()
    assert page.evaluate(BELOW)
    card = page.locator(".card-button").first
    card.dispatch_event("click")  # not now: bids are asked for
    expect(page.locator(".told p")).to_have_count(1)
    card.hover()
    expect(page.locator("#card-help")).to_be_visible()
    page.get_by_role("button", name="Bid 1").click()
    page.wait_for_function("() => document.querySelector('#said').textContent.includes('Hand over')")
    name = page.locator(".curtain h1").inner_text().removeprefix("Hand over to ")
    assert page.evaluate(LEFT) == {"said": [f"Hand over to {name}"], "told": 0, "help": 0}
    page.get_by_role("link", name=first[0]).click()  # whose bid is made
    expect(page.locator(".curtain h1")).to_have_text(f"Hand over to {first[0]}")
    assert take_the_screen(page) == first
    expect(page.locator(".dock :focus")).to_have_count(1)
    page.get_by_role("link", name=name).click()
    second = take_the_screen(page)
    assert {first[0], second[0]} == {"Ann", "Bob"}
    assert first[1] != second[1]
    page.get_by_role("button", name="Bid 1").click()
    page.get_by_role("button", name="Show cards").or_(page.locator(".card-button.legal").first).first.wait_for()


@pytest.mark.thorough
def test_spectators_see_all_hands_a_round_later_and_watch_bots_at_their_own_pace(open_page: OpenPage) -> None:
    ann, eve = open_page(), open_page()
    watched = {"spectators": "delayed"}
    table = make_table(
        ann, "skull-king", "me", "bot", "bot", start=True, settings=watched, players=3, schedule="fives"
    )
    ann.locator(".question").wait_for()
    eve.goto(f"/#/table/{table}")
    expect(eve.locator(".felt")).to_have_text(re.compile("^You see all hands, a round later"))
    hand = [each.get_attribute("aria-label") for each in ann.locator(".card-button").all()]
    play(ann, ".card-button.legal")
    ann.locator(".card-button.legal").first.click()
    expect(ann.locator(".card-button")).to_have_count(4)
    assert eve.locator(".felt img").count() == 0, "nothing of the round that is played is shown"
    play(ann, "table.score tbody tr")  # the first round is over
    ann.locator(".question").wait_for()
    expect(eve.locator(".round strong")).to_have_text("Round 1 of 5")
    expect(eve.locator(".open-hands img")).to_have_count(15)
    expect(eve.locator("table.score tbody tr")).to_have_count(0)
    shown = [each.get_attribute("alt") for each in eve.locator(".open-hands section").first.locator("img").all()]
    assert shown == hand
    play(ann, "table.score tbody tr:nth-child(2)")
    expect(eve.locator(".round strong")).to_have_text("Round 2 of 5")
    expect(eve.locator("table.score tbody tr")).to_have_count(1)
    eve.get_by_label("Seen by").select_option("1")
    expect(eve.get_by_text("You are watching.")).to_be_visible()
    agents_are_watched_by_one_click_with_open_hands_and_at_ones_own_pace(eve)


def agents_are_watched_by_one_click_with_open_hands_and_at_ones_own_pace(page: Page) -> None:
    """Move by move, and then to the end."""
    page.goto("/#/")
    page.get_by_role("button", name="More: Skull King").click()
    page.get_by_role("button", name="Watch bots").click()
    expect(page.locator(".open-hands section")).to_have_count(4)
    expect(page.locator(".open-hands img")).to_have_count(4)  # of the first round
    page.get_by_role("button", name="Pause").click()
    page.get_by_role("tab", name="Log").click()
    page.get_by_role("button", name="Go on").wait_for()
    plays = page.locator(".log li", has_text=" plays ")
    while plays.count() == 0:  # bids are moves too, of which the log tells once all are in
        page.get_by_role("button", name="Next move").click()
        page.wait_for_timeout(300)
    made = plays.count()
    for more in (1, 2):
        page.get_by_role("button", name="Next move").click()
        expect(plays).to_have_count(made + more)
    page.wait_for_timeout(1200)  # longer than agents at the pace from before
    expect(plays).to_have_count(made + 2)
    page.get_by_label("Pace").select_option("instant")
    expect(page.locator("[data-over]")).to_be_visible()
