"""Email through any SMTP server, set by a URL: smtp://user:password@host:587?from=me@example.org."""

from __future__ import annotations

import re
import smtplib
import socket
import ssl
import time
from contextlib import suppress
from email.message import EmailMessage
from email.utils import formatdate, make_msgid
from threading import Timer
from typing import Any
from urllib.parse import parse_qs, unquote, urlsplit

from msgspec import Struct

from paddock.core.errors import BadInput
from paddock.server.errors import Refused
from paddock.server.notifications.outgoing_requests import Unreachable

_SECONDS = 20.0
_ADDRESS = re.compile(
    r"[^@\s<>,;:\"\\()\[\]]{1,64}@[^@\s<>,;:\"\\()\[\]]{1,189}\.[^@\s<>,;:\"\\()\[\]]{2,63}"
)


class MailServer(Struct, frozen=True):
    """The SMTP server and the sender of emails."""

    host: str
    port: int
    sender: str
    user: str = ""
    password: str = ""
    sealed: bool = False
    """Whether the connection uses TLS from the start; otherwise STARTTLS if the server offers it."""

    def send(self, to: str, subject: str, text: str, settings: str, seconds: float = _SECONDS) -> None:
        """Send an email within a total time limit; raises Unreachable.

        `settings` is the page where a person turns emails off.
        """
        letter = EmailMessage()
        letter["From"], letter["To"], letter["Subject"] = f"Paddock <{self.sender}>", to, subject
        letter["Date"], letter["Message-ID"] = formatdate(), make_msgid(domain=self.sender.rpartition("@")[2])
        letter["List-Unsubscribe"] = f"<{settings}>"
        letter["Auto-Submitted"] = "auto-generated"
        letter.set_content(text)
        try:
            with self._line(seconds) as line:
                if not self.sealed and line.has_extn("starttls"):
                    line.starttls(context=ssl.create_default_context())
                    line.ehlo()
                if self.user:
                    line.login(self.user, self.password)
                line.send_message(letter)
        except (OSError, ValueError, smtplib.SMTPException) as error:
            raise Unreachable(f"{self.host}: {error}") from error

    def _line(self, seconds: float) -> smtplib.SMTP:
        ends = time.monotonic() + seconds
        if self.sealed:
            tls = ssl.create_default_context()
            line: smtplib.SMTP = _SealedLine(ends, self.host, self.port, timeout=seconds, context=tls)
        else:
            line = _Line(ends, self.host, self.port, timeout=seconds)
        line.ehlo()
        return line


class _Line(smtplib.SMTP):
    """An SMTP connection that closes at its deadline, even if the server answers one byte at a time."""

    def __init__(self, ends: float, *args: Any, **options: Any) -> None:
        self._ends = ends
        super().__init__(*args, **options)

    def getreply(self) -> tuple[int, bytes]:
        """Return the next reply; raises SMTPServerDisconnected at the deadline."""
        assert self.sock is not None
        cut = Timer(max(0.0, self._ends - time.monotonic()), _cut, (self.sock,))
        cut.start()
        try:
            return super().getreply()
        finally:
            cut.cancel()


class _SealedLine(_Line, smtplib.SMTP_SSL):
    """The same with TLS from the start."""


def _cut(line: socket.socket) -> None:
    with suppress(OSError):
        socket.socket.shutdown(line, socket.SHUT_RDWR)


def read_mail_server(url: str) -> MailServer | None:
    """Read the mail server from its URL; None for an empty one. Raises BadInput if it is invalid."""
    if not url:
        return None
    try:
        place = urlsplit(url)
        port = place.port
    except ValueError as error:
        raise BadInput("server.bad-mail", reason=str(error)) from None
    sender = parse_qs(place.query).get("from", [""])[0]
    if place.scheme not in ("smtp", "smtps") or not place.hostname:
        raise BadInput("server.bad-mail", reason="smtp://host:port?from=…")
    if not _ADDRESS.fullmatch(sender):
        raise BadInput("server.bad-mail", reason=f"from={sender}")
    sealed = place.scheme == "smtps"
    user, password = unquote(place.username or ""), unquote(place.password or "")
    return MailServer(place.hostname, port or (465 if sealed else 587), sender, user, password, sealed)


def check_mail(address: str) -> None:
    """Raise Refused if this is not an email address."""
    if not _ADDRESS.fullmatch(address) or not address.isascii():
        raise Refused("server.bad-address")
