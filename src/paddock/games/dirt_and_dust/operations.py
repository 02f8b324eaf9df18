"""The operations of the effect language: when each is possible and what it does."""

from __future__ import annotations

from collections.abc import Callable
from itertools import combinations
from typing import Any, NamedTuple

import msgspec

from paddock.games.dirt_and_dust import language
from paddock.games.dirt_and_dust.actions import AnyAction, Exchange, Go, Pick, Replay, Take, TurnDie
from paddock.games.dirt_and_dust.cards import BOX
from paddock.games.dirt_and_dust.damage import ignore_risk, take_risk
from paddock.games.dirt_and_dust.events import (
    Covered,
    DieTurned,
    Discarded,
    Drove,
    Events,
    LimitRaised,
    Removed,
    Repaired,
    Replayed,
    Shuffled,
    Swapped,
)
from paddock.games.dirt_and_dust.language import Kind, Op
from paddock.games.dirt_and_dust.resources import gain
from paddock.games.dirt_and_dust.state import (
    Die,
    Doing,
    Placed,
    Player,
    State,
    active,
    empty,
    ready_dice,
    uncovered,
)
from paddock.games.dirt_and_dust.supply import free_cards, shuffle_in, take_free
from paddock.games.dirt_and_dust.track import CENTRE, SHIFTS, along

POPULARITY_VALUES = frozenset(face for face in BOX.popularity_faces if face)


def can_show(kind: Kind, value: int) -> bool:
    """Whether a die of that kind can show that value."""
    return value in POPULARITY_VALUES if kind == "popularity" else 1 <= value <= 6


def turn_die(seat: int, player: Player, die: Die, to: int) -> Events:
    """Moves an active die above the slot of another value."""
    player.dice.remove(die)
    player.dice.append(Die(die.kind, to))
    player.dice.sort()
    return [DieTurned(seat, die.kind, die.value, to)] if to != die.value else []


def drive_to(seat: int, player: Player, space: str) -> Events:
    """Puts the car on a space."""
    start, player.space = player.space, space
    return [Drove(seat, start, space)] if start != space else []


def lift(player: Player, doing: Doing | None, slot: int) -> Placed:
    """Takes the card out of a slot; it is face up again."""
    placed = player.slots[slot - 1]
    assert placed is not None
    player.slots[slot - 1] = None
    if doing is not None and doing.slot == slot:
        doing.slot = 0
    return msgspec.structs.replace(placed, covered=False)


def discard(seat: int, player: Player, doing: Doing | None, slot: int) -> Events:
    """Moves the card of a slot to the discard pile."""
    placed = lift(player, doing, slot)
    player.deck.discard(placed.card)
    return [Discarded(seat, placed.card, slot)]


class Site(NamedTuple):
    """The context of an operation."""

    state: State
    seat: int
    player: Player
    doing: Doing


def _counted(player: Player, op: language.Gain) -> int:
    times = {
        None: 1,
        "risk_die": player.risk,
        "removed_card": len(player.removed),
        "empty_slot": len(empty(player)),
    }[op.per]
    return min(op.n * times, op.max) if op.max is not None else op.n * times


def _gain(at: Site, op: language.Gain) -> Events:
    return gain(at.seat, at.player, op.what, _counted(at.player, op))


def _moves(at: Site, op: language.Move) -> list[AnyAction]:
    signs = {"left": (-1,), "right": (1,), "either": (-1, 1)}[op.dir]
    reached = [along(at.player.space, sign * op.n) for sign in signs]
    return [Go(space) for space, missing in reached if not missing]


def _shifts(at: Site, op: language.Shift) -> list[AnyAction]:
    return [Go(space) for space in SHIFTS[at.player.space]]


def _go(at: Site, op: Op, pick: Go) -> Events:
    return drive_to(at.seat, at.player, pick.to)


def _centre(at: Site, op: language.Centre) -> Events:
    return drive_to(at.seat, at.player, CENTRE[at.player.space])


def _settings(at: Site, op: language.SetDie) -> list[AnyAction]:
    return [
        TurnDie(die.kind, die.value, to)
        for die in ready_dice(at.player)
        for to in op.to
        if can_show(die.kind, to)
    ]


def _changes(at: Site, op: language.ModDie) -> list[AnyAction]:
    return [
        TurnDie(die.kind, die.value, to)
        for die in ready_dice(at.player)
        for to in (die.value - op.by, die.value + op.by)
        if can_show(die.kind, to)
    ]


def _turn(at: Site, op: Op, pick: TurnDie) -> Events:
    return turn_die(at.seat, at.player, Die(pick.die, pick.value), pick.to)


def _turn_all(at: Site, op: language.SetDie) -> Events:
    events: Events = []
    for die in list(at.player.dice):
        if not die.used and die.value and can_show(die.kind, op.to[0]):
            events += turn_die(at.seat, at.player, die, op.to[0])
    return events


def _boost(at: Site, op: language.Boost) -> Events:
    at.player.throws.extend(["boost"] * op.n)
    return []


def _repair(at: Site, op: language.Repair) -> Events:
    n = min(op.n, at.player.risk)
    at.player.risk -= n
    return [Repaired(at.seat, n)] if n else []


def _discard_self(at: Site, op: language.DiscardSelf) -> Events:
    return discard(at.seat, at.player, at.doing, at.doing.slot) if at.doing.slot else []


def _discard_all(at: Site, op: language.DiscardAllActive) -> Events:
    return [event for slot in active(at.player) for event in discard(at.seat, at.player, at.doing, slot)]


def _any_active(at: Site, op: Op) -> list[AnyAction]:
    return [Pick(slot) for slot in active(at.player)]


def _discard_one(at: Site, op: Op, pick: Pick) -> Events:
    return discard(at.seat, at.player, at.doing, pick.slot)


def _remove(at: Site, op: Op, pick: Pick) -> Events:
    placed = lift(at.player, at.doing, pick.slot)
    at.player.removed.append(placed)
    at.player.removed.sort()
    return [Removed(at.seat, placed.card, pick.slot)]


def _replays(at: Site, op: Op) -> list[AnyAction]:
    kinds = sorted({placed.card for placed in at.player.removed})
    return [Replay(card, slot) for card in kinds for slot in empty(at.player)]


def _replay(at: Site, op: Op, pick: Replay) -> Events:
    placed = min(placed for placed in at.player.removed if placed.card == pick.card)
    at.player.removed.remove(placed)
    at.player.slots[pick.slot - 1] = placed
    return [Replayed(at.seat, pick.card, pick.slot)]


def _shuffle(at: Site, op: Op) -> Events:
    shuffle_in(at.player)
    return [Shuffled(at.seat)]


def _swaps(at: Site, op: Op) -> list[AnyAction]:
    return [Exchange(first, second) for first, second in combinations(active(at.player), 2)]


def _swap(at: Site, op: Op, pick: Exchange) -> Events:
    slots, doing = at.player.slots, at.doing
    one, two = pick.first - 1, pick.second - 1
    slots[one], slots[two] = slots[two], slots[one]
    doing.slot = {pick.first: pick.second, pick.second: pick.first}.get(doing.slot, doing.slot)
    return [Swapped(at.seat, pick.first, pick.second)]


def _coverable(at: Site, op: Op) -> list[AnyAction]:
    return [Pick(slot) for slot in uncovered(at.player)]


def _cover(at: Site, op: Op, pick: Pick) -> Events:
    placed = at.player.slots[pick.slot - 1]
    assert placed is not None
    at.player.slots[pick.slot - 1] = msgspec.structs.replace(placed, covered=True)
    return [Covered(at.seat, placed.card, pick.slot)]


def _cover_leftmost(at: Site, op: language.Cover) -> Events:
    open_slots = uncovered(at.player)
    first = [slot for slot in active(at.player)[: op.n] if slot in open_slots]
    return [event for slot in first for event in _cover(at, op, Pick(slot))]


def _free_cards(at: Site, op: language.FreeCard) -> list[AnyAction]:
    return list(free_cards(at.state, at.player, op.cost_in))


def _take(at: Site, op: language.FreeCard, pick: Take) -> Events:
    return take_free(at.state, at.seat, pick.card, op.cost_in)


def _triple(at: Site, op: Op) -> Events:
    if at.player.tripled:
        return []
    at.player.tripled = True
    return [LimitRaised(at.seat, BOX.limits.navigators_per_stage_card_tripled)]


def _ignore(at: Site, op: Op) -> Events:
    return ignore_risk(at.seat, at.player, at.doing.card)


class Rule(NamedTuple):
    """An operation that needs no answer from the player."""

    do: Callable[[Site, Any], Events]
    possible: Callable[[Site, Any], bool] | None = None
    """None: always possible."""
    times: Callable[[Any], int] | None = None


class Asking(NamedTuple):
    """An operation with an answer from the player; possible if there is a legal answer."""

    answers: Callable[[Site, Any], list[AnyAction]]
    do: Callable[[Site, Any, Any], Events]
    times: Callable[[Any], int] | None = None


_RULES: dict[type[Op], Rule | Asking] = {
    language.Gain: Rule(_gain),
    language.Move: Asking(_moves, _go),
    language.Shift: Asking(_shifts, _go),
    language.Centre: Rule(_centre),
    language.ModDie: Asking(_changes, _turn),
    language.Boost: Rule(_boost),
    language.TakeRisk: Rule(lambda at, op: take_risk(at.seat, at.player), times=lambda op: int(op.n)),
    language.Repair: Rule(_repair, lambda at, op: at.player.risk >= op.n),
    language.IgnoreRiskRoll: Rule(_ignore, lambda at, op: bool(at.player.faces)),
    language.DiscardSelf: Rule(_discard_self),
    language.DiscardAny: Asking(_any_active, _discard_one),
    language.DiscardAllActive: Rule(_discard_all, lambda at, op: bool(active(at.player))),
    language.RemoveCard: Asking(_any_active, _remove),
    language.PlayRemoved: Asking(_replays, _replay),
    language.ShuffleDiscard: Rule(_shuffle),
    language.Swap: Asking(_swaps, _swap),
    language.FreeCard: Asking(_free_cards, _take),
    language.TripleNavigators: Rule(_triple),
}
_SET_ONE = Asking(_settings, _turn)
_SET_ALL = Rule(_turn_all, lambda at, op: bool(_settings(at, op)))
_COVER_ANY = Asking(_coverable, _cover, times=lambda op: int(op.n))
_COVER_LEFTMOST = Rule(_cover_leftmost, lambda at, op: bool(active(at.player)))


def rule_of(op: Op) -> Rule | Asking:
    """Returns the conditions and the effect of an operation."""
    if isinstance(op, language.SetDie):
        return _SET_ONE if op.which == "one" else _SET_ALL
    if isinstance(op, language.Cover):
        return _COVER_ANY if op.which == "any" else _COVER_LEFTMOST
    return _RULES[type(op)]


def possible(at: Site, op: Op) -> bool:
    """Whether an operation can be carried out now."""
    rule = rule_of(op)
    if isinstance(rule, Asking):
        return bool(rule.answers(at, op))
    return rule.possible is None or rule.possible(at, op)


def always_possible(op: Op) -> bool:
    """Whether an operation is possible in every position."""
    rule = rule_of(op)
    return (isinstance(rule, Rule) and rule.possible is None) or isinstance(op, language.Shift)


def destinations(at: Site, ops: tuple[Op, ...]) -> tuple[str, ...]:
    """Returns where the car can be after some operations, leftmost first; empty if none of them moves it."""
    steps = [op for op in ops if isinstance(op, language.Move | language.Shift | language.Centre)]
    reached = {at.player.space} if steps else set()
    trial = at._replace(player=at.player.clone())
    for op in steps:
        before, reached = reached, set()
        for space in before:
            trial.player.space = space
            reached |= _next_spaces(trial, op)
    return tuple(sorted(reached))


def _next_spaces(at: Site, op: Op) -> set[str]:
    rule = rule_of(op)
    if isinstance(rule, Asking):
        return {answer.to for answer in rule.answers(at, op) if isinstance(answer, Go)}
    return {CENTRE[at.player.space]}
