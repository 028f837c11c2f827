"""One game with people and agents in its seats: its file, and what people at the table are told."""
