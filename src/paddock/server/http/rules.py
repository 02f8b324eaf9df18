"""Routes for the pages of numbered rules and for how to play."""

from __future__ import annotations

from typing import Annotated

from litestar import Router, get
from litestar.params import Parameter
from msgspec import Struct

from paddock.core.messages import LANGUAGES
from paddock.server.errors import Unknown
from paddock.server.rulebook import Block, GamePage, how_to_play, page_of, pages

Name = Annotated[str, Parameter(max_length=64)]
Language = Annotated[str, Parameter(max_length=8)]


class RulesTitle(Struct):
    """The title of a page of rules."""

    name: str
    title: str


@get("/api/rules")
async def list_rules() -> list[RulesTitle]:
    """List all pages of rules."""
    return [RulesTitle(page.name, page.title) for page in pages().values()]


@get("/api/rules/{name:str}")
async def one_page(name: Name) -> GamePage:
    """Return one page of rules."""
    page = page_of(name)
    if page is None:
        raise Unknown("server.no-rules")
    return page


@get("/api/rules/{name:str}/{rule:str}")
async def one_rule(name: Name, rule: Name) -> Block:
    """Return one rule."""
    page = page_of(name)
    for block in page.blocks if page is not None else ():
        if block.kind == "rule" and block.id == rule:
            return block
    raise Unknown("server.no-rules")


@get("/api/how-to-play/{name:str}/{language:str}")
async def how_it_is_played(name: Name, language: Language) -> GamePage:
    """Return how a game is played, in English if there is no text in this language."""
    if language not in LANGUAGES:
        raise Unknown("server.no-language", language=language)
    page = how_to_play(name, language)
    if page is None:
        raise Unknown("server.no-how-to-play")
    return page


router = Router("/", route_handlers=[list_rules, one_page, one_rule, how_it_is_played], tags=["rules"])
