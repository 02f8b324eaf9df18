"""The page on Rallyman: DIRT is run, and what it says about options, turns and stages is true."""

from __future__ import annotations

import re
from pathlib import Path

from paddock.games.rallyman.dirt.stages import stages_of
from paddock.games.rallyman.dirt.state import DirtOptions
from paddock.games.rallyman.notation import read_turn, write_turn

PAGE = (Path(__file__).parent.parent.parent.parent / "docs" / "games" / "rallyman-dirt.md").read_text()


def test_the_examples_run() -> None:
    room: dict[str, object] = {}
    blocks = re.findall(r"^```python\n(.*?)^```$", PAGE, re.MULTILINE | re.DOTALL)
    assert len(blocks) == 2
    for block in blocks:
        exec(block, room)


def test_every_option_is_explained() -> None:
    for field in DirtOptions.__struct_fields__:
        assert f"`{field}`" in PAGE


def test_the_turns_on_the_page_can_be_read() -> None:
    turns = re.findall(r"^    (\d: \S+>.*?)(?:  .*)?$", PAGE, re.MULTILINE)
    assert len(turns) >= 2
    for text in turns:
        assert write_turn(read_turn(text)) == text


def test_the_table_of_times_has_every_ready_stage_with_its_tiles() -> None:
    told = re.findall(r"^\| `(rally-\d)` (SS\d) \| (\d+) \|", PAGE, re.MULTILINE)
    ready = [
        (f"rally-{n}", stage.id.partition("/")[2], str(len(stage.tiles)))
        for n in range(1, 7)
        for stage in stages_of(DirtOptions(rally=f"rally-{n}"))
    ]
    assert told == ready
