"""Mini Spite and Malice: two players, 120 cards, four shared play piles.

Read in this order: `state` (the record), `rules`, `observe`, `view`, `notation`, `text`, `prompts` and `english`
(words), `pictures`, `bots`, `spec` (all of it together); `classic` is the readable reference.
"""
