"""Agents' names have one grammar, and agents come from other packages and modules too."""

import sys
from collections import Counter
from collections.abc import Iterator
from importlib.metadata import EntryPoint
from pathlib import Path
from types import ModuleType
from typing import Any

import numpy as np
import pytest
from typer.testing import CliRunner

import croupier
from croupier.agents import registry
from croupier.agents.agent import Agent, AgentTraits, Turns, is_own, traits_of
from croupier.agents.llm.settings import ModelDefaults
from croupier.agents.names import AgentName
from croupier.agents.registry import AgentEntry, make_agent, make_computing
from croupier.cli import app
from croupier.core.base.errors import ConfigError, FileError
from croupier.core.base.types import Actions
from croupier.core.engine.game import Game
from croupier.table.asking import ask_one

pig = croupier.make("pig", winning_score=30, max_turns=40)


@pytest.mark.parametrize(
    ("text", "head", "settings", "argument"),
    [
        ("random", "random", {}, None),
        ("bot:hold-20", "bot", {}, "hold-20"),
        ("net:C:\\runs\\x.onnx", "net", {}, "C:\\runs\\x.onnx"),
        ("net:runs/a=1,b/x.onnx", "net", {}, "runs/a=1,b/x.onnx"),
        ("net/temperature=1:x.onnx", "net", {"temperature": "1"}, "x.onnx"),
        ("llm:qwen2.5:7b", "llm", {}, "qwen2.5:7b"),
        ("search/fast", "search", {"fast": ""}, None),
        ("search/worlds=256,gate=2:net:x.onnx", "search", {"worlds": "256", "gate": "2"}, "net:x.onnx"),
        ("search/formula=a=b:bot", "search", {"formula": "a=b"}, "bot"),
        ("bot:", "bot", {}, ""),
        ("", "", {}, None),
    ],
)
def test_a_name_has_a_head_settings_and_an_argument(
    text: str, head: str, settings: dict[str, str], argument: str | None
) -> None:
    name = AgentName.parse(text)
    assert (name.head, dict(name.settings), name.argument, str(name)) == (head, settings, argument, text)


@pytest.mark.parametrize(
    ("text", "message"),
    [
        ("net/:x", "the settings of 'net/:x' cannot be read: one is empty"),
        ("net/a,,b:x", "one is empty; they are like NAME/key=value,word:ARGUMENT"),
        ("net/a=1,a=2", "'a' stands twice"),
        ("random/fast", r"random takes no settings, not 'fast' \(in 'random/fast'\)"),
        ("bot/fast:hold-20", "bot takes no settings, not 'fast'"),
        ("net/temprature=1:x", r"unknown setting of the agent net 'temprature'; did you mean temperature\?"),
        ("net/temperature=hot:x", "temperature in .* must be a number of at least 0, not 'hot'"),
        ("net/temperature=-1:x", "must be a number of at least 0, not '-1'"),
        ("net/temperature=nan:x", "must be a number of at least 0, not 'nan'"),
        ("net/temperature:x", "must be a number of at least 0, not ''"),
        ("net/temperature=1_0:x", "must be a number of at least 0, not '1_0'"),
        ("net/temperature=１:x", "must be a number of at least 0, not '１'"),
        ("net/temperature= 1:x", "must be a number of at least 0, not ' 1'"),
        *((f"bot:hold-{number}", "pig has no bot 'hold-") for number in ("٣", "020", "1_0", "+20")),
        *((f"{head}/worlds={number}:bot", "worlds in .* must be an integer in plain digits")
          for head, number in (("search", "048"), ("search", "4_8"), ("search", "+48"), ("pimc", "5.5"))),
        ("llm/max-tokens=1.5:m", "max-tokens in .* must be an integer in plain digits"),
        *((text, f"{text.split(':')[0]} takes nothing behind a colon, not '{text.split(':')[1]}'")
          for text in ("random:", "random:3", "human:me", "optimal:100")),
        ("optimum", r"unknown agent for pig 'optimum'; did you mean optimal\?"),
        ("", "unknown agent for pig ''; known: random"),
        ("bot:hold-0", "pig has no bot 'hold-0'"),
        ("bot:roll", "bots are bot:hold-N"),
        ("net", r"no trained player of pig ships with croupier \(there is one of spite-malice, skull-king, "
         r"oh-hell, hearts\): net:FILE"),
    ],
)  # fmt: skip
def test_a_name_that_cannot_be_read_is_refused(text: str, message: str) -> None:
    with pytest.raises(ConfigError, match=message):
        make_agent(text, pig)


@pytest.mark.parametrize("text", ["net:~/none.onnx", "solved:~/none.npz", "search:net:~/none.onnx"])
def test_the_home_folder_is_put_in_place_of_its_sign(
    text: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("HOME", str(tmp_path))
    monkeypatch.setenv("USERPROFILE", str(tmp_path))
    (tmp_path / text.rpartition("/")[2]).write_bytes(b"found")
    with pytest.raises(FileError, match=str(tmp_path)):
        make_agent(text, pig)


def test_it_is_in_the_words_of_a_program_too(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("HOME", str(tmp_path))
    program = tmp_path / "player.sh"
    program.touch(0o700)
    agent: Any = make_agent("cmd:~/player.sh ~/book --deep=~", pig)
    assert agent.command == [str(program), str(tmp_path / "book"), "--deep=~"]
    monkeypatch.chdir(tmp_path)
    with pytest.raises(ConfigError, match=r"'player\.sh' is a file: .*, cmd:player\.sh a program"):
        make_agent("player.sh", pig)
    program.chmod(0o600)
    with pytest.raises(ConfigError, match="the file is not executable: chmod"):
        make_agent("cmd:./player.sh", pig)


def test_the_policy_that_ships_draws_at_a_temperature() -> None:
    game = croupier.make("skull-king", players=3)
    agent: Any = make_agent("net/temperature=0.5", game)
    assert (agent.temperature, agent.name) == (0.5, "net/temperature=0.5")
    assert make_agent("net", game).temperature == 0.0  # type: ignore[attr-defined]


class Cautious:
    """Plays the last legal action."""

    name = "cautious"

    def __init__(self, game: Game, depth: str = "1") -> None:
        self.game, self.depth = game, depth

    def act(self, turns: Turns) -> Actions:
        actions: Actions = turns.masks.shape[1] - 1 - turns.masks[:, ::-1].argmax(axis=1)
        return actions


class Fixed(Cautious):
    """Takes no traits."""

    @property
    def traits(self) -> AgentTraits:
        return AgentTraits()


class Echo:
    """Wraps another agent."""

    name = "echo"

    def __init__(self, inner: Agent) -> None:
        self.inner = inner

    def act(self, turns: Turns) -> Actions:
        return self.inner.act(turns)


def make_cautious(name: AgentName, game: Game, models: ModelDefaults) -> Agent:
    del models
    name.check_bare()
    return Cautious(game)


def make_echo(name: AgentName, game: Game, models: ModelDefaults) -> Agent:
    return Echo(make_agent(name.inner or "", game, models=models))


def make_talker(name: AgentName, game: Game, models: ModelDefaults) -> Agent:
    del name, game
    agent = Cautious(pig)
    agent.traits = AgentTraits(speaks=models.url is None, asks=models.prompt == "source")  # type: ignore[attr-defined]
    return agent


def forget() -> None:
    registry.points.cache_clear()
    registry.entry.cache_clear()


@pytest.fixture
def outside(monkeypatch: pytest.MonkeyPatch) -> Iterator[dict[str, str]]:
    """Entry points of another package: name to value. The registry is read anew, before and after."""
    module = ModuleType("agents_of_others")
    module.CAUTIOUS = AgentEntry(  # type: ignore[attr-defined]
        make_cautious, "the last legal action", "cautious"
    )
    module.ECHO = AgentEntry(make_echo, "as another agent", "echo:random", wraps=True)  # type: ignore[attr-defined]
    module.TALKER = AgentEntry(make_talker, "says two things", "talker")  # type: ignore[attr-defined]
    module.Cautious, module.Fixed = Cautious, Fixed  # type: ignore[attr-defined]
    module.NOTHING = 5  # type: ignore[attr-defined]
    monkeypatch.setitem(sys.modules, "agents_of_others", module)
    points = {"cautious": "agents_of_others:CAUTIOUS", "echo": "agents_of_others:ECHO"}

    def entry_points(group: str) -> list[EntryPoint]:
        assert group == "croupier.agents"
        return [EntryPoint(name, value, group) for name, value in points.items()]

    monkeypatch.setattr(registry, "entry_points", entry_points)
    forget()
    yield points
    forget()


@pytest.mark.usefixtures("outside")
def test_an_agent_of_another_package_is_made_and_listed_by_its_name() -> None:
    agent = make_agent("cautious", pig)
    assert isinstance(agent, Cautious)
    assert registry.agent_names(pig)["cautious"] == ("the last legal action", "cautious")
    with pytest.raises(ConfigError, match=r"did you mean cautious\?"):
        make_agent("cautios", pig)


@pytest.mark.usefixtures("outside")
def test_a_wrappers_argument_is_again_a_name() -> None:
    agent: Any = make_agent("echo:echo:bot:hold-7", pig)
    assert (agent.name, agent.inner.name, agent.inner.inner.name) == (
        "echo:echo:bot:hold-7", "echo:bot:hold-7", "bot:hold-7",
    )  # fmt: skip
    models = ModelDefaults("http://127.0.0.1:1/v1")
    for text, computes in (("human", False), ("echo:human", False), ("echo:llm:m", False), ("echo:random", True)):
        assert traits_of(make_agent(text, pig, models=models)).computes is computes
    for text in ("human", "echo:human", "llm:m"):  # of a model no key is asked for
        with pytest.raises(ConfigError, match=f"{text} does not compute its answers"):
            make_computing(text, pig)
    assert make_computing("echo:random", pig).name == "echo:random"
    with pytest.raises(ConfigError, match="unknown agent for pig 'robot'"):
        make_agent("echo:robot", pig)


def test_an_agent_whose_traits_contradict_its_entry_is_refused(outside: dict[str, str]) -> None:
    outside["talker"] = "agents_of_others:TALKER"
    forget()
    with pytest.raises(ConfigError, match="'talker' has the trait speaks=True, where its entry says speaks=False"):
        make_agent("talker", pig)
    asking = ModelDefaults("http://127.0.0.1:1/v1", "source")
    with pytest.raises(ConfigError, match=r"trait asks=True.* by AgentEntry\(.*AgentTraits\(asks=True\)\)"):
        make_agent("talker", pig, models=asking)
    assert make_agent("talker", pig, models=ModelDefaults("http://127.0.0.1:1/v1")).name == "talker"


def test_an_entry_says_only_what_follows_from_the_name() -> None:
    with pytest.raises(ConfigError, match="an agent like 'cautious' says of its traits only asks and speaks"):
        AgentEntry(make_cautious, "the last legal action", "cautious", traits=AgentTraits(wants_trail=True))


@pytest.mark.usefixtures("outside")
def test_only_croupiers_own_agents_are_compiled_ahead() -> None:
    models = ModelDefaults("http://127.0.0.1:1/v1")
    own = ("random", "bot:hold-20", "search/fast:bot")
    others = ("human", "py:agents_of_others:Cautious", "llm:m", "cmd:true", "cautious", "echo:bot")
    made = [make_agent(name, pig, models=models) for name in (*own, *others)]
    made += [make_agent("net", croupier.make("hearts")), make_agent("py:agents_of_others:Fixed", pig)]
    assert [agent.name for agent in made if is_own(agent)] == [*own, "net"]


def test_names_of_one_text_are_equal() -> None:
    first, second = AgentName.parse("search/fast:net"), AgentName.parse("search/fast:net")
    assert first == second
    assert len({first, second, AgentName.parse("search/fast:bot")}) == 2
    assert AgentName.of(first) is first
    assert AgentName.of("search/fast:net") == first
    assert first.inner is first.inner  # taken apart once
    assert (str(first.inner), AgentName.parse("search:").inner) == ("net", None)


@pytest.fixture
def parsed(monkeypatch: pytest.MonkeyPatch) -> Counter[str]:
    """How often each text is taken apart."""
    counted: Counter[str] = Counter()
    parse = AgentName.parse

    def counting(text: str) -> AgentName:
        counted[text] += 1
        return parse(text)

    monkeypatch.setattr(AgentName, "parse", counting)
    return counted


@pytest.mark.parametrize(
    ("arguments", "texts"),
    [
        (("arena", "pig", "search/worlds=1:bot:hold-5", "random", "bot:hold-9", "--deals", "2"),
         ("search/worlds=1:bot:hold-5", "bot:hold-5", "random", "bot:hold-9")),
        (("solve", "pig", "--target", "10", "--policy", "bot:hold-5", "--against", "random"),
         ("bot:hold-5", "random")),
        (("arena", "pig", "bot:hold-5", "--deals", "2"), ("bot:hold-5",)),
        (("analyse", "pig", "-o", "winning_score=20", "--agent", "search/worlds=8:bot:hold-5"),
         ("search/worlds=8:bot:hold-5", "bot:hold-5")),
    ],
)  # fmt: skip
def test_a_command_takes_each_name_apart_once(
    arguments: tuple[str, ...], texts: tuple[str, ...], parsed: Counter[str], tmp_path: Path,
    monkeypatch: pytest.MonkeyPatch,
) -> None:  # fmt: skip
    monkeypatch.chdir(tmp_path)
    result = CliRunner().invoke(app, arguments)
    assert result.exit_code == 0, result.output
    assert {text: parsed[text] for text in texts} == dict.fromkeys(texts, 1)


def test_making_an_agent_takes_its_name_apart_once_or_not_at_all(parsed: Counter[str]) -> None:
    name = AgentName.parse("search/worlds=1:bot:hold-5")
    parsed.clear()
    made = make_agent(name, pig)
    assert parsed == {"bot:hold-5": 1, "bot": 1}  # whom it wraps, and the model of the others
    parsed.clear()
    make_agent("search/worlds=1:bot:hold-5", pig)
    assert parsed == {"search/worlds=1:bot:hold-5": 1, "bot:hold-5": 1, "bot": 1}
    assert made.name == name.text


@pytest.mark.parametrize(
    ("point", "value", "message"),
    [
        ("random", "agents_of_others:CAUTIOUS", "the agent 'random' of agents_of_others:CAUTIOUS has the name of"),
        ("other", "agents_of_others:MISSING", "the agent 'other' cannot be loaded from agents_of_others:MISSING"),
        ("other", "agents_of_others:NOTHING", "is no AgentEntry but 5"),
    ],
)
def test_a_broken_entry_point_is_refused_by_name(
    outside: dict[str, str], point: str, value: str, message: str
) -> None:
    outside[point] = value
    forget()
    with pytest.raises(ConfigError, match=message):
        make_agent(point, pig)


def test_a_broken_package_stops_no_other_agent(outside: dict[str, str]) -> None:
    outside["other"] = "agents_of_others:MISSING"
    forget()
    assert make_agent("bot", pig).name == "bot"
    assert registry.agent_names(pig)["other"][0].startswith("the agent 'other' cannot be loaded from")


def test_a_package_does_not_take_the_place_of_a_games_bot(outside: dict[str, str]) -> None:
    outside["optimal"] = "agents_of_others:CAUTIOUS"
    forget()
    with pytest.raises(ConfigError, match="'optimal' is the name of an agent of every game, and of a bot of pig"):
        make_agent("optimal", pig)


OWN = """
class Cautious:
    def __init__(self, game, depth="1"): self.depth = depth
    def act(self, turns): return turns.masks.argmax(axis=1)
class Silent:
    def __init__(self, game): pass
class Leaving(Cautious):
    def act(self, turns): raise SystemExit(0)
def quits(game): raise SystemExit(0)
NUMBER = 5
"""


@pytest.fixture
def own_module(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[Path]:
    """A folder with a module of agents, in which croupier is started."""
    file = tmp_path / "my_own_agents.py"
    file.write_text(OWN)
    (tmp_path / "my_broken_agents.py").write_text("class Cautious:\n    def act(self turns):\n")
    monkeypatch.chdir(tmp_path)
    monkeypatch.setattr(sys, "path", list(sys.path))
    yield file
    sys.modules.pop("my_own_agents", None)


@pytest.mark.usefixtures("own_module")
def test_an_agent_of_a_module_is_made_with_the_game_and_its_settings() -> None:
    agent: Any = make_agent("py/depth=3:my_own_agents:Cautious", pig)
    assert (agent.name, agent.depth) == ("py/depth=3:my_own_agents:Cautious", "3")
    assert isinstance(agent, Agent)
    turns = Turns.of_state(pig.new_initial_state(1))
    assert np.array_equal(agent.act(turns), [0])


@pytest.mark.usefixtures("own_module")
def test_an_agent_that_leaves_the_program_is_an_error_that_names_it() -> None:
    agent = make_agent("py:my_own_agents:Leaving", pig)
    with pytest.raises(ConfigError, match=r"'py:my_own_agents:Leaving' has left the program .*SystemExit\(0\)"):
        ask_one(agent, pig.new_initial_state(1))


@pytest.mark.parametrize(
    ("name", "message"),
    [
        ("py", "'py' names no agent: write py:MODULE:NAME, like py:my_agents:Cautious"),
        ("py:my_own_agents", "names no agent: write py:MODULE:NAME"),
        ("py:no_such_module:Cautious", "the module 'no_such_module' cannot be imported: No module named"),
        ("py:.my_own_agents:Cautious", "'.my_own_agents' is relative to no package"),
        ("py:my_broken_agents:Cautious", r"'my_broken_agents' cannot be imported: .*my_broken_agents.py, line 2"),
        ("py:my_own_agents:Brave", "has no class or function 'Brave'; its classes: Cautious, Silent, Leaving"),
        ("py:my_own_agents:NUMBER", "has no class or function 'NUMBER'"),
        ("py:my_own_agents:Silent", r"makes no agent: Silent has no method act\(turns\)"),
        ("py:my_own_agents:quits", r"'py:my_own_agents:quits' has left the program .*SystemExit\(0\)"),
        ("py/width=2:my_own_agents:Cautious", "Cautious is to be called with the game: got an unexpected keyword"),
    ],
)
@pytest.mark.usefixtures("own_module")
def test_a_module_without_such_an_agent_is_refused(name: str, message: str) -> None:
    with pytest.raises(ConfigError, match=message):
        make_agent(name, pig)
