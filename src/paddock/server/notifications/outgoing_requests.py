"""POST requests to addresses that people entered: to the public internet only, never to our own network."""

from __future__ import annotations

import ipaddress
import socket
import ssl
import time
from urllib.parse import SplitResult, urlsplit

from paddock.server.errors import Refused

_SECONDS = 10.0
_LONGEST_ANSWER = 16 * 1024
_HOLD_OTHERS = [
    ipaddress.IPv6Network(network)
    for network in ("::/96", "64:ff9b::/96", "64:ff9b:1::/48", "2001::/32", "2002::/16")
]
"""IPv6 ranges that embed IPv4 addresses, to which a gateway may forward a request."""
_TLS = ssl.create_default_context()


class Unreachable(Exception):
    """The other server cannot be reached or answers with a temporary failure."""


class Gone(Exception):
    """The other server says that the address no longer exists."""


def check_address(url: str, own_network: bool) -> None:
    """Raise Refused if this is not a valid web address."""
    try:
        place = urlsplit(url)
        port = place.port
    except ValueError:
        raise Refused("server.bad-address") from None
    schemes = ("https", "http") if own_network else ("https",)
    if place.scheme not in schemes or not place.hostname or port == 0 or place.username is not None:
        raise Refused("server.bad-address")


def post(
    url: str, body: bytes, headers: dict[str, str], own_network: bool = False, seconds: float = _SECONDS
) -> None:
    """POST and wait for the status within a total time limit; raises Unreachable or Gone.

    The name is resolved once and the request goes to that address, so that DNS cannot change in between.
    Redirects are not followed.
    """
    ends = time.monotonic() + seconds
    place = urlsplit(url)
    host, secure = place.hostname or "", place.scheme == "https"
    port = place.port or (443 if secure else 80)
    try:
        found = socket.getaddrinfo(host, port, type=socket.SOCK_STREAM)
        machine = str(found[0][4][0])
        if not own_network and not is_public(machine):
            raise Unreachable(f"{host} is an address of our own network")
        plain = socket.create_connection((machine, port), _left(ends))
        with _secured(plain, host, ends) if secure else plain as line:
            line.settimeout(_left(ends))
            line.sendall(_request(place, body, headers))
            status = _status(line, ends)
    except (OSError, ValueError) as error:
        raise Unreachable(f"{host}: {error}") from error
    if status in (404, 410):
        raise Gone(f"{host}: {status}")
    if not 200 <= status < 300:
        raise Unreachable(f"{host}: {status}")


def is_public(machine: str) -> bool:
    """Return whether an IP address is public, including an IPv4 address embedded in it."""
    address = ipaddress.ip_address(machine)
    if isinstance(address, ipaddress.IPv6Address):
        if address.ipv4_mapped is not None:
            address = address.ipv4_mapped
        elif address.is_site_local or any(address in network for network in _HOLD_OTHERS):
            return False
    return address.is_global and not address.is_multicast and not address.is_reserved


def _left(ends: float) -> float:
    """Return the seconds until a deadline; raises TimeoutError after it."""
    left = ends - time.monotonic()
    if left <= 0:
        raise TimeoutError("it took too long")
    return left


def _secured(plain: socket.socket, host: str, ends: float) -> ssl.SSLSocket:
    plain.settimeout(_left(ends))
    return _TLS.wrap_socket(plain, server_hostname=host)


def _request(place: SplitResult, body: bytes, headers: dict[str, str]) -> bytes:
    path = (place.path or "/") + (f"?{place.query}" if place.query else "")
    host = place.netloc.encode("idna").decode("ascii")
    named = {"Host": host, **headers, "Content-Length": str(len(body)), "Connection": "close"}
    lines = [f"POST {path} HTTP/1.1", *(f"{name}: {value}" for name, value in named.items())]
    if any(not line.isprintable() for line in lines) or len(lines[0].split(" ")) != 3:
        raise ValueError("an address or a header that cannot be sent")
    return "\r\n".join([*lines, "", ""]).encode("ascii") + body


def _status(line: socket.socket, ends: float) -> int:
    """Read the status of an answer and ignore the rest."""
    got = b""
    while b"\r\n" not in got:
        if len(got) > _LONGEST_ANSWER:
            raise ValueError("the answer is too long")
        line.settimeout(_left(ends))
        part = line.recv(4096)
        if not part:
            raise ValueError("there was no answer")
        got += part
    words = got.split(b"\r\n", 1)[0].split(b" ")
    if not words[0].startswith(b"HTTP/1.") or len(words) < 2:
        raise ValueError("the answer is no HTTP")
    return int(words[1])
