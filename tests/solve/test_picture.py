"""The racing line drawn over a track."""

from __future__ import annotations

from xml.etree import ElementTree

from paddock.games.rallyman.gt.state import road_of
from paddock.solve.drawing import draw_line
from paddock.solve.perfect_drive import Bounds, CellUse, PerfectDrive, StepUse


def test_lines_lie_where_they_are_driven_and_discs_where_turns_end() -> None:
    road = road_of("list-1")
    perfect = PerfectDrive(
        game="rallyman-gt",
        rules_version=1,
        course="list-1",
        options={},
        unit="seconds",
        bounds=Bounds(1, 2),
        parts={},
        distribution=((1, 1.0),),
        cells=(CellUse(3, "B2", 0.5, (0, 0, 0, 0, 0.5, 0, 0)), CellUse(4, "C1", 0.001, (0.001,) * 7)),
        tiles=(),
        steps=(StepUse(0, 2, 1.0), StepUse(2, 4, 0.001)),
        facts={},
    )
    root = ElementTree.fromstring(draw_line(perfect, road))
    classes = [element.get("class") for element in root.iter()]
    assert classes.count("racing-line") == 1
    assert classes.count("stand") == 1
    assert [element.text for element in root.iter() if element.get("class") == "stand-gear"] == ["4"]
