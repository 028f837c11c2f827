"""Lines of a table's chat in the database, separate from the log of events."""

from __future__ import annotations

import json
from dataclasses import asdict, dataclass, field
from typing import Any

from sqlalchemy import delete, insert, literal, select, text
from sqlalchemy.exc import IntegrityError, SQLAlchemyError

from croupier.server.storage.log import CHANNEL, ConflictError, Queries, unavailable
from croupier.server.storage.schema import chat, tables

MOST_LINES = 300
"""Most chat lines per table, as many as notices; the oldest is removed."""


@dataclass(frozen=True)
class ChatLine:
    """A chat line of a person at a table."""

    number: int  # from 1 for each table, without gaps
    member: int
    name: str  # the member's name at that time
    kind: str  # `text`, `reaction`, or `name` for a new name of the member
    text: str = field(repr=False)  # people's words must not be logged
    at: int  # in milliseconds since 1970

    def data(self) -> dict[str, Any]:
        """The line as sent."""
        return asdict(self)


class ChatLines(Queries):
    """The chats of all tables in the database."""

    async def say(self, table: str, line: ChatLine) -> None:
        """Add a line to a table's chat and remove old ones; committed when this returns."""
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

    async def carry_chat(self, table: str, new: str) -> None:
        """Copy the lines of a table's chat to the next game's table, whose people are the same."""
        names = [column.name for column in chat.c]
        kept = select(literal(new), *(chat.c[name] for name in names[1:])).where(chat.c.table_id == table)
        await self.change(insert(chat).from_select(names, kept))

    async def said(self, table: str, since: int = 0) -> list[ChatLine]:
        """The lines of a table's chat after a number, in order."""
        query = select(chat).where(chat.c.table_id == table, chat.c.number > since).order_by(chat.c.number)
        rows = await self.rows(query)
        return [ChatLine(row.number, row.member, row.name, row.kind, row.text, row.at) for row in rows]
