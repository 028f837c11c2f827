"""Agents by name: what they choose, from what, and what they refuse."""

from collections.abc import Callable, Iterator

import numpy as np
import pytest

import croupier
from croupier.agents.agent import Agent, StochasticAgent, Turns
from croupier.agents.bots import BotAgent
from croupier.agents.human import HELP, HumanAgent, PlayerLeftError
from croupier.agents.registry import agent_names, make_agent
from croupier.core.base.errors import ConfigError
from croupier.core.engine.game import Game, State
from croupier.core.spec.position import Position
from tests.changed import changed
from tests.toy import SPEC as TOY

pig = croupier.make("pig")
toy = Game(TOY, players=3)
ROLL, HOLD = 0, 1


def turns_at(*positions: str, keys: int = 0) -> Turns:
    """One row for each position of Pig."""
    records = np.concatenate([pig.position(f"pig {position}").records for position in positions])
    return Turns(pig, records, np.arange(keys, keys + len(positions), dtype=np.uint64))


def test_turns_show_what_the_state_shows() -> None:
    states = [toy.new_initial_state(seed) for seed in range(3)]
    states[1].apply_action(0)
    turns = Turns(toy, np.concatenate([state.records for state in states]), np.zeros(3, dtype=np.uint64))
    assert len(turns) == 3
    assert turns.seats.tolist() == [state.current_player() for state in states] == [0, 1, 0]
    assert turns.phases.tolist() == [0, 0, 0]
    for row, state in enumerate(states):
        assert np.array_equal(turns.masks[row], state.legal_actions_mask())
        assert np.array_equal(turns.observations[row], state.observation_tensor())
        assert turns.state(row).position() == state.position()
    turns.state(0).apply_action(0)  # of a copy
    assert turns.state(0).position() == states[0].position()


def test_random_plays_every_legal_action_equally_often() -> None:
    agent = make_agent("random", pig)
    turns = Turns(pig, np.repeat(pig.new_initial_state(1).records, 4000), np.arange(4000, dtype=np.uint64))
    assert agent.act(turns).mean() == pytest.approx(0.5, abs=0.03)
    assert isinstance(agent, StochasticAgent)
    assert agent.probabilities(turns).tolist() == [[0.5, 0.5]] * 4000


@pytest.mark.parametrize("name", ["random", "bot", "bot:hold-7", "optimal"])
def test_a_choice_depends_on_its_row_alone(name: str) -> None:
    agent = make_agent(name, pig)
    totals = (0, 9, 18, 27)
    positions = [f"scores={own},{own * 7 % 90} total={total}" for own in range(0, 99, 9) for total in totals]
    turns = turns_at(*positions)
    before = turns.records.tobytes(), turns.keys.tobytes()
    chosen = agent.act(turns)
    assert (turns.records.tobytes(), turns.keys.tobytes()) == before
    assert chosen.dtype == np.int64
    assert set(chosen.tolist()) == {ROLL, HOLD}
    order = np.random.Generator(np.random.PCG64(0)).permutation(len(turns))[:20]
    assert np.array_equal(agent.act(Turns(pig, turns.records[order], turns.keys[order])), chosen[order])


def test_hold_at_n_holds_at_n_and_where_it_wins() -> None:
    turns = turns_at("total=0", "total=19", "total=20", "total=24", "total=25", "scores=90,0 total=10")
    bot = make_agent("bot", pig)
    assert bot.act(turns).tolist() == [ROLL, ROLL, HOLD, HOLD, HOLD, HOLD]
    assert isinstance(bot, StochasticAgent)
    assert bot.probabilities(turns).tolist() == [[1, 0], [1, 0], [0, 1], [0, 1], [0, 1], [0, 1]]
    assert make_agent("bot:hold-25", pig).act(turns).tolist() == [ROLL, ROLL, ROLL, ROLL, HOLD, HOLD]


def test_optimal_holds_at_21_in_the_first_turn_and_rolls_on_when_it_must() -> None:
    # the published policy: 21 with no points on either side; all or nothing against 99
    turns = turns_at("total=20", "total=21", "scores=0,99 total=50", "scores=99,0 total=0")
    assert make_agent("optimal", pig).act(turns).tolist() == [ROLL, HOLD, ROLL, ROLL]


@pytest.mark.parametrize("rows", [5, 100])
def test_a_bots_answers_do_not_depend_on_the_number_of_threads(rows: int) -> None:
    game = croupier.make("skull-king", players=3, schedule="fives")
    batch, found = game.batch(rows, seed=4), []
    bot = make_agent("bot:random-bid", game)
    assert isinstance(bot, BotAgent)
    for threads in (1, 3, 2, 1):
        bot.use_threads(threads)
        found.append(bot.act(Turns.of_rows(game, batch, np.arange(rows))).tolist())
    assert found[0] == found[1] == found[2] == found[3]
    assert len(set(found[0])) > 1


def test_every_example_of_an_agent_can_be_made(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("OPENAI_API_KEY", "none")
    names = agent_names(pig)
    assert {"random", "net:FILE", "human", "bot", "optimal"} <= set(names)
    for name, (text, example) in names.items():
        assert text
        if name not in ("net:FILE", "py", "cmd"):  # files, a module and a program of one's own
            agent = make_agent(example, pig)
            assert isinstance(agent, Agent)
            assert agent.name == example


def test_an_agent_that_does_not_play_these_rules_is_named_as_that() -> None:
    with pytest.raises(ConfigError, match="'optimal:x' is an agent of pig, not of skull-king; known: "):
        make_agent("optimal:x", croupier.make("skull-king"))
    with pytest.raises(ConfigError, match="turn_unit=turn"):
        make_agent("optimal", croupier.make("pig", turn_unit="action"))


class Terminal:
    """A person with prepared lines, and all that was said."""

    def __init__(self, *lines: str) -> None:
        self._lines: Iterator[str] = iter(lines)
        self.said: list[str] = []

    def ask(self, prompt: str) -> str:
        self.said.append(prompt)
        line = next(self._lines, None)
        if line is None:
            raise EOFError
        return line


def choice(state: State, *lines: str) -> tuple[int, list[str]]:
    terminal = Terminal(*lines)
    return HumanAgent(terminal.ask, terminal.said.append).choose(state), terminal.said


def test_a_person_sees_the_own_side_and_what_is_legal_and_nothing_else() -> None:
    state = toy.new_initial_state(5)
    chosen, said = choice(state, "[fold]")
    assert chosen == 1
    assert said == [state.observation_string(0), "Your move: [stay]  [fold]   (? help, q quit)", "> "]
    assert state.observation_string(1) not in "".join(said)


@pytest.mark.parametrize("line", ["roll", "[roll]", " ROLL ", "r", "[ro", "Rol"])
def test_a_persons_action_may_be_short(line: str) -> None:
    assert choice(pig.new_initial_state(1), line)[0] == ROLL


def king(position: str) -> State:
    """Three at a table of Skull King."""
    game = croupier.make("skull-king", players=3, schedule="even")
    return game.position(f"skull-king players=3 schedule=even {position}", 1)


def after(state: State, *actions: str) -> State:
    for text in actions:
        state.apply_action(state.string_to_action(text))
    return state


class TwoWords(type(TOY.words.text)):  # type: ignore[misc]  # the toy's own class
    """Names of actions that begin alike."""

    def action_to_string(self, position: Position, action: int) -> str:
        assert len(position.legal_actions()) == 2
        return ("[stay]", "[stop]")[action]


FORBIDDEN = "yellow 2 may not be played: green was led and you hold it (SK-5)"
SITUATIONS: dict[str, Callable[[], State]] = {
    "pig": lambda: pig.new_initial_state(1),
    "bids": lambda: croupier.make("skull-king", players=3).new_initial_state(1),
    "must follow": lambda: king("hands=g1,y2/y3,b4/g5 bids=0,1,0 dealer=1 trick=g6"),
    "any card": lambda: after(
        king("hands=g1,g2/y3,b4/g5 bids=0,1,0 leader=2 dealer=1 trick=g6"), "[play green 2]"
    ),
    "after a trick": lambda: after(
        croupier.make("skull-king", players=3, schedule="fives").position(
            "skull-king players=3 schedule=fives hands=g1,g2,g3,g4,g5/g9,g8,b1,b2,b3/y1,y2,y3,y4,y5"
        ), "[bid 0]", "[bid 0]", "[bid 0]", "[play green 1]", "[play green 9]", "[play yellow 1]",
    ),
    "two words": lambda: Game(changed(TOY, text=TwoWords())).new_initial_state(1),
    "a discard too early": lambda: after(
        croupier.make("spite-malice").new_initial_state(4), "[p g 1]", "[p h3 1]", "[x4 1]"
    ),
}  # fmt: skip
TALKS: list[tuple[str, str, str, str]] = [
    ("pig", "rool|hold", "[hold]", "'rool' is no action of Pig: say [roll] or [hold]"),
    ("pig", "|hold", "[hold]", "Nothing was typed; type one of the actions above."),
    ("pig", "[|hold", "[hold]", "'[' is no action of Pig: say [roll] or [hold]"),
    ("pig", "0|hold", "[hold]", "'0' is no action of Pig: say [roll] or [hold]"),
    ("pig", "?|hold", "[hold]", HELP),
    ("pig", "h|hold", "[hold]", HELP),
    ("pig", "? 1|hold", "[hold]", "1: Loses the turn total"),
    ("bids", "? bendt|bid 0", "[bid 0]", "bendt: A pirate. Beats numbers, mermaids and escapes. "),
    ("bids", "?Green 7|bid 0", "[bid 0]",
     "green 7: Beats lower green cards and escapes, and yellow and purple where green was led."),
    ("bids", "? the skull king|bid 0", "[bid 0]",
     "skull king: Beats numbers, pirates and escapes. Loses to mermaids"),
    ("bids", "? j|bid 0", "[bid 0]", "jade: A pirate."),
    ("bids", "? r|bid 0", "[bid 0]", "'r' fits rosie, roatan: type more."),
    ("bids", "? moon|bid 0", "[bid 0]", "There is no 'moon' here; these are: green 1, "),
    ("bids", "? whale|bid 0", "[bid 0]", "There is no 'whale' here"),
    ("bids", "why|bid 0", "[bid 0]", "No trick is finished yet."),
    ("after a trick", "why|play 1", "[play green 8]",
     "Player 1 wins: green was led, and green 9 is the highest green card; nothing beats it. (SK-6)"),
    # letters that fit two actions are not guessed, and the word that all begin with may be left out
    ("two words", "st|sto", "[stop]", "'st' fits [stay], [stop]: type more."),
    ("any card", "3|y3", "[play yellow 3]", "there is no card 3 in your hand of 2"),
    ("any card", "red 4|y3", "[play yellow 3]", "'red 4' is no card"),
    # a rule is told whatever the spelling of what it forbids
    *(("must follow", f"{typed}|1", "[play green 1]", FORBIDDEN)
      for typed in ("2", "[play yellow 2]", "play yellow 2", "PLAY Y2", "play 2")),
    ("must follow", "play yelow 2|1", "[play green 1]", "'yelow 2' is no card"),
    *(("a discard too early", f"{typed}|p g 2", "[p g 2]", f"{typed!r} is not possible: SM-11")
      for typed in ("[x 1]", "x 1", "X5 1")),
]  # fmt: skip


@pytest.mark.parametrize(("situation", "lines", "chosen", "answer"), TALKS, ids=[each[1] for each in TALKS])
def test_what_is_no_action_is_answered_once_and_asked_again(
    situation: str, lines: str, chosen: str, answer: str
) -> None:
    state = SITUATIONS[situation]()
    action, said = choice(state, *lines.split("|"))
    assert state.action_to_string(action) == chosen
    assert sum(line.startswith(answer) for line in said) == 1
    assert said.count("> ") == 2


def test_help_tells_the_rules_and_what_else_can_be_asked() -> None:
    assert any("lose turn total" in line.lower() for line in choice(pig.new_initial_state(1), "?", "hold")[1])
    assert any(
        "? green 1, says" in each and "why says" in each for each in choice(SITUATIONS["bids"](), "?", "bid 0")[1]
    )


def test_leaving_asks_first() -> None:
    state = pig.new_initial_state(1)
    chosen, said = choice(state, "q", "n", "quit", "", "hold")
    assert chosen == HOLD
    assert said.count("Leave the game unfinished? [y/N] ") == 2
    with pytest.raises(PlayerLeftError, match="left the game"):
        choice(state, "q", "y")


@pytest.mark.parametrize("lines", [(), ("nonsense",), ("q",)])
def test_the_end_of_input_is_told(lines: tuple[str, ...]) -> None:
    with pytest.raises(EOFError) as caught:
        choice(pig.new_initial_state(1), *lines)
    assert not isinstance(caught.value, PlayerLeftError)


def test_a_person_answers_row_by_row() -> None:
    terminal = Terminal("roll", "hold")
    agent: Agent = HumanAgent(terminal.ask, terminal.said.append)
    assert agent.act(turns_at("total=3", "total=4")).tolist() == [ROLL, HOLD]
    assert sum("turn total 4" in line for line in terminal.said) == 1


def test_the_human_of_the_registry_talks_on_standard_error(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    answers: Callable[[], str] = iter(["hold"]).__next__
    monkeypatch.setattr("builtins.input", answers)
    assert make_agent("human", pig).act(turns_at("total=3")).tolist() == [HOLD]
    captured = capsys.readouterr()
    assert captured.out == ""
    assert "turn total 3" in captured.err
