"""The table in the browser: ``croupier serve``.

Read `room/room.py` (a table rebuilt from its log), then `events/waiting.py` (what happens there, one class a kind)
and `live/live.py` (the one way from a request to the log and the sockets). The server imports `measure`, `table`,
`agents` and `core`. Something new that people may do is a class and a check in `events`,
and a new file there a line in `PARTS` (`events/happening.py`).

Games in progress live in a log of events in a database; browsers talk to the server by HTTP and WebSocket. See
docs/serve.md for hosting and docs/protocol.md for what is said on the wire. Importing the package loads nothing.

Folders, each above the next; one imports only those below it:

- `process`: starting and ending, connections, and the application, which a new file of routes is named in.
- `routes`: what browsers may ask.
- `live`: tables in use, their sockets, and what happens by itself.
- `events`: what happens at a table, who may ask for it, and who is told what.
- `notices`: what people are told who are not there.
- `agents`: who plays for the agents' seats, in which threads and processes.
- `room`: how things stand at a table, and what a browser is shown of it.
- `storage`: the database.
- `base`: settings, refusals, secrets, addresses, time.

`static` has the pages: `start.js` says what is where, `static/languages/XX` what they say in another language;
`languages` is what the server says.
"""
