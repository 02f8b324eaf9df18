"""What a seat may see."""

from __future__ import annotations

from functools import lru_cache
from typing import Literal

from msgspec import Struct

from paddock.core.messages import Message
from paddock.games.dirt_and_dust import scouting, supply
from paddock.games.dirt_and_dust.cards import BOX
from paddock.games.dirt_and_dust.components import Card, MoveOrder, RiskFace, Space, StageCard, TeamCard
from paddock.games.dirt_and_dust.damage import FACES, handicap, reactions
from paddock.games.dirt_and_dust.effects import duties, effects_of, usable
from paddock.games.dirt_and_dust.language import Effect, Kind
from paddock.games.dirt_and_dust.operations import Asking, rule_of
from paddock.games.dirt_and_dust.scoring import Score, ghost_score, score
from paddock.games.dirt_and_dust.state import (
    Claim,
    Die,
    Doing,
    Phase,
    Placed,
    Player,
    State,
    face_up,
    rounds,
    sequential,
)
from paddock.games.dirt_and_dust.words import lines


class CardView(Struct, frozen=True, omit_defaults=True):
    """A card as it is printed, and in words."""

    id: str
    name: str
    points: int
    effects: tuple[Effect, ...]
    lines: tuple[tuple[Message, ...], ...]
    passive: Effect | None = None
    cost: int | None = None
    driver: str = ""


class StageCardView(Struct, frozen=True):
    """A face-up Stage card; the first of them falls next."""

    no: int
    cost: int
    moves: tuple[MoveOrder, ...]
    effects: tuple[Effect, ...]
    lines: tuple[tuple[Message, ...], ...]
    navigators: tuple[int, ...]
    """How many Navigators each seat has on it."""
    ghost_die: bool = False


class Stack(Struct, frozen=True):
    """A stack of the supply."""

    card: str
    copies: int
    cost: int
    sealed: bool
    """The seat's next copy would be a sealed claim."""
    disputed: bool
    """Equal players claimed its last copies: nobody may have them now."""


class Board(Struct, frozen=True):
    """A player's Cockpit and Racing Team board, as all may see them."""

    seat: int
    driver: str
    space: str
    wrench: int
    traction: int
    popularity: int
    speed: int
    risk_pool: int
    risk_cockpit: int
    damage: int
    tokens: int
    navigators_left: int
    navigator_limit: int
    slots: tuple[Placed | None, ...]
    dice: tuple[Die, ...]
    removed: tuple[Placed, ...]
    discards: dict[str, int]
    deck_size: int
    hand_size: int
    unseen: dict[str, int]
    """The cards in hand and deck together."""
    out: bool
    finished: bool
    as_before: bool
    """Shown as it was when the Driving Phase began."""


class EffectView(Struct, frozen=True):
    """An effect of the card being resolved."""

    index: int
    status: Literal["used", "now", "usable", "unavailable"]
    must: bool
    """It must be resolved before the card is left."""


class DoingView(Struct, frozen=True):
    """The card the seat is in the middle of."""

    source: Literal["card", "stage", "passive"]
    card: str
    slot: int
    die: Kind | None
    value: int
    effects: tuple[EffectView, ...]
    asks: str | None
    """The operation that waits for an answer."""


class Own(Struct, frozen=True):
    """What only the seat itself may see."""

    hand: tuple[str, ...]
    deck: dict[str, int]
    """The cards of the deck whose order is unknown."""
    top: tuple[str, ...]
    """Cards known to lie on top, the next to be drawn last."""
    claims: tuple[Claim, ...]
    failed: tuple[Claim, ...]
    doing: DoingView | None
    risk_faces: tuple[RiskFace, ...]
    """Risk dice just rolled that can still be ignored."""
    reactions: tuple[int, ...]
    hand_limit: int
    prices: dict[str, int]
    """What each stack costs now."""
    navigator_prices: dict[int, int]
    """What a Navigator on each face-up card costs now."""


class GhostView(Struct, frozen=True):
    """The Ghost Driver."""

    level: str
    speed: int
    popularity: int
    pairs: int
    waiting: tuple[int, ...]
    faces: tuple[RiskFace, ...]
    values: tuple[int, ...]
    blocked: tuple[bool, ...]
    score: Score
    total: int


class ScoreView(Struct, frozen=True):
    """The final sum of a seat, as things stand with everything public."""

    speed: int
    cards: int
    risk: int
    bonus: int
    total: int


class View(Struct, frozen=True, tag="dirt-and-dust", tag_field="game"):
    """The table as a seat sees it."""

    phase: Phase
    round: int
    rounds: int
    stage: str
    waiting: tuple[int, ...]
    """Who has not finished the phase."""
    sequential: bool
    boards: tuple[Board, ...]
    own: Own | None
    road: tuple[StageCardView, ...]
    stage_deck: int
    market: tuple[Stack, ...]
    priority: tuple[tuple[int, ...], ...]
    popularity_die: int | None
    ghost: GhostView | None
    cards: dict[str, CardView]
    track: tuple[tuple[Space, ...], tuple[Space, ...]]
    scores: tuple[ScoreView, ...]
    """Only when the game is over."""


@lru_cache
def card_view(card: str) -> CardView:
    """A card as it is printed."""
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
    """A player's boards."""
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
    """Whether a seat sees another's board as it is now rather than as it was before driving."""
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
    """What a seat knows about itself beyond its board."""
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
    """The table as a seat (None: a spectator) may see it."""
    shown = [
        player if sees_now(state, seat, other) else state.before[other]
        for other, player in enumerate(state.players)
    ]
    boards = tuple(
        board(
            player,
            other,
            finished=state.players[other].done,
            as_before=player is not state.players[other],
        )
        for other, player in enumerate(shown)
    )
    road = tuple(
        _stage_card_view(state, scouting.stage_card(state, number), shown) for number in _road(state)
    )
    over = state.phase == "over"
    track = BOX.tracks[state.options.track]
    me = state.players[seat] if seat is not None and seat < len(state.players) else None
    to_draft = {card.id for driver in BOX.drivers.values() for card in driver.cards}
    in_play = sorted(
        {card for b in boards for pile in (b.unseen, b.discards) for card in pile}
        | {p.card for b in boards for p in (*b.slots, *b.removed) if p is not None}
        | set(state.stock)
        | (to_draft if state.phase == "setup" else set())
    )
    finals = [score(state, s) for s in range(len(state.players))] if over else []
    return View(
        phase=state.phase,
        round=state.round,
        rounds=rounds(state) if state.stage else 0,
        stage=state.stage,
        waiting=tuple(s for s, player in enumerate(state.players) if not player.done),
        sequential=bool(state.stage) and sequential(state),
        boards=boards,
        own=own_view(state, seat) if me is not None and seat is not None else None,
        road=() if over else road,
        stage_deck=max(rounds(state) - road[-1].no, 0) if road else 0,
        market=tuple(
            Stack(
                card,
                supply.copies_for(state, me, card),
                BOX.team[card].cost,
                me is not None and supply.sealed(state, me, card),
                card in state.disputed,
            )
            for card in state.stock
        ),
        priority=tuple(tuple(group) for group in state.priority),
        popularity_die=state.holder,
        ghost=_ghost_view(state),
        cards={card: card_view(card) for card in in_play},
        track=(track.top, track.bottom),
        scores=tuple(ScoreView(s.speed, s.cards, s.risk, s.bonus, s.total) for s in finals),
    )


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
