"""Games in progress.

- `game`, `making`: `Game` and `State`; games made by name, and from positions as links
- `batch`, `batch_arrays`, `loops`: many games stepped together, by compiled loops over bundles of arrays, which
  are checked before anything changes
- `ruleset`: a game's rules under chosen options
- `record_position`, `view`, `saved`: what words and seats may see of a record, and schemas of it; positions as
  text; states as bytes
- `lessons`: guided first rounds, played
- `past`, `trail`, `deal_secret`: the actions so far and what seats have seen; the history that agents read;
  secrets that games are dealt from
"""
