"""Registry of agents: every agent's name, and how it is made.

Agents of every game are in `BUILT_IN`; a game's own bots are in its spec. Another package adds an agent by an
entry point in the group ``croupier.agents``::

    [project.entry-points."croupier.agents"]
    cautious = "my_package.agents:CAUTIOUS"

``CAUTIOUS`` is an `AgentEntry`. `croupier.agents.names` explains the syntax of names.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable
from contextlib import suppress
from dataclasses import dataclass, field, replace
from functools import lru_cache
from importlib.metadata import EntryPoint, entry_points
from pathlib import Path
from typing import TYPE_CHECKING, cast

from croupier.agents.agent import Agent, AgentTraits, traits_of
from croupier.agents.names import AgentName
from croupier.agents.shipped import releases, shipped_policy
from croupier.core.base.errors import ConfigError, require, unknown
from croupier.core.base.lazy import part
from croupier.core.engine.game import Game
from croupier.core.spec import registry
from croupier.core.spec.exact import why_not_solved

if TYPE_CHECKING:
    from croupier.agents.llm.settings import ModelDefaults
    from croupier.agents.search.searcher import Searcher

GROUP = "croupier.agents"


@dataclass(frozen=True)
class AgentEntry:
    """A registered agent.

    Attributes:
        make: makes it from its name, the game, and the command's settings of language models; raises ConfigError
            or FileError.
        help: one sentence.
        example: a name as it is typed.
        libraries: optional libraries that it needs, by import name.
        wraps: whether its argument is again an agent's name.
        traits: its traits `asks` and `speaks`; no others.
    """

    make: Callable[[AgentName, Game, ModelDefaults], Agent]
    help: str
    example: str
    libraries: tuple[str, ...] = ()
    wraps: bool = False
    traits: AgentTraits = field(default_factory=AgentTraits)

    def __post_init__(self) -> None:
        if self.traits != AgentTraits(asks=self.traits.asks, speaks=self.traits.speaks):
            raise ConfigError(
                f"the entry of an agent like {self.example!r} says of its traits only asks and speaks: write the "
                "others into the agent's own attribute traits"
            )


def _maker_in(path: str) -> Callable[[AgentName, Game, ModelDefaults], Agent]:
    """A maker in a module of this package, like ``policy:make_policy``, imported when the first agent is made."""
    maker = part(f"croupier.agents.{path}")
    return lambda name, game, models: cast("Agent", maker()(name, game, models))


def _search(name: AgentName, game: Game, models: ModelDefaults) -> Agent:
    from croupier.agents.search.searcher import SearchAgent

    return SearchAgent(make_searcher(name, game, timed=True, models=models))


def make_searcher(
    name: AgentName,
    game: Game,
    *,
    explaining: bool = False,
    timed: bool = False,
    models: ModelDefaults | None = None,
) -> Searcher:
    """The searcher of an agent like ``search/fast:net``."""
    from croupier.agents.search.searcher import Searcher
    from croupier.agents.search.settings import parse_settings

    if name.head != "search":
        raise ConfigError(f"{name.text!r} is no search: name one like search/strong or search/fast:bot")
    settings = parse_settings(name)
    if settings.seconds and not timed:
        raise _not_reproducible(name)
    named = name.inner or blueprint(game)
    improved = make_agent(named, game, models=models)
    bot = make_agent("bot", game) if "bot" in game.spec.bots else None
    return Searcher(game, improved, settings, bot, explaining=explaining)


def _pimc(name: AgentName, game: Game, models: ModelDefaults) -> Agent:
    from croupier.agents.search.searcher import SearchAgent, Searcher
    from croupier.agents.search.settings import plain_monte_carlo

    playout = make_agent(name.inner or "random", game, models=models)
    return SearchAgent(Searcher(game, playout, plain_monte_carlo(name), None))


def blueprint(game: Game) -> AgentName:
    """The agent that search improves by default: the policy that ships, optimal play, the bot, or random play."""
    try:
        shipped_policy(game)
    except ConfigError:
        if "optimal" in game.spec.bots and game.solver is not None:
            return AgentName.parse("optimal")
        return AgentName.parse("bot" if "bot" in game.spec.bots else "random")
    return AgentName.parse("net")


BUILT_IN: dict[str, AgentEntry] = {
    "random": AgentEntry(_maker_in("bots:make_random"), "any legal action, each equally likely", "random"),
    "net": AgentEntry(
        _maker_in("policy:make_policy"),
        "a trained policy of a file, or one that ships for the game: net:2026-11 of that month, net the newest; "
        "net/temperature=1 draws its actions as in training",
        "net:runs/mine/policy.onnx",
        libraries=("onnxruntime",),
    ),
    "solved": AgentEntry(
        _maker_in("solved:make_solved"),
        "a small game's solution, of croupier solve --out",
        "solved:runs/solution.npz",
    ),
    "search": AgentEntry(
        _search,
        "searches in sampled worlds around another agent: search:AGENT; without one around net, optimal, bot or "
        "random, the first of them that there is; "
        "search/fast and search/strong take less and more time",
        "search/fast:bot",
        wraps=True,
    ),
    "pimc": AgentEntry(
        _pimc,
        "perfect information Monte Carlo, a baseline: the action with the best mean over sampled worlds that are "
        "played on by another agent, by random without one",
        "pimc/worlds=64:bot",
        wraps=True,
    ),
    "human": AgentEntry(
        _maker_in("human:make_human"),
        "a person at the terminal",
        "human",
        traits=AgentTraits(asks=True),
    ),
    "py": AgentEntry(
        _maker_in("own:make_own"),
        "an agent of your own, from a Python module",
        "py:my_agents:Cautious",
    ),
    "llm": AgentEntry(
        _maker_in("llm.agent:make_llm"),
        "a language model behind an OpenAI-compatible endpoint; llm/nolist is told no legal actions, llm/source "
        "is asked as the text environment asks",
        "llm:qwen2.5:7b",
        libraries=("openai",),
        traits=AgentTraits(speaks=True),
    ),
    "cmd": AgentEntry(
        _maker_in("program:make_program"),
        "a program that answers lines of JSON with lines of text; cmd/seconds=5 gives it five seconds for each",
        "cmd:./player.sh",
        traits=AgentTraits(speaks=True),
    ),
}
"""Agents of every game. A game's own bots are in its spec."""
_GONE = {"ismcts": "it is an example now, py:ismcts:ISMCTS in the folder examples; the baseline pimc stays"}
"""Agents of 0.2 that are gone, each with its replacement."""


@lru_cache(maxsize=1)
def points() -> dict[str, EntryPoint]:
    """The agents of other packages by name, not loaded yet."""
    found: dict[str, EntryPoint] = {}
    for point in entry_points(group=GROUP):
        if point.name in BUILT_IN or point.name in found:
            raise ConfigError(f"the agent {point.name!r} of {point.value} has the name of another agent")
        found[point.name] = point
    return found


@lru_cache(maxsize=64)
def entry(head: str) -> AgentEntry | None:
    """The registered agent with this name, loaded if it is another package's; None if there is none."""
    point = points().get(head)
    if point is None:
        return BUILT_IN.get(head)
    try:
        found = point.load()
    except Exception as error:  # importing another package may raise anything
        raise ConfigError(f"the agent {head!r} cannot be loaded from {point.value}: {error!r}") from error
    if not isinstance(found, AgentEntry):
        raise ConfigError(f"the agent {head!r} of {point.value} is no AgentEntry but {found!r}")
    return found


def agent_names(game: Game) -> dict[str, tuple[str, str]]:
    """The agents that can play a game: help and example by name, like ``net:FILE`` for one that needs a file.

    Examples:
        >>> import croupier
        >>> from croupier.agents import agent_names
        >>> names = agent_names(croupier.make("pig"))
        >>> "random" in names, "bot" in names
        (True, True)
    """
    named = {}
    filed = game.spec.exact is None and not why_not_solved(game.facts, game.num_players)  # its solution
    for head in (*BUILT_IN, *points()):
        if head == "solved" or (head == "net" and not releases(game)):
            if head == "net" or filed:
                named[f"{head}:FILE"] = (BUILT_IN[head].help.partition(", or ")[0], BUILT_IN[head].example)
            continue
        try:
            found = entry(head)
        except ConfigError as error:
            named[head] = (str(error), head)
        else:
            named[head] = ("", head) if found is None else (found.help, found.example)
    return named | {name: (bot.help, bot.example) for name, bot in game.spec.bots.items()}


def make_computing(name: str | AgentName, game: Game, refusal: str = "") -> Agent:
    """Make an agent that computes its choices; people, language models and programs are refused."""
    name = AgentName.of(name)
    found = entry(name.head)
    if found is None or found.traits.computes:  # checked first, so that a model needs no key
        agent = make_agent(name, game)
        if traits_of(agent).computes:
            return agent
    raise ConfigError(refusal or f"{name} does not compute its answers; name an agent that does")


def _not_reproducible(name: AgentName) -> ConfigError:
    return ConfigError(
        f"the clock decides what {name.text!r} plays, so the same seed would not give the same game: "
        "give it a number of worlds, not seconds"
    )


def make_agent(
    name: str | AgentName, game: Game, *, timed: bool = False, models: ModelDefaults | None = None
) -> Agent:
    """Make an agent by name.

    Examples:
        >>> import croupier
        >>> from croupier.agents import Turns, make_agent
        >>> game = croupier.make("pig")
        >>> bot = make_agent("bot:hold-20", game)
        >>> bot.act(Turns.of_state(game.new_initial_state(seed=7))).tolist()
        [0]

    Args:
        name: like ``random``, ``bot``, ``bot:hold-25``, ``net/temperature=1:FILE`` or ``py:MODULE:NAME``.
        timed: whether a clock may decide its actions, as in ``search/seconds=1``. Only for games with people,
            which need not be replayed from a seed.
        models: settings of language models that the name leaves out; None for those of the environment.

    Raises:
        ConfigError: there is no such agent for this game (the message suggests similar names), an argument or
            setting is not valid, or a clock decides its actions without `timed`.
        FileError: a policy's file cannot be used.
    """
    from croupier.agents.llm.settings import ModelDefaults

    name = AgentName.of(name)
    found, bot = entry(name.head), game.spec.bots.get(name.head)
    if found is not None and bot is not None:
        raise ConfigError(f"{name.head!r} is the name of an agent of every game, and of a bot of {game.name}")
    if found is not None:
        _require(name, found)
        agent = found.make(name, game, models or ModelDefaults())
    elif bot is not None:
        from croupier.agents.bots import BotAgent

        name.check_settings()
        agent = BotAgent(bot.make(name.argument or "", game.options))
    else:
        raise _unknown_agent(name, game)
    if not callable(getattr(agent, "act", None)):  # made by another package or module
        raise ConfigError(f"{name.text!r} makes no agent: {type(agent).__name__} has no method act(turns)")
    if not timed and not traits_of(agent).reproducible:
        raise _not_reproducible(name)
    around = traits_of(agent).around
    if found is not None and found.wraps and name.inner is not None and not around:
        around = (make_agent(name.inner, game, timed=timed, models=models),)  # its maker did not set `around`
    traits = _whole_traits(name, traits_of(agent), found, around)
    agent.name = name.text
    with suppress(AttributeError):  # a user's agent may have fixed attributes: it stays in its process
        agent.traits = traits  # type: ignore[attr-defined]
    return agent


def make_agents(
    names: Iterable[str | AgentName], game: Game, *, models: ModelDefaults | None = None
) -> list[Agent]:
    """Make agents by name, as `make_agent` does; a library that one of them lacks is named before any is made."""
    asked = [AgentName.of(name) for name in names]
    for name in asked:
        part: AgentName | None = name
        while part is not None and (found := entry(part.head)) is not None:
            _require(part, found)
            part = part.inner if found.wraps else None
    return [make_agent(name, game, models=models) for name in asked]


def _require(name: AgentName, found: AgentEntry) -> None:
    """Refuse an agent whose libraries are missing; one that is no policy is named by its own name."""
    require("a policy" if name.head == "net" else f"the agent {name.head}", *found.libraries)


def _whole_traits(
    name: AgentName, own: AgentTraits, found: AgentEntry | None, around: tuple[object, ...]
) -> AgentTraits:
    """An agent's own traits, which must agree with its entry, and those that follow from its name."""
    asks = found is not None and (
        found.traits.asks or (found.wraps and not all(traits_of(each).computes for each in around))
    )
    speaks = found is not None and found.traits.speaks
    for trait, said, known in (
        ("speaks", own.speaks, speaks),
        ("asks", own.asks, own.asks and asks),  # not required from an agent that wraps another
    ):
        if said != known:
            raise ConfigError(
                f"{name.text!r} has the trait {trait}={said}, where its entry says {trait}={known}: an agent that "
                f"asks or speaks is registered by AgentEntry(..., traits=AgentTraits({trait}=True))"
            )
    recipe = {"name": name.text} if own.recipe is None else own.recipe  # see `croupier.agents.recipes`
    plays_by = {**_code_of(name), **own.plays_by}
    return replace(own, asks=own.asks or asks, recipe=recipe, around=around, plays_by=plays_by)


def _code_of(name: AgentName) -> dict[str, str]:
    """The package that an agent's code comes from, if it is not croupier's, by name."""
    if name.head == "py":
        package = (name.argument or "").partition(":")[0].partition(".")[0]
        return {f"the module {package}": package}
    point = points().get(name.head)
    package = "" if point is None else point.module.partition(".")[0]
    return {f"the package {package}": package} if package else {}


def agent_of(agent: Agent | AgentName | str, game: Game) -> Agent:
    """The agent itself, or the agent with this name; errors as for `make_agent`."""
    return make_agent(agent, game) if isinstance(agent, str | AgentName) else agent


def _unknown_agent(name: AgentName, game: Game) -> ConfigError:
    """Error for a name that is not an agent of a game; it says so if it is a bot of another game."""
    if name.head in _GONE:
        return ConfigError(f"the agent {name.head} is gone: {_GONE[name.head]}")
    if Path(name.text).is_file():
        return ConfigError(f"{name.text!r} is a file: net:{name.text} plays a policy, cmd:{name.text} a program")
    others = []
    for other in registry.registered_games():
        with suppress(ConfigError):  # a broken package is not the caller's error
            if name.head in registry.spec(other).bots:
                others.append(other)
    if not others:
        return unknown(f"agent for {game.name}", name.text, agent_names(game))
    known = ", ".join(agent_names(game))
    return ConfigError(f"{name.text!r} is an agent of {' and '.join(others)}, not of {game.name}; known: {known}")
