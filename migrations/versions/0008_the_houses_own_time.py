"""The house's own time, kept beside the database's clock.

Revision ID: 0008
Revises: 0007
"""

from __future__ import annotations

import sqlalchemy as sa
from alembic import op

revision = "0008"
down_revision = "0007"


def upgrade() -> None:
    op.add_column(
        "pulse",
        sa.Column("lost", sa.Interval(), server_default=sa.text("'00:00:00'"), nullable=False),
    )
    op.execute("INSERT INTO pulse (id) VALUES (1) ON CONFLICT DO NOTHING")
