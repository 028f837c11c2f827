"""Checks of games: the contract of a game, hidden information, fuzzing, node counts."""
