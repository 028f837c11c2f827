"""Leaderboards: one agent at a table with fixed others, on fixed deals, so that entries of any date are paired.

- `board`: what all entries of a board have in common, and its folder
- `entry`: what one agent got, deal by deal
- `adding`: plays an agent on a board; entries of other folders are merged
- `standing`: the entries compared
- `power`: how many deals a gap takes
- `page`: the board as a page
- `benchmark`, `benchmark_rows`: one row for an agent, by a frozen board and set of decisions; rows in a table
"""
