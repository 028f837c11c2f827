"""Pictures of Hearts: what lies on the table, and no hand but the own one."""

import croupier
from croupier.games.tricks.pictures import FACES
from tests.games import drawn
from tests.games.hearts.tables import MOON, SHOT, SIX


def shown(fields: str, seat: int | None) -> tuple[set[str], list[str]]:
    """The cards that are drawn, and all words."""
    game = croupier.make("hearts", players=6, max_deals=4)
    svg = game.position(f"hearts players=6 max_deals=4 {fields}").svg(seat)
    return drawn.faces(svg, FACES), drawn.words(svg)


def test_a_seat_sees_its_hand_and_the_trick() -> None:
    cards, words = shown(f"deal=4 hands={SIX} plays=2C,5C,6C", 5)
    assert cards == {"2C", "5C", "6C", "QC", "KC", "AC", "10H", "JH", "QH", "KH", "AH"}
    assert {"Player 3 is to move.", "The trick", "Your hand", "0 taken, 0 in all"} <= set(words)


def test_a_spectator_sees_no_hand_and_between_tricks_the_last_one() -> None:
    cards, words = shown(f"deal=4 hands={SIX} plays=2C,5C,6C,9C,10C,KC", None)
    assert cards == {"2C", "5C", "6C", "9C", "10C", "KC"}
    assert "The last trick" in words
    assert "Your hand" not in words


def test_nobody_sees_what_another_puts_aside() -> None:
    cards, words = shown(f"hands={SIX} passed=2C,3C", 1)
    assert not {"2C", "3C"} & cards
    assert "Player 0 is to pass." in words


def test_at_the_end_somebody_has_won() -> None:
    assert "Player 1 wins with 0 penalty points." in shown(f"deal=4 hands={MOON} plays={SHOT}", 0)[1]
