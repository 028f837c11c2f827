"""People of a game night, each with a way to use a page: by mouse, by finger, or by the keyboard alone."""

from __future__ import annotations

import re
import time
from collections.abc import Callable, Sequence
from dataclasses import dataclass

from playwright.sync_api import Locator, Page

from tests.browser.conftest import PATIENCE_MS
from tests.splitmix import SplitMix64

_LOOK = """() => {
  const can = (what) => [...document.querySelectorAll(what)].filter((each) => each.ariaDisabled !== "true");
  const answers = can(".question [data-act]");
  const sealed = answers.some((each) => each.ariaPressed === "true");
  return {
    over: Boolean(document.querySelector("[data-over]")),
    bids: sealed ? 0 : answers.filter((each) => each.matches(".number")).length,
    answers: sealed ? 0 : answers.length,
    cards: can(".card-button.legal").length,
    held: document.querySelectorAll(".hand .card-button").length,
  };
}"""
_NEXT_KEY = """(wanted) => {
  const at = document.activeElement;
  if (at === wanted) return null;
  if (wanted.tabIndex >= 0 || at.parentElement !== wanted.parentElement) return "Tab";
  return at.compareDocumentPosition(wanted) & Node.DOCUMENT_POSITION_FOLLOWING ? "ArrowRight" : "ArrowLeft";
}"""


@dataclass(frozen=True)
class Look:
    """What a page shows; no bid can be chosen once one is kept, and answers count bids, too."""

    over: bool
    bids: int
    answers: int
    cards: int
    held: int


class Person:
    """Somebody with a mouse, whose bids are kept by round, from the first that the person plays."""

    def __init__(self, page: Page, name: str, first: int = 1) -> None:
        self.page = page
        self.name = name
        self.round = first - 1
        self.bids: dict[int, int] = {}
        self._draw = SplitMix64(sum(name.encode()))

    def press(self, what: Locator) -> None:
        """Press a button, a card or a tab."""
        what.click()

    def write(self, label: str, text: str) -> None:
        """Write into a field, by the keys."""
        self.press(self.page.get_by_label(label))
        self.page.keyboard.type(text)

    def button(self, name: str | re.Pattern[str]) -> Locator:
        """A button by its whole name."""
        return self.page.get_by_role("button", name=name, exact=True)

    def tab(self, name: str) -> None:
        """Open a tab of the panel."""
        self.press(self.page.get_by_role("tab", name=re.compile(f"^{name}")))

    def join(self, link: str) -> None:
        """Come to a table by its link."""
        self.page.goto(link)
        self.write("Your name", self.name)
        self.press(self.button("Join"))

    def say(self, text: str) -> None:
        """Write a line to all."""
        self.tab("Chat")
        self.write("Message to the table", text)
        self.press(self.button("Send"))

    def react(self, name: str) -> None:
        """Send one of the signs."""
        self.press(self.button(re.compile("^React")))
        self.press(self.page.get_by_role("group", name="Reactions").get_by_role("button", name=name))

    def set_clock(self, label: str) -> None:
        """As the host, give everybody so much time for each decision."""
        self.tab("Players")
        if not self.page.get_by_label("Clock").is_visible():
            self.press(self.page.get_by_text("Settings of the table"))
        self.page.get_by_label("Clock").select_option(label=label)
        self.press(self.button("Save"))

    def look(self) -> Look:
        """What the page asks now."""
        return Look(**self.page.evaluate(_LOOK))

    def bid(self, count: int, *, again: bool = False) -> None:
        """Bid, or change the bid of this round."""
        self.round += not again
        self.bids[self.round] = count
        self._press_bid(count)

    def _press_bid(self, count: int) -> None:
        self.press(self.button(f"Bid {count}"))

    def act(self, seen: Look) -> bool:
        """Do what the page was seen to ask, whatever can be done; returns whether anything was asked."""
        if seen.bids:
            self.bid(self._draw.below(min(seen.bids, 4)))
        elif seen.answers:
            self.press(self.page.locator(".question [data-act]").nth(self._draw.below(seen.answers)))
        elif seen.cards:
            self.press(self.page.locator(".card-button.legal").nth(self._draw.below(seen.cards)))
        return bool(seen.answers or seen.cards)

    def hand(self) -> list[str | None]:
        """The names of the cards in hand."""
        return [each.get_attribute("aria-label") for each in self.page.locator(".hand .card-button").all()]


class Finger(Person):
    """Somebody with a phone."""

    def press(self, what: Locator) -> None:
        """Tap it."""
        what.tap()


class Keys(Person):
    """Somebody who uses the keyboard alone: tab, arrows, Enter and digits."""

    def press(self, what: Locator) -> None:
        """Go there by tab and arrow keys, and press Enter."""
        self._go(what)
        self.page.keyboard.press("Enter")

    def write(self, label: str, text: str) -> None:
        """Go to the field, and write."""
        self._go(self.page.get_by_label(label))
        self.page.keyboard.type(text)

    def _press_bid(self, count: int) -> None:
        """By a digit; a question that comes takes the focus from the hand, else it is asked for by tab."""
        if not self.page.evaluate("() => document.activeElement.matches('.dock *')"):
            self._go(self.page.locator(".question [data-act]").first)
        self.page.keyboard.press(str(count))

    def _go(self, what: Locator) -> None:
        what.wait_for()
        for _ in range(200):
            key = what.evaluate(_NEXT_KEY)
            if key is None:
                return
            self.page.keyboard.press(key)
        raise AssertionError(f"the keys do not come to {what}")


def play(people: Sequence[Person], until: Callable[[Person, Look], bool]) -> None:
    """Let each do what is asked, one thing after the other, until something is so for that person."""
    going_on, end = list(people), time.monotonic() + PATIENCE_MS / 1000
    while going_on:
        looks = [(person, person.look()) for person in going_on]
        going_on = [person for person, seen in looks if not until(person, seen)]
        acted = [person.act(seen) for person, seen in looks if person in going_on]
        if any(acted):
            end = time.monotonic() + PATIENCE_MS / 1000
        elif going_on:  # somebody else, or the server, is to act
            assert time.monotonic() < end, {person.name: person.look() for person in people}
            going_on[0].page.wait_for_timeout(20)


def asked_to_bid(number: int) -> Callable[[Person, Look], bool]:
    """Whether somebody is asked for the bid of a round."""
    return lambda person, seen: seen.bids > 0 and person.round == number - 1


def has_played(held: int) -> Callable[[Person, Look], bool]:
    """Whether somebody has played a card of so many, and has answered what was asked then."""
    return lambda _, seen: seen.held < held and not seen.answers
