import itertools
import random
from pathlib import Path
from typing import Any

import msgspec
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from paddock.core.chance import DiceStream, seed_from
from paddock.core.errors import BadInput, IllegalAction, LogError
from paddock.core.game import encode_state
from paddock.core.logs import Decision, Drawn, Log, TakenBack, link, load, write_line
from paddock.core.match import Match, replay, resume, start, state_at, stream_for, verify
from paddock.core.snapshots import MOST, Snapshots
from paddock.testing.harness import exercise
from tests.sample.pig import PIG, Hold, Pig, PigOptions, PigState, Roll

SEED = seed_from("logs")
KEPT = Path(__file__).parent.parent / "kept_logs"


def played() -> bytes:
    return exercise(PIG, PigOptions(goal=20), 2, seed="logs").log.dump()


FINISHED = played()


def test_a_log_round_trips_and_verifies() -> None:
    log = load(FINISHED)
    assert log.dump() == FINISHED
    assert verify(log) == sum(isinstance(record, Drawn) for record in log.records)


def test_replaying_gives_the_same_states_byte_for_byte() -> None:
    first = [encode_state(step.state) for step in replay(load(FINISHED))]
    second = [encode_state(step.state) for step in replay(load(FINISHED))]
    assert first == second
    assert len(first) == len(load(FINISHED).records) - 1


def test_any_point_of_a_game_can_be_seen_again() -> None:
    log = load(FINISHED)
    states = [encode_state(step.state) for step in replay(log)]
    assert encode_state(state_at(PIG, log, 0)) == encode_state(PIG.start(PigOptions(goal=20), 2))
    for number in (1, 5, len(states)):
        assert encode_state(state_at(PIG, log, number)) == states[number - 1]


@settings(max_examples=60)
@given(st.data())
def test_a_changed_byte_is_found_and_its_record_named(data: st.DataObject) -> None:
    at = data.draw(st.integers(0, len(FINISHED) - 2))
    byte = data.draw(st.integers(32, 126))
    altered = bytearray(FINISHED)
    if altered[at] in (byte, ord("\n")):
        return
    altered[at] = byte
    record = FINISHED[:at].count(b"\n")
    with pytest.raises(LogError) as caught:
        load(bytes(altered))
    assert caught.value.record == record


def test_missing_reordered_and_cut_off_records_are_named() -> None:
    lines = FINISHED.splitlines()
    with pytest.raises(LogError, match="Record 3 was altered, moved"):
        load(b"\n".join(lines[:3] + lines[4:]))
    with pytest.raises(LogError, match="Record 2"):
        load(b"\n".join([*lines[:2], lines[3], lines[2], *lines[4:]]))
    with pytest.raises(LogError, match="Record 4 is cut off"):
        load(b"\n".join([*lines[:4], lines[4][:-5]]))
    with pytest.raises(LogError, match="empty"):
        load(b"")


def test_a_log_of_an_unfinished_game_can_be_resumed_but_not_verified() -> None:
    cut = b"\n".join(FINISHED.splitlines()[:9])
    with pytest.raises(LogError, match="stops at record 8"):
        verify(load(cut))
    match = resume(load(cut))
    assert encode_state(match.state) == encode_state(state_at(PIG, load(FINISHED), 8))


def test_a_forged_die_is_found_by_the_seed() -> None:
    """Someone rewrites the whole file with proper links, only with a better die."""
    honest = load(FINISHED)
    at = next(i for i, record in enumerate(honest.records) if record == Drawn(2) or record == Drawn(3))
    forged = Log(honest.header)
    for number, record in enumerate(honest.records):
        forged.append(Drawn(6) if number == at else record)
    with pytest.raises(LogError, match=f"Record {at + 1}"):
        verify(load(forged.dump()))


def test_another_seed_than_the_published_one_is_refused() -> None:
    with pytest.raises(LogError, match="does not fit the hash"):
        verify(load(FINISHED), seed_from("another"))


def test_a_log_of_other_rules_or_format_is_refused() -> None:
    header = load(FINISHED).header
    line, _ = write_line(msgspec.structs.replace(header, rules=99), "")
    with pytest.raises(LogError, match="rules version 99"):
        verify(load(line))
    line, _ = write_line(msgspec.structs.replace(header, paddock=2), "")
    with pytest.raises(LogError, match="format 2"):
        load(line)


def test_bad_options_and_seats_in_a_header_are_refused() -> None:
    header = load(FINISHED).header
    changes: tuple[dict[str, Any], ...] = ({"options": {"goal": "far"}}, {"seats": ("alone",)})
    for change in changes:
        line, _ = write_line(msgspec.structs.replace(header, **change), "")
        with pytest.raises(LogError, match="Record 0 is refused"):
            resume(load(line))


def test_an_illegal_record_is_named_with_the_rule() -> None:
    log = Log(load(FINISHED).header)
    match = Match(PIG, log, PIG.start(PigOptions(goal=20), 2))
    match.decide(0, Roll())
    log.append(Decision(1, {"action": "hold"}))
    with pytest.raises(LogError, match=r"Record 2 is refused.*PIG-TURN-1"):
        list(replay(log))
    log = Log(load(FINISHED).header)
    log.append(Drawn(9))
    with pytest.raises(LogError, match="Record 1: 9 cannot come up"):
        list(replay(log))


def begun() -> Match[PigOptions, PigState, Roll | Hold]:
    return start(PIG, PigOptions(goal=20), ["Ana", "Piotr"], SEED)


def test_a_decision_can_be_taken_back_until_a_die_is_rolled() -> None:
    match = begun()
    before = encode_state(match.state)
    match.decide(0, Roll())
    match.take_back(0)
    assert encode_state(match.state) == before
    assert match.log.records[-1] == TakenBack(0)
    match.decide(0, Roll())
    match.settle(stream_for(match, SEED))
    state, length = encode_state(match.state), len(match.log.records)
    with pytest.raises(LogError, match="takes back a die"):
        match.take_back(2)
    assert encode_state(match.state) == state
    assert len(match.log.records) == length
    with pytest.raises(LogError, match="not behind it"):
        match.take_back(99)


def test_dice_do_not_change_after_a_take_back() -> None:
    """Taking back and deciding again must not be a way to shop for dice."""
    plain, other = begun(), begun()
    plain.decide(0, Roll())
    other.decide(0, Roll())
    other.take_back(0)
    other.decide(0, Roll())
    for match in (plain, other):
        match.settle(stream_for(match, SEED))
    assert encode_state(plain.state) == encode_state(other.state)


def test_refusals_leave_no_trace() -> None:
    match = begun()
    before = match.log.dump(), encode_state(match.state)
    for seat, action in ((0, Hold()), (1, Roll())):
        with pytest.raises(IllegalAction):
            match.decide(seat, action)
    with pytest.raises(BadInput, match="cannot come up"):
        match.draw(3)
    with pytest.raises(BadInput, match="not over"):
        match.end(SEED)
    assert (match.log.dump(), encode_state(match.state)) == before


def test_resuming_anywhere_goes_on_to_the_same_end() -> None:
    """Play a game twice: once in one go, once saved and loaded after every record."""
    rng = random.Random(4)
    straight = begun()
    stream = DiceStream(SEED)
    while not PIG.pending(straight.state).over:
        for seat in PIG.pending(straight.state).seats:
            straight.decide(seat, PIG.actions(straight.state, seat).sample(rng))
        straight.settle(stream)
    rng = random.Random(4)
    saved = begun().log.dump()
    while True:
        match = resume(load(saved))
        pending = PIG.pending(match.state)
        if pending.over:
            break
        if pending.chance is not None:
            match.draw(stream_for(match, SEED).draw(pending.chance))
        else:
            match.decide(pending.seats[0], PIG.actions(match.state, pending.seats[0]).sample(rng))
        saved = match.log.dump()
    assert saved == straight.log.dump()


def test_a_header_may_lack_what_has_a_default_and_carry_what_is_not_known() -> None:
    """Links belong to the bytes of the file, whatever a reader makes of them."""
    first, *others = [line[: line.rindex(b',"link"')] + b"}" for line in FINISHED.splitlines()]
    bare = first.replace(b'"paddock":1,', b"")
    later = first[:-1] + b',"weather":"fine"}'
    assert bare != first
    for header in (bare, later):
        raw = relinked([header, *others])
        log = load(raw)
        assert log.dump() == raw
        assert log.header == load(FINISHED).header
        assert verify(log) == verify(load(FINISHED))
        match = resume(load(b"\n".join(raw.splitlines()[:6])))
        assert match.log.dump().splitlines() == raw.splitlines()[:6]
        with pytest.raises(LogError, match="Record 0 was altered"):
            load(raw.replace(header[:-1], first[:-1]))


def relinked(bodies: list[bytes]) -> bytes:
    mark, lines = "", []
    for body in bodies:
        mark = link(mark, body)
        lines.append(body[:-1] + b',"link":"' + mark.encode() + b'"}\n')
    return b"".join(lines)


def test_a_log_that_ends_before_the_game_is_over_is_not_verified() -> None:
    honest = load(FINISHED)
    cut = Log(honest.header)
    for record in (*honest.records[:4], honest.records[-1]):
        cut.append(record)
    with pytest.raises(LogError, match="not over"):
        verify(load(cut.dump()))


def test_nothing_follows_the_end() -> None:
    log = load(FINISHED)
    with pytest.raises(LogError, match="follows the end"):
        log.append(log.records[0])
    assert log.dump() == FINISHED


def test_a_draft_changes_nothing_until_it_is_kept() -> None:
    match, alone = begun(), begun()
    before = match.log.dump(), encode_state(match.state)
    draft = match.deciding(0, Roll(), SEED)
    late = match.deciding(0, Roll(), SEED)
    assert (match.log.dump(), encode_state(match.state)) == before
    match.keep(draft)
    alone.decide(0, Roll())
    alone.settle(stream_for(alone, SEED))
    assert match.log.lines == alone.log.lines and encode_state(match.state) == encode_state(alone.state)
    assert [happening.by for happening in draft.happenings] == [0, None]
    with pytest.raises(ValueError, match="too late"):
        match.keep(late)
    assert match.log.lines == alone.log.lines


def test_whoever_follows_line_by_line_comes_to_the_same_match() -> None:
    kept = load((KEPT / "pig-1.jsonl").read_bytes())
    assert any(isinstance(record, TakenBack) for record in kept.records)
    match = Match(PIG, Log(kept.header), state_at(PIG, kept, 0), every=3)
    for number, line in enumerate(kept.lines[1:], start=1):
        happening = match.follow(line)
        assert happening.step == match.step == number
        copy = load(b"\n".join(kept.lines[: number + 1]))
        assert encode_state(match.state) == encode_state(state_at(PIG, copy))
    assert match.log.dump() == kept.dump()
    with pytest.raises(LogError, match="was altered"):
        match.follow(kept.lines[0])


class Counting(Pig):
    """Pig that counts how many records are played again."""

    def __init__(self) -> None:
        self.played = 0

    def act(self, state: PigState, seat: int, action: Roll | Hold) -> list[Any]:
        self.played += 1
        return list(super().act(state, seat, action))


def test_going_back_replays_no_more_than_lies_between_snapshots() -> None:
    game, every = Counting(), 8
    match = Match(game, begun().log, PIG.start(PigOptions(goal=100), 2), every)
    plain = Match(PIG, begun().log, PIG.start(PigOptions(goal=100), 2))
    for number in range(1, 400):
        for each in (match, plain):
            seat = PIG.pending(each.state).seats[0]
            each.decide(seat, Roll())
            if number % 5:
                to = each.step - 1
                game.played = 0
                each.take_back(to)
                assert game.played <= every
            else:
                each.draw(1)
        assert encode_state(match.state) == encode_state(plain.state)
    assert match.log.lines == plain.log.lines and match.step > 700
    assert encode_state(state_at(PIG, match.log)) == encode_state(match.state)


def test_a_very_long_game_keeps_few_snapshots_farther_apart() -> None:
    snapshots = Snapshots(2)
    state = PIG.start(PigOptions(), 2)
    for number in range(1, 5000):
        snapshots.offer(number, state)
    numbers = [kept.number for kept in snapshots.kept]
    assert 0 < len(numbers) <= MOST
    gaps = {later - earlier for earlier, later in itertools.pairwise(numbers)}
    assert snapshots.every is not None
    assert max(gaps) <= snapshots.every and numbers[-1] > 5000 - snapshots.every
    snapshots.drop_after(numbers[3])
    assert [kept.number for kept in snapshots.kept] == numbers[:4]
    found = snapshots.before(numbers[3] - 1)
    assert found is not None and found.number == numbers[2]
    assert snapshots.before(0) is None
