"""Whether this node lives and can serve, for proxies and whoever restarts nodes."""

from __future__ import annotations

import asyncio

import asyncpg
from fastapi import APIRouter, Request
from sqlalchemy import text
from sqlalchemy.exc import SQLAlchemyError
from starlette.responses import PlainTextResponse

from app.web.asking import house_of

router = APIRouter()

_PATIENCE = 3.0  # seconds for the database


@router.get("/healthz")
async def alive() -> PlainTextResponse:
    """200 while this process answers at all: when it does not, start it anew."""
    return PlainTextResponse("ok")


@router.get("/readyz")
async def ready(request: Request) -> PlainTextResponse:
    """200 when the database answers, else 503: send players to another node meanwhile."""
    try:
        async with asyncio.timeout(_PATIENCE), house_of(request).engine.connect() as connection:
            await connection.execute(text("SELECT 1"))
    except (OSError, TimeoutError, SQLAlchemyError, asyncpg.PostgresError):
        return PlainTextResponse("the database does not answer", 503)
    return PlainTextResponse("ok")
