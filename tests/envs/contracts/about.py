"""All doors, in the order of the page: those of the default group first, then those of groups of their own."""

from __future__ import annotations

import importlib.machinery
import importlib.util

from tests.envs.contracts.door import About

_CONVERSATION = "a conversation is one game"
_MATCH = "the match gives the deals"
_IN_WORDS = "the prompt describes the legal actions"
_TOOLS = ("pig", "spite-malice", "skull-king")

ALL = (
    About("state", "`State`", "croupier.core", begins_anew="it is one game"),
    About("batch", "`Batch`", "croupier.core", unseeded="the seed is 0"),
    About(
        "table", "`Table`", "croupier.table", begins_anew="it is one game", unseeded="a seed must be given",
        slow=True,
    ),
    About("gymnasium", "Gymnasium", "croupier.envs.gymnasium", "gymnasium"),
    About("gymnasium-vector", "Gymnasium, many tables", "croupier.envs.gymnasium_vector", "gymnasium"),
    About("sb3", "Stable-Baselines3", "croupier.envs.sb3", "sb3_contrib"),
    About("pettingzoo", "PettingZoo", "croupier.envs.pettingzoo", "pettingzoo"),
    About(
        "open-spiel", "OpenSpiel", "croupier.envs.open_spiel", "pyspiel", begins_anew="a state is one game",
        future="all states of a game share one sequence of sampled chance",
    ),
    About(
        "open-spiel-deals", "OpenSpiel, `deals`", "croupier.envs.open_spiel", "pyspiel",
        begins_anew="a state is one game", unseeded="`rng_seed` is 0 where `deals` is given",
    ),
    About("text", "Text environments", "croupier.envs.text", unmasked=_IN_WORDS, slow=True),
    About("textarena", "TextArena", "croupier.envs.textarena", "textarena", unmasked=_IN_WORDS, slow=True),
    About(
        "models", "Language models", "croupier.agents.llm", copies=_CONVERSATION, begins_anew=_CONVERSATION,
        unseeded=_MATCH, slow=True,
    ),
    About(
        "programs", "Programs", "croupier.agents.program", copies=_CONVERSATION, begins_anew=_CONVERSATION,
        unseeded=_MATCH, slow=True,
    ),
    About(
        "mcp", "MCP", "croupier.envs.mcp", "mcp.server.mcpserver", copies="a server plays one game",
        begins_anew="a server plays one game", unseeded="the command gives the deal", slow=True,
    ),
    About(
        "server", "Server: `/api` and sockets", "croupier.server", "sqlalchemy", copies="a table is one game",
        begins_anew="a table is one game", unseeded="without a seed every game has a secret of its own", slow=True,
    ),
    About(
        "trl", "TRL, an example", "examples/trl_grpo.py", "trl", "ray", games=_TOOLS,
        unmasked="tools and prompt describe them",
    ),
    About("rllib", "RLlib, an example", "examples/rllib_ppo.py", "ray.rllib", "ray"),
    About("openenv", "OpenEnv, an example", "examples/openenv_server.py", "openenv.core", "ray"),
    About(
        "verifiers", "verifiers", "croupier.envs.verifiers", "verifiers.v1", "verifiers", unmasked=_IN_WORDS,
        copies="a task is one conversation", begins_anew="a task is one game",
        unseeded="the taskset names the deals",
    ),
)  # fmt: skip
BY_ID = {about.id: about for about in ALL}


def is_there(about: About) -> bool:
    """Whether the library of a door is installed, of which nothing is loaded."""
    first, *more = about.library.split(".")
    spec = importlib.util.find_spec(first)
    for name in more:
        places = None if spec is None else spec.submodule_search_locations
        spec = importlib.machinery.PathFinder.find_spec(name, places) if places else None
    return spec is not None
