"""Matches.

- `tournament`, `trial`: line-ups in all rotations, and their report; one agent against a line-up
- `match`: tables stepped together, and tables with agents that answer in words
- `chunks`, `executor`: the unit of work, as plain data; executors, and the cache of finished chunks
- `deals`, `record`, `results`: deals played chunk by chunk; games in a file; the table of results per seat
- `metrics`: shares of the win, places, intervals
- `estimate`: what a run of language models will cost
"""
