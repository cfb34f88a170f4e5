"""The first tables: people, rooms, the journal, talk, and what admins do.

Revision ID: 0001
Revises:
"""

from __future__ import annotations

import sqlalchemy as sa
from alembic import op
from sqlalchemy.dialects import postgresql

revision = "0001"
down_revision = None


def upgrade() -> None:
    op.create_table(
        "person",
        sa.Column("id", sa.BigInteger(), sa.Identity(always=True), nullable=False),
        sa.Column("name", sa.String(length=30), nullable=False),
        sa.Column("colour", sa.SmallInteger(), server_default="1", nullable=False),
        sa.Column("role", sa.String(length=12), server_default="", nullable=False),
        sa.Column("honours", sa.Boolean(), server_default=sa.text("false"), nullable=False),
        sa.Column("email", sa.String(length=254), nullable=True),
        sa.Column("banned_at", sa.DateTime(timezone=True), nullable=True),
        sa.Column(
            "created_at", sa.DateTime(timezone=True), server_default=sa.func.now(), nullable=False
        ),
        sa.Column(
            "seen_at", sa.DateTime(timezone=True), server_default=sa.func.now(), nullable=False
        ),
        sa.PrimaryKeyConstraint("id", name=op.f("pk_person")),
    )
    op.create_table(
        "once_link",
        sa.Column("token_hash", sa.LargeBinary(length=32), nullable=False),
        sa.Column("purpose", sa.String(length=12), nullable=False),
        sa.Column("person_id", sa.BigInteger(), nullable=True),
        sa.Column("expires_at", sa.DateTime(timezone=True), nullable=False),
        sa.Column(
            "created_at", sa.DateTime(timezone=True), server_default=sa.func.now(), nullable=False
        ),
        sa.ForeignKeyConstraint(
            ["person_id"],
            ["person.id"],
            name=op.f("fk_once_link_person_id_person"),
            ondelete="CASCADE",
        ),
        sa.PrimaryKeyConstraint("token_hash", name=op.f("pk_once_link")),
    )
    op.create_table(
        "room",
        sa.Column("id", sa.BigInteger(), sa.Identity(always=True), nullable=False),
        sa.Column("code", sa.String(length=16), nullable=False),
        sa.Column("invite", sa.String(length=16), nullable=False),
        sa.Column("game", sa.String(length=40), nullable=False),
        sa.Column("seats", sa.SmallInteger(), nullable=False),
        sa.Column("settings", postgresql.JSONB(), nullable=False),
        sa.Column("rules_version", sa.Integer(), nullable=False),
        sa.Column("status", sa.String(length=10), server_default="lobby", nullable=False),
        sa.Column("host_id", sa.BigInteger(), nullable=True),
        sa.Column("listed", sa.Boolean(), server_default=sa.text("false"), nullable=False),
        sa.Column("locked", sa.Boolean(), server_default=sa.text("false"), nullable=False),
        sa.Column("onlookers", sa.Boolean(), server_default=sa.text("true"), nullable=False),
        sa.Column("password_hash", sa.Text(), nullable=True),
        sa.Column(
            "clock",
            postgresql.JSONB(),
            server_default=sa.text('\'{"kind": "none"}\''),
            nullable=False,
        ),
        sa.Column("paused_at", sa.DateTime(timezone=True), nullable=True),
        sa.Column("seed", sa.LargeBinary(length=32), nullable=False),
        sa.Column("version", sa.Integer(), server_default="0", nullable=False),
        sa.Column("position", sa.LargeBinary(), nullable=True),
        sa.Column("deadline", sa.DateTime(timezone=True), nullable=True),
        sa.Column("result", postgresql.JSONB(), nullable=True),
        sa.Column("rematch_of", sa.BigInteger(), nullable=True),
        sa.Column(
            "created_at", sa.DateTime(timezone=True), server_default=sa.func.now(), nullable=False
        ),
        sa.Column(
            "updated_at", sa.DateTime(timezone=True), server_default=sa.func.now(), nullable=False
        ),
        sa.Column("started_at", sa.DateTime(timezone=True), nullable=True),
        sa.Column("finished_at", sa.DateTime(timezone=True), nullable=True),
        sa.CheckConstraint(
            "status IN ('lobby', 'playing', 'finished', 'closed')", name=op.f("ck_room_status")
        ),
        sa.ForeignKeyConstraint(
            ["host_id"], ["person.id"], name=op.f("fk_room_host_id_person"), ondelete="SET NULL"
        ),
        sa.ForeignKeyConstraint(
            ["rematch_of"], ["room.id"], name=op.f("fk_room_rematch_of_room"), ondelete="SET NULL"
        ),
        sa.PrimaryKeyConstraint("id", name=op.f("pk_room")),
        sa.UniqueConstraint("code", name=op.f("uq_room_code")),
        sa.UniqueConstraint("invite", name=op.f("uq_room_invite")),
    )
    op.create_index(
        "ix_room_deadline",
        "room",
        ["deadline"],
        unique=False,
        postgresql_where=sa.text("deadline IS NOT NULL"),
    )
    op.create_index("ix_room_status_updated_at", "room", ["status", "updated_at"], unique=False)
    op.create_table(
        "session",
        sa.Column("token_hash", sa.LargeBinary(length=32), nullable=False),
        sa.Column("person_id", sa.BigInteger(), nullable=False),
        sa.Column("admin_until", sa.DateTime(timezone=True), nullable=True),
        sa.Column(
            "created_at", sa.DateTime(timezone=True), server_default=sa.func.now(), nullable=False
        ),
        sa.Column(
            "seen_at", sa.DateTime(timezone=True), server_default=sa.func.now(), nullable=False
        ),
        sa.ForeignKeyConstraint(
            ["person_id"],
            ["person.id"],
            name=op.f("fk_session_person_id_person"),
            ondelete="CASCADE",
        ),
        sa.PrimaryKeyConstraint("token_hash", name=op.f("pk_session")),
    )
    op.create_index(op.f("ix_session_person_id"), "session", ["person_id"], unique=False)
    op.create_table(
        "admin_action",
        sa.Column("id", sa.BigInteger(), sa.Identity(always=True), nullable=False),
        sa.Column("person_id", sa.BigInteger(), nullable=True),
        sa.Column("action", sa.String(length=40), nullable=False),
        sa.Column("room_id", sa.BigInteger(), nullable=True),
        sa.Column(
            "detail",
            postgresql.JSONB(),
            server_default=sa.text("'{}'"),
            nullable=False,
        ),
        sa.Column("reason", sa.Text(), server_default="", nullable=False),
        sa.Column("at", sa.DateTime(timezone=True), server_default=sa.func.now(), nullable=False),
        sa.ForeignKeyConstraint(
            ["person_id"],
            ["person.id"],
            name=op.f("fk_admin_action_person_id_person"),
            ondelete="SET NULL",
        ),
        sa.ForeignKeyConstraint(
            ["room_id"], ["room.id"], name=op.f("fk_admin_action_room_id_room"), ondelete="SET NULL"
        ),
        sa.PrimaryKeyConstraint("id", name=op.f("pk_admin_action")),
    )
    op.create_index(op.f("ix_admin_action_room_id"), "admin_action", ["room_id"], unique=False)
    op.create_table(
        "ban",
        sa.Column("room_id", sa.BigInteger(), nullable=False),
        sa.Column("person_id", sa.BigInteger(), nullable=False),
        sa.Column("at", sa.DateTime(timezone=True), server_default=sa.func.now(), nullable=False),
        sa.ForeignKeyConstraint(
            ["person_id"], ["person.id"], name=op.f("fk_ban_person_id_person"), ondelete="CASCADE"
        ),
        sa.ForeignKeyConstraint(
            ["room_id"], ["room.id"], name=op.f("fk_ban_room_id_room"), ondelete="CASCADE"
        ),
        sa.PrimaryKeyConstraint("room_id", "person_id", name=op.f("pk_ban")),
    )
    op.create_table(
        "message",
        sa.Column("id", sa.BigInteger(), sa.Identity(always=True), nullable=False),
        sa.Column("room_id", sa.BigInteger(), nullable=False),
        sa.Column("person_id", sa.BigInteger(), nullable=True),
        sa.Column("channel", sa.String(length=10), nullable=False),
        sa.Column("name", sa.String(length=30), nullable=False),
        sa.Column("seat", sa.SmallInteger(), nullable=True),
        sa.Column("text", sa.String(length=500), nullable=False),
        sa.Column("deleted", sa.Boolean(), server_default=sa.text("false"), nullable=False),
        sa.Column("at", sa.DateTime(timezone=True), server_default=sa.func.now(), nullable=False),
        sa.ForeignKeyConstraint(
            ["person_id"],
            ["person.id"],
            name=op.f("fk_message_person_id_person"),
            ondelete="SET NULL",
        ),
        sa.ForeignKeyConstraint(
            ["room_id"], ["room.id"], name=op.f("fk_message_room_id_room"), ondelete="CASCADE"
        ),
        sa.PrimaryKeyConstraint("id", name=op.f("pk_message")),
    )
    op.create_index("ix_message_room_id_id", "message", ["room_id", "id"], unique=False)
    op.create_table(
        "move",
        sa.Column("room_id", sa.BigInteger(), nullable=False),
        sa.Column("number", sa.Integer(), nullable=False),
        sa.Column("kind", sa.String(length=8), nullable=False),
        sa.Column("seat", sa.SmallInteger(), nullable=False),
        sa.Column("move", sa.Text(), server_default="", nullable=False),
        sa.Column("slot", sa.Text(), server_default="", nullable=False),
        sa.Column("undo_to", sa.Integer(), server_default="0", nullable=False),
        sa.Column("by", sa.String(length=12), server_default="", nullable=False),
        sa.Column("barrier", sa.Boolean(), nullable=False),
        sa.Column("draws", sa.Integer(), nullable=False),
        sa.Column("events", sa.LargeBinary(), nullable=False),
        sa.Column("client_id", sa.String(length=40), nullable=True),
        sa.Column("took", sa.Integer(), nullable=False),
        sa.Column("at", sa.DateTime(timezone=True), server_default=sa.func.now(), nullable=False),
        sa.ForeignKeyConstraint(
            ["room_id"], ["room.id"], name=op.f("fk_move_room_id_room"), ondelete="CASCADE"
        ),
        sa.PrimaryKeyConstraint("room_id", "number", name=op.f("pk_move")),
    )
    op.create_index(
        "uq_move_room_id_client_id",
        "move",
        ["room_id", "client_id"],
        unique=True,
        postgresql_where=sa.text("client_id IS NOT NULL"),
    )
    op.create_table(
        "refused",
        sa.Column("id", sa.BigInteger(), sa.Identity(always=True), nullable=False),
        sa.Column("room_id", sa.BigInteger(), nullable=False),
        sa.Column("version", sa.Integer(), nullable=False),
        sa.Column("seat", sa.SmallInteger(), nullable=True),
        sa.Column("person_id", sa.BigInteger(), nullable=True),
        sa.Column("move", sa.Text(), nullable=False),
        sa.Column("rule", sa.String(length=12), nullable=False),
        sa.Column("why", sa.Text(), nullable=False),
        sa.Column("at", sa.DateTime(timezone=True), server_default=sa.func.now(), nullable=False),
        sa.ForeignKeyConstraint(
            ["person_id"],
            ["person.id"],
            name=op.f("fk_refused_person_id_person"),
            ondelete="SET NULL",
        ),
        sa.ForeignKeyConstraint(
            ["room_id"], ["room.id"], name=op.f("fk_refused_room_id_room"), ondelete="CASCADE"
        ),
        sa.PrimaryKeyConstraint("id", name=op.f("pk_refused")),
    )
    op.create_index(op.f("ix_refused_room_id"), "refused", ["room_id"], unique=False)
    op.create_table(
        "seat",
        sa.Column("room_id", sa.BigInteger(), nullable=False),
        sa.Column("number", sa.SmallInteger(), nullable=False),
        sa.Column("person_id", sa.BigInteger(), nullable=True),
        sa.Column("computer", sa.String(length=12), server_default="", nullable=False),
        sa.Column("left_game", sa.Boolean(), server_default=sa.text("false"), nullable=False),
        sa.Column("name", sa.String(length=30), server_default="", nullable=False),
        sa.Column("colour", sa.SmallInteger(), nullable=False),
        sa.Column("ready", sa.Boolean(), server_default=sa.text("false"), nullable=False),
        sa.Column("seen_version", sa.Integer(), server_default="0", nullable=False),
        sa.Column("reserve", sa.Integer(), nullable=True),
        sa.ForeignKeyConstraint(
            ["person_id"], ["person.id"], name=op.f("fk_seat_person_id_person"), ondelete="SET NULL"
        ),
        sa.ForeignKeyConstraint(
            ["room_id"], ["room.id"], name=op.f("fk_seat_room_id_room"), ondelete="CASCADE"
        ),
        sa.PrimaryKeyConstraint("room_id", "number", name=op.f("pk_seat")),
    )
    op.create_index(op.f("ix_seat_person_id"), "seat", ["person_id"], unique=False)
    op.create_table(
        "snapshot",
        sa.Column("room_id", sa.BigInteger(), nullable=False),
        sa.Column("number", sa.Integer(), nullable=False),
        sa.Column("position", sa.LargeBinary(), nullable=False),
        sa.ForeignKeyConstraint(
            ["room_id"], ["room.id"], name=op.f("fk_snapshot_room_id_room"), ondelete="CASCADE"
        ),
        sa.PrimaryKeyConstraint("room_id", "number", name=op.f("pk_snapshot")),
    )

    # the newest state stays in the row itself, compressed by us: no second compression, no
    # side table, and room in the page for the rewritten row
    op.execute("ALTER TABLE room ALTER COLUMN position SET STORAGE MAIN")
    op.execute("ALTER TABLE room SET (fillfactor = 50, toast_tuple_target = 8160)")
