"""Contracts that hold behind every door by which a game is played: `docs/contracts.md` shows which hold where.

- `door`: what a case needs to know of a door
- `cases`: the seven contracts, each a function of a door and a game
- `about`: all doors, and what is said of each
- `doors`: one file a door
- `settings`: the games
- `plants`: doors broken on purpose
- `page`: the table on the page
"""
