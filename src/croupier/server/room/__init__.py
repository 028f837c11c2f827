"""A table's room: people, seats and the game, rebuilt from its log, and the messages about it.

- `room`: how things stand at a table.
- `chairs`: its parts: people, seats, links, moves.
- `room_settings`: what the host chooses beside the game.
- `event`: what every kind of event has; `croupier.server.events` has the kinds.
- `checks`: who may do something.
- `shared_deal`: a deal to which browsers add numbers.
- `positions`: what of a position a seat may take away as a link, and when none is analysed.
- `next_deal`, `delay`, `undo`, `sealing`: until when hidden things stay hidden.
- `absences`: since when people are away.
- `messages`: what a browser is sent.
- `waiting`: what is due, whom the table waits for and since when. `rest`: tricks that somebody claims.
"""
