"""The record hunter as a driver: what to do in every position to beat a time, and how that is kept."""

from __future__ import annotations

from typing import Any

import msgspec
import numpy as np

from paddock.games.rallyman.gt import RALLYMAN_GT
from paddock.games.rallyman.gt import actions as a
from paddock.games.rallyman.gt.components import Tyre
from paddock.games.rallyman.gt.solo import track_seconds
from paddock.games.rallyman.gt.state import GtOptions, State
from paddock.solve.contract import Watch, unwatched
from paddock.solve.gt import beating
from paddock.solve.gt.beating import Chances
from paddock.solve.gt.books import Book, pressed, unpressed
from paddock.solve.gt.courses import Drive, drive_for, fitting_tyre, named_course
from paddock.solve.gt.damage import Damage, draws
from paddock.solve.gt.driving import Driver, damage_of
from paddock.solve.gt.positions import read_position, told
from paddock.solve.perfect import Advice, Beaten, Choice
from paddock.solve.store import Store, Stored


class Hunter(Driver):
    """Drives for the best chance to need no more than some seconds; worths are chances below zero."""

    def __init__(self, drive: Drive, tyre: Tyre, beaten: Beaten, tables: dict[Damage, Chances]) -> None:
        super().__init__(drive, tyre)
        self.beaten = beaten
        self.tables = tables

    @property
    def left(self) -> int:
        """Seconds left at the beginning of the turn that is looked at."""
        return self.beaten.seconds - self.noted

    def known(self, damage: Damage) -> Damage:
        """The set a driver's tokens are taken for."""
        return beating.pretended(damage, self.drive.bag)

    def _worth(self, damage: Damage, left: float, place: int, gear: int, focus: int) -> float:
        table = self.tables.get(self.known(damage))
        at = table.at(int(left)) if table is not None else -1
        if table is None or at < 0:
            return 0.0
        return -float(table.layers[at][place, gear, min(focus, table.purse)])

    def time(self, damage: Damage, place: int, gear: int, focus: int) -> float:
        """The chance before a turn."""
        return self._worth(damage, self.left, place, gear, focus)

    def stopped(self, damage: Damage, place: int, gear: int, focus: int) -> float:
        """The chance after a turn that ended in control."""
        if place == self.line.places:
            return self.finished(float(self.toll[gear]), focus)
        return self._worth(damage, self.left - float(self.toll[gear]), place, gear, focus)

    def spun(self, damage: Damage, place: int, focus: int) -> float:
        """The chance after a spin."""
        return self._worth(damage, self.left - float(self.toll[0]), place, 0, focus)

    def off(self, own: Damage, more: Damage, tokens: int, place: int, focus: int, marks: float) -> float:
        """The chance after a crash."""
        waiting = self.known(own).plus(more)
        return sum(
            chance * self._worth(waiting.plus(drawn), self.left - marks, place, 0, focus)
            for drawn, chance in draws(self.drive.bag, waiting, tokens)
        )

    def finished(self, seconds: float, focus: int) -> float:
        """Whether the time is beaten."""
        return -1.0 if self.left - seconds + float(self.toll[8]) * focus >= 0 else 0.0

    def onward(self, before: State, after: State) -> float:
        """The chance later: seconds spent are on the sheet."""
        return self.value(after)

    def page(self, damage: Damage) -> Book:
        """The plans for the seconds that are left."""
        table = self.tables[self.known(damage)]
        return table.books[max(0, table.at(self.left))]

    def advice(self, position: str) -> Advice:
        """What to do in a position such as `4: 3:A1 (6) :GB 0:45`: at the end the time so far."""
        here = read_position(self.drive.road, position)
        self.noted = here.noted
        chance = -self.time(here.damage, here.place, here.gear, here.focus)
        if not chance:
            return Advice(position, 0.0, ())
        plan = self.plan(here.damage, here.place, here.gear, here.focus)
        return Advice(position, chance, (Choice(told(self, here.gear, plan), chance),))

    def choose(self, state: State) -> a.GtAction:
        """The best decision; any short plan where nothing can be won."""
        if state.phase == "plan":
            self.noted = track_seconds(state.marks)
            table = self.tables.get(self.known(damage_of(state)))
            if table is None or table.at(self.left) < 0:
                actions = list(RALLYMAN_GT.actions(state, 0))
                plans = [action for action in actions if isinstance(action, a.Plan)]
                return min(plans, key=lambda plan: len(plan.steps)) if plans else a.Pass()
        return super().choose(state)


def hunt(
    options: GtOptions,
    target: int,
    store: Store | None = None,
    watch: Watch = unwatched,
    *,
    tyre: Tyre | None = None,
    jobs: int = 1,
) -> Hunter:
    """The driver with the best chance to need no more than so many seconds, from the store or solved."""
    kept, drive, tyre = store or Store(), drive_for(options, tyre), tyre or fitting_tyre(options)
    caps = beating.WHOLE_PURSE, beating.PURSE, beating.CAP
    course = named_course(options, drive, "beat", target, *caps)
    stored = kept.find(course)
    if stored is not None:
        return _from_store(drive, tyre, stored)
    beaten, tables = beating.beat(drive, target, watch, jobs)
    arrays: dict[str, Any] = {}
    sets = []
    for damage, table in tables.items():
        if not table.books:
            continue  # no time is left after a crash
        name = "-".join(map(str, damage))
        whole = Book(*(np.concatenate(parts) for parts in zip(*table.books, strict=True)))
        arrays |= {f"{part} {name}": array for part, array in pressed(whole).items() if part != "time"}
        arrays[f"chance {name}"] = np.stack(table.layers)
        sets.append((list(damage), table.least, table.unit, table.purse))
    kept.save(course, {"beaten": msgspec.to_builtins(beaten), "sets": sets}, arrays)
    return Hunter(drive, tyre, beaten, tables)


def _from_store(drive: Drive, tyre: Tyre, stored: Stored) -> Hunter:
    tables = {}
    for counts, least, unit, purse in stored.facts["sets"]:
        name = "-".join(map(str, counts))
        chance = stored.arrays[f"chance {name}"]
        parts = (stored.arrays[f"{part} {name}"] for part in ("plans", "plan", "daring"))
        whole = unpressed(-chance.reshape(-1, *chance.shape[2:]), *parts)
        places = chance.shape[1]
        parts_of = [slice(at, at + places) for at in range(0, len(whole.plans), places)]
        books = [Book(whole.time[part], whole.plans[part], whole.daring[part]) for part in parts_of]
        tables[Damage(*counts)] = Chances(least, unit, purse, list(chance), books)
    return Hunter(drive, tyre, msgspec.convert(stored.facts["beaten"], Beaten), tables)
