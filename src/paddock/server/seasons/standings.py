"""Standings of a season after every round.

Ties in points are broken by more wins, then more second places and so on, then by the better last race.
Drivers who are still equal share a place. In a knockout the round reached comes first.
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
    """Return the points by place for each scheme."""
    raw = (resources.files("paddock.server.seasons") / "schemes.json").read_bytes()
    return msgspec.json.decode(raw, type=dict[str, list[int]])


def points_for(scheme: str, place: int) -> int:
    """Return the points of a place; 0 beyond the end of the scheme."""
    points = schemes()[scheme]
    return points[place - 1] if place <= len(points) else 0


class RaceResult(Struct, frozen=True):
    """The result of somebody's race in a round."""

    place: int
    points: int
    table: str | None


class Standing(Struct, frozen=True):
    """A driver's line of the standings."""

    place: int
    person: str
    points: int
    wins: int
    results: list[RaceResult | None]
    """By round; None if the driver did not race."""
    form: list[int]
    """The place after every finished round."""
    out: bool
    """Whether the driver was eliminated from a knockout."""


def rounds_over(heats: Sequence[Heat], begun: int) -> int:
    """Return the number of rounds whose tables are all over."""
    going = [heat.round for heat in heats if heat.stage != "over"]
    return min(going, default=begun)


def standings(
    form: Form, drivers: Sequence[str], heats: Sequence[Heat], scheme: str, begun: int
) -> list[Standing]:
    """Return the current standings."""
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
    """Return everybody's results by round."""
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
    """Return everybody's place after this many rounds."""

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
    """Return the drivers not eliminated after this many rounds."""
    if form == "knockout" and done:
        return [
            person
            for heat in sorted(heats, key=lambda heat: heat.number)
            if heat.round == done - 1
            for person, place in sorted(heat.finished().items(), key=lambda end: end[1])
            if place <= max(1, len(heat.finished()) // 2)
        ]
    return list(drivers)
