"""What an expert would do: ideas, decisions, and looks back at what was decided."""

from __future__ import annotations

import pytest

from paddock.analysis import analysers, hint, look_back
from paddock.core.errors import BadInput
from paddock.core.logs import Decision, Log
from paddock.core.match import game_of, state_at
from paddock.core.messages import LANGUAGES, catalogue
from tests.analysis.test_reports import played


def cut(log: Log, seat: int, after: int) -> tuple[Log, int]:
    """A log up to where a seat decided after some records, and the record of that decision."""
    number = next(n for n, r in log.counted if n > after and isinstance(r, Decision) and r.seat == seat)
    short = Log(log.header)
    short.extend(log.records[: number - 1], log.lines[1:number])
    return short, number


@pytest.mark.parametrize("game", sorted(analysers()))
def test_a_hint_is_legal_and_worded(game: str) -> None:
    log = played(game, 5)
    rules = game_of(log)
    hints = []
    for after in (20, 40, 60):
        short, _ = cut(log, 1, after)
        state = state_at(rules, short)
        try:
            found = hint(short, 1)
        except BadInput:
            continue
        hints.append(found)
        assert rules.action(found.action) in rules.actions(state, 1)
        assert all(found.idea.id in catalogue(language) for language in LANGUAGES)
        assert found.step == len(short.records)
    assert hints


def test_a_look_back_names_what_was_better() -> None:
    log = played("rallyman-gt", 5)
    seen = []
    for number, record in log.counted:
        if isinstance(record, Decision) and record.seat == 0:
            try:
                seen.append(look_back(log, 0, number))
            except BadInput:
                continue
    assert any(told.mark != "best" and told.hint is not None and told.loss > 0 for told in seen)
    assert all(told.loss == 0 for told in seen if told.hint is None)
    with pytest.raises(BadInput):
        look_back(log, 1, next(n for n, r in log.counted if isinstance(r, Decision) and r.seat == 0))
