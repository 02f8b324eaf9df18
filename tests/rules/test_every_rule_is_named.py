"""Every numbered rule is named by a test, and no test names a rule that does not exist."""

from __future__ import annotations

import ast
import re
from pathlib import Path

import pytest

ROOT = Path(__file__).parent.parent.parent
SAMPLE = ROOT / "tests" / "sample" / "rules" / "pig.md"
RULES = [*sorted((ROOT / "docs" / "rules").glob("*.md")), SAMPLE]
RULE_ID = re.compile(r"\b(?:GT|DIRT|ULT|DD|PIG)(?:-[A-Z0-9]+)+-D?\d+\b")


def stated(page: Path) -> set[str]:
    """The ids a page of rules states: those printed in bold."""
    bold = re.findall(r"\*\*(.+?)\*\*", page.read_text())
    return {rule_id for words in bold for rule_id in RULE_ID.findall(words)}


def named() -> dict[str, list[str]]:
    """Which tests name which rules, by reading their `@rule(...)` marks."""
    found: dict[str, list[str]] = {}
    for file in sorted((ROOT / "tests").rglob("test_*.py")):
        for node in ast.walk(ast.parse(file.read_text())):
            if not isinstance(node, ast.FunctionDef):
                continue
            for mark in node.decorator_list:
                if isinstance(mark, ast.Call) and getattr(mark.func, "id", "") == "rule":
                    for argument in mark.args:
                        assert isinstance(argument, ast.Constant), f"{file.name}: {node.name}"
                        found.setdefault(str(argument.value), []).append(f"{file.name}::{node.name}")
    return found


@pytest.mark.parametrize("page", RULES, ids=lambda page: page.stem)
def test_every_rule_is_named_by_a_test(page: Path) -> None:
    assert stated(page), "the page states no rules"
    assert sorted(stated(page) - named().keys()) == []


def test_no_test_names_a_rule_that_does_not_exist() -> None:
    known = set().union(*(stated(page) for page in RULES))
    unknown = {rule_id: tests for rule_id, tests in named().items() if rule_id not in known}
    assert unknown == {}
