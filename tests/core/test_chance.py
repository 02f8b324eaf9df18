from collections import Counter

import pytest
from hypothesis import given
from hypothesis import strategies as st

from paddock.core.chance import Chance, DiceStream, Script, outcome_at, seed_from, seed_hash, weighted

SEED = seed_from("tests")
DIE = weighted("die", [(face, 1) for face in range(1, 7)])


def test_every_ticket_belongs_to_the_outcome_with_its_weight() -> None:
    chance = weighted("hazard", [("!", 2), ("-", 4), ("never", 0)])
    tickets = Counter(chance.at(ticket) for ticket in range(chance.total))
    assert tickets == {"!": 2, "-": 4}
    assert chance.weight_of("never") == 0


@given(st.lists(st.integers(1, 2**200), min_size=1, max_size=8))
def test_outcomes_are_exact_for_any_weights(weights: list[int]) -> None:
    chance = Chance("any", tuple(range(len(weights))), tuple(weights))
    assert chance.at(0) == 0
    assert chance.at(chance.total - 1) == len(weights) - 1
    assert chance.at(sum(weights[:-1])) == len(weights) - 1
    assert outcome_at(SEED, 3, chance) in chance.outcomes


def test_the_stream_is_what_the_seed_says_and_nothing_else() -> None:
    stream = DiceStream(SEED)
    faces = [stream.draw(DIE) for _ in range(20)]
    assert faces == [outcome_at(SEED, counter, DIE) for counter in range(20)]
    assert faces != [outcome_at(seed_from("other"), counter, DIE) for counter in range(20)]
    late = DiceStream(SEED, counter=10)
    assert [late.draw(DIE) for _ in range(10)] == faces[10:]


def test_the_first_faces_of_a_known_seed_never_change() -> None:
    """Old logs stay verifiable only if this derivation is kept for ever."""
    assert seed_hash(seed_from("paddock")) == HASH
    stream = DiceStream(seed_from("paddock"))
    assert "".join(str(stream.draw(DIE)) for _ in range(30)) == FACES


HASH = "52360fa6630317d3d042cf6ce4346dc87c56a6f9419b5688270c74ea09c24496"
FACES = "332354226544163662634335431466"


def test_a_number_beyond_the_fair_range_is_thrown_away(monkeypatch: pytest.MonkeyPatch) -> None:
    """With three outcomes 2**256 leaves a remainder of one: the very last number must be drawn again."""

    calls: list[bytes] = []

    def fake(_key: bytes, message: bytes, _digest: str) -> bytes:
        calls.append(message)
        return b"\xff" * 32 if message.endswith(b":0") else b"\x00" * 32

    monkeypatch.setattr("paddock.core.chance.hmac.digest", fake)
    assert outcome_at(SEED, 5, weighted("three", [("a", 1), ("b", 1), ("c", 1)])) == "a"
    assert calls == [b"5:0", b"5:1"]


def test_faces_come_up_evenly() -> None:
    stream = DiceStream(SEED)
    faces = Counter(stream.draw(DIE) for _ in range(6000))
    expected = 1000
    chi_squared = sum((faces[face] - expected) ** 2 / expected for face in DIE.outcomes)
    assert chi_squared < 20.5, "beyond the 99.9 % quantile of five degrees of freedom"


def test_a_script_refuses_what_cannot_come_up() -> None:
    script = Script([6, 7])
    assert script.draw(DIE) == 6
    with pytest.raises(ValueError, match="cannot come to 7"):
        script.draw(DIE)
    with pytest.raises(ValueError, match="no outcome left"):
        script.draw(DIE)
