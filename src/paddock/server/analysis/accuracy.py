"""How accurately people decide: stored per drive from the reports, summed up for profiles."""

from __future__ import annotations

from collections import Counter
from functools import partial

from msgspec import Struct
from sqlalchemy import Connection, delete, func, insert, select

from paddock.analysis import Report
from paddock.analysis.analyse import VERSION
from paddock.analysis.report import Unit
from paddock.server.records.table_record import TableRecord
from paddock.server.storage.schema import accuracy, faults
from paddock.server.storage.store import Store

_POINTS = 300
_COURSES = 30


class FormPoint(Struct, frozen=True):
    """The accuracy of one drive."""

    course: str
    accuracy: float
    at: float


class CourseForm(Struct, frozen=True):
    """Somebody's accuracy on a course: number of drives, mean and best."""

    course: str
    drives: int
    accuracy: float
    best: float


class Lost(Struct, frozen=True):
    """What one kind of mistake cost somebody: the total loss and the number of decisions."""

    fault: str
    loss: float
    times: int


class Form(Struct, frozen=True, kw_only=True):
    """How well somebody decides in a game, from the reports of their drives."""

    game: str
    unit: Unit
    """The unit of all losses."""
    drives: int
    accuracy: float
    given: float
    """The mean loss by decisions in a drive."""
    points: list[FormPoint]
    """Newest last."""
    courses: list[CourseForm]
    lost: list[Lost]
    """The costliest first."""


class Accuracy:
    """Stores the results of reports by person."""

    def __init__(self, store: Store) -> None:
        self.store = store

    async def note(self, sheet: TableRecord, report: Report) -> None:
        """Store what a report says about the people at a table, replacing what was stored for it."""
        if sheet.counts and report.cards == "own" and sheet.people():
            await self.store.write(partial(_note, sheet=sheet, report=report), sheet.id)

    async def form(self, person: str) -> list[Form]:
        """Return how well somebody decides, by game."""
        mine = accuracy.c.person == person
        async with self.store.read() as connection:
            means = await connection.execute(
                select(
                    accuracy.c.game,
                    accuracy.c.course,
                    func.min(accuracy.c.unit).label("unit"),
                    func.count().label("drives"),
                    func.sum(accuracy.c.accuracy).label("accuracy"),
                    func.max(accuracy.c.accuracy).label("best"),
                    func.sum(accuracy.c.given).label("given"),
                )
                .where(mine)
                .group_by(accuracy.c.game, accuracy.c.course, accuracy.c.unit)
            )
            by_game: dict[tuple[str, Unit], list[_Course]] = {}
            for row in means:
                told = _Course(row.course, row.drives, row.accuracy, row.best, row.given)
                by_game.setdefault((row.game, row.unit), []).append(told)
            lost: dict[str, list[Lost]] = {}
            for row in await connection.execute(
                select(
                    faults.c.game,
                    faults.c.fault,
                    func.sum(faults.c.loss).label("loss"),
                    func.sum(faults.c.times).label("times"),
                )
                .where(faults.c.person == person)
                .group_by(faults.c.game, faults.c.fault)
            ):
                lost.setdefault(row.game, []).append(Lost(row.fault, row.loss, int(row.times)))
            points: dict[tuple[str, Unit], list[FormPoint]] = {}
            for game, unit in by_game:
                newest = (
                    select(accuracy.c.course, accuracy.c.accuracy, accuracy.c.at)
                    .where(mine, accuracy.c.game == game, accuracy.c.unit == unit)
                    .order_by(accuracy.c.at.desc())
                    .limit(_POINTS)
                )
                rows = (await connection.execute(newest)).all()
                points[game, unit] = [FormPoint(r.course, r.accuracy, r.at) for r in reversed(rows)]
        return [
            _form(game, unit, courses, points[game, unit], lost.get(_lost_in(game, unit), []))
            for (game, unit), courses in sorted(by_game.items())
        ]


class _Course(Struct):
    course: str
    drives: int
    accuracy: float
    best: float
    given: float


def _lost_in(game: str, unit: Unit) -> str:
    """Return the key of stored losses, so that losses in two units are never added up."""
    return f"{game} {unit}"


def _form(game: str, unit: Unit, courses: list[_Course], points: list[FormPoint], lost: list[Lost]) -> Form:
    drives = sum(one.drives for one in courses)
    most = sorted(courses, key=lambda one: (-one.drives, one.course))[:_COURSES]
    return Form(
        game=game,
        unit=unit,
        drives=drives,
        accuracy=sum(one.accuracy for one in courses) / drives,
        given=sum(one.given for one in courses) / drives,
        points=points,
        courses=[CourseForm(one.course, one.drives, one.accuracy / one.drives, one.best) for one in most],
        lost=sorted(lost, key=lambda one: -one.loss),
    )


def _note(connection: Connection, sheet: TableRecord, report: Report) -> None:
    for table in (accuracy, faults):
        connection.execute(delete(table).where(table.c.table_id == sheet.id))
    rows, lost = [], []
    for driver in report.drivers:
        seat = sheet.seats[driver.seat]
        if seat.person is None or seat.bot is not None or not driver.choices:
            continue
        known = {"table_id": sheet.id, "seat": driver.seat, "person": seat.person}
        rows.append(
            known
            | {
                "game": report.game,
                "course": (sheet.course or "")[:200],
                "unit": report.unit,
                "accuracy": driver.accuracy,
                "given": driver.given,
                "dice": driver.dice,
                "at": sheet.finished or 0.0,
                "version": VERSION,
            }
        )
        times = Counter(choice.fault for choice in driver.choices if choice.fault and choice.loss)
        lost += [
            known
            | {
                "game": _lost_in(report.game, report.unit),
                "fault": fault,
                "loss": driver.faults.get(fault, 0.0),
                "times": count,
            }
            for fault, count in times.items()
        ]
    if rows:
        connection.execute(insert(accuracy), rows)
    if lost:
        connection.execute(insert(faults), lost)
