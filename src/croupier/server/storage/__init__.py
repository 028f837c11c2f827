"""The database: schema, migrations, tables and their logs of events.

- `table_store`: what the server asks of it: a protocol.
- `store`: the same by SQLAlchemy, on SQLite or PostgreSQL.
- `log`: events, and their writer.
- `payloads`: what each kind of event holds, checked when it is read.
- `chat_lines`: what people at tables say to each other.
- `pushes`: browsers that are sent notices.
- `circles`: games that the same people have finished.
- `schema`: the tables of the database.
- `database`: connections.
- `migrate`: migrations, run when a server starts.
- `waits`, `outages`: until when tables wait, and when no clock went on.
- `reports`, `postgres_reports`: how processes tell each other what is new: a protocol, and by PostgreSQL.
"""
