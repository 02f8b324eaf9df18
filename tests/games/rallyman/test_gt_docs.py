"""The page on Rallyman: GT is run."""

from __future__ import annotations

import re
from pathlib import Path

from paddock.games.rallyman.notation import read_turn, write_turn

PAGE = Path(__file__).parent.parent.parent.parent / "docs" / "games" / "rallyman-gt.md"


def test_the_examples_run() -> None:
    room: dict[str, object] = {}
    blocks = re.findall(r"^```python\n(.*?)^```$", PAGE.read_text(), re.MULTILINE | re.DOTALL)
    assert len(blocks) == 2
    for block in blocks:
        exec(block, room)


def test_the_turns_on_the_page_can_be_read() -> None:
    for text in ("4: 5>2:A2- 2bb>2:B2-!- c>2:C1* (-1)", "3 4 5c (4)"):
        assert text in PAGE.read_text()
        assert write_turn(read_turn(text)) == text
