"""Search targets: decisions that a search improved, for a network to copy (expert iteration).

- `searched`: an agent that searches some of its decisions and notes what the search made of them.
- `making`: plays games with it at mixed tables and keeps the notes; goes on where it was stopped.
- `data_set`: the folder in which they are kept.
"""
