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
_FOR_BUILDERS = re.compile(r"<!-- for builders -->.*?(?:<!-- for players -->|\Z)", re.DOTALL)
_TAG = re.compile(r"\s*(?:\*\*)?\[(?:RB|PUB|REC|GEO|R|doubtful|reconstructed)\b[^\]]*\](?:\*\*)?")
_REBUILT = re.compile(r"\[(?:REC|R|reconstructed|[^\]]*\bREC)\b[^\]]*\]")
_PUBLIC = re.compile(r"\[(?:PUB|[^\]]*\bPUB)\b[^\]]*\]")
_RULING_ID = re.compile(r"-D(?:EC-)?\d+$")
_RULINGS = re.compile(r"(?:\d+\.\s+)?Rulings\b")

Mark = Literal["", "ruling", "reconstructed", "public"]
"""Where a rule comes from if not from the rulebook: Paddock's own ruling, what the book's pictures showed
put together again, or what owners of the box have published."""


class Block(Struct):
    """A heading, a paragraph, a rule, a list item, a table or a piece of code."""

    kind: Literal["heading", "text", "rule", "item", "table", "code"]
    text: str = ""
    id: str = ""
    level: int = 0
    head: list[str] = []
    rows: list[list[str]] = []
    mark: Mark = ""


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
    """A page from its Markdown, as players need it: without what is for builders only."""
    blocks: list[Block] = []
    lines = _FOR_BUILDERS.sub("", markdown).splitlines()
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
        elif not line.strip() or line.strip() == "---":
            at += 1
        else:
            end = at + 1
            while end < len(lines) and _goes_on(lines[end]):
                end += 1
            blocks.append(_paragraph(lines[at:end]))
            at = end
    title = next((block.text for block in blocks if block.kind == "heading"), name)
    _mark(blocks)
    return RulesPage(name, title, blocks)


def _mark(blocks: list[Block]) -> None:
    """Say of every rule where it comes from, and take the tags for builders off."""
    section = chapter = ""
    for block in blocks:
        if block.kind == "heading":
            section = block.text
            chapter = section if block.level <= 2 else chapter
        if block.kind == "rule":
            block.mark = _mark_of(block, chapter, section)
        elif block.kind == "table" and "Ruling" in "".join(block.head):
            block.mark = "ruling"
        block.text = _TAG.sub("", block.text).removeprefix("(decision) ")
        block.rows = [[_TAG.sub("", cell) for cell in row] for row in block.rows]


def _mark_of(rule: Block, chapter: str, section: str) -> Mark:
    if _RULING_ID.search(rule.id) or _RULINGS.match(chapter) or rule.text.startswith("(decision)"):
        return "ruling"
    if _REBUILT.search(rule.text) or _REBUILT.search(section):
        return "reconstructed"
    return "public" if _PUBLIC.search(rule.text) else ""


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
