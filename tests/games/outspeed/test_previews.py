"""What a player may ask while thinking."""

from __future__ import annotations

import pytest

from paddock.core.errors import BadInput, IllegalAction
from paddock.core.game import encode_state
from paddock.games.outspeed import OUTSPEED
from paddock.games.outspeed.components import least_cost
from paddock.games.outspeed.events import Program
from paddock.games.outspeed.previews import AskRoute, AskToken, Payoff, RouteAnswer, TokenAnswer
from paddock.games.outspeed.terms import COLOURS
from paddock.testing import rule
from paddock.testing.outspeed import Race, race

pytestmark = pytest.mark.usefixtures("example_tiles")


def ask(table: Race, route: str, seat: int = 0) -> RouteAnswer:
    before = encode_state(table.state)
    answer = OUTSPEED.explore(table.state, seat, AskRoute(route))  # type: ignore[arg-type]
    assert encode_state(table.state) == before
    assert isinstance(answer, RouteAnswer)
    return answer


def row(answer: RouteAnswer, **counts: int) -> Payoff:
    return next(payoff for payoff in answer.payoffs if payoff.counts == counts)


def odds(pairs: tuple[object, ...]) -> dict[int, float]:
    return {odd.value: round(odd.chance, 4) for odd in pairs}  # type: ignore[attr-defined]


def test_a_route_with_seats_has_a_row_for_every_number_of_takers() -> None:
    answer = ask(race([5, 5, 5, 5], tile=1), "yellow")
    assert [payoff.counts for payoff in answer.payoffs] == [{"yellow": n} for n in (1, 2, 3, 4)]
    assert [payoff.gains for payoff in answer.payoffs] == [True, True, False, False]
    assert odds(row(answer, yellow=2).bonus) == {1: 1.0}
    assert odds(row(answer, yellow=3).bonus) == {0: 1.0}


def test_a_route_that_depends_on_another_colour_has_rows_for_that() -> None:
    answer = ask(race([5, 5, 5, 5], tile=6), "red")
    assert [payoff.counts for payoff in answer.payoffs] == [{"blue": n} for n in range(4)]
    assert odds(row(answer, blue=3).arrives) == {8: 1.0}


def test_dice_come_with_their_odds_and_the_risk_of_elimination() -> None:
    answer = ask(race([5, 5, 5], fuel=[2, 9, 9], tile=3), "red")
    (only,) = answer.payoffs
    assert only.counts == {} and odds(only.cost) == {1: 0.3333, 2: 0.3333, 3: 0.3333}
    assert odds(only.zones) == {1: 0.3333, 2: 0.3333, 3: 0.1667, 4: 0.1667}
    assert round(only.out, 4) == 0.6667
    at_finish = ask(race([5, 5, 5], fuel=[2, 9, 9], tile=14), "yellow")
    assert round(row(at_finish, yellow=1).out, 4) == 0.3333


def test_several_rolls_add_up() -> None:
    payoff = row(ask(race([5, 5, 5], tile=14), "blue"), blue=1)
    assert odds(payoff.cost)[2] == 0.1111 and odds(payoff.cost)[4] == 0.3333
    assert min(odds(payoff.zones)) == 3 and max(odds(payoff.zones)) == 12
    assert abs(sum(odd.chance for odd in payoff.zones) - 1) < 1e-9


def test_force_fields_show_in_where_the_ship_arrives() -> None:
    payoff = row(ask(race([5, 5, 5], tile=1, fields=[7]), "red"), red=1)
    assert odds(payoff.zones) == {3: 1.0} and odds(payoff.arrives) == {7: 1.0}


def test_alone_or_pay_sides_and_the_dial() -> None:
    answer = ask(race([5, 5, 5], tile=5), "red")
    assert (row(answer, red=1).pays, row(answer, red=1).gains) == (False, True)
    assert (row(answer, red=2).pays, row(answer, red=2).gains) == (True, False)
    dial = ask(race([5, 5, 5], fuel=[3, 9, 9], tile=16), "yellow")
    assert [(p.dial, odds(p.cost), odds(p.arrives)) for p in dial.payoffs] == [
        (n, {n: 1.0}, {5 + n: 1.0}) for n in range(4)
    ]


def test_a_token_shows_what_it_would_do() -> None:
    table = race([9, 7, 5], tokens={2: ["electromagnet"]})
    answer = OUTSPEED.explore(table.state, 2, AskToken("electromagnet"))
    assert isinstance(answer, TokenAnswer)
    assert [(ship.seat, ship.zone) for ship in answer.ships] == [(0, 6), (1, 5)]
    assert table.zones == [9, 7, 5]


def test_unlit_routes_unknown_tokens_and_finished_races_are_refused() -> None:
    with pytest.raises(BadInput):
        ask(race([5, 5, 5], tile=3), "yellow")
    with pytest.raises(BadInput):
        OUTSPEED.explore(race([5, 5, 5]).state, 0, AskToken("banana"))
    with pytest.raises(BadInput):
        ask(race([5, 5, 5], tile=13).program("blue", "blue", "blue"), "blue")


@rule("ULT-DEC-36", "ULT-EMAG-1")
def test_a_token_that_may_not_be_laid_is_not_previewed() -> None:
    table = race([9, 5, 5], tokens={0: ["electromagnet"]})
    answer = OUTSPEED.explore(table.state, 0, AskToken("electromagnet"))
    assert isinstance(answer, TokenAnswer)
    assert (answer.allowed, answer.ships) == (False, ())
    assert answer.why_not is not None and answer.why_not.id == "outspeed.in-the-last-zone"
    assert OUTSPEED.explore(table.state, 1, AskToken("electromagnet")).allowed


def test_a_route_left_for_later_risks_what_the_worst_split_risks() -> None:
    table = race([5, 5, 5, 5], tile=1)
    dear = next(colour for colour in COLOURS if least_cost(1, table.state.side, colour))
    left = Program(dear)
    table.state.phase = "bonus"
    foreseen = OUTSPEED.foresee(table.state, 0, left)
    assert foreseen.risk == max(payoff.out for payoff in ask(table, dear).payoffs)
    assert OUTSPEED.due(table.state, 0, left, False) is None
    table.state.phase = "programming"
    assert OUTSPEED.due(table.state, 0, left, False) == (left, foreseen)
    assert OUTSPEED.due(table.state, 0, left, True) is None
    table.state.ships[0].fuel = 0
    with pytest.raises(IllegalAction):
        OUTSPEED.due(table.state, 0, left, False)
    with pytest.raises(BadInput):
        OUTSPEED.foresee(table.state, 0, left)
