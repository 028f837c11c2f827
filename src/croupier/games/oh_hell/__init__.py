"""Oh Hell: bid how many tricks you will win, and win exactly as many.

Read in this order: `rules` (record, kernels), `observe`, `view` (with positions), `text` (words), `english`,
`bots`, `training`, `search`, `spec` (all of it together).
"""
