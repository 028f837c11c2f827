"""One game with people and agents in its seats: the table, asking agents, game files, narration for people."""

from croupier.table.table import Due, Event, Move, Numbered, ReplyPolicy, Table

__all__ = ["Due", "Event", "Move", "Numbered", "ReplyPolicy", "Table"]
