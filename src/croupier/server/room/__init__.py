"""A table's room: people, seats and the game, rebuilt from its log, and the messages about it."""
