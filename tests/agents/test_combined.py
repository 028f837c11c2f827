"""One agent's decisions in some phases, another's in the rest."""

import numpy as np

import croupier
from croupier.agents.agent import Actions, Turns
from croupier.agents.combined import CombinedAgent, ability_phases
from croupier.agents.registry import make_agent
from croupier.core.game import Game
from croupier.core.phases import Phase
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
