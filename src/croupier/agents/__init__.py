"""Agents: whatever chooses actions, and the names by which it is made.

Read `agent.py` (what an agent does), then `registry.py` (from a name to an agent) and `policy.py` (one agent
whole). The room imports `core` and what a game brings. A new kind of agent is a module here and a line in
`registry`; a game's own bots belong into the game.

- `agent`: the protocol: decisions of many tables in (`Turns`), an action for each out; traits of an agent
- `registry`, `names`: every agent's name, and how it is made from it; agents from your own Python module
- `bots`, `human`: random play and a game's compiled bots; a person at the terminal
- `policy`: a trained policy, and what its file may hold
- `shipped`, `trained`: the policies that ship; the options that a policy was trained for
- `search`: agents that search
- `speech`, `program`, `llm`: agents that answer in words: the protocol, programs, language models
- `solved`: the solution of a small game, and its file
- `combined`: an agent in which another decides some phases, or that sees less
- `recipes`: agents as plain data, for another process
- `ahead`: compiling ahead what agents need

Importing the package loads no agent: a name loads what it needs when it is first asked for.
"""

from __future__ import annotations

from croupier.core.base.lazy import lazy_names

__getattr__, __all__ = lazy_names(__name__, __file__)
