"""Skull King in words: the table, events, explanations, the scores of a round, and free-text replies."""
