"""The pieces GT and DIRT share: hands, hazards, securing, laying again, notation, clocks."""

from __future__ import annotations

import doctest
from fractions import Fraction
from random import Random

import pytest
from hypothesis import given
from hypothesis import strategies as st

from paddock.core.errors import BadInput
from paddock.games.rallyman import dice, notation, securing, sheet
from paddock.games.rallyman.dice import DiceSet, Hand, Lay, dice_left, lays, left, refusal, used
from paddock.games.rallyman.hazards import Leg, after, along, at_start
from paddock.games.rallyman.notation import Thrown, TurnLine, read_turn, write_turn
from paddock.games.rallyman.relay_search import Arrival, RelaySearch, gathered
from paddock.games.rallyman.turns import Ending, Value, flat_out, one_by_one

FACES = DiceSet({"1": 1, "2": 1, "3": 2, "4": 2, "5": 2, "6": 2, "c": 1, "l": 2, "b": 2})


@pytest.mark.parametrize("module", [dice, securing, sheet, notation])
def test_examples_in_docstrings(module: object) -> None:
    assert doctest.testmod(module).failed == 0  # type: ignore[arg-type]


def written(found: tuple[Lay, ...]) -> list[str]:
    return [lay.die + "b" * lay.brakes for lay in found]


def test_a_hand_offers_exactly_what_is_not_refused() -> None:
    hands = [Hand(6, 2, 3), Hand(5, 0, 1), Hand(1, 1, 3), Hand(4, 3, 2, top=4, red_zone=True)]
    hands += [
        Hand(6, 2, 3, red_zone=True, red_costs_gear=True, flying_start=True),
        Hand(6, 2, 1, coast_die="l"),
    ]
    for hand in hands:
        for gear in range(hand.top + 1):
            for spent in (0, used("3", 0), used("c", 0), used("2", 2), used("r", 0, used("6", 0))):
                offered = {(lay.die, lay.brakes) for lay in lays(hand, gear, spent)}
                accepted = {
                    (die, brakes)
                    for die in "123456clr"
                    for brakes in range(5)
                    if refusal(hand, gear, spent, die, brakes) is None  # type: ignore[arg-type]
                }
                assert offered == accepted


def test_the_red_zone_may_cost_gear_dice() -> None:
    gt = Hand(1, 0, 2, red_zone=True, red_costs_gear=True)
    dirt = Hand(1, 0, 2, red_zone=True)
    spent = used("6", 0)
    assert written(lays(gt, 6, spent)) == []
    assert written(lays(dirt, 6, spent)) == ["r"]
    assert left(gt, used("r", 0)) == (0, 0, 1)


def test_odds_count_hazards_in_whole_numbers() -> None:
    assert FACES.odds("3", 1) == (16, 16, 4)
    assert FACES.odds("c") == (5, 1)
    assert sum(FACES.odds("1", 3)) == 6**4
    roll = FACES.roll("2", 1).chance
    assert roll is not None
    assert dict(zip(roll.outcomes, roll.weights, strict=True)) == {"--": 20, "-!": 10, "!-": 4, "!!": 2}


def totals(legs: list[Leg]) -> list[int]:
    """The weights of every total of hazards (dice and road) of a plan, out of 6 to all its dice."""
    weights = [1]
    for leg in legs:
        onward = [0] * (len(weights) + len(leg.odds) - 1 + leg.track)
        for counted, weight in enumerate(weights):
            for rolled, ways in enumerate(leg.odds):
                onward[counted + rolled + leg.track] += weight * ways
        weights = onward
    return weights


def test_the_loss_along_a_plan_is_the_chance_that_the_total_reaches_the_limit() -> None:
    legs = [Leg(FACES.odds("4"), 1), Leg(FACES.odds("2", 2), 3, track=1), Leg(FACES.odds("c"), 1)]
    chances = [running.loss for running in along(legs, 3)]
    assert chances[0] == 0
    assert chances[-1] == Fraction(sum(totals(legs)[3:]), 6**5)


def test_a_forgiving_die_ends_the_turn_in_safety() -> None:
    start = Leg(FACES.odds("2"), 1, track=2, forgiving=True)
    running = after(at_start(2), start)
    assert running.loss == Fraction(5, 6)
    assert after(at_start(3), start).loss == 0


def test_stopping_and_securing_follow_the_value() -> None:
    legs = [Leg(FACES.odds("5"), 1), Leg(FACES.odds("6"), 1, track=1), Leg(FACES.odds("c"), 1)]

    def value(ending: Ending) -> float:
        return -100.0 if ending.lost else ending.steps + 0.1 * ending.tokens

    careful = one_by_one(legs, 2, tokens=1, value=value)
    assert careful.policy[0, 0, 0] == "roll"
    assert careful.policy[1, 0, 0] == "secure"
    assert careful.policy[1, 1, 0] == "stop"
    assert sum(careful.chances.values()) == 1
    assert careful.worth == pytest.approx(sum(float(p) * value(e) for e, p in careful.chances.items()))
    rolled = one_by_one(legs, 2)
    assert rolled.chances[Ending(3, False, 0)] == Fraction(4, 6) * Fraction(4, 6) * Fraction(5, 6)
    flat = flat_out(legs, 2, 4, 3)
    assert {(e.steps, e.lost) for e in flat.chances} == {(e.steps, e.lost) for e in rolled.chances}
    assert all(e.tokens == 7 for e in flat.chances)


def some_legs(rng: Random) -> list[Leg]:
    """A plan of up to four steps with anything a step can bring."""
    legs = []
    for at in range(rng.randint(1, 4)):
        brakes = rng.choice((0, 0, 0, 1, 2))
        first, last = at == 0, rng.random() < 0.2
        legs.append(
            Leg(
                FACES.odds(rng.choice("12345"), brakes),
                1 + brakes,
                track=rng.choice((0, 0, 1)),
                fatal=last,
                touchy=rng.random() < 0.2,
                forgiving=first and not brakes and rng.random() < 0.3,
            )
        )
        if last:
            break
    return legs


def weighed_by_hand(
    legs: list[Leg],
    limit: int,
    purse: int,
    value: Value,
    at: int = 0,
    hazards: int = 0,
    paid: tuple[int, ...] = (),
) -> float:
    """The best that can be made of a turn, by trying every choice; `paid` are the prices paid so far."""
    left = purse - sum(paid)
    leg = legs[at]

    def taken(shown: int, paid: tuple[int, ...]) -> float:
        left = purse - sum(paid)
        counted = hazards + shown + leg.track
        if leg.forgiving and shown and not leg.fatal:
            return value(Ending(at + 1, False, left))
        if leg.fatal or counted >= limit or (leg.touchy and shown):
            return value(Ending(at + 1, True, left))
        if at + 1 == len(legs):
            return value(Ending(at + 1, False, left))
        return weighed_by_hand(legs, limit, purse, value, at + 1, counted, paid)

    choices = [sum(ways * taken(shown, paid) for shown, ways in enumerate(leg.odds)) / sum(leg.odds)]
    prices = tuple(range(len(paid) + 1, len(paid) + 1 + leg.dice))
    if sum(prices) <= left:
        choices.append(taken(0, (*paid, *prices)))
    if at:
        choices.append(value(Ending(at, False, left)))
    return max(choices)


def test_stopping_and_securing_are_the_best_of_all_choices() -> None:
    rng = Random(3)
    met: set[str] = set()
    for _ in range(300):
        legs, limit, purse = some_legs(rng), rng.choice((2, 3)), rng.randint(0, 6)
        worths = [rng.uniform(-3, 3) for _ in range(12)]
        token = rng.uniform(0, 0.4)

        def value(ending: Ending, worths: list[float] = worths, token: float = token) -> float:
            return worths[ending.steps] - (4 if ending.lost else 0) + token * ending.tokens

        found = one_by_one(legs, limit, purse, value)
        assert found.worth == pytest.approx(weighed_by_hand(legs, limit, purse, value))
        assert sum(found.chances.values()) == 1
        assert found.worth == pytest.approx(sum(float(p) * value(e) for e, p in found.chances.items()))
        met |= set(found.policy.values())
        rolled = one_by_one(legs, limit).chances
        lost = sum((chance for ending, chance in rolled.items() if ending.lost), Fraction(0))
        assert lost == list(along(legs, limit))[-1].loss
        flat = flat_out(legs, limit, purse, 2, value)
        assert flat.worth == pytest.approx(
            sum(float(p) * value(Ending(e.steps, e.lost, purse + 2)) for e, p in rolled.items())
        )
    assert met == {"roll", "secure", "stop"}


def test_a_turn_under_way_counts_what_was_rolled_before() -> None:
    legs = [Leg(FACES.odds("3"), 1), Leg(FACES.odds("4"), 1)]
    assert [running.loss for running in along(legs, 3, 2)] == [Fraction(1, 3), Fraction(5, 9)]
    assert [running.loss_float for running in along(legs, 3, 2)] == [1 / 3, 5 / 9]
    assert one_by_one(legs, 3, hazards=2).chances[Ending(2, False, 0)] == Fraction(4, 9)


def test_layouts_end_with_the_losing_step_and_use_each_die_once() -> None:
    rolled = gathered([("4", "!"), ("5", "!"), ("2", "-!-"), ("c", "!"), ("c", "-")])
    assert rolled == (0b11010, 0b11000, (1, 1), (1, 1))

    def onward(place: int, lay: Lay) -> list[Arrival[int]]:
        return [Arrival(place + 1)]

    search = RelaySearch(rolled, Hand(6, 2, 3), 3, onward)
    layouts = list(search.relays(5, 0))
    assert len(layouts) == len(set(layouts)) > 5
    for layout in layouts:
        counts = [laid.faces.count("!") for laid in layout]
        assert sum(counts) >= 3 > sum(counts[:-1])
        assert len({laid.lay.die for laid in layout if laid.lay.die != "c"}) == sum(
            laid.lay.die != "c" for laid in layout
        )
        assert sum("!" in laid.faces for laid in layout if laid.lay.die == "c") <= 1
    endings = search.endings(5, 0)
    assert set(endings) == {(layout[-1].place, layout[-1].lay.gear) for layout in layouts}
    rng = Random(1)
    wandered = {found for _ in range(3000) if (found := search.wander(5, 0, rng))}
    assert wandered == set(layouts)


def test_turns_are_read_as_they_are_written() -> None:
    for text in [
        "3 4 5c (4)",
        "4: 5>2:A2- 2bb>2:B2-!- c>2:C1* (-1) !00R:GYW wet",
        "6: 4 5 6c => cc 4 5 6 (5) !00L:GGG",
        "0: 1- 2- pit-repair_and_tyres",
        "5: pass",
        "r- (0) lap",
        "4 !",
    ]:
        assert write_turn(read_turn(text)) == text
    with pytest.raises(BadInput):
        read_turn("3 4 ?")
    with pytest.raises(BadInput):
        read_turn("3--")


steps = st.builds(
    Thrown,
    die=st.sampled_from("123456"),
    brakes=st.integers(0, 3),
    cell=st.sampled_from(["", "2:A1", "13:C3"]),
) | st.builds(Thrown, die=st.sampled_from("clr"), cell=st.sampled_from(["", "0:B2"]))


@given(st.lists(steps, max_size=8), st.integers(0, 12), st.booleans(), st.sampled_from(["", "00", "4"]))
def test_every_turn_round_trips(laid: list[Thrown], tokens: int, flat: bool, gear: str) -> None:
    turn = TurnLine(tuple(laid), gear, flat, tokens)
    assert read_turn(write_turn(turn)) == turn


@pytest.mark.parametrize(
    ("seconds", "written"), [(0, "0:00"), (9, "0:09"), (95, "1:35"), (-5, "-0:05"), (3600, "60:00")]
)
def test_times_are_written_in_minutes_and_seconds(seconds: int, written: str) -> None:
    assert sheet.clock(seconds) == written


def test_damage_drawn_in_a_turn_leaves_no_fewer_than_no_dice() -> None:
    both_coasts = used("c", 0, used("c", 0))
    punctured = dice_left(Hand(6, 1, 3), both_coasts)
    assert (punctured.coast, punctured.dice["c"]) == (0, 0)
