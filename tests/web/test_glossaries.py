"""The cards of every game to leaf through, one card for a table, and looking things up."""

from __future__ import annotations

import re
from typing import Any

import pytest

from app.games.catalog import CATALOG, GAMES
from app.games.contract import Rules
from app.web.finding import MOST, Finds, entries_of, find
from app.web.templating import Renderer, environment
from tests.ledger import rule
from tests.web.visitor import SITE, Visitor, open_house

SLUGS = [rules.meta.slug for rules in GAMES]


def ids_in(html: str) -> list[str]:
    return re.findall(r'\sid="([^"]+)"', html)


@rule("GR-050")
async def test_the_cards_of_every_game_lie_open_to_a_stranger(database_url: str) -> None:
    async with open_house(database_url) as (app, house), Visitor(app) as stranger:
        for slug, rules in house.games.items():
            html = await stranger.get(f"/games/{slug}/cards")
            ids = ids_in(html)
            assert {f"card-{entry}" for entry in entries_of(rules)} <= set(ids)
            assert len(ids) == len(set(ids))
            assert f'href="/games/{slug}/cards"' in await stranger.get(f"/games/{slug}/rules")


@rule("GR-050")
async def test_a_table_gets_one_card_and_a_browser_the_page_it_is_on(database_url: str) -> None:
    async with open_house(database_url) as (app, _), Visitor(app) as stranger:
        url = "/games/ready-to-rock/cards/mosh-pit"
        part = await stranger.http.get(url, headers={"hx-request": "true"})
        assert part.text.startswith('<article class="folio"')
        assert "Mosh Pit" in part.text
        assert "RTR-064" in part.text
        assert part.headers["cache-control"] == "public, max-age=3600"
        assert part.headers["vary"] == "hx-request"

        page = await stranger.http.get(url, follow_redirects=False)
        assert page.headers["location"] == "/games/ready-to-rock/cards#card-mosh-pit"
        names = (await stranger.http.get("/games/ready-to-rock/names")).json()
        assert names["mosh-pit"] == "Mosh Pit"

        other = "/games/ready-to-rock/cards/greek-zeus"
        refused = await stranger.http.get(other, headers={"hx-request": "true"})
        assert (refused.status_code, refused.json()["rule"]) == (404, "GR-050")


async def test_what_is_asked_is_found_with_and_without_script(database_url: str) -> None:
    async with open_house(database_url) as (app, _), Visitor(app) as stranger:
        address = "/rules/find?words=mosh+pit&game=ready-to-rock"
        page = await stranger.get(address)
        assert "<!doctype html>" in page
        part = await stranger.http.get(address, headers={"hx-request": "true"})
        assert part.text.startswith('<div class="finds"')
        for html in (page, part.text):
            assert 'href="/games/ready-to-rock/cards#card-mosh-pit"' in html
            assert 'href="/games/ready-to-rock/rules#RTR-064"' in html
            assert "greek" not in html.partition("<main")[2]

        books = re.compile(r"/games/[a-z0-9-]+/rules")
        assert set(books.findall(await stranger.get("/rules/find"))) == {
            f"/games/{slug}/rules" for slug in SLUGS
        }
        nothing = await stranger.get("/rules/find?words=xylophone")
        assert "Fewer words find more" in nothing
        assert books.findall(nothing) == []

        evil = await stranger.get("/rules/find?words=%3Cscript%3E")
        assert "<script>" not in evil.partition("<main")[2]
        await stranger.get("/rules/find?words=beer&game=no-such-game", status=404)
        await stranger.get(f"/rules/find?words={'x' * 101}", status=422)


async def test_what_failed_leads_back_to_a_page_of_ours_alone(database_url: str) -> None:
    told = {
        f"{SITE}/rules/find?words=a&game=": ["/rules/find?words=a&amp;game="],
        f"{SITE}/nothing": [],
        "https://evil.example/rules": [],
        f"{SITE}//evil.example": [],
        "javascript:alert(1)": [],
        "http://[": [],
    }
    async with open_house(database_url) as (app, _), Visitor(app) as stranger:
        for referer, back in told.items():
            answer = await stranger.http.get("/nothing", headers={"referer": referer})
            assert answer.status_code == 404
            found = re.findall(r'href="([^"]*)"><svg(?:(?!</a>).)*</svg>Back</a>', answer.text)
            assert found == back, referer


def titles(found: Finds) -> list[str]:
    return [one.title for one in found.found]


def test_rules_cards_and_rules_of_the_house_are_found_together() -> None:
    assert find("GR-050", ()).found[0].url == "/rules#GR-050"
    both = find("bouncer", [CATALOG["thrash-n-roll"]])
    assert {one.kind for one in both.found} == {"rule", "card"}
    assert both.found[0].title == "Bouncer"


def test_a_rule_is_found_by_its_number_and_a_name_before_a_text() -> None:
    assert find("lor-083", GAMES).found[0].url == "/games/lords-of-rock/rules#LOR-083"
    beer = titles(find("beer", [CATALOG["ready-to-rock"]]))
    assert beer[0] == "Beer"
    named = ["Beer" in title for title in beer]
    assert named == sorted(named, reverse=True)
    assert set(named) == {True, False}


def test_markup_of_the_ledger_is_no_part_of_what_is_told() -> None:
    (ability,) = (
        f for f in find("TNR-106", [CATALOG["thrash-n-roll"]]).found if f.label == "TNR-106"
    )
    assert ability.title == "Ability collect_assassins"
    (spaces,) = (
        f for f in find("TNR-044", [CATALOG["thrash-n-roll"]]).found if f.label == "TNR-044"
    )
    assert "--" not in "".join(text for text, _ in spaces.sample)


def test_every_word_counts_and_accents_do_not() -> None:
    assert "The Morrígan" in titles(find("MORRIGAN bass", GAMES))
    assert find("morrigan keyboard", GAMES).count == 0
    assert find("   ", GAMES).count == 0
    many = find("the", GAMES)
    assert (len(many.found), many.count > MOST) == (MOST, True)


def test_the_words_are_marked_where_they_stand() -> None:
    found = find("flash mosh", [CATALOG["ready-to-rock"]]).found[0]
    marked = [text.casefold() for text, hit in found.sample if hit]
    assert marked
    assert set(marked) <= {"flash", "mosh"}


@pytest.mark.parametrize("rules", GAMES, ids=SLUGS)
def test_nothing_in_a_glossary_is_inline_or_says_a_thing_twice_to_a_reader(
    rules: Rules[Any],
) -> None:
    draw = Renderer(environment()).part
    html = draw("leaves.html", "leaves", rules.glossary(), rules.meta.slug, rules.content)
    assert not re.search(r"\s(style|on\w+)=", html)
    faces = re.findall(r'<div class="folio__face"([^>]*)>', html)
    assert faces
    assert set(faces) == {' aria-hidden="true"'}
    assert "<button" not in html
