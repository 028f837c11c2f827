"""One game with people and agents in its seats: game files, replay, and narration for people."""
