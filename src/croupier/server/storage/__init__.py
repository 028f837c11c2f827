"""The database: schema, migrations, tables and their logs of events."""
