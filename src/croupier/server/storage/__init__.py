"""The database: schema, migrations, tables and their logs of events.

- `store`: what is kept, by SQLAlchemy, on SQLite or PostgreSQL; who is sent notices.
- `log`: events and their writer, and how all others ask the database.
- `chat_lines`: what people at tables say to each other.
- `postgres_reports`: how processes tell each other what is new.
- `circles`: games that the same people have finished.
- `schema`: the tables of the database.
- `database`: connections, and migrations, run when a server starts.
- `waits`: until when tables wait, and when no clock went on.
"""
