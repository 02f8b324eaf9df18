"""Rallyman: DIRT keeps the contract, conserves its pieces, and tells its turns."""

from __future__ import annotations

from itertools import pairwise
from random import Random
from typing import Any

import msgspec
import pytest

from paddock.core.chance import DiceStream, seed_from
from paddock.core.errors import PaddockError
from paddock.core.messages import LANGUAGES, catalogue, say
from paddock.core.notation import by_tag
from paddock.games.rallyman.dirt import RALLYMAN_DIRT
from paddock.games.rallyman.dirt import actions as a
from paddock.games.rallyman.dirt.components import ALL_BACKS, BACKS, FULL_BAG, KINDS, TOKENS
from paddock.games.rallyman.dirt.report import DirtReport
from paddock.games.rallyman.dirt.stages import roads_of
from paddock.games.rallyman.dirt.state import DirtOptions, State
from paddock.games.rallyman.notation import read_turn, write_turn
from paddock.testing.dirt import car, do, drive, stage_of, underway
from paddock.testing.harness import exercise
from paddock.testing.sure import one
from paddock.tracks.generator import StageWish, generate

EVERYTHING: dict[str, Any] = {
    "flying_start": True,
    "red_zone": True,
    "time_controls": True,
    "sisu": "stage",
    "spare_wheel_removes": "coast",
}
OPTIONS = [
    DirtOptions(),
    DirtOptions(rally="rally-2", flying_start=True, sisu="rally"),
    DirtOptions(rally="rally-3", stages=("SS1", "SS3"), red_zone=True, time_controls=True),
    DirtOptions(rally="rally-4", **EVERYTHING),
    DirtOptions(rally="rally-5", stages=("SS2",), one_shot=True, flying_start=True),
    DirtOptions(rally="rally-6", stages=("SS3", "rally-5/SS1"), spare_wheel_removes="coast", sisu="stage"),
    DirtOptions(layouts=(generate(StageWish(tiles=6), 3), generate(StageWish(tiles=7), 4)), sisu="stage"),
]


@pytest.mark.parametrize("options", OPTIONS, ids=range(len(OPTIONS)))
@pytest.mark.parametrize("seats", [1, 2, 3, 6])
def test_rallies_keep_the_contract(options: DirtOptions, seats: int) -> None:
    match = exercise(RALLYMAN_DIRT, options, seats, seed=f"{seats}", thorough_every=31)
    assert RALLYMAN_DIRT.result(match.state) is not None


@pytest.mark.parametrize("seats", [4, 5])
def test_every_node_of_a_crowded_stage_keeps_the_contract(seats: int) -> None:
    options = DirtOptions(rally="rally-4", stages=("SS1",), sisu="stage", flying_start=True, red_zone=True)
    exercise(RALLYMAN_DIRT, options, seats, seed=seats)


def rally(options: DirtOptions, seats: int, seed: int) -> tuple[list[State], list[Any]]:
    """A random rally: a copy of every state, and all events."""
    rng, stream = Random(seed), DiceStream(seed_from(seed))
    state = RALLYMAN_DIRT.start(options, seats)
    states, events = [RALLYMAN_DIRT.clone(state)], []
    while not (pending := RALLYMAN_DIRT.pending(state)).over:
        if pending.chance is not None:
            events += RALLYMAN_DIRT.resolve(state, stream.draw(pending.chance))
        else:
            seat = rng.choice(pending.seats)
            events += RALLYMAN_DIRT.act(state, seat, RALLYMAN_DIRT.actions(state, seat).sample(rng))
        states.append(RALLYMAN_DIRT.clone(state))
    return states, events


def tokens_everywhere(state: State) -> list[int]:
    """How many tokens of each kind there are: in the bag, on cockpits, on corners."""
    found = list(state.bag)
    for cockpit in state.cars:
        for token in cockpit.tokens:
            found[token % KINDS] += 1
    for _, token in state.mud:
        found[token % KINDS] += 1
    return found


@pytest.mark.parametrize("options", OPTIONS, ids=range(len(OPTIONS)))
def test_pieces_are_conserved(options: DirtOptions) -> None:
    for seed in range(2):
        states, events = rally(options, 5, seed)
        turned: dict[int, list[str]] = {}
        for event in events:
            if isinstance(event, a.CardTurned):
                turned.setdefault(event.gear, []).append(event.result)
        for before, after in pairwise(states):
            check_tokens(after)
            check_cards(after)
            check_road(before, after)
        assert len(turned) > 0
        assert len(states[-1].sheet) == len(roads_of(options))


def check_tokens(state: State) -> None:
    """48 damage tokens, each of its kind, somewhere on the table (DIRT-SETUP-3)."""
    assert tuple(tokens_everywhere(state)) == FULL_BAG
    assert sum(tokens_everywhere(state)) == 48
    assert min(state.bag) >= 0


def check_cards(state: State) -> None:
    """174 time cards: every back is seen or not seen, and piles show what was turned over."""
    assert sum(ALL_BACKS) == 174
    assert all(0 <= left <= whole for left, whole in zip(state.backs, ALL_BACKS, strict=True))
    shown = [entry - 8 for cockpit in state.cars for entry in cockpit.pile if entry >= 8]
    for number, back in enumerate(BACKS):
        if sum(ALL_BACKS[n] - state.backs[n] for n, b in enumerate(BACKS) if b.gear == back.gear) < 20:
            assert shown.count(number) <= ALL_BACKS[number] - state.backs[number]


def check_road(before: State, after: State) -> None:
    """No two cars overlap, and nobody goes back within a stage."""
    road = roads_of(after.options)[after.stage]
    on_track = [c.cell for c in after.cars if c.status == "track"]
    for cell in on_track:
        assert sum(road.overlaps[cell] >> other & 1 for other in on_track) == 1
    for old, new in zip(before.cars, after.cars, strict=True):
        assert new.seconds >= 0
        if before.stage == after.stage and old.cell >= 0 and new.cell >= 0:
            assert road.front[new.cell] >= road.front[old.cell]


@pytest.mark.parametrize("options", OPTIONS, ids=range(len(OPTIONS)))
def test_every_turn_is_told_in_a_line_that_reads_back(options: DirtOptions) -> None:
    _, events = rally(options, 4, 7)
    lines = [event.line for event in events if isinstance(event, a.TurnTold)]
    assert len(lines) >= sum(isinstance(event, a.Planned | a.Blocked | a.Stranded) for event in events)
    told = [read_turn(line) for line in lines]
    assert [write_turn(turn) for turn in told] == lines
    lost = sum(isinstance(event, a.ControlLost | a.CarriedOver) for event in events)
    assert sum(turn.lost for turn in told) == lost
    drawn = sum(isinstance(event, a.DamageDrawn) for event in events)
    assert sum(len(turn.damage) for turn in told) == drawn


def test_a_turn_in_one_line() -> None:
    state = underway("R R J3 R R R R |F| R", car("0.L", 3, seconds=1), car("0.R", 1))
    do(state, one(a.Plan, RALLYMAN_DIRT.action({"action": "plan", "steps": [{"die": "3", "cell": 2}]})))
    events = do(state, a.Secure())
    assert events[-2] == a.TurnTold(0, "3: 3>1.L* (-1)") or a.TurnTold(0, "3: 3>1.L* (-1)") in events
    flat = underway("R R J3 R R R R |F| R", car("0.L", 3), car("0.R", 1))
    events = drive(flat, "3@1.L 4@2.L>5.R", "- !", "flat-out", "spin")
    assert a.TurnTold(0, "3: 3>1.L- 4>2.L~5.R! (2) !0") in events


def test_every_event_action_and_option_is_worded() -> None:
    _, events = rally(DirtOptions(rally="rally-3", **EVERYTHING), 6, 3)
    for language in LANGUAGES:
        words = catalogue(language)
        for event in events:
            text = say(RALLYMAN_DIRT.tell(event), language)
            assert text
            assert "{" not in text.replace("{}", "")
        for field in DirtOptions.__struct_fields__:
            assert f"rallyman-dirt.option.{field}" in words
        for tag in by_tag(a.DirtAction):
            assert f"rallyman-dirt.action.{tag}" in words
        for tag in by_tag(a.DirtEvent):
            assert f"rallyman-dirt.{tag}" in words


def test_catalogues_are_complete_in_all_languages() -> None:
    own = [{key for key in catalogue(language) if key.startswith("rallyman-dirt.")} for language in LANGUAGES]
    assert own[0] == own[1] == own[2]


def test_a_report_gathers_rallies() -> None:
    report = RALLYMAN_DIRT.report()
    assert isinstance(report, DirtReport)
    for seed in range(3):
        states, events = rally(DirtOptions(rally="rally-4", stages=("SS1", "SS3")), 3, seed)
        report.game([states[0], states[-1]], events, RALLYMAN_DIRT.result(states[-1]))
    tables = {table.title: table for table in report.tables()}
    assert list(tables) == [
        "A rally on average",
        "Stage times",
        "Loss of control by gear and cause",
        "Wins by starting place",
    ]
    assert [row[0] for row in tables["Stage times"].rows] == ["rally-4/SS1", "rally-4/SS3"]
    assert sum(int(row[1]) for row in tables["Wins by starting place"].rows) == 9
    assert sum(int(row[2]) for row in tables["Wins by starting place"].rows) >= 3


def test_a_view_tells_what_can_be_done_and_shows_the_sheet() -> None:
    states, _ = rally(DirtOptions(rally="rally-4", **EVERYTHING), 4, 5)
    for state in states[:: len(states) // 40]:
        view = RALLYMAN_DIRT.view(state, None)
        assert [seen.seat for seen in view.cars] == [0, 1, 2, 3]
        asked = RALLYMAN_DIRT.pending(state).seats
        assert view.asked == asked
        assert bool(view.can) == bool(asked)
        if asked:
            space = RALLYMAN_DIRT.actions(state, asked[0])
            tags = {space.sample(Random(i)).__struct_config__.tag for i in range(40)}
            assert tags <= set(view.can)
        assert sum(view.bag.values()) == sum(state.bag)
        assert set(view.bag) <= set(TOKENS)
        assert len(view.sheet) == 3
        assert [bool(row.lines) for row in view.sheet] == [n < len(state.sheet) for n in range(3)]


def test_boards_are_drawn_for_every_stage() -> None:
    drawn = RALLYMAN_DIRT.board(DirtOptions(rally="rally-1"))
    assert drawn is not None
    assert len(drawn["stages"]) == 3
    for road, stage in zip(roads_of(DirtOptions(rally="rally-1")), drawn["stages"], strict=True):
        assert [cell["name"] for cell in stage["cells"]] == list(road.names)


def test_own_stages_travel_in_the_options() -> None:
    stage = generate(StageWish(tiles=8), 11)
    options = RALLYMAN_DIRT.options({"layouts": [{"kind": "stage", **_plain(stage)}]})
    assert options.layouts == (stage,)
    with pytest.raises(PaddockError):
        broken = _plain(stage)
        broken["tiles"] = broken["tiles"][:-1]
        RALLYMAN_DIRT.start(RALLYMAN_DIRT.options({"layouts": [{"kind": "stage", **broken}]}), 2)
    assert stage_of("R |F| R").tiles == ()


def _plain(stage: Any) -> dict[str, Any]:
    plain: dict[str, Any] = msgspec.to_builtins(stage)
    plain.pop("kind")
    return plain
