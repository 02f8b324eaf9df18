"""Posts to addresses that people have given: only out into the world, never into our own network."""

from __future__ import annotations

import http.client
import ipaddress
import socket
import ssl
from urllib.parse import urlsplit

from paddock.server.errors import Refused

_SECONDS = 10.0
_TLS = ssl.create_default_context()


class Unreachable(Exception):
    """The other side cannot be reached now, or answers with a failure that may pass."""


class Gone(Exception):
    """The other side says that nobody lives there any more."""


def check_address(url: str, own_network: bool) -> None:
    """Refuse what is no address on the web."""
    try:
        place = urlsplit(url)
        port = place.port
    except ValueError:
        raise Refused("server.bad-address") from None
    schemes = ("https", "http") if own_network else ("https",)
    if place.scheme not in schemes or not place.hostname or port == 0 or place.username is not None:
        raise Refused("server.bad-address")


def post(url: str, body: bytes, headers: dict[str, str], own_network: bool = False) -> None:
    """Post something, in the time of a few breaths; raises Unreachable or Gone.

    The name is looked up once and that very machine is called, so that a name cannot point elsewhere
    between the look and the call; nothing is followed to another address.
    """
    place = urlsplit(url)
    host, secure = place.hostname or "", place.scheme == "https"
    port = place.port or (443 if secure else 80)
    path = (place.path or "/") + (f"?{place.query}" if place.query else "")
    try:
        found = socket.getaddrinfo(host, port, type=socket.SOCK_STREAM)
        machine = str(found[0][4][0])
        if not own_network and not ipaddress.ip_address(machine).is_global:
            raise Unreachable(f"{host} is an address of our own network")
        line = http.client.HTTPConnection(host, port, timeout=_SECONDS)
        with socket.create_connection((machine, port), _SECONDS) as plain:
            line.sock = _TLS.wrap_socket(plain, server_hostname=host) if secure else plain
            line.request("POST", path, body, headers)
            answer = line.getresponse()
            answer.read(2048)
            line.close()
    except (OSError, http.client.HTTPException, ValueError) as error:
        raise Unreachable(f"{host}: {error}") from error
    if answer.status in (404, 410):
        raise Gone(f"{host}: {answer.status}")
    if not 200 <= answer.status < 300:
        raise Unreachable(f"{host}: {answer.status}")
