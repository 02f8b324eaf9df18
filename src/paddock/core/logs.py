"""A game is its log: a header, one record per decision or outcome, and the seed at the end.

JSON Lines, append-only. Every line ends with a link over itself and the line before, so that an altered,
missing or reordered record is found and named.
"""

from __future__ import annotations

import hashlib
from collections.abc import Iterable, Iterator
from pathlib import Path
from typing import Any

import msgspec

from paddock.core.chance import Outcome
from paddock.core.errors import LogError

FORMAT = 1
"""The version of the log format, not of any rules."""


class Header(msgspec.Struct, frozen=True, tag_field="record", tag="game", kw_only=True):
    """What a game started from."""

    paddock: int = FORMAT
    game: str
    rules: int
    options: dict[str, Any]
    seats: tuple[str, ...]
    seed_hash: str


class Decision(msgspec.Struct, frozen=True, tag_field="record", tag="decision"):
    """What a seat decided."""

    seat: int
    action: Any


class Drawn(msgspec.Struct, frozen=True, tag_field="record", tag="chance"):
    """What a chance node came to."""

    outcome: Outcome


class TakenBack(msgspec.Struct, frozen=True, tag_field="record", tag="back"):
    """All records after number `to` (the header is 0) no longer count."""

    to: int


class End(msgspec.Struct, frozen=True, tag_field="record", tag="end"):
    """The game is over; the seed is shown so that everyone can check the dice."""

    seed: str


Record = Decision | Drawn | TakenBack | End
Line = Header | Record
_ENCODER = msgspec.json.Encoder(order="deterministic")
_LINE = msgspec.json.Decoder(Line)
_LINK = b',"link":"'


def link(before: str, body: bytes) -> str:
    """The link of a line: a hash over the link of the line before and the line's own bytes."""
    return hashlib.sha256(before.encode() + body).hexdigest()[:16]


def write_line(line: Line, before: str) -> tuple[bytes, str]:
    """One line of a log without its line break, and its link for the next one."""
    body = _ENCODER.encode(line)
    mark = link(before, body)
    return body[:-1] + _LINK + mark.encode() + b'"}', mark


def read_line(raw: bytes, number: int, before: str) -> tuple[Line, str]:
    """Check and decode line `number` (the header is 0); raises LogError that names it."""
    at = raw.rfind(_LINK)
    if at < 0 or not raw.endswith(b'"}'):
        raise LogError(number, "core.log-cut-off")
    body, mark = raw[:at] + b"}", raw[at + len(_LINK) : -2].decode("ascii", "replace")
    if link(before, body) != mark:
        raise LogError(number, "core.log-altered")
    try:
        line: Line = _LINE.decode(body)
    except msgspec.DecodeError as error:
        raise LogError(number, "core.log-unreadable", reason=str(error)) from None
    if isinstance(line, Header) != (number == 0):
        raise LogError(number, "core.log-header-place")
    return line, mark


class Log:
    """Header and records of one game, in memory, with the links that make it tamper-evident."""

    def __init__(self, header: Header) -> None:
        self.header = header
        self.records: list[Record] = []
        first, self.last_link = write_line(header, "")
        self.lines: list[bytes] = [first]

    def append(self, record: Record) -> bytes:
        """Add a record; returns its line as it is to be stored."""
        line, self.last_link = write_line(record, self.last_link)
        self.records.append(record)
        self.lines.append(line)
        return line

    def dump(self) -> bytes:
        """The whole log as JSON Lines."""
        return b"\n".join(self.lines) + b"\n"

    @property
    def ended(self) -> bool:
        """Whether the game is over and the seed shown."""
        return bool(self.records) and isinstance(self.records[-1], End)


def load(source: bytes | Iterable[bytes]) -> Log:
    """Read a log; raises LogError that names the first record that is cut off or altered."""
    raw_lines: Iterator[bytes] = iter(source.splitlines() if isinstance(source, bytes) else source)
    first = next(raw_lines, None)
    if first is None:
        raise LogError(0, "core.log-empty")
    header, _ = read_line(first.strip(), 0, "")
    assert isinstance(header, Header)
    if header.paddock != FORMAT:
        raise LogError(0, "core.log-format", found=header.paddock, known=FORMAT)
    log = Log(header)
    for number, raw in enumerate(raw_lines, start=1):
        if log.ended:
            raise LogError(number, "core.log-after-end")
        record, _ = read_line(raw.strip(), number, log.last_link)
        assert not isinstance(record, Header)
        log.append(record)
    return log


def load_file(path: Path) -> Log:
    """Read a log file."""
    return load(path.read_bytes())


def counting(records: Iterable[Record]) -> list[tuple[int, Decision | Drawn]]:
    """The decisions and outcomes that count, with their numbers, after everything taken back."""
    kept: list[tuple[int, Decision | Drawn]] = []
    for number, record in enumerate(records, start=1):
        if isinstance(record, TakenBack):
            if not 0 <= record.to < number:
                raise LogError(number, "core.log-back-where", to=record.to)
            while kept and kept[-1][0] > record.to:
                if isinstance(kept[-1][1], Drawn):
                    raise LogError(number, "core.log-back-over-chance")
                kept.pop()
        elif not isinstance(record, End):
            kept.append((number, record))
    return kept
