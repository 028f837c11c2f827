"""The process of a server: starting it, its connections, its guard, and the application that it runs.

- `run`: starts a server.
- `app`: the application of a process.
- `guard`, `tcp`: what is refused before any route is asked; limits of connections.
"""
