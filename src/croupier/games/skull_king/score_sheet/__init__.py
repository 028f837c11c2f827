"""Score sheet of Skull King for people with real cards: rounds, totals, file."""
