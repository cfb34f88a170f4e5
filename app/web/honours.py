"""The tables of honour of each game."""

from __future__ import annotations

from collections.abc import Sequence

from fastapi import APIRouter, Request
from starlette.responses import HTMLResponse, RedirectResponse, Response

from app.games.contract import Honour, Rules
from app.rooms.honours import Entry, honours_of
from app.web import pages
from app.web.answers import page
from app.web.asking import Asking, Honest, Somebody, Ticked, game_at, house_of
from app.web.choices import rule_url
from app.web.tallies import tallied

router = APIRouter()


@router.get("/games/{slug}/honours")
async def honours(request: Request, person: Asking, slug: str) -> HTMLResponse:
    """Who has won most, and the best finished games."""
    rules = game_at(request, slug)
    kept = house_of(request).honours
    tables = [
        _table(rules, honour, await kept.best(slug, honour)) for honour in honours_of(rules.meta)
    ]
    content = pages.HonoursPage(rules.meta, tallied(await kept.winners(slug)), tuple(tables))
    return page(request, "honours.html", content, person)


@router.post("/profile/honours", dependencies=[Honest])
async def appear(request: Request, person: Somebody, honours: Ticked = False) -> Response:
    """Whether the person's games may stand in tables of honour (GR-041)."""
    await house_of(request).people.set_honours(person.id, honours)
    return RedirectResponse("/profile", 303)


def _table(rules: Rules[object], honour: Honour, entries: Sequence[Entry]) -> pages.HonourTable:
    keys = [key.removeprefix("-") for key in honour.order]
    own = {"score": "Score", "moves": "Moves"}
    return pages.HonourTable(
        honour.label,
        honour.rule,
        rule_url(rules.meta.slug, honour.rule),
        tuple(own.get(key) or rules.words.score(key) for key in keys),
        tuple(pages.HonourRow(e.name, e.figures, f"{e.at:%d %B %Y}", e.computer) for e in entries),
    )
