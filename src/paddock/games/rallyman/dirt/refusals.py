"""Why a step of a plan is refused: the rule that forbids it, and a message for the player."""

from __future__ import annotations

from paddock.core.errors import IllegalAction
from paddock.games.rallyman.dice import Refusal, any_gear_die_used, lays, refusal
from paddock.games.rallyman.dirt.drive import Drive, Spot
from paddock.games.rallyman.dirt.ground import GROUNDED, LONG, Opening, wades
from paddock.games.rallyman.dirt.state import Step
from paddock.tracks.road_dirt import CUT, HALF, INSIDE, LANE, OUTSIDE, DirtRoad

RULES: dict[Refusal, str] = {
    "no-such-die": "DIRT-LEAD-2",
    "die-used": "DIRT-DICE-2",
    "no-gear-dice": "DIRT-DICE-1",
    "no-coast-dice": "DIRT-DICE-1",
    "no-brake-dice": "DIRT-DICE-1",
    "above-top": "DIRT-DICE-2",
    "start-with-1": "DIRT-DICE-4",
    "start-with-1-or-2": "DIRT-ADV-1",
    "coast-in-0": "DIRT-DICE-7",
    "skips-up": "DIRT-DICE-6",
    "too-few-brakes": "DIRT-DICE-9",
    "too-many-brakes": "DIRT-DICE-9",
    "not-in-top-gear": "DIRT-ADV-2",
    "no-red-zone": "DIRT-ADV-2",
}

Reason = tuple[str, str]
"""A rule's id, and the id of the message that explains it."""


def why_not(drive: Drive, spot: Spot, planned: Step, number: int) -> IllegalAction:
    """Returns the error for step `number` (from 0) of a plan that stands at a spot."""
    told: dict[str, str | int] = {"step": number + 1, "die": planned.die}
    if 0 <= planned.cell < len(drive.road):
        told["cell"] = drive.road.name(planned.cell)
    why = refusal(drive.hand, spot.gear, spot.used, planned.die, planned.brakes)
    if why is not None:
        first = why == "skips-up" and not any_gear_die_used(spot.used)
        return IllegalAction("DIRT-DICE-5" if first else RULES[why], f"rallyman-dirt.{why}", **told)
    rule, words = _off_the_road(drive, spot, planned.cell) or _closed(drive, spot, planned)
    if words == "too-slow":
        told["need"] = _opening(drive, spot, planned.cell).need
    return IllegalAction(rule, f"rallyman-dirt.{words}", **told)


def _off_the_road(drive: Drive, spot: Spot, cell: int) -> Reason | None:
    """Returns why no step leads from a spot to a space on an empty road; None if one does."""
    road = drive.road
    if not 0 <= cell < len(road):
        return "DIRT-MOVE-2", "no-such-cell"
    alone = Drive(road, drive.start, drive.hand).openings(spot.cell, spot.flight, spot.landing)
    if any(opening.cell == cell for opening in alone):
        return None
    if spot.flight == LONG:
        return "DIRT-JUMP-D9", "not-the-landing"
    if spot.flight != GROUNDED:
        return ("DIRT-JUMP-7", "landing-closed") if road.water[cell] else ("DIRT-JUMP-2", "not-ahead")
    return _wrong_way(road, spot.cell, cell) if spot.cell >= 0 else ("DIRT-START-3", "not-ahead")


def _wrong_way(road: DirtRoad, start: int, cell: int) -> Reason:
    """Returns why a space is not next on the ground: ways, slides and shortcuts have their own rules."""
    here, there = road.kind[start], road.kind[cell]
    same_section = road.section[start] == road.section[cell] >= 0
    if there == CUT:
        into = road.shortcuts[road.shortcut[cell]]
        beside = road.section[start] in into.entered_from or road.shortcut[start] == road.shortcut[cell]
        return ("DIRT-CUT-2", "no-way-in") if beside else ("DIRT-MOVE-2", "not-ahead")
    if here == CUT:
        beside = road.section[cell] in road.shortcuts[road.shortcut[start]].left_to
        return ("DIRT-CUT-3", "no-way-out") if beside else ("DIRT-MOVE-2", "not-ahead")
    if same_section and {here, there} == {INSIDE, OUTSIDE}:
        return "DIRT-CORNER-2", "other-way"
    if same_section and {here, there} == {LANE, HALF}:
        return "DIRT-SLIDE-3", "slide-kept"
    if here == HALF and road.nth[start] == 0 and road.section[cell] == road.section[start] + 1:
        return "DIRT-SLIDE-3", "slide-kept"
    if there == HALF and road.nth[cell] == 1 and road.section[cell] == road.section[start] + 1:
        return "DIRT-SLIDE-D2", "second-half"
    return "DIRT-MOVE-2", "not-ahead"


def _closed(drive: Drive, spot: Spot, planned: Step) -> Reason:
    """Returns why a space that comes next cannot be entered now with these dice."""
    road, cell = drive.road, planned.cell
    taken, passable = drive.taken & road.overlaps[cell], drive.current_limit(spot.cell, cell) > 0
    if spot.flight != GROUNDED and (taken or not passable):
        return "DIRT-JUMP-7", "landing-closed"
    if taken:
        return _occupied(drive, cell)
    if not passable:
        return "DIRT-CUT-7", "impassable"
    opening = _opening(drive, spot, cell)
    lay = next(
        lay
        for lay in lays(drive.hand, spot.gear, spot.used)
        if lay.die == planned.die and lay.brakes == planned.brakes
    )
    if lay.gear < opening.need:
        return "DIRT-PASS-1", "too-slow"
    if opening.water and not wades(lay):
        return "DIRT-WATER-1", "water"
    if not drive.ends(lay, opening):
        return "DIRT-JUMP-7", "no-landing"
    if planned.landing in road.landings_long[cell] and not drive.can_land(planned.landing):
        return "DIRT-JUMP-7", "landing-closed"
    return "DIRT-JUMP-D3", "wrong-landing"


def _occupied(drive: Drive, cell: int) -> Reason:
    road = drive.road
    if drive.taken >> cell & 1:
        return "DIRT-MOVE-1", "taken"
    if road.corner[cell] >= 0:
        return "DIRT-PASS-4", "bound"
    return "DIRT-SLIDE-5", "slide-taken"


def _opening(drive: Drive, spot: Spot, cell: int) -> Opening:
    openings = drive.openings(spot.cell, spot.flight, spot.landing)
    return next(opening for opening in openings if opening.cell == cell)
