"""Word by mail: confirmed addresses, letters to be sent, what a seat was told.

Revision ID: 0007
Revises: 0006
"""

from __future__ import annotations

import sqlalchemy as sa
from alembic import op

revision = "0007"
down_revision = "0006"


def _at(name: str) -> sa.Column[object]:
    return sa.Column(name, sa.DateTime(timezone=True), server_default=sa.func.now(), nullable=False)


def upgrade() -> None:
    op.add_column(
        "person", sa.Column("email_confirmed_at", sa.DateTime(timezone=True), nullable=True)
    )
    op.create_index(
        "ix_person_email_confirmed",
        "person",
        ["id"],
        postgresql_where=sa.text("email_confirmed_at IS NOT NULL"),
    )
    op.add_column(
        "seat", sa.Column("mailed_version", sa.Integer(), server_default="-1", nullable=False)
    )
    op.create_table(
        "mail",
        sa.Column("id", sa.BigInteger(), sa.Identity(always=True), nullable=False),
        sa.Column("kind", sa.String(length=8), nullable=False),
        sa.Column("person_id", sa.BigInteger(), nullable=False),
        sa.Column("room_id", sa.BigInteger(), nullable=True),
        sa.Column("seat", sa.SmallInteger(), nullable=True),
        sa.Column("attempts", sa.SmallInteger(), server_default="0", nullable=False),
        _at("due_at"),
        _at("at"),
        sa.ForeignKeyConstraint(
            ["person_id"], ["person.id"], name="fk_mail_person_id_person", ondelete="CASCADE"
        ),
        sa.ForeignKeyConstraint(
            ["room_id"], ["room.id"], name="fk_mail_room_id_room", ondelete="CASCADE"
        ),
        sa.PrimaryKeyConstraint("id", name="pk_mail"),
    )
    for column in ("person_id", "room_id", "due_at"):
        op.create_index(f"ix_mail_{column}", "mail", [column])
