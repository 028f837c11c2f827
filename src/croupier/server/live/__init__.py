"""Tables in use: their sockets, the agents' pace, and what other processes say.

- `hub`: everything that lives as long as the process.
- `live`: a table that somebody looks at: the one way in which anything happens.
- `autoplay`: what agents do there by themselves.
- `chat`: what people there say to each other.
- `results`: what finished games came to, for circles.
- `watch`: the base of what watches a table.
- `deletion_watch`: deletes it once that was announced and all agree.
- `deal_watch`: begins its game once all numbers for the deal are there, or time has passed.
- `connection`: one browser's socket, and limits of rate.
- `peers`: the other processes of the server.
- `claiming`, `to_its_end`: one process alone asks an agent; work that is done to its end.
- `luck_watch`: weighs the luck of rounds while their game goes on.
- `clock_watch`, `time_keeper`, `pulses`: clocks that end with nobody there, and stand still in outages.
"""
