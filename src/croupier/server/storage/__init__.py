"""The database: schema, migrations, tables and their logs of events.

- `store`: tables and rights, by SQLAlchemy on SQLite or PostgreSQL; subscriptions to notices.
- `log`: events and their writer, and the base of all queries.
- `chat_lines`: chat of tables.
- `postgres_reports`: reports between processes.
- `circles`: finished games of the same people.
- `schema`: the tables of the database.
- `database`: connections, and migrations, which run when a server starts.
- `waits`: waiting tables, and outages.
"""
