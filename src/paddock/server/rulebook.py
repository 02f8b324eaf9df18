"""Rules and how-to-play pages that games bring, parsed into blocks."""

from __future__ import annotations

import re
from collections.abc import Iterator
from functools import lru_cache
from typing import Literal

from markdown_it import MarkdownIt
from markdown_it.tree import SyntaxTreeNode
from msgspec import Struct

from paddock.core.registry import games

_MARKDOWN = MarkdownIt("commonmark").enable("table")
_RULE = re.compile(r"\*\*([A-Z][A-Z0-9]*(?:-[A-Z0-9]+)+)\*\*\s*(.*)", re.DOTALL)
_FOR_BUILDERS = re.compile(r"<!-- for builders -->.*?(?:<!-- for players -->|\Z)", re.DOTALL)
_TAG = re.compile(r"\s*(?:\*\*)?\[(?:RB|PUB|REC|GEO|R|doubtful|reconstructed)\b[^\]]*\](?:\*\*)?")
_REBUILT = re.compile(r"\[(?:REC|R|reconstructed|[^\]]*\bREC)\b[^\]]*\]")
_PUBLIC = re.compile(r"\[(?:PUB|[^\]]*\bPUB)\b[^\]]*\]")
_RULING_ID = re.compile(r"-D(?:EC-)?\d+$")
_FIGURE = re.compile(r"\s*<!-- figure: ([\w-]+) -->$")
_RULINGS = re.compile(r"(?:\d+\.\s+)?Rulings\b")

Mark = Literal["", "ruling", "reconstructed", "public"]
"""The source of a rule that is not in the rulebook: Paddock's own ruling, reconstructed from the book's
pictures, or published by owners of the box.
"""


class Block(Struct):
    """A heading, a paragraph, a rule, a list item, a table or a piece of code."""

    kind: Literal["heading", "text", "rule", "item", "table", "code"]
    text: str = ""
    id: str = ""
    level: int = 0
    head: list[str] = []
    rows: list[list[str]] = []
    mark: Mark = ""
    figure: str = ""
    """The name of the picture that belongs to it; the game's browser module draws it."""


class GamePage(Struct):
    """A page of one game: its rules, or how to play it in one language."""

    name: str
    title: str
    blocks: list[Block]

    @property
    def prefix(self) -> str | None:
        """The prefix of its rule ids, such as GT; None if it has no numbered rules."""
        prefixes = {block.id.partition("-")[0] for block in self.blocks if block.kind == "rule"}
        return prefixes.pop() if len(prefixes) == 1 else None


@lru_cache
def how_to_play(game: str, language: str) -> GamePage | None:
    """The how-to-play page in a language, otherwise in English; None if the game has none."""
    known = games().get(game)
    markdown = known and (known.how_to_play(language) or known.how_to_play("en"))
    return read_page(game, markdown) if markdown else None


@lru_cache
def page_of(game: str) -> GamePage | None:
    """The rules page of a game, if it has one."""
    known = games().get(game)
    markdown = known.rules() if known is not None else None
    return read_page(game, markdown) if markdown is not None else None


def pages() -> dict[str, GamePage]:
    """All rules pages, by game."""
    found = {name: page_of(name) for name in games()}
    return {name: page for name, page in found.items() if page is not None}


def read_page(name: str, markdown: str) -> GamePage:
    """Parse a page from Markdown, without the parts for developers."""
    root = SyntaxTreeNode(_MARKDOWN.parse(_FOR_BUILDERS.sub("", markdown)))
    blocks = list(_blocks(root))
    title = next((block.text for block in blocks if block.kind == "heading"), name)
    _mark(blocks)
    return GamePage(name, title, blocks)


def _blocks(parent: SyntaxTreeNode, level: int = -1) -> Iterator[Block]:
    """The blocks of a page, or of a list item at a level."""
    for node in parent.children:
        match node.type:
            case "heading":
                yield _block(node, "heading", int(node.tag[1:]))
            case "paragraph" if level >= 0 and node is parent.children[0]:
                yield _block(node, "item", level)
            case "paragraph":
                yield _block(node, "text")
            case "bullet_list" | "ordered_list":
                for item in node.children:
                    yield from _blocks(item, level + 1)
            case "table":
                head, *rows = (
                    [_text(cell) for cell in row.children] for part in node.children for row in part.children
                )
                yield Block("table", head=head, rows=rows)
            case "fence":
                yield Block("code", node.content.rstrip("\n"))


def _text(node: SyntaxTreeNode) -> str:
    """The Markdown of a line or a paragraph."""
    return " ".join(line.strip() for line in node.children[0].content.splitlines()) if node.children else ""


def _block(node: SyntaxTreeNode, kind: Literal["heading", "text", "item"], level: int = 0) -> Block:
    text, figure = _text(node), ""
    if (shown := _FIGURE.search(text)) is not None:
        text, figure = text[: shown.start()], shown.group(1)
    rule = _RULE.match(text)
    if rule is not None:
        return Block("rule", rule.group(2), rule.group(1))
    anchor = re.sub(r"[^\w]+", "-", text.lower()).strip("-") if kind == "heading" else ""
    return Block(kind, text, anchor, level, figure=figure)


def _mark(blocks: list[Block]) -> None:
    """Set the source of every rule and remove the tags for developers."""
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
