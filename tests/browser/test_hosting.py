"""What the host of a table can do, and what others can when the host has vanished."""

import re

import pytest
from playwright.sync_api import Page, expect

from tests.browser.conftest import OpenPage
from tests.browser.people import begin_together, join, make_table, play, play_together

YOUR_TURN, BANNER = "[data-status].mine", ".banner:not([data-seeded])"


@pytest.fixture
def table(open_page: OpenPage) -> tuple[Page, Page]:
    """The host's page and that of a friend in the second seat, before the game; an agent has the third."""
    ann, bob = open_page(), open_page()
    make_table(ann, "skull-king", "me", "open", "bot", players=3, schedule="fives")
    join(bob, ann.get_by_label("Link to join").input_value(), "Bob")
    ann.get_by_text("Bob", exact=True).wait_for()
    return ann, bob


def begin(host: Page) -> None:
    """Start the game and show the players."""
    host.get_by_role("button", name="Start the game").click()
    host.get_by_role("tab", name="Players").click()


@pytest.mark.thorough
def test_a_friend_follows_a_host_who_vanishes_replaces_links_keeps_the_table_and_is_removed(
    table: tuple[Page, Page],
) -> None:
    ann, bob = table
    expect(bob.locator(BANNER)).to_have_count(0)
    ann.goto("/#/about")
    expect(bob.locator(BANNER)).to_contain_text("Ann, the host, is not connected.")
    ann.go_back()  # the host stays host who comes back
    expect(bob.locator(BANNER)).to_have_count(0)
    expect(ann.get_by_role("button", name="Start the game")).to_be_visible()
    ann.goto("/#/about")
    bob.get_by_role("button", name="Become the host").click()
    expect(bob.locator(BANNER)).to_have_count(0)
    ann.go_back()
    ann.get_by_role("heading", name="Players and seats").wait_for()
    begin(bob)
    ann.get_by_role("tab", name="Players").click()
    ann.get_by_role("button", name="Replace my links").click()
    ann.get_by_role("dialog").get_by_label("Link to the seat").wait_for()
    ann.keyboard.press("Escape")
    expect(ann.get_by_role("button", name="Replace my links")).to_be_visible()
    expect(bob.locator(".people li").first).not_to_contain_text("not connected")
    ask_to_delete(bob, ann, "Bob wants to delete this table. Not agreed yet: Ann.")
    ann.get_by_role("button", name="Keep the table").click()
    for page in table:
        expect(page.locator(BANNER)).to_have_count(0)
    bob.get_by_role("tab", name="Log").click()
    expect(bob.locator(".log")).to_contain_text("Ann does not agree to delete the table. It stays.")
    bob.get_by_role("tab", name="Players").click()
    bob.get_by_label("Settings of the table: Ann").click()
    bob.get_by_role("button", name="Make Ann the host").click()
    expect(bob.get_by_label("Settings of the table: Ann")).to_have_count(0)
    expect(ann.get_by_role("button", name="Delete this table")).to_be_visible()
    ann.get_by_label("Settings of the table: Bob").click()
    ann.get_by_role("button", name="Remove Bob").click()
    ann.get_by_role("dialog").get_by_text("a bot plays on").wait_for()
    ann.get_by_role("dialog").get_by_role("button", name="Remove Bob").click()
    expect(bob.locator(".problem")).to_contain_text("you were removed from the table")
    expect(ann.locator(".people li").nth(1)).to_contain_text("(bot)")
    play(ann, ".card-button.legal")


def ask_to_delete(host: Page, friend: Page, told: str) -> None:
    """The host wants to delete the table in the middle of a game; both pages say so."""
    host.get_by_role("button", name="Delete this table").click()
    dialog = host.get_by_role("dialog")
    expect(dialog).to_contain_text("The others are asked first")
    dialog.get_by_role("button", name="Delete this table").click()
    for page in (host, friend):
        expect(page.locator(BANNER)).to_contain_text(told)


@pytest.mark.thorough
def test_a_new_link_is_for_who_has_left_a_seat_is_given_to_who_watches_and_all_agree_to_delete(
    table: tuple[Page, Page], open_page: OpenPage
) -> None:
    ann, bob = table
    link = ann.get_by_label("Link to join").input_value()
    begin(ann)
    phone = a_new_link_gives_the_seat_from_the_next_deal_on(ann, bob, open_page)
    eve = open_page("#/")
    eve.goto(link)
    eve.get_by_label("Your name").fill("Eve, Player 0")
    eve.get_by_role("button", name="Join").click()
    expect(eve.locator(".side")).to_have_count(3)  # all that is open
    expect(eve.locator(".card-button")).to_have_count(0)
    expect(eve.get_by_text("You are watching. The host can give you a seat.")).to_be_visible()
    ann.get_by_role("tab", name="Players").click()
    ann.get_by_text("A seat for Eve, Player 0, from the next deal on").click()
    ann.get_by_role("button", name="(bot)").click()
    expect(eve.get_by_text("You play from the next deal on.").first).to_be_visible()
    ask_to_delete(ann, phone, "Ann wants to delete this table. Not agreed yet: Bob and Eve, Player 0.")
    for page in (phone, eve):
        page.get_by_role("button", name="Delete it").click()
    expect(phone.locator(".problem")).to_contain_text("There is no such table.")


def a_new_link_gives_the_seat_from_the_next_deal_on(ann: Page, bob: Page, open_page: OpenPage) -> Page:
    """Bob's page is closed; returns another one, to which the host's link has brought him."""
    ann.get_by_label("Settings of the table: Bob").click()
    expect(ann.get_by_role("button", name="Make Bob the host")).to_be_visible()
    expect(ann.get_by_role("button", name="New link for Bob")).to_have_count(0)  # he is here
    bob.close()
    expect(ann.locator(".people li").nth(1)).to_contain_text("not connected")
    ann.get_by_role("button", name="New link for Bob").click()
    expect(ann.get_by_role("dialog").get_by_role("heading")).to_have_text("New link for Bob")
    link = ann.get_by_role("dialog").get_by_label("Link to the seat").input_value()
    ann.keyboard.press("Escape")
    phone = open_page(f"#{link.partition('#')[2]}")
    waits = "You play from the next deal on. Until then a bot plays for you"
    expect(phone.get_by_text(waits)).to_have_count(1)
    expect(ann.locator(".people li").nth(1)).to_contain_text("plays from the next deal on")
    ann.get_by_role("tab", name="Log").click()
    expect(ann.locator(".log")).to_contain_text("Bob is away, so Ann has made a new link for Bob's seat")
    expect(ann.locator(".log")).to_contain_text("Somebody has opened the link that Ann made for Bob's seat")
    play(ann, ".log .notice ~ .notice ~ .notice ~ .notice")  # after Bob has come, the link, and that it was opened
    expect(ann.locator(".log .notice").last).to_contain_text("New deal: Bob plays from now on")
    expect(phone.locator(".side.own")).to_contain_text("Bob")
    expect(phone.get_by_text(waits)).to_have_count(0)
    return phone


@pytest.mark.thorough
def test_what_is_typed_stays_and_the_host_overrides_the_pause_of_who_is_away(open_page: OpenPage) -> None:
    ann = open_page()
    ann.clock.set_system_time("2020-01-01")  # a countdown does not depend on it
    for override in ("Wait for them", "Let the bot play now"):
        bob = open_page()
        make_table(ann, "pig", "me", "open", settings={"away_after": 600})
        begin_together(ann, bob)
        ann.locator(".pick.roll:not([aria-disabled=true])").wait_for()
        if override == "Wait for them":
            what_is_typed_stays_when_others_act(ann, bob)
        bob.close()
        ann.get_by_role("button", name=re.compile("^Hold")).click()
        told = re.compile(r"Bob is away: a bot takes over in [56]\d\d seconds")
        expect(ann.locator(BANNER)).to_contain_text(told)
        ann.get_by_role("button", name=override).click()
        expect(ann.locator(BANNER)).to_have_count(0)
        if override == "Wait for them":
            expect(ann.locator("[data-status]")).to_have_text("Bob's turn")
        else:
            expect(ann.locator(YOUR_TURN)).to_be_visible()


def what_is_typed_stays_when_others_act(ann: Page, bob: Page) -> None:
    """A new name, and a setting that is not saved yet."""
    ann.get_by_role("tab", name="Players").click()
    ann.get_by_text("Change my name").click()
    ann.get_by_label("Your name").fill("Annabel")
    ann.get_by_text("Settings of the table", exact=True).click()
    seconds = ann.get_by_label("Seconds until a bot plays")
    seconds.fill("77")
    bob.get_by_role("button", name="Bot plays for me").click()
    expect(ann.locator(".people")).to_contain_text("a bot plays for them")
    expect(ann.get_by_label("Your name")).to_have_value("Annabel")
    expect(seconds).to_have_value("77")
    ann.get_by_role("button", name="Save").first.click()
    expect(ann.locator(".people li").first).to_contain_text("Annabel")
    bob.get_by_role("button", name="Play again myself").click()
    expect(ann.locator(".people")).not_to_contain_text("a bot plays for them")


def test_two_people_talk_play_take_back_are_not_watched_unasked_and_play_again(open_page: OpenPage) -> None:
    ann, bob = open_page(), open_page()
    first = make_table(ann, "pig", "me", "open", winning_score=2)
    link = ann.get_by_label("Link to join").input_value()
    join(bob, link, "Bob")
    a_line_keeps_its_name_beside_the_present_one_and_a_new_name_is_told(ann, bob)
    ann.get_by_role("button", name="Start the game").click()
    bob.locator(".felt").wait_for()
    eve = open_page(f"#/table/{first}")
    expect(eve.locator(".problem")).to_contain_text("it cannot be watched")
    a_move_can_be_taken_back_after_a_reload_and_when_somebody_comes(ann, bob, eve, link)
    eve.close()
    play_together([ann, bob])
    ann.goto("/#/about")
    expect(bob.locator(".missing")).to_have_text("Ann is not here. The game will wait.")
    ann.go_back()
    expect(bob.locator(".missing")).to_have_count(0)
    expect(bob.get_by_label("Keep standings")).to_be_checked()
    bob.get_by_role("button", name="Play again").click()  # one click, of anybody, for all
    for page in (ann, bob):
        expect(page.locator("[data-over]")).to_have_count(0)
        expect(page.locator(".bars")).to_contain_text("Robert")
        expect(page.locator(".points").first).to_have_text("0")
        assert first not in page.url
        expect(page.locator(".lines .said").first).to_have_text("Bob (now Robert) Hello")  # they talk on
        expect(page.locator(".unread")).to_have_count(0)
    play_together([ann, bob])
    expect(bob.locator(".tonight")).to_have_text(
        re.compile(r"^(Ann|Robert) leads 2 : 0 tonight$|^(Ann and Robert|Robert and Ann): 1 : 1 tonight$")
    )
    expect(bob.locator("[data-over]").get_by_role("link", name="Standings")).to_be_visible()


def a_line_keeps_its_name_beside_the_present_one_and_a_new_name_is_told(ann: Page, bob: Page) -> None:
    """Bob, who has written, calls himself Robert."""
    bob.get_by_label("Message to the table").fill("Hello")
    bob.keyboard.press("Enter")
    expect(ann.locator(".lines")).to_contain_text("Hello")
    bob.get_by_text("Rules and more").click()
    bob.get_by_text("Change my name").click()
    bob.get_by_role("textbox", name="Your name").fill("Robert")
    bob.keyboard.press("Enter")
    expect(ann.locator(".lines .said")).to_have_text(["Bob (now Robert) Hello", "Bob is now called Robert"])
    assert ann.locator(".bubble").count() == 0 or "called" not in ann.locator(".bubble").inner_text()


def a_move_can_be_taken_back_after_a_reload_and_when_somebody_comes(
    ann: Page, bob: Page, eve: Page, link: str
) -> None:
    """Eve, who comes by the link, watches; who has held takes it back though the page was loaded anew."""
    first = ann if ann.locator("[data-status].mine").count() else bob
    first.get_by_role("button", name="Hold").click()
    expect(first.get_by_role("button", name="Take back")).to_be_visible()
    eve.goto(link)
    eve.get_by_label("Your name").fill("Eve")
    eve.get_by_role("button", name="Join").click()
    expect(eve.locator(".felt")).to_contain_text("Robert's turn" if first is ann else "Ann's turn")
    expect(first.get_by_role("button", name="Take back")).to_be_visible()
    first.reload()
    first.get_by_role("button", name="Take back").click()
    expect(first.locator("[data-status].mine")).to_be_visible()
