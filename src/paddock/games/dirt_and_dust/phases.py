"""The four phases of a round."""

from __future__ import annotations

from collections import Counter

from paddock.core.chance import Chance, Outcome, weighted
from paddock.games.dirt_and_dust.actions import AnyAction, Discard
from paddock.games.dirt_and_dust.cards import BOX
from paddock.games.dirt_and_dust.damage import FACES, apply_risk, handicap, reactions, release_popularity_die
from paddock.games.dirt_and_dust.effects import proceed
from paddock.games.dirt_and_dust.events import (
    CardFell,
    Discarded,
    Drew,
    DriveShown,
    Events,
    FreeCardShown,
    GhostRolled,
    HandDiscarded,
    PopularityDieTaken,
    ResourcesLost,
    RiskRolled,
    Rolled,
    RoundBegan,
    Scored,
    Shuffled,
)
from paddock.games.dirt_and_dust.ghost import begin_roll, grow, score_ghost
from paddock.games.dirt_and_dust.refusals import no
from paddock.games.dirt_and_dust.resources import gain, pay
from paddock.games.dirt_and_dust.scoring import announce
from paddock.games.dirt_and_dust.state import (
    Die,
    Ghost,
    Placed,
    Player,
    State,
    alive,
    rounds,
    sequential,
)
from paddock.games.dirt_and_dust.supply import rank, settle
from paddock.games.dirt_and_dust.track import SPACES

_RISK = weighted("risk", Counter(face.name for face in BOX.risk_faces).items())
_POPULARITY = weighted("popularity", sorted(Counter(BOX.popularity_faces).items()))
_DIE = weighted("die", [(value, 1) for value in range(1, 7)])
NODES = {"risk": _RISK, "popularity": _POPULARITY, "player": _DIE, "boost": _DIE}


def begin_round(state: State) -> Events:
    """Starts the Roll Phase: gives out the Popularity die and queues everyone's dice."""
    state.phase = "roll"
    state.round += 1
    events: Events = [RoundBegan(state.round)]
    state.holder = most_popular(state)
    if state.holder is not None:
        events.append(PopularityDieTaken(state.holder))
    if state.ghost is not None:
        begin_roll(state.ghost)
    for seat, player in enumerate(state.players):
        player.done = player.out
        player.dice_rolled = 0
        if player.out:
            continue
        player.throws = [*["risk"] * player.risk, *["player"] * BOX.limits.player_dice]  # type: ignore[list-item]
        if seat == state.holder:
            player.throws.append("popularity")
    return events


def most_popular(state: State) -> int | None:
    """Returns the seat with strictly the most Popularity, at least 1; the Ghost can prevent that."""
    seats = alive(state)
    best = max(state.players[seat].popularity for seat in seats)
    leaders = [seat for seat in seats if state.players[seat].popularity == best]
    if len(leaders) > 1 or (state.ghost is not None and state.ghost.popularity >= best) or best == 0:
        return None
    return leaders[0]


def end_roll(state: State, seat: int) -> Events:
    """Ends a seat's roll: pays for the Popularity die and places the dice above their slots."""
    player = state.players[seat]
    player.done = True
    if player.out:
        return []
    shown = sum(die.value for die in player.dice if die.kind == "popularity")
    return pay(seat, player, "popularity", shown)


def begin_driving(state: State) -> Events:
    """Starts the Driving Phase: fixes the priority list and stores the boards."""
    state.phase = "driving"
    for player in state.players:
        player.done = player.out
    state.priority = rank(state)
    if not sequential(state) and len(state.players) > 1:
        state.before = tuple(player.clone() for player in state.players)
        state.stock_before = state.stock.copy()
    return []


def end_driving(state: State) -> Events:
    """Settles the claims after the phase, then evaluates unless somebody may buy again."""
    events = show_drives(state)
    state.phase = "settlement"
    events += settle(state)
    return events if state.turns else [*events, *evaluate(state)]


def show_drives(state: State) -> Events:
    """Makes all boards public and reports the hidden drives."""
    events: Events = []
    for seat, (player, before) in enumerate(zip(state.players, state.before, strict=False)):
        if before.out:
            continue
        bought, scouted = tuple(player.bought), tuple(player.scouted)
        events.append(DriveShown(seat, player.space, bought, scouted, player.out))
        events += [FreeCardShown(seat, card) for card in player.taken]
    state.before = ()
    state.stock_before = {}
    release_popularity_die(state)
    return events


def evaluate(state: State) -> Events:
    """Drops the lowest Stage card; the Navigators on it score and return."""
    fallen = state.round
    state.disputed.clear()
    events: Events = [CardFell(fallen)]
    for seat in alive(state):
        player = state.players[seat]
        navigators = player.navigators[fallen - 1]
        if not navigators:
            continue
        space = SPACES[player.space]
        points = navigators * space.value
        gain(seat, player, space.pays, points)
        player.navigators[fallen - 1] = 0
        events.append(Scored(seat, navigators, space.pays, points))
    if state.ghost is not None:
        events += [*score_ghost(state.ghost), *grow(state, fallen)]
    if fallen == rounds(state) or not alive(state):
        state.phase = "over"
        return [*events, *announce(state)]
    return [*events, *prepare(state)]


def prepare(state: State) -> Events:
    """Starts the Preparation Phase: moves cards to the right, returns marks and dice."""
    state.phase = "preparation"
    state.holder = None
    events: Events = []
    for seat, player in enumerate(state.players):
        player.done = player.out
        player.failed.clear()
        player.bought.clear()
        player.taken.clear()
        player.scouted.clear()
        player.dice.clear()
        if player.out:
            continue
        last = player.slots.pop()
        player.slots.insert(0, None)
        if last is not None:
            player.deck.discard(last.card)
            events.append(Discarded(seat, last.card, BOX.limits.slots))
        player.slots = [Placed(p.card, p.covered) if p is not None else None for p in player.slots]
        player.removed = sorted(Placed(p.card) for p in player.removed)
        if not player.hand:
            events += discard_hand(state, seat, Discard())
    return events


def discard_hand(state: State, seat: int, action: AnyAction) -> Events:
    """Discards cards from hand, then draws up to the hand limit."""
    player = state.players[seat]
    if not isinstance(action, Discard):
        raise no("DD-PREP-5", "discard-now")
    for card, n in Counter(action.cards).items():
        if player.hand.count(card) < n:
            raise no("DD-PREP-5", "not-in-hand", card=card)
    limit = handicap(player).hand_limit
    if len(player.hand) - len(action.cards) > limit:
        raise no("DD-PREP-6", "hand-limit", limit=limit)
    for card in action.cards:
        player.hand.remove(card)
        player.deck.discard(card)
    player.done = True
    events: Events = [HandDiscarded(seat, action.cards)] if action.cards else []
    return [*events, *draw_up(seat, player)]


def draw_up(seat: int, player: Player) -> Events:
    """Requests the next card if the hand is not full, shuffling the discard pile if necessary."""
    if len(player.hand) >= handicap(player).hand_limit:
        return []
    events: Events = []
    if not len(player.deck):
        player.deck.reshuffle()
        if not len(player.deck):
            return []
        events.append(Shuffled(seat))
    player.throws.append("draw")
    return events


def end_preparation(state: State) -> Events:
    """Applies the last Permanent Damage to the resources, then starts the next round."""
    events: Events = []
    for seat in alive(state):
        player = state.players[seat]
        if handicap(player).reset:
            player.wrench = player.traction = 0
            events.append(ResourcesLost(seat))
    return [*events, *begin_round(state)]


def seat_chance(state: State, seat: int) -> Chance:
    """Returns the chance node of the next roll or draw of a seat, with a key of the seat's own."""
    player = state.players[seat]
    throw = player.throws[0]
    if throw == "draw":
        node, key = player.deck.next("draw"), f"deck {seat} {player.cards_drawn}"
    else:
        node, key = NODES[throw], f"dice {seat} {state.round} {player.dice_rolled}"
    return Chance(f"{throw} {seat}", node.outcomes, node.weights, key)


def ghost_chance(state: State, ghost: Ghost) -> Chance:
    """Returns the chance node of the Ghost's next die."""
    node = NODES[ghost.throws[0]]
    key = f"dice ghost {state.round} {ghost.dice_rolled}"
    return Chance(f"ghost {ghost.throws[0]}", node.outcomes, node.weights, key)


def resolve_ghost(ghost: Ghost, outcome: Outcome) -> Events:
    """Applies the Ghost's die."""
    ghost.dice_rolled += 1
    if ghost.throws.pop(0) == "risk":
        ghost.faces.append(str(outcome))
    else:
        ghost.values.append(int(outcome))
    if ghost.throws:
        return []
    ghost.dice_rolled = 0
    return [GhostRolled(tuple(ghost.faces), tuple(ghost.values))]


def resolve_throw(state: State, seat: int, outcome: Outcome) -> Events:
    """Applies a seat's roll or draw and continues."""
    player = state.players[seat]
    throw = player.throws.pop(0)
    if throw == "draw":
        return _drawn(state, seat, str(outcome))
    player.dice_rolled += 1
    if throw == "risk":
        player.faces.append(str(outcome))
        face = FACES[str(outcome)]
        events: Events = [RiskRolled(seat, face.hits, face.popularity)]
    else:
        player.dice.append(Die(throw, int(outcome)))
        player.dice.sort()
        events = [Rolled(seat, throw, int(outcome))]
    if player.throws or reactions(player):
        return events
    return [*events, *apply_risk(state, seat), *go_on(state, seat)]


def go_on(state: State, seat: int) -> Events:
    """Continues after a roll of the seat has been applied."""
    return end_roll(state, seat) if state.phase == "roll" else proceed(state, seat)


def _drawn(state: State, seat: int, card: str) -> Events:
    player = state.players[seat]
    player.deck.take(card)
    player.cards_drawn += 1
    player.hand.append(card)
    player.hand.sort()
    return [Drew(seat, card), *draw_up(seat, player)]


def advance(state: State) -> Events:
    """Goes to the next phase once all seats have finished the present one."""
    events: Events = []
    while not any(player.throws for player in state.players):
        if state.phase == "setup" and not state.todo:
            events += begin_round(state)
        elif state.phase == "over" or not all(player.done for player in state.players):
            break
        elif not alive(state):
            events += show_drives(state)
            state.phase = "over"
            events += announce(state)
        elif state.phase == "roll":
            events += begin_driving(state)
        elif state.phase == "driving":
            events += end_driving(state)
        elif state.phase == "settlement" and not state.turns:
            events += evaluate(state)
        elif state.phase == "preparation":
            events += end_preparation(state)
        else:
            break
    return events
