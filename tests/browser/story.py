"""What a page tells, noted down as it happens: cards that are laid, tricks that stand, rounds, what is said."""

from __future__ import annotations

import json
from dataclasses import dataclass, field
from typing import Any

from playwright.sync_api import Page, WebSocket

_RECORD = """() => {
  const story = window.story = {laid: [], stands: [], gains: [], rounds: [], said: [], flights: 0};
  const now = () => performance.now();
  const gone = new Map();
  const animate = Element.prototype.animate;
  Element.prototype.animate = function (...given) {
    if (this.matches(".played")) story.flights += 1;
    return animate.apply(this, given);
  };
  const follow = (what, list, read) => {
    const found = document.querySelector(what);
    const open = gone.get(what);
    if (open && !found) { open.end = now(); gone.delete(what); }
    if (found && !open) { gone.set(what, {...read(found), start: now()}); list.push(gone.get(what)); }
  };
  new MutationObserver((changes) => {
    for (const {addedNodes} of changes) for (const node of addedNodes) {
      if (node.nodeType !== 1) continue;
      if (node.parentElement?.id === "said") story.said.push(node.textContent);
      for (const card of [node, ...node.querySelectorAll("*")]) {
        if (card.matches(".played")) story.laid.push(card.querySelector("img").alt);
        if (card.matches(".gain")) story.gains.push(card.textContent);
      }
    }
    const trick = (found) => ({cards: [...found.querySelectorAll(".played img")].map((each) => each.alt)});
    follow(".trick.past", story.stands, trick);
    follow(".round-card", story.rounds, (found) => ({
      rows: [...found.querySelectorAll("tbody tr")].map((row) => [...row.querySelectorAll("td")].map((each) => each.textContent)),
      focus: found.contains(document.activeElement),
    }));
  }).observe(document.documentElement, {childList: true, subtree: true, attributes: true, attributeFilter: ["class"]});
}"""  # noqa: E501

PLAY_CARDS = """async () => {
  while (!document.querySelector(".round-card")) {
    document.querySelector(".card-button.legal, .question .pick:not(.number)")?.click();
    await new Promise((resolve) => setTimeout(resolve, 60));
  }
}"""
"""What `play_a_round` does."""


def play_a_round(page: Page) -> None:
    """Play the cards of a round to its end, and make no bid before its card is there."""
    page.evaluate(PLAY_CARDS)


@dataclass
class Story:
    """A page's story, beside the tricks and rounds that the server has told that page."""

    page: Page
    tricks: list[dict[str, Any]] = field(default_factory=list)
    rounds: list[dict[str, Any]] = field(default_factory=list)
    _before: tuple[int, int, int] = (0, 0, 0)

    @classmethod
    def of(cls, page: Page) -> Story:
        """Begin to note down what a page tells, before it opens a table."""
        story = cls(page)
        page.on("websocket", story._listen)
        page.evaluate(_RECORD)
        return story

    def _listen(self, socket: WebSocket) -> None:
        socket.on("framereceived", lambda frame: self._hear(json.loads(frame)))

    def _hear(self, message: dict[str, Any]) -> None:
        self.rounds = message.get("rounds") or self.rounds
        table = (message.get("view") or {}).get("table")
        if table is None or "tricks" not in table:
            return
        number = (table["round"], table["tricks"], table["cards"])
        round_before, tricks_before, cards_before = self._before
        finished = number[1] > tricks_before if number[0] == round_before else tricks_before < cards_before
        if message["type"] == "update" and finished:
            self.tricks.append(table["last_trick"])
        self._before = number

    @property
    def seen(self) -> dict[str, Any]:
        """What was noted down so far."""
        found: dict[str, Any] = self.page.evaluate("() => window.story")
        return found
