"""What cards of Mini Spite and Malice and faces of the die are said to do, compared with the kernels."""

import croupier
from croupier.core.base.sentence import Sentence


def faces(name: str) -> dict[str, str]:
    game = croupier.make(name)
    assert game.spec.words.explain is not None
    return dict(game.spec.words.explain(game).faces)


def test_sm_6_where_each_card_is_said_to_go() -> None:
    game, told = croupier.make("spite-malice"), faces("spite-malice")
    assert set(told) == {*map(str, range(10)), "*"}
    for card, text in told.items():
        assert isinstance(text, Sentence)
        for height in range(10):
            pile = "".join(map(str, range(height))) or "-"
            filler = "0123,0,0" if height else "0,0,0"  # no other pile is empty, so that no 0 comes first
            state = game.position(f"spite-malice hands={card}/1 goals=5/5 piles={pile},{filler} shoe=12345")
            fits = "[p h1 1]" in [state.action_to_string(action) for action in state.legal_actions()]
            before, after = text.params.get("before"), text.params.get("after")
            said = {
                "spite-malice.does.card": height == (int(str(before)) + 1 if before is not None else None),
                "spite-malice.does.zero": height == 0,
                "spite-malice.does.nine": height == 9,
                "spite-malice.does.joker": True,
            }[text.key]
            assert fits == said, (card, height)
            if fits and after is not None:
                state.apply_action(state.string_to_action("[p h1 1]"))
                assert state.table(None)["play_piles"][0]["needs"] == str(after)


def test_sm_11_a_zero_comes_first_and_is_never_discarded() -> None:
    state = croupier.make("spite-malice").position(
        "spite-malice hands=05/1 goals=5/5 piles=-,0,0,01234 shoe=12345"
    )
    assert [state.action_to_string(action) for action in state.legal_actions()] == ["[p h1 1]"]
    state = croupier.make("spite-malice").position("spite-malice hands=05/1 goals=5/5 piles=0,0,0,0 shoe=12345")
    assert not [action for action in state.legal_actions() if state.action_to_string(action).startswith("[x1")]


def test_sm_7_a_nine_completes_a_pile() -> None:
    state = croupier.make("spite-malice").position(
        "spite-malice hands=95/1 goals=5/5 piles=012345678,0,0,0 shoe=12"
    )
    state.apply_action(state.string_to_action("[p h2 1]"))
    assert state.table(None)["play_piles"][0]["cards"] == []


def test_pig_2_what_each_face_is_said_to_do() -> None:
    told = faces("pig")
    rolled: dict[int, tuple[int, int]] = {}
    for seed in range(60):
        state = croupier.make("pig").position("pig scores=7,0 total=10", seed)
        state.apply_action(0)
        table = state.table(None)
        rolled[table["turn_total"]] = (table["turn"], table["scores"][0])
    assert rolled == {0: (1, 7), **{10 + face: (0, 7) for face in range(2, 7)}}
    assert told == {
        "1": "Loses the turn total, and your turn ends. What you have banked stays.",
        **{str(face): f"Adds {face} to the turn total, and your turn goes on." for face in range(2, 7)},
    }
