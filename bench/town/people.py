"""People of the benchmark database: follows, mutes, reports, and the tracks they made."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from sqlalchemy import Connection

from bench.town.rows import GOING, fill, going, person
from paddock.server.storage import schema

_LAYOUT = "x" * 2_000
"""As long as the layout of a circuit; lists do not read it."""


def inhabitants(count: int, now: float) -> Iterator[dict[str, Any]]:
    for number in range(count):
        name = f"Driver {number}"
        yield {
            "id": person(number),
            "name": name,
            "name_key": name.casefold(),
            "look": f"driver{number}",
            "password": "x",
            "settings": "{}",
            "created": now - 400 * 86_400 + number,
            "gone": False,
            "stored": 0,
            "cleared": False,
            "admin": number == 0,
        }


def follows(followers: int, now: float) -> Iterator[dict[str, Any]]:
    """Yields follows: everybody follows the star, who follows five hundred of them back."""
    friends = min(500, followers)
    for number in range(1, followers + 1):
        yield {
            "person": person(number),
            "other": person(0),
            "at": now - number,
            "mutual": number <= friends,
        }
    for number in range(1, friends + 1):
        yield {"person": person(0), "other": person(number), "at": now - number, "mutual": True}


def made_tracks(people: int, now: float) -> Iterator[dict[str, Any]]:
    for number in range(people // 10):
        row = {"id": f"k{number:015}", "owner": person(number), "name": f"Ring {number}", "kind": "circuit"}
        yield {**row, "layout": _LAYOUT, "shared": number % 2 == 0, "changed": now - number * 37 % 100_000}


def reports(people: int, now: float) -> Iterator[dict[str, Any]]:
    for number in range(people // 100):
        row = {
            "by": person(number),
            "about": person(number * 31 % people),
            "kind": "chat",
            "text": "",
            "quote": "",
        }
        yield {**row, "at": now - number, "settled": now if number % 2 else None}


def fill_lists(connection: Connection, people: int, now: float) -> None:
    """Adds the star's mutes and blocks, invitations by friends, and the actions of hosts."""
    others, many = range(1, 501), range(people // 20)
    star, marked = person(0), {"at": now, "until": now + 86_400}
    open_tables = [number for number in range(GOING) if number % 3 == 0][:200]
    fill(connection, schema.mutes, ({"person": star, "muted": person(-n % people)} for n in others))
    blocked = ({"person": star, "blocked": person(-n % people), "at": now - n} for n in others)
    fill(connection, schema.blocks, blocked)
    invited = {"person": star, "called": now, "at": now}
    hosts = ({"table_id": going(n), "by": person(1 + n % (people - 2)), **invited} for n in open_tables)
    fill(connection, schema.invitations, hosts)
    bans = ({"person": person(people - 1 - n), "place": "", "reason": "rude", **marked} for n in many)
    fill(connection, schema.bans, bans)
    deed = {"by": star, "what": "ban", "details": "7: rude", "at": now}
    fill(connection, schema.audit_log, ({"about": person(people - 1 - n), **deed} for n in many))
    fill(connection, schema.announcements, ({"words": '{"en": "Hello"}', **marked} for _ in range(100)))
