"""Lines of a table's chat as the database keeps them, apart from the log of events."""

from __future__ import annotations

import json
from dataclasses import asdict, dataclass, field
from typing import Any

from sqlalchemy import delete, insert, select, text
from sqlalchemy.exc import IntegrityError, SQLAlchemyError

from croupier.server.storage.log import CHANNEL, ConflictError, Queries, unavailable
from croupier.server.storage.schema import chat, tables

MOST_LINES = 300
"""Lines that are kept of a table, as many as notices; with another one the oldest goes."""


@dataclass(frozen=True)
class ChatLine:
    """Something that a person at a table has said."""

    number: int  # 1 for the first of a table, without gaps
    member: int
    name: str  # what the member was called then
    kind: str  # `text`, `reaction`, or `name` where the member is called something else from now on
    text: str = field(repr=False)  # people's words belong in no log of the process
    at: int  # in milliseconds since 1970

    def data(self) -> dict[str, Any]:
        """As it is sent."""
        return asdict(self)


class ChatLines(Queries):
    """The chats of all tables in the database."""

    async def say(self, table: str, line: ChatLine) -> None:
        """Add a line to a table's chat, and let those go that are too old; it is committed when this returns."""
        old = chat.c.number <= line.number - MOST_LINES
        try:
            async with self.engine.begin() as connection:
                await connection.execute(insert(chat).values(table_id=table, **line.data()))
                await connection.execute(delete(chat).where(chat.c.table_id == table, old))
                if self.engine.dialect.name == "postgresql":
                    report = json.dumps({"chat": table, "number": line.number})
                    await connection.execute(text("SELECT pg_notify(:to, :said)"), {"to": CHANNEL, "said": report})
        except IntegrityError as error:
            if not await self.rows(select(tables.c.id).where(tables.c.id == table)):
                raise unavailable(error) from error
            raise ConflictError from error
        except (SQLAlchemyError, OSError) as error:
            raise unavailable(error) from error

    async def said(self, table: str, since: int = 0) -> list[ChatLine]:
        """The lines of a table's chat after some number, in order."""
        query = select(chat).where(chat.c.table_id == table, chat.c.number > since).order_by(chat.c.number)
        rows = await self.rows(query)
        return [ChatLine(row.number, row.member, row.name, row.kind, row.text, row.at) for row in rows]
