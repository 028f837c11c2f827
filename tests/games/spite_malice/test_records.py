"""Records whose lists of cards are broken: each is refused with what is wrong, however its checksum fits."""

from collections.abc import Callable
from typing import Any

import numpy as np
import pytest

from croupier.core.base.errors import PositionError
from croupier.core.engine.game import State
from croupier.core.engine.saved import seal, unseal
from croupier.games.spite_malice.lists import check_lists
from croupier.games.spite_malice.state import NIL, NONE
from tests.games.spite_malice.engine import game
from tests.splitmix import SplitMix64


def middle(seed: int = 4, plies: int = 120) -> State:
    """A state in which every list has cards: the shoe, several discard piles, and free nodes."""
    state, pick = game().new_initial_state(seed), SplitMix64(seed)
    while len(state.history) < plies:
        legal = state.legal_actions()
        state.apply_action(legal[pick.below(len(legal))])
    return state


def changed(state: State, change: Callable[[Any], None]) -> bytes:
    """The state saved with its record changed, under the checksum that fits."""
    header, _, rest = unseal(state.serialize()).partition(b"\n")
    records = state.records.copy()
    change(records[0])
    return seal(header + b"\n" + records.tobytes() + rest[records.nbytes :])


def put(field: str, value: int, place: int | None = None) -> Callable[[Any], None]:
    """Set a field, or an entry of it."""

    def change(s: Any) -> None:
        if place is None:
            s[field] = value
        else:
            s[field][place] = value

    return change


def pile(s: Any) -> int:
    """The largest discard pile."""
    return int(np.argmax(s["discard_counts"]))


def share_a_node(s: Any) -> None:
    s["tops"][pile(s)] = s["free"]


def share_a_card(s: Any) -> None:
    """A pile whose nodes are the last of another."""
    large = pile(s)
    small = next(p for p in range(8) if 0 < s["discard_counts"][p] < s["discard_counts"][large])
    node = s["tops"][large]
    for _ in range(int(s["discard_counts"][large]) - int(s["discard_counts"][small])):
        node = s["links"][node]
    s["tops"][small] = node


def close_the_shoe(s: Any) -> None:
    s["links"][s["back"]] = s["front"]


def close_a_pile(s: Any) -> None:
    top = s["tops"][pile(s)]
    s["links"][top] = top


def close_the_free_list(s: Any) -> None:
    node = s["free"]
    while s["links"][node] != NIL:
        node = s["links"][node]
    s["links"][node] = s["free"]


def lose_a_free_node(s: Any) -> None:
    s["free"] = s["links"][s["free"]]


def cut_the_shoe(s: Any) -> None:
    s["links"][s["front"]] = NIL


def move_the_back(s: Any) -> None:
    s["back"] = s["front"]


def lengthen_the_shoe(s: Any) -> None:
    s["links"][s["back"]] = s["free"]


BROKEN: list[tuple[str, Callable[[Any], None], str]] = [
    ("back", put("back", 200), "back is 200; nodes are 0 to 119, and 120 stands for none"),
    ("front", put("front", 121), "front is 121; nodes are 0 to 119"),
    ("free", put("free", 255), "free is 255; nodes are 0 to 119"),
    ("tops", put("tops", 190, 2), r"tops\[2\] is 190; nodes are 0 to 119"),
    ("links", put("links", 133, 7), r"links\[7\] is 133; nodes are 0 to 119"),
    ("the end's link", put("links", 3, NIL), "node 120 ends every list"),
    ("the end's card", put("cards", 3, NIL), "node 120 ends every list"),
    ("a card", put("cards", 77, 5), "cards are -1 to 10, not -1 to 77"),
    ("a card below", put("cards", -2, 5), "cards are -1 to 10, not -2 to 10"),
    ("the wrong back", move_the_back, r"back is \d+, and the last card of the shoe is at node \d+"),
    ("a short shoe", cut_the_shoe, r"the shoe ends after 1 of \d+ nodes"),
    ("a long shoe", lengthen_the_shoe, r"the shoe has \d+ nodes and goes on to node \d+"),
    ("a negative count", put("discard_counts", -1, 0), "discard pile 0 cannot have -1 nodes"),
    ("a count too large", put("shoe_count", 127), "the shoe cannot have 127 nodes"),
    (
        "a shared node",
        share_a_node,
        r"discard pile \d has \d+ nodes and goes on|node \d+ is in discard pile \d and",
    ),
    ("a shared card", share_a_card, r"node \d+ is in discard pile \d and in discard pile \d"),
    ("a cycle in the shoe", close_the_shoe, r"the shoe has \d+ nodes and leads back to one of them"),
    ("a cycle in a pile", close_a_pile, r"discard pile \d has \d+ nodes and leads back to one of them"),
    ("a cycle of free nodes", close_the_free_list, r"the list of free nodes has \d+ nodes and leads back"),
    ("a lost node", lose_a_free_node, r"the list of free nodes ends after \d+ of \d+ nodes"),
]


@pytest.mark.parametrize(("change", "why"), [case[1:] for case in BROKEN], ids=[case[0] for case in BROKEN])
def test_lists_that_are_broken_are_refused(change: Callable[[Any], None], why: str) -> None:
    state = middle()
    with pytest.raises(PositionError, match=rf"the record's lists of cards are broken: ({why})"):
        game().deserialize_state(changed(state, change))


def test_lists_laid_out_otherwise_are_the_same_position() -> None:
    """Which node holds which card is free: every exchange of two nodes, with what leads to them, is let in."""
    state, pick = middle(), SplitMix64(8)
    for _ in range(30):
        a, b = pick.below(120), pick.below(120)
        names = np.arange(NIL + 1, dtype=np.uint8)
        names[a], names[b] = b, a

        def exchange(s: Any, a: int = a, b: int = b, names: Any = names) -> None:
            for field in ("cards", "links"):
                s[field][a], s[field][b] = s[field][b], s[field][a]
            for field in ("links", "tops", "front", "back", "free"):
                s[field] = names[s[field]]

        other = game().deserialize_state(changed(state, exchange))
        assert other.position() == state.position()
        state = other


def test_every_node_of_a_game_has_sound_lists_also_with_an_empty_shoe() -> None:
    """The shoe runs out and is filled again (SM-13), and what `back` holds in between is let in."""
    state, pick = game(max_turns=400).new_initial_state(3), SplitMix64(3)
    empty = 0
    while not state.is_terminal():
        check_lists(state.records[0])
        if state.records[0]["shoe_count"] == 0:
            empty += 1
            assert state.records[0]["front"] == NIL
            assert state.game.deserialize_state(state.serialize()).position() == state.position()
        legal = state.legal_actions()
        state.apply_action(legal[pick.below(len(legal))])
    assert empty > 10


def test_options_of_another_game_in_the_record_are_refused() -> None:
    state = middle()
    for field, value in (("max_turns", 999), ("goal_size", 14)):
        with pytest.raises(PositionError, match=f"{field} is {value}; for croupier.make|SM-2: a goal pile"):
            game().deserialize_state(changed(state, put(field, value)))


def test_a_hand_of_what_is_no_card_is_refused() -> None:
    for card in (NONE + 1, -2, 127):
        with pytest.raises(PositionError, match="SM-1"):
            game().deserialize_state(changed(middle(), put("hands", card, 0)))
