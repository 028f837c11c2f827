"""The process of a server: its start, connections, guard and application.

- `run`: starts a server.
- `app`: the application of a process.
- `guard`, `tcp`: refusals before any route; limits of connections.
"""
