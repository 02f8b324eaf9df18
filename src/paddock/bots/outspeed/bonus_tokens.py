"""Decisions about bonus tokens that all Outspeed bots share."""

from __future__ import annotations

from collections.abc import Iterable

from paddock.bots.outspeed.values import Book, book
from paddock.games.outspeed.bonus import play_tokens, take_from_hand
from paddock.games.outspeed.events import Keep, Lay, OutspeedAction
from paddock.games.outspeed.state import TURNS, OutspeedState, copy, with_


def announced(guess: OutspeedState, seat: int, choice: OutspeedAction) -> OutspeedState:
    """Returns the state after the Bonus phase if the seat decides so and no later player lays a token."""
    trial = copy(guess)
    trial.laid = with_(trial.laid, seat, None)
    if isinstance(choice, Lay):
        take_from_hand(trial, seat, choice.token)
        trial.laid = with_(trial.laid, seat, choice.token)
    play_tokens(trial, [])
    return trial


def better_token(state: OutspeedState, choices: Iterable[OutspeedAction], worths: Book | None = None) -> Keep:
    """Returns the drawn token that is most valuable for the turns to come."""
    tokens = (worths or book()).stage(state.side, max(1, TURNS - state.turn)).tokens
    keeps = [choice for choice in choices if isinstance(choice, Keep)]
    return max(keeps, key=lambda keep: tokens[keep.token])
