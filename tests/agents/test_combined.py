"""One agent's decisions in some phases, another's in the rest."""

import numpy as np
import pytest

import croupier
from croupier.agents.agent import Turns
from croupier.agents.combined import CombinedAgent, UnseeingAgent, ability_phases
from croupier.agents.registry import make_agent
from croupier.core.base.types import Actions
from croupier.core.engine.game import Game
from croupier.core.spec.options import Phase
from croupier.games.skull_king.evaluation import forget_jade
from croupier.games.skull_king.observe import FEATURES
from tests.changed import changed
from tests.toy import SPEC as TOY

game = croupier.make("skull-king", players=3, schedule="even")


class Fixed:
    """Answers every row with one number, and counts the rows."""

    def __init__(self, answer: int) -> None:
        self.name, self.answer, self.asked = str(answer), answer, 0

    def act(self, turns: Turns) -> Actions:
        self.asked += len(turns)
        return np.full(len(turns), self.answer, dtype=np.int64)


def test_the_phases_of_an_ability_are_those_of_its_head() -> None:
    assert ability_phases(game) == {"rosie": (2,), "bendt": (3, 4), "roatan": (5,), "jade": (6,), "harry": (7,)}
    assert ability_phases(croupier.make("pig")) == {}


def test_a_phase_is_an_abilitys_by_its_own_word_whatever_its_name() -> None:
    phases = (Phase("ANSWER", 0, "answer", 0, 2, ability=True),)
    assert ability_phases(Game(changed(TOY, phases=lambda _options: phases))) == {"answer": (0,)}
    assert ability_phases(Game(TOY)) == {}


def test_each_decides_in_its_phases_row_by_row() -> None:
    batch = game.batch(4, seed=1)
    batch.records["phase"][:] = [0, 4, 1, 3]
    one, other = Fixed(7), Fixed(9)
    agent = CombinedAgent(one, other, ability_phases(game)["bendt"], "both")
    turns = Turns(game, batch.records, np.zeros(4, dtype=np.uint64))
    assert agent.act(turns).tolist() == [7, 9, 7, 9]
    assert (one.asked, other.asked, agent.name) == (2, 2, "both")


def test_an_agent_combined_with_itself_is_itself() -> None:
    batch = game.batch(64, seed=2)
    bot = make_agent("random", game)
    both = CombinedAgent(bot, bot, (0,), "random")
    turns = Turns(game, batch.records, np.arange(64, dtype=np.uint64))
    assert both.act(turns).tolist() == bot.act(turns).tolist()


class Looking:
    """Answers with the first legal action, and keeps what it was shown."""

    name = "looking"

    def __init__(self) -> None:
        self.shown: list[np.ndarray] = []

    def act(self, turns: Turns) -> Actions:
        self.shown.append(turns.observations.copy())
        chosen: Actions = turns.masks.argmax(axis=1).astype(np.int64)
        return chosen


@pytest.mark.thorough
def test_what_jade_shows_is_unseen_and_all_else_is_as_it_was() -> None:
    table = croupier.make("skull-king", schedule="tens")
    batch, bot = table.batch(512, seed=4), make_agent("random", table)
    agent = Looking()
    names = [feature.name for feature in FEATURES]
    jade = sum(feature.size for feature in FEATURES[: names.index("jade")])
    unseeing = UnseeingAgent(agent, "jade", forget_jade, "unseen jade")
    seen = 0
    for _ in range(60):
        turns = Turns.of_rows(table, batch, np.arange(512))
        shown = np.flatnonzero((turns.records["jade_seat"] == turns.seats) & (turns.records["pile_size"] > 0))
        kept = turns.records.copy()
        unseeing.act(turns)
        assert turns.records.tobytes() == kept.tobytes()
        now, before = agent.shown.pop(), turns.observations
        assert (now[:, jade] == 0.0).all()
        others = np.setdiff1d(np.arange(512), shown)
        assert (now[others] == before[others]).all()
        assert (now[shown] != before[shown]).any(axis=1).all()
        if len(shown):
            moved = turns.records[shown]  # the same but for the cards that Jade has shown
            moved["jade_seat"] = -1
            moved["jade_size"] = 0
            table.loops.redeal(moved, turns.seats[shown].astype(np.int64), turns.keys[shown].copy())
            for name in ("jade_seat", "jade_size"):
                moved[name] = turns.records[name][shown]
            unseeing.act(Turns(table, moved, turns.keys[shown]))
            assert (agent.shown.pop() == now[shown]).all()
            seen += len(shown)
        batch.step(bot.act(turns))
    assert seen > 50


def test_an_unseeing_agent_has_a_recipe_where_the_one_has_that_it_plays_as() -> None:
    made = [UnseeingAgent(agent, "jade", forget_jade, "x") for agent in (make_agent("random", game), Looking())]
    assert [agent.traits.recipe for agent in made] == [
        {"name": "x", "unseen": "jade", "agent": {"name": "random"}}, None,
    ]  # fmt: skip
