"""Cards in words: every condition, payment and operation is a message of the catalogue."""

from __future__ import annotations

import msgspec

from paddock.core.messages import Message
from paddock.games.dirt_and_dust.components import Card, StageCard
from paddock.games.dirt_and_dust.language import Effect, Op, SetDie

HOME = "dirt-and-dust"


def describe_op(op: Op) -> Message:
    """Returns one operation as a sentence."""
    fields = msgspec.to_builtins(op)
    name = fields.pop("op")
    params = {"per": "none", "max": 0} | {k: v for k, v in fields.items() if v is not None}
    for key, value in params.items():
        if isinstance(value, list | tuple):
            params[key] = "/".join(str(item) for item in value)
    if not fields:
        params = {}
    if isinstance(op, SetDie):
        name = f"{name}_{op.which}"
    return Message(f"{HOME}.op.{name}", params)


def describe_effect(effect: Effect, passive: bool = False) -> tuple[Message, ...]:
    """Returns an effect as short messages in reading order: conditions, payment, operations."""
    parts: list[Message] = [Message(f"{HOME}.passive")] if passive else []
    if effect.when is not None:
        for name, value in msgspec.to_builtins(effect.when).items():
            parts.append(Message(f"{HOME}.when.{name}", {name: value}))
    for what, n in effect.pay.items():
        if n == "all":
            parts.append(Message(f"{HOME}.pay-all", {"what": what}))
        else:
            parts.append(Message(f"{HOME}.pay", {"what": what, "n": n}))
    parts += [describe_op(op) for op in effect.do]
    if effect.mandatory:
        parts.append(Message(f"{HOME}.mandatory"))
    return tuple(parts)


def lines(card: Card | StageCard) -> tuple[tuple[Message, ...], ...]:
    """Returns a card in words, one line for each thing printed on it."""
    found: list[tuple[Message, ...]] = []
    if isinstance(card, StageCard):
        found += [(Message(f"{HOME}.order", {"dir": move.dir, "n": move.n}),) for move in card.moves]
    elif card.passive is not None:
        found.append(describe_effect(card.passive, passive=True))
    found += [describe_effect(effect) for effect in card.effects]
    return tuple(found)


def describe(card: Card | StageCard) -> list[Message]:
    """Returns a card in words, from top to bottom."""
    return [message for line in lines(card) for message in line]
