"""The test harness of all games: plays at random and checks the contract at every node."""

from __future__ import annotations

import random
from itertools import islice
from typing import Any

import msgspec
from msgspec import structs

from paddock.core.chance import seed_from
from paddock.core.errors import BadInput, IllegalAction
from paddock.core.game import AnyGame, Options, Pending, encode_state
from paddock.core.logs import load
from paddock.core.match import Match, replay, start, stream_for, verify
from paddock.core.messages import LANGUAGES, catalogue
from paddock.testing.spoiling import spoiled

_WRONG_A_SEAT = 4


def exercise(
    game: AnyGame,
    options: Options | None = None,
    seats: int | None = None,
    seed: int | str = 0,
    thorough_every: int = 1,
    stop_after: int | None = None,
) -> Match[Any, Any, Any]:
    """Plays one random game and checks the contract, fully at every `thorough_every`-th node.

    Returns the match, so that a test can inspect it. `stop_after` ends very long games early.
    """
    secret = seed_from(seed)
    seats = seats or game.seats[0]
    match = start(game, options or game.Options(), [f"seat {i}" for i in range(seats)], secret)
    rng = random.Random(f"harness:{seed}")
    stream = stream_for(match, secret)
    fingerprints: list[str] = []
    earlier: list[tuple[Any, bytes]] = []
    decided: list[Any] = []
    box = game.pieces(match.state)
    for node in range(game.longest + 1):
        pending = game.pending(match.state)
        box = box or game.pieces(match.state)
        assert game.pieces(match.state) == box, "a piece was lost or made"
        check_pending(game, match.state, pending, seats)
        if node % thorough_every == 0:
            check_copies(game, match.state)
            earlier.append((game.clone(match.state), encode_state(match.state)))
            check_views(game, match.state, seats, rng)
            check_actions(game, match.state, pending, seats, rng)
            check_wrong_actions(game, match.state, pending, decided, rng)
        if pending.over or node == stop_after:
            break
        if pending.chance is not None:
            events = match.draw(stream.draw(pending.chance))
        else:
            seat = rng.choice(pending.seats + pending.may)
            action = game.actions(match.state, seat).sample(rng)
            before = game.clone(match.state)
            events = match.decide(seat, action)
            check_reveals(game, before, match.state, seats, seat, action, events, rng)
            decided.append(msgspec.to_builtins(action))
        check_events(game, events, seats)
        fingerprints.append(game.fingerprint(match.state))
    else:
        raise AssertionError(f"{game.name} took more than its longest {game.longest} steps")
    for copy, before in earlier:
        assert encode_state(copy) == before, "a clone changed when play went on"
    if game.pending(match.state).over:
        match.end(secret)
        verify(match.log, game=game)
    again = [game.fingerprint(step.state) for step in replay(load(match.log.dump()), game)]
    assert again == fingerprints, "a replay gives other states than the game"
    return match


def check_pending(game: AnyGame, state: Any, pending: Pending, seats: int) -> None:
    """Checks that the game waits for seats, one chance node or nothing, within the declared bounds."""
    asked = pending.seats + pending.may
    assert len(set(asked)) == len(asked), "a seat is asked twice"
    assert all(0 <= seat < seats for seat in asked)
    assert not (asked and pending.chance), "seats and chance are pending together"
    result = game.result(state)
    assert (result is not None) == pending.over, "a result belongs to the end and only there"
    if result is not None:
        assert len(result.places) == len(result.scores) == seats
    chance = pending.chance
    if chance is not None:
        assert 0 < len(chance.outcomes) == len(chance.weights) <= game.widest, chance
        assert len(set(chance.outcomes)) == len(chance.outcomes), chance
        assert all(type(weight) is int and weight > 0 for weight in chance.weights), chance


def check_copies(game: AnyGame, state: Any) -> None:
    """Checks that a clone and a decoded state equal the state."""
    before = encode_state(state)
    assert encode_state(game.clone(state)) == before, "a clone differs"
    assert encode_state(msgspec.msgpack.decode(before, type=game.State)) == before
    text = msgspec.json.encode(state)
    assert encode_state(msgspec.json.decode(text, type=game.State)) == before


def check_views(game: AnyGame, state: Any, seats: int, rng: random.Random) -> None:
    """Checks that views can be encoded and decoded, and do not depend on hidden information."""
    for seat in (None, *range(seats)):
        view = game.view(state, seat)
        if game.nothing_hidden:
            assert view == structs.replace(game.view(state, None), you=seat), f"seat {seat} sees more"
        seen = msgspec.json.encode(view)
        msgspec.json.decode(seen, type=game.View)
        guess = game.imagine(state, seat, rng)
        assert game.pieces(guess) == game.pieces(state), f"seat {seat} imagines more or fewer pieces"
        assert msgspec.json.encode(game.view(guess, seat)) == seen, f"the view of seat {seat} leaks"
        if seat is not None:
            pending, guessed = game.pending(state), game.pending(guess)
            assert guessed.over == pending.over
            hidden = pending.chance is not None and guessed.chance is None
            assert hidden or (seat in guessed.seats) == (seat in pending.seats), "a guess asks others"


def check_actions(game: AnyGame, state: Any, pending: Pending, seats: int, rng: random.Random) -> None:
    """Checks that offered actions are legal on a clone, and that refused ones leave the state unchanged."""
    before = encode_state(state)
    for seat in range(seats):
        space = game.actions(state, seat)
        if seat not in pending.seats + pending.may:
            assert next(iter(space), None) is None, f"seat {seat} is not asked but has actions"
            continue
        asks = game.asks(state, seat)
        if asks is not None:
            unsaid = [language for language in LANGUAGES if asks.id not in catalogue(language)]
            assert not unsaid, f"{asks.id} has no words in {unsaid}"
        offered = [space.sample(rng), *islice(space, 3)]
        for action in offered:
            assert action in space, f"{action} is offered but not in the space"
            plain = msgspec.json.decode(msgspec.json.encode(action))
            assert game.action(plain) == action, f"{action} does not survive the wire"
            game.act(game.clone(state), seat, action)
        for stranger in range(seats):
            if stranger not in pending.seats + pending.may:
                refused(game, state, stranger, offered[0])
    assert encode_state(state) == before, "looking at a state changed it"


def check_wrong_actions(
    game: AnyGame, state: Any, pending: Pending, decided: list[Any], rng: random.Random
) -> None:
    """Checks that out-of-place and random actions are malformed, refused or legal, nothing else."""
    before = encode_state(state)
    for seat in pending.seats + pending.may:
        space = game.actions(state, seat)
        now = msgspec.to_builtins(space.sample(rng))
        tries = [spoiled(rng.choice([now, *decided[-20:]]), rng) for _ in range(_WRONG_A_SEAT)]
        for values in tries + rng.sample(decided, min(len(decided), _WRONG_A_SEAT)):
            try:
                action = game.action(values)
            except BadInput as refusal:
                check_worded(refusal.message.id)
                continue
            if action in space:
                game.act(game.clone(state), seat, action)
            else:
                refused(game, state, seat, action)
    assert encode_state(state) == before, "looking at an action changed the state"


def refused(game: AnyGame, state: Any, seat: int, action: Any) -> IllegalAction:
    """Asserts that an action is illegal and changes nothing; returns the refusal."""
    before = encode_state(state)
    try:
        game.act(state, seat, action)
    except IllegalAction as refusal:
        assert encode_state(state) == before, "a refused action changed the state"
        assert refusal.rule_id, "a refusal names its rule"
        check_worded(refusal.message.id)
        return refusal
    raise AssertionError(f"{action} of seat {seat} should have been refused")


def check_reveals(
    game: AnyGame,
    before: Any,
    after: Any,
    seats: int,
    actor: int,
    action: Any,
    events: list[Any],
    rng: random.Random,
) -> None:
    """Checks that a decision that reveals hidden information is marked, so that it cannot be undone.

    For every seat the decision is repeated on an imagined state that looked the same to it. If the seat then
    sees or hears something else, or the decision is illegal, the seat has learnt something.
    """
    if any(game.reveals(event, seats) for event in events):
        return
    for seat in range(seats):
        heard = _heard(game, events, seat)
        seen = msgspec.json.encode(game.view(after, seat))
        if not heard and seen == msgspec.json.encode(game.view(before, seat)):
            continue
        guess = game.imagine(before, seat, rng)
        try:
            told = game.act(guess, actor, action)
        except IllegalAction:
            raise AssertionError(f"{action} of seat {actor} shows seat {seat} what it did not know") from None
        assert _heard(game, told, seat) == heard, (
            f"{action} of seat {actor} tells seat {seat} what was hidden"
        )
        now = msgspec.json.encode(game.view(guess, seat))
        assert now == seen, f"{action} of seat {actor} shows seat {seat} what was hidden"


def _heard(game: AnyGame, events: list[Any], seat: int) -> list[Any]:
    return [seen for event in events if (seen := game.witness(event, seat)) is not None]


def check_events(game: AnyGame, events: list[Any], seats: int) -> None:
    """Checks that events can be sent to every seat and worded in every language."""
    for event in events:
        check_worded(game.tell(event).id)
        for seat in (None, *range(seats)):
            seen = game.witness(event, seat)
            assert seen is event or not game.open_events, f"seat {seat} learns something else of {event}"
            if seen is not None:
                msgspec.json.decode(msgspec.json.encode(seen), type=game.Event)
                check_worded(game.tell(seen).id)


def check_worded(message_id: str) -> None:
    """Checks that a message has a wording in every language."""
    for language in LANGUAGES:
        assert message_id in catalogue(language), f"{message_id} has no words in {language}"
