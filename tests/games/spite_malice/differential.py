"""The engine beside the classic ClassicGame, action by action, from the same shuffles.

Run it for many games: ``python -m tests.games.spite_malice.differential 20000``.
"""

# ruff: noqa: S311 - the games are random, not secret
import random
import sys
from collections import Counter
from dataclasses import replace

import croupier
from croupier.core.engine.game import State
from croupier.games.spite_malice.classic.cards import Card
from croupier.games.spite_malice.classic.game import GOAL_SIZE, PLAYS, ClassicGame, ClassicPosition, deal
from croupier.games.spite_malice.notation import read


class Pair:
    """A game of the engine, and the classic ClassicGame dealt the same cards, or set up alike.

    The engine shuffles; the classic game's shuffle gives back the order that the engine's shoe shows.
    """

    def __init__(self, state: State) -> None:
        self.state = state
        self.shuffles = 0
        table = read(state.records)
        limit = int(state.game.options["max_turns"])
        if state.game.options["goal_size"] == GOAL_SIZE and not state.start:
            self.classic = ClassicGame(order=deal_order(table), shuffle=self._as_the_engine, maxTurns=limit)
        else:
            self.classic = ClassicGame.fromPosition(table, shuffle=self._as_the_engine, maxTurns=limit)
        self.compare()

    def _as_the_engine(self, cards: list[Card]) -> list[Card]:
        """The order of the engine's shuffle: what it has drawn of it (a hand has no order), then its shoe."""
        self.shuffles += 1
        values = [card.getValue() for card in cards]
        shoe = read(self.state.records).shoe
        left = shoe[max(0, len(shoe) - len(values)) :]
        drawn = Counter(values) - Counter(left)
        return [Card(value) for value in (*drawn.elements(), *left)]

    def apply(self, action: int) -> None:
        self.state.apply_action(action)
        self.classic.apply(action)
        self.compare()

    def compare(self) -> None:
        ours, theirs = read(self.state.records), self.classic.position()
        assert ours == replace(theirs, aside=tuple(sorted(theirs.aside))), (ours, theirs)
        assert self.state.legal_actions() == self.classic.legalActions(), self.state.position()
        assert self.state.is_terminal() == self.classic.isOver(), self.state.position()
        returns = [self.classic.utility(seat) for seat in (0, 1)]
        assert self.state.returns().tolist() == returns, self.state.position()
        assert self.classic.winner() == (returns.index(1) if 1 in returns else None)
        assert bool(self.state.records["truncated"][0]) == (self.classic.ending() == "truncated")
        if not self.state.is_terminal():
            assert self.state.current_player() == self.classic.player(), self.state.position()


def deal_order(table: ClassicPosition) -> list[int]:
    """An order that is dealt to this table, front first; a sorted hand does as well as the drawn one."""
    order = [value for dealt in zip(*table.hands, strict=True) for value in dealt]
    order += [value for dealt in zip(*table.goals, strict=True) for value in dealt]
    order += table.shoe
    assert replace(deal(order), goals=table.goals, hands=table.hands, shoe=table.shoe) == table
    return order


def play_pair(seed: int) -> Pair:
    """Play one game to its end: which game, and how eagerly cards are played, is drawn from the seed."""
    picks = random.Random(seed)
    goal_size = GOAL_SIZE if picks.random() < 0.5 else picks.randint(1, GOAL_SIZE)
    game = croupier.make("spite-malice", goal_size=goal_size, max_turns=picks.choice([30, 150, 1000]))
    pair = Pair(game.new_initial_state(seed))
    eagerness = picks.choice([0.0, 0.5, 0.9, 1.0])
    while not pair.state.is_terminal():
        legal = pair.state.legal_actions()
        plays = [action for action in legal if action < PLAYS]
        pair.apply(picks.choice(plays if plays and picks.random() < eagerness else legal))
    return pair


def main(games: int, first: int = 0) -> None:
    actions = shuffles = 0
    endings: Counter[str] = Counter()
    for seed in range(first, first + games):
        pair = play_pair(seed)
        actions += len(pair.state.history)
        shuffles += pair.shuffles
        endings[pair.classic.ending()] += 1
    print(f"{games} games, {actions} actions, {shuffles} shuffles: no difference; {dict(endings)}")  # noqa: T201


if __name__ == "__main__":
    main(*(int(argument) for argument in sys.argv[1:]))
