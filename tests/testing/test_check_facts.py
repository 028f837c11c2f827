"""What a game states of itself is held against played games: a wrong fact is found, and named."""

from collections.abc import Callable
from dataclasses import replace
from typing import Any

import numpy as np
import pytest

import croupier
from croupier.core.base.errors import CheckError
from croupier.core.base.kernel import kernel
from croupier.core.engine.game import Game
from croupier.core.spec.options import Facts, Options
from croupier.games.pig.spec import SPEC as PIG
from croupier.testing.checks import check_game
from tests.changed import changed
from tests.toy import SPEC as TOY

SHORT = {"winning_score": 12, "max_turns": 9}


def saying(spec: Any, **other: Any) -> Any:
    """The spec with some facts told wrongly."""

    def facts(options: Options) -> Facts:
        found: Facts = replace(spec.facts(options), **other)
        return found

    return changed(spec, facts=facts)


@kernel
def outcomes_too_likely(s: Any, probs: Any) -> int:
    for k in range(6):
        probs[k] = 0.25
    return 6


@pytest.mark.parametrize(
    ("name", "options", "worst", "best"),
    [
        ("pig", {}, 0, None),  # no rule limits the rolls of the last turn
        ("pig", {"turn_unit": "action", "max_turns": 50}, 0, 300),
        ("spite-malice", {"goal_size": 12}, 0, 12),
        ("leduc", {}, -13, 13),
        ("liars-dice", {}, -1, 1),
        ("oh-hell", {"largest": 3}, 0, 36),
        ("hearts", {}, -125, 0),  # 99 points and a whole deal
        ("hearts", {"target": 0, "max_deals": 2, "jack": True, "moon": "subtract"}, -52, 72),
        ("skull-king", {"schedule": "one"}, -10 - 20, 20 + 270 + 20),
        ("skull-king", {"schedule": "one", "rascal": True, "roatan": False, "loot": True}, 0, 10 + 270 + 40),
    ],
)
def test_every_game_bounds_the_points_that_a_seat_can_end_with_by_its_rules(
    name: str, options: dict[str, Any], worst: float, best: float | None
) -> None:
    facts = croupier.make(name, **options).facts
    assert (facts.worst_points, facts.best_points) == (worst, best)


@pytest.mark.parametrize(
    ("options", "longest"),
    [
        # one card each: bids, cards, the Tigress; no trick but the last, so Harry's change alone (SK-14)
        ({"players": 4, "schedule": "one"}, 4 + 4 + 1 + 1),
        ({"players": 2, "schedule": "one", "harry": False}, 2 + 2 + 1),
        # five cards: the four other abilities take five decisions
        ({"players": 3, "schedule": "fives"}, 5 * (3 + 15 + 1 + 5 + 1)),
    ],
)
def test_sk_14_the_longest_game_counts_every_decision_that_can_come(options: dict[str, Any], longest: int) -> None:
    assert croupier.make("skull-king", **options).facts.max_game_length == longest


@pytest.mark.parametrize(
    ("spec", "options", "message"),
    [
        (saying(TOY, max_utility=0.5), {}, r"utilities \[.*\] leave the range -1.0 to 0.5"),
        (saying(TOY, min_utility=-0.5), {}, r"utilities \[.*\] leave the range -0.5 to 1.0"),
        (saying(TOY, worst_points=-0.5), {}, r"points \[.*\] leave the range -0.5 to inf that the facts give"),
        (saying(TOY, best_points=0.5), {}, r"points \[.*\] leave the range -inf to 0.5 that the facts give"),
        (saying(TOY, worst_points=0.5, best_points=-1.0, ranked_by_points=False), {}, "leave the range -1 to 0.5"),
        (saying(PIG, utility_sum=1.0), SHORT, r"utilities \[.*\] add up to 0, not to 1"),
        (saying(TOY, max_game_length=1), {}, "the game is not over after 1 plies, and the facts allow no more"),
        (saying(TOY, information="open"), {}, "the facts say that nothing is hidden, and a re-deal changes"),
        (saying(PIG, information="hidden"), SHORT, "the facts say that something is hidden, and no re-deal"),
        (saying(PIG, chance="sampled"), SHORT, "the facts say chance='sampled', and the rules list outcomes"),
        (saying(TOY, chance="listed"), {}, "the facts say chance='listed', and the rules do not list outcomes"),
        (saying(TOY, chance="none"), {}, "the facts say that there are no random events, and one is due"),
        (changed(PIG, outcomes=outcomes_too_likely), SHORT, "the 6 outcomes of a random event have the"),
    ],
    ids=[
        "highest", "lowest", "worst", "best", "penalties",
        "sum", "longest", "open", "hidden", "sampled", "listed", "none", "probabilities",
    ],
)  # fmt: skip
def test_a_wrong_fact_is_found(spec: Any, options: dict[str, Any], message: str) -> None:
    with pytest.raises(CheckError, match=message):
        check_game(Game(spec, **options), games=20, fuzz=0)


@pytest.mark.compiled  # about the number of decisions in 512 games
def test_played_games_reach_close_to_the_longest() -> None:
    game = croupier.make("skull-king", players=3, schedule="fives")
    batch = game.batch(512, 1, autoreset=False, observe=False)
    picks, actions = np.arange(512, dtype=np.uint64), np.zeros(512, dtype=np.int64)
    while (batch.legal_counts > 0).any():
        batch.random_actions(picks, actions)
        batch.step(actions)
    assert game.facts.max_game_length is not None
    assert 0.75 * game.facts.max_game_length < batch.plies.max() <= game.facts.max_game_length


@pytest.mark.parametrize(
    ("make", "message"),
    [
        (lambda: Facts(**{**FACTS, "min_utility": 2.0}), "the utilities range from 2.0 down to 1.0"),
        (lambda: Facts(**{**FACTS, "max_game_length": 0}), "a game has at least one decision, not 0"),
        (lambda: Facts(**{**FACTS, "worst_points": 2.0, "best_points": 1.0}), "range from 2.0 down to 1.0"),
        (lambda: Facts(**{**FACTS, "worst_points": 2.0, "ranked_by_points": False}), "are given together"),
        (lambda: replace(PIG.rules, max_outcomes=0), "outcomes, play_outcome and max_outcomes go together"),
        (lambda: replace(PIG.rules, play_outcome=None), "outcomes, play_outcome and max_outcomes go together"),
    ],
)
def test_facts_and_rules_that_cannot_be_are_refused(make: Callable[[], Any], message: str) -> None:
    with pytest.raises(ValueError, match=message):
        make()


FACTS: dict[str, Any] = {
    "min_utility": -1.0, "max_utility": 1.0, "utility_sum": 0.0, "max_game_length": None,
    "information": "open", "chance": "listed",
}  # fmt: skip
