"""Standings: who leads a season after every round, and why equal points are not equal places.

Equal points are parted by more wins, then by more second places and so on, then by the better last race in
which both took part; whoever is still equal shares the place. In a knockout the round somebody reached comes
first.
"""

from __future__ import annotations

from bisect import bisect_left
from collections.abc import Sequence
from functools import cache
from importlib import resources

import msgspec
from msgspec import Struct

from paddock.server.records.season_record import Form, Heat

_PLACES = 32


@cache
def schemes() -> dict[str, list[int]]:
    """The points for the places of a race, by the name of the scheme."""
    raw = (resources.files("paddock.server.seasons") / "schemes.json").read_bytes()
    return msgspec.json.decode(raw, type=dict[str, list[int]])


def points_for(scheme: str, place: int) -> int:
    """The points a place brings; places beyond the scheme bring none."""
    points = schemes()[scheme]
    return points[place - 1] if place <= len(points) else 0


class RaceResult(Struct, frozen=True):
    """What somebody's race of a round came to."""

    place: int
    points: int
    table: str | None


class Standing(Struct, frozen=True):
    """Somebody's line of the table."""

    place: int
    person: str
    points: int
    wins: int
    results: list[RaceResult | None]
    """Round by round; None where somebody did not race."""
    form: list[int]
    """The place in the standings after every round that is over."""
    out: bool
    """Whether a knockout has ended for them."""


def rounds_over(heats: Sequence[Heat], begun: int) -> int:
    """How many rounds are over, all their tables counted."""
    going = [heat.round for heat in heats if heat.stage != "over"]
    return min(going, default=begun)


def standings(
    form: Form, drivers: Sequence[str], heats: Sequence[Heat], scheme: str, begun: int
) -> list[Standing]:
    """The table as it stands."""
    over = rounds_over(heats, begun)
    results = _results(drivers, heats, scheme, begun)
    orders = [_order(form, drivers, results, done) for done in range(1, over + 1)] or [
        dict.fromkeys(drivers, 1)
    ]
    newest = _order(form, drivers, results, begun) if begun else orders[-1]
    still = survivors(form, drivers, heats, over)
    table = [
        Standing(
            place=newest[person],
            person=person,
            points=sum(result.points for result in results[person] if result is not None),
            wins=sum(result.place == 1 for result in results[person] if result is not None),
            results=results[person],
            form=[order[person] for order in orders] if over else [],
            out=over > 0 and person not in still,
        )
        for person in drivers
    ]
    return sorted(table, key=lambda line: line.place)


def _results(
    drivers: Sequence[str], heats: Sequence[Heat], scheme: str, begun: int
) -> dict[str, list[RaceResult | None]]:
    """What everybody's races came to, round by round."""
    results: dict[str, list[RaceResult | None]] = {person: [None] * begun for person in drivers}
    for heat in heats:
        for person, place in heat.finished().items():
            if person in results:
                points = points_for(scheme, place)
                results[person][heat.round] = RaceResult(place, points, heat.table)
    return results


def _order(
    form: Form, drivers: Sequence[str], results: dict[str, list[RaceResult | None]], done: int
) -> dict[str, int]:
    """Everybody's place after so many rounds."""

    def key(person: str) -> tuple[int, ...]:
        raced = results[person][:done]
        first: tuple[int, ...] = ()
        if form == "knockout":
            reached = max((number for number, result in enumerate(raced, 1) if result is not None), default=0)
            last = raced[reached - 1] if reached else None
            first = (-reached, last.place if last is not None else _PLACES)
        points = -sum(result.points for result in raced if result is not None)
        counts = [0] * _PLACES
        for result in raced:
            if result is not None:
                counts[min(result.place, _PLACES) - 1] -= 1
        last_race = tuple(result.place if result is not None else _PLACES for result in reversed(raced))
        return (*first, points, *counts, *last_race)

    keys = {person: key(person) for person in drivers}
    ranked = sorted(keys.values())
    return {person: 1 + bisect_left(ranked, keys[person]) for person in drivers}


def survivors(form: Form, drivers: Sequence[str], heats: Sequence[Heat], done: int) -> list[str]:
    """Who is still in after so many rounds."""
    if form == "knockout" and done:
        return [
            person
            for heat in sorted(heats, key=lambda heat: heat.number)
            if heat.round == done - 1
            for person, place in sorted(heat.finished().items(), key=lambda end: end[1])
            if place <= max(1, len(heat.finished()) // 2)
        ]
    return list(drivers)
