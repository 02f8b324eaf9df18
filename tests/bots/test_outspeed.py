"""The players of Outspeed."""

from __future__ import annotations

import math
import random
from collections import Counter

import numpy as np
import pytest

from paddock.arena.entrants import bot_for
from paddock.arena.playing import play_out
from paddock.arena.runner import play
from paddock.arena.series import Series
from paddock.arena.standings import standings
from paddock.bots.outspeed.beginner import BeginnerBot
from paddock.bots.outspeed.best_response import answer_to
from paddock.bots.outspeed.club import ClubBot
from paddock.bots.outspeed.equilibrium import Turn, pull
from paddock.bots.outspeed.expert import ExpertBot
from paddock.bots.outspeed.opponent_kinds import KEEN, USUAL, Kind
from paddock.bots.outspeed.opponent_models import judged
from paddock.bots.outspeed.positions import Fleet, open_to
from paddock.bots.outspeed.values import FUELS, GAPS, KINDS, NEAR, Book, Weights, book, pieces
from paddock.bots.random import RandomBot
from paddock.core.chance import seed_from
from paddock.core.game import Bot, Perspective
from paddock.core.match import start, stream_for
from paddock.core.registry import bots, find_bot
from paddock.games.outspeed import OUTSPEED
from paddock.games.outspeed.events import Keep, Lay, OutspeedAction, Pass, Program, SetDial
from paddock.games.outspeed.state import TURNS, copy, racing
from paddock.games.outspeed.terms import COLOURS
from paddock.kernels.outspeed import turn
from paddock.testing.outspeed import Race, race

pytestmark = pytest.mark.usefixtures("example_tiles")


def choice(table: Race, seat: int, seed: int = 0) -> OutspeedAction:
    return ClubBot().choose(Perspective(OUTSPEED, table.state, seat), random.Random(seed))


def victory(seed: int, seats: int = 4) -> float:
    """The share of the victory that one club player gets against random ones."""
    own = seed % seats
    bots: list[Bot] = [ClubBot() if seat == own else RandomBot() for seat in range(seats)]
    secret, rng = seed_from(f"club {seed}"), random.Random(seed)
    match = start(OUTSPEED, OUTSPEED.Options(), [bot.name for bot in bots], secret)
    stream = stream_for(match, secret)
    match.settle(stream)
    while asked := OUTSPEED.pending(match.state).seats:
        match.decide(asked[0], bots[asked[0]].choose(Perspective(OUTSPEED, match.state, asked[0]), rng))
        match.settle(stream)
    result = OUTSPEED.result(match.state)
    assert result is not None
    return 1 / result.places.count(1) if result.places[own] == 1 else 0.0


def test_it_wins_far_more_than_its_share_against_three_random_players() -> None:
    assert sum(victory(seed) for seed in range(24)) >= 0.45 * 24


def test_it_is_hard_to_foresee() -> None:
    table = race([5, 5, 5, 5], tile=9)
    picked = Counter(choice(table, 0, seed) for seed in range(40))
    assert len(picked) >= 2 and max(picked.values()) < 36


def test_a_mix_prefers_the_better_route_the_more_the_keener() -> None:
    calm = answer_to({"red": 0.3, "blue": 0.24}, keenness=1)
    keen = answer_to({"red": 0.3, "blue": 0.24}, keenness=20)
    assert 0.5 < calm["red"] < 0.6 < 0.95 < keen["red"] < 1
    hopeless = answer_to({"red": 0.003, "blue": 0.0024}, keenness=20)
    assert abs(hopeless["red"] - keen["red"]) < 1e-9
    assert abs(sum(keen.values()) - 1) < 1e-9


def test_it_does_not_burn_its_last_fuel_before_the_finish() -> None:
    table = race([5, 5, 5, 5], fuel=[1, 9, 9, 9], tile=9)
    assert {choice(table, 0, seed) for seed in range(10)} <= {Program("yellow"), Program("blue")}


def test_it_takes_the_route_that_wins_at_the_finish() -> None:
    table = race([9, 8, 5, 5], fuel=[3, 1, 1, 1], tile=13)
    assert choice(table, 0) in (Program("yellow"), Program("red"), Program("blue"))
    behind = race([7, 9, 5, 5], fuel=[9, 1, 1, 1], tile=15)
    assert choice(behind, 0) == Program("yellow")


def test_it_spends_everything_on_the_dial() -> None:
    table = race([5, 5, 5], fuel=[6, 9, 9], tile=16).program("yellow", "blue", "blue")
    assert choice(table, 0) == SetDial(6)


def test_it_hurts_who_is_ahead_and_keeps_what_would_be_wasted() -> None:
    at_finish = race([9, 7, 5], tokens={1: ["flamethrower"]}, tile=13)
    assert choice(at_finish, 1) == Lay("flamethrower")
    in_front = race([9, 7, 5], tokens={0: ["flamethrower"]}, tile=1)
    assert choice(in_front, 0) == Pass()
    off_the_board = race([9, 8, 8], tokens={1: ["flamethrower"]}, boards=(8, 21), tile=1)
    assert choice(off_the_board, 1) == Lay("flamethrower")


def test_it_keeps_the_better_token() -> None:
    table = race([5, 5, 5], tile=1).program("yellow", "blue", "blue").come("force_field", "fuel_tank")
    assert choice(table, 0) == Keep("fuel_tank")


def test_it_lays_a_force_field_where_it_stops_those_behind_and_not_where_it_stops_nobody() -> None:
    closing_in = race([9, 8, 8, 8], fuel=[4, 9, 9, 9], tokens={0: ["force_field"]}, tile=12)
    closing_in.state.turn = TURNS - 1
    assert choice(closing_in, 0) == Lay("force_field")
    far_behind = race([3, 9, 9, 9], tokens={0: ["force_field"]}, tile=12)
    far_behind.state.turn = TURNS - 1
    assert choice(far_behind, 0) == Pass()


def test_the_nearer_the_end_the_more_a_zone_decides() -> None:
    for side in ("3-4", "5-6"):
        stages = [book().stage(side, left) for left in range(1, 13)]
        lead = [-stage.gap[3] for stage in stages]
        assert min(lead[:2]) > max(lead[-4:]) > 0
        assert all(stage.fuel[6] > stage.fuel[1] > 0 for stage in stages)
        assert sum(stage.tokens["nitro"] - stage.tokens["force_field"] for stage in stages) > 0


def test_amounts_are_worth_what_their_pieces_are() -> None:
    assert pieces(5, (1, 1, 2, 3)) == [1, 1, 2, 1]
    weights = Weights(
        (-1.0,) * len(GAPS), (0.5,) * len(FUELS), (1.0,) * len(KINDS), 1.0, (-1.0, 0.0) * len(NEAR)
    )
    known = Book({"3-4": [weights], "5-6": [weights]})
    fleet = Fleet(race([9, 8, 8], fuel=[4, 6, 4]).state, 0, 0.0, known)
    first, second, third = fleet.outlook(5)
    assert abs(first - second) < 1e-9, "two fuel more make up for a zone"
    assert abs(second / third - math.exp(1)) < 1e-9
    last = Fleet(race([9, 8, 8], fuel=[4, 6, 4]).state, 0, 0.0, known).outlook(0)
    assert last == [1.0, 0.0, 0.0], "after the finish who is furthest has won"


def test_sure_payoffs_are_those_of_trying_it_out() -> None:
    state = race([9, 8, 8, 5], fuel=[4, 6, 1, 9], tile=1).state
    fleet, rng = Fleet(state, 0, 0.0), random.Random(1)
    for way, chances in fleet.payoffs(open_to(state), rng, 1).items():
        after = fleet.after(dict(enumerate(way)), rng)
        assert after.outlook(fleet.turns_left) == pytest.approx(list(chances))


def test_an_even_standing_is_an_even_chance_but_for_the_confidence() -> None:
    state = race([5, 5, 5, 5], fuel=6).state
    modest = Fleet(state, favourite=0, edge=0.0).outlook(5)
    assert all(abs(chance - 0.25) < 1e-9 for chance in modest)
    proud = Fleet(state, favourite=0, edge=0.9).outlook(5)
    assert proud[0] > 0.4 and abs(sum(proud) - 1) < 1e-9


def test_the_expert_finds_the_balance_of_a_plain_conflict() -> None:
    """Two players: one wins where both take the same route, red being worth twice as much to him."""
    lit = np.array([[True, False, True]] * 2)
    table = np.zeros((9, 2))
    table[0], table[8] = (2.0, -2.0), (1.0, -1.0)
    mixes = turn.balance(table, lit, np.zeros((2, 3)), np.ones(2), pull(80))
    assert abs(mixes[0, 0] - 1 / 3) < 0.05
    assert abs((mixes * turn.paid(table, mixes))[0].sum() - 2 / 3) < 0.05


def test_whoever_knows_the_mixes_of_a_balance_can_hardly_win_by_it() -> None:
    for tile in (1, 9, 12):
        state = race([9, 8, 8, 5], fuel=[4, 6, 9, 9], tile=tile).state
        ways = Turn(Fleet(state, 0, 0.0), open_to(state), random.Random(1), 25)
        mixes = ways.balance([KEEN] * 4).mixes
        for seat, expected in enumerate(ways.promised(mixes)):
            assert max(ways.worths(mixes, seat).values()) < expected + 0.015
        assert (mixes == ways.balance([KEEN] * 4).mixes).all(), "there is no luck in it"


def test_the_kernel_agrees_with_trying_it_out() -> None:
    for tile in (1, 5, 7, 14, 16):
        state = race([9, 8, 8, 5], fuel=[4, 6, 1, 9], tile=tile).state
        fleet, routes = Fleet(state, 0, 0.0), open_to(state)
        ways = Turn(fleet, routes, random.Random(1), 800)
        for way, found in fleet.payoffs(routes, random.Random(2), 800 * 81).items():
            place = sum(COLOURS.index(colour) * 3 ** (3 - at) for at, colour in enumerate(way))
            assert ways.table[place] == pytest.approx(found, abs=0.09)


def test_whoever_knows_that_others_do_just_anything_takes_what_pays_best() -> None:
    state = race([9, 8, 8, 5], fuel=[4, 6, 9, 9], tile=9).state
    ways = Turn(Fleet(state, 0, 0.0), open_to(state), random.Random(1), 25)
    anything = Kind(1.0, 0.0, 0.0)
    mixes, believed = ways.balance([KEEN, anything, anything, anything])
    worth = ways.worths(believed, 0)
    best = max(worth, key=worth.__getitem__)
    assert ways.named(mixes, 0)[best] > ways.named(ways.balance([KEEN] * 4).mixes, 0)[best]


def test_the_expert_learns_whom_it_plays() -> None:
    taken_for = {}
    for foe in ("random", "tests.opponents.outspeed:ClubBot", "expert"):
        rivals = [bot_for("outspeed", foe) for _ in range(3)]
        match, _ = play_out(OUTSPEED, OUTSPEED.Options(), [ExpertBot(), *rivals], "whom")
        taken_for[foe] = judged(match.state.past, 4)[1]
    assert taken_for["random"].anything > USUAL.anything + 0.2
    assert taken_for["tests.opponents.outspeed:ClubBot"].greedy > USUAL.greedy + 0.2
    assert taken_for["expert"].keen > USUAL.keen


def test_among_careless_rivals_the_expert_is_the_favourite_the_less_the_nearer_the_end() -> None:
    rivals = [RandomBot()] * 3
    match, _ = play_out(OUTSPEED, OUTSPEED.Options(), [ExpertBot(), *rivals], "whom")
    state = copy(match.state)
    state.turn = 2
    known = ExpertBot().favour(state, 0)
    state.turn = 8
    assert 0 < ExpertBot().favour(state, 0) < known
    state.past = ()
    assert ExpertBot().favour(state, 0) == pytest.approx(0)


def test_all_remember_how_the_race_stood_when_routes_were_chosen() -> None:
    table = race([9, 8, 5], fuel=[4, 6, 9], tokens={1: ["nitro"]}, tile=1)
    for seat in racing(table.state):
        if seat in OUTSPEED.pending(table.state).seats and Pass() in OUTSPEED.actions(table.state, seat):
            OUTSPEED.act(table.state, seat, Pass())
    table.program("yellow", "blue", "blue")
    seen = table.state.past[-1]
    assert seen.routes == ("yellow", "blue", "blue")
    assert [(ship.zone, ship.fuel, ship.tokens) for ship in seen.ships] == [(9, 4, 0), (8, 6, 1), (5, 9, 0)]


def test_before_the_first_turn_everyone_is_a_stranger() -> None:
    assert judged((), 4)[2] == pytest.approx(USUAL)


def test_the_newcomer_forgets_what_it_has_as_often_as_not() -> None:
    rng = random.Random(1)
    laid = race([9, 7, 5], tokens={0: ["flamethrower"]}, tile=1)
    announced = [BeginnerBot().choose(Perspective(OUTSPEED, laid.state, 0), rng) for _ in range(40)]
    assert set(announced) == {Lay("flamethrower"), Pass()}
    assert 10 < announced.count(Pass()) < 30


def test_the_newcomer_does_not_burn_its_last_fuel_before_the_finish() -> None:
    table = race([5, 5, 5, 5], fuel=[1, 9, 9, 9], tile=9)
    picks = Counter(
        BeginnerBot().choose(Perspective(OUTSPEED, table.state, 0), random.Random(n)) for n in range(40)
    )
    assert picks[Program("red")] == 0


def test_the_newcomer_beats_random() -> None:
    series = Series("outspeed", {}, ("beginner", "random", "random"), games=60, seed="newcomer")
    table = {row.bot: row for row in standings([played for played, _, _ in play(series)])}
    assert table["beginner"].wins > 25, "an even share is 20"


def test_tables_that_know_the_champion_find_the_expert() -> None:
    assert isinstance(find_bot("outspeed", "champion"), ExpertBot)
    assert "champion" not in bots("outspeed")


def test_the_expert_takes_the_sure_win_and_lays_what_helps() -> None:
    rng = random.Random(3)
    last = race([9, 5, 5], fuel=9, tile=13)
    picked = {ExpertBot().choose(Perspective(OUTSPEED, last.state, 0), rng) for _ in range(5)}
    assert all(choice in OUTSPEED.actions(last.state, 0) for choice in picked)
    behind = race([5, 8, 8], tokens={0: ["electromagnet"]})
    assert ExpertBot().choose(Perspective(OUTSPEED, behind.state, 0), rng) == Lay("electromagnet")


def test_what_is_promised_adds_up() -> None:
    state = race([9, 8, 8, 5], tile=9).state
    ways = Turn(Fleet(state, 0, 0.0), open_to(state), random.Random(1), 4)
    assert sum(ways.promised(turn.evenly(ways.lit))) == pytest.approx(1.0, abs=1e-6)


def test_the_expert_beats_the_frozen_club() -> None:
    series = Series(
        "outspeed", {}, ("expert", *["tests.opponents.outspeed:ClubBot"] * 3), games=4, seed="bar"
    )
    table = {row.bot: row for row in standings([played for played, _, _ in play(series)])}
    assert table["expert"].wins >= 1, "an even share"
