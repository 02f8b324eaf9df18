"""The frames of the sockets, version 1, as described in docs/protocol.md."""

from __future__ import annotations

from typing import Annotated, Any, Literal

import msgspec
from msgspec import UNSET, Meta, Struct, UnsetType

from paddock.core.game import Result
from paddock.core.messages import Message
from paddock.server.records.table_record import TableBrief, TableInfo
from paddock.server.text import RequestId

PROTOCOL = 1

SeatNumber = Annotated[int, Meta(ge=0, le=63)]
StepNumber = Annotated[int, Meta(ge=0, le=2**53)]


class _Asked(Struct, frozen=True, forbid_unknown_fields=True, tag_field="type"):
    """Base of client frames."""


class Hello(_Asked, frozen=True, tag="hello", kw_only=True):
    """The first frame: the protocol version, and what the client already has."""

    protocol: int
    seen: StepNumber | None = None
    heard: StepNumber | None = None
    face: SeatNumber | UnsetType | None = UNSET


class Face(_Asked, frozen=True, tag="face"):
    """Switch to the view of another of your seats."""

    seat: SeatNumber | None


class Decide(_Asked, frozen=True, tag="decide"):
    """A decision of a seat, made on the scene of step `step`."""

    id: RequestId
    seat: SeatNumber
    step: StepNumber
    action: Any


class Explore(_Asked, frozen=True, tag="explore"):
    """A question to the game."""

    id: RequestId
    seat: SeatNumber
    question: Any


class Undo(_Asked, frozen=True, tag="undo"):
    """Undo your newest decision at once."""

    id: RequestId
    seat: SeatNumber


class AskBack(_Asked, frozen=True, tag="ask-back"):
    """Ask the others to undo your newest decision."""

    id: RequestId
    seat: SeatNumber


class AnswerBack(_Asked, frozen=True, tag="answer-back"):
    """Accept or decline an undo request."""

    id: RequestId
    agree: bool


class LeavePlan(_Asked, frozen=True, tag="leave-plan"):
    """A plan: a decision to play when the seat's turn comes; it replaces the previous plan."""

    id: RequestId
    seat: SeatNumber
    step: StepNumber
    action: Any


class DropPlan(_Asked, frozen=True, tag="drop-plan"):
    """Drop the plan of a seat."""

    id: RequestId
    seat: SeatNumber


class Say(_Asked, frozen=True, tag="say"):
    """Send a chat message."""

    id: RequestId
    text: Annotated[str, Meta(min_length=1, max_length=500)]


class Ping(_Asked, frozen=True, tag="ping"):
    """Check the connection; answered by `pong`."""

    id: RequestId


class Sight(_Asked, frozen=True, tag="sight"):
    """The table was hidden or shown on your screen; people who see it get no notification of their turn."""

    away: bool


ClientFrame = (
    Hello | Face | Decide | Explore | Undo | AskBack | AnswerBack | LeavePlan | DropPlan | Say | Ping | Sight
)


class ClockInfo(Struct, frozen=True):
    """The time every seat had left at `time`; the clocks of `running` seats run from then on."""

    banks_ms: list[int]
    running: list[int]
    out: list[int]
    time: float


class Scene(Struct, frozen=True, kw_only=True):
    """The game as one seat (None: a spectator) may see it."""

    step: int
    seat: int | None
    view: Any
    asked: tuple[int, ...]
    may: tuple[int, ...]
    actions: list[Any] | None
    clock: ClockInfo | None
    result: Result | None
    seed_hash: str
    seed: str | None
    back: Literal["free", "ask"] | None = None
    """Whether the seat may undo its newest decision: at once, with consent, or not (None)."""


class Told(Struct, frozen=True):
    """An event as a seat may see it, with a description."""

    step: int
    by: int | None
    event: Any
    told: Message


class Onlooker(Struct, frozen=True):
    """A spectator who may be named."""

    person: str
    name: str


class Presence(Struct, frozen=True):
    """Connected seats, the number of spectators, and the named ones."""

    here: list[int]
    watching: int
    onlookers: list[Onlooker] = []


class ChatMessage(Struct, frozen=True):
    """A chat message."""

    id: int
    room: str
    person: str
    name: str
    text: str
    at: float


class BackInfo(Struct, frozen=True):
    """An open undo request, and the seats that have not answered yet."""

    seat: int
    to: int
    waiting: list[int]


class NotPlayed(Struct, frozen=True):
    """Why a plan was not played: no longer legal, riskier, or the game asks for something else."""

    reason: Literal["illegal", "riskier", "changed"]
    message: Message | None = None
    """The rules' reason."""
    risk: float = 0.0
    """The current risk."""


class LeftPlan(Struct, frozen=True):
    """A plan, as only its owner sees it."""

    seat: int
    action: Any
    risk: float
    """The exact chance of failure when the plan was made."""
    at: float
    begun: bool
    """Whether it has been started and is still being carried out."""
    failed: NotPlayed | None = None


class You(Struct, frozen=True):
    """The person the server takes the client for."""

    person: str | None
    seats: list[int]


class _Sent(Struct, frozen=True, tag_field="type"):
    """Base of server frames."""


class Welcome(_Sent, frozen=True, tag="welcome", kw_only=True):
    """The answer to `hello`."""

    protocol: int
    you: You
    table: TableInfo
    step: int
    time: float
    presence: Presence
    chat: list[ChatMessage]
    back: BackInfo | None


class View(_Sent, frozen=True, tag="view"):
    """Draw this scene; `to`: the step after which everything was taken back, for `back`."""

    why: Literal["hello", "face", "start", "missed", "back", "seat"]
    scene: Scene | msgspec.Raw
    to: int | None = None


class Update(_Sent, frozen=True, tag="update"):
    """The events after a step, and the scene that results."""

    since: int
    events: list[Told]
    scene: Scene | msgspec.Raw


class Ack(_Sent, frozen=True, tag="ack"):
    """A request is done; a decision is stored as record `step`."""

    id: str
    step: int


Reason = Literal["illegal", "stale", "bad", "seat", "stage", "rate", "unavailable", "failed"]


class Refuse(_Sent, frozen=True, tag="refuse"):
    """A request is refused and changed nothing."""

    id: str
    reason: Reason
    rule: str | None
    message: Message
    scene: Scene | msgspec.Raw | None = None


class Answer(_Sent, frozen=True, tag="answer"):
    """The game's answer to a question."""

    id: str
    step: int
    answer: Any


class TableFrame(_Sent, frozen=True, tag="table"):
    """The table changed."""

    table: TableInfo


class ClockFrame(_Sent, frozen=True, tag="clock"):
    """A clock ran out, or was corrected."""

    clock: ClockInfo


class PresenceFrame(_Sent, frozen=True, tag="presence"):
    """Connected seats or spectators have changed."""

    presence: Presence


class ChatFrame(_Sent, frozen=True, tag="chat"):
    """A new chat message."""

    message: ChatMessage


class BackFrame(_Sent, frozen=True, tag="back"):
    """The open undo request; None: it is settled."""

    back: BackInfo | None


class PlansFrame(_Sent, frozen=True, tag="plans"):
    """All your plans at this table."""

    plans: list[LeftPlan]


class Pong(_Sent, frozen=True, tag="pong"):
    """The answer to `ping`."""

    id: str
    time: float


class Bye(_Sent, frozen=True, tag="bye"):
    """The server closes the connection."""

    reason: str
    message: Message


class LobbyFrame(_Sent, frozen=True, tag="lobby"):
    """The first page of both lists in the lobby, and the bookmarks of the next."""

    open: list[TableBrief]
    running: list[TableBrief]
    more_open: str | None = None
    more_running: str | None = None


class Card(_Sent, frozen=True, tag="card"):
    """A public table that is new or changed."""

    table: TableBrief


class Gone(_Sent, frozen=True, tag="gone"):
    """A table that closed or became private."""

    table: str


ServerFrame = (
    Welcome
    | View
    | Update
    | Ack
    | Refuse
    | Answer
    | TableFrame
    | ClockFrame
    | PresenceFrame
    | ChatFrame
    | BackFrame
    | PlansFrame
    | Pong
    | Bye
    | LobbyFrame
    | Card
    | Gone
)

_CLIENT: msgspec.json.Decoder[ClientFrame] = msgspec.json.Decoder(ClientFrame)
_SERVER = msgspec.json.Encoder()


def read_frame(raw: str | bytes) -> ClientFrame:
    """Decode a client frame; raises msgspec.DecodeError if it is malformed."""
    return _CLIENT.decode(raw)


def write_frame(frame: ServerFrame) -> bytes:
    """Encode a server frame."""
    return _SERVER.encode(frame)
