"""Observations of Dirt & Dust."""

from __future__ import annotations

from typing import Any, get_args

import numpy as np

from paddock.adapters.encoding import Listing
from paddock.adapters.observing import Array, Named, Observer, counts, one_hot, rows
from paddock.games.dirt_and_dust import DIRT_AND_DUST
from paddock.games.dirt_and_dust import actions as a
from paddock.games.dirt_and_dust.cards import BOX
from paddock.games.dirt_and_dust.language import Kind
from paddock.games.dirt_and_dust.state import SLOTS, Phase
from paddock.games.dirt_and_dust.track import SPACES
from paddock.games.dirt_and_dust.view_types import Board

_CARDS = tuple(sorted(BOX.cards))
_KINDS = get_args(Kind)
_PHASES = get_args(Phase)
_STAGES = tuple(BOX.stages)
_ROAD = 6
_DICE = tuple((kind, value) for kind in _KINDS for value in range(7))


class DirtAndDustObserver(Observer):
    """Boards, the road, the market, the observer's hand and deck."""

    game = DIRT_AND_DUST

    def look(self, state: Any, seat: int, laid: tuple[str, ...]) -> Named:
        """Returns the view of a seat by name."""
        view = DIRT_AND_DUST.view(state, seat)
        seats = self.in_turn(seat, len(view.boards))
        own = view.own
        assert own is not None
        doing = own.doing
        usable = [float(effect.status == "usable") for effect in doing.effects] if doing else []
        usable += [0.0] * 4
        road = [
            [
                1.0,
                card.no / 10,
                card.cost / 6,
                own.navigator_prices.get(card.no, 0) / 10,
                len(card.effects) / 4,
                *(float(card.navigators[other]) for other in seats),
                *[0.0] * (DIRT_AND_DUST.seats[-1] - len(seats)),
            ]
            for card in view.road[:_ROAD]
        ]
        stock = {stack.card: stack.copies for stack in view.market}
        return {
            "table": np.array(
                [
                    view.round / 10,
                    *one_hot(view.phase, _PHASES),
                    *one_hot(view.stage, _STAGES),
                    *(float(view.popularity_die == other) for other in seats),
                    *[0.0] * (DIRT_AND_DUST.seats[-1] - len(seats)),
                ],
                np.float32,
            ),
            "boards": rows(
                (_board(view.boards[other], waiting=other in view.waiting) for other in seats),
                DIRT_AND_DUST.seats[-1],
                13 + len(SPACES) + len(_DICE),
            ),
            "slots": _slots(view.boards[seat]),
            "road": rows(road, _ROAD, 5 + DIRT_AND_DUST.seats[-1]),
            "hand": np.array([float(own.hand.count(card)) for card in _CARDS], np.float32),
            "deck": np.array(counts(own.deck, _CARDS), np.float32),
            "market": np.array([min(n, 9) / 9 for n in counts(stock, _CARDS)], np.float32),
            "prices": np.array([own.prices.get(card, 0) / 10 for card in _CARDS], np.float32),
            "doing": np.array(
                [
                    float(doing is not None),
                    *one_hot(doing.source if doing else None, ("card", "stage", "passive")),
                    *one_hot(doing.card if doing else None, _CARDS),
                    *usable[:4],
                    len(own.risk_faces) / 3,
                ],
                np.float32,
            ),
        }


def _board(board: Board, *, waiting: bool) -> list[float]:
    shown = [(die.kind, die.value) for die in board.dice if not die.used]
    return [
        1.0,
        board.wrench / 10,
        board.traction / 10,
        board.popularity / 15,
        board.speed / 60,
        board.risk_pool / 3,
        board.damage / 6,
        board.tokens / 3,
        board.navigators_left / 10,
        board.hand_size / 5,
        board.deck_size / 20,
        float(board.out),
        float(waiting),
        *one_hot(board.space, tuple(SPACES)),
        *(float(shown.count(die)) for die in _DICE),
    ]


def _slots(board: Board) -> Array:
    return rows(
        (
            [0.0] * (len(_CARDS) + 2)
            if placed is None
            else [*one_hot(placed.card, _CARDS), float(placed.covered), float(placed.passive_used)]
            for placed in board.slots
        ),
        len(SLOTS),
        len(_CARDS) + 2,
    )


DONE = "done"
_VALUES = range(7)
_NUMBERS = range(16)
_SPOKEN: dict[str, str] = {"slot": "slot", "first": "slot", "second": "slot", "die": "die", "value": "value"}


class DirtAndDustSpelling(Listing):
    """A verb and its arguments; `done` ends a list of cards to discard."""

    game = DIRT_AND_DUST

    def spell(self, action: Any) -> tuple[str, ...]:
        """Returns the verb, then a token for every field."""
        path = [str(action.__struct_config__.tag)]
        for name in action.__struct_fields__:
            value = getattr(action, name)
            if isinstance(action, a.Discard):
                path += [*(f"card {card}" for card in value), DONE]
            else:
                path.append(_word(name, value))
        return tuple(path)

    def tokens(self) -> list[str]:
        """Returns verbs, then arguments in the order of their kinds."""
        return [
            "wait",
            *(str(kind.__struct_config__.tag) for kind in get_args(a.AnyAction)),
            DONE,
            *(f"card {card}" for card in sorted(BOX.cards)),
            *(f"slot {slot}" for slot in SLOTS),
            *(f"die {kind}" for kind in get_args(Kind)),
            *(f"value {value}" for value in _VALUES),
            *(f"space {space}" for space in SPACES),
            *(f"number {number}" for number in _NUMBERS),
            *(f"stage {stage}" for stage in BOX.stages),
            *(f"driver {driver}" for driver in BOX.drivers),
        ]


def _word(name: str, value: Any) -> str:
    if name == "to":
        return f"space {value}" if isinstance(value, str) else f"value {value}"
    if name in ("stage", "driver"):
        return f"{name} {value}"
    if name in _SPOKEN:
        return f"{_SPOKEN[name]} {value}"
    return f"card {value}" if isinstance(value, str) else f"number {value}"
