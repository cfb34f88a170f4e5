"""The cards of a game to leaf through, one card for the table's look-up, and what is found.

What is long to draw or to gather, once in a process, is done on a thread beside the loop: nobody's
move waits for somebody who leafs through cards.
"""

from __future__ import annotations

from functools import cache
from typing import Annotated, Any

from fastapi import APIRouter, Query, Request
from markupsafe import Markup
from starlette.concurrency import run_in_threadpool
from starlette.responses import HTMLResponse, JSONResponse, RedirectResponse, Response

from app.games.contract import Rules
from app.people.texts import plain_text
from app.rooms.refusals import Refused
from app.web import pages
from app.web.answers import page
from app.web.asking import Asking, game_at, house_of
from app.web.choices import card_url
from app.web.finding import entries_of, find
from app.web.templating import Renderer

router = APIRouter()

_FOR_AN_HOUR = {"cache-control": "public, max-age=3600", "vary": "hx-request"}
"""Cards are the same for everybody and change with the service only."""


@router.get("/games/{slug}/cards")
async def cards(request: Request, person: Asking, slug: str) -> HTMLResponse:
    rules = game_at(request, slug)
    leaves = await run_in_threadpool(_leaves, house_of(request).renderer, rules)
    content = pages.GlossaryPage(rules.meta, rules.glossary(), leaves)
    return page(request, "cards.html", content, person)


@router.get("/games/{slug}/cards/{entry}")
async def card(request: Request, slug: str, entry: str) -> Response:
    """One entry as a part of a page (GR-050); for a browser the page that it stands in."""
    rules = game_at(request, slug)
    found = entries_of(rules).get(entry)
    if found is None:
        raise Refused("There is no such card in this game.", "GR-050", 404)
    if "hx-request" not in request.headers:
        return RedirectResponse(card_url(slug, entry), 303, _FOR_AN_HOUR)
    chapter, told = found
    html = house_of(request).renderer.part(
        "leaves.html", "card", chapter, told, slug, rules.content
    )
    return HTMLResponse(html, headers=_FOR_AN_HOUR)


@router.get("/games/{slug}/names")
async def names(request: Request, slug: str) -> JSONResponse:
    """The names of a game's cards and places by their IDs: what the table recognises."""
    entries = entries_of(game_at(request, slug)).values()
    return JSONResponse({entry.id: entry.name for _, entry in entries}, headers=_FOR_AN_HOUR)


@router.get("/rules/find")
async def found(
    request: Request,
    person: Asking,
    words: Annotated[str, Query(max_length=100)] = "",
    game: Annotated[str, Query(max_length=40)] = "",
) -> HTMLResponse:
    """Rules and cards that have the words: of one game, or of all; and the rules of the house."""
    games = [game_at(request, game)] if game else list(house_of(request).games.values())
    finds = await run_in_threadpool(find, plain_text(words), games)
    content = pages.FindPage(
        finds,
        game,
        games[0].meta.title if game else "",
        () if finds.words else tuple(rules.meta for rules in games),
    )
    if "hx-request" in request.headers:
        html = house_of(request).renderer.part("finding.html", "finds", content)
        return HTMLResponse(html, headers={"cache-control": "no-store", "vary": "hx-request"})
    return page(request, "find.html", content, person)


@cache
def _leaves(renderer: Renderer, rules: Rules[Any]) -> Markup:
    """All leaves of a game, drawn once: they are many and never change."""
    html = renderer.part("leaves.html", "leaves", rules.glossary(), rules.meta.slug, rules.content)
    return Markup(html)  # noqa: S704  drawn by our templates, which escape
