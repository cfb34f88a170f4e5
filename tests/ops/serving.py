"""The ``greenroom`` command with an app of one page, to look at the command alone."""

from __future__ import annotations

import asyncio
import sys
from types import ModuleType

from fastapi import FastAPI, WebSocket
from sqlalchemy import text
from sqlalchemy.ext.asyncio import create_async_engine

from app.cli import main
from app.settings import Settings


def create_app(settings: Settings) -> FastAPI:
    assert settings.database_url
    engine = create_async_engine(settings.database_url)
    app = FastAPI()
    begun = asyncio.Event()

    @app.get("/count")
    async def count() -> int:
        async with engine.connect() as connection:
            return (await connection.execute(text("SELECT count(*) FROM person"))).scalar_one()

    @app.get("/slow")
    async def slow() -> str:
        begun.set()
        await asyncio.sleep(1)
        return "done"

    @app.get("/begun")
    async def slow_has_begun() -> bool:
        await begun.wait()
        return True

    @app.websocket("/echo")
    async def echo(socket: WebSocket) -> None:
        await socket.accept()
        while True:
            await socket.send_text(str(len(await socket.receive_text())))

    return app


if __name__ == "__main__":
    stub = ModuleType("app.service")
    stub.create_app = create_app  # pyright: ignore[reportAttributeAccessIssue]
    sys.modules["app.service"] = stub
    main()
