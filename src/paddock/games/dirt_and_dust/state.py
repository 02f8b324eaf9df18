"""The state of the table."""

from __future__ import annotations

from collections import Counter
from typing import Literal

from msgspec import Struct

from paddock.core.decks import Deck
from paddock.games.dirt_and_dust.cards import BOX
from paddock.games.dirt_and_dust.language import Kind
from paddock.games.dirt_and_dust.options import DirtAndDustOptions

Phase = Literal["setup", "roll", "driving", "settlement", "preparation", "over"]
Throw = Literal["risk", "player", "popularity", "boost", "draw"]


class Die(Struct, frozen=True, order=True):
    """A player, Boost or Popularity die above the slot of its value; value 0 is a blank, out of play."""

    kind: Kind
    value: int
    used: bool = False


class Placed(Struct, frozen=True, order=True):
    """A card in a slot (or removed) with its marks."""

    card: str
    covered: bool = False
    passive_used: bool = False


class Claim(Struct, frozen=True):
    """A sealed claim on a card that others may also want."""

    card: str
    paid: int
    costs: tuple[int, ...] = ()
    """For a free card: the printed costs allowed."""
    lost: int = 0
    """The part of the price that a refund would waste, because it would have exceeded the limit."""
    shuffled: bool = False
    """Whether the discard pile was shuffled into the deck since; the card would have been in it."""

    @property
    def refund(self) -> int:
        """The refund if the claim fails."""
        return self.paid - self.lost


class Doing(Struct):
    """What a seat is resolving: a card, a Stage card, or a passive."""

    source: Literal["card", "stage", "passive"]
    card: str
    slot: int = 0
    """The slot of the card; 0 if it is in none (any more)."""
    die: Kind | None = None
    value: int = 0
    left: list[int] = []
    """The effects that can still be used in this activation."""
    effect: int = -1
    """The effect being carried out; -1 between effects."""
    step: int = 0
    """The next of its operations."""
    again: int = 0
    """How often that operation has been repeated."""

    def clone(self) -> Doing:
        """Returns an independent copy."""
        return Doing(
            self.source,
            self.card,
            self.slot,
            self.die,
            self.value,
            self.left[:],
            self.effect,
            self.step,
            self.again,
        )


class Player(Struct):
    """One player's boards, cards and dice."""

    deck: Deck
    hand: list[str]
    slots: list[Placed | None]
    removed: list[Placed]
    dice: list[Die]
    navigators: list[int]
    """Navigators on each Stage card, by number."""
    space: str
    driver: str = ""
    wrench: int = 0
    traction: int = 0
    popularity: int = 0
    speed: int = 0
    risk: int = 0
    """Risk dice in the pool."""
    damage: int = 0
    tokens: int = 0
    """Flipped Permanent Damage tokens."""
    tripled: bool = False
    out: bool = False
    done: bool = False
    """Finished with the present phase."""
    doing: Doing | None = None
    throws: list[Throw] = []
    """Rolls and draws to resolve before anything else."""
    faces: list[str] = []
    """Rolled Risk dice that have not been applied yet."""
    claims: list[Claim] = []
    failed: list[Claim] = []
    bought: list[str] = []
    """Cards bought this round."""
    taken: list[str] = []
    """Free cards taken from the supply this round."""
    scouted: list[int] = []
    """Stage cards on which a Navigator was placed this round."""
    dice_rolled: int = 0
    cards_drawn: int = 0

    def clone(self) -> Player:
        """Returns an independent copy."""
        return Player(
            self.deck.clone(),
            self.hand[:],
            self.slots[:],
            self.removed[:],
            self.dice[:],
            self.navigators[:],
            self.space,
            self.driver,
            self.wrench,
            self.traction,
            self.popularity,
            self.speed,
            self.risk,
            self.damage,
            self.tokens,
            self.tripled,
            self.out,
            self.done,
            self.doing.clone() if self.doing is not None else None,
            self.throws[:],
            self.faces[:],
            self.claims[:],
            self.failed[:],
            self.bought[:],
            self.taken[:],
            self.scouted[:],
            self.dice_rolled,
            self.cards_drawn,
        )


class Ghost(Struct):
    """The Ghost Driver of a solo game."""

    waiting: list[int]
    """Stage cards with a Ghost die on them."""
    pairs: int
    faces: list[str] = []
    values: list[int] = []
    blocked: list[bool] = []
    throws: list[Throw] = []
    speed: int = 0
    popularity: int = 0
    dice_rolled: int = 0

    def clone(self) -> Ghost:
        """Returns an independent copy."""
        return Ghost(
            self.waiting[:],
            self.pairs,
            self.faces[:],
            self.values[:],
            self.blocked[:],
            self.throws[:],
            self.speed,
            self.popularity,
            self.dice_rolled,
        )


class State(Struct):
    """The whole table."""

    options: DirtAndDustOptions
    phase: Phase
    players: list[Player]
    stage: str = ""
    round: int = 0
    stock: dict[str, int] = {}
    """Copies left in each stack of the supply."""
    todo: list[str] = []
    """Setup steps still to be decided."""
    holder: int | None = None
    """The seat with the Popularity die."""
    priority: list[list[int]] = []
    """The order of seats at contested stacks; equal players are grouped."""
    disputed: list[str] = []
    """Stacks whose last copies equal players claimed; they are closed for this phase."""
    turns: list[int] = []
    """The seats that may still buy after a failed claim."""
    ghost: Ghost | None = None
    before: tuple[Player, ...] = ()
    """The players at the start of the Driving Phase; immutable, so that copies of the state share it."""
    stock_before: dict[str, int] = {}
    """The supply at the start of the Driving Phase, while nobody may know what others take."""

    def clone(self) -> State:
        """Returns an independent copy."""
        return State(
            self.options,
            self.phase,
            [player.clone() for player in self.players],
            self.stage,
            self.round,
            self.stock.copy(),
            self.todo[:],
            self.holder,
            [group[:] for group in self.priority],
            self.disputed[:],
            self.turns[:],
            self.ghost.clone() if self.ghost is not None else None,
            self.before,
            self.stock_before,
        )


SLOTS = range(1, BOX.limits.slots + 1)


def active(player: Player) -> list[int]:
    """Returns the slots that hold a card."""
    return [slot for slot in SLOTS if player.slots[slot - 1] is not None]


def empty(player: Player) -> list[int]:
    """Returns the empty slots."""
    return [slot for slot in SLOTS if player.slots[slot - 1] is None]


def uncovered(player: Player) -> list[int]:
    """Returns the slots that hold a face-up card."""
    return [s for s in SLOTS if (placed := player.slots[s - 1]) is not None and not placed.covered]


def ready_dice(player: Player) -> list[Die]:
    """Returns the distinct active dice: not used, not blank."""
    return sorted({die for die in player.dice if not die.used and die.value})


def cards_of(player: Player) -> Counter[str]:
    """Returns all cards of a player, including those removed from the game."""
    deck = player.deck
    found = Counter(player.hand) + Counter(deck.top) + Counter(deck.bottom)
    found += Counter(deck.pool) + Counter(deck.discards)
    found.update(placed.card for placed in (*player.slots, *player.removed) if placed is not None)
    return found


def alive(state: State) -> list[int]:
    """Returns the seats still in the game."""
    return [seat for seat, player in enumerate(state.players) if not player.out]


def sequential(state: State) -> bool:
    """Whether the players drive one after the other."""
    return state.stage == "trial"


def rounds(state: State) -> int:
    """Returns how many rounds the stage has."""
    return len(BOX.stages[state.stage].cards)


def face_up(state: State) -> range:
    """Returns the numbers of the face-up Stage cards, the next to fall first."""
    shown = BOX.face_up_easier if state.options.five_face_up else BOX.face_up
    fallen = state.round if state.phase == "preparation" else state.round - 1
    first = max(fallen, 0) + 1
    return range(first, min(first + shown, rounds(state) + 1))
