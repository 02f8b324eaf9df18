"""Previews of links: the heading and the line that other sites show for a shared link."""

from __future__ import annotations

from html import escape

from msgspec import Struct

from paddock.core.errors import PaddockError
from paddock.core.messages import Message, catalogue, say
from paddock.core.registry import find_game
from paddock.server.accounts.people import People
from paddock.server.notifications.invitations import card_fits
from paddock.server.records.table_record import TableInfo
from paddock.server.saved_tracks import Tracks
from paddock.server.tables.registry import TableRegistry

PICTURE = "/icon-512.png"


class Preview(Struct, frozen=True):
    """The heading and the line below it."""

    title: str
    text: str


class Previews:
    """Builds previews. Private tables are previewed only for invitation links."""

    def __init__(self, registry: TableRegistry, people: People, tracks: Tracks) -> None:
        self.registry = registry
        self.people = people
        self.tracks = tracks

    async def of(self, room: str, found: str, card: str, language: str) -> Preview | None:
        """Return the preview of a link; None for the default one."""
        try:
            match room:
                case "table" | "replay":
                    return await self._table(found, language)
                case "invitation":
                    return await self._invitation(found, card, language)
                case "player":
                    row = await self.people.find(found)
                    told = Message("server.preview-player", {"name": row.name}) if row is not None else None
                    return Preview(row.name, say(told, language)) if told is not None and row else None
                case "workshop":
                    track = await self.tracks.find(found, None)
                    told = Message("server.preview-track", {"name": track.owner_name})
                    return Preview(track.name, say(told, language))
        except PaddockError:
            return None
        return None

    async def _table(self, found: str, language: str) -> Preview | None:
        table = (await self.registry.seen(found, None)).info
        return Preview(_title(table), say(_line(table, language), language))

    async def _invitation(self, found: str, card: str, language: str) -> Preview:
        anybody = Preview(
            say(Message("server.preview-invited"), language), say(Message("server.preview-lead"), language)
        )
        try:
            table = await self.registry.table(found)
        except PaddockError:
            return anybody
        if not card_fits(table.invitation, card):
            return anybody
        host = await self.people.find(table.sheet.host)
        told = {"name": host.name if host is not None else "", "game": find_game(table.sheet.game).title}
        sit = Message("server.preview-sit" if table.sheet.stage == "open" else "server.preview-lead")
        return Preview(say(Message("server.preview-invites", told), language), say(sit, language))


def _title(table: TableInfo) -> str:
    game = find_game(table.game).title
    return f"{table.title} · {game}" if table.title else game


def _line(table: TableInfo, language: str) -> Message:
    names = catalogue(language)
    called = [names.get(f"bot.{seat.bot}", seat.name) if seat.bot else seat.name for seat in table.seats]
    players = ", ".join(name for name in called if name)
    match table.stage:
        case "open":
            free = sum(seat.person is None and seat.bot is None for seat in table.seats)
            return Message("server.preview-open", {"players": players, "free": free})
        case "over" if table.result is not None:
            winner = called[table.result.places.index(min(table.result.places))]
            return Message("server.preview-over", {"players": players, "winner": winner})
        case "running":
            return Message("server.preview-running", {"players": players})
        case _:
            return Message("server.preview-lead")


def with_preview(page: bytes, preview: Preview, address: str, path: str) -> bytes:
    """Return the start page with a preview in its head."""
    told = {
        "og:site_name": "Paddock",
        "og:type": "website",
        "og:title": preview.title,
        "og:description": preview.text,
        "og:url": address + path,
        "og:image": address + PICTURE,
    }
    tags = "".join(f'<meta property="{name}" content="{escape(text)}" />' for name, text in told.items())
    tags += '<meta name="twitter:card" content="summary" />'
    return page.replace(b"</head>", tags.encode() + b"</head>", 1)
