"""The documentation under /docs, where it is built."""

from __future__ import annotations

from pathlib import Path

import httpx
import pytest

from tests.server.serving import Server


def test_the_documentation_is_served(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    site = tmp_path / "site"
    (site / "games").mkdir(parents=True)
    (site / "index.html").write_text("<h1>Handbook</h1>")
    (site / "games" / "outspeed.html").write_text("a race")
    (tmp_path / "secret.txt").write_text("not for you")
    monkeypatch.setenv("PADDOCK_HANDBOOK", str(site))
    server = Server(tmp_path).start()
    try:
        with httpx.Client(base_url=server.url) as client:
            assert client.get("/docs", follow_redirects=True).text == "<h1>Handbook</h1>"
            page = client.get("/docs/games/outspeed.html")
            assert page.text == "a race"
            assert "script-src 'self' 'unsafe-inline'" in page.headers["content-security-policy"]
            again = client.get("/docs/games/outspeed.html", headers={"if-none-match": page.headers["etag"]})
            assert again.status_code == 304
            assert client.get("/docs/none.html").status_code == 404
            assert client.get("/docs/%2e%2e/secret.txt").status_code == 404
    finally:
        server.stop()
