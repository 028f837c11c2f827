"""Values of decisions, and the cost of mistakes.

- `valued`: values of the legal actions of positions, locally or by workers
- `sets`, `making`: sets of decisions and their files; making a set from decisions of played games
- `cases`: sampled decisions with values; the decisions that agents are judged by
- `answers`, `asked`: choices of agents; language models asked, relabelled or not; constant answers
- `table`: the table of costs, one row per decision and agent; mean regret, second values
- `lost`, `ability_choices`: costs of decisions in played games; values of ability choices
- `analyst`, `review`: analysis of one decision, in words and in the true cards; review of a played game
- `problems`: decisions with one clear answer, for people
"""
