"""Solutions in files: whole, found again, refused when they do not fit."""

from __future__ import annotations

from pathlib import Path

import numpy as np
import pytest
from msgspec import structs

from paddock.core.errors import BadInput
from paddock.solve.store import Course, StaleSolution, Store, read

COURSE = Course("rallyman-gt", 1, 1, "List 1 · GT5", "a road and its options")


def saved(folder: Path) -> tuple[Store, Path]:
    store = Store(folder)
    arrays = {"value": np.arange(12.0).reshape(3, 4), "few": np.array([7], np.int16)}
    return store, store.save(COURSE, {"gap": 0.5}, arrays)


def test_a_solution_comes_back_as_it_was(tmp_path: Path) -> None:
    store, path = saved(tmp_path)
    assert path.name.startswith("rallyman-gt-list-1-gt5-")
    found = store.find(COURSE)
    assert found is not None
    assert found.facts == {"gap": 0.5}
    assert found.arrays["value"].tolist() == np.arange(12.0).reshape(3, 4).tolist()
    assert found.arrays["few"].dtype == np.int16
    assert list(tmp_path.iterdir()) == [path]


def test_what_is_missing_or_stale_is_not_found(tmp_path: Path) -> None:
    store, _ = saved(tmp_path)
    assert store.find(structs.replace(COURSE, subject="another road")) is None
    assert store.find(structs.replace(COURSE, rules_version=2)) is None


@pytest.mark.parametrize(
    ("change", "words"),
    [
        ({"rules_version": 2}, "rules version 1"),
        ({"solver_version": 3}, "solver version 1"),
        ({"subject": "x"}, "not of"),
    ],
)
def test_a_stale_file_says_why(tmp_path: Path, change: dict[str, object], words: str) -> None:
    _, path = saved(tmp_path)
    with pytest.raises(StaleSolution, match=words):
        read(path, structs.replace(COURSE, **change))


def test_a_file_that_is_cut_off_or_something_else_is_refused(tmp_path: Path) -> None:
    _, path = saved(tmp_path)
    whole = path.read_bytes()
    for text in (whole[:-64], whole[:30], b"something else"):
        path.write_bytes(text)
        with pytest.raises(BadInput, match="not a whole solution file"):
            read(path)
