"""Games in progress.

- `game`, `state`, `making`: `Game` and `State`; games made by name
- `batch`, `batch_arrays`, `bundles`, `loops`: many games stepped together, by compiled loops over bundles of
  arrays
- `ruleset`, `refusals`: a game's rules under chosen options; what does not fit them
- `record_position`, `view`, `notation`, `position_links`, `saved`: what words and seats may see of a record, and
  schemas of it; positions as text and as links; states as bytes
- `lessons`: guided first rounds, played
- `sealed`: which seats are still to answer where answers are shown together
- `past`, `trail`, `deal_secret`: the actions so far and what seats have seen; the history that agents read;
  secrets that games are dealt from
"""
