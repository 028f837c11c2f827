"""The compiled players: legal everywhere, open-eyed without peeking, and why they choose as they do."""

import random
from typing import Any

import numpy as np
import pytest

import croupier
from croupier.agents.agent import Turns
from croupier.agents.registry import make_agent
from croupier.core.base.errors import ConfigError
from croupier.core.base.kernel import compiled
from croupier.core.engine.game import State
from croupier.games.skull_king.bots.plan import chance_to_hold, count_later
from croupier.games.skull_king.bots.seen import HIGHER, OUT, SUIT, VIEW
from croupier.games.skull_king.record.cards import NONE
from croupier.measure.play.tournament import play_tournament
from tests.amounts import daily, larger
from tests.games.scripts import read_cases
from tests.games.skull_king.cases import OPTION_SETS
from tests.games.skull_king.judges import KernelRound
from tests.games.skull_king.rounds import DATA, dealt, take
from tests.games.skull_king.tables import FULL, bid, play, say, start

BOTS = ["bot", "bot:source-abilities", "bot:random-abilities", "bot:simple", "bot:random-bid"]
HABITS = [f"bot:habit-{name}" for name in ("bold", "timid", "saver", "spender", "hunter", "careless")]
KINDS = [*BOTS, "bot:habit-hunter", "bot:habit-careless"]
"""Bots of all kinds: habits are parameters of one kernel, and these two use all of them."""
_SHORT = {"schedule": "fives" if compiled() else "one"}
TABLES: list[dict[str, Any]] = [
    *({**options, **({} if compiled() else _SHORT)} for options, _ in OPTION_SETS),
    *({"players": players, **_SHORT, **FULL, "rascal": players % 2 == 0} for players in range(2, 9)),
]


def choice(state: State, name: str = "bot", key: int = 7) -> int:
    """The action that a bot chooses."""
    keys = np.array([key], dtype=np.uint64)
    return int(make_agent(name, state.game).act(Turns(state.game, state.records, keys))[0])


def said(state: State, name: str = "bot", key: int = 7) -> str:
    """The same as text."""
    return state.action_to_string(choice(state, name, key))


def win_rate(name: str, other: str, deals: int, **options: Any) -> float:
    """Share of the wins at a table where all others are of one kind."""
    game = croupier.make("skull-king", **options)
    return play_tournament(game, [name, *[other] * (game.num_players - 1)], deals, seed=5).agents[0].win_rate


@pytest.mark.parametrize(
    "table", daily(range(len(TABLES)), 7), ids=lambda n: "-".join(f"{k}={v}" for k, v in TABLES[n].items())
)
@larger("alike", False, True)
def test_they_play_only_legal_actions_to_the_end(table: int, alike: bool) -> None:
    """Every day at mixed tables, in turn; else each kind at each table among its own."""
    game = croupier.make("skull-king", **TABLES[table])
    mixed = [KINDS[(3 * table + seat) % len(KINDS)] for seat in range(game.num_players)]
    for names in [[name] * game.num_players for name in KINDS] if alike else [mixed]:
        report = play_tournament(game, names, 8 if alike else 1, seed=3)  # refuses what is not legal
        assert sum(agent.win_rate for agent in report.agents) == pytest.approx(1.0)


@pytest.mark.parametrize(
    ("name", "options"),
    [
        # every kind at one of the tables every day
        pytest.param(name, options, id=f"{name}-{options}", marks=() if (k + n) % 3 == 0 else pytest.mark.thorough)
        for k, name in enumerate(KINDS)
        for n, options in enumerate(({}, {"players": 2, **FULL}, {"players": 6, "schedule": "skip", **FULL}))
    ],
)
@larger("worlds", 1, 2)
def test_sk_4_sk_14_sk_15_it_does_not_peek(name: str, options: dict[str, Any], worlds: int) -> None:
    picks = random.Random(1)  # noqa: S311  # the games are random, not secret
    phases = set()
    for seed in range(3 if compiled() else 1):
        state = croupier.make("skull-king", **options).new_initial_state(seed)
        while not state.is_terminal() and len(state.history) < (1000 if compiled() else 30):
            seat, chosen = state.current_player(), choice(state, name)
            phases.add(state.phase)
            skipped = worlds == 1 and state.phase in ("BIDDING", "PLAYING") and picks.random() < 2 / 3
            for other in range(0 if skipped else worlds):
                assert choice(state.resample_hidden(seat, other), name) == chosen, state.position()
            state.apply_action(chosen if picks.random() < 0.7 else picks.choice(state.legal_actions()))
    assert len(phases) == 9 or not compiled()


@pytest.mark.parametrize("name", KINDS)
def test_it_depends_on_nothing_but_the_position_and_the_key(name: str) -> None:
    state = croupier.make("skull-king").new_initial_state(8)
    for action in (0, 0, 0, 0):
        assert choice(state, name, 11) == choice(state.clone(), name, 11)
        state.apply_action(action)
    assert choice(state, name, 11) == choice(state, name, 11)


def test_only_the_bots_that_choose_at_random_use_the_key() -> None:
    state = croupier.make("skull-king", schedule="fives").new_initial_state(8)
    bids = {name: {choice(state, name, key) for key in range(40)} for name in BOTS}
    assert [len(bids[name]) for name in BOTS[:4]] == [1, 1, 1, 1]
    assert bids["bot:random-bid"] == set(range(6))
    habits = [len({choice(state, name, key) for key in range(40)}) for name in HABITS]
    assert habits[:5] == [1] * 5
    assert habits[5] > 1, "the careless one slips"


def test_habits_bid_the_same_hand_high_and_low() -> None:
    state = start("green 13, black 8, mermaid", "green 2, green 3, green 4", "purple 2, purple 3, purple 4")
    bids = {name: choice(state, name) for name in HABITS[:3]}
    assert bids["bot:habit-timid"] < bids["bot:habit-saver"] < bids["bot:habit-bold"]


def test_the_careless_one_goes_on_taking_tricks() -> None:
    state = start(
        "green 9, black 1, yellow 9, yellow 6", "green 2, black 3, yellow 7, yellow 2",
        "green 4, black 2, yellow 3, yellow 4",
    )  # fmt: skip
    bid(state, 1, 0, 0)
    play(state, "green 9, green 2, green 4, black 1, black 3, black 2, yellow 7, yellow 3")
    assert said(state, "bot:habit-saver") == "[play yellow 6]"
    assert said(state, "bot:habit-careless", key=3) == "[play yellow 9]"


@pytest.mark.compiled
def test_the_strong_bot_wins_at_least_half_against_three_simple_ones() -> None:
    assert win_rate("bot", "bot:simple", 100) > 0.6  # 0.69 in 2,000 deals


@pytest.mark.compiled
@pytest.mark.parametrize(("players", "least"), [(2, 0.6), (3, 0.6), (6, 0.45), (8, 0.35)])
def test_the_strong_bot_wins_more_than_its_share_at_every_table(players: int, least: float) -> None:
    assert win_rate("bot", "bot:simple", 60, players=players) > least


@pytest.mark.compiled
def test_both_beat_whoever_bids_at_random() -> None:
    assert win_rate("bot", "bot:random-bid", 50) > 0.95
    assert win_rate("bot:simple", "bot:random-bid", 50) > 0.9


@pytest.mark.compiled
def test_reason_answers_abilities_better_than_chance() -> None:
    assert win_rate("bot", "bot:random-abilities", 400) > 0.25


def test_it_bids_what_it_holds() -> None:
    strong = "rosie, bendt, skull king"
    weak = "green 1, yellow 2, escape"
    middle = "black 14, yellow 2, escape"
    for name in ("bot", "bot:simple"):
        bids = [choice(start(hand, "green 2, green 3, green 4", "purple 2, purple 3, purple 4"), name)
                for hand in (weak, middle, strong)]  # fmt: skip
        assert bids == sorted(bids), name
        assert bids[0] == 0, name
        assert bids[2] >= 2, name


@pytest.mark.parametrize(("hands", "steps"), read_cases(DATA / "choices.txt"))
def test_sk_7_sk_14_a_bot_chooses_as_the_file_says(hands: str, steps: list[str]) -> None:
    played = dealt(KernelRound, hands)
    for step in steps:
        name, _, expected = step.partition(" ")
        if name.startswith("bot"):
            assert said(played.state, name) == expected, step
        else:
            take(played, step)


def won_with(pirate: str, *rest: str, bids: tuple[int, int, int], undealt: str = "") -> State:
    """A table of three whose seat 0 has won the first trick with a pirate; `rest` are the hands left."""
    first = (pirate, "green 2", "green 3")
    hands = [", ".join([card, hand]) for card, hand in zip(first, rest, strict=True)]
    state = start(*hands, undealt=undealt)
    bid(state, *bids)
    play(state, ", ".join(first))
    return state


@pytest.mark.parametrize(("need", "kept"), [(0, {"green 1", "escape"}), (2, {"black 14", "skull king"})])
def test_sk_14_bendt_fits_the_hand_to_the_bid(need: int, kept: set[str]) -> None:
    state = won_with(
        "bendt", "green 1, skull king", "purple 2, purple 3", "yellow 2, yellow 3",
        bids=(1 + need, 0, 0), undealt="black 14, escape",
    )  # fmt: skip
    gone = set()
    while state.phase.startswith("ABILITY_BENDT"):
        text = said(state)
        gone.add(text.removeprefix("[discard ").removesuffix("]"))
        say(state, text)
    assert gone == {"green 1", "escape", "black 14", "skull king"} - kept


def test_sk_14_the_source_takes_no_notice_of_what_jade_shows() -> None:
    leads = set()
    for theirs in (("green 14, purple 2", "green 13, purple 4"), ("yellow 14, purple 2", "yellow 13, purple 4")):
        state = won_with("jade", "green 12, yellow 12", *theirs, bids=(2, 1, 1))
        say(state, "[ok]")
        leads.add(said(state, "bot:source-abilities"))
    assert len(leads) == 1


@pytest.mark.parametrize("name", ["bot:simpel", "bot:1", "bot:SIMPLE"])
def test_an_unknown_bot_is_refused(name: str) -> None:
    with pytest.raises(ConfigError, match="unknown bot of skull-king"):
        make_agent(name, croupier.make("skull-king"))


def test_sk_5_the_bot_holds_a_trick_more_surely_before_who_lacks_the_suit_and_needs_no_trick() -> None:
    """Seat 1 has shown to hold no green card and needs no trick: it can lose."""
    state = start("g12, g9, b2, y3", "y2, y4, y5, p6", "g3, p7, p8, y9")
    bid(state, 2, 0, 1)
    play(state, "g12, y2, g3")
    assert state.records[0]["voids"].tolist()[:3] == [0, 1, 0]
    later, chances = np.zeros(5), []
    view = np.zeros(VIEW)
    view[OUT], view[HIGHER : HIGHER + 14] = 60.0, np.arange(13, -1, -1)
    view[SUIT : SUIT + 4] = 10.0
    for lead in (NONE, 0):
        count_later(state.records[0], 1, lead, later)
        chances.append(chance_to_hold(view, 8, 0, 3.0, False, later))
    assert later.tolist() == [0.0, 1.0, 0.0, 1.0, 0.0]
    assert chances[1] > chances[0]
