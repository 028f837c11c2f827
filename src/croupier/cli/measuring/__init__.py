"""Commands that measure agents and analyse games.

Read `arena.py` (agents against each other) first, then `judge.py` (costs of decisions) and `analyse.py` (a
position, or a game). A command imports any room, mostly `measure`, where computation belongs; options of several
commands go into `croupier.cli.common` or `croupier.cli.scale`.

- `arena`: matches and ratings, and the report on a single agent
- `judge`, `judge_make`, `judge_problems`: sets of decisions and problems
- `benchmark`: frozen protocols, and their boards
- `analyse`, `solve`: a decision or a game; exact solutions
- `record`, `compile`: games in a file; compiling in advance
- `valued`: the number of decisions that a report values
"""
