"""Statistics of matches.

- `comparison`, `promotion`: comparison of two agents, also among copies of each other; a sequential test
- `rating`, `plackett_luce`: ratings and pairwise margins; the model of finishing orders
- `counted`: the game's own measures in recorded games
- `strength`: the strength of a policy, exact if the game is solved
"""
