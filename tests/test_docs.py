"""The documentation is run: its Python works, its links lead somewhere, Pig in the guide is Pig."""

from __future__ import annotations

import pkgutil
import re
from pathlib import Path

import pytest

ROOT = Path(__file__).parent.parent
PAGES = sorted([ROOT / "README.md", *(ROOT / "docs").rglob("*.md")])
GUIDES = [
    ROOT / name
    for name in (
        "README.md",
        "docs/index.md",
        "docs/adding-a-game.md",
        "docs/writing-a-bot.md",
        "docs/bot-in-ten-minutes.md",
        "docs/engine.md",
        "docs/adapters.md",
        "docs/arena.md",
        "docs/mathematics-of-a-turn.md",
        "docs/tracks.md",
        "docs/solving.md",
    )
]


def blocks(page: Path, language: str) -> list[str]:
    return re.findall(rf"^```{language}\n(.*?)^```$", page.read_text(), re.MULTILINE | re.DOTALL)


def squeezed(code: str) -> str:
    return "\n".join(line for line in code.splitlines() if line.strip())


def test_pig_in_the_guide_is_pig_in_the_tests() -> None:
    told = "\n".join(blocks(ROOT / "docs/adding-a-game.md", "python")[:-1])
    assert squeezed(told) == squeezed((ROOT / "tests/sample/pig.py").read_text())


@pytest.mark.parametrize("page", GUIDES, ids=lambda page: page.name)
def test_the_guides_run(page: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)
    room: dict[str, object] = {"__name__": "guide"}
    for code in blocks(page, "python") if page.name != "adding-a-game.md" else blocks(page, "python")[-1:]:
        exec(compile(code, str(page), "exec"), room)
    for name, test in list(room.items()):
        if name.startswith("test_") and callable(test):
            test()


@pytest.mark.parametrize("page", PAGES, ids=lambda page: str(page.relative_to(ROOT)))
def test_links_lead_somewhere(page: Path) -> None:
    broken = [
        target
        for target in re.findall(r"\]\(([^)#\s]+)[^)]*\)", page.read_text())
        if not re.match(r"[a-z]+:", target) and not (page.parent / target).exists()
    ]
    assert broken == []


@pytest.mark.parametrize(
    "name", re.findall(r"^::: (\S+)$", (ROOT / "docs/reference.md").read_text(), re.MULTILINE)
)
def test_the_reference_names_what_there_is(name: str) -> None:
    assert pkgutil.resolve_name(name).__doc__


def test_the_site_has_every_page_it_lists_and_lists_every_page_it_has() -> None:
    listed = re.findall(r"^\s+- .+: (\S+\.md)$", (ROOT / "mkdocs.yml").read_text(), re.MULTILINE)
    assert sorted(listed) == sorted(
        page.relative_to(ROOT / "docs").as_posix() for page in PAGES if page.name != "README.md"
    )
