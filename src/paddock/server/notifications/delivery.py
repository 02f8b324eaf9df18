"""Delivers notifications to browsers, email addresses and webhooks."""

from __future__ import annotations

import asyncio
import logging
from collections.abc import Callable
from typing import Any, ParamSpec

import msgspec
from cryptography.hazmat.primitives.asymmetric import ec
from msgspec import Struct

from paddock.server.errors import TooOften
from paddock.server.metrics import METRICS
from paddock.server.notifications.email import MailServer
from paddock.server.notifications.outgoing_requests import Gone, Unreachable, post
from paddock.server.notifications.preferences import Browser, Ways, Wishes
from paddock.server.notifications.web_push import key_of, letters, new_number, public_point, seal, signature
from paddock.server.storage.store import Store, kept_secret
from paddock.server.thread_pools import ThreadPool

_LOG = logging.getLogger("paddock.notifications")
_LIVES = 24 * 3600
_DISCORD_LETTERS = 1900
_SECONDS = 20.0
"""The time limit of a delivery, including the wait for a thread."""
_GUESTS = "guests"
"""All guests share one place in the queue, because new guests cost nothing to create."""
_POSTS = ThreadPool("posts", threads=16, each=2, waiting=128)
_LETTERS = ThreadPool("letters", threads=4, each=1, waiting=64)
P = ParamSpec("P")


class Call(Struct, frozen=True):
    """The words of a notification, in the person's language, and the page it leads to."""

    title: str
    text: str
    address: str
    tables: list[str]


class Delivery:
    """Delivers notifications; failures go to the log and the metrics, and the caller retries."""

    def __init__(self, store: Store, wishes: Wishes, mail_server: MailServer | None, address: str) -> None:
        self.store = store
        self.wishes = wishes
        self.mail_server = mail_server
        self.address = address
        self._key: ec.EllipticCurvePrivateKey | None = None

    async def open(self) -> None:
        """Load the key that signs push messages; the first start creates it."""
        self._key = key_of(await kept_secret(self.store, "push", new_number))

    @property
    def push_key(self) -> str:
        """The public key by which browsers recognise this server."""
        return letters(public_point(self._signer))

    @property
    def _signer(self) -> ec.EllipticCurvePrivateKey:
        assert self._key is not None
        return self._key

    async def deliver(self, person: str, call: Call) -> bool:
        """Send a notification by all ways of a person; returns whether one succeeded."""
        ways = await self.wishes.of(person)
        errands = [self._push(person, browser, call) for browser in await self.wishes.browsers_of(person)]
        if ways.mail and self.mail_server is not None:
            errands.append(self._mail(person, ways.mail, call))
        if ways.hook:
            errands.append(self._hook(person, ways, call))
        return any(await asyncio.gather(*errands))

    async def post_letter(self, person: str, address: str, subject: str, text: str) -> None:
        """Send an email on somebody's behalf; raises Unreachable."""
        if self.mail_server is None:
            raise Unreachable("this server sends no mail")
        settings = f"{self.address}/settings"
        await self._call(_LETTERS, person, self.mail_server.send, address, subject, text, settings)

    async def _push(self, person: str, browser: Browser, call: Call) -> bool:
        told = {"title": call.title, "text": call.text, "address": call.address}
        contact = f"mailto:{self.mail_server.sender}" if self.mail_server is not None else self.address
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
            return await self._post(
                "push", _GUESTS if browser.guest else person, browser.endpoint, body, headers
            )
        except Gone:
            await self.wishes.drop_browser(browser.endpoint)
            return False

    async def _hook(self, person: str, ways: Ways, call: Call) -> bool:
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
            return await self._post("hook", person, ways.hook, body, headers)
        except Gone as error:
            return _failed("hook", error)

    async def _mail(self, person: str, address: str, call: Call) -> bool:
        try:
            await self.post_letter(
                person, address, call.title, f"{call.text}\n\n{self.address}{call.address}\n"
            )
        except Unreachable as error:
            return _failed("mail", error)
        METRICS.count('paddock_calls_total{way="mail"}')
        return True

    async def _post(self, way: str, who: str, address: str, body: bytes, headers: dict[str, str]) -> bool:
        try:
            await self._call(_POSTS, who, post, address, body, headers, self.wishes.own_network)
        except Unreachable as error:
            return _failed(way, error)
        METRICS.count(f'paddock_calls_total{{way="{way}"}}')
        return True

    async def _call(
        self, pool: ThreadPool, who: str, work: Callable[P, None], *args: P.args, **kwargs: P.kwargs
    ) -> None:
        """Run a request on somebody's behalf; raises Unreachable on a timeout or if the queue is full."""
        try:
            async with asyncio.timeout(_SECONDS):
                await pool.run_for(who, work, *args, **kwargs)
        except TimeoutError:
            raise Unreachable("it took too long") from None
        except TooOften:
            raise Unreachable("too many calls are waiting") from None


def _failed(way: str, error: Exception) -> bool:
    _LOG.warning("a call by %s did not get through: %s", way, error)
    METRICS.count(f'paddock_calls_failed_total{{way="{way}"}}')
    return False
