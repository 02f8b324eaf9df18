"""Lazy decks and bags: a card is only decided when it is drawn, with the right probability."""

from __future__ import annotations

from collections.abc import Iterable, Mapping

import msgspec

from paddock.core.chance import Chance, certain, weighted


class Deck(msgspec.Struct):
    """A face-down deck. The order of `pool` is unknown; `top` and `bottom` are known.

    `top[-1]` is drawn first, then the pool, then `bottom[-1]`, …, `bottom[0]`. A bag is a deck without known
    parts. Kinds stay in `pool` with count 0, so that equal decks have equal bytes.
    """

    pool: dict[str, int]
    top: list[str] = []
    bottom: list[str] = []
    discards: dict[str, int] = {}

    def __len__(self) -> int:
        return len(self.top) + sum(self.pool.values()) + len(self.bottom)

    def count(self, card: str) -> int:
        """Returns how many copies of a card are anywhere in the deck."""
        return self.pool.get(card, 0) + self.top.count(card) + self.bottom.count(card)

    def next(self, label: str) -> Chance:
        """Returns the chance node of the next card; a known card is certain. The deck must not be empty."""
        if self.top:
            return certain(label, self.top[-1])
        node = weighted(label, self.pool.items())
        if node.outcomes:
            return node
        if self.bottom:
            return certain(label, self.bottom[-1])
        raise ValueError(f"{label}: nothing to draw from")

    def take(self, card: str) -> None:
        """Removes the card drawn by `next`."""
        if self.top:
            if self.top[-1] != card:
                raise ValueError(f"{card} is not on top")
            self.top.pop()
        elif any(self.pool.values()):
            self.remove(card)
        elif self.bottom and self.bottom[-1] == card:
            self.bottom.pop()
        else:
            raise ValueError(f"{card} is not next in the deck")

    def remove(self, card: str) -> None:
        """Removes a given card from the unordered part."""
        if not self.pool.get(card):
            raise ValueError(f"no {card} in the deck")
        self.pool[card] -= 1

    def put_back(self, card: str) -> None:
        """Shuffles a card into the unordered part (a token back into its bag)."""
        self.pool[card] = self.pool.get(card, 0) + 1

    def put_on_top(self, card: str) -> None:
        """Puts a card on top of the deck, to be drawn next."""
        self.top.append(card)

    def put_under(self, card: str) -> None:
        """Puts a card under the deck, to be drawn last."""
        self.bottom.insert(0, card)

    def discard(self, card: str) -> None:
        """Puts a card on the discard pile."""
        self.discards[card] = self.discards.get(card, 0) + 1

    def shuffle(self) -> None:
        """Forgets all known order."""
        for card in (*self.top, *self.bottom):
            self.put_back(card)
        self.top.clear()
        self.bottom.clear()

    def reshuffle(self) -> None:
        """Shuffles the discard pile into the deck."""
        self.shuffle()
        for card, copies in self.discards.items():
            self.pool[card] = self.pool.get(card, 0) + copies
            self.discards[card] = 0

    def clone(self) -> Deck:
        """Returns an independent copy."""
        return Deck(dict(self.pool), self.top[:], self.bottom[:], dict(self.discards))


def shuffled(cards: Mapping[str, int] | Iterable[str]) -> Deck:
    """Returns a face-down deck of these cards in unknown order.

    >>> len(shuffled({"gear": 2, "brake": 1}))
    3
    """
    pool: dict[str, int] = {}
    for card, copies in cards.items() if isinstance(cards, Mapping) else ((card, 1) for card in cards):
        pool[card] = pool.get(card, 0) + copies
    return Deck(pool, [], [], dict.fromkeys(pool, 0))
