"""What decisions are worth, and what they cost who made them.

- `valued`: values of positions' legal actions, here or by workers
- `row`, `sets`, `question`, `constants`: sets of decisions, a decision in words, answers that ignore the position
- `making`, `drawn`, `dealt`: a set is made from decisions of played games, each in a world dealt anew
- `cases`, `answers`, `asked`, `disguised`, `plan`: agents judged: what they chose and what asking takes
- `figures`, `again`, `judgement`: mean regret with intervals; by second values; whether a set asks for judgement
- `lost`, `choice_values`, `ability_choices`: what decisions of played games cost; what choices of a kind are worth
- `analyst`, `position`, `explain`, `second_look`: a decision analysed, in words, and in the true cards
- `review`: a played game, each decision held against the best one
- `problems`, `choosing`: decisions with one clear answer for people, and their choice from a set
"""
