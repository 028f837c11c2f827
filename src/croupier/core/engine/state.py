"""`State`, under the name by which it is imported; it is defined beside `Game`, since each makes the other."""

from croupier.core.engine.game import State

__all__ = ["State"]
