"""Notation of a turn in one line, written and parsed: `3 4 5c (5)`.

Dice stand in order: `3` a gear die, `2bb` a gear die with two brake dice, `c` coast, `l` leader, `r` a brake
die in the red zone. A die may name the cell it leads to (`4>2:A1`) and the faces it showed, gear die first
(`2bb-!-`), or that it was secured (`3*`). `(5)` are tokens gained flat out, `(-3)` tokens spent; `=>` comes
before dice laid again. `!0` is a spin, `!00R` a crash to the right, `:GW` the damage drawn; a plain `!` any
loss. Words after it name other events: `wet`, `lap`, `pit-tyres`. `4:` in front is the gear at the start.
"""

from __future__ import annotations

import re
from typing import Literal

from msgspec import Struct

from paddock.core.errors import BadInput

_STEP = re.compile(r"([1-6])(b*)|([clr])")
_DETAIL = re.compile(r"(?:>([0-9A-Za-z:.~]+))?(\*|[-!]+)?")
_LOSS = re.compile(r"!(0{0,2})([LR]?)(?::([A-Z]+))?")
_GEAR = re.compile(r"(00|[0-6]):")
_TOKENS = re.compile(r"\((-?\d+)\)")
_WORD = re.compile(r"[a-z][a-z_-]+")


class Thrown(Struct, frozen=True):
    """One step: its dice, the cell it leads to, the faces shown (`*`: secured), as far as they are given."""

    die: str
    brakes: int = 0
    cell: str = ""
    faces: str = ""

    @property
    def bare(self) -> bool:
        """Whether only the dice are given."""
        return not self.cell and not self.faces


class TurnLine(Struct, frozen=True):
    """A turn in the notation."""

    steps: tuple[Thrown, ...] = ()
    gear: str = ""
    flat: bool = False
    tokens: int = 0
    """Tokens gained flat out or spent one by one."""
    relaid: tuple[Thrown, ...] = ()
    lost: bool = False
    marker: Literal["", "0", "00"] = ""
    side: Literal["", "L", "R"] = ""
    damage: str = ""
    words: tuple[str, ...] = ()


def write_turn(turn: TurnLine) -> str:
    """Returns the turn in one line.

    >>> write_turn(TurnLine((Thrown("3"), Thrown("4"), Thrown("5"), Thrown("c")), flat=True, tokens=4))
    '3 4 5c (4)'
    """
    parts = [f"{turn.gear}:"] if turn.gear else []
    if turn.steps:
        parts.append(_write_steps(turn.steps))
    if turn.relaid:
        parts += ["=>", _write_steps(turn.relaid)]
    if turn.flat:
        parts.append(f"({turn.tokens})")
    elif turn.tokens:
        parts.append(f"(-{turn.tokens})")
    if turn.lost:
        parts.append(f"!{turn.marker}{turn.side}" + (f":{turn.damage}" if turn.damage else ""))
    return " ".join((*parts, *turn.words))


def _write_steps(steps: tuple[Thrown, ...]) -> str:
    text = ""
    before: Thrown | None = None
    for step in steps:
        glued = before is not None and before.bare and step.bare and step.die in "clr"
        dice = step.die + "b" * step.brakes
        place = f">{step.cell}" if step.cell else ""
        text += ("" if glued or not text else " ") + dice + place + step.faces
        before = step
    return text


def read_turn(text: str) -> TurnLine:
    """Parses a turn; the reverse of `write_turn`. Raises BadInput that names the unreadable part."""
    gear, flat, tokens, lost, damage = "", False, 0, False, ""
    marker: Literal["", "0", "00"] = ""
    side: Literal["", "L", "R"] = ""
    laid: list[list[Thrown]] = [[]]
    words: list[str] = []
    for i, part in enumerate(text.split()):
        if i == 0 and (match := _GEAR.fullmatch(part)):
            gear = match[1]
        elif part == "=>" and len(laid) == 1 and laid[0]:
            laid.append([])
        elif match := _TOKENS.fullmatch(part):
            tokens = abs(int(match[1]))
            flat = not match[1].startswith("-")
        elif part.startswith("!") and (match := _LOSS.fullmatch(part)):
            lost, damage = True, match[3] or ""
            marker = match[1]  # type: ignore[assignment]
            side = match[2]  # type: ignore[assignment]
        elif (steps := _read_steps(part)) is not None:
            laid[-1] += steps
        elif _WORD.fullmatch(part):
            words.append(part)
        else:
            raise BadInput("rallyman.bad-turn", text=text, part=part)
    relaid = tuple(laid[1]) if len(laid) > 1 else ()
    return TurnLine(tuple(laid[0]), gear, flat, tokens, relaid, lost, marker, side, damage, tuple(words))


def _read_steps(part: str) -> list[Thrown] | None:
    steps: list[Thrown] = []
    at = 0
    while at < len(part):
        dice = _STEP.match(part, at)
        if dice is None:
            return None
        detail = _DETAIL.match(part, dice.end())
        assert detail is not None
        die, brakes = dice[1] or dice[3], len(dice[2] or "")
        faces = detail[2] or ""
        if faces not in ("", "*") and len(faces) != 1 + brakes:
            return None
        steps.append(Thrown(die, brakes, detail[1] or "", faces))
        at = detail.end()
    return steps
