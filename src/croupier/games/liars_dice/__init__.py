"""Liar's Dice: one roll under cups, ever higher bids on all dice together, until somebody calls liar.

Read in this order: `rules` (record, kernels), `view` and `notation`, `text` (words), `languages` (sentences),
`bots`, `spec` (all of it together).
"""
