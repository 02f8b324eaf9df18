"""The log of a game: a header, one record per decision or outcome, and the seed at the end.

The format is append-only JSON Lines. Every line ends with a hash over itself and the previous line, its
link, so that a damaged, missing or moved record is found and named. Links have no key: they detect
accidents, not forgery. The published hash of the seed fixes the dice.
"""

from __future__ import annotations

import hashlib
from collections.abc import Iterable, Sequence
from itertools import takewhile
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
    figures: str | msgspec.UnsetType = msgspec.UNSET
    """The hash of the figures it is played with, if they are not the shipped ones."""


class Decision(msgspec.Struct, frozen=True, tag_field="record", tag="decision"):
    """A decision of a seat."""

    seat: int
    action: Any


class Drawn(msgspec.Struct, frozen=True, tag_field="record", tag="chance"):
    """The outcome of a chance node."""

    outcome: Outcome


class TakenBack(msgspec.Struct, frozen=True, tag_field="record", tag="back"):
    """All records after number `to` (the header is 0) are void."""

    to: int


class End(msgspec.Struct, frozen=True, tag_field="record", tag="end"):
    """The game is over; the seed is revealed so that everyone can check the dice."""

    seed: str


Record = Decision | Drawn | TakenBack | End
Line = Header | Record
_ENCODER = msgspec.json.Encoder(order="deterministic")
_LINE = msgspec.json.Decoder(Line)
_LINK = b',"link":"'
_MARK_END = 18
"""A line ends with the sixteen digits of its link, a quotation mark and a brace."""


def link(before: str, body: bytes) -> str:
    """Returns the link of a line: a hash over the previous link and the bytes of the line."""
    return hashlib.sha256(before.encode() + body).hexdigest()[:16]


def write_line(line: Line, before: str) -> tuple[bytes, str]:
    """Returns a line of a log without its line break, and its link for the next line."""
    body = _ENCODER.encode(line)
    mark = link(before, body)
    return body[:-1] + _LINK + mark.encode() + b'"}', mark


def read_line(raw: bytes, number: int, before: str) -> tuple[Line, str]:
    """Checks and decodes line `number` (the header is 0); raises LogError that names it."""
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
    """The raw lines of one game, their records, and which records count.

    Lines are kept as they were written. A line that lacks a newer field or has an unknown one stays
    unchanged, and its link covers its own bytes.
    """

    def __init__(self, header: Header, raw: bytes | None = None, mark: str = "") -> None:
        self.header = header
        self.records: list[Record] = []
        self.counted: list[tuple[int, Decision | Drawn]] = []
        """The decisions and outcomes still in force, with their numbers."""
        self.draws = 0
        """The number of outcomes, which is the counter of the dice stream. None is ever taken back."""
        if raw is None:
            raw, mark = write_line(header, "")
        self.lines: list[bytes] = [raw]
        self.last_link = mark

    def __repr__(self) -> str:
        over = "over" if self.ended else "running"
        return f"<log of {self.header.game}, {len(self.records)} records, {over}>"

    @classmethod
    def read(cls, lines: Iterable[bytes]) -> Log:
        """Builds a log from its lines; raises LogError that names the first truncated or altered record."""
        raw_lines = iter(lines)
        first = next(raw_lines, None)
        if first is None:
            raise LogError(0, "core.log-empty")
        header, mark = read_line(first, 0, "")
        assert isinstance(header, Header)
        if header.paddock != FORMAT:
            raise LogError(0, "core.log-format", found=header.paddock, known=FORMAT)
        log = cls(header, first, mark)
        for raw in raw_lines:
            log.take_in(raw)
        return log

    def append(self, record: Record) -> bytes:
        """Adds a record and returns its line for storage."""
        line, mark = write_line(record, self.last_link)
        self._add(record, line, mark)
        return line

    def take_in(self, raw: bytes) -> Record:
        """Adds a line written elsewhere; raises LogError if it does not follow the last one."""
        record, mark = read_line(raw, len(self.lines), self.last_link)
        assert not isinstance(record, Header)
        self._add(record, raw, mark)
        return record

    def extend(self, records: Sequence[Record], lines: Sequence[bytes]) -> None:
        """Adds records with the lines just made from them by `write_line`, each following the last."""
        for record, line in zip(records, lines, strict=True):
            self._add(record, line, line[-_MARK_END:-2].decode())

    def check_back(self, to: int) -> None:
        """Raises LogError if `to` is not an earlier record, or if a die or a draw came after it."""
        number = len(self.lines)
        if not 0 <= to < number:
            raise LogError(number, "core.log-back-where", to=to)
        if any(isinstance(record, Drawn) for _, record in self._after(to)):
            raise LogError(number, "core.log-back-over-chance")

    def copy(self) -> Log:
        """Returns an independent copy."""
        copy = Log(self.header, self.lines[0], self.last_link)
        copy.lines, copy.records, copy.counted = self.lines[:], self.records[:], self.counted[:]
        copy.draws = self.draws
        return copy

    def renamed(self, names: tuple[str, ...]) -> Log:
        """Returns the same game under other names; all links depend on the header and change."""
        changed = Log(msgspec.structs.replace(self.header, seats=names))
        for record in self.records:
            changed.append(record)
        return changed

    def dump(self) -> bytes:
        """Returns the whole log as JSON Lines."""
        return b"\n".join(self.lines) + b"\n"

    @property
    def ended(self) -> bool:
        """Whether the game is over and the seed revealed."""
        return bool(self.records) and isinstance(self.records[-1], End)

    def _add(self, record: Record, line: bytes, mark: str) -> None:
        number = len(self.lines)
        if self.ended:
            raise LogError(number, "core.log-after-end")
        if isinstance(record, TakenBack):
            self.check_back(record.to)
            del self.counted[len(self.counted) - len(self._after(record.to)) :]
        elif not isinstance(record, End):
            self.counted.append((number, record))
            self.draws += isinstance(record, Drawn)
        self.records.append(record)
        self.lines.append(line)
        self.last_link = mark

    def _after(self, number: int) -> list[tuple[int, Decision | Drawn]]:
        """Returns the records in force after a number, newest first."""
        return list(takewhile(lambda entry: entry[0] > number, reversed(self.counted)))


def distinct(seats: Sequence[str]) -> tuple[str, ...]:
    """Returns the names with duplicates numbered.

    >>> distinct(["club", "Ana", "club"])
    ('club 1', 'Ana', 'club 2')
    """
    return tuple(
        f"{name} {seats[: seat + 1].count(name)}" if seats.count(name) > 1 else name
        for seat, name in enumerate(seats)
    )


def load(source: bytes) -> Log:
    """Reads a log; raises LogError that names the first truncated or altered record."""
    return Log.read(line.strip() for line in source.splitlines())


def load_file(path: Path) -> Log:
    """Reads a log file."""
    return load(path.read_bytes())
