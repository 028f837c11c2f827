"""Values of decisions, and what mistakes cost.

- `valued`: values of positions' legal actions, here or by workers
- `sets`, `making`: sets of decisions and their files; how a set is made from decisions of played games
- `cases`: sampled decisions with values; the decisions that agents are judged by
- `answers`, `asked`: what agents chose; language models asked, relabelled or not; constant answers
- `table`: the table of costs, a row a decision and agent, and its groupings: mean regret, second values
- `lost`, `ability_choices`: what decisions of played games cost; what choices of a kind are worth
- `analyst`, `review`: a decision analysed, in words and in the true cards; a played game
- `problems`: decisions with one clear answer for people
"""
