"""What plays the cases of Hearts and of Oh Hell."""

from types import ModuleType

from tests.games import scripts


class Both(scripts.Both):
    """A deal by the kernels and by the reference; a game's ``tables`` set it up and compare."""

    verbs = ("pass", "bid", "play")

    def __init__(self, tables: ModuleType, position: str) -> None:
        self.tables = tables
        self.state, self.reference = tables.set_up(position)

    def do(self, word: str) -> None:
        """Pass a card, bid a number, or play a card; the next deal is as the kernels deal it."""
        verb = {"PASS": "pass ", "BID": "bid ", "PLAY": ""}[self.state.phase]
        self.state.apply_action(self.state.string_to_action(f"[{verb}{word}]"))
        self.reference.do(int(word) if word.isdecimal() else word)
        if self.reference.awaits_deal:
            self.tables.deal_as(self.state.records[0], self.reference)
        self.tables.assert_same_state(self.state, self.reference)
