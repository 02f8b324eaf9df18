"""`make steady`: what it keeps, what it still has to do, and what it says."""

from pathlib import Path

from tools import steady
from tools.steady import Run, Suite


def runs(test: str, *seconds: float, failed: int = 0, suite: Suite = "unit") -> list[Run]:
    """Runs of a test, the first of which failed."""
    return [
        Run(suite, "a file", test, took, "failed" if at < failed else "passed")
        for at, took in enumerate(seconds)
    ]


def test_the_report_names_what_ever_failed_or_stalled() -> None:
    told = steady.report(
        steady.rows(
            [
                *runs("even", 20, 22, 30),
                *runs("stalls", 20, 21, 146),
                *runs("fails", 3, 3, 2, failed=1),
                *runs("is quick", 0.001, 0.9, 0.001),
                Run("unit", "a file", "is skipped", 0, "skipped"),
            ]
        )
    )
    table, named = told.split("and 1 tests that never failed nor took 1 s\n")
    assert [line.split() for line in table.splitlines()] == [
        ["runs", "failures", "median", "longest", "test"],
        ["3", "0", "21.0", "146.0", "stalls"],
        ["3", "0", "22.0", "30.0", "even"],
        ["3", "1", "3.0", "3.0", "fails"],
    ]
    assert named.splitlines() == [
        "STALLED 146.0 s instead of 21.0 s: stalls",
        "FAILED 1 of 3: fails",
    ]


def test_sittings_of_several_machines_are_one(tmp_path: Path) -> None:
    for machine in ("here-1", "there-7"):
        for run in runs("twice", 1.0):
            steady.add(tmp_path / f"{machine}.jsonl", run)
    steady.add(tmp_path / "here-1.jsonl", *runs("once", 2.0))
    assert [(row.test, row.runs) for row in steady.rows(steady.kept(tmp_path))] == [("once", 1), ("twice", 2)]
    assert steady.enough(steady.kept(tmp_path), "unit", 1) == {"twice", "once"}
    assert steady.enough(steady.kept(tmp_path), "unit", 2) == {"twice"}


def test_a_file_of_end_to_end_tests_is_done_at_its_end() -> None:
    broken_off = runs("starts", 1.0, suite="e2e")
    assert steady.enough(broken_off, "e2e", 1) == set()
    assert steady.enough([*broken_off, Run("e2e", "a file")], "e2e", 1) == {"a file"}
