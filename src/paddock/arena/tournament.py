"""Plays a tournament from its first game to its last; an interrupted one can be resumed."""

from __future__ import annotations

from collections.abc import Callable
from functools import partial

import msgspec

from paddock.arena.playing import play_judged
from paddock.arena.runner import InProcess, Runner
from paddock.arena.series import Played, Tournament
from paddock.arena.sinks import Journal
from paddock.arena.standings import decided, looks


class Outcome(msgspec.Struct, frozen=True):
    """The games that count, and whether the order was decided before the last round."""

    tournament: Tournament
    games: tuple[Played, ...]
    rounds: int
    decided: bool


def play_tournament(
    tournament: Tournament,
    runner: Runner | None = None,
    journal: Journal | None = None,
    progress: Callable[[int], None] = lambda _: None,
) -> Outcome:
    """Plays until the order is decided or all games are played; `progress` receives the games done.

    The order is tested after fixed numbers of rounds, so that the outcome is the same with every runner.
    """
    tournament.check()
    known = dict(journal.played) if journal is not None else {}
    rounds = tournament.rounds
    stops = {at: number for number, at in enumerate(looks(rounds), start=1)} if tournament.decide else {}
    waiting = (fixture for fixture in tournament.fixtures() if fixture.number not in known)
    fresh = (runner or InProcess()).play(partial(play_judged, tournament), waiting)
    counted: list[Played] = []
    try:
        for number in range(rounds):
            for fixture in tournament.round(number):
                game = known.get(fixture.number)
                if game is None:
                    game = next(fresh)
                    if journal is not None:
                        journal.keep(game)
                counted.append(game)
                progress(len(counted))
            look = stops.get(number + 1)
            if look is not None and decided(tournament, counted, look):
                return Outcome(tournament, tuple(counted), number + 1, True)
    finally:
        fresh.close()
    return Outcome(tournament, tuple(counted), rounds, False)
