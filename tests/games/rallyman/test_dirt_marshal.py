"""A marshal with the printed road and a stopwatch: every turn is checked anew from the line that tells it.

Nothing of the planner, the compiled steps or the time pile is used: only what is printed on tiles and cards.
"""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterator
from dataclasses import dataclass, field
from random import Random
from typing import Any

import pytest

from paddock.bots.dirt.club import ClubBot
from paddock.bots.random import RandomBot
from paddock.core.chance import DiceStream, seed_from
from paddock.core.game import Bot
from paddock.core.play import choices_of, play
from paddock.games.rallyman.dirt import RALLYMAN_DIRT
from paddock.games.rallyman.dirt import actions as a
from paddock.games.rallyman.dirt.components import components
from paddock.games.rallyman.dirt.stages import roads_of
from paddock.games.rallyman.dirt.state import DirtOptions, State
from paddock.games.rallyman.notation import Thrown, TurnLine, read_turn
from paddock.tracks.faces import Corner, Row

FRONTS = {1: 50, 2: 40, 3: 30, 4: 20, 5: 15, 6: 10}
NO_LIMIT = 9


@dataclass
class Driver:
    """What the marshal knows of a car."""

    place: str = ""
    off: bool = False
    out: bool = False
    gear: int = 0
    seconds: int = 0
    clock: int = 0
    turns: int = 0
    damage: Counter[str] = field(default_factory=Counter)


class PrintedRoad:
    """Where one can go, read from the printed sections."""

    def __init__(self, stage: Any) -> None:
        self.sections = [item.section for item in stage.sections]
        self.shortcuts = stage.shortcuts
        self.cut_of: dict[str, tuple[int, int]] = {}
        for number, cut in enumerate(self.shortcuts):
            for k in range(cut.shortcut.spaces):
                self.cut_of[f"K{len(self.cut_of) + 1}"] = (number, k)
        self.mud: Counter[int] = Counter()

    def kind(self, place: str) -> tuple[int, str, int]:
        """Section, letter and number of a space: `4.o2` is (4, "o", 2)."""
        match = re.fullmatch(r"(\d+)\.([LMRabio])(\d?)", place)
        assert match is not None, place
        return int(match[1]), match[2], int(match[3] or 0)

    def finish(self, place: str) -> bool:
        return place not in self.cut_of and self.kind(place)[0] == len(self.sections) - 1

    def row(self, place: str) -> Row | None:
        """The row a car stands on in a lane."""
        if place in self.cut_of or self.kind(place)[1] not in "LMR":
            return None
        row = self.sections[self.kind(place)[0]]
        assert isinstance(row, Row)
        return row

    def limit(self, place: str) -> int:
        if place in self.cut_of:
            return int(self.shortcuts[self.cut_of[place][0]].shortcut.limit)
        number, letter, _ = self.kind(place)
        section = self.sections[number]
        if isinstance(section, Row):
            return section.limit or NO_LIMIT
        return int((section.inside if letter == "i" else section.outside).limit) - self.mud[number]

    def entries(self, number: int) -> Iterator[str]:
        """Where a section is entered from a place without lanes."""
        section = self.sections[number]
        if isinstance(section, Corner):
            yield from (f"{number}.i1", f"{number}.o1")
            return
        yield from (f"{number}.{letter}" for letter in ("M" if section.lanes == 1 else "LR"))
        if section.slide:
            yield f"{number}.a"

    def beside(self, number: int, side: str, half: str) -> set[str]:
        """The spaces of a row next to a shortcut on one side."""
        row = self.sections[number]
        lane = "M" if row.lanes == 1 else side[0].upper()
        halves = [h for h in "ab" if row.slide and half in ("both", h)]
        return {f"{number}.{letter}" for letter in [lane, *halves]}

    def ahead(self, place: str) -> set[str]:
        """Every space one step ahead."""
        if not place:
            return set(self.entries(0))
        if place in self.cut_of:
            number, k = self.cut_of[place]
            cut = self.shortcuts[number]
            if k + 1 < cut.shortcut.spaces:
                return {next(name for name, at in self.cut_of.items() if at == (number, k + 1))}
            side, half = cut.shortcut.side, cut.shortcut.to_half
            return set().union(*(self.beside(end, side, half) for end in cut.left_to))
        number, letter, k = self.kind(place)
        section = self.sections[number]
        if letter == "a":
            found = {f"{number}.b"}
        elif letter in "io" and k < (section.inside if letter == "i" else section.outside).spaces:
            found = {f"{number}.{letter}{k + 1}"}
        else:
            found = set(self.entries(number + 1))
        for cut_number, cut in enumerate(self.shortcuts):
            side, half = cut.shortcut.side, cut.shortcut.from_half
            if any(place in self.beside(start, side, half) for start in cut.entered_from):
                found.add(next(name for name, at in self.cut_of.items() if at == (cut_number, 0)))
        return found

    def landings(self, place: str, distance: int) -> set[str]:
        """Where a jump over lanes and corner spaces comes down; the finish row ends it."""
        reached = {place}
        for _ in range(distance):
            reached = {
                there
                for here in reached
                for there in ({here} if self.finish(here) else self.ahead(here))
                if there not in self.cut_of and self.kind(there)[1] not in "ab"
            }
        return {there for there in reached if not ((row := self.row(there)) and row.water)}


class Marshal:
    """Follows a rally by its events and finds fault with every turn that breaks a printed rule."""

    def __init__(self, options: DirtOptions, seats: int) -> None:
        self.roads = roads_of(options)
        self.drivers = [Driver() for _ in range(seats)]
        self.road = PrintedRoad(self.roads[0])
        self.names = self.roads[0].names
        self.leader = -1
        self.times: list[list[int]] = []
        self.turned: a.CardTurned | None = None
        self.lines = 0
        self.seen: Counter[str] = Counter()

    def follow(self, event: Any) -> None:
        match event:
            case a.StageBegan(stage):
                self.road = PrintedRoad(self.roads[stage - 1])
                self.names = self.roads[stage - 1].names
                self.drivers = [Driver(damage=driver.damage) for driver in self.drivers]
            case a.RoundBegan(_, _, leader):
                self.leader = leader
            case a.CardTurned():
                self.turned = event
            case a.Stranded(seat, _, cell):
                self.drivers[seat].place = self.names[cell] if cell >= 0 else ""
            case a.Retired(seat):
                assert self.drivers[seat].damage["G"] >= 6
                self.drivers[seat].out = True
                self.drivers[seat].place = ""
            case a.TurnTold(seat, line):
                self.lines += 1
                self.turn(seat, read_turn(line))
                self.turned = None
            case a.StageEnded(_, times):
                self.times.append([driver.clock - driver.seconds for driver in self.drivers])
                late = [time for driver, time in zip(self.drivers, times, strict=True) if driver.out]
                assert len(set(late)) < 2
                for driver, mine, told in zip(self.drivers, self.times[-1], times, strict=True):
                    assert driver.out or mine == told
            case a.Assisted():
                for driver in self.drivers:
                    driver.damage.clear()
            case a.WheelChanged(seat, _, 0):
                self.drivers[seat].damage["G"] -= 1
        if isinstance(event, a.StageEnded):
            for driver in self.drivers:
                if driver.out:
                    driver.damage.clear()

    def turn(self, seat: int, line: TurnLine) -> None:
        driver = self.drivers[seat]
        driver.turns += 1
        assert int(line.gear) == driver.gear
        if "off" in line.words:
            assert driver.off and not line.steps
            driver.clock += 60
            return
        assert ("back" in line.words) == driver.off
        driver.off = False
        self.seen.update(["relaid"] if line.relaid else [], flat=line.flat, lost=line.lost)
        rolled = sum(step.faces.count("!") for step in line.steps)
        self.check_dice(seat, driver, line.steps)
        if line.relaid:
            assert line.flat and rolled >= 3
            assert Counter(_dice(line.relaid)) <= Counter(_dice(line.steps))
            self.check_dice(seat, driver, line.relaid)
        before = Counter(driver.damage)
        ended = self.drive(seat, driver, line)
        if line.flat:
            assert line.tokens == sum(step.die != "r" for step in line.steps)
            driver.seconds += line.tokens
        else:
            secured = sum(1 + step.brakes for step in line.steps if step.faces == "*")
            assert line.tokens == secured * (secured + 1) // 2
            driver.seconds -= line.tokens
        assert driver.seconds >= 0
        self.draw(driver, line)
        self.end(driver, line, ended, before)

    def check_dice(self, seat: int, driver: Driver, steps: tuple[Thrown, ...]) -> None:
        """Gears in order, each die once, no more dice than the cockpit gives."""
        gear = driver.gear
        used: list[int] = []
        coast = brake = 0
        for step in steps:
            brake += step.brakes
            if step.die in "cl":
                assert gear > 0
                assert (step.die == "l") == (seat == self.leader)
                coast += 1
            elif step.die == "r":
                assert gear == 6
                brake += 1
            else:
                new = int(step.die)
                assert new not in used
                if gear == 0:
                    assert new == 1 and not step.brakes
                elif step.brakes:
                    assert new == gear - 1 - step.brakes
                else:
                    assert abs(new - gear) == 1 or (new == gear and not used)
                used.append(new)
                gear = new
        assert len(used) <= 6 - driver.damage["G"]
        assert coast <= max(0, 2 - driver.damage["C"])
        assert brake <= max(0, 1 - driver.damage["B"])

    def drive(self, seat: int, driver: Driver, line: TurnLine) -> str:
        """Move along the dice; tells how it ended: `stays`, `stops`, `lost`, `carried`."""
        steps = line.relaid or line.steps
        if not steps:
            return "stays"
        hazards, flying = 0, 0
        named = ""
        total = sum(step.faces.count("!") for step in steps)
        reaches = self.road.finish(steps[-1].cell.split("~")[0])
        for step in steps:
            cell, _, landing = step.cell.partition("~")
            if flying:
                assert cell in ({named} if named else self.road.landings(driver.place, flying))
            else:
                assert cell in self.road.ahead(driver.place), (driver.place, cell)
            before, driver.place = driver.place, cell
            driver.gear = int(step.die) if step.die.isdigit() else driver.gear
            hazards += step.faces.count("!")
            self.check_traffic(seat, driver, cell)
            limit = self.road.limit(cell)
            if self.corner(cell) is not None and self.corner(before) == self.corner(cell):
                limit = max(limit, 1)
            assert limit > 0
            row = self.road.row(cell)
            if row and row.water:
                assert step.die in "clr" or (step.die == "1" and not step.brakes)
            jump = (row.jump or 0) if row else 0
            flying = 0 if not jump or driver.gear < jump else 2 if driver.gear == jump else 3
            named = landing
            if driver.gear > limit:
                self.seen["overspeed"] += 1
                return "lost"
            assert bool(landing) == (flying == 3)
            if flying == 3:
                assert landing in self.road.landings(cell, 3)
            if flying == 3 and (driver.gear > jump + 1 or "!" in step.faces):
                self.seen["jump"] += 1
                if reaches and driver.gear == jump + 1:
                    return self.carry(driver, steps)
                driver.place = landing
                self.check_traffic(seat, driver, landing, level=False)
                return "lost"
            if hazards >= 3:
                return self.carry(driver, steps) if reaches and not line.relaid else "lost"
            if line.flat and total >= 3 and reaches and not line.relaid:
                return self.carry(driver, steps)
        assert hazards < 3
        return "stops"

    def carry(self, driver: Driver, steps: tuple[Thrown, ...]) -> str:
        """A loss that the finish line forgives: the car ends on the row in the planned gear."""
        gears = [int(step.die) for step in steps if step.die.isdigit()]
        driver.place = steps[-1].cell
        driver.gear = gears[-1] if gears else driver.gear
        self.seen["carried"] += 1
        return "carried"

    def corner(self, place: str) -> int | None:
        if not place or place in self.road.cut_of or self.road.kind(place)[1] not in "io":
            return None
        return self.road.kind(place)[0]

    def check_traffic(self, seat: int, driver: Driver, cell: str, level: bool = True) -> None:
        """Nobody else on the space or across it, and fast enough to draw level."""
        if self.road.finish(cell):
            return
        for other, rival in enumerate(self.drivers):
            if other == seat or not rival.place or rival.off:
                continue
            assert rival.place != cell
            if cell in self.road.cut_of or rival.place in self.road.cut_of:
                continue
            here, there = self.road.kind(cell), self.road.kind(rival.place)
            if here[0] != there[0]:
                continue
            kinds = {here[1], there[1]}
            assert kinds != {"i", "o"}
            assert not (kinds & set("ab") and kinds & set("LMR"))
            if level and kinds <= set("LMR"):
                assert driver.gear >= rival.gear

    def draw(self, driver: Driver, line: TurnLine) -> None:
        """What came out of the bag."""
        for letter in line.damage:
            driver.damage[letter] += 1
        cuts = [
            self.road.cut_of[step.cell] for step in line.relaid or line.steps if step.cell in self.road.cut_of
        ]
        entered = [number for number, k in cuts if k == 0]
        words = [word for word in line.words if word.startswith("cut-")]
        assert len(words) <= len(entered)
        for number, word in zip(entered, words, strict=False):
            if word == "cut-puncture":
                driver.damage["C"] += 1
            elif word == "cut-mud":
                cut = self.road.shortcuts[number]
                for between in range(min(cut.entered_from) + 1, max(cut.left_to)):
                    self.road.mud[between] += isinstance(self.road.sections[between], Corner)

    def end(self, driver: Driver, line: TurnLine, ended: str, before: Counter[str]) -> None:
        """Gear and seconds of the entry that goes on the pile."""
        finished = bool(driver.place) and self.road.finish(driver.place)
        assert finished == ("finish" in line.words)
        assert line.lost == (ended in ("lost", "carried"))
        if finished:
            driver.clock += FRONTS[driver.gear]
            driver.place = ""
        elif ended == "lost":
            assert self.turned is not None and self.turned.gear == driver.gear
            deck = components().time_cards.decks[driver.gear - 1]
            assert any(
                (back.type, back.seconds) == (self.turned.result, self.turned.seconds) for back in deck.backs
            )
            driver.clock += self.turned.seconds
            driver.off = self.turned.result == "crash"
            driver.gear = 0
        elif "wheel" in line.words:
            assert driver.gear == 1 and before["G"] > 0
            driver.damage["G"] -= 1
            driver.clock += 60
            driver.off, driver.gear = True, 0
        elif "stranded" in line.words or driver.gear == 0:
            assert ended == "stays"
            driver.clock += 60
            driver.gear = 0
        else:
            driver.clock += FRONTS[driver.gear]


def _dice(steps: tuple[Thrown, ...]) -> Iterator[str]:
    for step in steps:
        yield step.die
        yield from "b" * step.brakes


def rally(options: DirtOptions, bots: list[Bot], seed: int) -> tuple[State, Marshal]:
    rng, stream = Random(seed), DiceStream(seed_from(seed))
    state, marshal = RALLYMAN_DIRT.start(options, len(bots)), Marshal(options, len(bots))

    def watch(_seat: int | None, _what: object, events: list[Any]) -> None:
        for event in events:
            marshal.follow(event)

    choose = choices_of(RALLYMAN_DIRT, state, bots, [rng] * len(bots))
    play(RALLYMAN_DIRT, state, choose, stream.draw, watch)
    return state, marshal


@pytest.mark.parametrize("number", range(1, 7))
def test_every_turn_of_the_club_driver_stands_up_to_a_marshal(number: int) -> None:
    options = DirtOptions(rally=f"rally-{number}", red_zone=number % 2 == 0)
    state, marshal = rally(options, [ClubBot() for _ in range(2)], number)
    assert marshal.lines >= 2 * 3 * 5
    assert marshal.times == [[line.seconds for line in row] for row in state.sheet]
    assert marshal.seen["flat"] > 0


def test_every_turn_of_reckless_drivers_stands_up_to_a_marshal() -> None:
    seen: Counter[str] = Counter()
    for seed in range(12):
        options = DirtOptions(rally=f"rally-{1 + seed % 6}", red_zone=seed % 2 == 0)
        _, marshal = rally(options, [RandomBot() for _ in range(5)], seed)
        seen += marshal.seen
    assert min(seen[what] for what in ("flat", "relaid", "lost", "overspeed", "jump", "carried")) > 0
