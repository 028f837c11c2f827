"""Analyses: what actions are worth, without peeking, and words that say what the numbers say."""

import json
import re

import numpy as np
import pytest

import croupier
from croupier.agents.agent import Turns
from croupier.agents.registry import make_agent
from croupier.core.base.sentence import key_of
from croupier.core.engine.game import State
from croupier.core.spec.search import Measure
from croupier.measure import Analyst
from croupier.measure.costs.analyst import (
    OUTLOOK,
    Action,
    Analysis,
    Estimate,
    ahead,
    differences,
    in_own_language,
    is_clear,
)
from croupier.measure.costs.sets import CLEAR
from croupier.measure.reports.lines import action_rows, footing
from tests.agents.search.worldly import TABLES, decisions
from tests.amounts import daily, larger

UNSURE = re.compile(
    r"(\[.+?\]) is not clearly better than (\[.+?\]): ([\d.]+) points, within three standard errors \(([\d.]+)\)"
)
AGENT = "search/worlds=24,candidates=2,sweeps=3,halving=false:bot"


@pytest.mark.parametrize("options", daily(TABLES[2:] + TABLES[:2]))
def test_every_legal_action_is_told_with_what_it_is_worth_the_best_first(options: dict[str, object]) -> None:
    game = croupier.make("skull-king", **options)
    analyst = Analyst(game, AGENT)
    phases = set()
    for state in decisions(game, 2, every=13):
        found = analyst.analyse(state)
        phases.add(found.phase)
        assert sorted(each.action for each in found.actions) == state.legal_actions()
        gains = [each.gain.mean for each in found.actions]
        assert gains == sorted(gains, reverse=True)
        for each in found.actions:
            assert each.behind.mean == pytest.approx(found.best.gain.mean - each.gain.mean, abs=1e-3)
            assert each.clear == (each.behind.mean > 3 * each.behind.error)
            assert each.chance_to_win is not None
            assert 0.0 <= each.chance_to_win.mean <= 1.0
            assert each.measures["points"] - each.measures["others"] == pytest.approx(each.gain.mean, abs=1e-2)
            assert 0.0 <= each.measures["made"] <= 1.0
        assert sum(each.policy for each in found.actions if each.policy is not None) == pytest.approx(
            1.0, abs=1e-4
        )
        assert found.history
        json.dumps(found.data())
    assert {"BIDDING", "PLAYING"} <= phases


def position_elsewhere(state: State, key: int) -> State:
    """The same position in another world that the seat holds possible, without its past."""
    world = state.records.copy()
    state.game.loops.redeal(world, np.array([state.current_player()]), np.array([key], dtype=np.uint64))
    text = State(state.game, world, state.rngs.copy(), state.seed, "", []).position()
    return state.game.position(text, state.seed)


def test_an_analysis_is_the_same_whatever_the_seat_cannot_know() -> None:
    game = croupier.make("skull-king")
    analyst = Analyst(game, AGENT)
    for number, state in enumerate(decisions(game, 5, every=17)):
        here = game.position(state.position(), state.seed)
        other = position_elsewhere(state, number)
        assert not (other.records == state.records).all()  # else nothing is compared
        first, second = analyst.analyse(here), analyst.analyse(other)
        assert first.data() == second.data()


def test_where_hidden_cards_may_be_adds_up_and_leaves_out_what_was_seen() -> None:
    game = croupier.make("skull-king", players=3, loot=True, kraken=True, whale=True)
    analyst = Analyst(game, AGENT)
    for state in decisions(game, 4, every=11):
        found = analyst.analyse(state)
        own = {str(card) for card in state.view(state.current_player())["table"].get("hand", [])}
        names = [each.card for each in found.locations]
        assert len(set(names)) == len(names)
        for each in found.locations:
            if each.card not in ("a mermaid", "a loot"):
                assert sum(each.seats) + sum(each.rest.values()) == pytest.approx(1.0)
                assert each.card not in own
            assert each.seats[found.seat] == 0.0 or each.card in ("a mermaid", "a loot")


def test_words_say_what_the_numbers_say() -> None:
    measures = (
        Measure("made", "chance to make the bid", "bid made", is_chance=True),
        Measure("points", "own points this round", "own points"),
        Measure("same", "tricks won", "tricks"),
    )
    rng = np.random.default_rng(3)
    ours = np.stack([np.ones(40), 20 + rng.normal(0, 1, 40), np.full(40, 2.0)], axis=1).astype(np.float32)
    theirs = np.stack([np.arange(40) % 2, rng.normal(0, 1, 40), np.full(40, 2.0)], axis=1).astype(np.float32)
    told = differences(measures, "[a]", "[b]", ours, theirs)
    assert told == (
        f"own points this round: {ours[:, 1].mean():.1f} with [a], {theirs[:, 1].mean():.1f} with [b]",
        "chance to make the bid: 100% with [a], 50% with [b]",
    )
    assert differences(measures, "[a]", "[b]", ours, ours) == ()
    kept = [in_own_language(str.__str__(text), measures) for text in told]
    assert kept == list(told)
    assert [key_of(text) for text in kept] == [key_of(text) for text in told]
    others = ["made: 50% with [a], 4", "luck: 5% with [a], 4% with [b]"]  # what was not told so stays as it is
    assert [in_own_language(text, measures) for text in others] == others


def test_the_words_of_an_analysis_agree_with_its_table() -> None:
    game = croupier.make("skull-king")
    analyst = Analyst(game, AGENT)
    checked, told = 0, set()
    for state in decisions(game, 8, every=11):
        found = analyst.analyse(state)
        first = found.words[0]
        better = re.fullmatch(r"(\[.+?\]) is (-?[\d.]+) points better than (\[.+?\])", first)
        if better:
            other = next(each for each in found.actions if each.text == better[3])
            assert (better[1], other.clear) == (found.best.text, True)
            assert float(better[2]) == pytest.approx(other.behind.mean, abs=0.051)
            checked += 1
        elif same := re.fullmatch(r"(\[.+?\]) and (\[.+?\]) are worth the same", first):
            other = next(each for each in found.actions if each.text == same[2])
            assert (same[1], other.behind) == (found.best.text, Estimate(0.0))
        else:
            unsure = UNSURE.fullmatch(first)
            assert unsure is not None
            other = next(each for each in found.actions if each.text == unsure[2])
            assert not other.clear
            assert float(unsure[3]) == pytest.approx(other.behind.mean, abs=0.051)
            assert float(unsure[4]) == pytest.approx(CLEAR * other.behind.error, abs=0.051)
        for words in found.words[1:]:
            label, _, rest = words.partition(": ")
            name = next(each for each in (*analyst.measures, OUTLOOK) if each.label == label)
            for value, text in re.findall(r"([-\d.]+%?) with (\[.+?\])", rest):
                action = next(each for each in found.actions if each.text == text)
                mean = action.measures.get(name.name, action.chance_to_win and action.chance_to_win.mean)
                assert value == (f"{mean:.0%}" if name.is_chance else f"{mean:.1f}")
            told.add(name.name)
    assert checked > 0
    assert told >= {"chance_to_win", "made", "tricks"}


@larger("count", 4000, 20_000)
def test_no_sentence_contradicts_the_interval_beside_it(count: int) -> None:
    rng = np.random.default_rng(5)
    kinds = set()
    for _ in range(count):
        error = float(rng.choice([0.0, 10.0 ** rng.uniform(-3, 1.5)]))
        behind = Estimate(float(rng.uniform(0.0, 6.0)) * (error or 0.05 * float(rng.integers(2))), error)
        best = Action(0, "[a]", Estimate(0.0), Estimate(0.0), False, None, None, {})
        other = Action(1, "[b]", Estimate(0.0), behind, is_clear(behind), None, None, {})
        found = Analysis(0, "", "points", (best, other), 0, None, None, (), (), 8, history=True, timed=False)
        said = ahead(best, other, "points")
        cell = str(action_rows(found, ()).cells[1][2])  # that people see beside it
        mean, _, half = cell.partition(" ±")
        low = float(mean) - float(half or 0.0)
        if sure := re.fullmatch(r"\[a\] is (?:([\d.]+)|less than 0\.1) points better than \[b\]", said):
            assert (sure[1] or "0.0") == mean
            assert low > -0.1  # as far as it can be read from rounded figures
            assert behind.ci95[0] > 0.0
            kinds.add("sure")
        elif unsure := UNSURE.fullmatch(said):
            assert unsure[3] == mean
            assert float(unsure[3]) <= float(unsure[4])
            assert float(unsure[4]) == pytest.approx(float(half) * CLEAR / 1.96, abs=0.05 + 0.05 * CLEAR / 1.96)
            kinds.add("beyond the interval" if low > 0.0 else "within")
        else:
            assert said == "[a] and [b] are worth the same"
            assert (mean, half) == ("0.0", "")
            kinds.add("same")
    assert kinds == {"sure", "beyond the interval", "within", "same"}


def test_pig_is_analysed_exactly() -> None:
    game = croupier.make("pig")
    state = game.new_initial_state(1)
    best = make_agent("optimal", game)
    analyst = Analyst(game)
    assert analyst.exact
    for _ in range(30):
        if state.is_terminal():
            break
        found = analyst.analyse(state)
        assert (found.exact, found.worlds) == (True, 0)
        assert found.best.action == int(best.act(Turns.of_state(state))[0])
        assert footing(found).startswith("Exact values")
        state.apply_action(found.best.action)


def test_a_position_without_a_past_says_so_until_its_round_is_over() -> None:
    game = croupier.make("skull-king")
    state = next(each for each in decisions(game, 3) if each.phase == "PLAYING" and each.records["tricks"][0] > 0)
    analyst = Analyst(game, AGENT)
    assert analyst.analyse(state).history
    placed, bot = game.position(state.position()), make_agent("bot", game)
    found = analyst.analyse(placed)
    assert not found.history
    assert "What was played before this position is not known" in footing(found)
    begun = int(placed.records["round"][0])
    while placed.records["round"][0] == begun:
        placed.apply_action(int(bot.act(Turns.of_state(placed))[0]))
    assert analyst.analyse(placed).history


def test_an_analysis_that_the_clock_has_ended_says_that_another_may_differ() -> None:
    game = croupier.make("spite-malice", goal_size=2)
    analyst = Analyst(game, "search/worlds=4000,seconds=1e-9:bot:greedy", timed=True)
    found = analyst.analyse(game.new_initial_state(3))
    assert (found.timed, found.worlds) == (True, 16)
    assert footing(found).endswith("The search ran out of time: another one may differ.")
