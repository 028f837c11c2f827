"""The record of a game of Skull King and what is computed from it: cards, hands, tricks, abilities, points."""
