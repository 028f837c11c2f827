"""The database: schema, migrations, tables and their logs of events.

- `store`: what is kept, by SQLAlchemy, on SQLite or PostgreSQL.
- `log`: events, and their writer.
- `chat_lines`: what people at tables say to each other.
- `pushes`: browsers that are sent notices.
- `circles`: games that the same people have finished.
- `schema`: the tables of the database.
- `database`: connections.
- `migrate`: migrations, run when a server starts.
- `waits`, `outages`: until when tables wait, and when no clock went on.
- `reports`, `postgres_reports`: how processes tell each other what is new: a protocol, and by PostgreSQL.
"""
