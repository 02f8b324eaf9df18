"""The options of a game."""

from __future__ import annotations

from typing import Annotated, Literal

from msgspec import Meta

from paddock.core.errors import BadInput
from paddock.core.game import Options
from paddock.games.dirt_and_dust.cards import BOX
from paddock.games.dirt_and_dust.components import DriverId, Level, StageId, TrackId

StageChoice = Literal["random", "draft", StageId]


class DirtAndDustOptions(Options, frozen=True, kw_only=True):
    """Stage, cards, drivers and difficulty."""

    stage: StageChoice = "random"
    team_cards: Literal["A", "B", "random", "chosen"] = "A"
    versions: Annotated[str, Meta(pattern="^[AB]{9}$")] = "AAAAAAAAA"
    """For `chosen` team cards: the version of each of the nine numbers."""
    drivers: Literal["random", "draft", "fixed"] = "random"
    driver_list: tuple[DriverId, ...] = ()
    """For `fixed` drivers: the driver of each seat."""
    five_face_up: bool = False
    start_damage: tuple[Annotated[int, Meta(ge=0, le=2)], ...] = ()
    """Permanent Damage tokens flipped at the start, by seat; none for missing seats."""
    ghost: Level = "standard"
    track: TrackId = "bricks"
    """The layout of the Position Track, which the text of the rulebook leaves open."""


def check_options(options: DirtAndDustOptions, seats: int) -> None:
    """Raises BadInput if options contradict each other or the number of seats."""
    if options.stage != "trial" and options.drivers == "fixed":
        if len(options.driver_list) != seats:
            raise BadInput("dirt-and-dust.bad-drivers", seats=seats, drivers=len(options.driver_list))
        if len(set(options.driver_list)) != seats:
            raise BadInput("dirt-and-dust.driver-twice")
    if len(options.start_damage) > seats:
        raise BadInput("dirt-and-dust.bad-damage", seats=seats)


FULL_STAGES = tuple(stage for stage in BOX.stages if stage != "trial")
