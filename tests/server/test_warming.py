"""Before kernels are compiled the server is open: bots that play by them wait, or another level plays."""

from __future__ import annotations

import logging
import sys
from collections.abc import Callable, Iterator
from pathlib import Path

import pytest

from paddock.kernels.ahead import SECONDS
from paddock.server.tables.kernel_compiler import KernelCompiler
from tests.server.clients import Person, Socket, seated
from tests.server.serving import Server

OUTSPEED = "paddock.kernels.outspeed"


@pytest.fixture
def cold(
    servers: Callable[..., Server], tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> Iterator[tuple[Server, Path]]:
    """A server with nothing compiled, and the folder where a file of its name says that a package is."""
    compiled = tmp_path / "compiled"
    compiled.mkdir()
    monkeypatch.setenv("PADDOCK_TEST_KERNELS", str(compiled))
    server = servers("sqlite", load="tests.sample.cold_kernels", bot_seconds=600)
    yield server, compiled
    server.stop()


async def against_experts(ada: Person) -> str:
    return await seated(ada, [], game="outspeed", bots=["expert", "expert"])


async def asked(socket: Socket, seats: list[int]) -> None:
    if socket.scene["asked"] != seats:
        await socket.until(lambda scene: scene["asked"] == seats)


async def warming(ada: Person, game: str) -> set[str]:
    return {one["bot"] for one in await ada.get("/api/warming") if one["game"] == game and one["seconds"] > 0}


async def test_a_warming_bot_waits_and_then_plays(cold: tuple[Server, Path]) -> None:
    server, compiled = cold
    async with Person(server, "Ada") as ada:
        assert await warming(ada, "outspeed") == {"expert"}
        assert await warming(ada, "rallyman-gt") == {"expert", "champion"}
        assert await warming(ada, "rallyman-dirt") == {"expert"}
        assert await warming(ada, "dirt-and-dust") == set()
        table = await against_experts(ada)
        async with ada.sit(table) as socket:
            await socket.hear("view")
            assert socket.scene["asked"] == [0, 1, 2]
            (compiled / OUTSPEED).touch()
            await asked(socket, [0])
        assert await warming(ada, "outspeed") == set()
        assert await warming(ada, "rallyman-gt") == {"expert", "champion"}
        assert "paddock_bot_fallbacks_total{" not in (await ada.call("GET", "/metrics")).text
    assert "warming up, everything else is ready: expert of outspeed in about" in server.text()
    assert "s: expert of outspeed" in server.text()


async def test_a_player_may_put_another_level_in_place_of_a_warming_bot(
    cold: tuple[Server, Path],
) -> None:
    server, compiled = cold
    async with Person(server, "Ada") as ada, Person(server, "Bob") as bob:
        table = await against_experts(ada)
        instead = {"seat": 1, "bot": "club"}
        assert await bob.refused("POST", f"/api/tables/{table}/hand-over", instead) == (
            403,
            "server.players-only",
        )
        async with ada.sit(table) as socket:
            await socket.hear("view")
            told = await ada.post(f"/api/tables/{table}/hand-over", instead)
            assert [seat["bot"] for seat in told["seats"]] == [None, "club", "expert"]
            await asked(socket, [0, 2])
            (compiled / OUTSPEED).touch()
            await asked(socket, [0])
        late = await ada.refused("POST", f"/api/tables/{table}/hand-over", {"seat": 2, "bot": "club"})
        assert late == (409, "server.seat-is-a-bots")


async def test_a_hint_says_that_the_expert_is_warming_up(cold: tuple[Server, Path]) -> None:
    server, _ = cold
    async with Person(server, "Ada") as ada:
        table = await against_experts(ada)
        refused = await ada.refused("POST", f"/api/tables/{table}/hint", {"seat": 0})
        assert refused == (409, "server.warming")


async def test_bots_do_not_wait_for_a_compiler_that_failed(caplog: pytest.LogCaptureFixture) -> None:
    compiler = KernelCompiler()
    compiler.command = (sys.executable, "-c", "raise SystemExit(1)")
    compiler.uncompiled = staticmethod(lambda: list(SECONDS))  # type: ignore[method-assign]
    with caplog.at_level(logging.INFO, "paddock.kernels"):
        compiler.start()
        assert compiler.warming()
        await compiler.wait_for_bot("rallyman-gt", "expert")
        await compiler.wait_for_all()
    assert compiler.warming() == []
    assert "could not be compiled" in caplog.text
    await compiler.close()


async def test_a_server_with_everything_compiled_starts_no_compiler_and_says_nothing(
    caplog: pytest.LogCaptureFixture,
) -> None:
    compiler = KernelCompiler()
    compiler.command = ("/nowhere/python",)
    compiler.uncompiled = staticmethod(list)  # type: ignore[method-assign]
    with caplog.at_level(logging.INFO, "paddock.kernels"):
        compiler.start()
        await compiler.wait_for_bot("rallyman-gt", "expert")
    assert compiler.warming() == []
    assert not caplog.text
    await compiler.close()


async def test_it_is_told_about_how_long_it_takes() -> None:
    compiler = KernelCompiler()
    compiler.command = (sys.executable, "-c", "import sys; sys.stdin.read()")
    compiler.uncompiled = staticmethod(lambda: list(SECONDS))  # type: ignore[method-assign]
    compiler.start()
    left = [compiler.seconds_left([package]) for package in SECONDS]
    assert left == sorted(left)
    assert 0 < left[0] < left[-1] <= sum(SECONDS.values())
    assert compiler.seconds_left(["something.else"]) == 0
    await compiler.close()
