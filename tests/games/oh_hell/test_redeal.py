"""Worlds of Oh Hell: a seat keeps what it knows, and the rest lies wherever it may, each way as likely."""

from collections import Counter
from itertools import combinations

import croupier
from croupier.core.engine.game import State
from croupier.games.oh_hell.bots import BOTS
from tests.amounts import larger
from tests.games.oh_hell.tables import held

SMALL = "oh-hell players=3 largest=2 rounds=one hands=AH,3C/10H,2C/2H,KS turned=9H"


def small(text: str) -> State:
    return croupier.make("oh-hell", players=3, largest=2, rounds="one").position(f"{SMALL} {text}")


def hands(state: State) -> list[list[str]]:
    return [held(state.records[0], seat) for seat in range(3)]


def test_oh_3_the_own_hand_and_what_is_open_stay_and_the_rest_may_be_anywhere() -> None:
    state = small("bids=1,0")
    worlds = [state.resample_hidden(0, seed) for seed in range(300)]
    assert all(hands(world)[0] == ["3C", "AH"] for world in worlds)
    assert all(world.view(None) == state.view(None) for world in worlds)
    held = {card for world in worlds for hand in hands(world)[1:] for card in hand}
    assert len(held) == 52 - 3  # undealt cards, too


def test_oh_5_nobody_is_dealt_a_suit_that_it_has_shown_to_lack() -> None:
    state = small("bids=1,0,0 plays=3C,2C,KS")  # seat 2 has no club
    worlds = [state.resample_hidden(0, seed) for seed in range(300)]
    assert not any(card[-1] == "C" for world in worlds for card in hands(world)[2])
    assert any(card[-1] == "C" for world in worlds for card in hands(world)[1])


@larger("worlds", 750, 1500)
def test_oh_5_every_world_that_fits_comes_as_often(worlds: int) -> None:
    state = small("bids=1,0,0 plays=3C,2C,KS,AH")  # one card of each of the others is not known
    pairs = Counter(tuple(hands(state.resample_hidden(0, seed))[1]) for seed in range(worlds))
    mean = worlds / (52 - 5)
    assert len(pairs) == 52 - 5
    assert sum((count - mean) ** 2 / mean for count in pairs.values()) < 72.0  # 46 degrees of freedom, p < 0.01


def test_the_pile_is_as_likely_a_place_as_a_hand() -> None:
    state = small("")
    worlds = [hands(state.resample_hidden(0, seed)) for seed in range(2000)]
    pairs = Counter(tuple(sorted(world[1])) for world in worlds)
    unknown = 52 - 3
    assert len(pairs) > 0.75 * len(list(combinations(range(unknown), 2)))
    cards = Counter(card for world in worlds for card in world[2])
    mean = 2000 * 2 / unknown
    assert sum((count - mean) ** 2 / mean for count in cards.values()) < 75.0  # 48 degrees of freedom, p = 0.01


def test_no_bot_peeks() -> None:
    game = croupier.make("oh-hell", players=3, largest=3)
    for bot in BOTS:
        assert croupier.check_agent(game, bot, games=6, worlds=4) > 60
