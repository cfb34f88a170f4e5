"""A table without a room behind it: the real templates and scripts, a server that does as told.

What the page does when pushes, refusals and silence reach it is looked at here alone, without
rules and database.
"""

from __future__ import annotations

import asyncio
import json
import threading
import time
from contextlib import closing
from socket import socket

import uvicorn
from fastapi import FastAPI, Request, WebSocket, WebSocketDisconnect
from fastapi.responses import HTMLResponse, JSONResponse, Response
from fastapi.staticfiles import StaticFiles
from jinja2 import ChoiceLoader, DictLoader

from app.games.contract import Chapter, Entry, GameMeta
from app.web import pages, regions, room_pages
from app.web.choices import Choice, Denial
from app.web.templating import (
    CONTENT_SECURITY_POLICY,
    STATIC,
    Renderer,
    SeatFace,
    TableContext,
    environment,
    push_lines,
    push_part,
    push_version,
)

META = GameMeta("stage", "Stage", "A table for tests.", "STG", 1, 2, (1, 2), 1)
CTX = TableContext("stage", (SeatFace(0, "Ines", 1, "I"), SeatFace(1, "Mo", 2, "M")))
REGIONS = """
{% from "games/kit.html" import spot, die, picker, pick %}
{% macro fans(data, spots, ctx) -%}
<b id="fans" data-mark="fans={{ data }}">{{ data }}</b>{% endmacro %}
{% macro dice(data, spots, ctx) %}
{% call picker("keep", "Keep these") %}{% for n in (2, 5, 6) %}
{% call pick(n, "die " ~ n) %}{{ die(n) }}{% endcall %}{% endfor %}{% endcall %}
{% endmacro %}
{% macro hand(data, spots, ctx) %}
{% for name in ("play", "many", "grave", "no", "forbidden") %}
{% call spot(spots[name], "card", label=name) %}{{ name }}{% endcall %}
{% endfor %}
{% endmacro %}
"""
BOARD = """
{% macro board(region, ctx) %}{{ region("fans") }}{{ region("dice") }}{% endmacro %}
{% macro tray(region, ctx) %}{{ region("hand") }}{% endmacro %}
"""
FACES = "{% macro face(kind, entry, content) %}{% endmacro %}"
CARDS = {"play": "Loud Song", "many": "Crossroads", "no": "The Wall"}
"""The glossary of the stage."""
DENIED = Denial("Too few roadies.", "STG-007", "/games/stage/rules#STG-007", {"crew": 2}, {})
CHOICES = (
    Choice("play", "hand/play", "Play"),
    Choice("left", "hand/many", "Left"),
    Choice("right", "hand/many", "Right"),
    Choice("end", "hand/grave", "A grave end", None, "Really end it?"),
    Choice("no", "hand/no", "No roadies", DENIED),
    Choice("forbidden", "hand/forbidden", "Forbidden, but looks open"),
    Choice("keep:2.6", "", "Keep 2 and 6"),
)


class Stage:
    """The server, and the strings that pull it. Use as a context manager."""

    def __init__(self) -> None:
        env = environment()
        assert env.loader is not None
        stage = {"games/stage/regions.html": REGIONS, "games/stage/board.html": BOARD}
        stage["games/stage/faces.html"] = FACES
        env.loader = ChoiceLoader([DictLoader(stage), env.loader])
        self._renderer = Renderer(env)
        with closing(socket()) as free:
            free.bind(("127.0.0.1", 0))
            self._port: int = free.getsockname()[1]
        self.url = f"http://127.0.0.1:{self._port}"
        self.version = 1
        self.log = ["The doors open."]
        self.moves: list[dict[str, str]] = []
        """As they came, over the socket or (then with a ``csrf``) as posted forms."""
        self.deaf = False
        """The socket takes moves and answers none of them."""
        self.asked: list[str] = []
        self.looked: list[str] = []
        self.since: list[str] = []
        self.silent = False
        self._sockets: set[WebSocket] = set()
        self._joined = asyncio.Event()

    # ---- strings

    def push(self, *, after: int | None = None) -> None:
        """Something happened: a new version, told to every page unless the stage is silent."""
        asyncio.run_coroutine_threadsafe(self._push(after), self._loop).result(5)

    def cut(self, code: int) -> None:
        """Close every socket."""
        asyncio.run_coroutine_threadsafe(self._cut(code), self._loop).result(5)

    # ---- the server

    def __enter__(self) -> Stage:
        config = uvicorn.Config(self._app(), port=self._port, log_level="error", ws="auto")
        self._server = uvicorn.Server(config)
        self._loop = asyncio.new_event_loop()
        serve = self._server.serve()
        self._thread = threading.Thread(target=self._loop.run_until_complete, args=(serve,))
        self._thread.start()
        while not self._server.started:
            time.sleep(0.01)
        return self

    def __exit__(self, *_: object) -> None:
        self._server.should_exit = True
        self._server.force_exit = True
        self._thread.join(5)
        self._loop.close()

    def _app(self) -> FastAPI:
        app = FastAPI()
        app.mount("/static", StaticFiles(directory=STATIC))
        app.get("/games/stage/names")(self._names)
        app.get("/games/stage/cards/{card}")(self._card)
        app.get("/rooms/1")(self._page)
        app.post("/rooms/1/moves")(self._move)
        app.post("/rooms/1/chat")(self._chat)
        app.websocket("/rooms/1/live")(self._live)
        return app

    def _regions(self) -> dict[str, str]:
        data = {"fans": self.version, "dice": None, "hand": None}
        return {name: self._renderer.region(name, name, data[name], CHOICES, CTX) for name in data}

    def _platform(self) -> dict[str, str]:
        draw = self._renderer.platform_region
        mine = self.version % 2 == 1
        title = "Your turn" if mine else ""
        banner = regions.TurnBanner(mine, title or "Mo", "choose", title)
        cards = regions.SeatCards((regions.SeatCard(CTX.seats[0], mine=True),))
        listed = regions.ChoiceList(
            tuple(choice for choice in CHOICES if choice.blocked is None),
            tuple(choice for choice in CHOICES if choice.blocked is not None),
        )
        return {
            "turn": draw("turn", banner, CTX),
            "seats": draw("seats", cards, CTX),
            "choices": draw("choices", listed, CTX),
            "moveform": draw("moveform", regions.MoveForm(str(self.version)), CTX),
        }

    def _lines(self, first: int = 0) -> str:
        lines = [regions.LogLine(n, text) for n, text in enumerate(self.log)][first:]
        return self._renderer.lines("log", lines, CTX)

    async def _page(self) -> HTMLResponse:
        platform = self._platform()
        page = room_pages.TablePage(
            url="/rooms/1",
            title="Stage",
            game=META,
            ctx=CTX,
            board=self._renderer.board(self._regions(), CTX, 0),
            log_html=self._lines(),
            chat_html="",
            version=self.version,
            now=int(time.time() * 1000),
            viewer=0,
            turn_html=platform["turn"],
            seats_html=platform["seats"],
            choices_html=platform["choices"],
            moveform_html=platform["moveform"],
        )
        html = self._renderer.page("table.html", page=page, house=pages.House(csrf="csrf"))
        return HTMLResponse(html, headers={"content-security-policy": CONTENT_SECURITY_POLICY})

    def _message(self, after: int, *, whole: bool = False) -> str:
        regions = "".join(map(push_part, [*self._regions().values(), *self._platform().values()]))
        log = push_lines("log", self._lines(0 if whole else len(self.log) - 1), all_lines=whole)
        return regions + log + push_version(self.version, after, int(time.time() * 1000))

    async def _push(self, after: int | None = None) -> None:
        self.version += 1
        self.log.append(f"Line {self.version}")
        if not self.silent:
            for each in list(self._sockets):
                await each.send_text(self._message(self.version - 1 if after is None else after))

    async def _cut(self, code: int) -> None:
        # a page may know of its connection before this side has gone on
        await self._joined.wait()
        for each in list(self._sockets):
            await each.close(code)

    async def _move(self, request: Request) -> Response:
        form = {key: str(value) for key, value in (await request.form()).items()}
        refusal = await self._answer(form)
        return JSONResponse(refusal, 409) if refusal else Response(status_code=204)

    async def _answer(self, move: dict[str, str]) -> dict[str, str]:
        """Make a move. The refusal, if it is one."""
        self.moves.append(move)
        await asyncio.sleep(0.1)
        if move["move"] == "forbidden":
            return {"refused": DENIED.reason, "rule": DENIED.rule, "rule_url": DENIED.rule_url}
        await self._push()
        return {}

    async def _answer_frame(self, live: WebSocket, frame: dict[str, str]) -> None:
        if self.deaf:
            self.moves.append(frame)
            return
        refusal = await self._answer(frame)
        answer = refusal or {"accepted": self.version}
        await live.send_text(json.dumps({"id": frame["id"], **answer}))

    async def _names(self) -> JSONResponse:
        self.looked.append("names")
        return JSONResponse(CARDS)

    async def _card(self, card: str) -> HTMLResponse:
        self.looked.append(card)
        entry = Entry(card, CARDS[card], f"What {CARDS[card]} does.", rules=("STG-007",))
        chapter = Chapter("card", "Cards", "All of them.", (entry,))
        return HTMLResponse(
            self._renderer.part("leaves.html", "card", chapter, entry, "stage", None)
        )

    async def _chat(self, request: Request) -> Response:
        form = await request.form()
        line = regions.ChatLine(len(self.moves), "Ines", str(form["text"]), "21:00", 0)
        for each in self._sockets:
            await each.send_text(push_lines("chat", self._renderer.lines("chat", [line], CTX)))
        return Response(status_code=204)

    async def _live(self, live: WebSocket) -> None:
        await live.accept()
        since = live.query_params.get("since", "")
        self.since.append(since)
        self._sockets.add(live)
        self._joined.set()
        if since != str(self.version):
            await live.send_text(self._message(0, whole=True))
        try:
            while True:
                frame = json.loads(await live.receive_text())
                if "move" in frame:
                    await self._answer_frame(live, frame)
                    continue
                ask = frame["ask"]
                self.asked.append(ask)
                if self.silent:
                    continue
                note = json.dumps({"version": self.version, "now": int(time.time() * 1000)})
                await live.send_text(note if ask == "version" else self._message(0, whole=True))
        except (WebSocketDisconnect, RuntimeError):
            self._sockets.discard(live)
