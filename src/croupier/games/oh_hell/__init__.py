"""Oh Hell: bid how many tricks you will win, and win exactly as many.

Read in this order: `rules` (record, kernels), `observe`, `view` and `notation`, `text` (words), `languages`
(sentences), `bots`, `pictures`, `training`, `search`, `spec` (all of it together).
"""
