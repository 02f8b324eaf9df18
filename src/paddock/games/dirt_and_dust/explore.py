"""Questions of a player who is thinking: what could this die, this card, this Navigator do?"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from msgspec import Struct

from paddock.core.errors import BadInput, IllegalAction
from paddock.core.game import kebab
from paddock.core.messages import Message
from paddock.games.dirt_and_dust import scouting, supply
from paddock.games.dirt_and_dust.actions import AnyAction
from paddock.games.dirt_and_dust.cards import BOX
from paddock.games.dirt_and_dust.components import StageCard
from paddock.games.dirt_and_dust.effects import holds, refuse_effect
from paddock.games.dirt_and_dust.language import Effect, Kind
from paddock.games.dirt_and_dust.operations import Site, can_show, destinations
from paddock.games.dirt_and_dust.state import SLOTS, Doing, Player, State, empty, face_up, ready_dice
from paddock.games.dirt_and_dust.track import SPACES

if TYPE_CHECKING:
    from paddock.games.dirt_and_dust.game import DirtAndDust


class Asked(Struct, frozen=True, forbid_unknown_fields=True, tag_field="question", tag=kebab):
    """Base of the questions."""


class AboutDie(Asked, frozen=True):
    """What could this active die do now?"""

    die: Kind
    value: int


class AboutCard(Asked, frozen=True):
    """What could this card (in hand, in a slot or in the supply) do now?"""

    card: str


class AboutStageCard(Asked, frozen=True):
    """What would a Navigator on this Stage card bring?"""

    card: int


class WhyNot(Asked, frozen=True):
    """May I do this, and if not, why?"""

    do: AnyAction


Question = AboutDie | AboutCard | AboutStageCard | WhyNot


class Said(Struct, frozen=True, tag_field="answer", tag=kebab):
    """Base of the answers."""


class EffectPreview(Struct, frozen=True):
    """Whether an effect could be used now."""

    effect: int
    available: bool
    mandatory: bool
    rule: str = ""
    why_not: Message | None = None
    spaces: tuple[str, ...] = ()
    """Where it could move the car; empty if it does not move it."""


class DieUse(Struct, frozen=True):
    """What a die could do above a slot that it can reach."""

    slot: int
    wrenches: int
    card: str
    covered: bool
    effects: tuple[EffectPreview, ...]
    ghost_pairs: tuple[int, ...]


class DieAnswer(Said, frozen=True):
    """All slots a die can reach with the available Wrenches, the cheapest first."""

    uses: tuple[DieUse, ...]


class CardAnswer(Said, frozen=True):
    """What a card could do now, and where it could be played."""

    card: str
    effects: tuple[EffectPreview, ...]
    passive: EffectPreview | None
    slots: tuple[int, ...]
    """Empty slots for a card in hand; those with dice above them come first."""
    price: int | None
    sealed: bool
    """Whether buying it now would be a sealed claim."""


class StageAnswer(Said, frozen=True):
    """Where a Navigator would take the car, its cost and the possible effects after it."""

    card: int
    price: int
    affordable: bool
    space: str
    leaves_road: bool
    zone: str
    worth: int
    """The points of one Navigator if the card falls with the car on that space."""
    pays: str
    effects: tuple[EffectPreview, ...]


class Verdict(Said, frozen=True):
    """Whether an action is allowed; if not, the rule and the reason."""

    allowed: bool
    rule: str = ""
    reason: Message | None = None


Answer = DieAnswer | CardAnswer | StageAnswer | Verdict
ANSWERS: dict[Any, Any] = {
    AboutDie: DieAnswer,
    AboutCard: CardAnswer,
    AboutStageCard: StageAnswer,
    WhyNot: Verdict,
}


def _previews(
    state: State, seat: int, doing: Doing, effects: tuple[Effect, ...]
) -> tuple[EffectPreview, ...]:
    found = []
    for index, effect in enumerate(effects):
        spaces = destinations(Site(state, seat, state.players[seat], doing), effect.do)
        if effect.mandatory and holds(state.players[seat], doing, effect):
            found.append(EffectPreview(index, True, True, spaces=spaces))
            continue
        try:
            refuse_effect(state, seat, doing, effect)
        except IllegalAction as refusal:
            found.append(EffectPreview(index, False, effect.mandatory, refusal.rule_id, refusal.message))
        else:
            found.append(EffectPreview(index, True, effect.mandatory, spaces=spaces))
    return tuple(found)


def _about_die(state: State, seat: int, question: AboutDie) -> DieAnswer:
    player = state.players[seat]
    die = next((d for d in ready_dice(player) if (d.kind, d.value) == (question.die, question.value)), None)
    if die is None:
        raise BadInput("dirt-and-dust.no.no-such-die", die=question.die, value=question.value)
    uses = []
    for slot in sorted(SLOTS, key=lambda slot: abs(slot - die.value)):
        cost = abs(slot - die.value)
        if cost > player.wrench or not can_show(die.kind, slot):
            continue
        placed = player.slots[slot - 1]
        pairs = _open_pairs(state, slot)
        card = placed.card if placed is not None else ""
        effects: tuple[EffectPreview, ...] = ()
        if placed is not None and not placed.covered:
            doing = Doing("card", card, slot, die.kind, slot)
            effects = _previews(state, seat, doing, BOX.cards[card].effects)
        uses.append(DieUse(slot, cost, card, placed is not None and placed.covered, effects, pairs))
    return DieAnswer(tuple(uses))


def _open_pairs(state: State, value: int) -> tuple[int, ...]:
    ghost = state.ghost
    if ghost is None or any(ghost.blocked):
        return ()
    return tuple(i for i, shown in enumerate(ghost.values) if shown == value)


def _about_card(state: State, seat: int, question: AboutCard) -> CardAnswer:
    card = BOX.cards.get(question.card)
    if card is None:
        raise BadInput("dirt-and-dust.no-such-card", card=question.card)
    player = state.players[seat]
    slot = next((s for s in SLOTS if (p := player.slots[s - 1]) is not None and p.card == card.id), 0)
    passive = None
    if card.passive is not None and not card.passive.reaction:
        passive = _previews(state, seat, Doing("passive", card.id, slot), (card.passive,))[0]
    values = {die.value for die in ready_dice(player)}
    slots = sorted(empty(player), key=lambda s: (s not in values, s)) if card.id in player.hand else []
    in_supply = card.id in state.stock
    return CardAnswer(
        card.id,
        _previews(state, seat, Doing("card", card.id, slot), card.effects),
        passive,
        tuple(slots),
        supply.price(player, card.id) if in_supply else None,
        in_supply and supply.sealed(state, player, card.id),
    )


def _about_stage_card(state: State, seat: int, question: AboutStageCard) -> StageAnswer:
    if question.card not in face_up(state):
        raise BadInput("dirt-and-dust.no.not-face-up", card=question.card)
    player = state.players[seat]
    card = scouting.stage_card(state, question.card)
    space, leaves_road = scouting.follow_order(player, card)
    price = scouting.price(player, card)
    there = SPACES[space]
    return StageAnswer(
        card.no,
        price,
        price <= player.traction,
        space,
        leaves_road,
        there.zone,
        there.value,
        there.pays,
        _previews_there(state, seat, player, card, space),
    )


def _previews_there(
    state: State, seat: int, player: Player, card: StageCard, space: str
) -> tuple[EffectPreview, ...]:
    """Returns the previews of the effects after paying and moving."""
    imagined = state.clone()
    mover = imagined.players[seat]
    mover.space = space
    mover.traction = max(0, player.traction - scouting.price(player, card))
    return _previews(imagined, seat, Doing("stage", str(card.no)), card.effects)


def _why_not(game: DirtAndDust, state: State, seat: int, question: WhyNot) -> Verdict:
    try:
        game.act(state.clone(), seat, question.do)
    except IllegalAction as refusal:
        return Verdict(False, refusal.rule_id, refusal.message)
    return Verdict(True)


def answer(game: DirtAndDust, state: State, seat: int, question: Question) -> Answer:
    """Answers a question of a seat from what the seat may know."""
    match question:
        case AboutDie():
            return _about_die(state, seat, question)
        case AboutCard():
            return _about_card(state, seat, question)
        case AboutStageCard():
            return _about_stage_card(state, seat, question)
        case WhyNot():
            return _why_not(game, state, seat, question)
