"""Pictures of Oh Hell: what lies on the table, and no hand but the own one."""

import croupier
from croupier.games.tricks.cards import CARDS
from croupier.games.tricks.pictures import FACES
from tests.games import drawn

DEAL = "oh-hell players=3 largest=2 rounds=one hands=AH,3C/10H,2C/2H,KS turned=9H"


def shown(fields: str, seat: int | None) -> tuple[set[str], list[str]]:
    """The cards that are drawn, and all words."""
    game = croupier.make("oh-hell", players=3, largest=2, rounds="one")
    svg = game.position(f"{DEAL} {fields}").svg(seat)
    return drawn.faces(svg, FACES), drawn.words(svg)


def test_every_card_has_a_picture() -> None:
    assert tuple(FACES) == CARDS
    assert FACES["10H"].label == "10♥"


def test_a_seat_sees_its_hand_and_the_trick() -> None:
    cards, words = shown("bids=1,0,0 plays=3C,2C", 2)
    assert cards == {"3C", "2C", "2H", "KS"}
    assert {"Player 2 is to move.", "The trick", "Your hand", "bid 1, won 0, 0 points"} <= set(words)


def test_a_spectator_sees_no_hand_and_between_tricks_the_last_one() -> None:
    cards, words = shown("bids=1,0,0 plays=3C,2C,KS", None)
    assert cards == {"3C", "2C", "KS"}
    assert "The last trick" in words
    assert "Your hand" not in words


def test_before_a_bid_is_made_there_is_none_and_at_the_end_somebody_has_won() -> None:
    assert "bid none, won 0, 0 points" in shown("", None)[1]
    assert "Player 0 wins with 12 points." in shown("bids=2,1,1 plays=AH,10H,2H,3C,2C,KS", 0)[1]
