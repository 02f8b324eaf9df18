"""Where the built package says it lives: the address of the repository that builds it."""

from __future__ import annotations

import os
from typing import Any

from hatchling.metadata.plugin.interface import MetadataHookInterface


class Addresses(MetadataHookInterface):
    """Fills `project.urls` from PADDOCK_REPOSITORY, or from the repository of the workflow that builds."""

    def update(self, metadata: dict[str, Any]) -> None:
        """Add the addresses; a build that knows of no repository names none."""
        server, name = os.environ.get("GITHUB_SERVER_URL"), os.environ.get("GITHUB_REPOSITORY")
        home = os.environ.get("PADDOCK_REPOSITORY") or (f"{server}/{name}" if server and name else "")
        home = home.rstrip("/")
        pages = {
            "Repository": "",
            "Documentation": "/tree/main/docs",
            "Changelog": "/blob/main/CHANGELOG.md",
            "Issues": "/issues",
        }
        metadata["urls"] = {page: home + path for page, path in pages.items()} if home else {}
