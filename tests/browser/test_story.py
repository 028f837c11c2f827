"""A table that tells what has happened: tricks that stand, captures, rounds, the end of a game."""

import re
import struct
from pathlib import Path
from typing import Any

import pytest
from playwright.sync_api import Page, expect

from tests.browser.conftest import OpenPage
from tests.browser.people import file_of, make_table, play
from tests.browser.room import TRICK_MS, go_on, hold
from tests.browser.story import Story, play_a_round

STAND_MS = (1450, 2400)
"""How long a finished trick may stand where nobody plays on."""
HEIGHTS = """() => Object.fromEntries([...document.querySelectorAll(".podium .step")].map((each) => [
  each.textContent, Math.round(each.getBoundingClientRect().height)]))"""
ROUND_MS = (3800, 5500)


def stands(page: Page) -> None:
    """Play until a trick is finished, and let it stand."""
    page.locator(".trick:not(.past)").wait_for()
    play(page, ".trick.past")
    page.locator(".trick:not(.past)").wait_for()


def names_of(card: str) -> str:
    """A card as pages call it."""
    name, _, role = card.partition(":")
    if role:
        return f"Tigress as {'an escape' if role == 'escape' else 'a pirate'}"
    return {"whale": "White Whale"}.get(name, name[:1].upper() + name[1:])


@pytest.mark.thorough
def test_rounds_are_told_trick_by_trick(open_page: OpenPage) -> None:
    page = open_page()
    story = Story.of(page)
    make_table(page, "skull-king", "me", *["bot"] * 7, start=True, players=8)
    page.get_by_role("button", name="Bid 1").click()
    play(page, ".trick.past")
    page.locator(".round-card").wait_for()
    expect(page.locator(".question")).to_be_visible()  # the next bid need not wait
    expect(page.locator(".round-card tbody tr")).to_have_count(8)
    expect(page.locator(".round-card .leads").first).to_be_visible()
    page.locator(".round-card").wait_for(state="detached")
    expect(page.locator(".head .last-trick")).to_be_visible()
    page.get_by_role("button", name="Bid 1").click()
    play(page, ".trick.past")
    page.locator(".trick:not(.past)").wait_for()
    seen = story.seen
    low, high = STAND_MS
    assert all(low < each["end"] - each["start"] < high for each in seen["stands"])
    assert len(seen["stands"]) == 2
    low, high = ROUND_MS
    assert low < seen["rounds"][0]["end"] - seen["rounds"][0]["start"] < high
    assert not seen["rounds"][0]["focus"]
    ended = sorted(story.rounds[0]["seats"], key=lambda each: -each["total"])
    shown = [[each.replace("−", "-").lstrip("+") for each in row] for row in seen["rounds"][0]["rows"]]
    assert shown == [[str(each[name]) for name in ("bid", "won", "points", "total")] for each in ended]
    rounds_close_by_key_button_or_act(page)
    check_tricks(story.seen, story, 10)


def check_tricks(seen: dict[str, Any], story: Story, count: int) -> None:
    """Each card was laid once, and each trick, round and capture was shown, and said, once."""
    assert len(story.tricks) == count
    cards = [names_of(each["card"]) for trick in story.tricks for each in trick["plays"]]
    bare = [[card.partition(" as ")[0] for card in found] for found in (seen["laid"], cards)]
    assert bare[0][: len(cards)] == bare[1]  # a Tigress may be laid before she is declared
    worth = [each for trick in story.tricks for each in trick["captures"]]
    assert worth
    named = [
        f"+{each['points']} {names_of(each['by'])} takes {names_of(each['card'])}"
        if each["by"]
        else f"+{each['points']} {names_of(each['card'])}"
        for each in worth
    ]
    assert [text for text in seen["gains"] if text.startswith("+")] == named
    said = " ".join(str(each) for each in seen["said"])
    assert all(said.count(f"{text}.") == named.count(text) for text in named)
    assert [said.count(f"Round {number} is over") for number in (1, 2, 3, 4)] == [1, 1, 1, 1]
    assert seen["flights"] == 0  # the same without motion


def rounds_close_by_key_button_or_act(page: Page) -> None:
    """A round's card goes by Escape, by its button, and when its person plays on."""
    card, bid = page.locator(".round-card"), page.get_by_role("button", name="Bid 0")
    play_a_round(page)
    page.keyboard.press("Escape")
    expect(card).to_have_count(0, timeout=1000)
    bid.click()
    play_a_round(page)
    card.get_by_role("button", name="Next").click()
    expect(card).to_have_count(0, timeout=1000)
    bid.click()
    play_a_round(page)
    bid.click()
    expect(card).to_have_count(0, timeout=1000)


def test_cards_fly_and_the_end_has_bids_made_or_missed_a_podium_a_sentence_and_a_picture(
    open_page: OpenPage, downloads: Path
) -> None:
    page = open_page(reduced_motion="no-preference")
    cards_fly_and_legal_cards_stay_playable(page)
    page.emulate_media(reduced_motion="reduce")
    table = make_table(page, "skull-king", "me", *["bot"] * 4, start=True, players=5, schedule="one")
    page.get_by_role("button", name="Bid 1").click()
    page.locator(".card-button.legal").wait_for()
    during = page.locator(".bid em").all_inner_texts()
    assert during[-1] == "needs 1"
    assert set(during) <= {"needs 1", "on target", "1 over"}
    hold(page, TRICK_MS)
    play(page, ".trick.past")  # some cards ask on: the Tigress, a pirate's ability
    assert set(page.locator(".bid em").all_inner_texts()) <= {"made", "missed"}
    last = sorted(page.locator(".trick.past .played img").evaluate_all("(all) => all.map((each) => each.src)"))
    go_on(page)
    play(page)
    expect(page.locator(".felt")).to_have_count(1)  # the game's own
    expect(page.locator(".felt :is(.podium, .ranks) .face")).to_have_count(5)
    best = page.locator(".felt .best-trick")
    expect(best).to_contain_text(re.compile(r"^Best trick: .+\.$"))
    assert sorted(best.locator("img").evaluate_all("(all) => all.map((each) => each.src)")) == last
    points = file_of(page, table)["points"]
    order = sorted(range(5), key=lambda seat: -points[seat])
    podium = page.locator(".podium li, .ranks li")
    heights = page.evaluate(HEIGHTS)
    assert all((one == other) == (heights[one] == heights[other]) for one in heights for other in heights)
    page.set_viewport_size({"width": 390, "height": 844})
    expect(page.locator(".dock, .tools:not(:empty)")).to_have_count(0)  # nothing empty lies over the last round
    page.set_viewport_size({"width": 1280, "height": 800})
    assert [text.replace("−", "-") for text in podium.locator("strong").all_inner_texts()] == [
        f"{points[seat]:.0f}" for seat in order
    ]
    names = podium.locator(".name").all_inner_texts()
    assert sorted(name.endswith(" (bot)") for name in names) == [False, True, True, True, True]
    assert "Ann" in names
    assert len({*names}) == 5
    behind = points[order[0]] - points[0] or points[0] - points[order[1]]
    if behind:
        expect(page.locator(".sentence").first).to_contain_text(f"by {behind:.0f}")
    for sentence in page.locator(".sentence").all_inner_texts():
        assert page.locator("#said").inner_text().count(sentence) == 1
    with page.expect_download() as download:
        page.get_by_role("button", name="Save a picture").click()
    file = downloads / download.value.suggested_filename
    download.value.save_as(file)
    data = file.read_bytes()
    assert data.startswith(b"\x89PNG")
    assert struct.unpack(">II", data[16:24]) == (1200, 630)
    page.evaluate(
        """() => { navigator.canShare = ({files}) => files[0].type === "image/png";
                   navigator.share = async ({files}) => { window.shared = files[0].size; }; }"""
    )
    page.get_by_role("tab", name="Log").click()
    page.get_by_role("button", name=re.compile("picture")).click()
    page.wait_for_function("() => window.shared > 1000")


def test_the_picture_of_an_end_takes_any_name_and_equal_places_are_of_one_height(modules: Page) -> None:
    nasty = ['<b>&"</text>', "W" * 24, "Ben 🏴‍☠️ " * 4]
    found = modules.evaluate(
        """async (names) => {
          const { pictureOf } = await import("/story/picture.js");
          const order = [1, 2, 2].map((place, seat) => ({ seat, place, points: 20 - 10 * (place - 1) }));
          const sentence = `${names[0]} won. `.repeat(30);
          const { svg } = pictureOf({ title: "A & B", order, names, shown: String, sentence });
          const read = new DOMParser().parseFromString(svg, "image/svg+xml");
          const shown = document.body.appendChild(document.importNode(read.documentElement, true));
          const texts = [...shown.querySelectorAll("text")];
          const result = {
            wrong: read.querySelectorAll("parsererror, script").length,
            texts: texts.map((each) => each.textContent),
            wide: Math.max(...texts.map((each) => each.getBBox().width)),
            tops: [...read.querySelectorAll("rect[rx='14']")].map((each) => Number(each.getAttribute("y"))),
          };
          shown.remove();
          return result;
        }""",
        nasty,
    )
    assert found["wrong"] == 0
    assert nasty[0] in found["texts"]
    assert found["wide"] <= 1130
    assert not any("�" in text for text in found["texts"])
    assert found["tops"][0] < found["tops"][1] == found["tops"][2]


def cards_fly_and_legal_cards_stay_playable(page: Page) -> None:
    """From their seats, and most to a winner, while one plays on."""
    story = Story.of(page)
    make_table(page, "skull-king", "me", "bot", "bot", start=True, players=3, schedule="fives")
    hold(page, TRICK_MS, since=500)
    while not page.locator(".trick.past").count() or not page.locator(".card-button.legal").count():
        play(page, ".trick.past")
        page.locator(".card-button.legal, .question [data-act], .trick:not(.past)").first.wait_for()
    card = page.locator(".card-button.legal").first
    name = card.get_attribute("aria-label") or ""
    card.click()  # while the finished trick stands, which it would for good
    mine = page.get_by_role("listitem").filter(has_text="Ann").get_by_alt_text(re.compile(f"^{name}"))
    expect(mine).to_be_visible()
    go_on(page)
    stands(page)
    seen = story.seen
    assert seen["flights"] >= len(seen["laid"])
