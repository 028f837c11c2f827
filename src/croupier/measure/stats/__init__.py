"""Statistics of matches.

- `comparison`, `promotion`: two agents compared, one among copies of another too; a sequential test
- `rating`, `plackett_luce`, `orders`, `margins`: ratings, their model, finishing orders, margins of pairs and
  cycles
- `counted`: how often a game's events happened
- `exact`, `strength`: exact values; the strength of a policy
"""
