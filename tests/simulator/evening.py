"""An evening in a world: people and agents play a game at servers that fail now and then; a seed decides all."""

from __future__ import annotations

import asyncio
import contextlib
import logging
from collections import Counter
from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from random import Random
from typing import Any

from croupier.core.engine.making import make
from croupier.core.spec.registry import names
from tests.simulator.checking.history import TableHistory
from tests.simulator.checking.promises import faults
from tests.simulator.checking.record import TableRecord
from tests.simulator.network import BrokenError, Browser
from tests.simulator.people import Company, OpenPage, Person
from tests.simulator.process import SimulatedProcess
from tests.simulator.redealing import Redeal
from tests.simulator.servers import SimulatedServer
from tests.simulator.store import Disk
from tests.simulator.troubles import Troubles
from tests.simulator.world import World, run

_NAMES = ("Ann", "Bob", "Cid", "Dora")
_MOVE_SECONDS = 15.0
"""For each move, after which all go home, whatever has become of the game."""
_CALM_SECONDS = 900.0
_AFTERWARDS_SECONDS = 20.0
_FORESEEN = (
    "the database: ", "the result of table", "what table",
    "no agent could play when a clock had ended: unavailable",
    "refused when nobody waited for it any more: unavailable",
)  # fmt: skip
"""How warnings begin that servers give where the database does not answer."""


@dataclass(frozen=True)
class EveningPlan:
    """What an evening is like."""

    game: str | None = None  # the name of a game, or of a variant; None for one that the seed draws
    options: Mapping[str, Any] = field(default_factory=dict)  # its options
    moves: int = 100  # after how many moves and sealed answers all go home
    trouble: float = 20.0  # seconds between two troubles, on average; 0 for none
    whims: bool = True  # whether people do something beside playing
    servers: int | None = None  # how many; None for as many as the seed draws
    clock: int | None = None  # seconds of a clock, 0 for none; None for one that the seed draws
    other_answers: int | None = None  # from which turn on the first person's sealed choices are others
    redeal: Redeal | None = None  # what is dealt anew in the game
    lost_at: int | None = None  # after how many points the first server is lost, once; None for never
    # writes that fail, by their numbers from 1 on; and whether they are there nevertheless
    failing: Mapping[int, bool] = field(default_factory=dict)


@dataclass
class EveningOutcome:
    """What came of an evening."""

    faults: list[str]  # promises that were not kept; none may be there
    moves: int  # moves and sealed answers in the log
    crashes: int  # processes that were lost
    writes: int  # what was written to the database, or failed to be
    points: int  # how many points have come
    # events of each kind; `clock` for what was played when one had ended, `deleted` for a deleted table
    kinds: Counter[str]  # events of each kind; `clock` where one ended, `deleted` for a table that was deleted
    seconds: float  # simulated time
    record: TableRecord  # what was told, and what is stored


class _Errors(logging.Handler):
    """What servers note as errors, or as what they have not foreseen: there may be nothing."""

    def __init__(self, world: World) -> None:
        super().__init__(logging.WARNING)
        self.disk: Disk | None = None  # where it has never failed, nothing is foreseen
        self._world = world

    def emit(self, record: logging.LogRecord) -> None:
        """Keep it, unless it is what follows where the database fails."""
        text, fails = record.getMessage(), self.disk is not None and self.disk.failed
        if record.levelno >= logging.ERROR or not (fails and text.startswith(_FORESEEN)):
            self._world.errors.append(f"logged: {text}")


class Evening:
    """See `simulate`."""

    def __init__(self, world: World, plan: EveningPlan) -> None:
        self.world, self.plan = world, plan
        draw = world.random
        self.disk = Disk(world)
        self.disk.failing.update(plan.failing)
        count = plan.servers or 1 + int(draw.random() * 2)
        self.servers = [self._server(number, count) for number in range(count)]
        self._runtime = SimulatedProcess(world, "people")
        self.troubles = Troubles(world, self._runtime, self.servers, self.disk)
        self.company = Company(self.servers, TableHistory(), self._runtime)
        self._game = plan.game or names()[int(draw.random() * len(names()))]
        self._seats = make(self._game, **plan.options).num_players
        count = 1 + int(draw.random() * min(4, self._seats))
        self.people = [self._person(number, number) for number in range(count)]
        self._watched = self.deleted = False
        self.clock = (plan.clock or None) if plan.clock is not None else (None, None, 15)[int(draw.random() * 3)]

    def _server(self, number: int, count: int) -> SimulatedServer:
        return SimulatedServer(self.world, self.disk, f"s{number}", shared=count > 1, redeal=self.plan.redeal)

    def _person(self, number: int, member: int | None) -> Person:
        name = (*_NAMES, "Eve")[number]
        browser = Browser(self.world, name, f"10.0.0.{number}")
        others = self.plan.other_answers if number == 0 else None
        return Person(name, browser, self.company, Random(f"{self.world.seed} {name}"), member, others)

    @property
    def kinds(self) -> Counter[str]:
        """How many events of each kind are in the log."""
        return self.disk.kinds(self.company.table)

    async def go(self) -> EveningOutcome:
        """Let it happen."""
        self._note_plan()
        if self.plan.lost_at is not None:
            self.world.calls[self.plan.lost_at] = lambda: self.troubles.lose(self.servers[0])
        for server in self.servers:
            await server.start()
        await self._gather()
        self.company.calm = not self.plan.whims
        pages = [page for each in self.people for page in await self._pages(each)]
        watching = [self._person(len(_NAMES), None)] if self._watched else []
        pages += [OpenPage(each, each.browser) for each in watching]
        for person in (*self.people, *watching):
            browsers = {id(page.browser): page.browser for page in pages if page.person is person}
            self.company.history.received[person.member] = [each.received for each in browsers.values()]
        tasks = [self._runtime.spawn(page.person.live(page)) for page in pages]
        if self.plan.trouble > 0:
            self.troubles.begin(self.plan.trouble)
        await self._until(self.plan.moves, _CALM_SECONDS + _MOVE_SECONDS * self.plan.moves)
        if self.kinds["end"] and self.plan.whims:
            await self._runtime.sleep(_AFTERWARDS_SECONDS)
        await self.troubles.heal()
        self.company.calm = True
        healed = _played(self.kinds)
        await self._until(healed + 1, _CALM_SECONDS)
        if self.kinds["end"] and self.kinds["circle"]:
            await self._kept()
        if not self.kinds["end"] and _played(self.kinds) == healed:
            self.world.errors.append("the game has not gone on, with everybody there and nothing in trouble")
        self.company.over = True
        for task in tasks:
            task.cancel()
        for left in await asyncio.gather(*tasks, return_exceptions=True):
            if isinstance(left, Exception):
                self.world.errors.append(f"a person's page: {type(left).__name__}: {left}")
        told = self._told()
        if self.kinds["end"]:
            await self._delete(self.people[0])
        for server in self.servers:
            await server.stop()
        self.world.note_unheard()
        return self._outcome(told)

    def _note_plan(self) -> None:
        """Begin the trace with what the evening is like."""
        plan, note = self.plan, self.world.note
        people = ", ".join(person.name for person in self.people)
        note(f"seed {self.world.seed}: {self._game} {dict(plan.options) or ''} for {self._seats}, with {people}")
        clock = "no clock" if self.clock is None else f"a clock of {self.clock} s"
        troubles = f"a trouble every {plan.trouble:g} s" if plan.trouble else "no trouble"
        note(f"{len(self.servers)} servers, {clock}, {troubles}, {plan.moves} moves")
        if plan.other_answers is not None:
            note(f"{self.people[0].name}'s sealed answers are others from turn {plan.other_answers} on")
        if plan.redeal is not None:
            note(f"what seat {plan.redeal.seat} cannot know is dealt anew after move {plan.redeal.plies}")

    async def _pages(self, person: Person) -> list[OpenPage]:
        """One page of a person's; or two, of the same browser or of another one that a link let in."""
        found, draw = [OpenPage(person, person.browser)], self.world.random.random()
        if draw < 0.15:
            found.append(OpenPage(person, person.browser))
        elif draw < 0.3:
            with contextlib.suppress(BrokenError):
                found.append(OpenPage(person, await self._phone(person)))
        return found

    async def _phone(self, person: Person) -> Browser:
        """Another browser of a person's, by the person's link; BrokenError where no server or database answers."""
        phone = Browser(self.world, f"{person.name}'s phone", f"10.0.1.{person.member}")
        status, answer = await person.ask("POST", "/links", {})
        if status == 200:
            path = f"/api/tables/{self.company.table}/enter"
            status, _ = await phone.ask(self.servers[0], "POST", path, {"token": answer["token"]})
        if status != 200:
            raise BrokenError
        return phone

    async def _gather(self) -> None:
        """The first person makes a table, the others come, and the game is begun."""
        host, draw = self.people[0], self.world.random
        kinds = ["me", *["open"] * (len(self.people) - 1)]
        seats: list[dict[str, Any]] = [{"kind": kind} for kind in kinds]
        agent, self._watched = (("random", "bot")[int(draw.random() * 2)], draw.random() < 0.5)
        seats += [{"kind": "agent", "agent": agent}] * (self._seats - len(seats))
        settings = {
            "pace": ("instant", "quick")[int(draw.random() * 2)], "take_back": round(2 * draw.random(), 1),
            "spectators": "open" if self._watched else "none", "stand_in": agent, "clock": self.clock,
            "away_after": (0, 10, 60)[int(draw.random() * 3)] or 10 * self._ghosts, "hints": draw.random() < 0.5,
        }  # fmt: skip
        body = {"game": self._game, "options": dict(self.plan.options), "name": host.name, "seats": seats,
                "settings": settings}  # fmt: skip
        made = await self._granted(host, "POST", "/api/tables", body)
        self.company.table = made["table"]
        path = f"/api/tables/{self.company.table}/join"
        for person in self.people[1:]:
            come = {"token": made["join"], "name": person.name}
            person.member = (await self._granted(person, "POST", path, come))["member"]
        self._runtime.spawn(self._begin(host))

    @property
    def _ghosts(self) -> bool:
        """Whether somebody may come twice and have a seat in which nobody plays."""
        return bool(self.plan.failing) or self.plan.lost_at is not None

    async def _granted(self, person: Person, method: str, path: str, body: dict[str, Any]) -> Any:
        """What a request is answered, which is made again where the database has failed."""
        attempt = 1
        while True:
            try:
                status, answer = await person.browser.ask(self.servers[0], method, path, body)
                if status == 200:
                    return answer
            except BrokenError:
                answer = "nothing"
            self.world.note(f"{person.name} is answered {answer}, and asks again")
            attempt += 1
            body = {**body, "name": f"{person.name} {attempt}"}  # the first may have come after all
            await self._runtime.sleep(1.0)

    async def _begin(self, host: Person) -> None:
        """The host begins the game, as soon as a server does so."""
        while not self.company.over:
            try:
                status, answer = await host.ask("POST", "/start", {})
                if status == 200 or answer["error"]["code"] == "over":
                    return
            except BrokenError:
                pass
            await self._runtime.sleep(1.0)

    async def _until(self, moves: int, seconds: float) -> None:
        """Wait for so many moves, or for the end of the game."""
        end = self.world.seconds + seconds
        while self.world.seconds < end and not self.world.errors:
            kinds = self.kinds
            if kinds["end"] or _played(kinds) >= moves:
                return
            await self._runtime.sleep(1.0)

    async def _kept(self) -> None:
        """Wait until a circle has kept what the game came to."""
        end = self.world.seconds + _AFTERWARDS_SECONDS
        while self.world.seconds < end and not self.disk.circles_of(self.company.table):
            await self._runtime.sleep(1.0)

    async def _delete(self, host: Person) -> None:
        """The host deletes the table of a game that is over; then nothing of it may be left."""
        status, _ = await host.ask("DELETE", f"?member={host.member}")
        await self._runtime.sleep(_AFTERWARDS_SECONDS)
        left = self.disk.left_of(self.company.table)
        if status == 200 and left:
            self.world.errors.append(f"of a table that was deleted there is something in {', '.join(left)}")
        self.deleted = status == 200

    def _told(self) -> TableRecord:
        down = [server.down for server in self.servers]
        return TableRecord(self.disk, self.company.table, self.company.history, self.clock, down, self.plan.redeal)

    def _outcome(self, told: TableRecord) -> EveningOutcome:
        wrong = [*self.world.errors, *faults(told)]
        return EveningOutcome(
            wrong,
            sum(row.kind in ("move", "seal") for row in told.log),
            self.troubles.crashes,
            self.disk.writes,
            self.world.points,
            Counter(each.payload["by"] if each.payload.get("by") == "clock" else each.kind for each in told.log)
            + Counter(deleted=int(self.deleted)),
            self.world.seconds,
            told,
        )


def _played(kinds: Counter[str]) -> int:
    """Moves and sealed answers."""
    return kinds["move"] + kinds["seal"]


def simulate(
    seed: int, plan: EveningPlan | None = None, trace: Callable[[str], object] | None = None
) -> EveningOutcome:
    """Let an evening happen; the seed decides all that the plan leaves open, the trace is told of it."""
    world = World(seed, trace)
    errors = _Errors(world)
    log = logging.getLogger("croupier.server")
    passes, log.propagate = log.propagate, False
    log.addHandler(errors)
    try:

        async def main() -> EveningOutcome:
            evening = Evening(world, plan or EveningPlan())
            errors.disk = evening.disk
            return await evening.go()

        return run(world, main())
    finally:
        log.removeHandler(errors)
        log.propagate = passes
