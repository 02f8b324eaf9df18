"""Rows that benchmarks write into the tables of the documentation."""

from __future__ import annotations

import pytest

from bench.rows import put

PAGE = """# Figures

<!-- measured: stages -->
| stage | gap |
| --- | --- |
| rally-1/SS1 | 0.46 % |
| rally-1/SS10 | 0.9 % |

<!-- measured: others -->
| stage | gap |
| --- | --- |
| rally-1/SS1 | 7 % |

The end.
"""


def test_a_row_takes_the_place_of_the_one_of_its_name() -> None:
    page = put(PAGE, "stages", "| rally-1/SS1 | 0.3 % |")
    assert page == PAGE.replace("| rally-1/SS1 | 0.46 % |", "| rally-1/SS1 | 0.3 % |")
    assert put(page, "stages", "| rally-1/SS1 | 0.3 % |") == page
    assert "| rally-1/SS1 | 7 % |" in page


def test_a_row_of_a_new_name_comes_last_in_its_table() -> None:
    page = put(PAGE, "stages", "| rally-2/SS1 | 1 % |")
    assert page == PAGE.replace("0.9 % |\n", "0.9 % |\n| rally-2/SS1 | 1 % |\n")
    other = put(PAGE, "others", "| rally-1/SS10 | 2 % |")
    assert other == PAGE.replace("| 7 % |\n", "| 7 % |\n| rally-1/SS10 | 2 % |\n")


def test_a_page_without_the_table_is_refused() -> None:
    with pytest.raises(ValueError, match="substring not found"):
        put(PAGE, "circuits", "| list-1 | 1 |")
