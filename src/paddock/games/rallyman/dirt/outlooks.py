"""The exact distribution of a turn on the stage: place, gear, seconds, loss and shortcut draws."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from fractions import Fraction
from itertools import product
from typing import NamedTuple

from paddock.games.rallyman.dice import HAZARD, PLAIN, SIDES
from paddock.games.rallyman.dirt.components import BACKS, KINDS, UP, Up, dice
from paddock.games.rallyman.dirt.drive import Drive, Move, Place
from paddock.games.rallyman.dirt.ground import GROUNDED
from paddock.games.rallyman.dirt.relays import onward, relay_hand
from paddock.games.rallyman.dirt.state import Step, seconds_gained
from paddock.games.rallyman.hazards import Leg
from paddock.games.rallyman.relay_search import RelaySearch, Rolled, gathered
from paddock.games.rallyman.turns import Choice, Ending, Moment, Way, flat_out, one_by_one
from paddock.tracks.faces import Danger
from paddock.tracks.road_dirt import DirtRoad


class TurnEnd(NamedTuple):
    """How a turn can end: space, gear in force, seconds held, in control or not.

    After a loss the gear is the one in which control was lost; after a loss that the finish line forgives
    the car has `finished`. `drawn` are the tokens drawn on shortcuts, shortcut side up.
    """

    cell: int
    gear: int
    seconds: int
    lost: bool
    finished: bool
    drawn: tuple[Up, ...] = ()


Worth = Callable[[TurnEnd], float]
"""Returns the value of the end of a turn to the driver; higher is better."""


class TurnOutlook(NamedTuple):
    """The exact chances of every end of a turn, their value, and the choices on the way."""

    chances: dict[TurnEnd, Fraction]
    worth: float
    policy: dict[Moment, Choice]


class Turn:
    """A legal plan with the risk and the effect of each step."""

    def __init__(self, drive: Drive, steps: tuple[Step, ...], bag: Sequence[int] = (), calm: bool = False):
        self.drive = drive
        self.steps = steps
        self.bag = tuple(bag)
        self.moves = drive.trace(steps)
        self.legs = drive.legs(steps)
        if calm:
            self.legs = [_calm(leg) for leg in self.legs]
        self.finishes = self.moves[-1].finishes

    def end(self, taken: int, lost: bool, seconds: int) -> TurnEnd:
        """Returns the end of a turn after `taken` steps (DIRT-JUMP-3, -D5, DIRT-FINISH-D2)."""
        move = self.moves[taken - 1]
        if lost and self.finishes and not move.fatal:
            move = self.moves[-1]
        elif lost and move.landing >= 0:
            cell = move.landing
            return TurnEnd(cell, move.lay.gear, seconds, True, self.drive.road.finish[cell])
        return TurnEnd(move.cell, move.lay.gear, seconds, lost, move.finishes)

    def draws(self, taken: int, lost: bool) -> int:
        """Returns how many shortcuts are entered in `taken` steps, or up to the finish."""
        driven = self.moves if lost and self.finishes else self.moves[:taken]
        return sum(enters_shortcut(self.drive.road, move) for move in driven)


def enters_shortcut(road: DirtRoad, move: Move) -> bool:
    """Whether a step enters the first space of a shortcut, which costs a draw (DIRT-CUT-D1)."""
    return road.shortcut[move.cell] >= 0 and road.nth[move.cell] == 0


def _calm(leg: Leg) -> Leg:
    """Returns a step whose hazards are ignored because of SISU."""
    return leg._replace(odds=(leg.total,), touchy=False, forgiving=False)


def drawn_tokens(bag: tuple[int, ...], draws: int) -> Iterator[tuple[tuple[Up, ...], Fraction]]:
    """Yields the possible results of `draws` shortcut draws, with their chances (DIRT-CUT-4, -D3)."""
    total = sum(bag)
    if not draws or not total:
        yield (), Fraction(1)
        return
    found: dict[tuple[Up, ...], Fraction] = {}
    for token, left in enumerate(bag):
        if left:
            rest = (*bag[:token], left - 1, *bag[token + 1 :])
            for more, chance in drawn_tokens(rest, draws - 1):
                key = (UP[token + KINDS], *more)
                found[key] = found.get(key, Fraction(0)) + chance * Fraction(left, total)
    yield from found.items()


def outlook(
    drive: Drive,
    steps: tuple[Step, ...],
    way: Way,
    seconds: int = 0,
    worth: Worth | None = None,
    *,
    bag: Sequence[int] = (),
    calm: bool = False,
) -> TurnOutlook:
    """Returns the exact distribution of a plan rolled in a way.

    With a value function the driver stops and secures for the best expected value, and picks the best relay
    after a failed flat out; without one every step is rolled and a failed flat out keeps its order. `bag`
    are the tokens a shortcut can draw; `calm`: a SISU token was played.
    """
    turn = Turn(drive, steps, bag, calm)

    def value(ending: Ending) -> float:
        assert worth is not None
        return expected(turn, turn.end(*ending), turn.draws(ending.steps, ending.lost), worth)

    gain = seconds_gained(steps)
    if way == "flat-out" and worth is not None and not turn.finishes and not calm:
        return _relaid(turn, seconds + gain, worth)
    if way == "flat-out":
        found = flat_out(turn.legs, drive.limit, seconds, gain, value if worth else None)
    else:
        found = one_by_one(turn.legs, drive.limit, seconds, value if worth else None)
    chances: dict[TurnEnd, Fraction] = {}
    for ending, chance in found.chances.items():
        _spread(chances, turn, turn.end(*ending), turn.draws(ending.steps, ending.lost), chance)
    return TurnOutlook(chances, found.worth, found.policy)


def expected(turn: Turn, end: TurnEnd, draws: int, worth: Worth) -> float:
    """Returns the expected value of an end over the tokens its shortcuts may draw."""
    if not draws or not turn.bag:
        return worth(end)
    return sum(
        float(chance) * worth(end._replace(drawn=drawn)) for drawn, chance in drawn_tokens(turn.bag, draws)
    )


def _spread(chances: dict[TurnEnd, Fraction], turn: Turn, end: TurnEnd, draws: int, chance: Fraction) -> None:
    for drawn, share in drawn_tokens(turn.bag, draws):
        key = end._replace(drawn=drawn)
        chances[key] = chances.get(key, Fraction(0)) + chance * share


def _relaid(turn: Turn, seconds: int, worth: Worth) -> TurnOutlook:
    """Returns the outlook of a flat out in which every failed roll is laid again for the best value."""
    drive, steps, legs = turn.drive, turn.steps, turn.legs
    chances: dict[TurnEnd, Fraction] = {}
    best: dict[Rolled, tuple[TurnEnd, int]] = {}
    total = 0.0
    every = [product((PLAIN, HAZARD), repeat=1 + step.brakes) for step in steps]
    for roll in product(*every):
        shown = ["".join(faces) for faces in roll]
        chance = _chance(steps, shown)
        if legs[0].forgiving and HAZARD in shown[0]:
            end, draws = turn.end(1, legs[0].fatal, seconds), turn.draws(1, False)
        elif sum(faces.count(HAZARD) for faces in shown) < drive.limit:
            taken, lost = _driven(legs, shown)
            end, draws = turn.end(taken, lost, seconds), turn.draws(taken, lost)
        else:
            rolled = gathered(zip((step.die for step in steps), shown, strict=True))
            if rolled not in best:
                best[rolled] = _best_loss(turn, rolled, seconds, worth)
            end, draws = best[rolled]
        _spread(chances, turn, end, draws, chance)
        total += float(chance) * expected(turn, end, draws, worth)
    return TurnOutlook(chances, total, {})


def _chance(steps: Sequence[Step], shown: Sequence[str]) -> Fraction:
    chance = Fraction(1)
    for step, faces in zip(steps, shown, strict=True):
        for die, face in zip(step.die + "b" * step.brakes, faces, strict=True):
            bad = dice().hazard_faces(die)
            chance *= Fraction(bad if face == HAZARD else SIDES - bad, SIDES)
    return chance


def _driven(legs: Sequence[Leg], shown: Sequence[str]) -> tuple[int, bool]:
    """Returns how far a flat out below the limit gets, and if it is lost (DIRT-FLAT-3, DIRT-JUMP-D4)."""
    for number, (leg, faces) in enumerate(zip(legs, shown, strict=True), 1):
        if leg.fatal or (leg.touchy and HAZARD in faces):
            return number, True
    return len(legs), False


def _best_loss(turn: Turn, rolled: Rolled, seconds: int, worth: Worth) -> tuple[TurnEnd, int]:
    drive = turn.drive
    hand = relay_hand(drive.hand, turn.steps, drive.start.gear)
    search = RelaySearch(rolled, hand, drive.limit, lambda place, lay: onward(drive, place, lay))
    start: Place = (drive.start.cell, GROUNDED, -1)
    ends: list[tuple[TurnEnd, int]] = []
    for (place, gear), relay in search.endings(drive.start.gear, start).items():
        cell = place[2] if place[2] >= 0 else place[0]
        draws = sum(
            drive.road.shortcut[laid.place[0]] >= 0 and drive.road.nth[laid.place[0]] == 0 for laid in relay
        )
        ends.append((TurnEnd(cell, gear, seconds, True, drive.road.finish[cell]), draws))
    return max(ends, key=lambda end: expected(turn, end[0], end[1], worth))


class Price(NamedTuple):
    """The average cost of a loss of control: seconds on the card, tokens, the chance of a crash."""

    seconds: float
    tokens: float
    crash: float


def price_of_loss(backs: Sequence[int], gear: int, danger: Danger) -> Price:
    """Returns the average over the unseen backs of a gear (DIRT-LOSS-3, -5, DIRT-TIME-D2)."""
    mine = [(back, left) for back, left in zip(BACKS, backs, strict=True) if back.gear == gear]
    if not any(left for _, left in mine):
        mine = [(back, back.copies) for back, _ in mine]
    total = sum(left for _, left in mine)
    return Price(
        sum(back.seconds * left for back, left in mine) / total,
        sum(back.damage.get(danger, 0) * left for back, left in mine) / total,
        sum(left for back, left in mine if back.type == "crash") / total,
    )
