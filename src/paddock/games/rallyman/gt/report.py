"""Statistics over many races."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence

from paddock.core.game import Event, ReportTable, Result
from paddock.games.rallyman.gt import actions as a
from paddock.games.rallyman.gt.state import State, gear_text
from paddock.games.rallyman.sheet import clock


class GtReport:
    """Wins by grid slot, how dice are rolled, where control is lost, pit stops, solo times."""

    def __init__(self) -> None:
        self._games = 0
        self._rounds = 0
        self._starts: Counter[int] = Counter()
        self._wins: Counter[int] = Counter()
        self._ways: Counter[str] = Counter()
        self._losses: Counter[tuple[str, str]] = Counter()
        self._events: Counter[str] = Counter()
        self._times: list[float] = []

    def game(self, states: Sequence[State], events: Sequence[Event], result: Result | None) -> None:
        """Adds one finished race."""
        self._games += 1
        self._rounds += states[-1].round
        slots: dict[int, int] = {}
        for event in events:
            match event:
                case a.LinedUp(seat, slot, _):
                    slots[seat] = slot
                case a.Planned(_, _, way, _):
                    self._ways[way] += 1
                case a.ControlLost(_, _, gear, _, cause, _, _):
                    self._losses[gear_text(gear), cause] += 1
                case a.WentToPits() | a.Crashed() | a.Spun() | a.Blocked() | a.WeatherChanged() | a.Retired():
                    self._events[type(event).__name__] += 1
        self._starts.update(slots.values())
        if result is not None and result.unit == "seconds":
            self._times.append(result.scores[0])
        elif result is not None:
            self._wins.update(slots[seat] for seat, place in enumerate(result.places) if place == 1)

    def tables(self) -> list[ReportTable]:
        """Returns the tables of all races so far."""
        games = max(self._games, 1)
        tables = [
            ReportTable(
                "A race on average",
                ("what", "how often"),
                (
                    ("rounds", round(self._rounds / games, 2)),
                    *((f"turns {way}", round(n / games, 2)) for way, n in sorted(self._ways.items())),
                    *((name, round(n / games, 2)) for name, n in sorted(self._events.items())),
                ),
            ),
            ReportTable(
                "Loss of control by gear and cause",
                ("gear", "cause", "per race"),
                tuple((gear, why, round(n / games, 3)) for (gear, why), n in sorted(self._losses.items())),
            ),
        ]
        if self._times:
            times = sorted(self._times)
            tables.append(
                ReportTable(
                    "Solo results",
                    ("best", "median", "worst"),
                    ((clock(int(times[0])), clock(int(times[len(times) // 2])), clock(int(times[-1]))),),
                )
            )
        else:
            tables.append(
                ReportTable(
                    "Wins by place on the grid",
                    ("slot", "starts", "wins", "share"),
                    tuple(
                        (slot, starts, self._wins[slot], round(self._wins[slot] / starts, 3))
                        for slot, starts in sorted(self._starts.items())
                    ),
                )
            )
        return tables
