"""The Driving Phase: every action with its conditions, its options and its effects."""

from __future__ import annotations

from paddock.games.dirt_and_dust import scouting, supply
from paddock.games.dirt_and_dust.actions import (
    Accept,
    AnyAction,
    Block,
    Buy,
    ChangeDie,
    Dare,
    Finish,
    Play,
    React,
    Resolve,
    Scout,
    Steer,
    UsePassive,
)
from paddock.games.dirt_and_dust.cards import BOX
from paddock.games.dirt_and_dust.damage import apply_risk, handicap, reactions, take_risk
from paddock.games.dirt_and_dust.effects import (
    answer,
    available,
    begin,
    choose,
    mark_used,
    proceed,
    question,
    react,
    refuse_effect,
)
from paddock.games.dirt_and_dust.events import Activated, Blocked, Events, Finished, PassiveUsed, Played
from paddock.games.dirt_and_dust.language import Kind
from paddock.games.dirt_and_dust.operations import can_show, drive_to, turn_die
from paddock.games.dirt_and_dust.refusals import no
from paddock.games.dirt_and_dust.resources import gain, pay
from paddock.games.dirt_and_dust.state import (
    SLOTS,
    Die,
    Doing,
    Placed,
    Player,
    State,
    empty,
    ready_dice,
    uncovered,
)
from paddock.games.dirt_and_dust.track import ROW, distance, row_of

DARE_TRACTION = 2


def _refuse_slot(slot: int) -> None:
    if slot not in SLOTS:
        raise no("DD-PLAY-1", "no-such-slot", slot=slot)


def _active_die(player: Player, kind: Kind, value: int) -> Die:
    """Returns the active die of that kind and value; raises IllegalAction if there is none."""
    die = Die(kind, value)
    if value < 1 or die not in player.dice:
        raise no("DD-DIE-3", "no-such-die", die=kind, value=value)
    return die


def _spend(player: Player, die: Die) -> None:
    player.dice.remove(die)
    player.dice.append(Die(die.kind, die.value, True))
    player.dice.sort()


def check_play(state: State, player: Player, action: Play) -> None:
    """Raises IllegalAction if a card is not in hand or the slot is not empty."""
    if action.card not in player.hand:
        raise no("DD-PLAY-1", "not-in-hand", card=action.card)
    _refuse_slot(action.slot)
    if player.slots[action.slot - 1] is not None:
        raise no("DD-PLAY-2", "slot-taken", slot=action.slot)


def play(state: State, seat: int, action: Play) -> Events:
    """Puts a card from hand into an empty slot."""
    player = state.players[seat]
    check_play(state, player, action)
    player.hand.remove(action.card)
    player.slots[action.slot - 1] = Placed(action.card)
    return [Played(seat, action.card, action.slot)]


def resolve_card(state: State, seat: int, action: Resolve) -> Events:
    """Spends a die on the card of its slot and starts resolving its effects."""
    player = state.players[seat]
    _refuse_slot(action.slot)
    placed = player.slots[action.slot - 1]
    if placed is None:
        raise no("DD-RESOLVE-1", "slot-empty", slot=action.slot)
    if placed.covered:
        raise no("DD-EFFECT-9", "covered", slot=action.slot)
    die = _active_die(player, action.die, action.slot)
    _spend(player, die)
    left = list(range(len(BOX.cards[placed.card].effects)))
    player.doing = Doing("card", placed.card, action.slot, die.kind, die.value, left)
    return [Activated(seat, placed.card, action.slot, die.kind), *proceed(state, seat)]


def steer(state: State, seat: int, action: Steer) -> Events:
    """Moves along the bottom row for Traction."""
    player = state.players[seat]
    if ROW[player.space] != "braking":
        raise no("DD-SPECIAL-1", "steer-braking")
    spaces = distance(player.space, action.to) if action.to in ROW else None
    if not spaces:
        raise no("DD-SPECIAL-1", "steer-where", to=action.to)
    if player.traction < spaces:
        raise no("DD-SPECIAL-1", "traction", need=spaces, have=player.traction)
    return [*pay(seat, player, "traction", spaces), *drive_to(seat, player, action.to)]


def change_die(state: State, seat: int, action: ChangeDie) -> Events:
    """Changes an active die for Wrenches."""
    player = state.players[seat]
    if action.value == 0:
        raise no("DD-DIE-4", "blank")
    die = _active_die(player, action.die, action.value)
    if not can_show(action.die, action.to) or action.to == action.value:
        raise no("DD-DIE-4" if action.die == "popularity" else "DD-SPECIAL-2", "die-value", to=action.to)
    cost = abs(action.to - action.value)
    if player.wrench < cost:
        raise no("DD-SPECIAL-2", "wrenches", need=cost, have=player.wrench)
    return [*pay(seat, player, "wrench", cost), *turn_die(seat, player, die, action.to)]


def dare(state: State, seat: int) -> Events:
    """Takes a voluntary Risk: Traction first, then the die is rolled."""
    player = state.players[seat]
    if player.risk >= BOX.limits.risk_dice_per_player:
        raise no("DD-SPECIAL-3", "no-risk-die")
    return [*gain(seat, player, "traction", DARE_TRACTION), *take_risk(seat, player)]


def check_passive(state: State, seat: int, slot: int) -> None:
    """Raises IllegalAction if a passive cannot be used as an action now."""
    player = state.players[seat]
    _refuse_slot(slot)
    placed = player.slots[slot - 1]
    passive = BOX.cards[placed.card].passive if placed is not None else None
    if placed is None or passive is None:
        raise no("DD-PASSIVE-1", "no-passive", slot=slot)
    if placed.covered:
        raise no("DD-EFFECT-9", "covered", slot=slot)
    if not handicap(player).passives:
        raise no("DD-PASSIVE-7", "passives-off")
    if placed.passive_used:
        raise no("DD-PASSIVE-2", "passive-used", card=placed.card)
    if passive.reaction:
        raise no("DD-PASSIVE-6", "only-reaction", card=placed.card)
    refuse_effect(state, seat, Doing("passive", placed.card, slot), passive)


def passives(state: State, seat: int) -> list[AnyAction]:
    """Returns the passives that can be used as an action now."""
    player = state.players[seat]
    if not handicap(player).passives:
        return []
    found: list[AnyAction] = []
    for slot in uncovered(player):
        placed = player.slots[slot - 1]
        assert placed is not None
        passive = BOX.cards[placed.card].passive
        if passive is None or placed.passive_used or passive.reaction:
            continue
        if available(state, seat, Doing("passive", placed.card, slot), passive):
            found.append(UsePassive(slot))
    return found


def use_passive(state: State, seat: int, action: UsePassive) -> Events:
    """Uses the passive of a card, once per round and without a die."""
    player = state.players[seat]
    check_passive(state, seat, action.slot)
    placed = player.slots[action.slot - 1]
    assert placed is not None
    mark_used(player, action.slot)
    player.doing = Doing("passive", placed.card, action.slot, left=[0])
    return [PassiveUsed(seat, placed.card), *begin(state, seat, 0), *proceed(state, seat)]


def block(state: State, seat: int, action: Block) -> Events:
    """Places a die on a Ghost Risk die whose pair shows the same value."""
    player, ghost = state.players[seat], state.ghost
    if ghost is None or not 0 <= action.pair < len(ghost.values):
        raise no("DD-SOLO-5", "no-such-pair")
    if any(ghost.blocked):
        raise no("DD-SOLO-5", "one-block")
    die = _active_die(player, action.die, ghost.values[action.pair])
    _spend(player, die)
    ghost.blocked[action.pair] = True
    return [Blocked(seat, action.pair)]


def finish(state: State, seat: int) -> Events:
    """Ends the seat's phase for good."""
    state.players[seat].done = True
    return [Finished(seat)]


def reacted(state: State, seat: int, action: AnyAction) -> Events:
    """Answers the Risk dice just rolled: ignores them through a passive, or accepts them."""
    player = state.players[seat]
    if isinstance(action, React):
        if action.slot not in reactions(player):
            raise no("DD-PASSIVE-6", "no-reaction", slot=action.slot)
        return react(state, seat, action.slot)
    if not isinstance(action, Accept):
        raise no("DD-PASSIVE-6", "reaction-first")
    return apply_risk(state, seat)


def drive(state: State, seat: int, action: AnyAction) -> Events:
    """Applies an action of a seat in its Driving Phase."""
    player = state.players[seat]
    if player.faces:
        return [*reacted(state, seat, action), *proceed(state, seat)]
    if player.doing is not None:
        middle = answer if player.doing.effect >= 0 else choose
        return [*middle(state, seat, action), *proceed(state, seat)]
    match action:
        case Play():
            return play(state, seat, action)
        case Buy():
            supply.check_buy(state, seat, action)
            return supply.buy(state, seat, action)
        case Resolve():
            return resolve_card(state, seat, action)
        case Scout():
            return [*scouting.scout(state, seat, action), *proceed(state, seat)]
        case Steer():
            return steer(state, seat, action)
        case ChangeDie():
            return change_die(state, seat, action)
        case Dare():
            return dare(state, seat)
        case UsePassive():
            return use_passive(state, seat, action)
        case Block():
            return block(state, seat, action)
        case Finish():
            return finish(state, seat)
        case _:
            raise no("DD-DRIVE-1", "not-a-driving-action")


def possible_actions(state: State, seat: int) -> list[AnyAction]:
    """Returns everything the seat can do now in its Driving Phase."""
    player = state.players[seat]
    if player.faces:
        return [*(React(slot) for slot in reactions(player)), Accept()]
    if player.doing is not None:
        return question(state, seat)
    dice = ready_dice(player)
    open_slots = uncovered(player)
    found: list[AnyAction] = [Play(card, slot) for card in sorted(set(player.hand)) for slot in empty(player)]
    found += [Resolve(die.value, die.kind) for die in dice if die.value in open_slots]
    found += passives(state, seat)
    found += scouting.scoutable(state, player)
    found += supply.buyable(state, player)
    if ROW[player.space] == "braking":
        found += [
            Steer(space)
            for space in row_of(player.space)
            if (n := distance(player.space, space)) and n <= player.traction
        ]
    found += [
        ChangeDie(die.kind, die.value, to)
        for die in dice
        for to in range(1, 7)
        if to != die.value and abs(to - die.value) <= player.wrench and can_show(die.kind, to)
    ]
    if player.risk < BOX.limits.risk_dice_per_player:
        found.append(Dare())
    if (ghost := state.ghost) is not None and not any(ghost.blocked):
        found += [
            Block(pair, die.kind)
            for pair, value in enumerate(ghost.values)
            for die in dice
            if die.value == value
        ]
    found.append(Finish())
    return found
