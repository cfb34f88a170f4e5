"""The database: every table of the house.

The newest state of a room lies in its own row, inline and compressed, so that a move is one
statement that rewrites one row and appends another. Older states are reachable by replaying
``move`` from the nearest row of ``snapshot``.
"""

from __future__ import annotations

from collections.abc import Collection
from typing import Any

from sqlalchemy import (
    ARRAY,
    BigInteger,
    Boolean,
    CheckConstraint,
    Column,
    DateTime,
    ForeignKey,
    Identity,
    Index,
    Integer,
    Interval,
    LargeBinary,
    MetaData,
    SmallInteger,
    String,
    Table,
    Text,
    any_,
    func,
    literal,
    text,
)
from sqlalchemy.dialects.postgresql import JSONB
from sqlalchemy.sql.expression import CollectionAggregate

metadata = MetaData(
    naming_convention={
        "ix": "ix_%(table_name)s_%(column_0_N_name)s",
        "uq": "uq_%(table_name)s_%(column_0_N_name)s",
        "ck": "ck_%(table_name)s_%(constraint_name)s",
        "fk": "fk_%(table_name)s_%(column_0_name)s_%(referred_table_name)s",
        "pk": "pk_%(table_name)s",
    }
)


def any_of(ids: Collection[int]) -> CollectionAggregate[Any]:
    """What a column of ids is compared with to find any of many: one parameter, and one
    statement for however many there are."""
    return any_(literal(list(ids), ARRAY(BigInteger)))


def _id() -> Column[int]:
    return Column("id", BigInteger, Identity(always=True), primary_key=True)


def _at(name: str = "at") -> Column[object]:
    return Column(name, DateTime(timezone=True), nullable=False, server_default=func.now())


person = Table(
    "person",
    metadata,
    _id(),
    Column("name", String(30), nullable=False),
    Column("colour", SmallInteger, nullable=False, server_default="1"),
    # "" for a friend, "moderator" or "admin"
    Column("role", String(12), nullable=False, server_default=""),
    # appears in the house's tables of honour
    Column("honours", Boolean, nullable=False, server_default=text("false")),
    # where mail may go once its owner has agreed; until then nothing but the question is sent
    Column("email", String(254)),
    Column("email_confirmed_at", DateTime(timezone=True)),
    Column("banned_at", DateTime(timezone=True)),
    _at("created_at"),
    _at("seen_at"),
    Index(
        "ix_person_email_confirmed", "id", postgresql_where=text("email_confirmed_at IS NOT NULL")
    ),
)

# one row a device; only hashes of tokens are kept
session = Table(
    "session",
    metadata,
    Column("token_hash", LargeBinary(32), primary_key=True),
    Column("person_id", ForeignKey("person.id", ondelete="CASCADE"), nullable=False, index=True),
    # until when this device may act with the person's role
    Column("admin_until", DateTime(timezone=True)),
    _at("created_at"),
    _at("seen_at"),
)

# links that work once: to another device, or to the dashboard
once_link = Table(
    "once_link",
    metadata,
    Column("token_hash", LargeBinary(32), primary_key=True),
    # "device" (signs in person_id), "admin" (makes the session an admin's), "passkey", or
    # "email" (confirms the address of person_id)
    Column("purpose", String(12), nullable=False),
    Column("person_id", ForeignKey("person.id", ondelete="CASCADE")),
    Column("expires_at", DateTime(timezone=True), nullable=False),
    _at("created_at"),
)

room = Table(
    "room",
    metadata,
    _id(),
    # the room's address; the invitation is a secret of its own and can be renewed
    Column("code", String(16), nullable=False, unique=True),
    Column("invite", String(16), nullable=False, unique=True),
    Column("game", String(40), nullable=False),
    # seats that the host has set out; at the start the empty ones are taken away
    Column("seats", SmallInteger, nullable=False),
    Column("settings", JSONB, nullable=False),
    Column("rules_version", Integer, nullable=False),
    Column("status", String(10), nullable=False, server_default="lobby"),
    Column("host_id", ForeignKey("person.id", ondelete="SET NULL")),
    Column("listed", Boolean, nullable=False, server_default=text("false")),
    Column("locked", Boolean, nullable=False, server_default=text("false")),
    Column("onlookers", Boolean, nullable=False, server_default=text("true")),
    Column("password_hash", Text),
    # an app.rooms.clocks.Clock: how much time there is, and what each seat has left of it
    Column("clock", JSONB, nullable=False, server_default=text('\'{"kind": "none"}\'')),
    Column("paused_at", DateTime(timezone=True)),
    # "table" when the people at it wanted the break, "" when the house did
    Column("paused_by", String(6), nullable=False, server_default=""),
    # what the table is asked to agree to: an app.rooms.proposals.Proposal
    Column("proposal", JSONB(none_as_null=True)),
    # never selected into a view
    Column("seed", LargeBinary(32), nullable=False),
    Column("version", Integer, nullable=False, server_default="0"),
    # zstd of msgpack of a Position
    Column("position", LargeBinary),
    # the next moment at which somebody's time is over
    Column("deadline", DateTime(timezone=True)),
    Column("result", JSONB),
    Column("rematch_of", ForeignKey("room.id", ondelete="SET NULL")),
    # a word of the house to everybody in this room, "" for none
    Column("notice", String(300), nullable=False, server_default=""),
    # somebody learns the game here
    Column("learning", Boolean, nullable=False, server_default=text("false")),
    # the only seat that was asked when the game began, for the first line of the log
    Column("first_seat", SmallInteger),
    _at("created_at"),
    _at("updated_at"),
    Column("started_at", DateTime(timezone=True)),
    Column("finished_at", DateTime(timezone=True)),
    CheckConstraint("status IN ('lobby', 'playing', 'finished', 'closed')", name="status"),
    Index("ix_room_status_updated_at", "status", "updated_at"),
    Index("ix_room_deadline", "deadline", postgresql_where=text("deadline IS NOT NULL")),
)

seat = Table(
    "seat",
    metadata,
    Column("room_id", ForeignKey("room.id", ondelete="CASCADE"), primary_key=True),
    Column("number", SmallInteger, primary_key=True),
    Column("person_id", ForeignKey("person.id", ondelete="SET NULL"), index=True),
    # the computer player that moves for this seat now, or ""
    Column("computer", String(12), nullable=False, server_default=""),
    # the person left for good (RNR-151, TNR-179, RTR-125, LOR-157, RH-265)
    Column("left_game", Boolean, nullable=False, server_default=text("false")),
    Column("name", String(30), nullable=False, server_default=""),
    Column("colour", SmallInteger, nullable=False),
    Column("ready", Boolean, nullable=False, server_default=text("false")),
    # what this seat has seen: entries after it are "since you looked"; -1: not even the start
    Column("seen_version", Integer, nullable=False, server_default="0"),
    # the version at which this seat's person was last told by mail that it is asked
    Column("mailed_version", Integer, nullable=False, server_default="-1"),
)

# who may not come back to a room
ban = Table(
    "ban",
    metadata,
    Column("room_id", ForeignKey("room.id", ondelete="CASCADE"), primary_key=True),
    Column("person_id", ForeignKey("person.id", ondelete="CASCADE"), primary_key=True),
    _at(),
)

# who may not talk in a room
mute = Table(
    "mute",
    metadata,
    Column("room_id", ForeignKey("room.id", ondelete="CASCADE"), primary_key=True),
    Column("person_id", ForeignKey("person.id", ondelete="CASCADE"), primary_key=True),
    _at(),
)

# who has said the room's password
room_key = Table(
    "room_key",
    metadata,
    Column("room_id", ForeignKey("room.id", ondelete="CASCADE"), primary_key=True),
    Column("person_id", ForeignKey("person.id", ondelete="CASCADE"), primary_key=True),
    _at(),
)

# who is in a room, by the node that holds the connection; kept after they have gone, to know when
presence = Table(
    "presence",
    metadata,
    Column("room_id", ForeignKey("room.id", ondelete="CASCADE"), primary_key=True),
    Column("person_id", ForeignKey("person.id", ondelete="CASCADE"), primary_key=True),
    Column("node", String(16), primary_key=True),
    Column("gone", Boolean, nullable=False, server_default=text("false")),
    _at("since"),
    _at("seen_at"),
    Index("ix_presence_node", "node"),
)

# onlookers without a name, by the node that holds their connections
crowd = Table(
    "crowd",
    metadata,
    Column("room_id", ForeignKey("room.id", ondelete="CASCADE"), primary_key=True),
    Column("node", String(16), primary_key=True),
    Column("nameless", Integer, nullable=False),
    _at("seen_at"),
    Index("ix_crowd_node", "node"),
)

# one row: when a node last looked after the clocks, and by how much the house's time is behind
# the database's clock (app/rooms/house_time.py)
pulse = Table(
    "pulse",
    metadata,
    Column("id", SmallInteger, primary_key=True),
    _at(),
    Column("lost", Interval, nullable=False, server_default=text("'00:00:00'")),
)

passkey = Table(
    "passkey",
    metadata,
    Column("credential_id", LargeBinary, primary_key=True),
    Column("person_id", ForeignKey("person.id", ondelete="CASCADE"), nullable=False, index=True),
    Column("public_key", LargeBinary, nullable=False),
    Column("sign_count", BigInteger, nullable=False),
    # made while acting for the house: whoever shows it acts again, with the role they have then
    Column("acts", Boolean, nullable=False, server_default=text("false")),
    _at(),
)

# the journal: append only
move = Table(
    "move",
    metadata,
    Column("room_id", ForeignKey("room.id", ondelete="CASCADE"), primary_key=True),
    # the room's version after this entry
    Column("number", Integer, primary_key=True),
    # "move", "rename", "undo", or about who moves for the seat: "stand-in", "leave", "return",
    # or "give-up"
    Column("kind", String(8), nullable=False),
    Column("seat", SmallInteger, nullable=False),
    Column("move", Text, nullable=False, server_default=""),
    Column("slot", Text, nullable=False, server_default=""),
    Column("undo_to", Integer, nullable=False, server_default="0"),
    # made by a computer player, the clock or the house: its name, "" for a person
    Column("by", String(12), nullable=False, server_default=""),
    # can't be taken back without asking the others
    Column("barrier", Boolean, nullable=False),
    # all draws of chance made so far
    Column("draws", Integer, nullable=False),
    # msgpack of list[Event]
    Column("events", LargeBinary, nullable=False),
    # the seat and the sender's own id for it, "2:…": the same id makes one move
    Column("client_id", String(40)),
    # microseconds that the rules took
    Column("took", Integer, nullable=False),
    _at(),
    Index(
        "uq_move_room_id_client_id",
        "room_id",
        "client_id",
        unique=True,
        postgresql_where=text("client_id IS NOT NULL"),
    ),
)

snapshot = Table(
    "snapshot",
    metadata,
    Column("room_id", ForeignKey("room.id", ondelete="CASCADE"), primary_key=True),
    Column("number", Integer, primary_key=True),
    Column("position", LargeBinary, nullable=False),
)

refused = Table(
    "refused",
    metadata,
    _id(),
    Column("room_id", ForeignKey("room.id", ondelete="CASCADE"), nullable=False, index=True),
    Column("version", Integer, nullable=False),
    Column("seat", SmallInteger),
    Column("person_id", ForeignKey("person.id", ondelete="SET NULL")),
    Column("move", Text, nullable=False),
    Column("rule", String(12), nullable=False),
    Column("why", Text, nullable=False),
    _at(),
)

message = Table(
    "message",
    metadata,
    _id(),
    Column("room_id", ForeignKey("room.id", ondelete="CASCADE"), nullable=False),
    Column("person_id", ForeignKey("person.id", ondelete="SET NULL")),
    # "room" or "onlookers"
    Column("channel", String(10), nullable=False),
    Column("name", String(30), nullable=False),
    Column("seat", SmallInteger),
    Column("text", String(500), nullable=False),
    Column("deleted", Boolean, nullable=False, server_default=text("false")),
    _at(),
    Index("ix_message_room_id_id", "room_id", "id"),
)

admin_action = Table(
    "admin_action",
    metadata,
    _id(),
    Column("person_id", ForeignKey("person.id", ondelete="SET NULL")),
    Column("action", String(40), nullable=False),
    Column("room_id", ForeignKey("room.id", ondelete="SET NULL"), index=True),
    Column("detail", JSONB, nullable=False, server_default=text("'{}'")),
    Column("reason", Text, nullable=False, server_default=""),
    _at(),
)

# letters that are still to be sent: any node takes one for a while, and removes it when it is out
mail = Table(
    "mail",
    metadata,
    _id(),
    # "confirm" (may we write here?) or "turn" (a seat is asked)
    Column("kind", String(8), nullable=False),
    Column("person_id", ForeignKey("person.id", ondelete="CASCADE"), nullable=False, index=True),
    Column("room_id", ForeignKey("room.id", ondelete="CASCADE"), index=True),
    Column("seat", SmallInteger),
    Column("attempts", SmallInteger, nullable=False, server_default="0"),
    # not before then: by when whoever has taken it must be done, or the next attempt after one
    # that failed
    Column("due_at", DateTime(timezone=True), nullable=False, server_default=func.now()),
    _at(),
    Index("ix_mail_due_at", "due_at"),
)

# what holds for the whole house: "notice" (a word to everybody), "closed" (why no game starts)
house_word = Table(
    "house_word",
    metadata,
    Column("name", String(20), primary_key=True),
    Column("text", String(300), nullable=False),
    _at(),
)

# one row a running process; a row that is not renewed is a node that is gone
node = Table(
    "node",
    metadata,
    Column("id", String(16), primary_key=True),
    Column("host", String(80), nullable=False),
    Column("version", String(40), nullable=False),
    Column("rooms", Integer, nullable=False, server_default="0"),
    Column("sockets", Integer, nullable=False, server_default="0"),
    Column("people", Integer, nullable=False, server_default="0"),
    _at("started_at"),
    _at("seen_at"),
)

# what a node did in a minute, for the charts of the last hours
node_minute = Table(
    "node_minute",
    metadata,
    Column("minute", DateTime(timezone=True), primary_key=True),
    Column("node_id", String(16), primary_key=True),
    Column("moves", Integer, nullable=False),
    Column("refusals", Integer, nullable=False),
    Column("errors", Integer, nullable=False),
    # milliseconds that 95 of 100 moves took at most, from request to commit
    Column("p95", Integer, nullable=False),
    Column("sockets", Integer, nullable=False),
)
