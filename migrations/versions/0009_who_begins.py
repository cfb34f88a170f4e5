"""Who began, for the first line of the log.

Revision ID: 0009
Revises: 0008
"""

from __future__ import annotations

import sqlalchemy as sa
from alembic import op

revision = "0009"
down_revision = "0008"


def upgrade() -> None:
    op.add_column("room", sa.Column("first_seat", sa.SmallInteger(), nullable=True))
