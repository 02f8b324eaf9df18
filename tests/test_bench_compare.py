"""What counts as slower than the baseline."""

from bench.compare import BASELINE, ratios, slower
from bench.measure import Row


def test_a_worse_ratio_is_named() -> None:
    after = ratios(
        [
            Row("games", 10, "nodes/s", "a peer", 2.0),
            Row("copies", 10, "µs/node", "a peer", 1.0),
            Row("plain", 10, "nodes/s"),
        ]
    )
    assert slower({"games": 2.1, "copies": 1.0}, after) == []
    assert slower({"games": 3.0, "copies": 1.0}, after) == [("games", 3.0, 2.0)]
    assert slower({"games": 1.0, "copies": 0.5}, after) == [("copies", 0.5, 1.0)]
    assert slower({}, after) == []


def test_there_is_a_baseline() -> None:
    assert BASELINE.exists()
