"""Onlookers without a name are counted on every node.

Revision ID: 0006
Revises: 0005
"""

from __future__ import annotations

import sqlalchemy as sa
from alembic import op

revision = "0006"
down_revision = "0005"


def upgrade() -> None:
    op.create_table(
        "crowd",
        sa.Column("room_id", sa.BigInteger(), nullable=False),
        sa.Column("node", sa.String(length=16), nullable=False),
        sa.Column("nameless", sa.Integer(), nullable=False),
        sa.Column(
            "seen_at", sa.DateTime(timezone=True), server_default=sa.func.now(), nullable=False
        ),
        sa.ForeignKeyConstraint(
            ["room_id"], ["room.id"], name="fk_crowd_room_id_room", ondelete="CASCADE"
        ),
        sa.PrimaryKeyConstraint("room_id", "node", name="pk_crowd"),
    )
    op.create_index("ix_crowd_node", "crowd", ["node"])
