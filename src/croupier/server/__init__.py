"""The table in the browser: ``croupier serve``.

Games in progress live in a log of events in a database; browsers talk to the server by HTTP and WebSocket. See
docs/serve.md for hosting and docs/protocol.md for what is said on the wire. Importing the package loads nothing.

Folders, each above the next; one imports only those below it:

- `routes`: what browsers may ask, and the application that answers.
- `live`: tables in use, their sockets, and what happens by itself.
- `agents`: who plays for the agents' seats, in which threads and processes.
- `room`: how things stand at a table, what may happen there, and who is told what.
- `storage`: the database.
- `base`: settings, refusals, secrets, addresses, time.
"""
