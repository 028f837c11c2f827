"""The training rewards: against a slow computation in whole games, and each of them in a table set up by hand."""

from collections import Counter
from functools import cache

import numpy as np
import numpy.typing as npt
import pytest

import croupier
from croupier.core.engine.game import State
from croupier.games.skull_king.rewards import WEIGHTS
from croupier.games.skull_king.spec import SPEC
from tests.amounts import daily
from tests.conftest import INTERPRETED
from tests.games.scripts import read_cases
from tests.games.skull_king.judges import KernelRound
from tests.games.skull_king.reference import Phase
from tests.games.skull_king.rewarded import DECISIONS, MANY, OPTIONS, Played, only, tables
from tests.games.skull_king.rounds import DATA, dealt, take
from tests.games.skull_king.tables import bid, play, start

SOURCE = {
    "trick": 0.1, "exact": 1.0, "win": 10.0, "rosie_self": 0.2, "rosie_gift": 0.1, "bendt_escape": 0.1,
    "bendt_dodge": 0.1, "bendt_waste": 0.2, "roatan": 1 / 100, "jade": 0.0, "harry_saved": 0.3, "harry_kept": 0.1,
    "harry_wasted": 0.2,
}  # fmt: skip
"""The numbers of the source's section 3, costs without their sign; it gives none for a bid missed."""
COSTS = ("miss", "rosie_gift", "bendt_waste", "harry_wasted")
LEAST = {
    "trick": 500, "exact": 300, "miss": 500, "win": 100, "rosie_self": 2, "rosie_gift": 2, "bendt_escape": 2,
    "bendt_dodge": 2, "bendt_waste": 10, "roatan": 15, "jade": 20, "harry_saved": 10, "harry_kept": 5,
    "harry_wasted": 10,
}  # fmt: skip
"""How often each reward is paid at the least among `MANY` decisions a table; interpreted, there are fewer."""
WEIGHTINGS = {name: only(name) for name in WEIGHTS} | {"defaults": WEIGHTS}
MILLIONTH = 1e-6


def shaped(weights: dict[str, float], game: Played) -> npt.NDArray[np.float32]:
    """What the kernel pays for each decision, shape (K, players)."""
    values = np.array([*weights.values(), 0.0])
    out = np.full((len(game.actions), game.options["players"]), np.nan, dtype=np.float32)
    assert SPEC.rules.shape is not None
    for k, action in enumerate(game.actions):
        SPEC.rules.shape(game.before[k], int(action), game.after[k], values, out[k])
    return out


@cache
def paid(decisions: int) -> Counter[str]:
    """How often the reference pays each reward; bets apart by sign."""
    found: Counter[str] = Counter()
    for units in (units for games in tables(decisions) for game in games for units in game.units):
        for (_, name), count in units.items():
            found[name] += 1
            found["bets won"] += name == "roatan" and count > 0
            found["shared wins"] += name == "win" and count < 1
            assert (count < 0) == (name in COSTS) or name == "roatan"
    return found


def test_the_weights_are_those_of_the_source() -> None:
    assert {name: WEIGHTS[name] for name in SOURCE} == SOURCE
    assert WEIGHTS.keys() - SOURCE.keys() == {"miss"}


@pytest.mark.thorough
@pytest.mark.parametrize("name", WEIGHTS)
def test_every_reward_is_paid_often_in_many_games(name: str) -> None:
    assert paid(MANY)[name] >= (1 if INTERPRETED else LEAST[name])


def test_bets_are_won_and_lost_and_games_won_alone_and_shared() -> None:
    found = paid(DECISIONS)
    assert INTERPRETED or all(found[name] for name in WEIGHTS)
    assert 0 < found["bets won"] < found["roatan"]
    assert 0 < found["shared wins"] < found["win"]


@pytest.mark.parametrize("name", WEIGHTINGS)
def test_each_decision_pays_every_seat_what_the_reference_says(name: str) -> None:
    weights = WEIGHTINGS[name]
    for game in (game for games in tables(DECISIONS) for game in games):
        ours, theirs = shaped(weights, game), game.rewards(weights)
        wrong = np.flatnonzero(~(np.abs(ours - theirs) <= MILLIONTH * np.maximum(1, np.abs(theirs))).all(axis=1))
        assert not len(wrong), (game.options, game.seed, wrong[0], game.phases[wrong[0]], ours[wrong[0]], theirs)


def replay(games: tuple[Played, ...], weights: dict[str, float], *, autoreset: bool) -> None:
    """Play games again in the rows of a batch; its rewards must be the reference's, and 0 after a game's end."""
    options, seeds = games[0].options, np.array([game.seed for game in games], dtype=np.uint64)
    batch = croupier.make("skull-king", **options).batch(
        len(games), seeds=seeds, shaping=weights, autoreset=autoreset, observe=False
    )
    rewards = [game.rewards(weights) for game in games]
    for k in range(max(len(game.actions) for game in games)):
        actions = batch.legal_actions[:, 0].astype(np.int64)  # of the next game, where a row's is over
        for row, game in enumerate(games):
            if k < len(game.actions):
                actions[row] = game.actions[k]
        batch.step(actions)
        for row, game in enumerate(games):
            if k < len(game.actions):
                assert batch.shaped_rewards[row] == pytest.approx(rewards[row][k], abs=1e-5)
                assert batch.dones[row] == (k + 1 == len(game.actions))
            elif not autoreset:
                assert not batch.shaped_rewards[row].any()


@pytest.mark.parametrize("autoreset", [False, True])
def test_a_batch_pays_the_same_also_where_it_deals_the_next_game_at_once(autoreset: bool) -> None:
    for games in tables(DECISIONS):
        replay(games, WEIGHTS, autoreset=autoreset)


@pytest.mark.parametrize("name", daily(WEIGHTS, 4))
def test_a_batch_takes_each_weight_by_its_name(name: str) -> None:
    number = list(WEIGHTS).index(name)
    for games in (tables(DECISIONS)[number], tables(DECISIONS)[5 * number % len(OPTIONS)]):
        replay(games, only(name), autoreset=False)


def test_harrys_decision_pays_no_trick_whether_a_round_is_dealt_after_it_or_none() -> None:
    followed: Counter[bool] = Counter()
    for game in (game for games in tables(DECISIONS) for game in games):
        ours = shaped(only("trick"), game)
        for k in (k for k, phase in enumerate(game.phases) if phase is Phase.ABILITY_HARRY):
            followed[bool(game.after["player"][k] >= 0)] += 1
            assert not ours[k].any(), (game.options, game.seed, k)
    least = 3 if INTERPRETED else 10
    assert followed[True] >= least, "decisions with another round after them"
    assert followed[False] >= least, "decisions that end the game"


def pays(state: State, text: str, weights: dict[str, float]) -> dict[str, list[float]]:
    """Play an action and list by name what it pays each seat, rewards that it does not pay left out."""
    before, action = state.records.copy(), state.string_to_action(text)
    state.apply_action(action)
    found = {}
    assert SPEC.rules.shape is not None
    for name, weight in weights.items():
        out = np.zeros(state.game.num_players, dtype=np.float32)
        values = np.array([*(only(name)[other] * weight for other in WEIGHTS), 0.0])
        SPEC.rules.shape(before[0], action, state.records[0], values, out)
        if out.any():
            found[name] = [round(float(value), 6) for value in out]
    return found


class Paid(KernelRound):
    """A round that says what the last decision paid."""

    pays = ""

    def say(self, text: str) -> None:
        found = sorted(pays(self.state, text, WEIGHTS).items())
        self.pays = "; ".join(f"{name} {' '.join(f'{value:g}' for value in seats)}" for name, seats in found)


@pytest.mark.parametrize(("hands", "steps"), read_cases(DATA / "rewards.txt"))
def test_a_decision_pays_what_the_file_says(hands: str, steps: list[str]) -> None:
    played = dealt(Paid, hands)
    for step in steps:
        if step.startswith("pays "):
            assert (played.pays or "nothing") == step.removeprefix("pays "), step
        else:
            take(played, step)


def test_jade_pays_by_a_weight_of_its_own_when_the_cards_are_shown_and_not_in_the_last_trick() -> None:
    state = start("jade, green 2", "green 1, green 9", "green 3, green 4")
    last = start("jade", "green 1", "green 3", last=True)
    for table, expected in ((state, {"jade": [1, 0, 0]}), (last, {})):
        bid(table, 0, 0, 0)
        play(table, "jade, green 1")
        assert pays(table, "[play green 3]", only("jade")) == expected
    assert pays(state, "[ok]", only("jade")) == {}
