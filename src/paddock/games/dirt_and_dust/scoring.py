"""The final scores and the winners."""

from __future__ import annotations

from msgspec import Struct

from paddock.core.game import Result
from paddock.games.dirt_and_dust.cards import BOX
from paddock.games.dirt_and_dust.events import (
    Events,
    FinalScore,
    GhostFinalScore,
    GhostWon,
    NobodyWon,
    Qualified,
    Won,
)
from paddock.games.dirt_and_dust.state import Player, State, alive


class Score(Struct, frozen=True):
    """The parts of a final score."""

    speed: int
    cards: int
    risk: int
    bonus: int

    @property
    def total(self) -> int:
        """The final total."""
        return self.speed + self.cards + self.risk + self.bonus


def card_points(player: Player) -> int:
    """Returns the end-game points of all own cards that are not removed."""
    deck = player.deck
    counted = sum(
        BOX.cards[card].points * n for pile in (deck.pool, deck.discards) for card, n in pile.items()
    )
    loose = [*deck.top, *deck.bottom, *player.hand, *(p.card for p in player.slots if p is not None)]
    return counted + sum(BOX.cards[card].points for card in loose)


def popularity_bonus(popularity: int, everyone: list[int]) -> int:
    """Returns the points for a Popularity among those of all cars in the race."""
    rules = BOX.scoring
    if popularity < rules.popularity_minimum:
        return 0
    values = sorted(set(everyone), reverse=True)
    if popularity == values[0]:
        return rules.popularity_first
    return rules.popularity_second if popularity == values[1] else 0


def _everyone(state: State) -> list[int]:
    ghost = [state.ghost.popularity] if state.ghost is not None else []
    return [state.players[seat].popularity for seat in alive(state)] + ghost


def score(state: State, seat: int) -> Score:
    """Returns the final score of a seat in the present state."""
    player = state.players[seat]
    if player.out:
        return Score(0, 0, 0, 0)
    return Score(
        player.speed,
        card_points(player),
        BOX.scoring.per_risk_die_in_pool * player.risk,
        popularity_bonus(player.popularity, _everyone(state)),
    )


def ghost_score(state: State) -> Score:
    """Returns the final score of the Ghost in the present state."""
    assert state.ghost is not None
    bonus = popularity_bonus(state.ghost.popularity, _everyone(state))
    return Score(state.ghost.speed, 0, 0, bonus)


def result(state: State) -> Result | None:
    """Returns places and totals once the game is over; a destroyed car is never first."""
    if state.phase != "over":
        return None
    seats = range(len(state.players))
    totals = [score(state, seat).total for seat in seats]
    keys = {
        seat: (totals[seat], state.players[seat].popularity, -state.players[seat].tokens)
        for seat in alive(state)
    }
    rivals = list(keys.values())
    if state.ghost is not None:
        rivals.append((ghost_score(state).total, state.ghost.popularity, 0))
    elif len(state.players) == 1 and totals[0] < BOX.trial.qualify_at:
        rivals.append((BOX.trial.qualify_at, 0, 0))
    last = max(2, len(keys) + 1)
    places = tuple(
        1 + sum(rival > keys[seat] for rival in rivals) if seat in keys else last for seat in seats
    )
    return Result(places, tuple(float(total) for total in totals))


def announce(state: State) -> Events:
    """Returns the final scores and the winners as events."""
    events: Events = []
    for seat in alive(state):
        own = score(state, seat)
        events.append(FinalScore(seat, own.speed, own.cards, own.risk, own.bonus, own.total))
        if state.stage == "trial" and own.total >= BOX.trial.qualify_at:
            events.append(Qualified(seat, own.total))
    if state.ghost is not None:
        ghost = ghost_score(state)
        events.append(GhostFinalScore(ghost.speed, ghost.bonus, ghost.total))
    final = result(state)
    assert final is not None
    winners = [seat for seat, place in enumerate(final.places) if place == 1]
    events += [Won(seat) for seat in winners]
    if not winners:
        events.append(GhostWon() if state.ghost is not None else NobodyWon())
    return events
