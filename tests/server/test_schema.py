"""Schemathesis over the whole interface: whatever is sent, the server is never at fault."""

from __future__ import annotations

import asyncio
from typing import Any

import httpx
import jsonschema_rs
import schemathesis
from hypothesis import HealthCheck, Phase, given, settings
from hypothesis import strategies as st
from schemathesis.core.result import Ok

from tests.server.clients import Person, play_pig, seated
from tests.server.serving import WAIT, Server

EXAMPLES = 6
MET_FIRST = [
    ("post", "/api/guest"),
    ("get", "/api/games/{game}"),
    ("post", "/api/tables"),
    ("get", "/api/lobby"),
    ("get", "/api/tables/{table}/log"),
]
"""What a bot calls to be seated and to look at its game afterwards."""


async def prepared(server: Server) -> tuple[str, dict[str, list[str]]]:
    """A visitor's cookie, and ids that lead somewhere."""
    async with Person(server, "Ada") as ada, Person(server, "Bob") as bob:
        over = await seated(ada, [bob], options={"goal": 10})
        async with ada.sit(over) as first, bob.sit(over) as second:
            await asyncio.gather(play_pig(first, 0), play_pig(second, 1))
        running = await seated(ada, [bob], game="sealed")
        opened = (await ada.post("/api/tables", {"game": "sealed", "seats": 2}))["id"]
        challenge = (await ada.get("/api/challenges"))[0]["id"]
        made = await ada.post("/api/tracks/generate", {"kind": "circuit", "seed": 1})
        track = (await ada.post("/api/tracks", {"name": "x", "layout": made["layout"], "shared": True}))["id"]
        known = {
            "table": [over, running, opened],
            "game": ["pig", "sealed"],
            "challenge": [challenge],
            "other": [ada.id, bob.id],
            "track": [track],
            "name": ["rallyman-gt"],
            "language": ["en"],
            "box": ["gt"],
        }
        return ada.cookie, known


def test_everything_is_described_and_what_a_bot_meets_first_has_an_example_that_fits(server: Server) -> None:
    raw = httpx.get(f"{server.url}/schema/openapi.json", timeout=WAIT).json()
    components = {"components": raw["components"]}
    operations = 0
    exemplified = set()
    for address, item in raw["paths"].items():
        for method, operation in item.items():
            where = f"{method} {address}"
            operations += 1
            assert operation["description"], where
            refused = operation["responses"]["4XX"]["content"]["application/json"]
            assert refused["schema"] == {"$ref": "#/components/schemas/Problem"}, where
            given = operation.get("requestBody", {}).get("content", {})
            answered = [
                medium
                for code, response in operation["responses"].items()
                if code.startswith("2")
                for medium in response["content"].values()
            ]
            jsonschema_rs.validate({**refused["schema"], **components}, refused["example"])
            for medium in [*given.values(), *answered]:
                schema = {**medium["schema"], **components}
                if "example" in medium:
                    exemplified.add(where)
                    jsonschema_rs.validate(schema, medium["example"])
    assert operations > 60
    assert exemplified >= {f"{method} {address}" for method, address in MET_FIRST}
    for name in ("Me", "GameInfo", "TableInfo", "TableBrief", "LobbyLists"):
        schema = {**raw["components"]["schemas"][name], **components}
        jsonschema_rs.validate(schema, raw["components"]["schemas"][name]["examples"][0])


def test_no_request_makes_the_server_fail(server: Server) -> None:
    cookie, known = asyncio.run(prepared(server))
    raw = httpx.get(f"{server.url}/schema/openapi.json", timeout=WAIT).json()
    schema = schemathesis.openapi.from_dict(raw)
    operations = [found.ok() for found in schema.get_all_operations() if isinstance(found, Ok)]
    assert len(operations) > 50
    seen: dict[int, int] = {}
    with httpx.Client(base_url=server.url, timeout=WAIT, headers={"Cookie": cookie}) as client:

        def send(case: Any, real: dict[str, str | None]) -> None:
            path = dict(case.path_parameters or {})
            path.update({name: real[name] for name in path if real.get(name) is not None})
            case.path_parameters = path
            kwargs = case.as_transport_kwargs(base_url=server.url)
            kwargs.pop("cookies", None)
            answer = client.request(**{k: v for k, v in kwargs.items() if v is not None})
            seen[answer.status_code] = seen.get(answer.status_code, 0) + 1
            assert answer.status_code < 500, f"{case.method} {answer.url}: {answer.text[:500]}"
            if answer.status_code >= 400:
                assert set(answer.json()) == {"status", "reason", "message", "text", "rule"}

        for operation in operations:
            if operation.path in ("/api/account/delete", "/api/sign-out-everywhere", "/api/sign-out"):
                continue

            @settings(
                max_examples=EXAMPLES,
                deadline=None,
                database=None,
                derandomize=True,
                phases=[Phase.explicit, Phase.generate],
                suppress_health_check=list(HealthCheck),
            )
            @given(
                case=operation.as_strategy(),
                real=st.fixed_dictionaries(
                    {name: st.sampled_from([*ids, *ids, None]) for name, ids in known.items()}
                ),
            )
            def check(case: Any, real: dict[str, str | None]) -> None:
                send(case, real)

            check()
    assert seen.get(200, 0) > 20
    assert '"about":"paddock.requests","text"' not in server.text()
