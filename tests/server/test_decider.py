"""When a decision is out of date: a seat answers what it saw, unless only others have decided since."""

from __future__ import annotations

import asyncio
import random
from contextlib import suppress
from functools import partial
from typing import Any

import msgspec
import pytest

from paddock.core.chance import seed_from
from paddock.core.errors import IllegalAction
from paddock.core.logs import Drawn
from paddock.core.registry import find_game
from paddock.server.records.table_record import Seat, TableInfo, TableRecord
from paddock.server.settings import Limits
from paddock.server.tables.decisions import Stale, check_fresh, decide
from paddock.server.tables.play import Play, begin
from paddock.server.tables.table import Change, Table
from tests.server.games import SEALED, Pass, Seal, SealedOptions, Tap

SEED = seed_from("decider")


def dealt() -> Play:
    """Two seats with their colours, both asked to seal."""
    play = begin(SEALED, SealedOptions(rounds=2), ("Ada", "Bob"), SEED, 50)
    play.keep(play.settling(SEED))
    return play


def test_others_may_have_decided_since_but_not_the_seat_itself() -> None:
    play = dealt()
    seen = play.step
    play.keep(play.deciding(0, Seal(3), SEED))
    check_fresh(play, 1, seen)
    with pytest.raises(Stale):
        check_fresh(play, 0, seen)


def test_a_second_tap_on_the_same_scene_is_out_of_date() -> None:
    """The rules would allow it: only the step tells that it was sent twice."""
    play = dealt()
    for seat in (0, 1):
        play.keep(play.deciding(seat, Seal(seat), SEED))
    seen = play.step
    play.keep(play.deciding(0, Tap(), SEED))
    assert Tap() in SEALED.actions(play.state, 0)
    with pytest.raises(Stale):
        check_fresh(play, 0, seen)
    check_fresh(play, 0, play.step)


class SlowDesk:
    """Stores nothing until it may."""

    shared = False
    limits = Limits()
    uptime: Any = None

    def __init__(self) -> None:
        self.may = asyncio.Event()

    async def put(self, table: Table, change: Change) -> bool:
        await self.may.wait()
        return True

    async def refresh(self, table: Table) -> None: ...

    async def shut_out(self, table: Table) -> None: ...

    def changed(self, table: Table, before: TableInfo) -> None: ...


def racing(desk: SlowDesk) -> tuple[Table, Play]:
    """A race of Dirt & Dust in which both are asked and a decision of the first draws in secret."""
    game = find_game("dirt-and-dust")
    for number in range(20):
        rng = random.Random(number)
        play = begin(game, game.options({}), ("Ada", "Bob"), SEED, 10_000)
        play.keep(play.settling(SEED))
        while not game.pending(play.state).over and play.step < 300:
            seats = game.pending(play.state).seats
            if seats == (0, 1) and secret_draw(play) is not None:
                sheet = TableRecord(
                    id="t",
                    game=game.name,
                    options={},
                    host="ada",
                    created=0.0,
                    seats=[Seat(name="Ada", person="ada"), Seat(name="Bob", person="bob")],
                    stage="running",
                )
                table = Table(desk, sheet, 1, SEED, "")
                table.play = play
                return table, play
            seat = rng.choice(seats)
            with suppress(IllegalAction):
                play.keep(play.deciding(seat, game.actions(play.state, seat).sample(rng), SEED))
    raise AssertionError("nobody draws in secret")


def secret_draw(play: Play) -> Any | None:
    """A decision of the first seat that draws something of which the second learns nothing."""
    for number in range(10):
        action = play.game.actions(play.state, 0).sample(random.Random(number))
        with suppress(IllegalAction):
            draft = play.deciding(0, action, SEED)
            events = [event for happening in draft.happenings for event in happening.events]
            unseen = all(play.game.witness(event, 1) is None for event in events)
            same = play.game.pending(draft.state) == play.game.pending(play.state)
            if unseen and same and any(isinstance(record, Drawn) for record in draft.records):
                return action
    return None


async def test_what_a_rival_draws_in_secret_makes_no_decision_stale() -> None:
    desk = SlowDesk()
    table, play = racing(desk)
    shown = {seat: play.shown(seat) for seat in (0, 1)}
    known_before = play.numbering.real(1, shown[1])
    theirs = play.game.actions(play.state, 1).sample(random.Random(1))
    acked: list[int] = []

    async def decided(person: str, seat: int, action: Any) -> None:
        seen = partial(play.numbering.real, seat, shown[seat])
        await decide(table, person, seat, person, seen, msgspec.to_builtins(action), acked.append)

    first = asyncio.create_task(decided("ada", 0, secret_draw(play)))
    second = asyncio.create_task(decided("bob", 1, theirs))
    await asyncio.sleep(0)
    desk.may.set()
    await asyncio.gather(first, second)
    assert len(acked) == 2
    with pytest.raises(Stale):
        check_fresh(play, 1, known_before)


async def test_what_was_refused_stays_refused() -> None:
    desk = SlowDesk()
    desk.may.set()
    table, play = racing(desk)
    action = msgspec.to_builtins(play.game.actions(play.state, 1).sample(random.Random(1)))
    for seen in (0, play.step):
        with pytest.raises(Stale):
            await decide(table, "bob", 1, "once", partial(int, seen), action, lambda step: None)
    acked: list[int] = []
    await decide(table, "bob", 1, "twice", lambda: play.step, action, acked.append)
    assert len(acked) == 1


def test_dice_returns_and_steps_to_come_are_never_fresh() -> None:
    play = dealt()
    with pytest.raises(Stale):
        check_fresh(play, 0, 0)
    with pytest.raises(Stale):
        check_fresh(play, 0, play.step + 1)
    for seat in (0, 1):
        play.keep(play.deciding(seat, Seal(seat), SEED))
    before = play.step
    play.keep(play.deciding(0, Pass(), SEED))
    seen = play.step
    play.keep(play.taking_back(before))
    with pytest.raises(Stale):
        check_fresh(play, 1, seen)
