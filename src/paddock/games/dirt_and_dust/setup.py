"""Setting up: stage, supply, drivers and decks."""

from __future__ import annotations

from paddock.core.chance import Chance, weighted
from paddock.core.decks import shuffled
from paddock.games.dirt_and_dust.actions import AnyAction, PickDriver, PickStage
from paddock.games.dirt_and_dust.cards import BOX
from paddock.games.dirt_and_dust.components import TrackId
from paddock.games.dirt_and_dust.events import DriverChosen, Events, StackLaid, StageChosen
from paddock.games.dirt_and_dust.ghost import new_ghost
from paddock.games.dirt_and_dust.options import FULL_STAGES, DirtAndDustOptions, check_options
from paddock.games.dirt_and_dust.refusals import no
from paddock.games.dirt_and_dust.state import Player, State, rounds


def new_player(tokens: int, track: TrackId) -> Player:
    """Returns a player before the cards are known."""
    return Player(
        deck=shuffled({}),
        hand=[],
        slots=[None] * BOX.limits.slots,
        removed=[],
        dice=[],
        navigators=[],
        space=BOX.tracks[track].start,
        tokens=tokens,
    )


def set_up(options: DirtAndDustOptions, seats: int) -> State:
    """Returns the table with everything that the options decide."""
    check_options(options, seats)
    damage = [*options.start_damage, *[0] * seats][:seats]
    state = State(options, "setup", [new_player(tokens, options.track) for tokens in damage])
    trial = options.stage == "trial"
    if options.stage in ("random", "draft"):
        state.todo.append("stage")
    else:
        state.stage = options.stage
    if trial:
        state.stock = {card: BOX.team[card].copies for card in BOX.trial.market}
    elif options.team_cards == "random":
        state.todo += [f"stack {number}" for number in range(1, 10)]
    else:
        versions = options.versions if options.team_cards == "chosen" else options.team_cards * 9
        for number, letter in enumerate(versions, 1):
            lay_stack(state, number, letter)
    if not trial and options.drivers == "fixed":
        for player, driver in zip(state.players, options.driver_list, strict=True):
            player.driver = driver
    elif not trial:
        state.todo += [f"driver {seat}" for seat in range(seats)]
    if seats == 1 and not trial:
        state.ghost = new_ghost(options.ghost)
    if not state.todo:
        deal(state)
    return state


def lay_stack(state: State, number: int, letter: str) -> str:
    """Adds the stack of a number to the supply."""
    card = next(card for card in BOX.team.values() if (card.number, card.set) == (number, letter))
    state.stock[card.id] = card.copies
    return card.id


def free_drivers(state: State) -> list[str]:
    """Returns the drivers nobody has."""
    taken = {player.driver for player in state.players}
    return [driver for driver in BOX.drivers if driver not in taken]


def setup_chance(state: State) -> Chance | None:
    """Returns the chance node of the next setup step, or None if it is not left to chance."""
    if not state.todo:
        return None
    step = state.todo[0]
    if step == "stage":
        return (
            weighted(step, [(stage, 1) for stage in FULL_STAGES]) if state.options.stage == "random" else None
        )
    if step.startswith("stack"):
        return weighted(step, [("A", 1), ("B", 1)])
    if state.options.drivers == "random":
        return weighted(step, [(driver, 1) for driver in free_drivers(state)])
    return None


def setup_seat(state: State) -> int:
    """Returns the seat that decides the next setup step: the first for the stage, its own for a driver."""
    return 0 if state.todo[0] == "stage" else int(state.todo[0].split()[1])


def draft(state: State, seat: int, action: AnyAction) -> Events:
    """Applies a drafted choice of the setup."""
    step = state.todo[0]
    if isinstance(action, PickStage) and step == "stage":
        if action.stage not in FULL_STAGES:
            raise no("DD-SETUP-1", "no-such-stage", stage=action.stage)
        return decide_setup(state, action.stage)
    if isinstance(action, PickDriver) and step != "stage":
        if action.driver not in free_drivers(state):
            raise no("DD-SETUP-12", "driver-taken", driver=action.driver)
        return decide_setup(state, action.driver)
    raise no("DD-SETUP-12", "draft-first")


def decide_setup(state: State, choice: str) -> Events:
    """Applies the next setup step; after the last one the decks are shuffled."""
    step = state.todo.pop(0)
    events: Events
    if step == "stage":
        state.stage = choice
        events = [StageChosen(choice)]
    elif step.startswith("stack"):
        events = [StackLaid(lay_stack(state, int(step.split()[1]), choice))]
    else:
        seat = int(step.split()[1])
        state.players[seat].driver = choice
        events = [DriverChosen(seat, choice)]
    if not state.todo:
        deal(state)
    return events


def starting_deck(driver: str) -> list[str]:
    """Returns the ten cards a player starts with."""
    if not driver:
        return list(BOX.trial.starting_deck)
    own = [(card.id, card.copies_per_player) for card in BOX.starters]
    own += [(card.id, card.copies) for card in BOX.drivers[driver].cards]
    return [card for card, copies in own for _ in range(copies)]


def deal(state: State) -> None:
    """Gives everyone a shuffled deck and queues the draw of five cards."""
    for player in state.players:
        player.deck = shuffled(starting_deck(player.driver))
        player.navigators = [0] * rounds(state)
        player.throws = ["draw"]
