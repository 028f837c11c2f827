"""The record of a game of Skull King and functions of it: cards, hands, tricks, abilities, points."""
