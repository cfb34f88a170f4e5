"""Passkeys by which one comes in to act for the house.

Revision ID: 0004
Revises: 0003
"""

from __future__ import annotations

import sqlalchemy as sa
from alembic import op

revision = "0004"
down_revision = "0003"


def upgrade() -> None:
    op.add_column(
        "passkey",
        sa.Column("acts", sa.Boolean(), server_default=sa.text("false"), nullable=False),
    )
