"""What everybody may see: all of it but the order of the deck (RNR-141 to RNR-147).

Regions: "month" (the clock and whom it waits for), "chart", "standing", and for each seat
"band-<seat>" (the sheet), "calendar-<seat>" and "dice-<seat>". Only the mark ``mine`` of one's
own dice differs between viewers.
"""

from __future__ import annotations

from typing import Any

from app.games.contract import Region, Seat
from app.games.rock_n_roll import results
from app.games.rock_n_roll.chart import waiting_albums
from app.games.rock_n_roll.content import CARDS, CONTENT, MUSICIANS, NUMBERS
from app.games.rock_n_roll.refusals import waiting_seats
from app.games.rock_n_roll.scoring import chart_points, grade_of, points
from app.games.rock_n_roll.sheet import fan_limit
from app.games.rock_n_roll.state import PENDING, UNRANKED, Album, Band, State, year_of
from app.games.rock_n_roll.words import month_name, press_text, score_words


def open_view(state: State) -> list[Region]:
    """See `contract.Rules.open_view`."""
    regions = [
        Region("month", _month(state)),
        Region("chart", _chart(state)),
        Region("standing", _standing(state)),
    ]
    for seat, band in enumerate(state.bands):
        key = str(seat)
        regions.append(Region("band", _sheet(band, seat), key))
        regions.append(Region("calendar", _calendar(state, band, seat), key))
        regions.append(Region("dice", _dice(state, band, seat), key))
    return regions


def own_view(state: State, seat: Seat) -> list[Region]:
    """See `contract.Rules.own_view`."""
    dice = _dice(state, state.bands[seat], seat) | {"mine": True}
    return [Region("dice", dice, str(seat))]


def _month(state: State) -> dict[str, Any]:
    return {
        "month": state.month,
        "months": NUMBERS.months,
        "year": year_of(state.month),
        "name": month_name(state.month),
        "waiting": [] if state.over else waiting_seats(state),
        "over": state.over,
        "solo": len(state.bands) == 1,
    }


def _spot(spot: int) -> int | str | None:
    """The spot; "unranked"; ``None`` until the Close."""
    if spot == PENDING:
        return None
    return "unranked" if spot == UNRANKED else spot


def _chart(state: State) -> dict[str, Any]:
    """The card last turned with its albums, what is left, and which card served when."""
    last = state.turned[-1] if state.turned else None
    data: dict[str, Any] = {
        "card": None,
        "turned": [{"month": turned.month, "card": turned.card} for turned in state.turned],
        "discards": list(state.deck.used),
        "left": sorted(state.deck.draw),
        "requirements": {card.id: card.requirements for card in CONTENT.chart_cards},
        "waiting": [
            {"seat": seat, "rating": album.rating} for seat, album in waiting_albums(state).items()
        ],
        "order": list(reversed(state.deck.draw)) if state.over else None,
        "steps": [
            {
                "to": tier.need.spot,
                "points": chart_points(tier.need.spot, state.tiers == "cumulative"),
            }
            for tier in CONTENT.tiers
        ],
    }
    if last:
        albums = [
            {"seat": seat, "title": title, "rating": album.rating, "spot": _spot(album.spot)}
            for seat, band in enumerate(state.bands)
            for title, album in zip(band.titles, band.albums, strict=False)
            if album.month == last.month and album.spot != PENDING
        ]
        data["card"] = {
            "id": last.card,
            "name": CARDS[last.card].name,
            "month": last.month,
            "requirements": CARDS[last.card].requirements,
            "albums": albums,
        }
    return data


def _standing(state: State) -> dict[str, Any]:
    """The points that the sheets would give now (RNR-129), by source."""
    solo = len(state.bands) == 1
    return {
        "tiers": state.tiers,
        "over": state.over,
        "comeback": state.comeback,
        "grade": _grade(state.bands[0]) if solo and state.over else None,
        "rows": [
            {
                "seat": seat,
                "points": sum(row.values()),
                "sources": [
                    {"id": source, "name": score_words(source), "points": gain}
                    for source, gain in row.items()
                ],
            }
            for seat, row in enumerate(points(state))
        ],
    }


def _grade(band: Band) -> dict[str, str]:
    grade = grade_of(band)
    return {"name": grade.name, "text": grade.text}


def _sheet(band: Band, seat: Seat) -> dict[str, Any]:
    return {
        "seat": seat,
        "name": band.name,
        "musicians": [
            {
                "id": MUSICIANS[index],
                "role": CONTENT.musicians[index].name,
                "number": CONTENT.musicians[index].number,
                "name": band.musicians[index],
                "ability": ability,
            }
            for index, ability in enumerate(band.abilities)
        ],
        "total": band.total,
        "fans": band.fans,
        "limit": fan_limit(band.abilities),
        "fame": band.fame,
        "money": band.money,
        "albums": [
            _album(album, title) for title, album in zip(band.titles, band.albums, strict=False)
        ],
        "titles": list(band.titles),
        "touring": band.touring,
        "press": press_text(band.press) if band.press else None,
    }


def _album(album: Album, title: str) -> dict[str, Any]:
    return {
        "title": title,
        "rating": album.rating,
        "spot": _spot(album.spot),
        "month": album.month,
        "gigs": list(album.gigs),
        "session": album.session,
        "parts": {
            "dice": album.dice,
            "ability": album.ability,
            "fame": album.fame,
            "fans": album.fans,
        },
    }


def _calendar(state: State, band: Band, seat: Seat) -> dict[str, Any]:
    """Checked boxes, notes of releases (from the Close on), months of the running action."""
    return {
        "seat": seat,
        "month": state.month,
        "releases": [
            {"month": album.month, "number": number, "spot": _spot(album.spot)}
            for number, album in enumerate(band.albums, start=1)
            if album.spot != PENDING
        ],
        "used": band.action.months if band.action else 0,
    }


def _dice(state: State, band: Band, seat: Seat) -> dict[str, Any]:
    """The table dice, kept ones first.

    ``place`` tells the dice apart, ``throw`` is the number of the throw that one fell in,
    ``opened`` the month of the action's opening throw.
    """
    values, action = band.values, band.action
    return {
        "seat": seat,
        "mine": False,
        "dice": [
            {
                "place": place,
                "value": band.dice[place],
                "held": place in band.held,
                "throw": band.thrown[place],
            }
            for place in sorted(range(len(band.dice)), key=lambda place: place not in band.held)
        ],
        "roadie": band.roadie,
        "money": band.money,
        "phase": band.phase,
        "done": band.ready,
        "category": action.category if action else None,
        "opened": state.month - (action.months - 1 if action else 0),
        "throws": action.throws if action else 0,
        "months": action.months if action else 0,
        "pot": action.pot if action else 0,
        "sixes": results.sixes(values),
        "outcome": band.outcome,
        "over": state.over,
    }
