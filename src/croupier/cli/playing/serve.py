"""``croupier serve``: the table in the browser."""

from __future__ import annotations

import io
import re
from collections.abc import Sequence
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any

from croupier.cli.common import Json, flag, named_words, note, option, print_json
from croupier.cli.models import REPLIES, LlmSettings, LlmUrl, ModelOptions
from croupier.core.base.errors import ConfigError, FileError, require

if TYPE_CHECKING:
    from croupier.agents.agent import Agent
    from croupier.agents.llm.settings import ModelDefaults

_LIBRARIES = (
    "fastapi", "uvicorn", "websockets", "sqlalchemy", "aiosqlite", "alembic", "psycopg", "segno", "idna",
    "confusable_homoglyphs",
)  # fmt: skip


LIMITS = {"connections": 16, "connections-per-address": 8, "header-seconds": 0.1, "body-seconds": 0.1}
"""Limits of each process with their least values: connections at a time, also per address; seconds for a request's
header, and for its body or the reading of its answer.
"""


def read_limits(words: Sequence[str]) -> dict[str, Any]:
    """Limits from ``NAME=N``, by the names of `ServerSettings`."""
    found: dict[str, Any] = {}
    for name, text in named_words(words, "--limit", "NAME=N, like connections=4096", LIMITS, "limit"):
        least = LIMITS[name]
        if (
            not re.fullmatch(r"\d{1,9}" if isinstance(least, int) else r"\d{1,9}(\.\d{1,9})?", text)
            or float(text) < least
        ):
            kind = "a whole number" if isinstance(least, int) else "a number"
            raise ConfigError(f"--limit {name} must be {kind} of at least {least}, not {text!r}")
        found[name.replace("-", "_")] = type(least)(text)
    return found


def serve(
    host: Annotated[str, option("ADDRESS", "Listen on this address.")] = "127.0.0.1",
    port: Annotated[int, option("N", "0 for any free one.", min=0, max=65535)] = 8000,
    lan: Annotated[
        bool, flag("--lan", "Let others in the same network join: print an address and a QR code.")
    ] = False,
    base_url: Annotated[str, option("URL", "Behind a proxy: what people type to get here.")] = "",
    database: Annotated[str | None, option("URL", "postgresql://USER@HOST/NAME or sqlite:///FILE.")] = None,
    data: Annotated[
        Path | None,
        option(
            "DIR", "Where tables are kept without --database, and what models at tables were asked and replied."
        ),
    ] = None,
    workers: Annotated[int, option("N", "Processes; several need PostgreSQL.", min=1, max=64)] = 1,
    agent: Annotated[
        list[str] | None,
        option("AGENT", "Let people also seat this agent, such as a model that costs money; repeat for more."),
    ] = None,
    llm_url: LlmUrl = None,
    llm_settings: LlmSettings = None,
    thinkers: Annotated[int, option("N", "Processes for search, hints and reviews.", min=1, max=64)] = 2,
    keep: Annotated[int, option("DAYS", "Delete tables after this many idle days; 0: never.", min=0)] = 0,
    push_host: Annotated[
        list[str] | None, option("HOST[:PORT]", "Send notices to this host too; repeat for more.")
    ] = None,
    limit: Annotated[
        list[str] | None, option("NAME=N", f"Change a limit: {', '.join(LIMITS)}; repeat for more.")
    ] = None,
    as_json: Json = False,
    seed: Annotated[
        int | None, option("N", "Deal the same games at every start: tests.", min=0, max=2**48 - 1)
    ] = None,
) -> None:
    """Serve tables to browsers: people by links, and agents.

    Tables are saved in a SQLite file in the user's data folder, so they survive a restart. Ctrl-C ends the server.

    Example: croupier serve --lan
    """
    from croupier.core.base.kernel import kernel_setting

    require("croupier serve", *_LIBRARIES)
    kernel_setting()  # an error there is the operator's, not a visitor's
    if lan and host != "127.0.0.1":
        raise ConfigError("--lan listens on all addresses of this machine: leave out --host")
    limits = read_limits(limit or ())
    allowed = tuple(agent or ())
    _check_agents(allowed, llm_url, llm_settings)
    import platformdirs

    from croupier.server.base.settings import EVERYWHERE, ServerSettings, database_address, is_local, shown_host
    from croupier.server.notices.encryption import KEY_FILE
    from croupier.server.process.run import serve as run

    folder = data or Path(platformdirs.user_data_dir("croupier"))
    settings = ServerSettings(
        database=database_address(database, folder),
        host=EVERYWHERE[0] if lan else host,
        port=port,
        base_url=base_url,
        workers=workers,
        agents=allowed,
        llm_url=llm_url or "",
        llm_settings=str(llm_settings.absolute()) if llm_settings else "",
        replies=str(folder.absolute() / REPLIES) if database is None or data is not None else "",
        thinkers=thinkers,
        keep_days=keep,
        push_keys=str(folder.absolute() / KEY_FILE),
        push_hosts=tuple(push_host or ()),
        **limits,
        seed=seed,
        warm=True,
    )

    def ready(taken: int) -> None:
        address = settings.base_url or f"http://{shown_host(settings.host)}:{taken}"
        if as_json:
            print_json({"address": address, "host": settings.host, "port": taken, "lan": lan})
            return
        note(f"croupier serves {address} (Ctrl-C ends it).")
        if lan:
            note(_qr_code(address))
        elif is_local(settings):
            note("Only this machine can join; with --lan others in your network can.")

    try:
        run(settings, ready)
    except KeyboardInterrupt:
        note("croupier serve has ended; the tables are kept.")


def _check_agents(agents: Sequence[str], llm_url: str | None, llm_settings: Path | None) -> None:
    """Check, before anybody sits down, that each agent can play some game."""
    from croupier.agents.agent import traits_of
    from croupier.agents.speech import speaks

    options = ModelOptions(llm_url, llm_settings)
    models = options.defaults()
    made = [_made(name, models) for name in agents]
    options.check_needed(made)
    for agent in made:
        if traits_of(agent).asks:
            raise ConfigError(f"people sit down by links: {agent.name!r} is no agent that they can seat")
        if speaks(agent) and agent.notes:
            raise ConfigError(f"{agent.name} keeps notes, which tables in the browser do not: leave them out")


def _made(name: str, models: ModelDefaults) -> Agent:
    """An agent, made for the first game that it plays."""
    from croupier.agents.registry import make_agent
    from croupier.core.engine.making import make
    from croupier.core.spec.registry import names

    refused: dict[str, ConfigError | FileError] = {}
    for game in names():  # variants too: a policy may be for one of them
        try:
            return make_agent(name, make(game), models=models)
        except (ConfigError, FileError) as error:
            refused.setdefault(str(error), error)
    if len(refused) == 1:
        raise next(iter(refused.values()))
    raise ConfigError(f"no game knows the agent {name!r}: {'; '.join(refused)}")


def _qr_code(text: str) -> str:
    """A QR code for the terminal."""
    import segno

    out = io.StringIO()
    segno.make(text, error="l").terminal(out, compact=True, border=2)
    return out.getvalue()
