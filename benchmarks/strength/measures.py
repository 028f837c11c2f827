"""What tables show, declared as data: matches, exact values, reports on one player."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass, replace
from pathlib import Path
from typing import Any, ClassVar, Protocol

from benchmarks.strength.runs import Need, TrainedRun, Values
from croupier.agents.agent import Agent
from croupier.agents.policy import PolicyAgent
from croupier.agents.registry import make_agent
from croupier.core.engine.game import Game
from croupier.core.engine.making import make
from croupier.measure.reports.player import Plan, evaluate
from croupier.measure.stats.strength import among_copies, exact_result, measuring_seed

Entrant = str | TrainedRun
"""An agent's name, or a run whose policy plays."""


@dataclass(frozen=True)
class Work:
    """How tables are played.

    Attributes:
        runs: folder of all runs.
        threads: threads that step the games, and train.
        seed: seed of the deals in place of the declared one; None for that.
        write: whether results are written beside the runs that they are of.
        on_progress: called with the share of the present measurement that is done, 0..1.
    """

    runs: Path
    threads: int
    seed: int | None
    write: bool
    on_progress: Callable[[float], None]

    def agent(self, entrant: Entrant, game: Game) -> Agent:
        """The agent that an entrant is."""
        if isinstance(entrant, str):
            return make_agent(entrant, game)
        return PolicyAgent(entrant.policy(self.runs), game)

    def seeded(self, declared: int) -> int:
        """The seed of some deals."""
        return declared if self.seed is None else self.seed


class Measure(Protocol):
    """A measurement; several tables may show parts of the same one.

    Attributes:
        unseeded: why another seed changes nothing in it; empty where the seed decides its deals.
    """

    unseeded: ClassVar[str]

    def needs(self, work: Work) -> list[Need]:
        """Runs that must be complete."""
        ...

    def play(self, work: Work) -> dict[str, Any]:
        """Play it; plain data for JSON."""
        ...


@dataclass(frozen=True)
class Matches:
    """Players against several kinds of opponents, all other seats taken by one kind; as `croupier arena` plays it.

    Attributes:
        game: name of the game.
        players: who is measured.
        opponents: names of the opponents.
        deals: deals of each match, every one in all rotations of the seats.
        seed: seed of the deals; None for each run's own, as at the end of `croupier train`.
        options: options of the game.
    """

    unseeded: ClassVar[str] = ""
    game: str
    players: tuple[Entrant, ...]
    opponents: tuple[str, ...]
    deals: int
    seed: int | None = None
    options: Values = ()

    def needs(self, work: Work) -> list[Need]:
        """The runs of the players."""
        return [each.need(work.runs, work.threads) for each in self.players if isinstance(each, TrainedRun)]

    def play(self, work: Work) -> dict[str, Any]:
        """A row a player, a cell an opponent; None where a bot would meet itself."""
        game = make(self.game, **dict(self.options))
        rows: list[list[dict[str, Any] | None]] = []
        total = len(self.players) * len(self.opponents)
        for player in self.players:
            rows.append([])
            for opponent in self.opponents:
                done = (len(rows) - 1) * len(self.opponents) + len(rows[-1])

                def part(share: float, done: int = done) -> None:
                    work.on_progress((done + share) / total)

                rows[-1].append(None if player == opponent else self._match(game, player, opponent, work, part))
        return {"rows": rows}

    def _match(
        self, game: Game, player: Entrant, opponent: str, work: Work, progress: Callable[[float], None]
    ) -> dict[str, Any]:
        own = measuring_seed(player.seed) if isinstance(player, TrainedRun) else 0
        seed = work.seeded(own if self.seed is None else self.seed)
        found = among_copies(
            game, work.agent(player, game), opponent, self.deals, seed, threads=work.threads, progress=progress
        )
        figures = {"mean": found.win_rate, "ci95": found.ci95, "games": found.games, "points": found.mean_points}
        return {"opponent": opponent, **figures}


@dataclass(frozen=True)
class AtTables:
    """One player against copies of one opponent at tables of several options.

    Attributes:
        game: name of the game.
        player: who is measured.
        opponent: name of the opponents.
        tables: the options of each table.
        deals: deals at each table, every one in all rotations of the seats.
        seed: seed of the deals; None for the run's own.
    """

    unseeded: ClassVar[str] = ""
    game: str
    player: Entrant
    opponent: str
    tables: tuple[Values, ...]
    deals: int
    seed: int | None = None

    def matches(self) -> list[Matches]:
        """That of each table."""
        return [
            Matches(self.game, (self.player,), (self.opponent,), self.deals, self.seed, options)
            for options in self.tables
        ]

    def needs(self, work: Work) -> list[Need]:
        """The run of the player, if it is one."""
        return self.matches()[0].needs(work)

    def play(self, work: Work) -> dict[str, Any]:
        """A row a table, with its number of seats and its match."""
        rows = []
        for number, match in enumerate(self.matches()):

            def part(share: float, number: int = number) -> None:
                work.on_progress((number + share) / len(self.tables))

            ((cell,),) = match.play(replace(work, on_progress=part))["rows"]
            seats = make(self.game, **dict(match.options)).num_players
            rows.append({"options": dict(match.options), "players": seats, "match": cell})
        return {"rows": rows}


@dataclass(frozen=True)
class Exact:
    """The exact value of one agent against another, as `croupier solve` computes it.

    Attributes:
        game: name of the game.
        agent: agent A.
        against: agent B.
        options: options of the game.
        limit: whether the turn limit counts.
    """

    unseeded: ClassVar[str] = "computed exactly, without deals"
    game: str
    agent: str
    against: str
    options: Values = ()
    limit: bool = False

    def needs(self, work: Work) -> list[Need]:
        """None."""
        del work
        return []

    def play(self, work: Work) -> dict[str, Any]:
        """A's values when it starts, when it is second, and their mean."""
        game = make(self.game, **dict(self.options))
        a, b = (work.agent(name, game) for name in (self.agent, self.against))
        found = exact_result(game, a, b, limit=self.limit)
        return {"first": found.first, "second": found.second, "mean": found.mean}


@dataclass(frozen=True)
class Evaluated:
    """The report on one player, as `croupier arena` writes it.

    Attributes:
        game: name of the game.
        player: who is reported on.
        deals: deals of each table.
        ability_deals: deals of each comparison of abilities.
        seed: seed of all deals.
        options: options of the game.
    """

    unseeded: ClassVar[str] = ""
    game: str
    player: Entrant
    deals: int = 500
    ability_deals: int = 2000
    seed: int = 0
    options: Values = ()

    def needs(self, work: Work) -> list[Need]:
        """The run of the player, if it is one."""
        return [self.player.need(work.runs, work.threads)] if isinstance(self.player, TrainedRun) else []

    def play(self, work: Work) -> dict[str, Any]:
        """The report."""
        plan = Plan(self.deals, self.ability_deals, work.seeded(self.seed), work.threads)
        game, name = make(self.game, **dict(self.options)), str(self.player)
        found = evaluate(game, lambda sized: work.agent(self.player, sized), plan, work.on_progress)
        return {"player": name} | found


Shown = Callable[[Mapping[str, Any]], str]
"""Makes the text between two markers from the result of a measurement."""


@dataclass(frozen=True)
class Table:
    """A table, or a figure in a sentence, of the documentation.

    Attributes:
        name: id of its markers.
        file: the page, from the root of the checkout.
        measure: what it shows.
        show: how it is written.
    """

    name: str
    file: str
    measure: Measure
    show: Shown
