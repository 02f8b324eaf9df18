"""What reports say of people: noted when a report is made, added up for profiles."""

from __future__ import annotations

from pathlib import Path

import pytest
from sqlalchemy import create_engine

from paddock.analysis import DriverReport, RatedDecision, Report
from paddock.analysis.report import Mark
from paddock.server.analysis.accuracy import Accuracy
from paddock.server.records.table_record import Branch, Seat, TableRecord
from paddock.server.storage.schema import metadata
from paddock.server.storage.store import Store


def driver(seat: int, accuracy: float, faults: dict[str, float]) -> DriverReport:
    mark: Mark = "mistake"
    choices = tuple(
        RatedDecision(
            step=number,
            turn=1,
            told="",
            best="",
            action={},
            loss=loss,
            mark=mark,
            worth=0.0,
            fault=fault,
        )
        for number, (fault, loss) in enumerate(faults.items(), 1)
    )
    nothing = dict.fromkeys(("start", "decisions", "chance", "dice", "rivals", "drift"), 0.0)
    return DriverReport(
        seat=seat,
        result=None,
        accuracy=accuracy,
        marks={},
        faults=faults,
        turns=(),
        choices=choices,
        **nothing,
    )


def report(*drivers: DriverReport) -> Report:
    return Report(
        game="rallyman-dirt",
        rules_version=2,
        course="SS1",
        unit="seconds",
        lowest=True,
        cards="own",
        hidden=False,
        basis="expert",
        error=5.6,
        drivers=drivers,
    )


def sheet(name: str, at: float, **more: object) -> TableRecord:
    seats = [Seat(name="Ada", person="ada"), Seat(name="club", bot="club")]
    known = {"game": "rallyman-dirt", "options": {}, "host": "ada", "created": 0.0, "course": "SS1"}
    return TableRecord(id=name, seats=seats, finished=at, **{**known, **more})  # type: ignore[arg-type]


async def test_what_reports_say_is_added_up(tmp_path: Path) -> None:
    address = f"sqlite:///{tmp_path / 'paddock.db'}"
    engine = create_engine(address)
    metadata.create_all(engine)
    engine.dispose()
    store = Store(address)
    store.open()
    accuracy = Accuracy(store)
    bot = driver(1, 0.2, {"short": 50.0})
    await accuracy.note(sheet("a", 1.0), report(driver(0, 0.9, {"slow": 3.0, "daring": 8.0}), bot))
    await accuracy.note(sheet("b", 2.0, course="SS2"), report(driver(0, 0.8, {"slow": 7.0}), bot))
    await accuracy.note(sheet("b", 2.0, course="SS2"), report(driver(0, 0.8, {"slow": 7.0}), bot))
    await accuracy.note(sheet("c", 3.0, branch=Branch("a", 3)), report(driver(0, 0.1, {"slow": 99.0}), bot))
    (form,) = await accuracy.form("ada")
    assert (form.game, form.unit, form.drives) == ("rallyman-dirt", "seconds", 2)
    assert form.accuracy == pytest.approx(0.85)
    assert form.given == pytest.approx(9.0)
    assert [point.accuracy for point in form.points] == [0.9, 0.8]
    assert [(one.course, one.drives) for one in form.courses] == [("SS1", 1), ("SS2", 1)]
    assert [(one.fault, one.loss, one.times) for one in form.lost] == [("slow", 10.0, 2), ("daring", 8.0, 1)]
    assert await accuracy.form("bob") == []
    await store.close()
