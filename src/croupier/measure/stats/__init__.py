"""What matches show.

- `comparison`, `promotion`, `gain`: two agents compared; a sequential test; one agent among copies of another
- `rating`, `plackett_luce`, `orders`, `margins`: ratings, their model, finishing orders, margins of pairs and
  cycles
- `counted`: how often a game's events happened
- `exact`, `strength`: exact values; the strength of a policy
"""
