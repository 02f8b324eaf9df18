"""What can be known about hidden tokens: buried ones that others have drawn, and those not in the stack.

Once another player has drawn a token that a seat put under the stack, it is either in that player's hand or
under the stack again; only that player knows which. When the used tokens become the stack, all players know
which tokens are left for the hands. A memory lists all worlds consistent with what its owner has seen, each
with its likelihood if the others keep and lay their tokens at random. It is empty until one of these two
things happens.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Iterator
from itertools import chain

from msgspec.structs import replace

from paddock.games.outspeed.components import TOKEN_COUNTS
from paddock.games.outspeed.state import Memory, OutspeedState, Trace, World, with_

NOTHING: Memory = (World(1.0),)


def unseen(state: OutspeedState, seat: int | None) -> Counter[str]:
    """Returns the tokens that a seat (None: a spectator) does not see now and has not buried itself."""
    tokens = Counter(TOKEN_COUNTS)
    tokens.subtract(state.stack.discards)
    if seat is not None:
        tokens.subtract(state.ships[seat].tokens)
        tokens.subtract(filter(None, [state.laid[seat]]))
        if state.draws[:1] == (seat,):
            tokens.subtract(state.looked)
        known = zip(state.stack.bottom, state.buried, strict=True)
        tokens.subtract(token for token, who in known if who == seat)
    return tokens


def strangers(state: OutspeedState, seat: int | None, world: World) -> Counter[str]:
    """Returns the tokens of a world about which a seat knows nothing, not even an urn they are in."""
    tokens = unseen(state, seat)
    tokens.subtract(trace.token for trace in world.traces if trace.token)
    for urn in world.urns:
        tokens.subtract(urn)
    return tokens


def drew(state: OutspeedState, token: str, burier: int | None) -> None:
    """Records that a token was drawn, from under the stack if `burier` had put it there."""
    drawer, nth, depth = state.draws[0], len(state.looked), len(state.stack.bottom)
    if burier is None and not state.memories[drawer]:
        return
    for owner, memory in enumerate(state.memories):
        if owner == drawer:
            if memory and burier != owner:
                after = [_seen_oneself(state, owner, w, token, depth, burier is not None) for w in memory]
                _remember(state, owner, chain.from_iterable(after))
        elif owner == burier:
            recalled = Trace("looked", nth, token)
            _remember(state, owner, [replace(w, traces=(*w.traces, recalled)) for w in memory or NOTHING])
        elif burier is not None and memory:
            _remember(state, owner, [_looked_at(world, depth, nth) for world in memory])


def _seen_oneself(
    state: OutspeedState, seat: int, world: World, token: str, depth: int, from_under: bool
) -> Iterator[World]:
    there = [trace for trace in world.traces if from_under and (trace.place, trace.at) == ("under", depth)]
    if there:
        yield from _found(world, there[0], token, 1.0)
    else:
        yield _likelier(world, _share(strangers(state, seat, world), token))


def _looked_at(world: World, depth: int, nth: int) -> World:
    """Returns the world after the token at a depth became the nth one being looked at."""
    traces = [
        replace(trace, place="looked", at=nth) if (trace.place, trace.at) == ("under", depth) else trace
        for trace in world.traces
    ]
    return replace(world, traces=tuple(traces))


def kept(state: OutspeedState, drawer: int, looked: int, under: bool) -> None:
    """Records that a player kept one of `looked` tokens and put the other, if any, under the stack."""
    for owner, memory in enumerate(state.memories):
        if memory:
            after = [_after_keeping(world, drawer, looked, under) for world in memory]
            _remember(state, owner, chain.from_iterable(after))


def _after_keeping(world: World, drawer: int, looked: int, under: bool) -> Iterator[World]:
    elsewhere = [
        replace(trace, at=trace.at + 1) if under and trace.place == "under" else trace
        for trace in world.traces
        if trace.place != "looked"
    ]
    known = [trace for trace in world.traces if trace.place == "looked"]
    choices = range(looked if known else 1)
    for choice in choices:
        moved = [
            replace(trace, place="hand", at=drawer) if nth == choice else replace(trace, place="under", at=0)
            for nth, trace in enumerate(known)
        ]
        yield World(world.likelihood / len(choices), (*elsewhere, *moved), world.urns)


def shown(state: OutspeedState, holder: int, token: str) -> None:
    """Records that a token that has just left a hand became public."""
    for owner, memory in enumerate(state.memories):
        if memory and owner != holder:
            after = [_after_showing(state, owner, world, holder, token) for world in memory]
            _remember(state, owner, chain.from_iterable(after))


def _after_showing(
    state: OutspeedState, owner: int, world: World, holder: int, token: str
) -> Iterator[World]:
    held = [trace for trace in world.traces if (trace.place, trace.at) == ("hand", holder)]
    size = len(state.ships[holder].tokens) + 1
    for trace in held:
        yield from _found(world, trace, token, 1 / size)
    others = strangers(state, _seat(state, owner), world)
    yield _likelier(world, (size - len(held)) / size * _share(others, token))


def reshuffle(state: OutspeedState) -> None:
    """Records that the used tokens become the stack: all players know which unknown tokens are in hands."""
    for owner, memory in enumerate(state.memories):
        _remember(state, owner, [_with_urn(state, owner, world) for world in memory or NOTHING])


def _with_urn(state: OutspeedState, owner: int, world: World) -> World:
    """Returns the world with its unknown tokens in a new urn, and a trace for each of their places."""
    known = Counter((trace.place, trace.at) for trace in world.traces)
    urn = len(world.urns)
    traces = [
        Trace("hand", seat, urn=urn)
        for seat, ship in enumerate(state.ships)
        if seat != owner
        for _ in range(len(ship.tokens) - known["hand", seat])
    ]
    if state.draws[:1] != (owner,):
        free = [nth for nth in range(len(state.looked)) if not known["looked", nth]]
        traces += [Trace("looked", nth, urn=urn) for nth in free]
    tokens = tuple(sorted(strangers(state, _seat(state, owner), world).elements()))
    return World(world.likelihood, (*world.traces, *traces), (*world.urns, tokens))


def _seat(state: OutspeedState, owner: int) -> int | None:
    """Returns the owner's seat; the last memory is that of spectators."""
    return owner if owner < len(state.ships) else None


def _found(world: World, trace: Trace, token: str, chance: float) -> Iterator[World]:
    """Yields the world in which a trace turns out to be of a kind, if possible."""
    at = world.traces.index(trace)
    traces = world.traces[:at] + world.traces[at + 1 :]
    if trace.token:
        if trace.token == token:
            yield World(world.likelihood * chance, traces, world.urns)
    elif token in (urn := world.urns[trace.urn]):
        left = list(urn)
        left.remove(token)
        chance *= urn.count(token) / len(urn)
        yield World(world.likelihood * chance, traces, with_(world.urns, trace.urn, tuple(left)))


def _share(tokens: Counter[str], token: str) -> float:
    """Returns how likely one of these tokens is of a kind."""
    return tokens[token] / max(1, tokens.total())


def _likelier(world: World, factor: float) -> World:
    return replace(world, likelihood=world.likelihood * factor)


def _remember(state: OutspeedState, owner: int, worlds: Iterable[World]) -> None:
    """Stores the remaining worlds: equal ones are merged, and worlds without traces become none."""
    likelihoods: dict[tuple[tuple[Trace, ...], tuple[tuple[str, ...], ...]], float] = {}
    for world in worlds:
        if world.likelihood > 0:
            key = tuple(sorted(world.traces)), world.urns
            likelihoods[key] = likelihoods.get(key, 0.0) + world.likelihood
    total = sum(likelihoods.values())
    memory = tuple(World(likelihoods[key] / total, *key) for key in sorted(likelihoods))
    state.memories = with_(state.memories, owner, memory if any(world.traces for world in memory) else ())
