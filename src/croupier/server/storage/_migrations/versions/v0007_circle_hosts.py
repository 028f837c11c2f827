"""Whose browser made a circle, and may take its games out and change its link."""

import sqlalchemy as sa
from alembic import op

revision = "0007"
down_revision = "0006"


def upgrade() -> None:
    """Add the column: circles of before have no host."""
    op.add_column("circles", sa.Column("host", sa.String(64), nullable=False, server_default=""))
