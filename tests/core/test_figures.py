"""A log says with which figures of the box it was played; with others it is refused in a clear sentence."""

from __future__ import annotations

import json

import pytest

from paddock.arena.playing import play_logged
from paddock.arena.series import Series
from paddock.core import data
from paddock.core.errors import LogError
from paddock.core.logs import Log, load
from paddock.core.match import game_of, verify
from paddock.core.messages import LANGUAGES, say
from paddock.core.registry import find_game

GAME = "outspeed"
SERIES = Series(GAME, {}, ("random",) * 3)


def played() -> Log:
    return load(play_logged(SERIES, SERIES.fixture(0)).played.log)


def changed_file() -> bytes:
    """An owner's file: other figures on the dice, which are not looked at again by a game that runs."""
    figures = json.loads(find_game(GAME).shipped_data())
    figures["dice"]["blue"]["faces"] = [1, 1, 2, 3, 3, 4]
    return json.dumps(figures).encode()


def own(monkeypatch: pytest.MonkeyPatch, file: bytes) -> None:
    """Let the game be played with a file from here on; the test puts it back."""
    monkeypatch.setitem(data._OWN, GAME, file)


def test_a_log_of_the_shipped_figures_says_nothing_of_them() -> None:
    log = played()
    assert b"figures" not in log.lines[0]
    assert game_of(log) is find_game(GAME)


def test_a_log_of_other_figures_carries_their_mark_and_is_refused_without_them(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    ours = played()
    with monkeypatch.context() as owner:
        own(owner, changed_file())
        theirs = played()
        assert theirs.header.figures
        assert verify(theirs)
        with pytest.raises(LogError, match=r"figures that ship with Paddock.*leave the data file out"):
            verify(ours)
    with pytest.raises(LogError, match=rf"mark {theirs.header.figures}.*give the data file") as refused:
        verify(theirs)
    for language in LANGUAGES:
        assert str(theirs.header.figures) in say(refused.value.message, language)
    assert verify(ours)


def test_notes_and_layout_of_a_file_are_no_figures(monkeypatch: pytest.MonkeyPatch) -> None:
    figures = json.loads(find_game(GAME).shipped_data())
    figures["tiles"][0]["sides"]["3-4"]["source"] = "public: a photograph"
    own(monkeypatch, json.dumps(figures, indent=7).encode())
    assert b"figures" not in played().lines[0]


def test_other_processes_play_with_the_same_files(monkeypatch: pytest.MonkeyPatch) -> None:
    own(monkeypatch, changed_file())
    data.use_all_data(data.own_data())
    assert data.own_data()[GAME] == changed_file()
