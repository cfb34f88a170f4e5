"""A database that is out of reach for a moment, told from a fault of ours."""

from __future__ import annotations

import asyncpg
from sqlalchemy.exc import DBAPIError
from sqlalchemy.exc import TimeoutError as NoConnection

AWAY = (
    OSError,
    DBAPIError,
    NoConnection,
    asyncpg.PostgresError,
    asyncpg.InterfaceError,
    asyncpg.InternalClientError,
)
"""What is raised, among others, when the database is away."""

_CLASSES = ("08", "57P")
"""SQLSTATEs: the connection broke; the server is ending or has just begun."""


def is_away(error: BaseException) -> bool:
    """Has the database gone, or is it starting? Then the same may well do in a moment."""
    cause = error.driver_exception if isinstance(error, DBAPIError) else error
    state = getattr(cause, "sqlstate", None) or ""
    # the driver has no other word for an answer that ends in the middle, nor for a server that has
    # said goodbye and not hung up
    broken = OSError | NoConnection | asyncpg.InternalClientError
    return isinstance(cause, broken) or state.startswith(_CLASSES)
