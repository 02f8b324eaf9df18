"""The numbered rules that games bring, read into blocks a page can show."""

from __future__ import annotations

import re
from functools import lru_cache
from typing import Literal

from msgspec import Struct

from paddock.core.registry import games

_HEADING = re.compile(r"(#{1,6})\s+(.*)")
_ITEM = re.compile(r"(\s*)(?:[-*]|\d+\.)\s+(.*)")
_RULE = re.compile(r"\*\*([A-Z][A-Z0-9]*(?:-[A-Z0-9]+)+)\*\*\s*(.*)", re.DOTALL)


class Block(Struct):
    """A heading, a paragraph, a rule, a list item, a table or a piece of code."""

    kind: Literal["heading", "text", "rule", "item", "table", "code"]
    text: str = ""
    id: str = ""
    level: int = 0
    head: list[str] = []
    rows: list[list[str]] = []


class RulesPage(Struct):
    """The rules of one game."""

    name: str
    title: str
    blocks: list[Block]

    @property
    def prefix(self) -> str | None:
        """What all its rules' ids begin with, such as GT; None if it has no numbered rules."""
        prefixes = {block.id.partition("-")[0] for block in self.blocks if block.kind == "rule"}
        return prefixes.pop() if len(prefixes) == 1 else None


@lru_cache
def page_of(game: str) -> RulesPage | None:
    """The page of rules that a game brings."""
    known = games().get(game)
    markdown = known.rules() if known is not None else None
    return read_page(game, markdown) if markdown is not None else None


def pages() -> dict[str, RulesPage]:
    """All pages of rules by the names of their games."""
    found = {name: page_of(name) for name in games()}
    return {name: page for name, page in found.items() if page is not None}


def read_page(name: str, markdown: str) -> RulesPage:
    """A page from its Markdown."""
    blocks: list[Block] = []
    lines = markdown.splitlines()
    at = 0
    while at < len(lines):
        line = lines[at]
        if line.strip().startswith("```"):
            end = next(
                (i for i in range(at + 1, len(lines)) if lines[i].strip().startswith("```")), len(lines)
            )
            blocks.append(Block("code", "\n".join(lines[at + 1 : end])))
            at = end + 1
        elif line.lstrip().startswith("|"):
            end = next(
                (i for i in range(at, len(lines)) if not lines[i].lstrip().startswith("|")), len(lines)
            )
            blocks.append(_table(lines[at:end]))
            at = end
        elif (heading := _HEADING.match(line)) is not None:
            blocks.append(_headed(heading.group(2), len(heading.group(1))))
            at += 1
        elif not line.strip():
            at += 1
        else:
            end = at + 1
            while end < len(lines) and _goes_on(lines[end]):
                end += 1
            blocks.append(_paragraph(lines[at:end]))
            at = end
    title = next((block.text for block in blocks if block.kind == "heading"), name)
    return RulesPage(name, title, blocks)


def _goes_on(line: str) -> bool:
    """Whether a line belongs to the paragraph or item before it."""
    return bool(line.strip()) and not (
        _HEADING.match(line) or _ITEM.match(line) or line.lstrip().startswith(("|", "```"))
    )


def _headed(text: str, level: int) -> Block:
    rule = _RULE.match(text)
    if rule is not None:
        return Block("rule", rule.group(2), rule.group(1))
    anchor = re.sub(r"[^\w]+", "-", text.lower()).strip("-")
    return Block("heading", text, anchor, level)


def _paragraph(lines: list[str]) -> Block:
    first = _ITEM.match(lines[0])
    text = " ".join([first.group(2) if first else lines[0].strip(), *(line.strip() for line in lines[1:])])
    rule = _RULE.match(text)
    if rule is not None:
        return Block("rule", rule.group(2), rule.group(1))
    if first is not None:
        return Block("item", text, level=len(first.group(1)) // 2)
    return Block("text", text)


def _table(lines: list[str]) -> Block:
    rows = [[cell.strip() for cell in line.strip().strip("|").split("|")] for line in lines]
    body = [row for row in rows[1:] if not all(re.fullmatch(r":?-{2,}:?", cell) for cell in row)]
    return Block("table", head=rows[0], rows=body)
