"""Examples of answers, for the description of the interface."""

from __future__ import annotations

from typing import Any

from litestar.openapi.spec import Schema
from litestar.openapi.spec.enums import OpenAPIType
from msgspec import Struct

import paddock
from paddock.analysis import Hint, LookedBack
from paddock.analysis.puzzles import PuzzleAnswer
from paddock.core.game import Result
from paddock.core.messages import LANGUAGES, Message
from paddock.core.recount import BestTurn, Curve, Luck, Mark, Recount, Underway
from paddock.server.backroom.analyses import AnalysisState
from paddock.server.backroom.solutions import PerfectState
from paddock.server.backroom.verdicts import CourseForm, Form, FormPoint, Lost
from paddock.server.calendar import Streak
from paddock.server.calls.invitations import InvitedTo
from paddock.server.calls.ways import Ways
from paddock.server.challenges.challenges import ChallengeInfo, Entry
from paddock.server.challenges.leaders import Chase
from paddock.server.hosting.announcements import Announcement
from paddock.server.hosting.backups import Backup
from paddock.server.hosting.bans import Ban
from paddock.server.hosting.deeds import Deed
from paddock.server.hosting.office import KnownPerson, Overview
from paddock.server.hosting.reports import FiledReport
from paddock.server.people.bonds import Bond
from paddock.server.people.people import Person
from paddock.server.profiles import (
    BestResult,
    Course,
    CourseRecord,
    GameStatistics,
    LuckPoint,
    Profile,
    Ranked,
)
from paddock.server.puzzles.puzzles import PuzzleBrief, PuzzlePage, PuzzleSheet
from paddock.server.replays.ending import Before, Ending, Held
from paddock.server.replays.logs import Verified
from paddock.server.replays.replay import Replay, ReplayStep, StepView, Witnessed
from paddock.server.routes.calls import CallWays
from paddock.server.routes.common import Done
from paddock.server.routes.entry import Invitation
from paddock.server.routes.games import BotInfo, GameInfo, ServerInfo
from paddock.server.routes.health import Health
from paddock.server.routes.people import Me
from paddock.server.routes.rules import RulesTitle
from paddock.server.routes.seasons import Scheme
from paddock.server.routes.tracks import Checked, NewLayout, ReadyTrack, TrackFile
from paddock.server.rulebook import Block, RulesPage
from paddock.server.seasons.bests import SeasonBest
from paddock.server.seasons.book import Book
from paddock.server.seasons.seasons import SeasonLists
from paddock.server.seasons.telling import brief as season_brief
from paddock.server.seasons.telling import info as season_info
from paddock.server.settings import Limits
from paddock.server.sheets.pace import Live
from paddock.server.sheets.season import Heat, HeatSeat, Race, SeasonSheet
from paddock.server.sheets.sheet import Seat, Sheet, brief, info
from paddock.server.storage.pages import Page, bookmark
from paddock.server.storage.ratings import Rating, RatingPoint
from paddock.server.tables.company import Acquaintance
from paddock.server.tables.durations import Duration
from paddock.server.tables.lobby import LobbyLists
from paddock.server.tables.turns import Turn
from paddock.server.tracks import TrackInfo
from paddock.server.wire.frames import PROTOCOL, Scene
from paddock.solve import Bounds, CellUse, PerfectDrive, StepUse, TileCost
from paddock.tracks.layouts import Circuit, Placement

_TIME = 1763200000.0
_ADA = Person("k3v9x0q2m7ab", "Ada", True)
_SHEET = Sheet(
    id="q8Zt0cVn3yKfWm2b",
    game="pig",
    title="Friday evening",
    options={"goal": 100},
    pace=Live(bank=600, increment=15),
    host=_ADA.id,
    seats=[Seat(name="Ada", person=_ADA.id), Seat(name="cautious", bot="cautious"), Seat()],
    created=_TIME,
)
_POINT = "BP4z9KsN6nGRTbVYI_c7VJSPQTBtkgcy27mlmlMoZIIgDll6e3vCYLocInmYWAmS6TlzAC8wEqKK6PBru3jl7A8"
_TABLE = info(_SHEET)
_LISTED = brief(_SHEET)
_CIRCUIT = Circuit(id="mine", name="Mine", tiles=(Placement("100a", 0, 0), Placement("106a", 1, 0)))
_ROLLED = Witnessed({"event": "rolled", "seat": 0, "face": 4}, Message("pig.rolled", {"seat": 0, "face": 4}))
_STEP = StepView(2, {"scores": [0, 0], "turn": 0, "pot": 4}, (0,))
_RATING = Rating("rallyman-gt", "live", 1562, 120, 14, False)
_RECORD = CourseRecord(_ADA.id, "Ada", 412.0, "seconds", 1, "q8Zt0cVn3yKfWm2b", _TIME)
_RULE = Block(kind="rule", id="GT-MOVE-2", text="The text of the rule, in Markdown")
_DONE = info(
    Sheet(
        id="q8Zt0cVn3yKfWm2b",
        game="pig",
        options={"goal": 100},
        stage="over",
        host=_ADA.id,
        seats=[Seat(name="Ada", person=_ADA.id), Seat(name="cautious", bot="cautious")],
        created=_TIME,
        started=_TIME,
        finished=_TIME + 600,
        step=57,
        seed_hash="9f" * 32,
        result=Result((1, 2), (104.0, 87.0), "points"),
    )
)

_SEASON = SeasonSheet(
    id="Bx7pQm2kVt9sLw4c",
    name="Autumn Cup",
    host=_ADA.id,
    races=[Race("pig", {"goal": 100}), Race("pig", {"goal": 50}, at=_TIME + 86_400)],
    stage="running",
    created=_TIME,
    round=1,
)
_HEAT = Heat(0, 0, [HeatSeat(_ADA.id), HeatSeat(None, "cautious")], "q8Zt0cVn3yKfWm2b", "over", [2, 1])

_RANDOM = BotInfo("random", "random", 0, 0)
_PERFECT = PerfectDrive(
    game="rallyman-gt",
    rules_version=1,
    course="list-1",
    options={"track": "list-1"},
    unit="seconds",
    bounds=Bounds(126.3, 126.5),
    parts={"damage_free": 124.5, "one_by_one": 161.3},
    distribution=((95, 0.6), (173, 0.4)),
    cells=(CellUse(5, "0:C2", 1.0, (1.0, 0.0, 0.0, 0.0, 0.0, 0.0, 0.0), 1.0),),
    tiles=(TileCost(0, "102b", 8.0, 0.1),),
    steps=(StepUse(5, 6, 0.78),),
    facts={"places": 89.0},
)

_HINT = Hint(step=12, idea=Message("analysis.idea.stop"), action={"action": "stop"}, told="stop")
_FRIEND = Acquaintance(_ADA, Bond(follows=True, followed=True), True, _LISTED)
_BACKUP = Backup("paddock-20251115-094640.db", 81_920, _TIME)

_PUZZLE = PuzzleBrief(day="2026-11-16", game="rallyman-gt", answered=31, solved=12, mine=True)
_ANSWER = PuzzleAnswer(
    right=True,
    loss=0.0,
    unit="chance",
    mark="best",
    told="3>8:C1 flat-out",
    best="3>8:C1 flat-out",
    action={"action": "plan", "steps": [], "way": "flat-out"},
    better=None,
    risk=0.31,
    better_risk=None,
    fault="",
)
_SCENE = Scene(
    step=1,
    seat=0,
    view={},
    asked=(0,),
    may=(),
    actions=None,
    clock=None,
    result=None,
    seed_hash="",
    seed=None,
)

_ENTRY = Entry(1, _ADA.id, "Ada", 412.0, "seconds", 2, _TABLE.id, _TIME)
_BEST = BestResult("three-hairpins", 412.0, "seconds", 1, _TABLE.id, _TIME)

EXAMPLES: dict[str, Any] = {
    "PuzzleAnswer": _ANSWER,
    "PuzzlePage": PuzzlePage(today=_PUZZLE, past=[_PUZZLE], before=None),
    "PuzzleSheet": PuzzleSheet(
        brief=_PUZZLE, seat=0, unit="chance", table=_TABLE, scene=_SCENE, answer=_ANSWER
    ),
    "Form": Form(
        game="rallyman-gt",
        unit="chance",
        drives=12,
        accuracy=0.93,
        given=0.11,
        points=[FormPoint("list-1", 0.95, _TIME)],
        courses=[CourseForm("list-1", 12, 0.93, 0.97)],
        lost=[Lost("slow", 0.7, 9)],
    ),
    "LuckPoint": LuckPoint("rallyman-gt", "list-1", -1.5, _TIME),
    "Hint": _HINT,
    "LookedBack": LookedBack(step=13, loss=2.5, unit="seconds", mark="inaccuracy", fault="risky", hint=_HINT),
    "AnalysisState": AnalysisState(stage="working", done=0.4),
    "PerfectState": PerfectState(stage="solved", drive=_PERFECT),
    "BotInfo": _RANDOM,
    "Me": Me(_ADA, {"language": "pl"}),
    "Done": Done(),
    "Acquaintance": _FRIEND,
    "InvitedTo": InvitedTo(_LISTED, _ADA, _TIME),
    "Invitation": Invitation("Zk3tQ0cVn3yKfWm2bZk3tQ0c", "9f3c5a7e1b2d4f60"),
    "Announcement": Announcement(3, {"en": "The server rests on Sunday from nine to ten."}, _TIME, _TIME + 1),
    "FiledReport": FiledReport(
        7, _ADA.id, "Ada", "b8w2n4c6d1ef", "Ben", "chat", "insults", "you …", _SHEET.id, _TIME, None
    ),
    "Ban": Ban(Person("b8w2n4c6d1ef", "Ben", True), "insults", _TIME, _TIME + 7 * 86_400),
    "Backup": _BACKUP,
    "Deed": Deed(4, "Ada", "ban", "b8w2n4c6d1ef", "7: insults", _TIME),
    "Overview": Overview(
        81_920,
        Limits().stored_bytes,
        {"accounts": 12, "people": 40, "here": 3, "open": 1, "running": 2, "over": 230, "tracks": 5},
        {"requests": 41.5, "decisions": 12.0},
        [_BACKUP],
        "/srv/paddock-data/backups",
    ),
    "KnownPerson": KnownPerson(_ADA, _TIME, 2048, False, None, 0),
    "Person": _ADA,
    "TableInfo": _TABLE,
    "TableBrief": _LISTED,
    "ServerInfo": ServerInfo(PROTOCOL, paddock.__version__, list(LANGUAGES), ["pig"], Limits(), _TIME),
    "GameInfo": GameInfo(
        name="pig",
        title="Pig",
        rules_version=1,
        least=2,
        most=6,
        options={"type": "object", "properties": {"goal": {"type": "integer", "default": 100}}},
        defaults={"goal": 100},
        bots=["random", "cautious"],
        opponents=[_RANDOM, BotInfo("cautious", "beginner", 180, 0.01)],
        questions=False,
        board=False,
        challenges=False,
        solved=False,
        analysed=False,
        rules="PIG",
    ),
    "RulesTitle": RulesTitle("rallyman-gt", "Rallyman: GT"),
    "RulesPage": RulesPage("rallyman-gt", "Rallyman: GT", [_RULE]),
    "Block": _RULE,
    "LobbyLists": LobbyLists([_LISTED], []),
    "Replay": Replay(_DONE, 0, 57, [ReplayStep(2, None, _TIME, None, 4, [_ROLLED])]),
    "StepView": _STEP,
    "Verified": Verified(57, "9f" * 32, "3c" * 32),
    "ReadyTrack": ReadyTrack("mine", "Mine", "circuit", _CIRCUIT),
    "Checked": Checked([], []),
    "NewLayout": NewLayout(_CIRCUIT),
    "TrackFile": TrackFile("Mine.json", "eyJraW5kIjogImNpcmN1aXQifQ=="),
    "TrackInfo": TrackInfo("Zk3VbW1tq9XyA4cR", "Mine", "circuit", _ADA.id, "Ada", True, _TIME, _CIRCUIT),
    "Duration": Duration(4, 25, 34),
    "Streak": Streak(4, 11, True),
    "Chase": Chase(104.0, 98.5),
    "Underway": Underway(0.31, 60.0, 41),
    "ChallengeInfo": ChallengeInfo(
        id="daily-2026-11-15-rallyman-gt",
        span="daily",
        game="rallyman-gt",
        options={"laps": 1},
        opens=_TIME,
        closes=_TIME + 86_400,
        attempts=3,
        used=1,
        ranked=True,
        lowest=True,
        board=[_ENTRY],
    ),
    "Entry": _ENTRY,
    "BestResult": _BEST,
    "SeasonInfo": season_info(
        Book(_SEASON, [_ADA.id], set(), {1: {_ADA.id: True}}, [_HEAT]),
        {_ADA.id: "Ada"},
        _ADA.id,
        [SeasonBest("flat-outs", _ADA.id, 8.0)],
    ),
    "SeasonLists": SeasonLists(Page([season_brief(_SEASON, 1)]), Page([]), Page([])),
    "SeasonBrief": season_brief(_SEASON, 1),
    "Scheme": Scheme("classic", [10, 8, 6, 5, 4, 3, 2, 1]),
    "Profile": Profile(
        _ADA.id,
        "Ada",
        True,
        _TIME,
        [
            GameStatistics(
                "rallyman-gt",
                12,
                5,
                {"1": 5, "2": 4, "3": 3},
                {"losses-of-control": 7, "flat-outs": 20, "luck": 1.4},
                [_BEST],
                None,
            )
        ],
        [_RATING],
    ),
    "Ranked": Ranked(_ADA.id, "Ada", _RATING),
    "RatingPoint": RatingPoint("rallyman-gt", "live", 1562, 120, 1, _TABLE.id, _TIME),
    "CallWays": CallWays(Ways(minutes=30, mail="ada@example.org", browsers=1), _POINT, mail=True),
    "Turn": Turn(_LISTED, _TIME),
    "CourseRecord": _RECORD,
    "Ending": Ending(
        Recount(
            Curve("place", ((2.0, 1.0), (1.0, 2.0)), (Mark(0, 1, "flat-out"),)),
            (None, Message("rallyman-gt.gap-cells", {"laps": 0, "cells": 4})),
            (BestTurn(12, 20, 1, 6, 0.22, 1), None),
            (Luck(47, 9, 11.0, 0.31, 0.81), None),
        ),
        "seconds",
        True,
        Held("Ada", 412.0, _TABLE.id),
        [Before(0, 3, 1, 430.0)],
    ),
    "Course": Course("three-hairpins", 12, _RECORD, 30, 431.5, {"losses-of-control": 0.6, "luck": 0.1}),
    "Health": Health("ok", "ok", 12, 40),
}
"""An example of every type that is answered, by its name in the description."""


def page_of(name: str) -> Page[Any]:
    """An example of a page of a list."""
    return Page([EXAMPLES[name]], bookmark(_TIME, "k3v9x0q2m7ab"))


LAYOUTS: dict[tuple[str, str], Any] = {
    ("post", "/api/tracks/check"): {"layout": _CIRCUIT},
    ("post", "/api/tracks/draw"): {"layout": _CIRCUIT},
    ("post", "/api/tracks/export"): {"layout": _CIRCUIT, "format": "rekee"},
    ("post", "/api/tracks"): {"name": "Mine", "layout": _CIRCUIT, "shared": True},
    ("put", "/api/tracks/{track}"): {"name": "Mine", "layout": _CIRCUIT, "shared": True},
    ("put", "/api/me/calls/browser"): {
        "endpoint": "https://push.example/1",
        "point": _POINT,
        "secret": "BTBZMqHH6r4Tts7J_aSIgg",
    },
    ("put", "/api/me/settings"): {"language": "pl", "dark": True},
}
"""Examples of requests whose bodies are long."""


class Answer(Struct):
    """What an address answers where its handler's type says too little."""

    kind: str
    schema: Schema
    example: Any


LOG = '{"record":"game","paddock":1,"game":"pig",…}\n{"record":"decision","seat":0,…}\n'
"""How a log begins."""

_OBJECT = Schema(type=OpenAPIType.OBJECT)
_MAYBE = Schema(type=[OpenAPIType.OBJECT, OpenAPIType.NULL])
_LIST = Schema(type=OpenAPIType.ARRAY, items=_OBJECT)
_TEXT = Schema(type=OpenAPIType.STRING)
_BOARD = {"svg": "<svg …>", "cells": []}
_JSON = "application/json"
_BOX = Answer(_JSON, _LIST, [{"id": "106a", "number": "106", "copies": 2, "svg": "<svg …>", "face": {}}])
ANSWERS: dict[tuple[str, str], Answer] = {
    ("get", "/api/games/{game}/schema"): Answer(_JSON, _OBJECT, {"options": {}, "action": {}, "$defs": {}}),
    ("post", "/api/games/{game}/board"): Answer(_JSON, _MAYBE, _BOARD),
    ("post", "/api/games/{game}/options"): Answer(_JSON, _OBJECT, {"goal": 100}),
    ("get", "/api/words/{language}"): Answer(_JSON, _OBJECT, {"server.no-table": "There is no such table."}),
    ("get", "/api/tables/{table}/board"): Answer(_JSON, _MAYBE, _BOARD),
    ("get", "/api/me/parcel"): Answer("application/zip", _TEXT, "PK…"),
    ("get", "/api/seasons/{season}/calendar.ics"): Answer("text/calendar", _TEXT, "BEGIN:VCALENDAR…"),
    ("post", "/api/puzzles/{day}/explore"): Answer(_JSON, _OBJECT, {"next": []}),
    ("get", "/api/tables/{table}/log"): Answer("application/jsonl", _TEXT, LOG),
    ("get", "/api/tracks/boxes/gt"): _BOX,
    ("get", "/api/tracks/boxes/dirt"): _BOX,
    ("post", "/api/tracks/draw"): Answer(_JSON, _LIST, [_BOARD]),
    ("get", "/metrics"): Answer("text/plain; version=0.0.4", _TEXT, "paddock_decisions_total 1205\n"),
}
