"""Sends scenes and events to connections, each as its seat may see them."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, Literal

import msgspec
from msgspec import structs

from paddock.core.game import short_list
from paddock.core.match import Happening
from paddock.server.tables.play import Play
from paddock.server.tables.undo_offers import back_of
from paddock.server.wire.frames import ClockFrame, Scene, Told, Update, View, write_frame

if TYPE_CHECKING:
    from paddock.server.tables.table import Table, Watcher

_JSON = msgspec.json.Encoder()


def scene(table: Table, seat: int | None) -> msgspec.Raw:
    """The scene for a seat (None: a spectator), encoded once per step."""
    if seat not in table.scenes:
        table.scenes[seat] = _JSON.encode(_scene(table, table.play, seat))
    return msgspec.Raw(table.scenes[seat])


def _scene(table: Table, play: Play | None, seat: int | None) -> Scene:
    assert play is not None
    over = table.sheet.stage == "over"
    pending = play.game.pending(play.state)
    return Scene(
        step=play.shown(seat),
        seat=seat,
        view=_view(table, play, seat),
        asked=pending.seats,
        may=pending.may,
        actions=_actions(table, play, seat),
        clock=table.clock_info(),
        result=table.sheet.result,
        seed_hash=table.sheet.seed_hash,
        seed=table.seed.hex() if over and not secret_seed(table) else None,
        back=back_of(table.sheet, play, seat),
    )


def _view(table: Table, play: Play, seat: int | None) -> Any:
    """The view of a seat; games without secrets compute one view per step for everybody."""
    if not play.game.nothing_hidden:
        return play.game.view(play.state, seat)
    if table.seen is None:
        table.seen = play.game.view(play.state, None)
    return structs.replace(table.seen, you=seat)


def secret_seed(table: Table) -> bool:
    """Whether the seed stays secret after the game, because other tables still use the same dice."""
    return table.sheet.challenge is not None or table.sheet.branch is not None or table.sheet.uploaded


def _actions(table: Table, play: Play, seat: int | None) -> list[Any] | None:
    pending = play.game.pending(play.state)
    if seat is None or (seat not in pending.seats and seat not in pending.may):
        return []
    if table.sheet.seats[seat].bot is not None:
        return []
    return short_list(play.game.actions(play.state, seat), table.desk.limits.listed_actions)


def witnessed(play: Play, happenings: list[Happening], seat: int | None) -> list[Told]:
    """The events of some records, as a seat may see them."""
    game = play.game
    told: list[Told] = []
    for happening in happenings:
        for event in happening.events:
            seen = game.witness(event, seat)
            if seen is not None:
                step = play.shown(seat, happening.step)
                told.append(Told(step, happening.by, seen, game.tell(seen, happening.cells)))
    return told


class Alike:
    """Caches frames and events while many connections are brought to the newest step."""

    def __init__(self) -> None:
        self.frames: dict[tuple[int | None, int | None], bytes] = {}
        """By seat and the last step the connection has."""
        self.events: dict[tuple[int | None, int], list[Told]] = {}
        """By seat and step; under seat None if the game has no secret events."""


def bring_all(table: Table) -> None:
    """Bring every connection from the step it has to the newest."""
    alike = Alike()
    for watcher in table.watchers:
        bring(table, watcher, alike)


def bring(table: Table, watcher: Watcher, alike: Alike) -> None:
    """Bring one connection up to date; `alike` caches what several connections get."""
    play = table.play
    watcher.refocus(table.sheet)
    if play is None or watcher.step == play.step:
        return
    known = watcher.step
    if (
        known is not None
        and known < play.step
        and play.shown(watcher.face, known) == play.shown(watcher.face)
    ):
        watcher.step = play.step
        return
    key = (watcher.face, watcher.step)
    if key not in alike.frames:
        alike.frames[key] = _news(table, play, watcher, alike)
    watcher.step = play.step
    watcher.send(alike.frames[key])


def _news(table: Table, play: Play, watcher: Watcher, alike: Alike) -> bytes:
    if watcher.step is None:
        return write_frame(View("start", scene(table, watcher.face)))
    back = play.back_since(watcher.step, watcher.face)
    if back is not None:
        to = play.shown(watcher.face, back)
        return write_frame(View("back", scene(table, watcher.face), to))
    missed = play.since(watcher.step)
    if missed is None:
        return write_frame(View("missed", scene(table, watcher.face)))
    learns = (None if play.numbering.open else watcher.face, watcher.step)
    if learns not in alike.events:
        alike.events[learns] = witnessed(play, missed, watcher.face)
    since = play.shown(watcher.face, watcher.step)
    return write_frame(Update(since, alike.events[learns], scene(table, watcher.face)))


def catch_up(table: Table, watcher: Watcher) -> None:
    """Send a reconnecting client what it missed.

    If it missed nothing, it still gets the current clocks, or the scene if its seat changed hands.
    """
    known, play = watcher.step, table.play
    bring(table, watcher, Alike())
    if play is None or known is None or known > play.step:
        return
    if play.shown(watcher.face, known) != play.shown(watcher.face):
        return
    if watcher.face is not None and table.sheet.seats[watcher.face].turned == play.step:
        show(table, watcher, "seat")
    elif (clock := table.clock_info()) is not None:
        watcher.send(write_frame(ClockFrame(clock)))


def show(table: Table, watcher: Watcher, why: Literal["hello", "face", "seat"]) -> None:
    """Send the whole scene to one connection."""
    watcher.refocus(table.sheet)
    if table.play is None:
        return
    watcher.step = table.play.step
    watcher.send(write_frame(View(why, scene(table, watcher.face))))
