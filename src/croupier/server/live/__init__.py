"""Tables in use: their sockets, the agents' pace, and what other processes say.

- `hub`: everything that lives as long as the process.
- `live`: a table that somebody looks at: the one way in which anything happens.
- `autoplay`: what agents do there by themselves.
- `watches`: what goes on by itself: clocks, games that begin, announced deletions, luck; one process does it.
- `chat`: what people there say to each other.
- `results`: what finished games came to, for circles.
- `connection`: one browser's socket, and limits of rate.
- `peers`: the other processes of the server.
- `time_keeper`: clocks that end with nobody there, and stand still in outages.
"""
