"""Hearts: take no hearts and not the queen of spades, or all of them.

Read in this order: `rules` (record, kernels), `observe`, `view` and `notation`, `text` (words), `languages`
(sentences), `bots`, `pictures`, `training`, `search`, `spec` (all of it together).
"""
