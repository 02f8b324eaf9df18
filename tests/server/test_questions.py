"""Questions while thinking: they hold up no table, are limited per person, and die with their socket."""

from __future__ import annotations

import asyncio
from collections.abc import Callable
from pathlib import Path
from typing import Any, ParamSpec

import msgspec
import psutil
import pytest

from paddock.core.chance import DiceStream, seed_from
from paddock.core.match import start
from paddock.core.registry import find_game
from paddock.server.services import Services
from paddock.server.settings import Limits, Settings
from paddock.server.tables.questions import Questions
from paddock.server.workers.pool import Workers
from tests.server.clients import Person, Socket, play_pig, seated
from tests.server.serving import Server

COUNT = {"question": "Count"}
P = ParamSpec("P")


def pondering(file: Path) -> dict[str, Any]:
    return {"question": "Ponder", "file": str(file)}


async def tapping(person: Person) -> tuple[str, int]:
    """A solo table of Sealed at which taps are open; its id and step."""
    table = await seated(person, [], game="sealed")
    async with person.sit(table) as socket:
        await socket.hear("view")
        await socket.decide(0, {"action": "seal", "secret": 3})
        scene = await socket.until(lambda scene: scene["view"]["tapper"] == 0)
        return table, scene["step"]


async def pondered(socket: Socket, request: str) -> dict[str, Any]:
    return await socket.heard_of("answer", lambda frame: frame["id"] == request)


async def test_a_question_holds_up_neither_its_table_nor_any_other(server: Server, tmp_path: Path) -> None:
    done = tmp_path / "done"
    async with Person(server, "Ada") as ada, Person(server, "Bob") as bob, Person(server, "Cleo") as cleo:
        table, step = await tapping(ada)
        other = await seated(bob, [cleo], options={"goal": 20})
        async with ada.sit(table) as asking, bob.sit(other) as second, cleo.sit(other) as third:
            await asking.hear("view")
            await asking.send(type="explore", id="slow", seat=0, question=pondering(done))
            await asyncio.gather(play_pig(second, 0), play_pig(third, 1))
            assert (await asking.decide(0, {"action": "tap"}))["type"] == "ack"
            await asking.until(lambda scene: scene["view"]["taps"] == 1)
            assert not any(frame["type"] == "answer" for frame in asking.heard)
            done.touch()
            answer = await pondered(asking, "slow")
            assert (answer["step"], answer["answer"]) == (step, {"taps": 0}), "of the step it was asked on"
            assert (await asking.ask("explore", seat=0, question=COUNT))["answer"] == {"taps": 1}


async def test_questions_are_refused_with_the_reason(server: Server) -> None:
    async with Person(server, "Ada") as ada, Person(server, "Bob") as bob:
        table, _ = await tapping(ada)
        async with ada.sit(table) as first, bob.sit(table) as watcher:
            refusal = await first.ask("explore", seat=0, question={"question": "Stumble"})
            assert (refusal["type"], refusal["reason"], refusal["rule"]) == ("refuse", "illegal", "SEAL-9")
            refusal = await first.ask("explore", seat=0, question={"question": "Fly"})
            assert (refusal["reason"], refusal["message"]["id"]) == ("bad", "server.bad-question")
            refusal = await watcher.ask("explore", seat=0, question=COUNT)
            assert refusal["reason"] == "seat"
            pig = await seated(ada, [bob])
            async with ada.sit(pig) as rolling:
                refusal = await rolling.ask("explore", seat=0, question=COUNT)
                assert refusal["message"]["id"] == "core.no-questions"


@pytest.fixture(scope="module")
def curious(servers: Callable[..., Server]) -> Server:
    """Few questions are allowed."""
    return servers("sqlite", limits={"questions_per_second": 0.001, "question_burst": 6})


async def test_questions_are_limited_per_person_on_all_sockets(curious: Server) -> None:
    async with Person(curious, "Ada") as ada, Person(curious, "Bob") as bob:
        table, _ = await tapping(ada)
        async with ada.sit(table) as first, ada.sit(table) as second:
            answers = [await socket.ask("explore", seat=0, question=COUNT) for socket in [first, second] * 4]
            assert [answer["type"] for answer in answers] == ["answer"] * 6 + ["refuse"] * 2
            assert answers[-1]["reason"] == "rate"
        other, _ = await tapping(bob)
        async with bob.sit(other) as third:
            assert (await third.ask("explore", seat=0, question=COUNT))["type"] == "answer"


async def test_an_answer_that_takes_too_long_is_given_up(
    servers: Callable[..., Server], tmp_path: Path
) -> None:
    server = servers("sqlite", question_seconds=3)
    async with Person(server, "Ada") as ada:
        table, _ = await tapping(ada)
        async with ada.sit(table) as first:
            never = pondering(tmp_path / "never")
            refusal = await first.ask("explore", seat=0, question=never)
            assert (refusal["type"], refusal["reason"]) == ("refuse", "failed")
            answer = refusal
            while answer["type"] == "refuse":
                assert answer["reason"] == "failed", "only ever for want of time"
                answer = await first.ask("explore", seat=0, question=COUNT)
            assert answer["answer"] == {"taps": 0}
    server.stop()


async def test_only_so_many_questions_wait(server: Server, tmp_path: Path) -> None:
    done = tmp_path / "done"
    async with Person(server, "Ada") as ada:
        table, _ = await tapping(ada)
        async with ada.sit(table) as first:
            for number in range(9):
                await first.send(type="explore", id=f"q{number}", seat=0, question=pondering(done))
            refusal = await first.hear("refuse")
            assert (refusal["id"], refusal["reason"]) == ("q8", "rate")
            done.touch()
            for number in range(8):
                await pondered(first, f"q{number}")


async def test_waiting_questions_go_with_their_socket(server: Server, tmp_path: Path) -> None:
    first_done, never = tmp_path / "done", tmp_path / "never"
    async with Person(server, "Ada") as ada, Person(server, "Bob") as bob:
        table, _ = await tapping(ada)
        other, _ = await tapping(bob)
        async with ada.sit(table) as staying:
            await staying.send(type="explore", id="stays", seat=0, question=pondering(first_done))
            await staying.ask("ping")
            async with bob.sit(other) as leaving:
                for number in range(5):
                    await leaving.send(type="explore", id=f"n{number}", seat=0, question=pondering(never))
                await leaving.ask("ping")
            async with bob.sit(other) as back:
                await back.ask("ping")
                first_done.touch()
                await pondered(staying, "stays")
                assert (await back.ask("explore", seat=0, question=COUNT))["answer"] == {"taps": 0}
                failures = "paddock_frame_failures_total"
                assert failures not in (await ada.call("GET", "/metrics")).text


class _Elsewhere(Workers):
    """Processes for questions that count what they are asked, without being processes."""

    def __init__(self) -> None:
        super().__init__(1, 60, ())
        self.asked = 0

    async def ask(self, who: str, work: Callable[P, bytes], *args: P.args, **kwargs: P.kwargs) -> bytes:
        self.asked += 1
        return work(*args, **kwargs)


@pytest.mark.parametrize(
    ("question", "elsewhere"),
    [({"question": "next-steps", "steps": []}, 0), ({"question": "reach", "steps": [], "via": []}, 1)],
)
async def test_quick_questions_are_answered_at_the_table(question: dict[str, Any], elsewhere: int) -> None:
    game = find_game("rallyman-gt")
    match = start(game, game.options({}), ["Ada"])
    match.settle(DiceStream(seed_from("quick")))
    workers = _Elsewhere()
    answer = await Questions(workers, Limits()).answer_at(game, match.state, "ada", 0, question)
    asked = msgspec.convert(question, type=game.Question)
    assert bytes(answer) == msgspec.json.encode(game.explore(match.state, 0, asked))
    assert workers.asked == elsewhere


async def test_helpers_are_there_before_anybody_asks(tmp_path: Path) -> None:
    settings = Settings(data=tmp_path, bot_processes=1, question_processes=1, analysing=False)
    services = Services(settings)
    await services.open()
    try:
        for workers in (services.questions.workers, services.bot_runner.pool.workers):
            await workers.started()
            assert workers.ready == 1
        helpers = _helpers()
        game = find_game("rallyman-gt")
        match = start(game, game.options({}), ["Ada"])
        match.settle(DiceStream(seed_from("first")))
        reach = {"question": "reach", "steps": [], "via": []}
        assert await services.questions.answer_at(game, match.state, "ada", 0, reach)
        assert _helpers() == helpers
    finally:
        await services.close()


def _helpers() -> set[int]:
    return {child.pid for child in psutil.Process().children(recursive=True)}
