"""The frames of the sockets, version 1; docs/protocol.md tells what they mean."""

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
    """Base of what a client sends."""


class Hello(_Asked, frozen=True, tag="hello", kw_only=True):
    """The first frame: who speaks which version, what it has already drawn and heard."""

    protocol: int
    seen: StepNumber | None = None
    heard: StepNumber | None = None
    face: SeatNumber | UnsetType | None = UNSET


class Face(_Asked, frozen=True, tag="face"):
    """Look through the eyes of another of your seats."""

    seat: SeatNumber | None


class Decide(_Asked, frozen=True, tag="decide"):
    """A decision of a seat, made on the scene of a step."""

    id: RequestId
    seat: SeatNumber
    step: StepNumber
    action: Any


class Explore(_Asked, frozen=True, tag="explore"):
    """A question to the game while thinking."""

    id: RequestId
    seat: SeatNumber
    question: Any


class Undo(_Asked, frozen=True, tag="undo"):
    """Take back your newest decision at once."""

    id: RequestId
    seat: SeatNumber


class AskBack(_Asked, frozen=True, tag="ask-back"):
    """Ask the others to take back your newest decision."""

    id: RequestId
    seat: SeatNumber


class AnswerBack(_Asked, frozen=True, tag="answer-back"):
    """Agree to a request to take back, or decline."""

    id: RequestId
    agree: bool


class LeavePlan(_Asked, frozen=True, tag="leave-plan"):
    """Leave a decision, made on the scene of a step, for when the seat is asked; it replaces the last one."""

    id: RequestId
    seat: SeatNumber
    step: StepNumber
    action: Any


class DropPlan(_Asked, frozen=True, tag="drop-plan"):
    """Take back what a seat has left for later."""

    id: RequestId
    seat: SeatNumber


class Say(_Asked, frozen=True, tag="say"):
    """Chat."""

    id: RequestId
    text: Annotated[str, Meta(min_length=1, max_length=500)]


class Ping(_Asked, frozen=True, tag="ping"):
    """Are you there?"""

    id: RequestId


class Sight(_Asked, frozen=True, tag="sight"):
    """The table has gone out of your sight, or come back into it; nobody is called to what they see."""

    away: bool


ClientFrame = (
    Hello | Face | Decide | Explore | Undo | AskBack | AnswerBack | LeavePlan | DropPlan | Say | Ping | Sight
)


class ClockInfo(Struct, frozen=True):
    """What every seat had left at `time`; `running` seats lose from then on."""

    banks_ms: list[int]
    running: list[int]
    out: list[int]
    time: float


class Scene(Struct, frozen=True, kw_only=True):
    """What can be drawn, as one seat (None: a spectator) may see it."""

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
    """Whether the seat may take back its newest decision: at once, if the others agree, or not (None)."""


class Told(Struct, frozen=True):
    """An event as a seat learns of it, and in words."""

    step: int
    by: int | None
    event: Any
    told: Message


class Onlooker(Struct, frozen=True):
    """Somebody who watches and does not mind being named."""

    person: str
    name: str


class Presence(Struct, frozen=True):
    """The seats whose players are connected, how many watch, and who of those is named."""

    here: list[int]
    watching: int
    onlookers: list[Onlooker] = []


class ChatMessage(Struct, frozen=True):
    """Something somebody said."""

    id: int
    room: str
    person: str
    name: str
    text: str
    at: float


class BackInfo(Struct, frozen=True):
    """A request to take decisions back, and the seats that have still to agree."""

    seat: int
    to: int
    waiting: list[int]


class NotPlayed(Struct, frozen=True):
    """Why what was left for later was not played: not legal any more, riskier, or laid on something else."""

    reason: Literal["illegal", "riskier", "changed"]
    message: Message | None = None
    """What the rules say."""
    risk: float = 0.0
    """What the risk has become."""


class LeftPlan(Struct, frozen=True):
    """What a seat has left for later, as its player alone is told."""

    seat: int
    action: Any
    risk: float
    """The exact chance that it goes wrong, when it was left."""
    at: float
    begun: bool
    """Whether it has been made already and is being followed to its end."""
    failed: NotPlayed | None = None


class You(Struct, frozen=True):
    """Who the server takes the client for."""

    person: str | None
    seats: list[int]


class _Sent(Struct, frozen=True, tag_field="type"):
    """Base of what the server sends."""


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
    """What happened after a step, and the scene after it."""

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
    """Somebody came or went."""

    presence: Presence


class ChatFrame(_Sent, frozen=True, tag="chat"):
    """Somebody said something."""

    message: ChatMessage


class BackFrame(_Sent, frozen=True, tag="back"):
    """A request to take decisions back; None: it is settled."""

    back: BackInfo | None


class PlansFrame(_Sent, frozen=True, tag="plans"):
    """All you have left for later at this table."""

    plans: list[LeftPlan]


class Pong(_Sent, frozen=True, tag="pong"):
    """I am here."""

    id: str
    time: float


class Bye(_Sent, frozen=True, tag="bye"):
    """The server closes the connection."""

    reason: str
    message: Message


class LobbyFrame(_Sent, frozen=True, tag="lobby"):
    """The lobby: of both lists the first page, and where the next one begins."""

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
    """A client's frame; raises msgspec.DecodeError that says what is malformed."""
    return _CLIENT.decode(raw)


def write_frame(frame: ServerFrame) -> bytes:
    """A frame for the wire."""
    return _SERVER.encode(frame)
