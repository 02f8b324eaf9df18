"""Post-game analysis: the cost of decisions and the part of luck, by exact solutions or experts.

`analyse(log)` returns the report of a game: every decision of every seat against the best one, and luck.
"""

from paddock.analysis.analyse import analyse, analysers, evaluator_of
from paddock.analysis.attribution import follow
from paddock.analysis.evaluator import Evaluator, Judgement
from paddock.analysis.hints import Hint, LookedBack, hint, look_back
from paddock.analysis.report import (
    THRESHOLDS,
    Cards,
    DriverReport,
    Mark,
    RatedDecision,
    RatedTurn,
    Report,
    mark_of,
)
from paddock.core.messages import add_catalogue

__all__ = [
    "THRESHOLDS",
    "Cards",
    "DriverReport",
    "Evaluator",
    "Hint",
    "Judgement",
    "LookedBack",
    "Mark",
    "RatedDecision",
    "RatedTurn",
    "Report",
    "analyse",
    "analysers",
    "evaluator_of",
    "follow",
    "hint",
    "look_back",
    "mark_of",
]

add_catalogue("paddock.analysis")
