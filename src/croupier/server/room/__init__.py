"""A table's room: people, seats and the game, rebuilt from its log, and the messages about it.

- `room`: how things stand at a table; rounds, the delay of spectators, deals to which browsers add numbers.
- `chairs`: its parts: people, seats, links, moves, and what the host chooses beside the game.
- `event`: what every kind of event has; `croupier.server.events` has the kinds.
- `checks`: what may be done at a table, and by whom.
- `waiting`: what is due, whom the table waits for and since when, and who is away.
- `messages`: what a browser is sent.
"""
