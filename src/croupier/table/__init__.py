"""One game with people and agents: the table, asking agents, game files, narration.

Read `table.py` (a state machine that never waits) first, then `asking.py` (asking agents) and `driver.py` (the
loop). The room imports `provenance`, `agents` and `core`. Things that can happen at a table belong into `events`.
How a model is asked and its reply read belongs into `speaking`, `briefing` and `replies`.

Importing the package loads neither Numba nor an agent: a name loads its module on first use. `croupier.replays`
reads and writes game files.

- `table`, `events`: the game in progress; its events and answers
- `asking`: the one way in which agents are asked
- `driver`: the one loop that plays a table: it asks for each decision and submits the answer
- `speaking`, `briefing`, `replies`: a turn of a text agent, its question and its reply; one seat's game as a
  conversation
- `own_words`: replies of models in a run
- `model_run`, `seat_counts`: a run of text agents, and its counts
- `game_file`, `recorded`: games as JSON; recorded games stepped in parallel
- `deal_check`: proof that nobody chose the cards of a game
- `english`, `narration`: sentences by key; replies and events of a table in its game's words
"""

from __future__ import annotations

from croupier.core.base.lazy import lazy_names

__getattr__, __all__ = lazy_names(__name__, __file__)
