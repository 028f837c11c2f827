"""A table's room: people, seats and the game, rebuilt from its log, and the messages about it.

- `room`: the state of a table; rounds, the delay of spectators, deals with numbers from browsers.
- `chairs`: its parts: people, seats, links, moves, and the host's settings.
- `event`: the base of all events; `croupier.server.events` has the kinds.
- `checks`: what the checks of several events ask: is this a member, the host, a seat that is free?
- `waiting`: what is due, people that the table waits for and since when, and absences.
- `messages`: messages to browsers.
"""
