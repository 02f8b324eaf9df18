"""A lazy deck behaves, draw by draw, like a deck that was shuffled first."""

from __future__ import annotations

from collections import Counter
from fractions import Fraction
from itertools import permutations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from paddock.core.decks import Deck, shuffled

Draws = dict[tuple[str, ...], Fraction]


def lazy_draws(deck: Deck, count: int) -> Draws:
    """Every sequence of draws with its exact probability."""
    if count == 0:
        return {(): Fraction(1)}
    node = deck.next("card")
    found: Draws = {}
    for card, weight in zip(node.outcomes, node.weights, strict=True):
        rest = deck.clone()
        rest.take(str(card))
        for tail, chance in lazy_draws(rest, count - 1).items():
            found[(str(card), *tail)] = Fraction(weight, node.total) * chance
    return found


def shuffled_draws(top: list[str], cards: list[str], bottom: list[str], count: int) -> Draws:
    """The same by laying out every order of a really shuffled deck."""
    orders = Counter(tuple((top[::-1] + list(order) + bottom[::-1])[:count]) for order in permutations(cards))
    total = sum(orders.values())
    return {order: Fraction(n, total) for order, n in orders.items()}


@given(
    cards=st.lists(st.sampled_from("abc"), max_size=5),
    top=st.lists(st.sampled_from("xy"), max_size=2),
    bottom=st.lists(st.sampled_from("pq"), max_size=2),
)
def test_draws_have_the_distribution_of_a_shuffled_deck(
    cards: list[str], top: list[str], bottom: list[str]
) -> None:
    deck = shuffled(cards)
    for card in top:
        deck.put_on_top(card)
    for card in reversed(bottom):
        deck.put_under(card)
    assert lazy_draws(deck, len(deck)) == shuffled_draws(top, cards, bottom, len(deck))


def test_the_last_card_put_under_comes_last() -> None:
    deck = shuffled(["a"])
    deck.put_under("first under")
    deck.put_under("second under")
    assert list(lazy_draws(deck, 3)) == [("a", "first under", "second under")]


def test_a_reshuffle_mixes_discards_and_forgets_the_known_order() -> None:
    deck = shuffled({"a": 1, "b": 1})
    deck.put_on_top("c")
    deck.take("c")
    deck.discard("c")
    deck.put_on_top("d")
    deck.reshuffle()
    assert lazy_draws(deck, 4) == shuffled_draws([], ["a", "b", "c", "d"], [], 4)
    assert deck.discards == {"a": 0, "b": 0, "c": 0}


def test_an_empty_deck_and_a_wrong_card_are_refused() -> None:
    deck = shuffled(["a"])
    with pytest.raises(ValueError, match="no b"):
        deck.take("b")
    deck.take("a")
    with pytest.raises(ValueError, match="nothing to draw"):
        deck.next("card")
    deck.put_on_top("z")
    with pytest.raises(ValueError, match="not on top"):
        deck.take("a")
    assert len(deck) == 1


def test_a_clone_is_independent() -> None:
    deck = shuffled({"a": 2})
    copy = deck.clone()
    copy.take("a")
    copy.put_under("b")
    copy.discard("a")
    assert deck == shuffled({"a": 2})
