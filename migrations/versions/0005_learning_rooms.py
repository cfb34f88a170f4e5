"""Rooms in which somebody learns a game.

Revision ID: 0005
Revises: 0004
"""

from __future__ import annotations

import sqlalchemy as sa
from alembic import op

revision = "0005"
down_revision = "0004"


def upgrade() -> None:
    op.add_column(
        "room",
        sa.Column("learning", sa.Boolean(), server_default=sa.text("false"), nullable=False),
    )
