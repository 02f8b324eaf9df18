"""What is secret leaves no trace: neither in the numbers of steps nor in the moments somebody is told."""

from __future__ import annotations

import random
from itertools import pairwise
from typing import Any

import msgspec
import pytest

from paddock.core.errors import IllegalAction, PaddockError
from paddock.core.game import AnyGame, Game
from paddock.core.registry import find_game
from paddock.server.tables.play import Play, begin, resume_log
from paddock.server.tables.visible_steps import Numbering
from tests.server.clients import Person, Socket, seated
from tests.server.serving import Server

GAME = "dirt-and-dust"
SEED = bytes(range(32))


def driven(decisions: int, rng: random.Random, going_back: bool = False) -> Play:
    """A race of three in which everyone decides at random, and now and then takes something back."""
    game = find_game(GAME)
    play = begin(game, game.options({}), ("a", "b", "c"), SEED, 10_000)
    play.keep(play.settling(SEED))
    for _ in range(decisions):
        pending = game.pending(play.state)
        if pending.over:
            break
        seat = rng.choice(pending.seats)
        action = game.actions(play.state, seat).sample(rng)
        try:
            before = play.step
            views = {face: game.view(play.state, face) for face in (None, 0, 1, 2)}
            play.keep(play.deciding(seat, action, SEED))
        except IllegalAction:
            continue
        for face, view in views.items():
            if play.shown(face) == play.shown(face, before):
                assert msgspec.json.encode(game.view(play.state, face)) == msgspec.json.encode(view)
        if going_back and rng.random() < 0.2:
            try:
                play.keep(play.taking_back(before))
            except PaddockError:
                continue
    return play


def numbers(play: Play) -> dict[int | None, list[int]]:
    return {face: [play.shown(face, step) for step in range(play.step + 1)] for face in (None, 0, 1, 2)}


def test_secret_records_have_no_number_for_others_and_all_numbers_survive_a_restart() -> None:
    hidden = 0
    for number in range(4):
        play = driven(150, random.Random(number), going_back=number % 2 == 1)
        seen = numbers(play)
        assert numbers(resume_log(play.log, 10_000)) == seen
        for face, shown in seen.items():
            assert all(later - earlier in (0, 1) for earlier, later in pairwise(shown))
            for step, known in enumerate(shown):
                assert play.shown(face, play.numbering.real(face, known)) == known
                assert play.numbering.real(face, known) >= step
            assert play.numbering.real(face, shown[-1] + 1) > play.step
            hidden += play.step - shown[-1]
    assert hidden > 100


class Wrapped(Game[Any, Any, Any]):
    """Another game with something around it; what it does not define itself, that game does."""

    def __init__(self, game: AnyGame) -> None:
        self.inner = game

    def __getattribute__(self, name: str) -> Any:
        inner = object.__getattribute__(self, "inner") if name != "inner" else None
        return getattr(inner, name) if inner is not None else object.__getattribute__(self, name)


Wrapped.__abstractmethods__ = frozenset()


@pytest.mark.parametrize(("name", "everyone"), [(GAME, False), ("outspeed", False), ("rallyman-gt", True)])
def test_a_game_keeps_its_secrets_with_something_around_it(name: str, everyone: bool) -> None:
    assert Numbering(Wrapped(find_game(name)), 2).open is everyone  # type: ignore[abstract]


def test_in_an_open_game_everyone_sees_the_same_numbers() -> None:
    game = find_game("rallyman-gt")
    play = begin(game, game.options({}), ("a", "b"), SEED, 100)
    play.keep(play.settling(SEED))
    assert play.numbering.open
    assert {play.shown(face) for face in (None, 0, 1)} == {play.step}


async def test_a_rival_hears_nothing_of_a_secret_drive(server: Server) -> None:
    rng = random.Random(5)
    async with Person(server, "Ada") as ada, Person(server, "Bob") as bob:
        table = await seated(ada, [bob], game=GAME)
        async with ada.sit(table) as first, bob.sit(table) as second:
            players = (first, second)
            for socket in players:
                await socket.hear("view")
            done = 0
            while done < 60 and first.scene["result"] is None:
                seat = rng.choice([s for s in (0, 1) if s in players[s].scene["asked"]] or [0])
                actions = players[seat].scene["actions"]
                if not actions:
                    break
                answer = await players[seat].decide(seat, rng.choice(actions))
                done += answer["type"] == "ack"
                for socket in players:
                    await heard_all(socket)
            assert done > 20
            assert (await ada.get(f"/api/tables/{table}"))["step"] == 0
            told = sum(check_told(socket, seat) for seat, socket in enumerate(players))
            # More was decided than each of them was told of.
            assert told < 2 * done
            for person, seat in ((ada, 0), (bob, 1)):
                replay = await person.get(f"/api/tables/{table}/replay?seat={seat}")
                steps = [step["step"] for step in replay["steps"]]
                assert steps == sorted(set(steps))
                assert replay["last"] == players[seat].scene["step"]
        seen = second.scene
        async with bob.sit(table, seen=seen["step"]) as again:
            await heard_all(again)
            kinds = [frame["type"] for frame in again.heard]
            assert [kind for kind in kinds if kind != "presence"] == ["welcome", "pong"]


async def heard_all(socket: Socket) -> None:
    await socket.ask("ping")


def check_told(socket: Socket, seat: int) -> int:
    """Every update says something, and its numbers have no gap; returns how many there were."""
    scene: dict[str, Any] = next(f for f in socket.heard if f["type"] == "view")["scene"]
    updates = [frame for frame in socket.heard if frame["type"] == "update"]
    for update in updates:
        now = update["scene"]
        assert update["since"] == scene["step"] < now["step"]
        assert update["events"] or now["asked"] != scene["asked"] or seat in now["asked"]
        scene = now
    return len(updates)
