"""A table's room: people, seats and the game, rebuilt from its log, and the messages about it.

- `room`: how things stand at a table.
- `chairs`: its parts: people, seats, links, moves.
- `room_settings`: what the host chooses beside the game.
- `event_handlers`: what each kind of event does to a room.
- `seat_handlers`: the same of seats that change hands.
- `told`: what everybody is told of it, in words.
- `lobby`, `seats`, `play`, `entering`, `claims`, `deletion`: what people ask for: checked, and made an event.
- `next_deal`, `delay`, `undo`, `sealing`: until when hidden things stay hidden.
- `chatting`: what people may say to each other.
- `absences`: since when people are away.
- `messages`: what a browser is sent.
- `results`: what finished games came to, for circles.
"""
