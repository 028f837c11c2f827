"""Tables in use: their sockets, the pace of agents, and reports of other processes.

- `hub`: everything that lives as long as the process.
- `live`: a table in memory: the one way in which anything happens.
- `autoplay`: automatic moves of agents.
- `watches`: automatic events: clocks, games that begin, announced deletions, luck; in one process.
- `chat`: the chat of a table.
- `results`: results of finished games, for circles.
- `connection`: one browser's socket, and rate limits.
- `peers`: the other processes of the server.
- `time_keeper`: clocks of tables that nobody watches, which stop in outages.
"""
