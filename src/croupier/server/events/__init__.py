"""Events at a table: one class per kind, next to the checks of the requests for them.

A class defines what the log stores, its effect on a room, and who is told; its base is
`croupier.server.room.event`. A check gets the room and the member who asks, and returns the event or refuses. The
decorators ``posted`` and ``said`` make it an HTTP request or a socket message.

Read `waiting` (three classes and their checks) first, then `asking` (from checks to requests) and `happening`
(from logs to rooms).

- `coming`: people who come, go or change names; seats that change hands.
- `lobby`: seats, hosting, options, deletion.
- `deal`: the start of a game. `game`: moves, the rest of the tricks, taking back, hints.
- `waiting`: people that the table waits for.

It may import `notices`, `agents`, `room`, `storage` and `base`. A new thing that people may do is a class and a
check in one of these files, with its sentences in `base/english.py` and `languages`. If a page shows it, `room`
holds it and `room/messages.py` sends it; the page and its words are in `static`.
"""
