"""Agents: bots, policies, search, people and language models, and the names that make them.

Read `agent.py` (the protocol) first, then `registry.py` (from a name to an agent) and `policy.py` (one complete
agent). The package imports `core` only; a game's parts come with its spec. A new kind of agent is a module here
and a line in `registry`; a game's own bots belong into the game.

- `agent`: the protocol: decisions of many tables in (`Turns`), an action for each out; traits of an agent
- `registry`, `names`: every agent's name, and how to make it
- `bots`, `human`, `own`: random play and a game's compiled bots; a person at the terminal; a user's own module
- `policy`: a trained policy, and the checks of its file
- `shipped`, `trained`: the policies that ship; the options that a policy was trained for
- `search`: agents that search
- `speech`, `program`, `llm`: agents that answer in words: the protocol, programs, language models
- `solved`: the solution of a small game, and its file
- `combined`: an agent with another one for some phases, or with a reduced view
- `recipes`: agents as plain data, for another process
- `ahead`: compiling in advance for agents

Importing the package loads no agent: a name loads its module on first use.
"""

from __future__ import annotations

from croupier.core.base.lazy import lazy_names

__getattr__, __all__ = lazy_names(__name__, __file__)
