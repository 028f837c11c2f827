"""Skull King's history for search: codes, rewinding, hands dealt anew; what a seat cannot know stays out of it."""

import numpy as np
import pytest

import croupier
from croupier.agents.search.worlds import streams
from croupier.core.base.tiers import compiled_form
from croupier.core.base.types import Records
from croupier.core.engine.game import State
from croupier.core.spec.search import HIDDEN, Trace
from croupier.games.skull_king.record.cards import COPIES, NONE, TYPES
from croupier.games.skull_king.record.state import DecisionPhase
from croupier.testing.agent_check import relived
from tests.agents.search.worldly import TABLES, decisions, history, present, told
from tests.amounts import daily, larger


@pytest.mark.parametrize("options", daily(TABLES, 2))
def test_rewinding_the_truth_gives_the_deal_and_playing_it_again_gives_the_present(
    options: dict[str, object],
) -> None:
    game = croupier.make("skull-king", **options)
    seen = set()
    for state in decisions(game, 3, every=3):
        stretch = present(state)
        again = relived(game, stretch, state.records.copy(), state.current_player())
        assert again is not None
        assert again.start == stretch.start
        assert again.actions.tolist() == stretch.actions.tolist()
        seen.add(state.phase)
    assert {"BIDDING", "PLAYING"} <= seen


@pytest.mark.parametrize("options", daily(TABLES, 2))
def test_nearly_every_world_has_a_past_that_leads_to_it(options: dict[str, object]) -> None:
    game = croupier.make("skull-king", **options)
    possible, total = 0, 0
    for k, state in enumerate(decisions(game, 5, every=4)):
        seat = state.current_player()
        world = state.records.copy()
        game.loops.compiled.redeal(world, np.array([seat]), np.array([k], dtype=np.uint64))
        possible += relived(game, present(state), world, seat) is not None
        total += 1
    assert total > 10
    assert possible >= 0.9 * total  # but where another has drawn for Bendt after it has shown a void


@pytest.mark.thorough
def test_discards_for_bendt_are_told_to_nobody_else() -> None:
    game = croupier.make("skull-king")
    found = 0
    for seed in range(40):
        for state in decisions(game, seed):
            stretch = present(state)
            whole = told(stretch, None)
            drawer = int(state.records["bendt_seat"][0])
            for seat in range(4):
                known = told(stretch, seat)
                hidden = [k for k, code in enumerate(known) if code == HIDDEN]
                if seat == drawer or drawer < 0:
                    assert known == whole
                else:
                    discarded = int((state.records["discards"][0] >= 0).sum())
                    assert len(hidden) == discarded
                    assert all(stretch.movers[k] == drawer for k in hidden)
                    found += bool(hidden)
        if found > 20:
            return
    pytest.fail("nobody has discarded for Bendt")


@pytest.mark.parametrize("options", daily(TABLES[2:] + TABLES[:2]))
@larger("every", 9, 3)
def test_a_hand_dealt_anew_changes_no_more_than_it_says_and_keeps_what_the_seat_knows(
    options: dict[str, object], every: int
) -> None:
    game = croupier.make("skull-king", **options)
    rngs = np.array([11], dtype=np.uint64)
    changed = 0
    for state in decisions(game, 7, every=every):
        seat = state.current_player()
        before = np.zeros((1, game.observation_size), dtype=np.float32)
        game.loops.compiled.observe(state.records, np.array([seat]), before)
        for number in range(10):
            world, other = state.records.copy(), number % game.num_players
            if other == seat:
                continue
            common = np.array([number], dtype=np.uint64)
            touched = compiled_form(history().redraw)(world[0], seat, other, *public(state, seat), common, rngs, 0)
            after = np.zeros_like(before)
            game.loops.compiled.observe(world, np.array([seat]), after)
            assert (before == after).all()
            game.spec.notation.validate(world)
            others = [each for each in range(world["seats"][0]) if not same_hand(world, state.records, each)]
            assert all(touched >> each & 1 for each in others if each < game.num_players)
            undealt = slice(0, int(world["pile_size"][0]))
            pile = (world["pile"][0][undealt] != state.records["pile"][0][undealt]).any()
            discards = (world["discards"] != state.records["discards"]).any()
            assert len(others) + bool(pile) + bool(discards) <= 2, "two places take part"
            drawn = (world["drawn"] != state.records["drawn"]).any()
            assert not (drawn or discards) or touched >> int(state.records["bendt_seat"][0]) & 1
            shown_to = int(state.records["jade_seat"][0])
            assert not pile or shown_to < 0 or touched >> shown_to & 1
            changed += bool(others)
    assert changed > 150 / every


NOTHING = (np.zeros(0, dtype=np.int16), np.zeros(0, dtype=np.int16))
"""The codes of no decisions, and who made them."""


def public(state: State, seat: int) -> tuple[Trace, Trace]:
    """The codes of a round as a seat knows them, and who made those decisions."""
    stretch = present(state)
    return np.array(told(stretch, seat), dtype=np.int16), stretch.movers.astype(np.int16)


def same_hand(a: Records, b: Records, seat: int) -> bool:
    return bool((a["hands"][0, seat] == b["hands"][0, seat]).all())


@pytest.mark.thorough
@pytest.mark.compiled
def test_hands_dealt_anew_hold_every_card_equally_often() -> None:
    game = croupier.make("skull-king", players=3)
    state = next(each for each in decisions(game, 2) if each.phase == "PLAYING" and each.records["cards"][0] == 2)
    seat = state.current_player()
    rngs = np.array([5], dtype=np.uint64)
    world = state.records.copy()
    held: dict[int, int] = {}
    others = [(seat + 1) % 3, (seat + 2) % 3]
    for number in range(100_000):
        common = streams(np.uint64(number), 1)
        compiled_form(history().redraw)(world[0], seat, others[number % 2], *NOTHING, common, rngs, 0)
        for card in world["hands"][0, others[0]][: world["sizes"][0, others[0]]].tolist():
            held[card] = held.get(card, 0) + 1
    single = [count for card, count in held.items() if COPIES[card] == 1]
    assert len(single) > 50
    assert max(single) < 1.25 * min(single)  # their standard deviation is below 3%


def after_bendt() -> tuple[State, int, int]:
    """A position of three with discards for Bendt and no void shown, who has drawn, and what it played since."""
    game = croupier.make("skull-king", players=3)
    for seed in range(200):
        for state in decisions(game, seed):
            s, seat = state.records[0], state.current_player()
            drawer = int(s["bendt_seat"])
            if state.phase != "PLAYING" or drawer in (NONE, seat) or s["voids"].any() or s["jade_seat"] != NONE:
                continue
            codes, movers = public(state, seat)
            since = int(np.flatnonzero(codes == HIDDEN)[-1]) + 1
            played = [int(codes[k]) for k in range(since, len(codes)) if movers[k] == drawer and codes[k] < TYPES]
            if len(played) == 1 and s["sizes"][drawer] and COPIES[played[0]] == 1:
                return state, drawer, played[0]
    pytest.fail("no such position was met")


@pytest.mark.thorough
@pytest.mark.compiled
@larger("turns", 100_000, 200_000)
def test_what_was_drawn_and_discarded_for_bendt_may_be_every_card_equally_often(turns: int) -> None:
    state, drawer, played = after_bendt()
    seat = state.current_player()
    codes, movers = public(state, seat)
    others = [other for other in range(3) if other != seat]
    world, rngs = state.records.copy(), np.array([5], dtype=np.uint64)
    discarded, drawn = np.zeros(TYPES), np.zeros(TYPES)
    for number in range(turns):
        common = streams(np.uint64(number), 1)
        compiled_form(history().redraw)(world[0], seat, others[number % 2], codes, movers, common, rngs, 0)
        discarded[world["discards"][0]] += 1
        drawn[world["drawn"][0]] += 1
    hidden = np.flatnonzero(discarded)
    hidden = hidden[np.array(COPIES)[hidden] == 1]
    assert len(hidden) > 40
    assert discarded[hidden].max() < 1.35 * discarded[hidden].min()
    assert drawn[hidden].max() < 1.35 * drawn[hidden].min()
    had = int(state.records["sizes"][0][drawer]) + 3
    assert abs(drawn[played] / turns - 2 / had) < 0.02
    assert not discarded[played]


def test_which_cards_are_dealt_anew_hangs_on_the_common_generator_alone() -> None:
    game = croupier.make("skull-king", schedule="tens")
    state = next(each for each in decisions(game, 3) if each.phase == "PLAYING")
    seat = state.current_player()
    other = (seat + 1) % 4
    for number in range(50):
        kept: set[int] = set(state.records["hands"][0, other].tolist())
        near = set()
        for draw in range(30):
            world = state.records.copy()
            common, rngs = np.array([number], dtype=np.uint64), np.array([draw], dtype=np.uint64)
            compiled_form(history().redraw)(world[0], seat, other, *NOTHING, common, rngs, 0)
            kept &= set(world["hands"][0, other].tolist())
            near |= {each for each in range(4) if each != other and not same_hand(world, state.records, each)}
        assert len(near) <= 1, "one other place takes part"
        if len(kept) >= 5:
            return
    pytest.fail("the cards that stay were never the same")


def test_every_phase_has_codes_that_lead_back_to_the_action() -> None:
    seen = set()
    for seed in range(12):
        for state in decisions(croupier.make("skull-king"), seed):
            record = state.records[0]
            for action in state.legal_actions():
                code = history().code(record, action)
                assert code >= 0
                assert history().action(record, code) == action
            seen.add(state.phase)
    assert seen == {phase.name for phase in DecisionPhase} - {"ABILITY_JADE"}, "Jade's phase has one action alone"
