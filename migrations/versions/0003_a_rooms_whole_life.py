"""A room's whole life: passwords, presence, clocks, breaks and agreements, passkeys.

Revision ID: 0003
Revises: 0002
"""

from __future__ import annotations

import sqlalchemy as sa
from alembic import op
from sqlalchemy.dialects import postgresql

revision = "0003"
down_revision = "0002"


def _at(name: str = "at") -> sa.Column[object]:
    return sa.Column(name, sa.DateTime(timezone=True), server_default=sa.func.now(), nullable=False)


def _of(other: str, table: str) -> sa.ForeignKeyConstraint:
    return sa.ForeignKeyConstraint(
        [f"{other}_id"],
        [f"{other}.id"],
        name=f"fk_{table}_{other}_id_{other}",
        ondelete="CASCADE",
    )


def upgrade() -> None:
    op.add_column(
        "room", sa.Column("paused_by", sa.String(length=6), server_default="", nullable=False)
    )
    op.add_column("room", sa.Column("proposal", postgresql.JSONB(), nullable=True))
    op.drop_column("seat", "reserve")
    op.create_table(
        "room_key",
        sa.Column("room_id", sa.BigInteger(), nullable=False),
        sa.Column("person_id", sa.BigInteger(), nullable=False),
        _at(),
        _of("room", "room_key"),
        _of("person", "room_key"),
        sa.PrimaryKeyConstraint("room_id", "person_id", name="pk_room_key"),
    )
    op.create_table(
        "presence",
        sa.Column("room_id", sa.BigInteger(), nullable=False),
        sa.Column("person_id", sa.BigInteger(), nullable=False),
        sa.Column("node", sa.String(length=16), nullable=False),
        sa.Column("gone", sa.Boolean(), server_default=sa.text("false"), nullable=False),
        _at("since"),
        _at("seen_at"),
        _of("room", "presence"),
        _of("person", "presence"),
        sa.PrimaryKeyConstraint("room_id", "person_id", "node", name="pk_presence"),
    )
    op.create_index("ix_presence_node", "presence", ["node"])
    op.create_table(
        "pulse",
        sa.Column("id", sa.SmallInteger(), autoincrement=False, nullable=False),
        _at(),
        sa.PrimaryKeyConstraint("id", name="pk_pulse"),
    )
    op.create_table(
        "passkey",
        sa.Column("credential_id", sa.LargeBinary(), nullable=False),
        sa.Column("person_id", sa.BigInteger(), nullable=False),
        sa.Column("public_key", sa.LargeBinary(), nullable=False),
        sa.Column("sign_count", sa.BigInteger(), nullable=False),
        _at(),
        _of("person", "passkey"),
        sa.PrimaryKeyConstraint("credential_id", name="pk_passkey"),
    )
    op.create_index("ix_passkey_person_id", "passkey", ["person_id"])
