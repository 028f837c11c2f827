"""Tables, the log of events, links and browsers."""

import sqlalchemy as sa
from alembic import op

revision = "0001"
down_revision = None


def _of_table() -> sa.Column[str]:
    return sa.Column("table_id", sa.String(24), sa.ForeignKey("tables.id", ondelete="CASCADE"), primary_key=True)


def upgrade() -> None:
    """Make all tables."""
    op.create_table(
        "tables",
        sa.Column("id", sa.String(24), primary_key=True),
        sa.Column("game", sa.String(64), nullable=False),
        sa.Column("created", sa.BigInteger, nullable=False),
        sa.Column("join_hash", sa.String(64)),
        sa.Column("driver", sa.String(24)),
        sa.Column("driver_until", sa.BigInteger, nullable=False, server_default="0"),
    )
    op.create_table(
        "events",
        _of_table(),
        sa.Column("number", sa.Integer, primary_key=True, autoincrement=False),
        sa.Column("seat", sa.Integer),
        sa.Column("kind", sa.String(16), nullable=False),
        sa.Column("payload", sa.Text, nullable=False),
        sa.Column("at", sa.BigInteger, nullable=False),
    )
    op.create_table(
        "keys",
        _of_table(),
        sa.Column("hash", sa.String(64), primary_key=True),
        sa.Column("member", sa.Integer, nullable=False),
    )
    op.create_table(
        "grants",
        sa.Column("session", sa.String(64), primary_key=True),
        _of_table(),
        sa.Column("member", sa.Integer, primary_key=True, autoincrement=False),
    )
    op.create_index("grants_of_table", "grants", ["table_id", "member"])
