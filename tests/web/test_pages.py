"""Every page is drawn from its struct: complete, escaped, fit for the Content-Security-Policy."""

from __future__ import annotations

import re
from functools import cache
from html.parser import HTMLParser

import pytest
from markupsafe import Markup

from app.games import ledger
from app.games.contract import Chapter, Choice, GameMeta, Setting
from app.web import pages, regions, room_pages
from app.web.choices import Choice as MenuChoice
from app.web.choices import Denial
from app.web.finding import Finds, Found
from app.web.rules_pages import rules_page
from app.web.templating import STATIC, Board, Renderer, SeatFace, TableContext, environment

EVIL = '<img src=x onerror="alert(1)">'
SETTING = Setting(
    "tiers", "Tiers", "TNY-002", (Choice("a", "All", "All of them."), Choice("b", "Best"))
)
LEGACY = Setting("old", "Earlier game", "TNY-003", legacy=True)
GAME = GameMeta("rock-n-roll", "Tiny", "A tagline.", "TNY", 1, 3, (5, 10), 1, (SETTING, LEGACY))
FACES = (SeatFace(0, EVIL, 1, "E"), SeatFace(1, "Bot", 2, "B", computer=True))
CTX = TableContext("rock-n-roll", FACES)
HOUSE = pages.House(csrf="token-of-mine", name=EVIL, base_url="https://example.org")
CARD = pages.RoomCard("/rooms/abc", "rock-n-roll", "Tiny", FACES, 3, EVIL, hot=True, missed=2)
LEDGER = ledger.parse("# Tiny\n\nHello.\n\n**TNY-001 Go.** See TNY-001.\n> source", "TNY")
DENIED = Denial("Not ready.", "GR-009", "/rules#GR-009", {"ready": 2}, {"ready": 1})


class Tags(HTMLParser):
    """Every start tag of a page with the names of its attributes."""

    def __init__(self, html: str) -> None:
        super().__init__()
        self.seen: list[tuple[str, set[str]]] = []
        self.feed(html)

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        self.seen.append((tag, {key for key, _ in attrs}))


@cache
def renderer() -> Renderer:
    return Renderer(environment())


def table(**changes: object) -> room_pages.TablePage:
    draw = renderer().platform_region
    banner = regions.TurnBanner(True, "Your turn", "choose", "Your turn", (1,), 99, undo=True)
    listed = regions.ChoiceList(
        (MenuChoice("go", "", EVIL),), (MenuChoice("no", "", "No", DENIED),)
    )
    seats = regions.SeatCards((regions.SeatCard(FACES[0], "away", mine=True, owes=True),), 2)
    values: dict[str, object] = {
        "url": "/rooms/abc",
        "title": "Tiny",
        "game": GAME,
        "ctx": CTX,
        "board": Board(Markup("<p>board</p>"), Markup("<p>tray</p>"), Markup("<p>side</p>")),
        "turn_html": draw("turn", banner, CTX),
        "seats_html": draw("seats", seats, CTX),
        "choices_html": draw("choices", listed, CTX),
        "moveform_html": draw("moveform", regions.MoveForm("7"), CTX),
        "notice_html": draw("notice", regions.Notices((EVIL,)), CTX),
        "log_html": renderer().lines("log", [regions.LogLine(1, EVIL, 0, "TNY-001")], CTX),
        "chat_html": renderer().lines("chat", [regions.ChatLine(1, EVIL, EVIL, "1:02", 0)], CTX),
        "version": 3,
        "now": 5,
        "viewer": 0,
        "invite_url": "/join/abc",
        "missed": room_pages.Missed(
            1, renderer().lines("since", [regions.LogLine(2, EVIL, 0)], CTX), 1
        ),
        "actions": (pages.Action("Go away", "/rooms/abc/leave", {"a": EVIL}, "Sure?"),),
        **changes,
    }
    return room_pages.TablePage(**values)  # type: ignore[arg-type]


LOBBY = room_pages.LobbyPage(
    "/rooms/abc",
    GAME,
    CTX,
    (
        room_pages.LobbySeat(0, FACES[0], True, True),
        room_pages.LobbySeat(1, FACES[1]),
        room_pages.LobbySeat(2),
    ),
    1,
    2,
    mine=0,
    is_host=True,
    invite_url="/join/abc",
    qr="<svg></svg>",
    settings=(("Tiers", EVIL, "TNY-002"),),
    settings_url="/x",
    free_colours=(3,),
    computers=(("greedy", "Seat a computer"),),
    blocked=DENIED,
    series=((EVIL, 1, 2),),
)
RESULT = room_pages.ResultPage(
    "/rooms/abc",
    GAME,
    EVIL,
    (room_pages.ResultRow(FACES[0], 1, 9, (("Fans", 9),), mine=True, winner=True),),
    EVIL,
    "/a",
    "/b",
    "/c",
    pages.Action("Rematch", "/rooms/abc/rematch"),
    "seed",
    "sum",
    (EVIL,),
    pages.Action("Verify", "/rooms/abc/verify"),
    ((EVIL, 1, 2),),
)
PAGES = {
    "table": ("table.html", table()),
    "replay": (
        "table.html",
        table(replay=room_pages.Replay(1, 9, "/f", "/b", "/n", "/l", (("0", EVIL),), "0")),
    ),
    "onlooker": ("table.html", table(viewer=None, may_chat=False, actions=(), missed=None)),
    "home": ("home.html", pages.HomePage((pages.Poster(GAME, 2),), (CARD,), (CARD,))),
    "mail": ("mail.html", pages.MailPage(EVIL, EVIL, EVIL)),
    "empty": ("home.html", pages.HomePage((pages.Poster(GAME),))),
    "new": (
        "new_room.html",
        room_pages.NewRoomPage(
            GAME,
            (
                room_pages.SettingField(SETTING, "a"),
                room_pages.SettingField(LEGACY, "", (("1", EVIL),)),
            ),
            2,
            clocks=(("", "None"),),
            error=EVIL,
        ),
    ),
    "lobby": ("lobby.html", LOBBY),
    "join": ("join.html", room_pages.JoinPage(GAME, EVIL, FACES, 3, EVIL, EVIL)),
    "result": ("result.html", RESULT),
    "honours": (
        "honours.html",
        pages.HonoursPage(
            GAME,
            ((EVIL, 2, 3),),
            (
                pages.HonourTable(
                    "Best",
                    "GR-041",
                    "/rules#GR-041",
                    ("Score",),
                    (pages.HonourRow(EVIL, (7,), "1 May 1977", computer=True),),
                ),
            ),
        ),
    ),
    "verified": (
        "verify.html",
        pages.VerifyPage("It holds.", "", ((1, EVIL, 9),), "abc"),
    ),
    "unverified": ("verify.html", pages.VerifyPage(fault=EVIL)),
    "rules": ("rules.html", rules_page("Tiny", "TNY", LEDGER)),
    "cards": (
        "cards.html",
        pages.GlossaryPage(GAME, (Chapter("card", EVIL, EVIL, ()),), Markup("<p>leaves</p>")),
    ),
    "find": (
        "find.html",
        pages.FindPage(
            Finds(EVIL, (Found("card", EVIL, EVIL, EVIL, "/x", ((EVIL, True),)),), 2), "tiny", EVIL
        ),
    ),
    "credits": ("credits.html", pages.CreditsPage(("Lorc",))),
    "profile": (
        "profile.html",
        pages.ProfilePage(
            EVIL,
            2,
            "E",
            (CARD,),
            pages.Device("/device/1", "<svg></svg>"),
            EVIL,
            True,
            ((EVIL, 1, 2),),
            ((EVIL, 0, 2),),
            mail=pages.Mail(EVIL),
        ),
    ),
    "error": ("error.html", pages.ErrorPage(404, "Gone", EVIL, "GR-011", "/rules#GR-011")),
}


def drawn(name: str) -> str:
    template, page = PAGES[name]
    return renderer().page(template, page=page, house=HOUSE)


@pytest.mark.parametrize("name", PAGES)
def test_what_people_write_stays_text(name: str):
    assert "<img src=x" not in drawn(name)


@pytest.mark.parametrize("name", PAGES)
def test_nothing_is_inline(name: str):
    for tag, attributes in Tags(drawn(name)).seen:
        assert tag != "style"
        assert tag != "script" or "src" in attributes
        assert not any(key == "style" or key.startswith("on") for key in attributes)


@pytest.mark.parametrize("name", PAGES)
def test_every_form_that_changes_something_has_the_token(name: str):
    for form in re.findall(r'<form[^>]*method="post".*?</form>', drawn(name), re.DOTALL):
        assert form.count('name="csrf" value="token-of-mine"') == 1


@pytest.mark.parametrize("name", PAGES)
def test_no_paragraph_holds_a_form(name: str):
    """A browser would end the paragraph before the form, and the row of buttons with it."""
    for paragraph in re.findall(r"<p\b.*?</p>", drawn(name), re.DOTALL):
        assert "<form" not in paragraph


@pytest.mark.parametrize("name", PAGES)
def test_no_id_stands_twice(name: str):
    ids = re.findall(r'\sid="([^"]+)"', drawn(name))
    assert len(ids) == len(set(ids))


@pytest.mark.parametrize("name", PAGES)
def test_a_page_has_one_heading_and_labels_for_its_fields(name: str):
    html = drawn(name)
    assert len(re.findall(r"<h1\b", html)) == 1
    for field in re.findall(r'<input(?![^>]*type="(?:hidden|radio)")[^>]*>', html):
        name_of = re.search(r'id="([^"]+)"', field)
        assert "aria-label=" in field or (name_of and f'for="{name_of[1]}"' in html)


@pytest.mark.parametrize("name", PAGES)
def test_style_sheets_are_light(name: str):
    sheets = re.findall(r'href="/static/([\w/.-]+\.css)', drawn(name))
    fixed = [sheet for sheet in sheets if not sheet.endswith("board.css")]
    board = 13_000 if "table.css" in sheets else 0
    assert sum((STATIC / sheet).stat().st_size for sheet in fixed) + board <= 46_000


def test_who_has_finished_is_a_touch_away_from_the_result():
    result = "/rooms/abc/result"
    over = renderer().page("table.html", page=table(result_url=result), house=HOUSE)
    before_the_board = over.split('id="table"')[0]
    assert before_the_board.count(f'href="{result}"') == 1
    assert result not in drawn("table").split('id="table"')[0]


def test_what_may_go_well_the_next_time_is_a_touch_away():
    for again in (True, False):
        broken = pages.ErrorPage(503, "Back soon", "Wait.", back="/profile", again=again)
        html = renderer().page("error.html", page=broken, house=HOUSE)
        assert (">Try again</a>" in html) is again
        acts = html.partition('class="case__acts"')[2].partition("</p>")[0]
        assert acts.count("btn--go") == 1, "one way is the best"


def test_a_move_goes_through_one_form():
    html = drawn("table")
    form = re.search(r'<form id="move".*?</form>', html, re.DOTALL)
    assert form
    assert 'hx-post="/rooms/abc/moves"' in form[0]
    assert 'action="/rooms/abc/moves"' in form[0]
    assert 'type="hidden" name="decision" value="7">' in form[0]
    assert 'form="move" name="move" value="go"' in html
    assert 'name="move" value="no"' not in html


def test_a_replay_is_not_live():
    html = drawn("replay")
    assert "hx-ws:connect" not in html
    assert "htmx" not in re.sub(r"<meta[^>]*>", "", html).replace("hx-", "")
    assert 'href="/n" rel="next"' in html


def test_the_socket_never_swaps_itself():
    assert re.search(
        r'<div id="live" hx-ws:connect="/rooms/abc/live" hx-swap="none"', drawn("table")
    )
    config = re.search(r"name=\"htmx-config\" content='([^']+)'", drawn("table"))
    assert config
    assert '"pauseOnBackground":false' in config[1]
