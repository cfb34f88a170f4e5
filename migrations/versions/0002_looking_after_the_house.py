"""looking after the house: nodes and what they do, words to everybody, mutes

Revision ID: 0002
Revises: 0001
"""

from __future__ import annotations

import sqlalchemy as sa
from alembic import op

revision = "0002"
down_revision = "0001"


def _at(name: str) -> sa.Column[object]:
    return sa.Column(name, sa.DateTime(timezone=True), server_default=sa.func.now(), nullable=False)


def upgrade() -> None:
    op.create_table(
        "house_word",
        sa.Column("name", sa.String(length=20), nullable=False),
        sa.Column("text", sa.String(length=300), nullable=False),
        _at("at"),
        sa.PrimaryKeyConstraint("name", name=op.f("pk_house_word")),
    )
    op.create_table(
        "node",
        sa.Column("id", sa.String(length=16), nullable=False),
        sa.Column("host", sa.String(length=80), nullable=False),
        sa.Column("version", sa.String(length=40), nullable=False),
        sa.Column("rooms", sa.Integer(), server_default="0", nullable=False),
        sa.Column("sockets", sa.Integer(), server_default="0", nullable=False),
        sa.Column("people", sa.Integer(), server_default="0", nullable=False),
        _at("started_at"),
        _at("seen_at"),
        sa.PrimaryKeyConstraint("id", name=op.f("pk_node")),
    )
    op.create_table(
        "node_minute",
        sa.Column("minute", sa.DateTime(timezone=True), nullable=False),
        sa.Column("node_id", sa.String(length=16), nullable=False),
        sa.Column("moves", sa.Integer(), nullable=False),
        sa.Column("refusals", sa.Integer(), nullable=False),
        sa.Column("errors", sa.Integer(), nullable=False),
        sa.Column("p95", sa.Integer(), nullable=False),
        sa.Column("sockets", sa.Integer(), nullable=False),
        sa.PrimaryKeyConstraint("minute", "node_id", name=op.f("pk_node_minute")),
    )
    op.create_table(
        "mute",
        sa.Column("room_id", sa.BigInteger(), nullable=False),
        sa.Column("person_id", sa.BigInteger(), nullable=False),
        _at("at"),
        sa.ForeignKeyConstraint(
            ["person_id"], ["person.id"], name=op.f("fk_mute_person_id_person"), ondelete="CASCADE"
        ),
        sa.ForeignKeyConstraint(
            ["room_id"], ["room.id"], name=op.f("fk_mute_room_id_room"), ondelete="CASCADE"
        ),
        sa.PrimaryKeyConstraint("room_id", "person_id", name=op.f("pk_mute")),
    )
    # a constant default: Postgres keeps it beside the rows and rewrites none of them
    op.add_column(
        "room", sa.Column("notice", sa.String(length=300), server_default="", nullable=False)
    )
