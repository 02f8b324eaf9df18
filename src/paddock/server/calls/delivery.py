"""The ways by which a call reaches somebody: their browsers, a letter, a webhook."""

from __future__ import annotations

import asyncio
import logging
from typing import Any

import msgspec
from cryptography.hazmat.primitives.asymmetric import ec
from msgspec import Struct

from paddock.server.calls.mail import Postbox
from paddock.server.calls.posting import Gone, Unreachable, post
from paddock.server.calls.sealing import key_of, letters, new_number, public_point, seal, signature
from paddock.server.calls.ways import Browser, Ways, Wishes
from paddock.server.metrics import METRICS
from paddock.server.storage.keys import kept_secret
from paddock.server.storage.store import Store

_LOG = logging.getLogger("paddock.calls")
_LIVES = 24 * 3600
_DISCORD_LETTERS = 1900


class Call(Struct, frozen=True):
    """What somebody is told, in their language, and where it leads."""

    title: str
    text: str
    address: str
    tables: list[str]


class Delivery:
    """Sends calls; what does not get through is said in the log and the metrics, and tried again later."""

    def __init__(self, store: Store, wishes: Wishes, postbox: Postbox | None, address: str) -> None:
        self.store = store
        self.wishes = wishes
        self.postbox = postbox
        self.address = address
        self._key: ec.EllipticCurvePrivateKey | None = None

    async def open(self) -> None:
        """Get the key this server's push messages are signed with; the first start makes it."""
        self._key = key_of(await kept_secret(self.store, "push", new_number))

    @property
    def push_key(self) -> str:
        """The key by which browsers know this server."""
        return letters(public_point(self._signer))

    @property
    def _signer(self) -> ec.EllipticCurvePrivateKey:
        assert self._key is not None
        return self._key

    async def deliver(self, person: str, call: Call) -> bool:
        """Send a call by every way; whether one of them led there."""
        ways = await self.wishes.of(person)
        errands = [self._push(browser, call) for browser in await self.wishes.browsers_of(person)]
        if ways.mail and self.postbox is not None:
            errands.append(self._mail(ways.mail, call))
        if ways.hook:
            errands.append(self._hook(ways, call))
        return any(await asyncio.gather(*errands))

    async def post_letter(self, address: str, subject: str, text: str) -> None:
        """Send a letter; raises Unreachable."""
        if self.postbox is None:
            raise Unreachable("this server sends no mail")
        await asyncio.to_thread(self.postbox.send, address, subject, text, f"{self.address}/settings")

    async def _push(self, browser: Browser, call: Call) -> bool:
        told = {"title": call.title, "text": call.text, "address": call.address}
        contact = f"mailto:{self.postbox.sender}" if self.postbox is not None else self.address
        headers = {
            "Content-Type": "application/octet-stream",
            "Content-Encoding": "aes128gcm",
            "TTL": str(_LIVES),
            "Urgency": "normal",
            "Topic": "turn",
            "Authorization": signature(self._signer, browser.endpoint, contact),
        }
        body = seal(msgspec.json.encode(told), browser.point, browser.secret)
        try:
            return await self._post("push", browser.endpoint, body, headers)
        except Gone:
            await self.wishes.drop_browser(browser.endpoint)
            return False

    async def _hook(self, ways: Ways, call: Call) -> bool:
        link = self.address + call.address
        told: dict[str, Any] = {
            "title": call.title,
            "text": call.text,
            "address": link,
            "tables": call.tables,
        }
        if ways.form == "discord":
            content = f"**{call.title}**\n{call.text}"[:_DISCORD_LETTERS] + f"\n{link}"
            told = {"content": content, "allowed_mentions": {"parse": []}}
        body, headers = msgspec.json.encode(told), {"Content-Type": "application/json"}
        try:
            return await self._post("hook", ways.hook, body, headers)
        except Gone as error:
            return _failed("hook", error)

    async def _mail(self, address: str, call: Call) -> bool:
        try:
            await self.post_letter(address, call.title, f"{call.text}\n\n{self.address}{call.address}\n")
        except Unreachable as error:
            return _failed("mail", error)
        METRICS.count('paddock_calls_total{way="mail"}')
        return True

    async def _post(self, way: str, address: str, body: bytes, headers: dict[str, str]) -> bool:
        try:
            await asyncio.to_thread(post, address, body, headers, self.wishes.own_network)
        except Unreachable as error:
            return _failed(way, error)
        METRICS.count(f'paddock_calls_total{{way="{way}"}}')
        return True


def _failed(way: str, error: Exception) -> bool:
    _LOG.warning("a call by %s did not get through: %s", way, error)
    METRICS.count(f'paddock_calls_failed_total{{way="{way}"}}')
    return False
