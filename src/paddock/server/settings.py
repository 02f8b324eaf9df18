"""Settings and limits that an operator can set."""

from __future__ import annotations

import os
from pathlib import Path

import msgspec
from msgspec import Struct


class Limits(Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """Limits per person, per address and for the whole server."""

    body_bytes: int = 256 * 1024
    log_bytes: int = 2 * 1024 * 1024
    frame_bytes: int = 64 * 1024
    frames_per_second: float = 20
    frame_burst: int = 60
    malformed_frames: int = 10
    sockets: int = 8000
    sockets_per_person: int = 24
    sockets_per_address: int = 400
    hello_seconds: float = 15
    request_seconds: float = 30
    outbox_frames: int = 512
    tables_per_person: int = 24
    tracks_per_person: int = 200
    stored_bytes: int = 16 * 1024**3
    stored_bytes_per_person: int = 64 * 1024**2
    stored_bytes_per_hour: int = 64 * 1024**2
    uploads_per_hour: int = 60
    guests_per_hour: int = 120
    passwords_per_minute: int = 12
    wrong_passwords: int = 5
    requests_per_second: float = 40
    request_burst: int = 240
    chat_per_minute: int = 20
    chat_burst: int = 6
    listed_actions: int = 64
    questions_per_second: float = 20
    question_burst: int = 60
    questions_waiting: int = 24
    errands_waiting: int = 24
    errands_per_hour: int = 30
    reports_asked_per_hour: int = 30
    hints_per_minute: int = 60
    missed_records: int = 200
    replay_views: int = 100
    letters_per_hour: int = 6
    follows_per_person: int = 2000
    invitations_per_hour: int = 60
    reports_per_hour: int = 10


class Settings(Struct, frozen=True, kw_only=True):
    """Settings of one server: where it stores data, where it listens, what it allows."""

    data: Path
    database: str = ""
    host: str = "127.0.0.1"
    port: int = 8000
    load: tuple[str, ...] = ()
    """Modules to import at the start, in bot processes too; they may register games."""
    origins: tuple[str, ...] = ()
    """Other origins whose pages may use this server, such as a development server."""
    secure: bool = False
    """Whether cookies are sent over HTTPS only."""
    bot_processes: int = 1
    bot_seconds: float = 20.0
    """Seconds a bot may think before a weaker one decides."""
    bot_pause: float = 0.5
    """Minimum seconds for a bot's decision, so that people can follow."""
    question_processes: int = msgspec.field(default_factory=lambda: os.cpu_count() or 1)
    question_seconds: float = 10.0
    """Seconds a game may take to answer a question."""
    address: str = ""
    """The server's public address, for links in emails; empty: the address it listens on."""
    mail: str = ""
    """The SMTP server for emails, as smtp://user:password@host:587?from=me@example.org."""
    call_patience: float = 60.0
    """Seconds a table waits for a person before they are notified."""
    call_own_network: bool = False
    """Whether webhooks may point into the server's own network."""
    round_seconds: float = 5.0
    """Seconds between runs of the periodic tasks: stalled bots, statistics, notifications."""
    solving_gap: float = 0.5
    """Target gap between the bounds of a solved drive, in seconds."""
    solving_memory: int = 2048
    """Megabytes of memory for solving a drive."""
    solving_seconds: float = 1800.0
    """Seconds for solving a drive, in a low-priority process."""
    analysing: bool = True
    """Whether every finished game is analysed when the job queue has nothing else to do."""
    limits: Limits = Limits()

    @property
    def file(self) -> Path:
        """The SQLite file in the data folder, used if no other database is set."""
        return self.data / "paddock.db"

    @property
    def url(self) -> str:
        """The SQLAlchemy URL of the database."""
        if not self.database:
            return f"sqlite:///{self.file}"
        for scheme in ("postgresql://", "postgres://"):
            if self.database.startswith(scheme):
                return "postgresql+psycopg://" + self.database.removeprefix(scheme)
        return self.database

    @property
    def public_address(self) -> str:
        """The base of links to this server."""
        return self.address.rstrip("/") or f"http://{self.host}:{self.port}"

    @property
    def shared(self) -> bool:
        """Whether several server processes may work on the database."""
        return self.url.startswith("postgresql")
