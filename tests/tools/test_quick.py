"""`make quick` finds what a change touches: by imports, by name, and against the right base."""

from __future__ import annotations

from pathlib import Path

import pytest

from tools import ROOT
from tools.affected import Sources
from tools.quick import base_of, changed_since, check_web, git, left_out

FILES = {
    "src/paddock/__init__.py": "",
    "src/paddock/core/__init__.py": "",
    "src/paddock/core/decks.py": "CARDS = 3\n",
    "src/paddock/core/chance.py": "",
    "src/paddock/core/data/figures.json": "{}\n",
    "src/paddock/games/__init__.py": "",
    "src/paddock/games/race.py": "from paddock.core.decks import CARDS\n",
    "src/paddock/bots/__init__.py": "",
    "src/paddock/bots/race/__init__.py": "",
    "src/paddock/bots/race/expert.py": "",
    "src/paddock/server/__init__.py": "",
    "src/paddock/server/chat.py": "",
    "src/paddock/server/app.py": "from paddock.server import chat\n",
    "docs/engine.md": "",
    "tests/server/clients.py": "from paddock.server.app import *\n",
    "tests/server/test_chat.py": "import tests.server.clients\n",
    "tests/server/test_ages.py": "",
    "tests/server/conftest.py": "import tests.server.clients\n",
    "tests/core/test_decks.py": "from paddock.core import decks\n",
    "tests/core/test_other.py": "from paddock.core import chance\n",
    "tests/games/test_rules.py": "import paddock.games.race\n",
    "tests/bots/test_race.py": "from paddock import bots\n",
    "tests/test_docs.py": "",
    "tests/conftest.py": "",
}


@pytest.fixture
def project(tmp_path: Path) -> Path:
    for name, text in FILES.items():
        path = tmp_path / name
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text(text)
    return tmp_path


def test_tests_that_import_a_changed_module_come_the_nearest_first(project: Path) -> None:
    found = Sources(project).affected(["src/paddock/core/decks.py"])
    assert found.tests == ["tests/core/test_decks.py", "tests/games/test_rules.py"]
    assert found.importers == {"src/paddock/games/race.py", "tests/core/test_decks.py"}


def test_among_tests_as_far_away_the_one_of_the_same_name_comes_first(project: Path) -> None:
    found = Sources(project).affected(["src/paddock/server/chat.py"])
    assert found.tests == ["tests/server/test_chat.py", "tests/server/test_ages.py"]


def test_a_bot_that_is_found_by_its_entry_point_is_found_by_its_name(project: Path) -> None:
    assert Sources(project).affected(["src/paddock/bots/race/expert.py"]).tests == ["tests/bots/test_race.py"]


def test_a_changed_test_is_run_first(project: Path) -> None:
    found = Sources(project).affected(["src/paddock/core/decks.py", "tests/core/test_other.py"])
    assert found.tests[0] == "tests/core/test_other.py"


def test_what_imports_a_module_that_is_gone_is_run(project: Path) -> None:
    (project / "src/paddock/core/chance.py").unlink()
    found = Sources(project).affected(["src/paddock/core/chance.py"])
    assert "tests/core/test_other.py" in found.tests
    assert found.python == set()


def test_a_data_file_touches_who_names_it_or_the_package_around_it(project: Path) -> None:
    around = Sources(project).affected(["src/paddock/core/data/figures.json"])
    assert set(around.tests) == {
        f"tests/{name}.py" for name in ("core/test_decks", "core/test_other", "games/test_rules")
    }
    (project / "src/paddock/core/decks.py").write_text('DATA = "data/figures.json"\n')
    named = Sources(project).affected(["src/paddock/core/data/figures.json"])
    assert named.tests == ["tests/core/test_decks.py", "tests/games/test_rules.py"]


def test_a_page_of_the_documentation_touches_the_test_that_reads_them_all(project: Path) -> None:
    assert Sources(project).affected(["docs/engine.md"]).tests == ["tests/test_docs.py"]


def test_what_tests_share_touches_every_test_below_it(project: Path) -> None:
    found = Sources(project).affected(["tests/conftest.py"])
    assert len(found.tests) == sum(Path(name).name.startswith("test_") for name in FILES)


def test_what_is_not_looked_at_is_said(project: Path) -> None:
    changed = ["Containerfile", "pyproject.toml", "web/src/app.ts"]
    found = Sources(project).affected(changed)
    told = "\n".join(left_out(changed, found, ["tests/test_far.py"]))
    assert found.unknown == ["Containerfile", "pyproject.toml"]
    for part in ("tests/test_far.py", "Containerfile", "make test", "make e2e"):
        assert part in told


def test_changed_files_of_the_browser_are_looked_at_where_they_lie(monkeypatch: pytest.MonkeyPatch) -> None:
    asked: list[tuple[Path, Path]] = []

    def checked(*command: str | Path, folder: Path = ROOT) -> bool:
        asked.append((folder, Path(command[-1])))
        return True

    monkeypatch.setattr("tools.quick.checked", checked)
    assert check_web(["web/src/lib/options.ts", "web/src/gone.ts"])
    assert asked == [
        (ROOT, Path("web-unit")),
        (ROOT / "web", Path("src/lib/options.ts")),
        (ROOT / "web", Path("src/lib/options.ts")),
    ]


@pytest.fixture
def repository(project: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    for who in ("AUTHOR", "COMMITTER"):
        monkeypatch.setenv(f"GIT_{who}_NAME", "somebody")
        monkeypatch.setenv(f"GIT_{who}_EMAIL", "somebody@example.org")
    git("init", "-q", "-b", "main", root=project)
    git("add", ".", root=project)
    git("commit", "-q", "-m", "first", root=project)
    return project


def test_a_branch_is_compared_with_where_it_left_the_base(repository: Path) -> None:
    git("checkout", "-q", "-b", "mine", root=repository)
    (repository / "src/paddock/core/decks.py").write_text("CARDS = 4\n")
    git("commit", "-q", "-a", "-m", "mine", root=repository)
    (repository / "src/paddock/core/new.py").write_text("")
    (repository / "docs/engine.md").unlink()
    assert changed_since(base_of("main", repository), repository) == [
        "docs/engine.md",
        "src/paddock/core/decks.py",
        "src/paddock/core/new.py",
    ]


def test_on_the_base_itself_the_newest_commit_is_looked_at(repository: Path) -> None:
    (repository / "docs/engine.md").write_text("more\n")
    git("commit", "-q", "-a", "-m", "second", root=repository)
    for base in ("main", ""):
        assert changed_since(base_of(base, repository), repository) == ["docs/engine.md"]


def test_the_tests_of_this_project_are_found() -> None:
    found = Sources(ROOT).affected(["src/paddock/core/decks.py"])
    assert found.tests[0] == "tests/core/test_decks.py"
