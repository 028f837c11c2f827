"""Statistics of matches.

- `comparison`, `promotion`: two agents compared, one among copies of another too; a sequential test
- `rating`, `plackett_luce`: ratings and margins of pairs; the model of finishing orders
- `counted`: how often a game's events happened
- `strength`: the strength of a policy, exact where the game is solved
"""
