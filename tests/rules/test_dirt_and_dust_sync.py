"""Dirt & Dust: everyone drives at once, and contested cards are settled fairly."""

import random
from collections import Counter
from collections.abc import Iterator

import pytest

from paddock.core.chance import DiceStream, seed_from
from paddock.core.game import encode_state
from paddock.core.play import settle
from paddock.games.dirt_and_dust import DIRT_AND_DUST
from paddock.games.dirt_and_dust.actions import (
    AnyAction,
    Buy,
    Dare,
    Finish,
    Pass,
    Play,
    Resolve,
    Scout,
    Skip,
    Take,
    Use,
    UsePassive,
)
from paddock.games.dirt_and_dust.cards import BOX
from paddock.games.dirt_and_dust.events import (
    Bought,
    Claimed,
    ClaimLost,
    ClaimWon,
    DriveShown,
    Finished,
    FreeCardShown,
    Told,
    TookFree,
)
from paddock.games.dirt_and_dust.options import FULL_STAGES
from paddock.games.dirt_and_dust.state import Claim, State
from paddock.games.dirt_and_dust.track import SPACES
from paddock.testing import rule
from paddock.testing.dirt_and_dust import act, driving, forbidden, player
from paddock.testing.sure import some

pytestmark = pytest.mark.usefixtures("example_cards")


def drive_all(
    state: State,
    plans: dict[int, list[AnyAction]],
    order: list[int],
    seed: str | int,
    told: list[Told] | None = None,
) -> State:
    """Carry out the seats' lists of actions, interleaved in some order, with dice from a seed."""
    lists = {seat: list(plan) for seat, plan in plans.items()}
    stream = DiceStream(seed_from(seed))
    events = [] if told is None else told
    for seat in order:
        events += DIRT_AND_DUST.act(state, seat, lists[seat].pop(0))
        events += settle(DIRT_AND_DUST, state, stream.draw)
    return state


@rule("DD-SYNC-1", "DD-SYNC-2")
def test_the_interleaving_does_not_matter_and_nobodys_dice_depend_on_others() -> None:
    plans: dict[int, list[AnyAction]] = {
        0: [Play("1S", 1), UsePassive(3), Scout(3), Skip(), Dare(), Buy("2A"), Finish()],
        1: [Dare(), Play("2S", 2), UsePassive(3), Scout(2), Use(0), Dare(), Finish()],
        2: [UsePassive(3), UsePassive(4), Dare(), Scout(1), Buy("1A"), Finish()],
    }

    def table() -> State:
        return driving(
            player(hand=["1S", "1S"], slots={3: "9A"}, traction=9, wrench=9, deck=["3S"] * 5),
            player(hand=["2S", "2S"], slots={3: "9A"}, traction=9, wrench=9, deck=["3S"] * 5),
            player(hand=["3S", "3S"], slots={3: "9A", 4: "9A"}, traction=9, wrench=9, deck=["3S"] * 5),
        )

    turns = [seat for seat, plan in plans.items() for _ in plan]
    first = encode_state(drive_all(table(), plans, turns, "x"))
    for shuffle in range(8):
        random.Random(shuffle).shuffle(turns)
        assert encode_state(drive_all(table(), plans, turns, "x")) == first
    assert encode_state(drive_all(table(), plans, turns, "another seed")) != first


def random_table(rng: random.Random) -> State:
    """Three players in the middle of a race, with so many copies of every card that nothing is claimed."""
    cards, spaces = sorted(BOX.cards), sorted(SPACES)
    players = [
        player(
            hand=rng.choices(cards, k=4),
            slots={slot: rng.choice(cards) for slot in rng.sample(range(1, 7), 4)},
            dice=rng.choices(range(1, 7), k=3),
            deck=rng.choices(cards, k=8),
            removed=["1S"],
            space=rng.choice(spaces),
            wrench=rng.randint(0, 10),
            traction=rng.randint(0, 10),
            popularity=rng.randint(0, 9),
            risk=rng.randint(0, 2),
        )
        for _ in range(3)
    ]
    return driving(
        *players, stage=rng.choice(FULL_STAGES), round=4, stock={f"{n}A": 99 for n in range(1, 10)}
    )


def random_plan(state: State, seat: int, rng: random.Random, seed: int) -> list[AnyAction]:
    """What a seat that does not think would do from here to the end of its drive."""
    state, stream = state.clone(), DiceStream(seed_from(seed))
    plan: list[AnyAction] = []
    while not state.players[seat].done:
        choices = list(DIRT_AND_DUST.actions(state, seat))
        going_on = [action for action in choices if not isinstance(action, Finish)]
        plan.append(rng.choice(going_on if len(plan) < 15 and going_on else choices[-1:]))
        DIRT_AND_DUST.act(state, seat, plan[-1])
        settle(DIRT_AND_DUST, state, stream.draw)
    return plan


@rule("DD-SYNC-1", "DD-SYNC-2")
@pytest.mark.parametrize("seed", range(8))
def test_random_drives_come_to_the_same_in_any_order(seed: int) -> None:
    rng = random.Random(seed)
    table = random_table(rng)
    plans = {seat: random_plan(table, seat, rng, seed) for seat in range(3)}
    turns = [seat for seat, plan in plans.items() for _ in plan]
    after = encode_state(drive_all(table.clone(), plans, turns, seed))
    for shuffle in range(3):
        random.Random(shuffle).shuffle(turns)
        assert encode_state(drive_all(table.clone(), plans, turns, seed)) == after


@rule("DD-SYNC-3", "DD-BUY-5")
def test_priority_is_fixed_when_the_drive_begins() -> None:
    state = driving(
        player(popularity=5, speed=20),
        player(popularity=5, speed=18),
        player(popularity=7, speed=30),
        player(popularity=5, speed=20),
    )
    assert state.priority == [[2], [1], [0, 3]]
    state.players[0].popularity = 15
    assert DIRT_AND_DUST.view(state, 0).priority == ((2,), (1,), (0, 3))


@rule("DD-SYNC-3")
def test_popularity_won_on_the_drive_comes_too_late_for_priority() -> None:
    state = driving(
        player(wrench=3, popularity=2, hand=["1S"]),
        player(wrench=3, popularity=1, hand=["1S"], slots={3: "3A"}, dice=[3]),
        stock={"7A": 1},
    )
    act(state, Resolve(3), Use(2), Skip(), Buy("7A"), Finish(), seat=1)
    act(state, Buy("7A"), Finish())
    assert state.players[1].popularity == 3, "more than the other has now"
    assert state.players[0].deck.discards == {"7A": 1}


@rule("DD-SYNC-4")
def test_a_copy_all_could_have_is_sold_at_once_and_further_ones_are_claimed() -> None:
    state = driving(player(wrench=9, hand=["1S"]), player(wrench=9), stock={"2A": 2, "7A": 1})
    act(state, Buy("2A"))
    assert (state.stock["2A"], state.players[0].deck.discards) == (1, {"2A": 1})
    act(state, Buy("2A"))
    assert state.stock["2A"] == 1, "one copy for two drivers: only a claim"
    assert state.players[0].claims == [Claim("2A", 1)]
    alone = driving(player(wrench=9, hand=["1S"]), stock={"7A": 1})
    act(alone, Buy("7A"))
    assert alone.players[0].deck.discards == {"7A": 1}


@rule("DD-SYNC-5")
def test_a_claim_is_paid_now_and_secret() -> None:
    state = driving(player(wrench=9), player(wrench=9), stock={"7A": 1})
    before = {seat: DIRT_AND_DUST.view(state, seat) for seat in (None, 1)}
    events = act(state, Buy("7A"))
    assert state.players[0].wrench == 6
    for seat in (None, 1):
        assert DIRT_AND_DUST.view(state, seat) == before[seat]
        assert [DIRT_AND_DUST.witness(event, seat) for event in events] == [None]
    assert some(DIRT_AND_DUST.view(state, 0).own).claims == (Claim("7A", 3),)
    assert events == [Claimed(0, "7A", to=(0,))]
    assert forbidden(state, Buy("7A")) == "DD-SYNC-5", "no more claims than copies"
    act(state, Finish(), seat=1)
    assert DIRT_AND_DUST.view(state, 1).boards[0].wrench == 9, "who has finished sees no claim either"
    guess = DIRT_AND_DUST.imagine(state, 1, random.Random(1))
    assert guess.players[0].claims == []


@rule("DD-SYNC-6")
def test_settlement_by_priority_in_repeated_passes() -> None:
    state = driving(
        player(wrench=9, popularity=3, hand=["1S"]),
        player(wrench=9, popularity=5),
        player(),
        player(),
        stock={"7A": 3},
    )
    act(state, Buy("7A"), Buy("7A"))
    act(state, Buy("7A"), Buy("7A"), seat=1)
    for seat in (2, 3, 0):
        act(state, Finish(), seat=seat)
    events = DIRT_AND_DUST.act(state, 1, Finish())
    assert state.players[1].deck.discards == {"7A": 2}
    assert state.players[0].deck.discards == {"7A": 1}
    assert [e.seat for e in events if isinstance(e, ClaimWon)] == [1, 0, 1]
    assert [e for e in events if isinstance(e, ClaimLost)] == [ClaimLost(0, "7A", 3)]


@rule("DD-SYNC-6", "DD-BUY-5")
def test_a_tied_group_stops_the_settlement_of_its_stack() -> None:
    state = driving(
        player(wrench=3, popularity=5),
        player(wrench=3, popularity=5),
        player(wrench=3, popularity=1, hand=["1S"]),
        stock={"7A": 1},
    )
    for seat in range(3):
        act(state, Buy("7A"), seat=seat)
    for seat in range(3):
        DIRT_AND_DUST.act(state, seat, Finish())
    assert state.stock["7A"] == 1, "nobody of the tied group and nobody below gets it"
    assert [made.wrench for made in state.players] == [3, 3, 3]


@rule("DD-SYNC-7")
def test_after_a_failed_claim_one_may_buy_again_by_priority() -> None:
    state = driving(
        player(wrench=9, popularity=1, hand=["1S"]),
        player(wrench=9, popularity=5, hand=["1S"]),
        player(wrench=4, popularity=3, hand=["1S"]),
        stock={"7A": 1, "8A": 5},
    )
    for seat in range(3):
        act(state, Buy("7A"), seat=seat)
    for seat in range(3):
        act(state, Finish(), seat=seat)
    assert state.phase == "settlement"
    assert DIRT_AND_DUST.pending(state).seats == (2,), "more popular than seat 0"
    assert forbidden(state, Play("1S", 1), seat=2) == "DD-SYNC-7"
    assert forbidden(state, Buy("7A"), seat=2) == "DD-BUY-4"
    assert forbidden(state, Take("1A"), seat=2) == "DD-SYNC-7"
    act(state, Buy("8A"), seat=2)
    assert state.players[2].deck.discards == {"8A": 1}
    assert DIRT_AND_DUST.pending(state).seats == (0,)
    act(state, Buy("2A"))
    assert DIRT_AND_DUST.pending(state).seats == (0,), "seat 2 has no Wrench left, it is seat 0 again"
    act(state, Pass())
    assert state.phase == "preparation"


@rule("DD-SYNC-7")
def test_a_failed_free_card_may_be_replaced() -> None:
    stock = {"1A": 0, "2A": 0, "5A": 0, "6A": 1}
    state = driving(
        player(slots={3: "FK1"}, hand=["1S"]), player(wrench=2, popularity=5, hand=["1S"]), stock=stock
    )
    act(state, UsePassive(3))
    assert state.players[0].claims == [Claim("6A", 0, (1, 2))]
    act(state, Buy("6A"), Finish(), seat=1)
    state.stock["5A"] = 1
    act(state, Finish())
    assert state.players[1].deck.discards == {"6A": 1}
    assert list(DIRT_AND_DUST.actions(state, 0)) == [Take("5A"), Pass()]
    act(state, Take("5A"))
    assert state.players[0].deck.top == ["5A"]


@rule("DD-SYNC-7")
def test_free_cards_won_late_lie_on_the_deck_in_the_order_of_the_claims() -> None:
    state = driving(player(deck=["1S"], hand=["1S"]), player(hand=["1S"]), stock={"2A": 1, "5A": 1, "6A": 1})
    state.players[0].claims = [Claim("6A", 0, (2,)), Claim("2A", 0, (1,)), Claim("5A", 0, (2,))]
    state.players[1].popularity, state.players[1].claims = 3, [Claim("2A", 1)]
    state.priority = [[1], [0]]
    act(state, Finish())
    act(state, Finish(), seat=1)
    assert state.players[0].deck.top == ["1S", "6A", "5A"], "5A was asked for last and is drawn first"


@rule("DD-SYNC-8")
def test_boards_are_seen_as_they_were_until_all_have_finished() -> None:
    state = driving(player(hand=["1S"], traction=4), player(hand=["2S"], slots={2: "5A"}, dice=[2]))
    before = DIRT_AND_DUST.view(state, 0)
    events = act(state, Resolve(2), Use(0), Skip(), Play("2S", 4), seat=1)
    assert DIRT_AND_DUST.view(state, 0) == before
    assert DIRT_AND_DUST.view(state, None).boards[1] == before.boards[1]
    assert all(DIRT_AND_DUST.witness(event, 0) is None for event in events)
    assert all(DIRT_AND_DUST.witness(event, 1) is not None for event in events)
    guess = DIRT_AND_DUST.imagine(state, 0, random.Random(0))
    assert guess.players[1].traction == 0, "imagining does not peek"
    act(state, Finish())
    assert DIRT_AND_DUST.view(state, 0).boards[1].as_before, "who has finished waits for the others"
    told = act(state, Finish(), seat=1)
    seen = DIRT_AND_DUST.view(state, 0).boards[1]
    assert (seen.traction, seen.as_before) == (2, False)
    assert [event for event in told if isinstance(event, DriveShown)][1].space == "T4"


@rule("DD-SYNC-8", "DD-SYNC-15")
def test_nobody_learns_of_a_wreck_by_the_popularity_die() -> None:
    state = driving(player(tokens=7, damage=4), player(hand=["1S"]))
    state.holder = 0
    act(state, Dare(), outcomes=["1"])
    assert state.players[0].out
    assert DIRT_AND_DUST.view(state, 1).popularity_die == 0, "the die seems to be where it was"
    act(state, Finish(), seat=1)
    assert DIRT_AND_DUST.view(state, 1).popularity_die is None


@rule("DD-SYNC-15", "DD-ELIM-3")
def test_all_boards_are_open_when_the_last_car_is_destroyed() -> None:
    state = driving(player(tokens=7, damage=4), player(tokens=7, damage=4))
    act(state, Dare(), outcomes=["1"])
    events = act(state, Dare(), seat=1, outcomes=["2"])
    assert [event.destroyed for event in events if isinstance(event, DriveShown)] == [True, True]
    for seat in (None, 0, 1):
        boards = DIRT_AND_DUST.view(state, seat).boards
        assert [(board.out, board.as_before) for board in boards] == [(True, False)] * 2


@rule("DD-SYNC-8")
def test_copies_are_shown_as_they_were_but_for_ones_own() -> None:
    def copies(seat: int | None) -> int:
        return {stack.card: stack.copies for stack in DIRT_AND_DUST.view(state, seat).market}["2A"]

    state = driving(player(hand=["1S"]), player(wrench=9, hand=["1S"]))
    act(state, Buy("2A"), seat=1)
    assert (state.stock["2A"], copies(0), copies(1), copies(None)) == (7, 8, 7, 8)
    assert DIRT_AND_DUST.imagine(state, 0, random.Random(0)).stock["2A"] == 8
    act(state, Finish())
    act(state, Finish(), seat=1)
    assert (copies(0), copies(None)) == (7, 7)


@rule("DD-SYNC-9")
def test_finishing_is_final_and_an_eliminated_players_claims_are_void() -> None:
    state = driving(player(wrench=4, tokens=7, damage=4), player(wrench=3, hand=["1S"]), stock={"7A": 1})
    act(state, Buy("7A"))
    act(state, Dare(), outcomes=["1"])
    assert state.players[0].claims == []
    assert not DIRT_AND_DUST.view(state, 1).boards[0].out, "the other still sees the board as it was"
    events = act(state, Buy("7A"), Finish(), seat=1)
    assert [event.destroyed for event in events if isinstance(event, DriveShown)] == [True, False]
    assert Finished(1) in events
    assert state.players[1].deck.discards == {"7A": 1}
    state = driving(player(hand=["1S"]), player())
    act(state, Finish())
    assert forbidden(state, Play("1S", 1)) == "DD-ROUND-2"


@rule("DD-SYNC-10")
def test_rolling_and_drawing_go_in_seat_order() -> None:
    state = driving(player(deck=["1S"] * 5), player(deck=["2S"] * 5), player(deck=["3S"] * 5))
    labels = []
    for seat in range(3):
        DIRT_AND_DUST.act(state, seat, Finish())
    while (chance := DIRT_AND_DUST.pending(state).chance) is not None:
        labels.append(chance.label)
        DIRT_AND_DUST.resolve(state, chance.outcomes[0])
    assert labels == [f"draw {s}" for s in (0, 1, 2) for _ in range(5)] + [
        f"player {s}" for s in (0, 1, 2) for _ in range(3)
    ]


@rule("DD-SYNC-11")
def test_what_is_a_claim_does_not_depend_on_who_has_finished() -> None:
    state = driving(
        player(wrench=3, popularity=5),
        player(wrench=3, hand=["1S"]),
        player(wrench=3, hand=["1S"]),
        stock={"7A": 2},
    )
    act(state, Buy("7A"), Finish())
    act(state, Buy("7A"), seat=1)
    assert state.players[1].claims, "two copies for two drivers, but the claim of seat 0 comes first"
    act(state, Buy("7A"), seat=2)
    act(state, Finish(), seat=1)
    act(state, Finish(), seat=2)
    assert state.players[0].deck.discards == {"7A": 1}


@pytest.mark.parametrize("seat", [0, 1, 2])
def test_everyone_may_act_as_long_as_they_have_not_finished(seat: int) -> None:
    state = driving(player(hand=["1S"]), player(hand=["1S"]), player(hand=["1S"]))
    act(state, Play("1S", 1), seat=seat)
    assert state.players[seat].hand == []


@rule("DD-STATE-3", "DD-SYNC-22")
def test_a_free_card_comes_from_an_open_stack_and_all_know_which() -> None:
    state = driving(player(slots={3: "FK1"}, hand=["1S"]), player(hand=["1S"]))
    events = act(state, UsePassive(3), Take("5A"), Finish())
    assert [DIRT_AND_DUST.witness(event, 1) for event in events] == [None] * (len(events) - 1) + [Finished(0)]
    events = act(state, Finish(), seat=1)
    assert FreeCardShown(0, "5A") in [DIRT_AND_DUST.witness(event, 1) for event in events]
    assert DIRT_AND_DUST.imagine(state, 0, random.Random(0)).players[0].deck.top == ["5A"]


def small_table(rng: random.Random, seats: int) -> State:
    """Players with money and few copies of anything."""
    players = [
        player(
            hand=["1S"],
            slots={3: rng.choice(["FK1", "9A", "1S"])},
            deck=["2S"] * 6,
            wrench=rng.randint(2, 10),
            popularity=rng.randint(0, 2),
            speed=rng.randint(0, 1),
            tokens=rng.choice([0, 0, 0, 7]),
            damage=rng.choice([0, 4]),
        )
        for _ in range(seats)
    ]
    return driving(*players, round=4, stock={f"{n}A": rng.randint(0, 4) for n in range(1, 10)})


def shopping(state: State, seat: int, rng: random.Random, most: int) -> list[AnyAction]:
    """Purchases, a free card and perhaps a Risk, then the end of the drive."""
    state, stream = state.clone(), DiceStream(seed_from("shops"))
    plan: list[AnyAction] = []
    while not state.players[seat].done:
        choices = list(DIRT_AND_DUST.actions(state, seat))
        wanted: list[AnyAction] = [
            action for action in choices if isinstance(action, Buy | Take | UsePassive)
        ]
        if rng.random() < 0.1:
            wanted = [action for action in choices if isinstance(action, Dare)]
        middle = state.players[seat].doing is not None
        plan.append(rng.choice(wanted) if wanted and (len(plan) < most or middle) else choices[-1])
        DIRT_AND_DUST.act(state, seat, plan[-1])
        settle(DIRT_AND_DUST, state, stream.draw)
    return plan


def dealt_out(copies: int, wants: list[int], priority: list[list[int]]) -> list[int]:
    """Pass by pass one each, the more popular first; nothing more where equals cannot all have one."""
    got = [0] * len(wants)
    while True:
        dealt = False
        for group in priority:
            claimants = [seat for seat in group if got[seat] < wants[seat]]
            if len(claimants) > copies:
                return got
            for seat in claimants:
                got[seat] += 1
                copies -= 1
                dealt = True
        if not dealt:
            return got


def orders(counts: dict[int, int]) -> Iterator[list[int]]:
    """Every order in which seats with so many decisions each can make them."""
    if not any(counts.values()):
        yield []
    for seat, left in counts.items():
        if left:
            for rest in orders({**counts, seat: left - 1}):
                yield [seat, *rest]


@rule("DD-SYNC-1", "DD-SYNC-6", "DD-BUY-5")
@pytest.mark.parametrize("seed", range(40))
def test_the_market_does_not_depend_on_who_clicks_first(seed: int) -> None:
    rng = random.Random(f"market {seed}")
    seats = 2 + seed % 3
    table = small_table(rng, seats)
    plans = {seat: shopping(table, seat, rng, 5 - seats) for seat in range(seats)}
    found = set()
    for number, order in enumerate(orders({seat: len(plan) for seat, plan in plans.items()})):
        if number == 300:
            break
        found.add(encode_state(drive_all(table.clone(), plans, order, "shops")))
    assert len(found) == 1
    told: list[Told] = []
    after = drive_all(table.clone(), plans, [seat for seat in plans for _ in plans[seat]], "shops", told)
    got = Counter((e.seat, e.card) for e in told if isinstance(e, Bought | ClaimWon | TookFree))
    wrecked = [seat for seat, made in enumerate(after.players) if made.out]
    for card, stock in table.stock.items():
        wants = [0 if s in wrecked else sum(getattr(a, "card", "") == card for a in plans[s]) for s in plans]
        copies = stock - sum(got[seat, card] for seat in wrecked)
        expected = dealt_out(copies, wants, table.priority)
        assert [got[s, card] for s in plans if s not in wrecked] == [
            n for s, n in enumerate(expected) if s not in wrecked
        ], (card, copies, wants)
