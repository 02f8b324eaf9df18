"""Draws a round: who meets whom, and on which seat.

The result depends only on earlier rounds and the season's id, so anyone can repeat and check a draw.
"""

from __future__ import annotations

import random
from collections import Counter
from collections.abc import Collection, Iterable, Mapping, Sequence
from itertools import combinations, permutations, product

from paddock.server.records.season_record import Form, Heat

_MOST_TRIED = 6
"""Up to this number of seats all orders are tried."""
Meetings = Counter[frozenset[str]]


def sizes(count: int, size: int) -> list[int]:
    """Return the sizes of tables: as few tables as possible, as even as possible."""
    tables = -(-count // size)
    return [count // tables + (number < count % tables) for number in range(tables)] if count else []


def meetings(heats: Sequence[Heat]) -> Meetings:
    """Count how often each pair has met."""
    met: Meetings = Counter()
    for heat in heats:
        people = [seat.person for seat in heat.seats if seat.person is not None]
        met.update(frozenset(pair) for pair in combinations(people, 2))
    return met


def draw(
    form: Form, order: Sequence[str], size: int, heats: Sequence[Heat], rng: random.Random
) -> list[list[str]]:
    """Return the tables of a round; `order` lists the drivers, best first."""
    if form == "knockout":
        return _snake(order, sizes(len(order), size))
    mixed = list(order)
    rng.shuffle(mixed)
    return _meet_anew(mixed, sizes(len(order), size), meetings(heats))


def _snake(order: Sequence[str], counts: Sequence[int]) -> list[list[str]]:
    """Spread the best over the tables, in alternating direction."""
    tables: list[list[str]] = [[] for _ in counts]
    way = list(range(len(counts)))
    waiting = list(order)
    while waiting:
        for number in way:
            if waiting and len(tables[number]) < counts[number]:
                tables[number].append(waiting.pop(0))
        way.reverse()
    return tables


def _meet_anew(order: list[str], counts: Sequence[int], met: Meetings) -> list[list[str]]:
    """Seat together those who have met least; ties follow the order."""
    tables = []
    for count in counts:
        table = [order.pop(0)]
        while len(table) < count:
            cost = [
                (sum(met[frozenset((person, other))] for other in table), further)
                for further, person in enumerate(order)
            ]
            table.append(order.pop(min(cost)[1]))
        tables.append(table)
    return tables


def keep_apart(tables: list[list[str]], blocked: Collection[frozenset[str]]) -> list[list[str]]:
    """Swap people between tables so that as few pairs as possible with a block between them meet."""

    def clashes(table: Sequence[str]) -> int:
        return sum(frozenset(pair) in blocked for pair in combinations(table, 2))

    for one, other in combinations(tables, 2):
        for first, second in product(range(len(one)), range(len(other))):
            before = clashes(one) + clashes(other)
            if not before:
                break
            one[first], other[second] = other[second], one[first]
            if clashes(one) + clashes(other) >= before:
                one[first], other[second] = other[second], one[first]
    return tables


def grid(
    people: Sequence[str],
    seats: int,
    heats: Sequence[Heat],
    courses: Mapping[int, str | None],
    course: str | None,
    rng: random.Random,
) -> list[str | None]:
    """Return who starts from which seat, as evenly as possible over all races and over those on this course.

    `courses` maps earlier rounds to their courses. None marks an empty seat, which a bot takes.
    """
    sat: Counter[tuple[str, int]] = Counter()
    sat_here: Counter[tuple[str, int]] = Counter()
    for heat in heats:
        for number, seat in enumerate(heat.seats):
            if seat.person is not None:
                sat[seat.person, number] += 1
                sat_here[seat.person, number] += courses.get(heat.round) == course
    field: list[str | None] = [*people, *[None] * (seats - len(people))]
    rng.shuffle(field)

    def cost(order: Iterable[str | None]) -> int:
        taken = [(person, number) for number, person in enumerate(order) if person is not None]
        return sum(8 * sat[key] ** 2 + sat_here[key] ** 2 for key in taken)

    if seats <= _MOST_TRIED:
        return list(min(permutations(field), key=cost))
    best = field
    for first, second in combinations(range(seats), 2):
        swapped = best[:]
        swapped[first], swapped[second] = swapped[second], swapped[first]
        if cost(swapped) < cost(best):
            best = swapped
    return best
