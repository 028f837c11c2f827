"""A table's room: people, seats and the game, rebuilt from its log, and the messages about it.

- `room`: how things stand at a table.
- `chairs`: its parts: people, seats, links, moves.
- `room_settings`: what the host chooses beside the game.
- `event_handlers`: what each kind of event does to a room.
- `seat_handlers`: the same of seats that change hands.
- `told`: what everybody is told of it, in words.
- `shared_deal`, `deal_handlers`: a deal to which browsers add numbers, and what is told of it.
- `lobby`, `play`: what people ask for: checked, and made an event; `croupier.server.people` has the rest.
- `next_deal`, `delay`, `undo`, `sealing`: until when hidden things stay hidden.
- `absences`: since when people are away.
- `messages`: what a browser is sent.
- `waiting`, `time_words`: whom the table waits for and since when, and what is told of it.
"""
