"""Hearts: take no hearts and not the queen of spades, or all of them.

Read in this order: `rules` (record, kernels), `observe`, `view` (with positions), `text` (words), `english`,
`bots`, `training`, `search`, `spec` (all of it together).
"""
