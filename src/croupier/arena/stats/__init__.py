"""What matches show.

- `summary`: all that is measured of some games
- `comparison`, `promotion`, `gain`: two agents compared; a sequential test; one agent among copies of another
- `rating`, `plackett_luce`, `orders`, `margins`: ratings, their model, finishing orders, margins of pairs and
  cycles
- `evaluation`, `counted`, `ability_choices`, `choice_values`: a report on one player, and what its choices are
  worth
- `exact`, `strength`: exact values; the strength of a policy
- `lost`: what decisions of the played games cost
- `models`: language models and programs in a run
"""
