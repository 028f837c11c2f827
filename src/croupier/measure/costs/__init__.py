"""Values of decisions, and what mistakes cost.

- `valued`: values of positions' legal actions, here or by workers
- `row`, `sets`, `constants`: sets of decisions, a decision as a question, answers that ignore the position
- `making`, `drawn`, `dealt`: a set is made from decisions of played games, each in a world dealt again
- `cases`, `answers`, `asked`, `disguised`: agents judged: what they chose, and what asking takes
- `table`: the table of costs, a row a decision and agent; what follows groups it
- `figures`, `again`: mean regret with intervals; by second values
- `lost`, `ability_choices`: what decisions of played games cost; what choices of a kind are worth
- `analyst`, `review`: a decision analysed, in words and in the true cards; a played game
- `problems`, `choosing`: decisions with one clear answer for people, and their choice from a set
"""
