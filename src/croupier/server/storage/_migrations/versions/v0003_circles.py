"""Circles, and the games that were finished in them."""

import sqlalchemy as sa
from alembic import op

revision = "0003"
down_revision = "0002"


def upgrade() -> None:
    """Make both tables."""
    op.create_table(
        "circles",
        sa.Column("hash", sa.String(64), primary_key=True),
        sa.Column("name", sa.String(64), nullable=False),
        sa.Column("last", sa.BigInteger, nullable=False),
        sa.Column("deleted_at", sa.BigInteger),
    )
    op.create_table(
        "circle_games",
        sa.Column("circle", sa.String(64), sa.ForeignKey("circles.hash", ondelete="CASCADE"), primary_key=True),
        sa.Column("game", sa.String(24), primary_key=True),
        sa.Column("at", sa.BigInteger, nullable=False),
        sa.Column("result", sa.Text, nullable=False),
    )
