"""The stages of a rally, and their roads."""

from __future__ import annotations

from functools import lru_cache

from paddock.core.errors import BadInput
from paddock.games.rallyman.dirt.state import DirtOptions, State
from paddock.tracks.layouts import Stage, ready_rally, ready_stage
from paddock.tracks.road_dirt import DirtRoad
from paddock.tracks.road_stage import stage_road

_BY_HAND: dict[Stage, DirtRoad] = {}


@lru_cache(maxsize=256)
def stages_of(options: DirtOptions) -> tuple[Stage, ...]:
    """Returns the stages of a rally in driving order; raises BadInput that says what is wrong with them."""
    if options.layouts:
        if options.stages:
            raise BadInput("rallyman-dirt.stages-and-layouts")
        return options.layouts
    if not options.stages:
        return ready_rally(options.rally).stages
    return tuple(ready_stage(name if "/" in name else f"{options.rally}/{name}") for name in options.stages)


def road_of(stage: Stage) -> DirtRoad:
    """Returns the compiled road of a stage; raises InvalidLayout that says what is wrong with it."""
    return _BY_HAND.get(stage) or stage_road(stage)


def lay_by_hand(stage: Stage, road: DirtRoad) -> None:
    """Registers the road of a stage that is not built from tiles, such as a test's."""
    _BY_HAND[stage] = road


@lru_cache(maxsize=256)
def roads_of(options: DirtOptions) -> tuple[DirtRoad, ...]:
    """Returns the roads of a rally's stages."""
    return tuple(road_of(stage) for stage in stages_of(options))


def road(state: State) -> DirtRoad:
    """Returns the road of the stage being driven."""
    return roads_of(state.options)[state.stage]


def goes_on(state: State) -> bool:
    """Whether another stage follows the one being driven."""
    return state.stage + 1 < len(stages_of(state.options))
