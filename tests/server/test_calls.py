"""People are called to tables that wait for them: by push, letter and webhook; seldom and gathered."""

from __future__ import annotations

import asyncio
import json
import re
import time
from collections.abc import Callable, Sized

import pytest
from sqlalchemy import text

from paddock.core.errors import BadInput
from paddock.server.errors import Refused
from paddock.server.notifications.email import MailServer, read_mail_server
from paddock.server.notifications.outgoing_requests import Unreachable, check_address, is_public, post
from paddock.server.notifications.web_push import key_of, seal
from tests.server.clients import Person, seated
from tests.server.receivers import Posted, Postman, PostService, Subscription, lettered, raw, signed_claims
from tests.server.serving import WAIT, Server

SECRET = raw("BTBZMqHH6r4Tts7J_aSIgg")


def test_a_message_is_sealed_as_the_standards_example() -> None:
    browser = Subscription(SECRET, int.from_bytes(raw("q1dXpw3UpT5VOmu_cf_v6ih07Aems3njxI-JWgLcM94"), "big"))
    ours = key_of(raw("yfWPiYE-n46HLnH0KqZOF1fJJU3MYrct3AELtAQ-oRw"))
    words = b"When I grow up, I want to be a watermelon"
    sealed = seal(words, browser.point, SECRET, ours, raw("DGv6ra1nlYgDCS1FRnbzlw"))
    assert lettered(sealed) == (
        "DGv6ra1nlYgDCS1FRnbzlwAAEABBBP4z9KsN6nGRTbVYI_c7VJSPQTBtkgcy27mlmlMoZIIgDll6e3vCYLocInmYWAmS6TlzAC8w"
        "EqKK6PBru3jl7A_yl95bQpu6cVPTpK4Mqgkf1CXztLVBSt2Ks3oZwbuwXPXLWyouBWLVWGNWQexSgSxsj_Qulcy4a-fN"
    )
    assert browser.open(seal(words, browser.point, SECRET)) == words


@pytest.mark.parametrize(
    "url", ["http://127.0.0.1/", "https://localhost:1/", "https://[::1]/", "https://10.0.0.1"]
)
def test_nothing_is_posted_into_our_own_network(url: str) -> None:
    with pytest.raises((Unreachable, Refused)):
        check_address(url, own_network=False)
        post(url, b"", {})


@pytest.mark.parametrize(
    "machine",
    [
        "::7f00:1",
        "::ffff:10.0.0.1",
        "64:ff9b::a00:1",
        "64:ff9b:1::a00:1",
        "2001:0:a00:1::",
        "2002:a00:1::",
        "fec0::1",
        "fe80::1",
        "fd00::1",
        "ff02::1",
        "ff0e::1",
        "224.0.0.1",
        "239.1.1.1",
        "240.0.0.1",
        "169.254.169.254",
        "100.64.0.1",
    ],
)
def test_addresses_that_are_no_single_machine_in_the_world_are_not_called(machine: str) -> None:
    assert not is_public(machine)


def test_machines_in_the_world_are_called() -> None:
    assert all(map(is_public, ("93.184.215.14", "2606:2800:21f:cb07:6820:80da:af6b:8b2c", "::ffff:8.8.8.8")))


@pytest.mark.parametrize(
    "url", ["ftp://a.example", "https://", "https://me@a.example", "//a", "https://a:x/"]
)
def test_a_webhook_is_an_address_on_the_web(url: str) -> None:
    with pytest.raises(Refused):
        check_address(url, own_network=True)


def test_the_mail_setting_says_all_that_is_needed() -> None:
    assert read_mail_server("") is None
    told = "smtp://me:p%40ss@mail.example:25?from=paddock@example.org"
    assert read_mail_server(told) == MailServer("mail.example", 25, "paddock@example.org", "me", "p@ss")
    for wrong in (
        "mail.example",
        "smtp://mail.example",
        "smtp://mail.example?from=me",
        "smtp://a:b?from=a@b.cd",
    ):
        with pytest.raises(BadInput):
            read_mail_server(wrong)


@pytest.fixture(scope="module")
def calling(backend: str, servers: Callable[..., Server]) -> tuple[Server, Postman]:
    """A server that calls at once, and the postman it sends letters by."""
    postman = Postman()
    mail = f"smtp://127.0.0.1:{postman.port}?from=paddock@example.org"
    return servers(backend, mail=mail, call_patience=0, call_own_network=True, round_seconds=0.2), postman


async def came(where: Callable[[], Sized], count: int) -> None:
    """Wait until so many calls are there."""
    deadline = time.monotonic() + WAIT
    while len(where()) < count:
        assert time.monotonic() < deadline, f"{len(where())} of {count} calls came"
        await asyncio.sleep(0.1)


async def rounds_made(person: Person) -> None:
    """Wait until the server has looked three times for people to call."""

    async def rounds() -> int:
        counted = re.search(r"^paddock_rounds_total (\d+)", (await person.call("GET", "/metrics")).text, re.M)
        return int(counted.group(1)) if counted else 0

    before = await rounds()
    while await rounds() < before + 3:
        await asyncio.sleep(0.1)


async def browser_of(person: Person, address: str) -> Subscription:
    browser = Subscription(SECRET)
    told = {"endpoint": address, "point": lettered(browser.point), "secret": lettered(SECRET)}
    answer = await person.call("PUT", "/api/me/calls/browser", told)
    assert answer.status_code == 200, answer.text
    return browser


def read(browser: Subscription, posted: Posted) -> dict[str, str]:
    words: dict[str, str] = json.loads(browser.open(posted.body))
    return words


async def test_somebody_is_called_by_every_way_and_lands_at_the_table(
    calling: tuple[Server, Postman],
) -> None:
    server, postman = calling
    async with (
        Person(server, "Ada") as ada,
        Person(server, "Bob") as bob,
        PostService().listening() as service,
        postman.listening(),
    ):
        assert await ada.refused("PUT", "/api/me/calls", {"hook": f"{service.url}/hook"}) == (
            403,
            "server.accounts-only",
        )
        await ada.settle()
        await ada.call("PUT", "/api/me/settings", {"language": "pl"})
        hook = await ada.call("PUT", "/api/me/calls", {"hook": f"{service.url}/hook", "form": "discord"})
        assert hook.json()["ways"]["form"] == "discord"
        browser = await browser_of(ada, f"{service.url}/push")
        await ada.call("PUT", "/api/me/calls/mail", {"address": "ada@example.org"})
        code = re.search(r"\b\d{8}\b", str(postman.letters[-1].get_payload(decode=True)))
        assert code is not None
        confirmed = await ada.post("/api/me/calls/mail/code", {"code": code.group()})
        assert confirmed["ways"]["mail"] == "ada@example.org" and confirmed["ways"]["unconfirmed"] == ""

        table = await seated(ada, [bob])
        assert [turn["table"]["id"] for turn in await ada.listed("/api/me/turns")] == [table]
        assert await bob.listed("/api/me/turns") == []
        await came(lambda: service.at("/push"), 1)
        words = read(browser, service.at("/push")[0])
        assert words["title"].startswith("Twój ruch") and words["address"] == f"/table/{table}"
        headers = service.at("/push")[0].headers
        claims, key = signed_claims(headers["authorization"])
        assert claims["aud"] == service.url and time.time() < claims["exp"] < time.time() + 86_400
        assert claims["sub"] == "mailto:paddock@example.org" and key == confirmed["push_key"]
        assert headers["content-encoding"] == "aes128gcm" and int(headers["ttl"]) > 0
        await came(lambda: service.at("/hook"), 1)
        posted = json.loads(service.at("/hook")[0].body)
        assert posted["content"].endswith(f"{server.url}/table/{table}")
        assert posted["allowed_mentions"] == {"parse": []}
        await came(lambda: postman.letters, 2)
        letter = postman.letters[-1]
        assert letter["To"] == "ada@example.org" and "List-Unsubscribe" in letter
        assert f"{server.url}/table/{table}" in str(letter.get_payload(decode=True))


async def test_calls_are_gathered_seldom_and_none_comes_to_a_table_in_sight(
    calling: tuple[Server, Postman],
) -> None:
    server, _ = calling
    async with (
        Person(server, "Ada") as ada,
        Person(server, "Bob") as bob,
        PostService().listening() as service,
    ):
        browser = await browser_of(ada, f"{service.url}/push")
        watched = (await ada.post("/api/tables", {"game": "pig"}))["id"]
        await bob.post(f"/api/tables/{watched}/sit", {})
        async with ada.sit(watched) as sight:
            await ada.post(f"/api/tables/{watched}/start")
            await rounds_made(ada)
            assert service.came == []
            await sight.send(type="sight", away=True)
            await came(lambda: service.came, 1)
            others = [await seated(ada, [bob]) for _ in range(2)]
            await rounds_made(ada)
            assert len(service.came) == 1
            server.shift_clock(16 * 60)
            try:
                await came(lambda: service.came, 2)
            finally:
                server.shift_clock(0)
        words = read(browser, service.came[1])
        assert words["address"] == "/" and "1 other table " in words["text"]
        assert {turn["table"]["id"] for turn in await ada.listed("/api/me/turns")} == {watched, *others}
        async with ada.sit(watched, face=0) as back:
            await back.hear("view")
            await back.decide(0, {"action": "roll"})
            rolled = await back.until(lambda scene: scene["step"] > 1)
            if 0 in rolled["asked"]:
                await back.decide(0, {"action": "hold"})
        assert watched not in {turn["table"]["id"] for turn in await ada.listed("/api/me/turns")}


async def test_a_browser_that_is_gone_is_forgotten_and_a_trial_call_says_whether_it_came(
    calling: tuple[Server, Postman],
) -> None:
    server, _ = calling
    async with Person(server, "Ada") as ada, PostService().listening() as service:
        assert (await ada.refused("PUT", "/api/me/calls/mail", {"address": "ada@example.org"}))[0] == 403
        await ada.settle()
        assert await ada.refused("POST", "/api/me/calls/try") == (409, "server.no-call")
        browser = await browser_of(ada, f"{service.url}/push")
        await ada.post("/api/me/calls/try")
        assert f"old-{ada.id}" in read(browser, service.came[0])["text"]
        service.gone.add("/push")
        assert await ada.refused("POST", "/api/me/calls/try") == (409, "server.no-call")
        assert (await ada.get("/api/me/calls"))["ways"]["browsers"] == 0
        wrong = {"endpoint": f"{service.url}/push", "point": "AAAA", "secret": lettered(SECRET)}
        assert await ada.refused("PUT", "/api/me/calls/browser", wrong) == (400, "server.bad-push")


async def test_nothing_is_left_of_somebody_who_leaves(calling: tuple[Server, Postman]) -> None:
    server, _ = calling
    async with Person(server, "Ada") as ada, PostService().listening() as service:
        await browser_of(ada, f"{service.url}/push")
        await ada.post("/api/account/delete", {})
        with server.storage() as connection:
            for kept in ("browsers", "wishes", "turns"):
                rows = connection.execute(text(f"SELECT 1 FROM {kept} WHERE person = :who"), {"who": ada.id})
                assert rows.first() is None, kept
