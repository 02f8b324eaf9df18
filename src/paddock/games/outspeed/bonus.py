"""The Bonus phase: announcing zone by zone, revealing, and the effects of tokens."""

from __future__ import annotations

from collections.abc import Callable

from paddock.core.errors import IllegalAction
from paddock.games.outspeed.boards import eliminate, move, place_field
from paddock.games.outspeed.components import Condition, Target, components
from paddock.games.outspeed.events import (
    Announced,
    Answered,
    FieldPlaced,
    FuelGained,
    FuelLost,
    Hit,
    Lay,
    NoEffect,
    Pass,
    Told,
    TurnedUp,
)
from paddock.games.outspeed.memory import shown
from paddock.games.outspeed.state import (
    NO,
    OutspeedState,
    at_finish,
    fields_left,
    in_last_zone,
    in_order,
    in_zone,
    occupied,
    racing,
    with_,
)

CONDITIONS: dict[Condition, Callable[[OutspeedState, int], bool]] = {
    "in-the-last-zone": in_last_zone,
    "before-the-finish-tile": lambda state, _seat: not at_finish(state),
}


def announcing(state: OutspeedState) -> tuple[int, ...]:
    """Returns the seats that announce now in secret: the foremost undecided ones with tokens."""
    laid, ships = state.laid, state.ships
    undecided = [seat for seat in racing(state) if laid[seat] is None and ships[seat].tokens]
    if not undecided:
        return ()
    zone = max([ships[seat].zone for seat in undecided])
    return tuple([seat for seat in undecided if ships[seat].zone == zone])


def has_announced(state: OutspeedState, seat: int) -> bool:
    """Whether a seat's announcement is public: its whole zone has decided."""
    if state.laid[seat] is None:
        return False
    return not state.asked or state.ships[seat].zone > state.ships[state.asked[0]].zone


def refusal(state: OutspeedState, seat: int, token: str) -> IllegalAction | None:
    """Returns why a seat that holds a token may not lay it now, or None if it may."""
    kind = components().tokens[token]
    if kind.condition is not None and not CONDITIONS[kind.condition](state, seat):
        return IllegalAction(kind.rule, f"outspeed.{kind.condition}", token=token)
    if any(effect.place for effect in kind.effect) and not fields_left(state):
        return IllegalAction("ULT-FIELD-6", "outspeed.no-fields-left")
    return None


def can_lay(state: OutspeedState, seat: int) -> list[str]:
    """Returns the kinds of tokens a seat may lay now."""
    return [token for token in in_order(set(state.ships[seat].tokens)) if refusal(state, seat, token) is None]


def announce(state: OutspeedState, seat: int, action: Pass | Lay, told: Told) -> None:
    """Records whether a seat plays a token, and the token it lays face down."""
    zone = state.ships[seat].zone
    if isinstance(action, Lay):
        if action.token not in state.ships[seat].tokens:
            raise IllegalAction("ULT-BONUS-1", "outspeed.not-held", token=action.token)
        why_not = refusal(state, seat, action.token)
        if why_not is not None:
            raise why_not
        take_from_hand(state, seat, action.token)
    token = action.token if isinstance(action, Lay) else NO
    state.laid = with_(state.laid, seat, token)
    told.append(Answered(seat, token))
    if state.asked == (seat,):
        decided = [other for other in in_zone(state, zone) if state.laid[other] is not None]
        told.extend(Announced(other, plays=bool(state.laid[other])) for other in decided)


def take_from_hand(state: OutspeedState, seat: int, token: str) -> None:
    """Removes one token of a kind from a hand."""
    tokens = list(state.ships[seat].tokens)
    tokens.remove(token)
    state.ships[seat].tokens = tuple(tokens)


def play_tokens(state: OutspeedState, told: Told) -> None:
    """Reveals all laid tokens and applies them zone by zone from the leading zone backwards."""
    laid = {seat: token for seat in racing(state) if (token := state.laid[seat])}
    for seat, token in laid.items():
        told.append(TurnedUp(seat, token))
        state.laid = with_(state.laid, seat, None)
        shown(state, seat, token)
        state.stack.discard(token)
    state.laid = (None,) * len(state.ships)
    zones = {seat: state.ships[seat].zone for seat in laid}
    for zone in sorted(set(zones.values()), reverse=True):
        apply_together(state, {seat: laid[seat] for seat in laid if zones[seat] == zone}, told)


def aimed_at(state: OutspeedState, user: int, target: Target) -> list[int]:
    """Returns the ships a token affects, by their present positions."""
    own = state.ships[user].zone
    if target in ("own-ship", "own-zone"):
        return [user]
    ahead = [zone for zone in occupied(state) if zone > own]
    match target:
        case "nearest-zone-ahead":
            zones = ahead[:1]
        case "leading-zone":
            zones = ahead[-1:]
        case "between-own-and-leading-zone":
            zones = ahead[:-1]
        case _:
            zones = ahead
    return [seat for zone in zones for seat in in_zone(state, zone)]


def apply_together(state: OutspeedState, laid: dict[int, str], told: Told) -> None:
    """Applies the tokens of one zone: fixes all targets, then fields and fuel, then one move per ship."""
    fields: list[tuple[int, str]] = []
    fuel: dict[int, int] = {}
    zones: dict[int, int] = {}
    for user, name in laid.items():
        token = components().tokens[name]
        aims = [(effect, seat) for effect in token.effect for seat in aimed_at(state, user, effect.target)]
        if not aims:
            told.append(NoEffect(user, token.id))
        told.extend(Hit(user, token.id, seat) for _, seat in aims if seat != user)
        for effect, seat in aims:
            if effect.place:
                fields.append((user, token.id))
            fuel[seat] = fuel.get(seat, 0) + effect.fuel
            zones[seat] = zones.get(seat, 0) + effect.zones
    for user, name in fields:
        zone = state.ships[user].zone
        told.append(FieldPlaced(user, zone) if place_field(state, zone) else NoEffect(user, name))
    change_fuel(state, fuel, told)
    for seat, by in sorted(zones.items()):
        if by and not state.ships[seat].out:
            move(state, seat, by, told)


def change_fuel(state: OutspeedState, changes: dict[int, int], told: Told) -> None:
    """Applies all fuel changes of tokens at once; ships without fuel are eliminated."""
    for seat, change in sorted(changes.items()):
        ship = state.ships[seat]
        before = ship.fuel
        ship.fuel = max(0, before + change)
        if ship.fuel > before:
            told.append(FuelGained(seat, ship.fuel - before, ship.fuel))
        elif ship.fuel < before:
            told.append(FuelLost(seat, before - ship.fuel, ship.fuel))
    for seat in sorted(changes):
        if state.ships[seat].fuel == 0:
            eliminate(state, seat, "fuel", told)
