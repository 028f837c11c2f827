"""The actions of a game so far, shared by the copies of its state.

A copy of a state costs no more in a long game than in a short one: it reads the list of the state that it was
copied from, and gets one of its own when it plays on.
"""

from __future__ import annotations

from collections.abc import Sequence


class Past:
    """Actions in their order; only `append` changes them, and never those of a copy."""

    def __init__(self, actions: Sequence[int]) -> None:
        """Begin with a copy of some actions."""
        self._actions = list(actions)
        self._count = len(self._actions)
        self._own = True

    def __len__(self) -> int:
        return self._count

    def copy(self) -> Past:
        """The same actions, to go on from; takes no memory by the action."""
        made = Past(())
        made._actions, made._count, made._own = self._actions, self._count, False
        return made

    def __copy__(self) -> Past:
        return self.copy()

    def __reduce__(self) -> tuple[type[Past], tuple[list[int]]]:
        return Past, (self.actions,)  # without what another state has played since

    def append(self, action: int) -> None:
        """Add an action."""
        if not self._own:
            self._actions, self._own = self._actions[: self._count], True
        self._actions.append(action)
        self._count += 1

    @property
    def actions(self) -> list[int]:
        """The actions."""
        return self._actions if self._own else self._actions[: self._count]
