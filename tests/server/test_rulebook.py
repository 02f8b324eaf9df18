"""The pages of rules: for players, complete, each rule with its source, and every refusal on them."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

from paddock.core.messages import LANGUAGES
from paddock.server.rulebook import Block, how_to_play, pages, read_page
from tests.sample.pig import PIG

ROOT = Path(__file__).parents[2]
RULES = ROOT / "docs" / "rules"
GAMES = ROOT / "src" / "paddock" / "games"
FOR_BUILDERS = re.compile(
    r"\w\.(?:json|md|py|txt|ts|cpp)\b|\bsrc/|\[(?:RB|PUB|REC|GEO|R)\b|data file|the engine|<!--"
)
SHIPPED = sorted(file.stem for file in RULES.glob("*.md"))


def words_of(block: Block) -> str:
    return " ".join([block.text, *block.head, *(cell for row in block.rows for cell in row)])


def test_the_rules_pages_hold_every_numbered_rule() -> None:
    shipped = {name: page for name, page in pages().items() if name != PIG.name}
    assert set(shipped) == {file.stem for file in RULES.glob("*.md")}
    for name, page in shipped.items():
        numbered = re.findall(
            r"^(?:\s*[-*] )?\*\*([A-Z][A-Z0-9]*(?:-[A-Z0-9]+)+)\*\*", _text(name), re.MULTILINE
        )
        assert numbered
        assert [block.id for block in page.blocks if block.kind == "rule"] == numbered


def _text(name: str) -> str:
    """What stands there for players."""
    text = (RULES / f"{name}.md").read_text("utf-8")
    return re.sub(r"<!-- for builders -->.*?<!-- for players -->", "", text, flags=re.DOTALL)


def test_a_page_is_read_into_blocks() -> None:
    page = read_page(
        "x",
        "# Title\n\nSome *text*\nin two lines.\n\n- **X-1** A rule\n  that goes on.\n- an item\n  - below\n\n"
        "| a | b |\n| --- | --- |\n| 1 | 2 |\n\n```\ncode\n```\n",
    )
    assert page.title == "Title"
    assert [block.kind for block in page.blocks] == [
        "heading",
        "text",
        "rule",
        "item",
        "item",
        "table",
        "code",
    ]
    assert page.blocks[1].text == "Some *text* in two lines."
    assert (page.blocks[2].id, page.blocks[2].text) == ("X-1", "A rule that goes on.")
    assert page.blocks[4].level == 1
    assert (page.blocks[5].head, page.blocks[5].rows) == (["a", "b"], [["1", "2"]])
    assert page.blocks[6].text == "code"


@pytest.mark.parametrize("name", SHIPPED)
def test_nothing_on_a_page_is_for_builders(name: str) -> None:
    for block in pages()[name].blocks:
        assert not FOR_BUILDERS.search(words_of(block)), words_of(block)


def test_a_page_says_where_its_rules_come_from() -> None:
    page = read_page(
        "x",
        "# T\n<!-- for builders -->\nin x.json\n<!-- for players -->\n- **X-A-1** From the book. [RB]\n"
        "- **X-A-2** Found. [PUB: pictures]\n- **X-A-3** Put together. **[R]**\n- **X-A-D1** Decided.\n"
        "- **X-A-4** (decision) Decided too.\n\n| Question | Ruling |\n| --- | --- |\n| Why? | So **[R]**. |"
        "\n\n"
        "### Board **[R]**\n- **X-A-5** As drawn.\n\n## 3. Rulings\n- **X-A-6** Later.\n",
    )
    assert [(block.text, block.mark) for block in page.blocks if block.kind == "rule"] == [
        ("From the book.", ""),
        ("Found.", "public"),
        ("Put together.", "reconstructed"),
        ("Decided.", "ruling"),
        ("Decided too.", "ruling"),
        ("As drawn.", "reconstructed"),
        ("Later.", "ruling"),
    ]
    (table,) = [block for block in page.blocks if block.kind == "table"]
    assert (table.mark, table.rows) == ("ruling", [["Why?", "So."]])
    assert not any("x.json" in block.text for block in page.blocks)


def test_a_block_names_the_picture_that_belongs_to_it() -> None:
    page = read_page(
        "x", "### Plan\n\nLay *dice*. <!-- figure: plan -->\n\n- **Die**: moves <!-- figure: die -->\n"
    )
    assert [(block.kind, block.text, block.figure) for block in page.blocks] == [
        ("heading", "Plan", ""),
        ("text", "Lay *dice*.", "plan"),
        ("item", "**Die**: moves", "die"),
    ]


@pytest.mark.parametrize("name", SHIPPED)
def test_how_a_game_is_played_is_told_alike_in_every_language(name: str) -> None:
    rules = {block.id for block in pages()[name].blocks if block.kind == "rule"}
    told = []
    for language in LANGUAGES:
        page = how_to_play(name, language)
        assert page is not None
        named = [found for block in page.blocks for found in re.findall(r"\(([A-Z0-9-]+)\)$", block.text)]
        assert len(named) >= 10
        assert rules >= set(named), set(named) - rules
        told.append([(block.kind, block.level, block.figure) for block in page.blocks])
        assert [number for number, block in enumerate(page.blocks) if "<!--" in words_of(block)] == []
    assert told[0] == told[1] == told[2]


def test_how_a_game_is_played_is_told_in_english_if_not_in_a_language_and_not_at_all_without_a_page() -> None:
    assert how_to_play(PIG.name, "en") == how_to_play(PIG.name, "ru") is not None
    assert how_to_play("nerve", "en") is None
    assert how_to_play("nothing", "en") is None


def test_every_rule_that_a_refusal_may_name_is_on_its_page() -> None:
    told = {block.id for page in pages().values() for block in page.blocks if block.kind == "rule"}
    prefixes = "|".join(str(page.prefix) for name, page in pages().items() if name in SHIPPED)
    named = re.compile(rf'"((?:{prefixes})-[A-Z0-9]+(?:-[A-Z0-9]+)*)"')
    used = {found for file in GAMES.rglob("*.py") for found in named.findall(file.read_text("utf-8"))}
    assert len(used) > 50
    assert used <= told, used - told
