"""Words between people in front of the pages: chat, reactions over the seats, and who does not want them."""

import re

import pytest
from playwright.sync_api import Page, expect

from tests.browser.conftest import PHONE, OpenPage
from tests.browser.people import box_of, join, make_table
from tests.browser.test_access import barriers

MARKUP = "<b>no</b> markup \u05e9\u05dc\u05d5\u05dd 123"

MUTED_AND_RESIZED = """() => new Promise((resolve) => {
  const gone = () => {
    if (document.querySelector(".bubble")) return;
    dispatchEvent(new Event("resize"));  // before the next frame: a bubble that is gone is placed no more
    resolve(true);
  };
  new MutationObserver(gone).observe(document.querySelector(".bubbles"), {childList: true});
  document.querySelector(".chat .tick input").click();
})"""
CLOSED_AND_OPENED = """() => {
  const box = document.querySelector(".reactions");
  box.hidePopover();
  document.querySelector(".react").click();  // before the page has drawn that the box is closed
  return box.matches(":popover-open");
}"""


def write(page: Page, text: str) -> None:
    """Write a line by the keyboard."""
    page.get_by_label("Message to the table").fill(text)
    page.keyboard.press("Enter")


def lines(page: Page) -> list[str]:
    """What the chat shows, without the times."""
    return page.locator(".lines .said").all_inner_texts()


def announced(page: Page) -> list[str]:
    """What the page has let a screen reader say."""
    return page.locator("#said p").all_inner_texts()


@pytest.mark.thorough
def test_two_people_talk_and_react_at_a_desk_and_at_a_phone(open_page: OpenPage) -> None:
    ann, bob = open_page(), open_page(size=PHONE, reduced_motion="no-preference")
    make_table(ann, "pig", "me", "open")
    expect(ann.get_by_label("Message to the table")).to_have_count(0)  # there is nobody to talk to
    join(bob, ann.get_by_label("Link to join").input_value(), "Bob")
    write(ann, "Welcome")
    expect(bob.locator(".lines")).to_contain_text("Welcome")
    write(bob, MARKUP)
    expect(ann.locator(".lines")).to_contain_text(MARKUP)
    assert ann.locator(".lines b").count() == 0
    assert announced(ann)[-1] == f"Bob: {MARKUP}"
    assert announced(ann).count(f"Bob: {MARKUP}") == 1
    ann.get_by_role("button", name="Start the game").click()
    expect(ann.get_by_role("tab", name="Chat", selected=True)).to_be_visible()  # where there is room
    ann.get_by_role("tab", name="Log").click()
    react_by_keyboard(ann, bob)
    read_and_mute(ann, bob)
    switch_off_and_on(ann, bob)
    too_long(bob)
    assert barriers(bob) == []
    kept = lines(bob)
    bob.reload()
    bob.get_by_role("tab", name="Chat").click()
    expect(bob.locator(".lines li")).to_have_count(len(kept))
    assert lines(bob) == kept


def react_by_keyboard(ann: Page, bob: Page) -> None:
    """Ann opens the reactions and chooses the second; Bob sees it over her seat for some seconds."""
    button = ann.get_by_role("button", name="React")
    button.focus()
    ann.keyboard.press("Enter")
    expect(ann.get_by_role("group", name="Reactions").get_by_role("button")).to_have_count(8)
    expect(ann.get_by_role("button", name="Well played")).to_be_focused()
    ann.keyboard.press("Escape")
    expect(button).to_be_focused()
    ann.keyboard.press("Enter")
    assert ann.evaluate(CLOSED_AND_OPENED)
    button.click()
    expect(ann.get_by_role("group", name="Reactions")).to_be_hidden()
    button.press("Enter")
    ann.keyboard.press("ArrowRight")
    ann.keyboard.press("Enter")
    expect(button).to_be_focused()
    names = []
    for page in (ann, bob):
        bubble = page.locator(".bubble", has_text="Oh no!")
        expect(bubble).to_be_visible()
        box, seat = box_of(bubble), box_of(page.locator("[data-seat='0']"))
        assert seat["x"] <= box["x"] + box["width"] / 2 <= seat["x"] + seat["width"]
        assert seat["y"] - box["height"] <= box["y"] <= seat["y"] + seat["height"]
        names.append(bubble.evaluate("(bubble) => getComputedStyle(bubble).animationName"))
    assert names[0] == "none"  # she wants nothing to move, and sees it still
    assert names[1] != "none"
    assert "Ann: Oh no!" in announced(bob)
    for page in (ann, bob):
        expect(page.locator(".bubble", has_text="Oh no!")).to_be_hidden(timeout=8000)


def read_and_mute(ann: Page, bob: Page) -> None:
    """What Bob has not read is counted; what he has muted neither shown nor said."""
    ann.get_by_role("tab", name="Chat").click()
    write(ann, "Your turn?")
    expect(bob.get_by_role("tab", name="Chat, 2 unread")).to_be_visible()  # with the reaction
    expect(bob.locator(".bubble", has_text="Your turn?")).to_be_visible()
    expect(ann.locator(".bubble")).to_have_count(0)  # she knows what she has written
    bob.get_by_role("button", name="React, 2 unread in the chat").click()
    bob.get_by_role("button", name="Write a message").click()
    expect(bob.get_by_label("Message to the table")).to_be_focused()  # it is far below the hand
    expect(bob.get_by_label("Message to the table")).to_be_in_viewport()
    expect(bob.get_by_role("tab", name="Chat", selected=True)).to_be_visible()
    expect(bob.get_by_role("tab", name=re.compile("unread"))).to_have_count(0)
    assert bob.evaluate(MUTED_AND_RESIZED)
    expect(bob.locator(".bubble")).to_have_count(0)
    expect(bob.get_by_role("button", name="React")).to_have_count(0)
    write(ann, "Are you there?")
    expect(ann.locator(".lines")).to_contain_text("Are you there?")
    bob.wait_for_timeout(300)
    assert "Are you there?" not in bob.locator("body").inner_text()
    assert not [each for each in announced(bob) if "Are you there?" in each]
    bob.get_by_label("Mute chat and reactions for me").uncheck()
    expect(bob.locator(".lines")).to_contain_text("Are you there?")


def switch_off_and_on(ann: Page, bob: Page) -> None:
    """The host switches words off for all, and on again."""
    ann.get_by_role("button", name="Switch them off for all").click()
    expect(bob.get_by_text("The host has switched off chat and reactions.")).to_be_visible()
    expect(bob.get_by_label("Message to the table")).to_have_count(0)
    expect(bob.get_by_role("button", name="React")).to_have_count(0)
    ann.get_by_role("button", name="Switch them on for all").click()
    expect(bob.get_by_label("Message to the table")).to_be_visible()


def too_long(bob: Page) -> None:
    """A line that is too long is refused in words, and nothing of it is lost."""
    write(bob, "x" * 201)
    expect(bob.get_by_text("1 character too many")).to_be_visible()
    expect(bob.locator(".told")).to_contain_text("at most 200 characters")
    expect(bob.get_by_label("Message to the table")).to_have_value("x" * 201)
    bob.keyboard.press("Backspace")
    bob.keyboard.press("Enter")
    expect(bob.get_by_label("Message to the table")).to_have_value("")
    expect(bob.locator(".lines")).to_contain_text("x" * 200)
