"""What happens at a table: one class a kind of event, and beside it the checks of who asks for one.

A class says what its log keeps, what it does to a room, and who is told what; its base is
`croupier.server.room.event`. A check is given the room and who asks, and gives the event or refuses. Where it is
marked with ``posted`` or ``said``, it is a request of HTTP or a message of the socket by that alone.

To read first: `waiting` (nudges: three classes and their checks), `asking` (how a check becomes a request),
`happening` (how a log becomes a room).

- `coming`: who comes, goes, is called what, and seats that change hands.
- `lobby`: seats, hosting, options, deletion.
- `deal`: how a game begins. `game`: moves, the rest of the tricks, taking back, hints.
- `waiting`: whom the table waits for.

It may import `notices`, `agents`, `room`, `storage` and `base`. Something new that people may do is a class and a
check in one of these files, and its sentences in `base/english.py` and `languages`.
"""
