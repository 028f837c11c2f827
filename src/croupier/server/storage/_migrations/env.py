"""Alembic's environment: migrations run on the connection that `croupier.server.storage.database` hands over."""

from alembic import context

from croupier.server.storage.schema import metadata

connection = context.config.attributes["connection"]
context.configure(connection=connection, target_metadata=metadata, render_as_batch=True)
with context.begin_transaction():
    context.run_migrations()
