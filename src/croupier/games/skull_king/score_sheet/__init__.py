"""The score sheet of Skull King for people at a real table: its rounds, its totals, its file."""
