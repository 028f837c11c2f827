"""The table in the browser: ``croupier serve``.

Games in progress live in a log of events in a database; browsers talk to the server by HTTP and WebSocket. See
docs/serve.md for hosting and docs/protocol.md for what is said on the wire. Importing the package loads nothing.
"""
