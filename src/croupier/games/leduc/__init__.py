"""Leduc poker, six cards and two rounds of bets: read `rules`, then `text` (its words) and `bots`, then `spec`."""
