"""Move by move beside OpenSpiel's liars_dice, an independent implementation for two with as many dice each."""

from typing import Any

import numpy as np
import pyspiel
import pytest

import croupier
import croupier.envs.open_spiel  # registers our games
from croupier.core.engine.game import Game
from croupier.core.spec.spec import TERMINAL
from tests.amounts import daily, larger
from tests.splitmix import SplitMix64


class Table:
    """Our kernels and OpenSpiel's state at one game, compared at every node."""

    def __init__(self, game: Game, theirs: Any) -> None:
        self.game, self.rules, self.theirs = game, game.spec.rules, theirs
        self.records = game.new_records()
        self.mask = np.zeros(game.num_actions, dtype=np.bool_)
        self.actions = np.zeros(game.num_actions, dtype=np.int16)

    def legal(self) -> list[int]:
        """What may be done: the same at both tables."""
        record = self.records[0]
        assert record["player"] == self.theirs.current_player()
        if self.theirs.is_chance_node():
            shares = np.zeros(self.rules.max_outcomes)
            assert self.rules.outcomes is not None
            count = self.rules.outcomes(record, shares)
            assert list(enumerate(shares[:count])) == self.theirs.chance_outcomes()
            return list(range(count))
        count = self.rules.legal(record, self.mask, self.actions)
        legal: list[int] = self.actions[:count].tolist()
        assert legal == self.mask.nonzero()[0].tolist() == self.theirs.legal_actions()
        return legal

    def play(self, action: int) -> None:
        """Do the same at both tables."""
        if self.theirs.is_chance_node():
            assert self.rules.play_outcome is not None
            self.rules.play_outcome(self.records[0], action)
        else:
            self.rules.play(self.records[0], action)
        self.theirs.apply_action(action)

    def check_end(self) -> None:
        """The same has come of it."""
        out = np.zeros(2, dtype=np.float32)
        assert self.records[0]["player"] == TERMINAL
        self.rules.returns(self.records[0], out)
        assert out.tolist() == self.theirs.returns()


@pytest.mark.parametrize(("dice", "faces"), [(1, 6), (1, 3), (2, 6), (3, 4), (5, 6)])
@larger("games", 80, 20_000)
def test_random_games_agree_with_openspiel(dice: int, faces: int, games: int) -> None:
    game = croupier.make("liars-dice", dice=dice, faces=faces)
    other, draw, bids = (
        pyspiel.load_game("liars_dice", {"numdice": dice, "dice_sides": faces}),
        SplitMix64(dice),
        0,
    )
    assert other.num_distinct_actions() == game.num_actions
    assert other.max_game_length() == game.facts.max_game_length
    for _ in range(games):
        table = Table(game, other.new_initial_state())
        while not table.theirs.is_terminal():
            legal = table.legal()
            near = min(len(legal), 4) if draw.below(4) else len(legal)  # so that games are of all lengths
            table.play(legal[draw.below(near)])
        table.check_end()
        bids += int(table.records[0]["count"])
    assert bids > 2 * games


def test_actions_are_called_alike() -> None:
    game, other = croupier.make("liars-dice", dice=2), pyspiel.load_game("liars_dice(numdice=2)")
    ours, theirs = game.position("liars-dice dice=2 cups=12/34 bids=1x1"), other.new_initial_state()
    for action in (0, 1, 2, 3, 0):
        theirs.apply_action(action)
    for action in ours.legal_actions():
        quantity, _, face = ours.action_to_string(action).strip("[]").removeprefix("bid ").partition("x")
        assert theirs.action_to_string(action) == (f"{quantity}-{face}" if face else "Liar")


LEARNERS = {
    "cfr": pyspiel.CFRPlusSolver,
    "external": pyspiel.ExternalSamplingMCCFRSolver,
    "outcome": pyspiel.OutcomeSamplingMCCFRSolver,
}


def learned(game: Any, learner: str, iterations: int) -> list[float]:
    """What a policy that OpenSpiel learned is worth to the first player, and its exploitability."""
    solver = LEARNERS[learner](game)
    for _ in range(iterations):
        if learner == "cfr":
            solver.evaluate_and_update_policy()
        else:
            solver.run_iteration()
    policy = solver.average_policy()
    value = pyspiel.expected_returns(game.new_initial_state(), policy, -1, False)[0]
    return [value, pyspiel.exploitability(game, policy)]


@pytest.mark.parametrize(("learner", "iterations"), daily([("cfr", 4), ("external", 30), ("outcome", 100)]))
@larger("faces", 2, 3)
def test_openspiels_learners_find_in_our_game_what_they_find_in_its_own(
    learner: str, iterations: int, faces: int
) -> None:
    ours = pyspiel.load_game("croupier_liars_dice", {"dice": 1, "faces": faces})
    theirs = pyspiel.load_game("liars_dice", {"numdice": 1, "dice_sides": faces})
    found = learned(theirs, learner, iterations)
    assert learned(ours, learner, iterations) == pytest.approx(found, abs=1e-12)
    assert found[1] < 0.6
