"""Mini Spite and Malice: two players, 120 cards, four shared play piles.

Read `state.py` (the record) first, then `rules.py` (the kernels) and `spec.py` (all parts together); `classic` has
the same rules as a readable reference. The folder imports `core`, and no other game. A rule goes into `rules` and
`classic` with its id, a sentence into `languages/en.toml`, a bot into `bots`; a new part gets a line in `spec`.

- `lists`: the record's linked lists, read and checked; `notation`: positions as text
- `observe`, `view`: a seat's knowledge, as features and as data (the rest is sampled in `rules`)
- `text`, `spoken`, `lesson`: actions, the table and prompts; free-text replies; a first round
- `languages`, `english`: every sentence by its key, one file per language
- `pictures`, `seated`: drawings; the terminal of `classic` with agents in its seats
- `bots`, `search`: the greedy and the planning bot; the game's part of search
- `training`, `evaluation`: presets; opponents and table sizes of reports
"""
