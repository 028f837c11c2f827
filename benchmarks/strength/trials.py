"""Long matches, played in parts that are kept: a command that was stopped goes on where it was.

An agent that searches takes minutes for a few deals. So each part of a match is written to the folder of the runs
when it is complete, and read instead of played the next time. A file says which match it is of, the version of
croupier and the shipped policy; one that says something else is not read. Each part says by which commit it was
played, and the table's record does where commits differ. After a change of how an agent plays,
delete the folder.
"""

from __future__ import annotations

import json
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from hashlib import sha256
from pathlib import Path
from typing import Any, ClassVar

import numpy as np

from benchmarks.strength.measures import Work
from benchmarks.strength.runs import Need, Values
from croupier import __version__
from croupier.agents.shipped import shipped_policy
from croupier.core.base.errors import ConfigError, FileError
from croupier.core.base.files import writing
from croupier.core.engine.game import Game
from croupier.core.engine.making import make
from croupier.measure.play.metrics import Doubles
from croupier.measure.play.trial import mean_and_interval, play_trial
from croupier.provenance import UNRECORDED, current_code

FOLDER, PART = "trials", 10
"""Folder of the parts under that of all runs, and the deals of a part."""
EARLIER = "earlier"
"""Of a result: the code by which its parts were played, see `croupier.provenance.code_of`."""


@dataclass(frozen=True)
class Pairing:
    """A player, and the player that it improves, each among the same others.

    Attributes:
        player: who is measured.
        base: who is played in the same deals for comparison; empty for nobody.
        others: who sits in the other seats; a single name takes all of them.
        deals: deals, each in every rotation of the seats.
        options: options of the game.
    """

    player: str
    base: str
    others: tuple[str, ...]
    deals: int
    options: Values = ()


@dataclass(frozen=True)
class Trials:
    """Players among several kinds of company, compared deal by deal with what they improve.

    Attributes:
        game: name of the game.
        pairings: the rows.
        seed: seed of the deals.
    """

    unseeded: ClassVar[str] = ""
    game: str
    pairings: tuple[Pairing, ...]
    seed: int = 3

    def needs(self, work: Work) -> list[Need]:
        """None: players are named."""
        del work
        return []

    def play(self, work: Work) -> dict[str, Any]:
        """A row a pairing: wins, points ahead of the others, and what both are more than those of the base."""
        rows, total = [], len(self.pairings)
        code: set[str] = set()
        for number, pairing in enumerate(self.pairings):

            def part(share: float, number: int = number) -> None:
                work.on_progress((number + share) / total)

            rows.append(self._row(pairing, work, part, code))
        return {"rows": rows, EARLIER: sorted(code)}

    def _row(
        self, pairing: Pairing, work: Work, progress: Callable[[float], None], code: set[str]
    ) -> dict[str, Any]:
        game, seed = make(self.game, **dict(pairing.options)), work.seeded(self.seed)
        others = pairing.others * (game.num_players - 1) if len(pairing.others) == 1 else pairing.others
        wins, ahead = self._kept(game, pairing.player, others, pairing.deals, seed, work, progress, code)
        row = {
            "player": pairing.player,
            "others": list(others),
            "options": dict(pairing.options),
            "deals": pairing.deals,
            "wins": mean_and_interval(wins, 0),
            "points": mean_and_interval(ahead, 0),
        }
        if pairing.base:
            base = self._kept(game, pairing.base, others, pairing.deals, seed, work, progress, code)
            row["gain_wins"] = mean_and_interval(wins - base[0], 0)
            row["gain_points"] = mean_and_interval(ahead - base[1], 0)
        return row

    def _kept(
        self,
        game: Game,
        player: str,
        others: Sequence[str],
        deals: int,
        seed: int,
        work: Work,
        progress: Callable[[float], None],
        code: set[str],
    ) -> tuple[Doubles, Doubles]:
        """Wins and points ahead of the mean of the others, deal by deal; parts that are missing are played.

        By which code the parts were played is added to `code`.
        """
        match = Match(game, player, tuple(others), seed)
        parts = match.read(work.runs)
        while (done := sum(len(part["wins"]) for part in parts)) < deals:
            progress(done / deals)
            parts.append(match.play(work, done, min(PART, deals - done)))
            if work.write:
                match.write(work.runs, parts)
        progress(1.0)
        code.update(part.get("code", UNRECORDED) for part in parts)
        wins, ahead = (np.array([value for part in parts for value in part[name]]) for name in ("wins", "ahead"))
        return wins[:deals], ahead[:deals]


@dataclass(frozen=True)
class Match:
    """One player among others, with its file.

    Attributes:
        game: the game with its options.
        player: who is measured.
        others: who sits in the other seats.
        seed: seed of the deals.
    """

    game: Game
    player: str
    others: tuple[str, ...]
    seed: int

    def about(self) -> dict[str, Any]:
        """What it is a match of, plain data."""
        try:
            policy = sha256(shipped_policy(self.game).read_bytes()).hexdigest()
        except ConfigError:  # no policy ships for this game
            policy = ""
        return {
            "croupier": __version__,
            "game": self.game.name,
            "options": dict(self.game.options),
            "player": self.player,
            "others": list(self.others),
            "seed": self.seed,
            "policy": policy,
        }

    def file(self, runs: Path) -> Path:
        """Where its parts are kept."""
        name = sha256(json.dumps(self.about(), sort_keys=True).encode()).hexdigest()[:16]
        return runs / FOLDER / f"{self.game.name}-{name}.json"

    def read(self, runs: Path) -> list[dict[str, Any]]:
        """The parts that are kept.

        Raises:
            FileError: the file is of another match, or is none.
        """
        path = self.file(runs)
        if not path.exists():
            return []
        try:
            kept = json.loads(path.read_text(encoding="utf-8"))
            about, parts = kept["match"], list(kept["parts"])
        except (ValueError, KeyError, TypeError) as error:
            raise FileError(f"{path} is no file of a match: {error}") from error
        if about != self.about():
            raise FileError(f"{path} is of another match: {about}")
        return parts

    def write(self, runs: Path, parts: Sequence[dict[str, Any]]) -> None:
        """Keep parts.

        Raises:
            FileError: the file cannot be written; the former one is as it was.
        """
        path = self.file(runs)
        try:
            path.parent.mkdir(parents=True, exist_ok=True)
            with writing(path) as file:
                file.write(json.dumps({"match": self.about(), "parts": list(parts)}).encode())
        except OSError as error:
            raise FileError(f"cannot write {path}: {error.strerror}") from error

    def play(self, work: Work, first: int, deals: int) -> dict[str, Any]:
        """Play some deals.

        Args:
            work: how.
            first: number of the first deal.
            deals: how many.
        """
        known = {name: work.agent(name, self.game) for name in {self.player, *self.others}}
        found = play_trial(
            self.game,
            known[self.player],
            [known[name] for name in self.others],
            deals,
            self.seed,
            first=first,
            measured=False,
            threads=work.threads,
        )
        ahead = found.points - found.others.mean(axis=1)
        return {"wins": found.wins.tolist(), "ahead": ahead.tolist(), "code": current_code()}
