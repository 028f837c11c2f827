"""One game with people and agents: the table, asking agents, game files, narration.

Read `table.py` (a state machine that never waits), then `asking.py` (the one place where agents are asked) and
`driver.py` (the one loop). The room imports `provenance`, `agents` and `core`. What may be said at a table
belongs into `events`; how a model is asked and read, into `speaking`, `briefing` and `replies`.

Importing the package loads neither Numba nor an agent: a name loads what it needs when it is first asked for. Game
files are read and written by `croupier.replays`.

- `table`, `events`: the game in progress; what it says and takes
- `asking`: the one way in which agents are asked
- `driver`: the one loop in which a table is played: what is due is asked and handed in
- `speaking`, `briefing`, `replies`: a turn of an agent that answers in words, its question and its reply; one
  seat's game as a conversation
- `own_words`: what models said in a run
- `model_run`, `seat_counts`: a run of such agents, and what they took
- `game_file`, `recorded`: games as JSON; recorded games stepped again side by side
- `deal_check`: whether somebody has chosen a game's cards
- `english`, `narration`: sentences by key; what a table reads and tells in its game's words
"""

from __future__ import annotations

from croupier.core.base.lazy import lazy_names

__getattr__, __all__ = lazy_names(__name__, __file__)
