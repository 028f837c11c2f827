"""The languages in which browsers are sent notices."""

import sqlalchemy as sa
from alembic import op

revision = "0006"
down_revision = "0005"


def upgrade() -> None:
    """Add the column: English for the browsers of before."""
    op.add_column("pushes", sa.Column("language", sa.String(8), nullable=False, server_default="en"))
