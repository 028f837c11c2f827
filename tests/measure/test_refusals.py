"""What cannot be measured: a call, and what its refusal says."""

from collections.abc import Callable
from functools import cache, partial
from pathlib import Path
from typing import Any

import numpy as np
import pytest

import croupier
from croupier.agents.agent import Turns
from croupier.agents.bots import BotAgent, RandomAgent
from croupier.agents.registry import make_agent
from croupier.core.base.errors import ConfigError
from croupier.core.base.kernel import kernel
from croupier.core.base.progress import silent
from croupier.core.engine.game import Game
from croupier.core.spec.spec import Bot
from croupier.measure import Analyst, load, review, values
from croupier.measure.costs.asked import Relabelling
from croupier.measure.costs.problems import problems_of
from croupier.measure.costs.sets import write_set
from croupier.measure.play.chunks import Match, describe, match_again
from croupier.measure.play.tournament import MAX_DEALS, play_tournament
from croupier.measure.play.trial import play_trial
from croupier.measure.reports.benchmark import entrant, play_row, read_benchmark
from croupier.measure.reports.board import new_board
from croupier.measure.reports.player import Plan, ability_arms
from croupier.measure.stats.comparison import compare, compare_among, compare_entries, deals_needed, play_gains
from croupier.measure.stats.plackett_luce import choices_of
from croupier.measure.stats.promotion import BLOCK, Bounds, promote
from croupier.measure.stats.rating import find_anchor, pairwise_margins, rate
from croupier.measure.stats.strength import exact_best_response, exact_result
from croupier.table.game_file import PlayedGame
from tests.changed import changed
from tests.measure.simulated import report_of, simulated
from tests.measure.test_sets import ROW, SET
from tests.toy import SPEC as TOY
from tests.toy_judged import stay_bot

pig = croupier.make("pig", winning_score=30, max_turns=60)
cards = croupier.make("skull-king", players=3, schedule="one")
two, four = Game(TOY, players=2), Game(TOY, players=4)
chance = RandomAgent()
optimal = make_agent("optimal", pig)


@kernel
def _odd(s: Any, mask: Any, params: Any, rng: Any, i: int) -> int:
    return 1


undeclared = BotAgent(Bot(_odd))
dealt = cards.new_initial_state(1)
over = croupier.make("pig").position("pig scores=100,3 turn=0")
alone = report_of(np.array([[0]]), np.zeros((3, 1, 1), np.int8), ["a"])
sent = describe(Match(pig, [make_agent("random", pig)] * 2, 0))
frozen = cache(partial(read_benchmark, "pig-1"))
REFUSED: list[tuple[Callable[[], object], str]] = [
    (lambda: play_tournament(pig, [], 1), "2 seats and 0 agents are named.*naming one again"),
    (lambda: play_tournament(pig, ["random"], 1), "2 seats and 1 agent is named.*naming one again"),
    *((partial(play_tournament, pig, ["random"] * 2, deals), "deals must be an integer from 1")
      for deals in (0, -1, True, MAX_DEALS + 1)),
    (lambda: play_tournament(pig, ["random"] * 2, 1.5), "deals must be an integer from 1"),  # type: ignore[arg-type]
    (lambda: play_tournament(pig, ["optimel", "random"], 1), "did you mean optimal"),
    (lambda: play_tournament(four, ["random"] * 200, 1), "tables a deal"),
    (lambda: play_tournament(four, ["random"] * 8, MAX_DEALS), r"10000000 deals of 8 agents for 4 seats need "
     r"132\.6 GiB of memory; the most is 4 GiB: play at most \d{6} deals, or name fewer agents"),
    (lambda: play_trial(cards, chance, [chance], 1, 0), "skull-king has 3 seats: name 2 others, not 1"),
    (lambda: play_trial(pig, chance, [chance], 0, 0), "deals must be an integer of at least 1, not 0"),
    (lambda: play_gains(pig, [optimal], "bot", 0, 0), "deals must be an integer of at least 1, not 0"),
    (lambda: play_gains(pig, [], "optimel", 1, 0), "did you mean optimal"),
    (lambda: compare(cards, "bot", "bot", 1, among=["bot"] * 3), "2 other seats: name 1 to 2 among whom, not 3"),
    (lambda: compare_among(cards, "bot", "random", [], 1), "name 1 to 2 among whom, not 0"),
    (lambda: compare(pig, "bot", "random", 0), "deals must be an integer from 1"),
    (lambda: compare(pig, "bot", "bat", 1), "unknown agent"),
    (lambda: compare_entries(play_tournament(pig, ["random"] * 3, 2)), "two agents at two seats, not of 3 at 2"),
    (lambda: deals_needed(1.0, 0.0), "difference other than 0"),
    (lambda: deals_needed(-1.0, 1.0), "sd of at least 0"),
    (lambda: deals_needed(1.0, 1.0, alpha=0.0), "between 0 and 1"),
    (lambda: deals_needed(1.0, 1.0, power=1.0), "between 0 and 1"),
    (lambda: Bounds(h0=0.05, h1=0.05), "h1 must be above h0"),
    (lambda: Bounds(h0=0.1, h1=0.0), "h1 must be above h0"),
    (lambda: Bounds(h1=float("nan")), "h1 must be above h0"),
    (lambda: Bounds(alpha=0.0), "alpha and beta must lie between 0 and 0.5"),
    (lambda: Bounds(beta=0.7), "alpha and beta must lie between 0 and 0.5"),
    (lambda: promote(pig, "bot", "random", measure="point"), "unknown measure 'point'; did you mean points"),
    (lambda: promote(pig, "bot", "random", 0), "deals must be an integer from 1"),
    (lambda: promote(pig, "bot", "random", BLOCK - 1),
     "a sequential test takes at least 100 deals, after which it first looks, not 99"),
    (lambda: find_anchor(simulated([0.0, 1.0], 2, 10, 7, ["bot", "net"]), "bat"), "'bat'; did you mean bot"),
    (lambda: rate(alone, pairwise_margins(alone), None), "at least two agents"),
    (lambda: choices_of(2, np.array([[0, 1, 1]]), np.zeros((1, 1, 3), np.int8)),
     "an entry sits twice at one table: name the agent twice"),
    (lambda: choices_of(2, np.array([[0, 1]]), np.zeros((0, 1, 2), np.int8)), "without deals"),
    (lambda: exact_result(pig, optimal, undeclared), "cannot be judged exactly"),
    (lambda: exact_best_response(pig, undeclared), "cannot be judged exactly"),
    *((partial(exact_result, croupier.make("pig", **options), optimal, optimal), "exact values are for pig")
      for options in ({"winning_score": 201}, {"turn_unit": "action", "winning_score": 10})),
    (lambda: exact_best_response(croupier.make("pig", winning_score=201), optimal), "exact values are for pig"),
    (lambda: exact_result(cards, chance, chance), "skull-king has no exact solver"),
    (lambda: exact_best_response(two, BotAgent(stay_bot(5))),  # its solver compares players only
     "toy has no exact solver of best responses"),
    (lambda: Plan(deals=1), "deals must be at least 2, not 1"),
    (lambda: ability_arms(Game(changed(cards.spec, evaluation=None, bots={})), chance), "no rule-based agent"),
    (lambda: Analyst(pig).analyse(over), "the game is over: there is nothing left to analyse"),
    (lambda: Analyst(cards, "bot"), "'bot' is no search: name one like search/strong or search/fast:bot"),
    (lambda: Analyst(cards, "search/worlds=1:bot"),
     r"an analysis needs 2 worlds at least, .* 'search/worlds=1:bot' has 1"),
    (lambda: review(PlayedGame(over, ()), Analyst(over.game), (2,), silent),
     "there is no Player 2: the seats are 0 to 1"),
    (lambda: review(PlayedGame(pig.new_initial_state(1), ()), Analyst(pig), (0,), silent),
     "none of these seats had a choice to make"),
    (lambda: values(cards, Turns(cards, dealt.records, np.zeros(1, np.uint64)), agent="bot", worlds=8),
     "has no trail: without what was played so far, beliefs"),
    (lambda: values(cards, [dealt.resample_hidden(0, 1)], agent="bot", worlds=8), "has no trail"),
    (lambda: values(cards, [dealt], worlds=1), "2 to 4096 worlds, not 1"),
    (lambda: values(croupier.make("skull-king", players=2), [dealt], worlds=8), "where values of .*players=2"),
    (lambda: values(cards, [dealt], agent="search/fast", worlds=8), "gives probabilities"),
    (lambda: values(over.game, [over]), "a game is over"),
    (lambda: values(pig, [pig.new_initial_state(1)])[0].regret(5), "action 5 is not legal here: 0, 1"),
    (lambda: ROW.regret(2), "action 2 is not legal here: 0, 1"),
    (lambda: SET.row("c3"), "'c3'"),
    (lambda: load("pig-99"), "set of decisions 'pig-99'"),
    (lambda: write_set(Path("mine.json"), SET), r"NAME\.jsonl\.gz, not mine\.json"),
    (lambda: problems_of("chess"), "no problems ship with chess; games that have some: pig"),
    (lambda: problems_of("pig").number(0), "the problems of pig are 1 to 30, not 0"),
    (lambda: Relabelling(two, 1), "has no other names"),
    (lambda: new_board(pig, ("net",), deals=2, seed=0), "release"),
    (lambda: new_board(pig, ("llm:m",), deals=2, seed=0), "answers in words"),
    (lambda: new_board(pig, (), deals=2, seed=0), "1 other seats"),
    (lambda: entrant(frozen(), "llm:a"), "answers in words: croupier benchmark add"),
    (lambda: play_row(frozen(), entrant(frozen(), "bot"), deals=401), "has 400 deals, not 401"),
    (lambda: match_again(sent | {"croupier": "9.9"}),
     r"croupier is .*, not 9\.9.*: install the same one on every machine"),
    (lambda: match_again(sent | {"game_code": "0"}), "game_code is"),
    (lambda: describe(Match(four, [chance] * 4, 0)), "is a game of this process alone: register it"),
]  # fmt: skip


@pytest.mark.parametrize(("call", "said"), REFUSED, ids=[f"{k}: {said}" for k, (_, said) in enumerate(REFUSED)])
def test_what_cannot_be_measured_is_refused(call: Callable[[], object], said: str) -> None:
    with pytest.raises(ConfigError, match=said):
        call()
