"""A table's room: people, seats and the game, rebuilt from its log, and the messages about it.

- `room`: how things stand at a table; deals to which browsers add numbers, and the delay of spectators.
- `chairs`: its parts: people, seats, links, moves, and what the host chooses beside the game.
- `event`: what every kind of event has; `croupier.server.events` has the kinds.
- `checks`: who may do something, and what: undo, claims, sealed answers, positions to take away.
- `messages`: what a browser is sent.
- `waiting`: what is due, whom the table waits for and since when, and who is away.
"""
