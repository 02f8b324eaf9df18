"""The club player and the expert of Outspeed."""

from __future__ import annotations

import random
from collections import Counter
from itertools import product

import pytest

from paddock.arena.series import Series, play, standings
from paddock.bots.outspeed import ClubBot, Fleet, answer_to, stage
from paddock.bots.outspeed_expert import ExpertBot, Payoffs
from paddock.bots.random_bot import RandomBot
from paddock.core.chance import seed_from
from paddock.core.game import Bot, Perspective
from paddock.core.match import start, stream_for
from paddock.games.outspeed import OUTSPEED
from paddock.games.outspeed.events import Keep, Lay, OutspeedAction, Pass, Program, SetDial
from paddock.games.outspeed.terms import Colour
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


def test_it_wins_seven_of_ten_races_against_three_random_players() -> None:
    assert sum(victory(seed) for seed in range(80)) >= 0.7 * 80


def test_it_mixes_routes_that_are_about_equally_good() -> None:
    table = race([5, 5, 5, 5], tile=9)
    picked = Counter(choice(table, 0, seed) for seed in range(40))
    assert len(picked) >= 2


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
    assert choice(closing_in, 0) == Lay("force_field")
    far_behind = race([3, 9, 9, 9], tokens={0: ["force_field"]}, tile=12)
    assert choice(far_behind, 0) == Pass()


def test_fuel_is_worth_less_and_a_zone_decides_more_the_nearer_the_end() -> None:
    decides, fuel = zip(*(stage(turns_left) for turns_left in range(1, 13)), strict=True)
    assert list(decides) == sorted(decides, reverse=True) and decides[0] > 2 * decides[-1]
    for amount in (3, 6, 12):
        worths = [worth[amount] for worth in fuel]
        assert worths == sorted(worths) and worths[0] < worths[-1] / 2
    assert all(list(worth) == sorted(worth) for worth in fuel)


def test_an_even_standing_is_an_even_chance_but_for_the_confidence() -> None:
    state = race([5, 5, 5, 5], fuel=6).state
    modest = Fleet(state, favourite=0, edge=0.0).outlook(5)
    assert all(abs(chance - 0.25) < 1e-9 for chance in modest)
    proud = Fleet(state, favourite=0, edge=0.9).outlook(5)
    assert proud[0] > 0.4 and abs(sum(proud) - 1) < 1e-9


def test_the_expert_finds_the_balance_of_a_plain_conflict() -> None:
    """Two players: one wins where both take the same route, red being worth twice as much to him."""
    both: tuple[Colour, Colour] = ("red", "blue")
    worth: dict[tuple[Colour, ...], float] = {("red", "red"): 2.0, ("blue", "blue"): 1.0}
    payoffs: Payoffs = {way: (worth.get(way, 0.0), -worth.get(way, 0.0)) for way in product(both, repeat=2)}
    bot = ExpertBot()
    bot.anyhow = bot.greedy = 0.0
    mix, value = bot.match_regrets(payoffs, dict.fromkeys(range(2), both), 0, random.Random(1), 4000)
    assert abs(mix["red"] - 1 / 3) < 0.05
    assert abs(value - 2 / 3) < 0.05


def test_the_expert_takes_the_sure_win_and_lays_what_helps() -> None:
    rng = random.Random(3)
    last = race([9, 5, 5], fuel=9, tile=13)
    picked = {ExpertBot().choose(Perspective(OUTSPEED, last.state, 0), rng) for _ in range(5)}
    assert all(choice in OUTSPEED.actions(last.state, 0) for choice in picked)
    behind = race([5, 8, 8], tokens={0: ["electromagnet"]})
    assert ExpertBot().choose(Perspective(OUTSPEED, behind.state, 0), rng) == Lay("electromagnet")


def test_the_expert_beats_the_frozen_club() -> None:
    series = Series("outspeed", {}, ("expert", *["bench.frozen.outspeed:ClubBot"] * 3), games=8, seed="bar")
    table = {row.bot: row for row in standings([played for played, _, _ in play(series)])}
    assert table["expert"].wins >= 2, "an even share"
