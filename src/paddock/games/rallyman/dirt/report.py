"""Statistics over many rallies."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence

from paddock.core.game import Event, ReportTable, Result
from paddock.games.rallyman.dirt import actions as a
from paddock.games.rallyman.dirt.stages import stages_of
from paddock.games.rallyman.dirt.state import State
from paddock.games.rallyman.sheet import clock

_COUNTED = (
    a.Crashed,
    a.Spun,
    a.Blocked,
    a.Stranded,
    a.ShortcutTaken,
    a.WheelChanged,
    a.SisuPlayed,
    a.Retired,
)


class DirtReport:
    """Stage times, wins by starting place, how dice are rolled, where control is lost."""

    def __init__(self) -> None:
        self._games = 0
        self._times: dict[str, list[int]] = {}
        self._tiles: dict[str, int] = {}
        self._turns: Counter[str] = Counter()
        self._starts: Counter[int] = Counter()
        self._wins: Counter[int] = Counter()
        self._ways: Counter[str] = Counter()
        self._losses: Counter[tuple[int, str]] = Counter()
        self._events: Counter[str] = Counter()

    def game(self, states: Sequence[State], events: Sequence[Event], result: Result | None) -> None:
        """Adds one finished rally."""
        self._games += 1
        last = states[-1]
        for stage, row in zip(stages_of(last.options), last.sheet, strict=False):
            self._tiles[stage.id] = len(stage.tiles)
            self._times.setdefault(stage.id, []).extend(line.seconds for line in row if not line.retired)
        first: tuple[int, ...] = ()
        driven = ""
        for event in events:
            match event:
                case a.StageBegan(_, driven, _, order):
                    first = first or order
                case a.TurnTold():
                    self._turns[driven] += 1
                case a.Planned(_, _, way, _):
                    self._ways[way] += 1
                case a.ControlLost(_, _, gear, _, cause, _):
                    self._losses[gear, cause] += 1
            if isinstance(event, _COUNTED):
                self._events[type(event).__name__] += 1
        for place, seat in enumerate(first, 1):
            self._starts[place] += 1
            self._wins[place] += result is not None and result.places[seat] == 1

    def tables(self) -> list[ReportTable]:
        """Returns the tables of all rallies so far."""
        games = max(self._games, 1)
        return [
            ReportTable(
                "A rally on average",
                ("what", "how often"),
                (
                    *((f"turns {way}", round(n / games, 2)) for way, n in sorted(self._ways.items())),
                    *((name, round(n / games, 2)) for name, n in sorted(self._events.items())),
                ),
            ),
            ReportTable(
                "Stage times",
                ("stage", "tiles", "drives", "turns", "mean", "best", "median", "worst"),
                tuple(self._stage(stage, times) for stage, times in self._times.items() if times),
            ),
            ReportTable(
                "Loss of control by gear and cause",
                ("gear", "cause", "per rally"),
                tuple((gear, why, round(n / games, 3)) for (gear, why), n in sorted(self._losses.items())),
            ),
            ReportTable(
                "Wins by starting place",
                ("place", "starts", "wins", "share"),
                tuple(
                    (place, starts, self._wins[place], round(self._wins[place] / starts, 3))
                    for place, starts in sorted(self._starts.items())
                ),
            ),
        ]

    def _stage(self, stage: str, times: list[int]) -> tuple[str | int | float, ...]:
        """Returns a row for the cars that finished; turns are those of all cars."""
        drives = len(times)
        marks = (sum(times) // drives, min(times), sorted(times)[drives // 2], max(times))
        turns = round(self._turns[stage] / drives, 1)
        return (stage, self._tiles[stage], drives, turns, *(clock(time) for time in marks))
