"""Who began, for the first line of the log.

Revision ID: 0008
Revises: 0007
"""

from __future__ import annotations

import sqlalchemy as sa
from alembic import op

revision = "0008"
down_revision = "0007"


def upgrade() -> None:
    op.add_column("room", sa.Column("first_seat", sa.SmallInteger(), nullable=True))
