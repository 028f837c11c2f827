"""Pig Dice, a race for two players: roll and risk the turn total, or hold and bank it.

Read in this order: `rules` (record, kernels), `view` and `notation`, `text` (words), `languages` (sentences),
`pictures`, `bots`, `exact` (solved values), `spec` (all of it together).
"""
