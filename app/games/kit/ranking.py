"""Places with shared ranks, and the tie-break that decided."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from app.games.contract import Place, Result, Seat


def rank(
    keys: Mapping[Seat, tuple[float, ...]],
    scores: Mapping[Seat, int],
    tie_breaks: Sequence[str],
    details: Mapping[Seat, Mapping[str, int]] | None = None,
) -> Result:
    """Rank seats by ``keys``, higher first; seats with equal keys share a place.

    ``keys[seat][0]`` is the score, the rest the tie-breaks in the order of ``tie_breaks``
    (names for `Result.decided_by`). The place after a shared one counts the seats ahead.
    """
    order = sorted(keys, key=lambda seat: (tuple(-value for value in keys[seat]), seat))
    places: list[Place] = []
    for index, seat in enumerate(order):
        shared = bool(places) and keys[places[-1].seat] == keys[seat]
        number = places[-1].rank if shared else index + 1
        places.append(Place(seat, number, scores[seat], (details or {}).get(seat, {})))
    decided_by = ""
    if len(order) > 1 and keys[order[0]] != keys[order[1]]:
        first, second = keys[order[0]], keys[order[1]]
        deciding = next(i for i, (a, b) in enumerate(zip(first, second, strict=True)) if a != b)
        decided_by = tie_breaks[deciding - 1] if deciding else ""
    return Result(tuple(places), decided_by)
