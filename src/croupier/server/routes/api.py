"""Routes about the server itself: what it is, and which games and agents it has. See docs/protocol.md."""

from __future__ import annotations

import dataclasses

from fastapi import APIRouter

from croupier import __version__
from croupier.core.base.errors import ConfigError
from croupier.core.engine.making import make, make_table
from croupier.core.spec.registry import registered_games, spec
from croupier.measure.costs.problems import shipped_problems
from croupier.server.agents.allowed_agents import game_of, listed
from croupier.server.base.addresses import is_local
from croupier.server.base.default_table import cover, table_module
from croupier.server.base.refusal import as_sentence
from croupier.server.base.telling import TellingRoute
from croupier.server.room.messages import VERSION, WireMessage
from croupier.server.routes.session import RequestSession

router = APIRouter(prefix="/api", route_class=TellingRoute)


@router.get("/status")
async def status(session: RequestSession) -> WireMessage:
    """What the server is, and how busy."""
    hub = session.hub
    return {
        "version": __version__, "schema": VERSION, "preparing": hub.ready_games.preparing,
        "base_url": hub.settings.base_url, "local_only": is_local(hub.settings),
        "keep_days": hub.settings.keep_days, "push": hub.notifier.key or None,
        "push_off": None if hub.notifier.key else as_sentence(hub.notifier.why_off),
        "deal": "secret" if hub.settings.seed is None else "seed",
    }  # fmt: skip


@router.get("/games")
async def games(session: RequestSession) -> list[WireMessage]:
    """The games with their options and variants, and those that cannot be loaded, with the reason."""
    return await session.hub.runtime.in_thread(lambda: [_listed(name) for name in registered_games()])


def _listed(name: str) -> WireMessage:
    try:
        return _game_data(name)
    except ConfigError as error:
        return {"name": name, "title": name, "failed": as_sentence(str(error))}


def _game_data(name: str) -> WireMessage:
    found, usual = spec(name), make_table(name)
    options = [
        {**dataclasses.asdict(option), "range": option.range_text, "label": option.called,
         "default": usual.options[option.name]}
        for option in found.options
    ]  # fmt: skip
    return {
        "name": name, "title": found.title, "summary": found.summary, "version": found.version,
        "options": options, "variants": {
            each: dict(make(each).options if found.table else given) for each, given in found.variants.items()
        },
        "players": usual.num_players, "information": usual.facts.information,
        "score_sheet": found.score_sheet is not None, "problems": name in shipped_problems(),
        "lesson": found.lesson is not None, "table_module": table_module(found),
        "cover": cover(found),
    }  # fmt: skip


@router.get("/games/{name}/agents")
async def agents(name: str, session: RequestSession) -> list[WireMessage]:
    """The agents that may sit at a game."""
    game = await session.hub.runtime.in_thread(lambda: make(game_of(name)))
    return [dict(each) for each in listed(game, session.hub.settings.agents)]
