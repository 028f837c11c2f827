"""What evaluation counts of abilities and bids, in rounds set up by hand."""

from typing import Any

import numpy as np
import pytest

from croupier.core.engine.game import State
from croupier.games.skull_king.evaluation import SkullKingMeasures, discard_quality, draw_bids
from croupier.games.skull_king.record.cards import ESCAPE, LOOT, SKULL_KING, read_card
from tests.games.skull_king.tables import bid, start


class Watched:
    """A game of which every decision is counted for one seat."""

    def __init__(self, state: State, seat: int) -> None:
        self.state, self.seat, self.measures = state, seat, SkullKingMeasures(1)

    def say(self, *texts: str) -> "Watched":
        for text in texts:
            before, action = self.state.records.copy(), self.state.string_to_action(text)
            self.state.apply_action(action)
            self.measures.add(
                np.array([0]), np.array([self.seat]), before, np.array([action]), self.state.records.copy()
            )
        return self

    def found(self, part: str) -> dict[str, Any]:
        result: dict[str, Any] = self.measures.result()[part]
        return result


def table(pirate: str, bids: tuple[int, int, int], seat: int = 0) -> Watched:
    """Three seats with two cards each; seat 0 wins the first trick with a pirate."""
    state = start(f"{pirate}, black 14", "green 1, green 9", "green 3, green 4")
    bid(state, *bids)
    return Watched(state, seat).say(f"[play {pirate}]", "[play green 1]", "[play green 3]")


@pytest.mark.parametrize(
    ("own", "leader", "plays", "strategic"),
    [
        (2, 0, ("black 14", "green 9", "green 4"), 1),  # needs a trick, leads and wins it
        (1, 0, ("black 14", "green 9", "green 4"), 0),  # needs none and takes one
        (1, 1, ("green 9", "green 4", "black 14"), 0),  # gives the lead away and wins nevertheless
        (2, 1, ("green 9", "green 4", "black 14"), 0),  # needs a trick and gives the lead away
    ],
)
def test_rosie_is_strategic_where_the_next_trick_does_good(
    own: int, leader: int, plays: tuple[str, ...], strategic: int
) -> None:
    played = table("rosie", (own, 0, 0)).say(f"[leader {leader}]", *(f"[play {card}]" for card in plays))
    found = played.found("rosie")
    assert found == {
        "choices": 1, "named_self": int(leader == 0), "strategic": strategic, "strategic_rate": float(strategic),
    }  # fmt: skip


def test_rosie_given_away_with_the_bid_made_is_strategic() -> None:
    state = start("rosie, green 2", "green 1, green 9", "green 3, green 4")
    bid(state, 1, 1, 0)
    played = Watched(state, 0).say("[play rosie]", "[play green 1]", "[play green 3]", "[leader 1]")
    played.say("[play green 9]", "[play green 4]", "[play green 2]")
    assert played.found("rosie")["strategic"] == 1


def test_what_others_do_counts_for_nothing() -> None:
    played = table("rosie", (2, 0, 0), seat=1).say("[leader 0]")
    assert played.found("rosie") == {"choices": 0, "named_self": 0, "strategic": 0, "strategic_rate": None}


@pytest.mark.parametrize(
    ("card", "own_bid", "quality"),
    [(ESCAPE, 2, 1), (LOOT, 1, 1), (ESCAPE, 0, 0), (SKULL_KING, 0, 1), (SKULL_KING, 2, -1), ("green 5", 2, 0),
     ("black 9", 0, 1), ("green 13", 1, -1)],
)  # fmt: skip
def test_discards_are_judged_by_the_bid(card: int | str, own_bid: int, quality: int) -> None:
    assert discard_quality(read_card(card) if isinstance(card, str) else card, own_bid) == quality


def test_bendts_discards_are_counted() -> None:
    played = table("bendt", (1, 0, 0)).say("[discard black 14]")
    assert played.found("bendt") == {"cards": 1, "discard_quality": -1.0}


@pytest.mark.parametrize(("own", "won", "points"), [(2, 1, 20), (1, 0, -20)])
def test_roatans_bets_are_settled_with_the_round(own: int, won: int, points: int) -> None:
    played = table("roatan", (own, 0, 0)).say("[bet 20]")
    assert played.found("roatan")["points"] == 0
    played.say("[play black 14]", "[play green 9]", "[play green 4]")
    assert played.found("roatan") == {
        "asked": 1, "bets": 1, "bets_won": won, "points": points, "bet_accuracy": float(won),
    }  # fmt: skip


@pytest.mark.parametrize(
    ("own", "said", "counts"),
    [
        (1, "[harry +1]", {"changed": 1, "saved": 1, "could_save": 1, "spoiled": 0}),
        (1, "[harry 0]", {"changed": 0, "saved": 0, "could_save": 1, "spoiled": 0}),
        (2, "[harry -1]", {"changed": 1, "saved": 0, "could_save": 0, "spoiled": 1}),
        (0, "[harry +1]", {"changed": 1, "saved": 0, "could_save": 0, "spoiled": 0}),
    ],
)
def test_harry_saves_and_spoils(own: int, said: str, counts: dict[str, int]) -> None:
    played = table("harry", (own, 0, 0)).say("[play black 14]", "[play green 9]", "[play green 4]", said)
    found = played.found("harry")
    assert {name: found[name] for name in counts} == counts
    assert found["asked"] == 1


def test_bids_are_counted_with_the_tricks_won() -> None:
    played = table("jade", (2, 1, 0), seat=1).say("[ok]", "[play black 14]", "[play green 9]", "[play green 4]")
    assert played.found("bids")["counts"][1][0] == 1
    assert played.found("bids")["exact_rate"] == 0.0
    assert played.found("jade") == {"looks": 0}
    own = table("jade", (2, 1, 0)).say("[ok]", "[play black 14]", "[play green 9]", "[play green 4]")
    assert own.found("bids")["counts"][2][2] == 1
    assert own.found("jade") == {"looks": 1}


def test_the_picture_of_the_bids_shows_those_made_ten_times() -> None:
    figure = pytest.importorskip("matplotlib.figure").Figure()
    counts = np.zeros((11, 11), dtype=np.int64)
    counts[1, :3] = 4, 12, 4
    counts[2, 2] = 9  # too few to tell
    axes = figure.add_subplot()
    draw_bids({"bids": {"counts": counts.tolist(), "exact_rate": 0.75}}, axes)
    means = axes.get_lines()[1]  # the first is the diagonal
    assert (means.get_xdata().tolist(), list(means.get_ydata())) == ([1], [1.0])
    assert [text.get_text() for text in axes.texts] == ["n=20"]
    assert axes.get_title() == "Bids: 75.0% exact"
