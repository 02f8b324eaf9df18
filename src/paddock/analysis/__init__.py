"""What decisions cost and what chance gave, from exact solutions.

`analyse(log)` gives the report of a drive: every decision against the best one, in seconds, and luck.
"""

from paddock.analysis.analysing import analyse, analysers
from paddock.analysis.report import THRESHOLDS, Mark, RatedDecision, RatedTurn, Report, mark_of
from paddock.core.messages import add_catalogue

__all__ = [
    "THRESHOLDS",
    "Mark",
    "RatedDecision",
    "RatedTurn",
    "Report",
    "analyse",
    "analysers",
    "mark_of",
]

add_catalogue("paddock.analysis")
