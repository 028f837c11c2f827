"""Text environments: every seat answers in words."""

from __future__ import annotations

import copy
from collections.abc import Iterator, Sequence
from typing import Any

from croupier.core.engine.game import Game, State
from croupier.envs.episode import Episode, SeatAgents
from croupier.envs.text import TextEnv
from croupier.table.events import ReplyPolicy
from tests.envs.contracts.about import BY_ID
from tests.envs.contracts.door import Door, Refusal, Session

PATIENCE = 1000
"""Invalid replies that lose no game."""


def wrong_words(state: State) -> list[str]:
    """Replies that name no legal action, not even by what is decided about: a card by itself may be read."""
    legal = state.legal_actions()
    about = {state.action_to_string(action).strip("[]").split()[-1] for action in legal}
    texts = map(state.action_to_string, sorted(set(range(state.game.num_actions)) - set(legal)))
    illegal = [text for text in texts if text.strip("[]").split()[-1] not in about]
    return ["", "nothing at all", "[no such action]", *illegal[:1], *illegal[-1:]]


def named(state: State, texts: Sequence[str]) -> list[int]:
    """The actions that some texts name, legal or not; -1 for what is none."""
    known = {state.action_to_string(action): action for action in range(state.game.num_actions)}
    return sorted(known.get(text, -1) for text in texts)


def begun_at(state: State, seats: SeatAgents, policy: ReplyPolicy) -> Episode:
    """An episode that begins at a position."""
    game = copy.copy(state.game)
    vars(game)["new_initial_state"] = lambda _: state
    return Episode(game, state.seed, seats, policy)


class TextSession(Session):
    """`TextEnv`."""

    def __init__(self, game: Game, seed: int | None) -> None:
        self.env = TextEnv(game, error_allowance=PATIENCE)
        self.again(seed)

    def again(self, seed: int | None) -> None:
        self.env.reset(self.env.game.num_players, seed)
        super().__init__(self.env.game, self.env.seed, range(self.env.game.num_players))

    @property
    def truth(self) -> State:
        return self.env.state.clone()

    @property
    def mover(self) -> int | None:
        return None if self.over else self.env.get_observation()[0]

    def masks(self) -> dict[int, list[int]]:
        return {self.env.player: self.env.state.legal_actions()}

    def told(self, seat: int) -> Any:
        return self.env.transcript(seat), self.env.board()

    def step(self, action: Any) -> dict[int, float]:
        return self.say(self.env.state.action_to_string(action))

    def say(self, reply: str) -> dict[int, float]:
        """Hand in a reply, which must be taken."""
        assert self.env.close()[0] is None
        self.over, info = self.env.step(reply)
        assert not info["invalid_move"], info
        return self.env.close()[0] or {}

    def wrong(self) -> list[Any]:
        return wrong_words(self.truth)

    def refuse(self, wrong: str) -> None:
        over, info = self.env.step(wrong)
        assert not over
        assert info["invalid_move"], info
        assert info["action"] is None
        assert info["reason"], info

    def unchanged(self) -> Any:
        """What was said is heard, and the seat that is refused is told so: that aside, nothing is told."""
        truth = self.truth
        told = [message for message in self.env.messages if message.kind not in ("reply", "notice")]
        known = self.mover, told, self.env.board(), self.env.close()[0]
        return truth.records.tobytes(), truth.rngs.tobytes(), *known

    def copy(self) -> TextSession:
        return self.apart("env")

    def begun_at(self, state: State, seat: int) -> TextSession:
        del seat
        made = copy.copy(self)
        made.env = TextEnv(self.game, error_allowance=PATIENCE)
        made.env.begin(state)
        return made


def closed_text(game: Game) -> Iterator[Refusal]:
    env = TextEnv(game)
    for ask in (env.get_observation, lambda: env.step("[roll]"), env.close, env.board):
        yield "what is asked before the first reset", ask, RuntimeError
    session = TextSession(game, 1).finish()
    yield "a game that is over", lambda: session.env.step("[roll]"), RuntimeError


DOORS = [Door(BY_ID["text"], TextSession, closed_text)]
