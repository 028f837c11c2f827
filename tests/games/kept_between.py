"""What may happen to a game between any two plies and changes nothing: a clone, its text, its saved form."""

from hypothesis.stateful import RuleBasedStateMachine, rule

from croupier.core.engine.game import State


class KeptBetween(RuleBasedStateMachine):
    """A state beside a reference, which a subclass deals, plays and compares.

    Attributes:
        state: the game.
    """

    state: State

    @rule()
    def clone(self) -> None:
        self.state = self.state.clone()

    @rule()
    def set_up_from_its_text(self) -> None:
        self.state = self.state.game.position(self.state.position())

    @rule()
    def save_and_restore(self) -> None:
        self.state = self.state.game.deserialize_state(self.state.serialize())
