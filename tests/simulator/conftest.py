"""Databases for tests of the model of one: a PostgreSQL, and a file of SQLite that has nothing but its tables."""

from tests.postgres import postgres
from tests.server.conftest import empty_tables

__all__ = ["empty_tables", "postgres"]
