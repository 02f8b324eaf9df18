"""Whether dice are fair: the test itself, and what the server adds up."""

from __future__ import annotations

import random
from pathlib import Path

import pytest
from sqlalchemy import create_engine, insert

from paddock.core.chance import DiceStream, seed_from
from paddock.core.game import Perspective
from paddock.core.match import start
from paddock.core.registry import find_bot, find_game
from paddock.server.fairness import Fairness, fair_chance
from paddock.server.storage.faces import faces_of, goodness
from paddock.server.storage.schema import feats, metadata, seats, tables
from paddock.server.storage.store import Store
from paddock.server.storage.totals import recount


def lucks(bias: float, drives: int = 400, seed: int = 1) -> list[float]:
    """Luck of drives with 20 dice of a third each; `bias`: how much more often hazards come up."""
    rng = random.Random(seed)
    return [20 / 3 - sum(rng.random() < 1 / 3 + bias for _ in range(20)) for _ in range(drives)]


def chance_of(values: list[float]) -> float | None:
    return fair_chance(len(values), sum(values), sum(value**2 for value in values))


def test_fair_dice_pass_and_loaded_ones_do_not() -> None:
    passed = [chance_of(lucks(0.0, seed=seed)) for seed in range(40)]
    assert sum(chance is not None and chance < 0.05 for chance in passed) <= 6
    loaded = chance_of(lucks(0.05))
    assert loaded is not None
    assert loaded < 1e-4
    assert fair_chance(5, 1.0, 4.0) is None


async def test_dice_of_all_drives_are_added_up(tmp_path: Path) -> None:
    address = f"sqlite:///{tmp_path / 'paddock.db'}"
    engine = create_engine(address)
    metadata.create_all(engine)
    row = {"version": 1, "game": "rallyman-gt", "public": True, "stage": "over", "host": "h", "created": 0.0}
    row |= {"bots_asked": False, "tallied": True, "touched": 0.0, "seed": b"", "invitation": "", "sheet": ""}
    ended = {"place": 1, "score": 90.0, "unit": "seconds"}
    with engine.begin() as connection:
        for number, luck in enumerate((2.0, -1.0)):
            table = f"t{number}"
            connection.execute(insert(tables).values(id=table, finished=float(number), course="c", **row))
            connection.execute(insert(seats).values(table_id=table, seat=0, person="ada", **ended))
            for name, value in (("luck", luck), ("hazards", 5.0)):
                connection.execute(insert(feats).values(table_id=table, seat=0, name=name, value=value))
        assert recount(connection) == 2
    engine.dispose()
    store = Store(address)
    store.open()
    fairness = Fairness(store)
    (counted,) = await fairness.dice()
    assert (counted.drives, counted.hazards, counted.expected, counted.chance) == (2, 10.0, 11.0, None)
    assert [point.luck for point in await fairness.luck_of("ada")] == [2.0, -1.0]
    assert await fairness.luck_of("bob") == []
    await store.close()


@pytest.mark.parametrize(
    ("value", "freedom", "chance"),
    [(3.841, 1, 0.05), (5.991, 2, 0.05), (7.815, 3, 0.05), (11.070, 5, 0.05), (15.086, 5, 0.01)],
)
def test_the_tail_of_chi_square_is_that_of_the_tables(value: float, freedom: int, chance: float) -> None:
    strayed = [(1 + value**0.5, 1.0), *[(1.0, 1.0)] * freedom]
    assert goodness(strayed) == pytest.approx(chance, abs=5e-5)


@pytest.mark.parametrize("name", ["outspeed", "dirt-and-dust", "rallyman-gt"])
def test_every_face_of_a_game_is_counted(name: str) -> None:
    game = find_game(name)
    match = start(game, game.options({}), ["random"] * 3)
    rng, stream, bot = random.Random(2), DiceStream(seed_from(2)), find_bot(name, "random")
    match.settle(stream)
    while not (pending := game.pending(match.state)).over and len(match.log.records) < 400:
        seat = pending.seats[0]
        match.decide(seat, bot.choose(Perspective(game, match.state, seat), rng))
        match.settle(stream)
    faces = faces_of(game, match.log)
    assert faces
    for die in {die for die, _ in faces}:
        own = [both for (name, _), both in faces.items() if name == die]
        assert sum(came for came, _ in own) == pytest.approx(sum(expected for _, expected in own))
        assert len(own) > 1
