"""Receivers of notifications: a push service that decrypts messages like a browser, and a mail server."""

from __future__ import annotations

import asyncio
import base64
import json
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager, suppress
from email import message_from_bytes
from email.message import Message
from email.policy import default
from typing import Any

from aiosmtpd.controller import Controller
from aiosmtpd.smtp import SMTP, Envelope, Session
from cryptography.hazmat.primitives import hashes
from cryptography.hazmat.primitives.asymmetric import ec
from cryptography.hazmat.primitives.asymmetric.utils import encode_dss_signature
from cryptography.hazmat.primitives.ciphers.aead import AESGCM
from cryptography.hazmat.primitives.kdf.hkdf import HKDF
from cryptography.hazmat.primitives.serialization import Encoding, PublicFormat

from tests.server.serving import free_port


def lettered(raw: bytes) -> str:
    return base64.urlsafe_b64encode(raw).rstrip(b"=").decode()


def raw(text: str) -> bytes:
    return base64.urlsafe_b64decode(text + "=" * (-len(text) % 4))


class Subscription:
    """The browser's half of a push subscription: it owns the keys and decrypts messages."""

    def __init__(self, secret: bytes, number: int | None = None) -> None:
        curve = ec.SECP256R1()
        self.key = ec.derive_private_key(number, curve) if number else ec.generate_private_key(curve)
        self.secret = secret
        self.point = self.key.public_key().public_bytes(Encoding.X962, PublicFormat.UncompressedPoint)

    def open(self, body: bytes) -> bytes:
        salt, size, length = body[:16], int.from_bytes(body[16:20], "big"), body[20]
        theirs, sealed = body[21 : 21 + length], body[21 + length :]
        assert len(sealed) <= size
        sender = ec.EllipticCurvePublicKey.from_encoded_point(ec.SECP256R1(), theirs)
        agreed = self.key.exchange(ec.ECDH(), sender)
        seed = _derive(agreed, self.secret, b"WebPush: info\0" + self.point + theirs, 32)
        lock = _derive(seed, salt, b"Content-Encoding: aes128gcm\0", 16)
        nonce = _derive(seed, salt, b"Content-Encoding: nonce\0", 12)
        padded = AESGCM(lock).decrypt(nonce, sealed, None).rstrip(b"\0")
        assert padded.endswith(b"\x02")
        return padded[:-1]


def _derive(secret: bytes, salt: bytes, info: bytes, length: int) -> bytes:
    return HKDF(hashes.SHA256(), length, salt, info).derive(secret)


def signed_claims(header: str) -> tuple[dict[str, Any], str]:
    """Return the claims of a validly signed Authorization header, and the key it names."""
    told = dict(part.split("=", 1) for part in header.removeprefix("vapid ").split(", "))
    text, _, signature = told["t"].rpartition(".")
    r, s = (int.from_bytes(raw(signature)[at : at + 32], "big") for at in (0, 32))
    key = ec.EllipticCurvePublicKey.from_encoded_point(ec.SECP256R1(), raw(told["k"]))
    key.verify(encode_dss_signature(r, s), text.encode(), ec.ECDSA(hashes.SHA256()))
    return json.loads(raw(text.split(".")[1])), told["k"]


class Posted:
    """A request that one path received."""

    def __init__(self, path: str, headers: dict[str, str], body: bytes) -> None:
        self.path, self.headers, self.body = path, headers, body


class PostService:
    """A web server that records POST requests: a push service or a webhook."""

    def __init__(self) -> None:
        self.came: list[Posted] = []
        self.gone: set[str] = set()
        self.url = ""

    @asynccontextmanager
    async def listening(self) -> AsyncIterator[PostService]:
        port = free_port()
        self.url = f"http://127.0.0.1:{port}"
        async with await asyncio.start_server(self._serve, "127.0.0.1", port):
            yield self

    async def _serve(self, reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        head = (await reader.readuntil(b"\r\n\r\n")).decode()
        first, *lines = head.strip().split("\r\n")
        headers = {k.lower(): v for k, v in (line.split(": ", 1) for line in lines)}
        body = await reader.readexactly(int(headers.get("content-length", "0")))
        path = first.split()[1]
        if path not in self.gone:
            self.came.append(Posted(path, headers, body))
        status = "410 Gone" if path in self.gone else "201 Created"
        writer.write(f"HTTP/1.1 {status}\r\nContent-Length: 0\r\nConnection: close\r\n\r\n".encode())
        await writer.drain()
        writer.close()

    def at(self, path: str) -> list[Posted]:
        return [posted for posted in self.came if posted.path == path]


class Postman:
    """A real SMTP server that keeps every email."""

    def __init__(self) -> None:
        self.letters: list[Message] = []
        self.port = free_port()

    async def handle_DATA(self, _server: SMTP, _session: Session, envelope: Envelope) -> str:  # noqa: N802
        assert isinstance(envelope.content, bytes)
        self.letters.append(message_from_bytes(envelope.content, policy=default))
        return "250 kept"

    @asynccontextmanager
    async def listening(self) -> AsyncIterator[Postman]:
        controller = Controller(self, hostname="127.0.0.1", port=self.port)
        controller.start()
        try:
            yield self
        finally:
            controller.stop()


class DrippingService:
    """A server that answers one byte at a time and never finishes."""

    def __init__(self, pause: float = 0.2) -> None:
        self.pause = pause
        self.begun = 0
        self.url = ""
        self.port = free_port()

    @asynccontextmanager
    async def listening(self) -> AsyncIterator[DrippingService]:
        self.url = f"http://127.0.0.1:{self.port}"
        served: set[asyncio.Task[None]] = set()

        async def serve(_: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
            task = asyncio.current_task()
            assert task is not None
            served.add(task)
            self.begun += 1
            with suppress(ConnectionError, asyncio.CancelledError):
                writer.write(b"HTTP/1.1 201 ")
                while True:
                    writer.write(b"C")
                    await writer.drain()
                    await asyncio.sleep(self.pause)
            writer.transport.abort()

        server = await asyncio.start_server(serve, "127.0.0.1", self.port)
        try:
            yield self
        finally:
            server.close()
            for task in served:
                task.cancel()
            await asyncio.gather(*served, return_exceptions=True)
