"""The table as a seat may see it."""

from __future__ import annotations

from functools import lru_cache
from typing import Literal

from paddock.core.messages import Message
from paddock.games.dirt_and_dust import scouting, supply
from paddock.games.dirt_and_dust.cards import BOX
from paddock.games.dirt_and_dust.components import Card, StageCard, TeamCard
from paddock.games.dirt_and_dust.damage import FACES, handicap, reactions
from paddock.games.dirt_and_dust.effects import duties, effects_of, usable
from paddock.games.dirt_and_dust.operations import Asking, rule_of
from paddock.games.dirt_and_dust.scoring import ghost_score, score
from paddock.games.dirt_and_dust.state import (
    Doing,
    Player,
    State,
    face_up,
    rounds,
    sequential,
)
from paddock.games.dirt_and_dust.view_types import (
    Board,
    CardView,
    DoingView,
    EffectView,
    GhostView,
    Own,
    ScoreView,
    Stack,
    StageCardView,
    View,
)
from paddock.games.dirt_and_dust.words import lines


@lru_cache
def card_view(card: str) -> CardView:
    """Returns a card as printed."""
    found: Card = BOX.cards[card]
    driver = next((d.id for d in BOX.drivers.values() if found in d.cards), "")
    cost = found.cost if isinstance(found, TeamCard) else None
    return CardView(
        found.id, found.name, found.points, found.effects, lines(found), found.passive, cost, driver
    )


@lru_cache
def _stage_lines(stage: str, number: int) -> tuple[tuple[Message, ...], ...]:
    return lines(BOX.stages[stage].cards[number - 1])


def _counts(*piles: dict[str, int]) -> dict[str, int]:
    total: dict[str, int] = {}
    for pile in piles:
        for card, n in pile.items():
            if n:
                total[card] = total.get(card, 0) + n
    return dict(sorted(total.items()))


def _each(cards: list[str]) -> dict[str, int]:
    return {card: cards.count(card) for card in cards}


def board(player: Player, seat: int, *, finished: bool, as_before: bool) -> Board:
    """Returns a player's boards."""
    deck = player.deck
    return Board(
        seat=seat,
        driver=player.driver,
        space=player.space,
        wrench=player.wrench,
        traction=player.traction,
        popularity=player.popularity,
        speed=player.speed,
        risk_pool=player.risk,
        risk_cockpit=BOX.limits.risk_dice_per_player - player.risk,
        damage=player.damage,
        tokens=player.tokens,
        navigators_left=scouting.supply_left(player),
        navigator_limit=scouting.limit(player),
        slots=tuple(player.slots),
        dice=tuple(player.dice),
        removed=tuple(player.removed),
        discards=_counts(deck.discards),
        deck_size=len(deck),
        hand_size=len(player.hand),
        unseen=_counts(deck.pool, _each(deck.top), _each(deck.bottom), _each(player.hand)),
        out=player.out,
        finished=finished,
        as_before=as_before,
    )


def sees_now(state: State, seat: int | None, other: int) -> bool:
    """Whether a seat sees another's present board rather than the one before driving."""
    return not state.before or seat == other


def _doing_view(state: State, seat: int, doing: Doing) -> DoingView:
    effects = effects_of(state, doing)
    ready, due = usable(state, seat, doing), duties(state, seat, doing)
    asks = None
    if doing.effect >= 0 and doing.step < len(effects[doing.effect].do):
        op = effects[doing.effect].do[doing.step]
        asks = op.__struct_config__.tag if isinstance(rule_of(op), Asking) else None
    shown = []
    for index in range(len(effects)):
        status: Literal["used", "now", "usable", "unavailable"]
        if index == doing.effect:
            status = "now"
        elif index not in doing.left:
            status = "used"
        else:
            status = "usable" if index in ready else "unavailable"
        shown.append(EffectView(index, status, index in due))
    return DoingView(
        doing.source,
        doing.card,
        doing.slot,
        doing.die,
        doing.value,
        tuple(shown),
        str(asks) if asks else None,
    )


def own_view(state: State, seat: int) -> Own:
    """Returns what a seat knows about itself beyond its board."""
    player = state.players[seat]
    return Own(
        hand=tuple(player.hand),
        deck=_counts(player.deck.pool),
        top=tuple(player.deck.top),
        claims=tuple(player.claims),
        failed=tuple(player.failed),
        doing=_doing_view(state, seat, player.doing) if player.doing is not None else None,
        risk_faces=tuple(FACES[face] for face in player.faces),
        reactions=tuple(reactions(player)),
        hand_limit=handicap(player).hand_limit,
        prices={card: supply.price(player, card) for card in state.stock},
        navigator_prices={n: scouting.price(player, scouting.stage_card(state, n)) for n in _road(state)},
    )


def _road(state: State) -> range:
    if not state.stage:
        return range(0)
    return face_up(state)


def _ghost_view(state: State) -> GhostView | None:
    ghost = state.ghost
    if ghost is None:
        return None
    sum_now = ghost_score(state)
    return GhostView(
        level=state.options.ghost,
        speed=ghost.speed,
        popularity=ghost.popularity,
        pairs=ghost.pairs,
        waiting=tuple(ghost.waiting),
        faces=tuple(FACES[face] for face in ghost.faces),
        values=tuple(ghost.values),
        blocked=tuple(ghost.blocked),
        score=sum_now,
        total=sum_now.total,
    )


def view(state: State, seat: int | None) -> View:
    """Returns the table as a seat (None: a spectator) may see it."""
    shown = _shown(state, seat)
    boards = _boards(state, shown)
    own = own_view(state, seat) if seat is not None and seat < len(state.players) else None
    track = BOX.tracks[state.options.track]
    road, behind = _road_views(state, shown)
    return View(
        phase=state.phase,
        round=state.round,
        rounds=rounds(state) if state.stage else 0,
        stage=state.stage,
        waiting=tuple(s for s, player in enumerate(state.players) if not player.done),
        sequential=bool(state.stage) and sequential(state),
        boards=boards,
        own=own,
        road=road,
        stage_deck=behind,
        market=_market(state, None if own is None else seat),
        priority=tuple(map(tuple, state.priority)),
        popularity_die=state.holder,
        ghost=_ghost_view(state),
        cards={card: card_view(card) for card in _cards_in_play(state, boards)},
        track=(track.top, track.bottom),
        scores=_scores(state),
    )


def _shown(state: State, seat: int | None) -> list[Player]:
    """Returns the players as they are, or as they were before what a seat may not know yet."""
    return [
        player if sees_now(state, seat, other) else state.before[other]
        for other, player in enumerate(state.players)
    ]


def _boards(state: State, shown: list[Player]) -> tuple[Board, ...]:
    now = state.players
    return tuple(
        board(player, seat, finished=now[seat].done, as_before=player is not now[seat])
        for seat, player in enumerate(shown)
    )


def _road_views(state: State, shown: list[Player]) -> tuple[tuple[StageCardView, ...], int]:
    """Returns the Stage cards by the road, and how many are still to come."""
    road = tuple(
        _stage_card_view(state, scouting.stage_card(state, number), shown) for number in _road(state)
    )
    behind = max(rounds(state) - road[-1].no, 0) if road else 0
    return () if state.phase == "over" else road, behind


def _cards_in_play(state: State, boards: tuple[Board, ...]) -> list[str]:
    """Returns all cards that are or can come into play, including those in hands and decks."""
    found = set(state.stock)
    for each in boards:
        found.update(each.unseen, each.discards)
        found.update(placed.card for placed in (*each.slots, *each.removed) if placed is not None)
    if state.phase == "setup":
        found.update(card.id for driver in BOX.drivers.values() for card in driver.cards)
    return sorted(found)


def _market(state: State, seat: int | None) -> tuple[Stack, ...]:
    """Returns the stacks as a seat (None: a spectator) may buy from them."""
    me = None if seat is None else state.players[seat]
    return tuple(
        Stack(
            card,
            supply.copies_for(state, me, card),
            BOX.team[card].cost,
            me is not None and supply.sealed(state, me, card),
            card in state.disputed,
        )
        for card in state.stock
    )


def _scores(state: State) -> tuple[ScoreView, ...]:
    """Returns the scores, once the game is over."""
    if state.phase != "over":
        return ()
    finals = [score(state, seat) for seat in range(len(state.players))]
    return tuple(ScoreView(one.speed, one.cards, one.risk, one.bonus, one.total) for one in finals)


def _stage_card_view(state: State, card: StageCard, shown: list[Player]) -> StageCardView:
    return StageCardView(
        no=card.no,
        cost=card.cost,
        moves=card.moves,
        effects=card.effects,
        lines=_stage_lines(state.stage, card.no),
        navigators=tuple(player.navigators[card.no - 1] if player.navigators else 0 for player in shown),
        ghost_die=state.ghost is not None and card.no in state.ghost.waiting,
    )
