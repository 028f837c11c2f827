"""Routes of finished games: their files, steps and reviews."""

from __future__ import annotations

import asyncio
import itertools
import json
from collections.abc import AsyncIterator
from operator import attrgetter
from typing import Annotated

from fastapi import APIRouter, Query, Request
from fastapi.responses import JSONResponse, StreamingResponse

from croupier.core.base.errors import FileError
from croupier.core.base.sentence import Language, in_language
from croupier.core.engine.deal_secret import deal_data
from croupier.server.agents.jobs import JobData, review_job
from croupier.server.agents.process_pool import JobAnswer, WorkerError
from croupier.server.base.default_table import for_browsers
from croupier.server.base.english import say
from croupier.server.base.languages import language_of, said
from croupier.server.base.refusal import RefusalError
from croupier.server.live.hub import Hub
from croupier.server.live.live import LiveTable
from croupier.server.room.chairs import heard_by
from croupier.server.room.messages import WireMessage, encode
from croupier.server.room.room import PERSON
from croupier.server.routes.session import RequestSession, Session, TranslatedRoute, address_of
from croupier.table.game_file import PlayedGame, parse_game
from croupier.table.narration import events, result

router = APIRouter(prefix="/api", route_class=TranslatedRoute)
MOST_ACTIONS = 20_000
"""Most actions of an uploaded file; a game at a table has fewer."""
MOST_VIEWS = 100
_REVIEW_SECONDS = 600.0
_NOBODY = -1
"""In place of a seat, for what everybody is told."""

FirstQuery = Annotated[int, Query(ge=0, le=MOST_ACTIONS, alias="from")]
SeatQuery = Annotated[int | None, Query(ge=0, le=64)]
SeatsQuery = Annotated[list[int] | None, Query(max_length=64)]


@router.get("/tables/{table}/game")
async def download(table: str, session: RequestSession) -> JSONResponse:
    """A finished game as the file that ``croupier replay`` reads."""
    live = await _finished(table, session)
    name = f"{live.room.name}-{table}.json"
    return JSONResponse(live.room.game_file(), headers={"content-disposition": f'attachment; filename="{name}"'})


async def _finished(table: str, session: Session) -> LiveTable:
    """A table whose game is over."""
    live = await session.as_watcher(table)
    if live.room.status != "over":
        raise RefusalError("forbidden", say("not_over"))
    return live


@router.get("/tables/{table}/luck")
async def luck(table: str, session: RequestSession) -> WireMessage:
    """What luck gave each person in a finished game and what mistakes cost, in shares of a win.

    It is weighed while they play. ``share`` is how much of the game is weighed: below 1, ``luck`` is null, and
    ``chance_lost`` is what the mistakes found so far cost. Where nothing was weighed, ``seats`` is null, and a
    review finds it.
    """
    return await (await _finished(table, session)).luck.told()


@router.get("/tables/{table}/best-trick")
async def best_trick(table: str, session: RequestSession) -> WireMessage:
    """The trick of a finished game that is worth the most; None in a game without tricks."""
    played = await played_at(table, session)
    return {"trick": await session.hub.replay_thread.run(_best_trick, played)}


def _best_trick(played: PlayedGame) -> WireMessage | None:
    won = played.state.game.spec.words.won_trick
    if won is None:
        return None
    tricks = [trick for before, action, _ in played.moves() if (trick := won(before, action)) is not None]
    return max(tricks, key=attrgetter("worth")).data() if tricks else None


@router.get("/tables/{table}/replay")
async def replay(table: str, session: RequestSession) -> WireMessage:
    """All steps of a finished game."""
    played = await played_at(table, session)
    return await session.hub.replay_thread.run(_steps, played)


@router.get("/tables/{table}/replay/views")
async def replay_views(
    table: str, session: RequestSession, first: FirstQuery = 0, seat: SeatQuery = None
) -> WireMessage:
    """What a seat, or all seats, saw at some steps of a finished game."""
    played = await played_at(table, session)
    return await session.hub.replay_thread.run(_views, played, first, seat)


async def played_at(table: str, session: Session) -> PlayedGame:
    """The finished game of a table."""
    room = (await _finished(table, session)).room
    if room.table is None:
        raise RefusalError("other-version", say("replay.version"))
    return PlayedGame(room.table.state.clone(), tuple(room.agents()), room.table.forfeited)


@router.post("/replays")
async def upload(request: Request, session: RequestSession) -> WireMessage:
    """All steps of a game whose file is uploaded; nothing of it is kept."""
    return await session.hub.replay_thread.run(_steps, await uploaded(request, session.hub))


@router.post("/replays/views")
async def upload_views(
    request: Request, session: RequestSession, first: FirstQuery = 0, seat: SeatQuery = None
) -> WireMessage:
    """What a seat, or all seats, saw at some steps of a game whose file is uploaded."""
    return await session.hub.replay_thread.run(_views, await uploaded(request, session.hub), first, seat)


async def uploaded(request: Request, hub: Hub) -> PlayedGame:
    """The game of an uploaded file."""
    return await hub.replay_thread.run(_read, await request.body())


def _read(body: bytes) -> PlayedGame:
    try:
        text = body.decode()
        data = json.loads(text)
        actions = data.get("actions") if isinstance(data, dict) else None
        if isinstance(actions, list) and len(actions) > MOST_ACTIONS:
            raise RefusalError("too-large", say("replay.long", most=MOST_ACTIONS, found=len(actions)))
        return parse_game(text)
    except (ValueError, RecursionError) as error:
        why = str(error) if isinstance(error, FileError) else say("replay.json")
        raise RefusalError("malformed", say("replay.file", why=why)) from error


def _steps(played: PlayedGame) -> WireMessage:
    """The steps of a game in words."""
    state, players = played.state, played.state.game.num_players
    steps = []
    for ply, (before, action, after) in enumerate(played.moves()):
        ended = before.game.spec.words.ended_round(before, action, after)
        lines = events(before, action, after, _NOBODY)
        steps.append(
            {
                "ply": ply, "seat": before.current_player(), "phase": before.phase,
                "text": before.action_to_string(action), "lines": lines, "said": [said(line) for line in lines],
                "secret": heard_by(before, players) is not None,
                "points": after.points().tolist(), "round_score": None if ended is None else ended.data(),
            }
        )  # fmt: skip
    return {
        "game": state.game.name, "title": state.game.spec.title, "options": dict(state.game.options),
        **deal_data(state.deal), "start": state.start, "agents": list(played.agents),
        "forfeited": played.forfeited,
        "finished": state.is_terminal() or played.forfeited is not None, "points": state.points().tolist(),
        "returns": state.returns().tolist(), "result": result(state) if state.is_terminal() else None,
        "steps": steps, "rounds": played.rounds(),
    }  # fmt: skip


def _views(played: PlayedGame, first: int, seat: int | None) -> WireMessage:
    """Views before the steps from one on, and at the end as the step after the last."""
    players = played.state.game.num_players
    if seat is not None and seat >= players:
        raise RefusalError("not-found", say("no_seat", last=players - 1, seat=seat))
    seats = range(players) if seat is None else (seat,)
    last = min(first + MOST_VIEWS // len(seats), len(played.state.history) + 1)
    before = (state for state, _, _ in played.moves())  # one by one, since a game may be long
    states = itertools.islice(enumerate(itertools.chain(before, [played.state])), first, last)
    spec = played.state.game.spec
    shown = [
        {"ply": ply, "views": [for_browsers(spec, state.view(each)) for each in seats]} for ply, state in states
    ]
    return {"from": first, "to": last, "of": len(played.state.history) + 1, "steps": shown}


# --------------------------------------------------------------------------------------------------------- reviews


@router.post("/tables/{table}/review")
async def review(
    request: Request, table: str, session: RequestSession, seat: SeatsQuery = None
) -> StreamingResponse:
    """A review of a finished game: lines of JSON with the progress, and at last the review or an error."""
    return await _reviewed(await played_at(table, session), seat, session.hub, request)


@router.post("/reviews")
async def upload_review(request: Request, session: RequestSession, seat: SeatsQuery = None) -> StreamingResponse:
    """A review of a game whose file is uploaded; nothing of it is kept.

    One that begins from a position, which could be of a game that goes on, is reviewed like a link is analysed.
    """
    played = await uploaded(request, session.hub)
    if played.state.start:
        await session.check_may_analyse()
    return await _reviewed(played, seat, session.hub, request)


async def _reviewed(played: PlayedGame, seats: list[int] | None, hub: Hub, request: Request) -> StreamingResponse:
    """Start a review; each address has one at a time."""
    state = played.state
    people = [number for number, name in enumerate(played.agents) if name == PERSON]
    chosen = seats or people or list(range(state.game.num_players))
    for seat in chosen:
        if not 0 <= seat < state.game.num_players:
            raise RefusalError("not-found", say("no_seat", last=state.game.num_players - 1, seat=seat))
    job = review_job(played, chosen)
    lines = _lines(state.game.name, job, hub, f"review {address_of(request)}", language_of(request))
    return StreamingResponse(lines, media_type="application/x-ndjson")


async def _lines(game: str, job: JobData, hub: Hub, owner: str, language: Language | None) -> AsyncIterator[str]:
    """The lines of a review in progress, in a language."""
    shares: asyncio.Queue[float | None] = asyncio.Queue()

    def line(told: WireMessage) -> str:
        return encode(in_language(told, language)) + "\n"

    async def made() -> JobAnswer:
        await hub.ready_games.compiled(game)  # here, so that no worker compiles meanwhile
        return await hub.process_pool.run(job, timeout=_REVIEW_SECONDS, owner=owner, on_progress=shares.put_nowait)

    first = {"progress": 0.0, "compiling": hub.ready_games.must_compile(game)}
    work = hub.runtime.spawn(made())
    work.add_done_callback(lambda _: shares.put_nowait(None))
    try:
        yield line(first)
        while (share := await shares.get()) is not None:
            yield line({"progress": share})
        try:
            yield line(work.result())
        except RefusalError as error:
            yield line({"error": error.data()})
        except WorkerError as error:
            yield line({"error": RefusalError("unavailable", str(error)).data()})
    finally:
        work.cancel()
