"""Serves the files of the browser client, or a plain page if they are not built."""

from __future__ import annotations

import gzip
import mimetypes
import os
from hashlib import sha256
from pathlib import Path
from typing import Any

from litestar import HttpMethod, Request, Response, Router, route
from litestar.params import FromPath
from litestar.response import Redirect
from msgspec import Struct

from paddock.server.errors import Unknown

_SERVER = Path(__file__).parents[1]
FOLDER = Path(os.environ.get("PADDOCK_STATIC") or _SERVER / "static")
_SQUEEZED = ("text/", "application/javascript", "application/json", "image/svg", "application/manifest")
_PLAIN = b"""<!doctype html><html lang="en">
<head><meta charset="utf-8"><title>Paddock</title></head>
<body style="font-family:sans-serif;max-width:40em;margin:3em auto;padding:0 1em">
<h1>Paddock</h1><p>The table server is running. The browser client is not installed here.</p>
<p><a href="/schema/openapi.json">The interface for programs</a> &middot; <a href="/api/games">Games</a></p>
</body></html>"""


class File(Struct, frozen=True):
    """A file of the browser client, plain and compressed."""

    body: bytes
    squeezed: bytes | None
    kind: str
    tag: str


class StaticFiles:
    """Reads files once and keeps them compressed as well."""

    def __init__(self, folder: Path) -> None:
        self.folder = folder.resolve()
        self._files: dict[Path, tuple[float, File]] = {}

    def find(self, path: str) -> File | None:
        """Return the file at a path; None if there is none."""
        file = (self.folder / path.lstrip("/")).resolve()
        try:
            if not file.is_relative_to(self.folder) or not file.is_file():
                return None
            changed = file.stat().st_mtime
        except OSError:  # a name longer than the file system allows
            return None
        known = self._files.get(file)
        if known is None or known[0] != changed:
            known = self._files[file] = (changed, file_of(file.name, file.read_bytes()))
        return known[1]

    def page(self) -> File:
        """Return the start page."""
        return self.find("index.html") or file_of("index.html", _PLAIN)


def file_of(name: str, body: bytes) -> File:
    """Prepare a file for sending."""
    kind = mimetypes.guess_type(name)[0] or "application/octet-stream"
    if kind == "text/javascript":
        kind = "application/javascript"
    squeezed = gzip.compress(body, 9, mtime=0) if kind.startswith(_SQUEEZED) and len(body) > 600 else None
    return File(body, squeezed, kind, f'"{sha256(body).hexdigest()[:20]}"')


FILES = StaticFiles(FOLDER)
HANDBOOK = StaticFiles(Path(os.environ.get("PADDOCK_HANDBOOK") or _SERVER / "handbook"))
"""The documentation, if `make docs` has built it."""
_HANDBOOK_POLICY = (
    "default-src 'self'; img-src 'self' data:; style-src 'self' 'unsafe-inline'; "
    "script-src 'self' 'unsafe-inline'; "
    "worker-src 'self' blob:; object-src 'none'; base-uri 'none'; frame-ancestors 'none'"
)
"""The documentation needs inline scripts; its pages hold no user input."""


@route(
    ["/", "/{path:path}"],
    http_method=[HttpMethod.GET, HttpMethod.HEAD],
    include_in_schema=False,
    squeezed=True,
)
async def static(request: Request[Any, Any, Any], path: FromPath[Path | None] = None) -> Response[Any]:
    """Serve a file of the client or the documentation; the start page for the client's own routes."""
    wanted = str(path or "").lstrip("/")
    if wanted.startswith(("api/", "ws/", "schema/")) or "\0" in wanted:
        raise Unknown("server.no-such-page")
    if wanted in ("docs", "docs/"):
        return Redirect("/docs/index.html")
    if wanted.startswith("docs/"):
        file = HANDBOOK.find(wanted.removeprefix("docs/"))
        if file is None:
            raise Unknown("server.no-such-page")
        headers = {"Content-Security-Policy": _HANDBOOK_POLICY, "Cache-Control": "no-cache"}
        return answer(request, file, headers)
    file = FILES.find(wanted) if wanted else None
    if file is None:
        if "." in wanted.rpartition("/")[2]:
            raise Unknown("server.no-such-page")
        file = FILES.page()
    lasting = wanted.startswith("assets/")
    cached = "public, max-age=31536000, immutable" if lasting else "no-cache"
    return answer(request, file, {"Cache-Control": cached})


def answer(request: Request[Any, Any, Any], file: File, headers: dict[str, str]) -> Response[bytes]:
    """Answer with a file, or 304 if it has not changed."""
    headers = {"ETag": file.tag, "Vary": "Accept-Encoding", **headers}
    if request.headers.get("if-none-match") == file.tag:
        return Response(b"", status_code=304, headers=headers)
    body = file.body
    if file.squeezed is not None and "gzip" in request.headers.get("accept-encoding", ""):
        body = file.squeezed
        headers["Content-Encoding"] = "gzip"
    return Response(body, media_type=file.kind, headers=headers)


router = Router("/", route_handlers=[static])
