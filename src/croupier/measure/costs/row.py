"""One decision of a set: a position, its legal actions, and the value of each."""

from __future__ import annotations

import json
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from functools import lru_cache
from hashlib import sha256
from typing import Any

from croupier.core.base.errors import ConfigError, FileError, IllegalAction, PositionError
from croupier.core.engine.game import Game, State
from croupier.core.engine.making import make

CLEAR = 3.0
"""Standard errors above which an action is clearly behind the best one, which is picked from several."""
_TEXTS = ("id", "start")
_MOST = 1e12
"""Values are at most so large, far above what a game is worth."""
_NUMBERS = ("values", "errors", "behind", "behind_errors")


class Priced:
    """A decision of which is known what each legal action costs."""

    legal: tuple[int, ...]
    texts: tuple[str, ...]
    behind: tuple[float, ...]
    behind_errors: tuple[float, ...]

    def place(self, action: int) -> int:
        """The place of a legal action in `legal`."""
        if action not in self.legal:
            raise ConfigError(f"action {action} is not legal here: {', '.join(map(str, self.legal))}")
        return self.legal.index(action)

    def regret(self, action: int) -> float:
        """By how much a legal action is behind the best one, in the unit of the values; see `place` for errors."""
        return self.behind[self.place(action)]

    def is_clear(self, action: int) -> bool:
        """Whether a legal action is behind the best one by more than three standard errors."""
        return self.clear[self.place(action)]

    @property
    def clear(self) -> tuple[bool, ...]:
        """The same of each action."""
        return tuple(gap > CLEAR * error for gap, error in zip(self.behind, self.behind_errors, strict=True))

    @property
    def best(self) -> int:
        """The action with the greatest value; of several that are worth the same, the first."""
        return self.legal[self.best_place]

    @property
    def best_place(self) -> int:
        """Its place in `legal`."""
        return self.behind.index(min(self.behind))

    @property
    def worst_place(self) -> int:
        """Place of the worst action in `legal`."""
        return self.behind.index(max(self.behind))

    @property
    def answer(self) -> str:
        """The text of the best action."""
        return self.texts[self.best_place]


@dataclass(frozen=True)
class Row(Priced):
    """One decision of a set, in a world that was dealt from what the seat to move knows.

    Attributes:
        id: its name, in this set and in all others.
        game: name of the game.
        options: every option of the game.
        start: text of the position from which the present stretch of the game is played, in the re-dealt world.
        seed: seed of the chance events after `start`.
        actions: the decisions since `start`, of all seats.
        texts: what each legal action is called.
        legal: the legal actions, ascending.
        values: mean gain of each legal action, in the order of `legal`.
        errors: standard error of each mean; 0 where values are exact.
        behind: by how much each is behind the best one, in the same worlds; 0 for the best.
        behind_errors: standard error of each of these differences.
        worlds: sampled worlds; 0 where values are exact.
        stratum: by what the decision was chosen: ``phase``, ``cards`` left, ``seats``.
        differ: False for the part of a set in which no action is clearly behind the best one.
        weight: how much the decision counts in means over its set; see `constants.balanced`.
    """

    id: str
    game: str
    options: Mapping[str, Any]
    start: str
    seed: int
    actions: tuple[int, ...]
    texts: tuple[str, ...]
    legal: tuple[int, ...]
    values: tuple[float, ...]
    errors: tuple[float, ...]
    behind: tuple[float, ...]
    behind_errors: tuple[float, ...]
    worlds: int
    stratum: Mapping[str, str | int]
    differ: bool
    weight: float = 1.0

    @property
    def group(self) -> str:
        """What it shares its luck with: of a decision of a set nothing but itself."""
        return self.id

    def made(self) -> Game:
        """Its game with its options."""
        return game_of(self.game, self.options)

    def begin(self) -> State:
        """A new state from which the decision is led to."""
        return self.made().position(self.start, self.seed)

    def state(self) -> State:
        """The decision that is due; with its trail, where the game is played in stretches.

        Raises:
            FileError: the row leads to no decision, or to one with other legal actions or texts.
        """
        try:
            state = self.begin()
            for action in self.actions:
                state.apply_action(action)
        except (ConfigError, IllegalAction, OverflowError, PositionError, ValueError) as error:
            raise FileError(f"row {self.id} leads to no decision: {error}") from error
        if tuple(state.legal_actions()) != self.legal:
            raise FileError(f"row {self.id} leads to a decision with other legal actions: {state.legal_actions()}")
        if tuple(map(state.action_to_string, self.legal)) != self.texts:
            raise FileError(f"row {self.id} calls its legal actions by other texts than its game does")
        return state

    @property
    def order(self) -> tuple[int, ...]:
        """Places in `legal`, in the order in which the actions are listed to a player who is asked in words."""
        return shuffled(self.id, self.legal)

    def data(self) -> dict[str, Any]:
        """As a line of a set's file holds it; a weight of 1 is left out, as in files of version 1."""
        left_out = ("game", "weight") if self.weight == 1.0 else ("game",)
        return {name: getattr(self, name) for name in self.__dataclass_fields__ if name not in left_out}


def shuffled(name: str, legal: Sequence[int]) -> tuple[int, ...]:
    """Places of legal actions in an order that a decision's name decides, so that no place is the better one."""
    return tuple(sorted(range(len(legal)), key=lambda k: sha256(f"{name} {legal[k]}".encode()).digest()))


def game_of(name: str, options: Mapping[str, Any]) -> Game:
    """A game by its name and options; the same object for the same ones, as far as they are remembered."""
    return _game(name, json.dumps(dict(options), sort_keys=True))


@lru_cache(maxsize=256)
def _game(name: str, options: str) -> Game:
    return make(name, **json.loads(options))


def read_row(data: object, game: str, canary: str) -> Row:
    """A row from a line of a set's file."""
    names = set(Row.__dataclass_fields__) - {"game", "weight"} | {"canary"}
    if not isinstance(data, dict) or set(data) - {"weight"} != names:
        odd = set(data) - {"weight"} ^ names if isinstance(data, dict) else names
        raise FileError(f"its fields are not those of a row: {', '.join(sorted(map(str, odd)))}")
    if data["canary"] != canary:
        raise FileError(f"its canary is another than the set's: {data['canary']!r}")
    count = len(data["legal"]) if isinstance(data["legal"], list) else 0
    _check(all(_is_line(data[name]) for name in _TEXTS), "id and start are texts of a line")
    _check(_are(data["texts"], str) and len(data["texts"]) == count > 0, "texts has a text a legal action")
    for name in ("legal", "actions"):
        _check(_are(data[name], int), f"{name} is a list of integers")
        _check(all(0 <= each < 1 << 31 for each in data[name]), f"{name} has numbers of actions")
    _check(data["legal"] == sorted(set(data["legal"])), "legal is ascending")
    for name in _NUMBERS:
        fits = _are(data[name], int, float) and len(data[name]) == count
        _check(fits and all(abs(each) <= _MOST for each in data[name]), f"{name} has a number an action")
    for name in _NUMBERS[1:]:
        _check(min(data[name]) >= 0, f"{name} has no number below 0")
    _check(0 in data["behind"], "behind is 0 for the best action")
    for name in ("seed", "worlds"):
        _check(_are([data[name]], int) and 0 <= data[name] < 1 << 64, f"{name} is an integer of at least 0")
    _check(isinstance(data["options"], dict) and isinstance(data["stratum"], dict), "options and stratum are maps")
    _check(all(isinstance(each, str | int | float) for each in data["options"].values()), "options are values")
    _check("name" not in data["options"], "name is no option")  # it would be taken for that of the game
    _check(_are(data["stratum"].values(), str, int), "stratum holds texts and integers")
    _check("phase" in data["stratum"], "stratum has the phase")
    _check(isinstance(data["differ"], bool), "differ is true or false")
    weight = data.get("weight", 1.0)
    _check(_are([weight], int, float) and 0 < weight <= _MOST, "weight is a number above 0")
    lists = {name: tuple(map(float, data[name])) for name in _NUMBERS}
    lists |= {name: tuple(data[name]) for name in ("actions", "texts", "legal")}
    kept = {name: data[name] for name in names - {"canary"}}
    return Row(**{**kept, **lists, "game": game, "weight": float(weight)})


def _are(values: object, *kinds: type) -> bool:
    """Whether something is a list of values of some types; a truth value is no integer."""
    if isinstance(values, str) or not isinstance(values, Iterable):
        return False
    return all(isinstance(each, kinds) and not isinstance(each, bool) for each in values)


def _is_line(text: object) -> bool:
    return isinstance(text, str) and bool(text) and text.isprintable()


def _check(fits: bool, rule: str) -> None:
    if not fits:
        raise FileError(f"it breaks a rule: {rule}")
