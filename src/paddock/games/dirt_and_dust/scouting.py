"""Reconnaissance: placing Navigators on Stage cards."""

from __future__ import annotations

from paddock.games.dirt_and_dust.actions import AnyAction, Scout
from paddock.games.dirt_and_dust.cards import BOX
from paddock.games.dirt_and_dust.components import StageCard
from paddock.games.dirt_and_dust.damage import handicap, take_risk
from paddock.games.dirt_and_dust.events import Events, LeftRoad, Scouted
from paddock.games.dirt_and_dust.operations import drive_to
from paddock.games.dirt_and_dust.refusals import no
from paddock.games.dirt_and_dust.resources import pay
from paddock.games.dirt_and_dust.state import Doing, Player, State, face_up
from paddock.games.dirt_and_dust.track import along


def stage_card(state: State, no: int) -> StageCard:
    """Returns a card of the stage by its number."""
    return BOX.stages[state.stage].cards[no - 1]


def price(player: Player, card: StageCard) -> int:
    """Returns the price of a Navigator on the card for the player."""
    return card.cost + handicap(player).navigator_cost


def limit(player: Player) -> int:
    """Returns how many Navigators the player may have on each Stage card."""
    limits = BOX.limits
    return limits.navigators_per_stage_card_tripled if player.tripled else limits.navigators_per_stage_card


def supply_left(player: Player) -> int:
    """Returns how many Navigators the player has left."""
    return BOX.limits.navigators_per_player - sum(player.navigators)


def check_scout(state: State, player: Player, action: Scout) -> None:
    """Raises IllegalAction if a Navigator cannot be placed."""
    if action.card not in face_up(state):
        raise no("DD-RECON-1", "not-face-up", card=action.card)
    if player.navigators[action.card - 1] >= limit(player):
        raise no("DD-RECON-3", "navigator-limit", limit=limit(player))
    if not supply_left(player):
        raise no("DD-RECON-4", "no-navigator")
    cost = price(player, stage_card(state, action.card))
    if player.traction < cost:
        raise no("DD-RECON-2", "traction", need=cost, have=player.traction)


def scoutable(state: State, player: Player) -> list[AnyAction]:
    """Returns the Stage cards on which the player can place a Navigator."""
    if not supply_left(player):
        return []
    most = limit(player)
    return [
        Scout(number)
        for number in face_up(state)
        if player.navigators[number - 1] < most
        and price(player, stage_card(state, number)) <= player.traction
    ]


def follow_order(player: Player, card: StageCard) -> tuple[str, bool]:
    """Returns where the move orders take the car, and whether the end of the track cuts them short."""
    space, left_road = player.space, False
    for order in card.moves:
        n = order.n + handicap(player).navigator_move
        space, missing = along(space, -n if order.dir == "left" else n)
        left_road = left_road or missing > 0
    return space, left_road


def scout(state: State, seat: int, action: Scout) -> Events:
    """Pays, places the Navigator and follows the move order; the effects come next."""
    player = state.players[seat]
    check_scout(state, player, action)
    card = stage_card(state, action.card)
    cost = price(player, card)
    pay(seat, player, "traction", cost)
    player.navigators[action.card - 1] += 1
    player.scouted.append(action.card)
    events: Events = [Scouted(seat, action.card, cost)]
    space, left_road = follow_order(player, card)
    events += drive_to(seat, player, space)
    player.doing = Doing("stage", str(action.card), left=list(range(len(card.effects))))
    if left_road:
        events += [LeftRoad(seat), *take_risk(seat, player)]
    return events
