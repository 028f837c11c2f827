"""What the host of a table can do, and what others can when the host has vanished."""

import re

import pytest
from playwright.sync_api import Page, expect

from tests.amounts import daily
from tests.browser.conftest import OpenPage
from tests.browser.people import begin_together, join, make_table, play, play_together

YOUR_TURN = "[data-status].mine"


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
def test_a_removed_person_is_told_and_an_agent_plays_on(table: tuple[Page, Page]) -> None:
    ann, bob = table
    begin(ann)
    ann.get_by_label("Settings of the table: Bob").click()
    ann.get_by_role("button", name="Remove Bob").click()
    ann.get_by_role("dialog").get_by_text("a bot plays on").wait_for()
    ann.get_by_role("dialog").get_by_role("button", name="Remove Bob").click()
    expect(bob.locator(".problem")).to_contain_text("you were removed from the table")
    expect(ann.locator(".people li").nth(1)).to_contain_text("(bot)")
    play(ann, ".card-button.legal")


@pytest.mark.thorough
def test_a_new_link_is_for_who_has_left_and_gives_the_seat_from_the_next_deal_on(
    table: tuple[Page, Page], open_page: OpenPage
) -> None:
    ann, bob = table
    begin(ann)
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


@pytest.mark.thorough
def test_a_player_replaces_links_and_stays_at_the_table(table: tuple[Page, Page]) -> None:
    ann, bob = table
    begin(ann)
    bob.get_by_role("tab", name="Players").click()
    bob.get_by_role("button", name="Replace my links").click()
    bob.get_by_role("dialog").get_by_label("Link to the seat").wait_for()
    bob.keyboard.press("Escape")
    expect(bob.get_by_role("button", name="Replace my links")).to_be_visible()
    expect(ann.locator(".people li").nth(1)).not_to_contain_text("not connected")


@pytest.mark.thorough
def test_a_seat_is_given_to_who_watches(table: tuple[Page, Page], open_page: OpenPage) -> None:
    ann, _ = table
    link = ann.get_by_label("Link to join").input_value()
    begin(ann)
    eve = open_page("#/")
    eve.goto(link)
    eve.get_by_label("Your name").fill("Eve, Player 0")
    eve.get_by_role("button", name="Join").click()
    expect(eve.locator(".side")).to_have_count(3)  # all that is open
    expect(eve.locator(".card-button")).to_have_count(0)
    expect(eve.get_by_text("You are watching. The host can give you a seat.")).to_be_visible()
    ann.get_by_text("A seat for Eve, Player 0, from the next deal on").click()
    ann.get_by_role("button", name="(bot)").click()
    expect(eve.get_by_text("You play from the next deal on.").first).to_be_visible()


@pytest.mark.thorough
@pytest.mark.parametrize("agrees", daily([True, False]))
def test_a_game_is_deleted_if_the_friend_agrees(agrees: bool, table: tuple[Page, Page]) -> None:
    ann, bob = table
    begin(ann)
    ann.get_by_role("button", name="Delete this table").click()
    dialog = ann.get_by_role("dialog")
    expect(dialog).to_contain_text("The others are asked first")
    dialog.get_by_role("button", name="Delete this table").click()
    for page in (ann, bob):
        expect(page.locator(".banner:not([data-seeded])")).to_contain_text(
            "Ann wants to delete this table. Not agreed yet: Bob."
        )
    bob.get_by_role("button", name="Delete it" if agrees else "Keep the table").click()
    if agrees:
        expect(bob.locator(".problem")).to_contain_text("There is no such table.")
    else:
        for page in (ann, bob):
            expect(page.locator(".banner:not([data-seeded])")).to_have_count(0)
        ann.get_by_role("tab", name="Log").click()
        expect(ann.locator(".log")).to_contain_text("Bob does not agree to delete the table. It stays.")


@pytest.mark.thorough
def test_hosting_is_handed_on(table: tuple[Page, Page]) -> None:
    ann, bob = table
    begin(ann)
    ann.get_by_label("Settings of the table: Bob").click()
    ann.get_by_role("button", name="Make Bob the host").click()
    expect(ann.get_by_label("Settings of the table: Bob")).to_have_count(0)
    bob.get_by_role("tab", name="Players").click()
    expect(bob.get_by_label("Settings of the table: Ann")).to_be_visible()
    expect(bob.get_by_role("button", name="Delete this table")).to_be_visible()


@pytest.mark.thorough
@pytest.mark.parametrize("override", daily(["Wait for them", "Let the bot play now"]))
def test_the_host_overrides_the_pause_of_who_is_away(open_page: OpenPage, override: str) -> None:
    ann, bob = open_page(), open_page()
    make_table(ann, "pig", "me", "open", settings={"away_after": 600})
    begin_together(ann, bob)
    ann.locator(".pick.roll:not([aria-disabled=true])").wait_for()
    bob.close()
    hold_at_once(ann)
    expect(ann.locator(".banner:not([data-seeded])")).to_contain_text("Bob is away: a bot takes over in")
    ann.get_by_role("button", name=override).click()
    expect(ann.locator(".banner:not([data-seeded])")).to_have_count(0)
    if override == "Wait for them":
        expect(ann.locator("[data-status]")).to_have_text("Bob's turn")
    else:
        expect(ann.locator(YOUR_TURN)).to_be_visible()


def hold_at_once(page: Page) -> None:
    """Roll until the turn is another's."""
    page.get_by_role("button", name=re.compile("^Hold")).click()
    expect(page.locator(YOUR_TURN)).to_have_count(0)


@pytest.mark.thorough
def test_a_friend_hosts_when_the_host_has_vanished(table: tuple[Page, Page]) -> None:
    ann, bob = table
    expect(bob.locator(".banner:not([data-seeded])")).to_have_count(0)
    ann.close()
    expect(bob.locator(".banner:not([data-seeded])")).to_contain_text("Ann, the host, is not connected.")
    bob.get_by_role("button", name="Become the host").click()
    expect(bob.locator(".banner:not([data-seeded])")).to_have_count(0)
    bob.get_by_role("button", name="Start the game").click()
    bob.locator(".felt").wait_for()


@pytest.mark.thorough
def test_hosting_stays_with_a_host_who_comes_back(table: tuple[Page, Page]) -> None:
    ann, bob = table
    ann.goto(f"{ann.url.partition('#')[0]}#/about")
    expect(bob.locator(".banner:not([data-seeded])")).to_contain_text("Ann, the host")
    ann.go_back()
    expect(bob.locator(".banner:not([data-seeded])")).to_have_count(0)
    expect(ann.get_by_role("button", name="Start the game")).to_be_visible()


def test_the_same_people_play_again(open_page: OpenPage) -> None:
    ann, bob = open_page(), open_page()
    first = make_table(ann, "pig", "me", "open", winning_score=2)
    begin_together(ann, bob)
    play_together([ann, bob])
    ann.goto(f"{ann.url.partition('#')[0]}#/about")
    expect(bob.locator(".missing")).to_have_text("Ann is not here: the game waits for them.")
    ann.go_back()
    expect(bob.locator(".missing")).to_have_count(0)
    expect(bob.get_by_label("Keep score from game to game")).to_be_checked()
    bob.get_by_role("button", name="Play again").click()  # one click, of anybody, for all
    for page in (ann, bob):
        expect(page.locator("[data-over]")).to_have_count(0)
        expect(page.locator(".bars")).to_contain_text("Bob")
        expect(page.locator(".points").first).to_have_text("0")
        assert first not in page.url
    play_together([ann, bob])
    expect(bob.locator(".tonight")).to_have_text(
        re.compile(r"^(Ann|Bob) leads 2 : 0 tonight$|^(Ann and Bob|Bob and Ann): 1 : 1 tonight$")
    )
    expect(bob.locator("[data-over]").get_by_role("link", name="Standings")).to_be_visible()
