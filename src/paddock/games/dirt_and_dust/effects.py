"""The interpreter of effects: conditions, payments, and operations one after the other."""

from __future__ import annotations

from paddock.games.dirt_and_dust.actions import AnyAction, Skip, Use
from paddock.games.dirt_and_dust.cards import BOX
from paddock.games.dirt_and_dust.events import Events
from paddock.games.dirt_and_dust.language import Effect, Op
from paddock.games.dirt_and_dust.operations import Asking, Site, always_possible, possible, rule_of
from paddock.games.dirt_and_dust.refusals import no
from paddock.games.dirt_and_dust.resources import pay_for, payable
from paddock.games.dirt_and_dust.state import Doing, Player, State
from paddock.games.dirt_and_dust.track import ROW, ZONE


def effects_of(state: State, doing: Doing) -> tuple[Effect, ...]:
    """Returns the effects being resolved."""
    if doing.source == "stage":
        return BOX.stages[state.stage].cards[int(doing.card) - 1].effects
    card = BOX.cards[doing.card]
    if doing.source == "passive":
        return (card.passive,) if card.passive is not None else ()
    return card.effects


def holds(player: Player, doing: Doing, effect: Effect) -> bool:
    """Whether the condition of an effect holds now."""
    when = effect.when
    return when is None or (
        when.row in (None, ROW[player.space])
        and when.zone in (None, ZONE[player.space])
        and when.die in (None, doing.die)
        and when.value in (None, doing.value)
    )


def feasible(at: Site, ops: tuple[Op, ...]) -> bool:
    """Whether all operations can be carried out, one after the other."""
    narrow = [index for index, op in enumerate(ops) if not always_possible(op)]
    if not narrow:
        return True
    return possible(at, ops[0]) if narrow == [0] else _some_way(at, ops)


def _some_way(at: Site, ops: tuple[Op, ...]) -> bool:
    if not ops:
        return True
    op, rest = ops[0], ops[1:]
    if not possible(at, op):
        return False
    rule = rule_of(op)
    answers: list[AnyAction | None] = [*rule.answers(at, op)] if isinstance(rule, Asking) else [None]
    for answer in answers:
        state = at.state.clone()
        player = state.players[at.seat]
        trial = Site(state, at.seat, player, at.doing.clone())
        if isinstance(rule, Asking):
            rule.do(trial, op, answer)
        else:
            rule.do(trial, op)
        if _some_way(trial, rest):
            return True
    return False


def refuse_effect(state: State, seat: int, doing: Doing, effect: Effect) -> None:
    """Raises IllegalAction if an optional effect is not available now."""
    player = state.players[seat]
    if not holds(player, doing, effect):
        raise no("DD-RESOLVE-3", "condition")
    if not payable(player, effect):
        raise no("DD-RES-5", "payment")
    if not feasible(Site(state, seat, player, doing), effect.do):
        raise no("DD-EFFECT-3", "not-possible")


def available(state: State, seat: int, doing: Doing, effect: Effect) -> bool:
    """Whether an effect can be chosen now; a mandatory one whenever its condition holds."""
    player = state.players[seat]
    if not holds(player, doing, effect):
        return False
    return effect.mandatory or (
        payable(player, effect) and feasible(Site(state, seat, player, doing), effect.do)
    )


def usable(state: State, seat: int, doing: Doing) -> list[int]:
    """Returns the effects the seat can choose now; for a Stage card only the next one from the top."""
    effects = effects_of(state, doing)
    left = doing.left[:1] if doing.source == "stage" else doing.left
    return [index for index in left if available(state, seat, doing, effects[index])]


def duties(state: State, seat: int, doing: Doing) -> list[int]:
    """Returns the effects that must still be resolved."""
    effects = effects_of(state, doing)
    player = state.players[seat]
    return [i for i in doing.left if effects[i].mandatory and holds(player, doing, effects[i])]


def begin(state: State, seat: int, index: int) -> Events:
    """Starts an effect: pays for it and queues its operations."""
    player = state.players[seat]
    doing = player.doing
    assert doing is not None
    effect = effects_of(state, doing)[index]
    doing.left.remove(index)
    doing.effect, doing.step, doing.again = index, 0, 0
    return pay_for(seat, player, effect)


def question(state: State, seat: int) -> list[AnyAction]:
    """Returns what the seat can answer or decide while resolving a card."""
    player = state.players[seat]
    doing = player.doing
    assert doing is not None
    if doing.effect >= 0:
        op = effects_of(state, doing)[doing.effect].do[doing.step]
        rule = rule_of(op)
        assert isinstance(rule, Asking)
        return rule.answers(Site(state, seat, player, doing), op)
    choices: list[AnyAction] = [Use(index) for index in usable(state, seat, doing)]
    if doing.source == "stage" or not duties(state, seat, doing):
        choices.append(Skip())
    return choices


def answer(state: State, seat: int, action: AnyAction) -> Events:
    """Applies the answer to the effect in progress."""
    player = state.players[seat]
    doing = player.doing
    assert doing is not None
    op = effects_of(state, doing)[doing.effect].do[doing.step]
    rule = rule_of(op)
    assert isinstance(rule, Asking)
    at = Site(state, seat, player, doing)
    if action not in rule.answers(at, op):
        raise no("DD-RESOLVE-4", "not-an-answer")
    events = rule.do(at, op, action)
    _advance(doing, rule.times(op) if rule.times is not None else 1)
    return events


def _advance(doing: Doing, times: int) -> None:
    doing.again += 1
    if doing.again >= times:
        doing.step += 1
        doing.again = 0


def choose(state: State, seat: int, action: AnyAction) -> Events:
    """Starts the chosen effect of the card being resolved, or ends the card."""
    player = state.players[seat]
    doing = player.doing
    assert doing is not None
    effects = effects_of(state, doing)
    if isinstance(action, Skip):
        if (due := duties(state, seat, doing)) and doing.source != "stage":
            raise no("DD-EFFECT-4", "mandatory", effect=due[0] + 1)
        if doing.source == "stage":
            doing.left.pop(0)
        else:
            player.doing = None
        return []
    if not isinstance(action, Use):
        raise no("DD-RESOLVE-5", "finish-card")
    if action.effect not in doing.left:
        raise no("DD-RESOLVE-2", "effect-used")
    if doing.source == "stage" and action.effect != doing.left[0]:
        raise no("DD-RECON-5", "top-to-bottom")
    effect = effects[action.effect]
    if not effect.mandatory or not holds(player, doing, effect):
        refuse_effect(state, seat, doing, effect)
    return begin(state, seat, action.effect)


def proceed(state: State, seat: int) -> Events:
    """Continues until the seat must choose, a die must be rolled, or the card is done."""
    player = state.players[seat]
    events: Events = []
    while (doing := player.doing) is not None and not player.throws and not player.faces:
        if doing.effect < 0:
            chosen = _next_effect(state, seat, doing)
            if chosen is None:
                break
            if chosen >= 0:
                events += begin(state, seat, chosen)
            continue
        ops = effects_of(state, doing)[doing.effect].do
        if doing.step >= len(ops):
            doing.effect = -1
            continue
        op = ops[doing.step]
        at = Site(state, seat, player, doing)
        rule = rule_of(op)
        times = rule.times(op) if rule.times is not None else 1
        if isinstance(rule, Asking):
            answers = rule.answers(at, op)
            if len(answers) > 1:
                break
            if answers:
                events += rule.do(at, op, answers[0])
            _advance(doing, times if answers else 0)
        else:
            events += rule.do(at, op)
            _advance(doing, times)
    return events


def _next_effect(state: State, seat: int, doing: Doing) -> int | None:
    """Returns the effect that needs no choice; None: the seat is asked; -1: continue without one."""
    player = state.players[seat]
    if not doing.left:
        player.doing = None
        return -1
    choices = usable(state, seat, doing)
    due = duties(state, seat, doing)
    if doing.source == "stage":
        first = doing.left[0]
        if first in due or (choices and effects_of(state, doing)[first].automatic):
            return first
        if not choices:
            doing.left.pop(0)
            return -1
        return None
    if not choices:
        player.doing = None
        return -1
    return choices[0] if choices == due and len(choices) == 1 else None


def react(state: State, seat: int, slot: int) -> Events:
    """Uses the passive in a slot as a reaction to the Risk dice just rolled."""
    player = state.players[seat]
    placed = player.slots[slot - 1]
    assert placed is not None
    passive = BOX.cards[placed.card].passive
    assert passive is not None
    mark_used(player, slot)
    doing = Doing("passive", placed.card, slot)
    events = pay_for(seat, player, passive)
    at = Site(state, seat, player, doing)
    for op in passive.do:
        rule = rule_of(op)
        assert not isinstance(rule, Asking)
        events += rule.do(at, op)
    if player.doing is not None and player.doing.slot == slot:
        player.doing.slot = doing.slot
    return events


def mark_used(player: Player, slot: int) -> None:
    """Places the Passive Effect token on the card of a slot."""
    placed = player.slots[slot - 1]
    assert placed is not None
    player.slots[slot - 1] = type(placed)(placed.card, placed.covered, True)
