"""Games in progress.

- `game`, `making`: `Game` and `State`; games by name, and links to positions
- `batch`, `batch_checks`, `loops`: many games stepped together, by compiled loops over checked arrays
- `ruleset`: a game's rules under chosen options
- `record_position`, `view`, `saved`: positions as seen by words and seats, and as text; schemas of views; states
  as bytes
- `lessons`: guided first rounds, played through
- `past`, `trail`, `deal_secret`: actions and information states; the history that agents read; secrets in place of
  seeds
"""
