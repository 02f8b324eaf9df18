"""GT-ROLL, GT-FLAT, GT-FOCUS: rolling one by one, flat out, and securing dice."""

from __future__ import annotations

from paddock.games.rallyman.gt import RALLYMAN_GT
from paddock.games.rallyman.gt import actions as a
from paddock.games.rallyman.gt.relays import Relays
from paddock.games.rallyman.gt.state import LaidStep
from paddock.testing import rule
from paddock.testing.gt import Race, at

STRAIGHT = "102a 103a 103a 103a 103a"
RED = "102b 103b 104b 103b"


def on_the_straight(gear: int = 3, **fields: object) -> Race:
    return Race(STRAIGHT, at("1:A2", gear, **fields), at("0:A1", 0))  # type: ignore[arg-type]


@rule("GT-ROLL-1")
def test_a_plan_is_rolled_in_one_of_two_ways() -> None:
    offered = list(RALLYMAN_GT.actions(on_the_straight().state, 0))
    ways = {action.way for action in offered if isinstance(action, a.Plan)}
    assert ways == {"one-by-one", "flat-out"}


@rule("GT-ROLL-2")
def test_brake_dice_are_rolled_with_their_gear_die() -> None:
    race = on_the_straight(6)
    race.plan("3bb>1:B2 c>2:A2")
    chance = RALLYMAN_GT.pending(race.state).chance
    assert chance is not None
    assert (chance.label, len(chance.outcomes), chance.total) == ("3bb", 8, 216)
    race.roll("-!-")
    assert race.state.hazards == 1
    assert race.where() == "1:B2"


@rule("GT-ROLL-4", "GT-ROLL-5", "GT-LOSS-1", "GT-LOSS-2")
def test_hazards_add_up_over_the_turn_and_start_anew() -> None:
    race = Race(STRAIGHT, at("1:A2", 3), at("0:A1", 3))
    race.plan("4>1:B2 5>2:A2")
    race.roll("!", "!")
    assert race.found(a.ControlLost) == []
    race.plan("c>0:B1")
    race.roll("!")
    assert race.state.hazards == 0
    assert race.state.seat == 0
    race.plan("5>2:B2 4>3:A2 3>3:B2")
    race.roll("!", "!", "!")
    [lost] = race.found(a.ControlLost)
    assert (lost.hazards, race.road.name(lost.cell), lost.gear) == (3, "3:B2", 3)
    told = [(rolled.step, rolled.hazards) for rolled in race.found(a.Rolled)]
    assert told == [(1, 1), (2, 2), (1, 1), (1, 1), (2, 2), (3, 3)]


@rule("GT-ROLL-6")
def test_the_player_may_stop_after_each_step() -> None:
    race = on_the_straight()
    race.plan("4>1:B2 5>2:A2 6>2:B2")
    race.roll("-")
    assert race.offers(a.Stop())
    race.do(a.Stop())
    assert (race.where(), race.car().gear, race.state.seat) == ("1:B2", 4, 1)


@rule("GT-ROLL-7")
def test_no_rolled_die_is_ignored() -> None:
    race = on_the_straight()
    race.plan("4>1:B2 5>2:A2")
    assert race.state.phase == "roll"
    assert list(RALLYMAN_GT.actions(race.state, 0)) == []
    race.roll("!")
    assert (race.state.hazards, race.where()) == (1, "1:B2")


@rule("GT-ROLL-8", "GT-FOCUS-1")
def test_one_by_one_brings_no_focus_tokens() -> None:
    race = on_the_straight()
    race.plan("4>1:B2 5>2:A2 c>2:B2")
    race.roll("-", "-", "-")
    assert race.car().focus == 0
    kept = on_the_straight(3, focus=4)
    kept.flat_out("4>1:B2 c>2:A2", "-", "-")
    assert kept.car().focus == 6


@rule("GT-ROLL-D1", "GT-ROLL-D2")
def test_the_plan_is_checked_whole_and_then_fixed() -> None:
    race = on_the_straight()
    assert race.refuses("4>1:B2 5>2:A2 3>2:B2") == "GT-DICE-7"
    race.plan("4>1:B2 5>2:A2")
    race.roll("-")
    assert race.refused(a.Plan(race.steps("c>2:A2"))) == "GT-ROUND-5"
    race.roll("-")
    assert race.where() == "2:A2"


@rule("GT-ROLL-D3")
def test_the_first_step_cannot_be_refused() -> None:
    race = on_the_straight(3, focus=3)
    race.plan("4>1:B2 5>2:A2")
    assert race.refused(a.Stop()) == "GT-ROLL-D3"
    broke = on_the_straight()
    broke.plan("4>1:B2")
    assert broke.state.phase == "roll"


@rule("GT-ROLL-D4")
def test_track_hazards_and_dice_of_a_step_count_together() -> None:
    race = Race("102b 103b 113b 103b", at("2:A2", 2), at("0:A1", 0), weather="wet")
    race.plan("c>2:B2 c>2:D2")
    race.roll("!")
    [lost] = race.found(a.ControlLost)
    assert (lost.hazards, race.road.name(lost.cell)) == (2, "2:B2")


@rule("GT-FLAT-1", "GT-FLAT-3", "GT-FLAT-8")
def test_flat_out_rolls_all_dice_before_the_car_moves() -> None:
    race = on_the_straight()
    race.plan("4>1:B2 5>2:A2 c>2:B2", "flat-out")
    race.roll("!", "-")
    assert race.where() == "1:A2"
    race.roll("!")
    assert (race.where(), race.car().gear, race.car().focus, race.state.seat) == ("2:B2", 5, 3, 1)


@rule("GT-FLAT-2")
def test_track_hazards_of_the_whole_path_count() -> None:
    race = Race("102b 103b 113b 103b", at("2:A2", 2), at("0:A1", 0))
    race.flat_out("c>2:B2 c>2:D2", "-", "!")
    assert (race.state.phase, race.state.hazards) == ("relay", 3)


@rule("GT-FLAT-4", "GT-FLAT-5")
def test_rolled_dice_are_laid_again_with_their_faces() -> None:
    race = Race(RED, at("1:B1", 4), at("0:A1", 0))
    race.flat_out("4>2:A1 5>2:B1 6>2:C1 c>3:A1", "!", "-", "!", "!")
    assert race.refused(a.Relay(race.laid("4>2:A1- 5>2:B1- 6>2:C1!"))) == "GT-FLAT-5"
    assert race.refused(a.Relay(race.laid("3>2:A1! 4>2:B1! c>2:C1!"))) == "GT-FLAT-5"
    assert race.refused(a.Relay(race.laid("6>2:A1! c>2:B1! 4>2:C1!"))) == "GT-FLAT-5"
    assert race.refused(a.Relay(race.laid("c>2:A1! 4>2:C1! 5>3:A1-"))) == "GT-FLAT-5"
    assert race.offers(a.Relay(race.laid("c>2:A2! 4>2:B2! 5>2:C1- 6>3:A2!")))


@rule("GT-FLAT-5")
def test_brake_dice_may_be_paired_anew() -> None:
    race = Race(STRAIGHT, at("1:A2", 6), at("0:A1", 0))
    race.flat_out("3bb>1:B2 4>2:A2 2b>2:B2", "-!!", "!", "--")
    relays = list(Relays(race.state))
    dice = {tuple((laid.die, laid.faces) for laid in relay) for relay in relays}
    assert (("4", "!!"), ("2", "--"), ("3", "-")) not in dice
    assert (("4", "!!"), ("2", "-!")) in dice
    assert (("3", "--!"), ("4", "!"), ("2", "-!")) in dice


@rule("GT-FLAT-5")
def test_dice_are_laid_again_on_the_start_tile_too() -> None:
    race = Race(STRAIGHT, at("0:A1", 3), at("0:A3", 0), weather="wet")
    race.flat_out("4>0:B1 c>0:C1", "!", "!")
    assert race.offers(a.Relay(race.laid("c>0:B2! 4>0:C2!")))


@rule("GT-FLAT-6")
def test_a_layout_ends_with_the_losing_step_and_must_lose() -> None:
    race = Race(RED, at("1:B1", 4), at("0:A1", 0))
    race.flat_out("4>2:A1 5>2:B1 6>2:C1 c>3:A1", "!", "!", "!", "-")
    assert race.refused(a.Relay(race.laid("c>2:A1- 4>2:B1! 5>2:C1!"))) == "GT-FLAT-6"
    assert race.refused(a.Relay(race.laid("4>2:A1! 5>2:B1! 6>2:C1! c>3:A1-"))) == "GT-FLAT-6"
    for relay in Relays(race.state):
        counts = [laid.faces.count("!") for laid in relay]
        assert sum(counts) >= 3 > sum(counts[:-1])


@rule("GT-FLAT-7")
def test_the_loss_happens_at_the_end_of_the_layout_in_its_gear() -> None:
    race = Race(STRAIGHT, at("1:A2", 3), at("0:A1", 0))
    race.flat_out("4>1:B2 3>2:A2 2>2:B2", "!", "!", "!")
    race.do(a.Relay(race.laid("4>1:B1! 3>2:A1! 2>2:B1!")))
    assert (race.where(), race.car().gear, race.car().backwards) == ("2:B1", 0, True)


@rule("GT-FLAT-8")
def test_brake_dice_give_no_tokens() -> None:
    race = on_the_straight(6)
    race.flat_out("3bb>1:B2 c>2:A2", "-!-", "-")
    assert race.car().focus == 2


@rule("GT-FLAT-D1")
def test_the_plan_cut_at_the_loss_is_always_a_layout() -> None:
    race = Race(RED, at("1:B1", 4), at("0:A1", 0))
    race.flat_out("4>2:A1 5>2:B1 6>2:C1 c>3:A1", "!", "!", "!", "-")
    original = race.laid("4>2:A1! 5>2:B1! 6>2:C1!")
    assert RALLYMAN_GT.view(race.state, 0).turn.relay == original  # type: ignore[union-attr]
    assert original in list(Relays(race.state))
    assert race.offers(a.Relay(original))


@rule("GT-FLAT-D2", "GT-FLAT-D6")
def test_no_overspeed_in_a_new_layout_unless_it_is_the_original() -> None:
    race = Race("102a 103a 115a 103a", at("1:B2", 4), at("0:A1", 0))
    race.flat_out("5>2:A2 4>2:B1", "!", "!")
    assert race.state.phase != "relay"
    race = Race("102a 103a 115a 103a", at("1:B2", 4), at("0:A1", 0), weather="wet")
    race.flat_out("5>2:A2 4>2:B1", "!", "!")
    assert race.refused(a.Relay(race.laid("4>2:A2! 5>2:B1!"))) == "GT-FLAT-5"
    assert [relay for relay in Relays(race.state) if relay[-1].cell != race.road.cell("2:B1")] == []
    race.do(a.Relay(race.laid("5>2:A2! 4>2:B1!")))
    assert race.car().status in ("off", "track")


@rule("GT-FLAT-D3")
def test_an_overspeed_plan_below_the_limit_loses_at_its_end() -> None:
    race = Race("102a 103a 115a 103a", at("1:B2", 4), at("0:A1", 0))
    race.flat_out("5>2:A2 4>2:B1", "-", "!")
    [lost] = race.found(a.ControlLost)
    assert (race.road.name(lost.cell), lost.cause, lost.gear, race.car().focus) == ("2:B1", "overspeed", 4, 2)


@rule("GT-FLAT-D4")
def test_a_single_step_may_be_rolled_flat_out() -> None:
    race = on_the_straight()
    race.flat_out("c>1:B2", "-")
    assert (race.where(), race.car().focus) == ("1:B2", 1)


@rule("GT-FLAT-D5")
def test_dice_behind_the_loss_are_left_out() -> None:
    race = Race(RED, at("1:B1", 4), at("0:A1", 0))
    race.flat_out("4>2:A1 5>2:B1 6>2:C1 c>3:A1 c>3:B1", "!", "!", "!", "!", "-")
    short = race.laid("c>2:A1! 4>2:B1! 5>2:C1!")
    assert race.offers(a.Relay(short))
    race.do(a.Relay(short))
    assert race.car().focus == 5


@rule("GT-FOCUS-2")
def test_tokens_are_never_spent_flat_out() -> None:
    race = on_the_straight(3, focus=20)
    race.plan("4>1:B2 5>2:A2", "flat-out")
    assert race.state.phase == "flat"
    assert RALLYMAN_GT.pending(race.state).seats == ()


@rule("GT-FOCUS-3", "GT-FOCUS-4")
def test_a_die_is_secured_before_it_is_rolled() -> None:
    race = on_the_straight(3, focus=1)
    race.plan("4>1:B2 5>2:A2")
    race.do(a.Secure())
    assert (race.where(), race.state.hazards, race.state.faces) == ("1:B2", 0, ("*",))
    rolled = on_the_straight(3, focus=1)
    rolled.plan("4>1:B2 5>2:A2")
    rolled.roll("!")
    rolled.do(a.Secure())
    assert rolled.found(a.Rolled)[0].faces == "!"
    assert rolled.where() == "2:A2"


@rule("GT-FOCUS-5")
def test_the_price_rises_with_every_die_of_the_turn() -> None:
    race = on_the_straight(3, focus=10)
    race.plan("4>1:B2 5>2:A2 c>2:B2")
    for _ in range(3):
        race.do(a.Secure())
    assert race.car().focus == 4
    assert [event.price for event in race.found(a.Secured)] == [1, 2, 3]
    race.state.turn = 0
    race.state.phase = "plan"
    race.plan("4>3:A2")
    race.do(a.Secure())
    assert race.car().focus == 3


@rule("GT-FOCUS-5")
def test_a_single_die_that_costs_too_much_is_refused_for_its_price() -> None:
    race = on_the_straight(3, focus=2)
    race.plan("c>1:B2 c>2:A2")
    race.do(a.Secure())
    assert race.refused(a.Secure()) == "GT-FOCUS-5"


@rule("GT-FOCUS-6")
def test_a_braking_step_is_secured_whole_or_not_at_all() -> None:
    race = on_the_straight(6, focus=5)
    race.plan("3bb>1:B2")
    assert race.state.phase == "roll"
    rich = on_the_straight(6, focus=6)
    rich.plan("3bb>1:B2")
    assert rich.offers(a.Secure())


@rule("GT-FOCUS-7", "GT-FOCUS-D2")
def test_securing_does_not_prevent_track_hazards_or_overspeed() -> None:
    race = Race("102b 103b 113b 103b", at("2:A2", 2, focus=5), at("0:A1", 0), weather="wet")
    race.plan("c>2:B2 c>2:D2")
    race.do(a.Secure())
    race.do(a.Secure())
    assert len(race.found(a.ControlLost)) == 1
    assert race.car().focus == 2
    fast = Race("102a 103a 115a 103a", at("2:A2", 5, focus=2), at("0:A1", 0))
    fast.plan("4>2:B1")
    fast.do(a.Secure())
    assert [lost.cause for lost in fast.found(a.ControlLost)] == ["overspeed"]
    assert fast.car().focus == 1


@rule("GT-FOCUS-8", "GT-FOCUS-D1")
def test_securing_and_rolling_may_alternate_one_step_at_a_time() -> None:
    race = on_the_straight(3, focus=3)
    race.plan("4>1:B2 5>2:A2 c>2:B2 c>3:A2")
    race.do(a.Secure())
    assert race.car().focus == 2
    race.roll("-")
    assert race.car().focus == 2
    race.do(a.Secure())
    assert race.car().focus == 0
    race.roll("!")
    assert race.where() == "3:A2"


def test_a_layout_keeps_faces_in_one_order() -> None:
    race = Race(STRAIGHT, at("1:A2", 6), at("0:A1", 0), weather="wet")
    race.state.cars[0].tyre = "rain"
    race.flat_out("3bb>1:B2 c>2:A2", "!!-", "!")
    assert RALLYMAN_GT.view(race.state, 0).turn.relay == (  # type: ignore[union-attr]
        LaidStep("3", race.road.cell("1:B2"), "!-!"),
        LaidStep("c", race.road.cell("2:A2"), "!"),
    )
