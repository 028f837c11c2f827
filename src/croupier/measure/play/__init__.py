"""Matches.

- `tournament`, `trial`, `record`: line-ups in all rotations; one agent against a line-up; games into a file
- `match`, `spoken`: tables stepped together; tables with agents that answer in words
- `chunks`, `executor`, `kept`, `described`: the unit of work; who does it; kept in a folder; as plain data
- `deals`, `results`: deals played chunk by chunk, and the one table of what each seat got
- `metrics`, `report`: shares of the win, places, intervals; a tournament's results
- `estimate`: what a run of language models will cost
"""
