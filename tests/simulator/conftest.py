"""A PostgreSQL for tests of the model of one."""

from tests.postgres import postgres

__all__ = ["postgres"]
