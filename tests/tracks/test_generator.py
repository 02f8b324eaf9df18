"""Generated tracks are sound, as wished, and do not repeat themselves."""

from collections import Counter
from itertools import islice
from typing import Any

import msgspec
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from paddock.core.errors import BadInput
from paddock.core.messages import LANGUAGES, say
from paddock.tracks import compile_road
from paddock.tracks.boxes import dirt_faces, gt_faces
from paddock.tracks.figures import figures
from paddock.tracks.generator import CircuitWish, StageWish, Wish, generate, many, shape
from paddock.tracks.generator.chance import pick, seeded, weighted_order
from paddock.tracks.generator.paths import chain, loop
from paddock.tracks.hexes import Hex, neighbour
from paddock.tracks.layouts import Circuit, Placement, Stage, circuits, stages
from paddock.tracks.problems import check


@pytest.mark.parametrize("wish", [CircuitWish(), StageWish()], ids=["circuits", "stages"])
def test_a_thousand_tracks_are_sound_and_all_different(wish: Wish) -> None:
    made = [generate(wish, seed) for seed in range(1_000)]
    assert all(check(layout) == () for layout in made)
    assert all(len(layout.tiles) == wish.tiles for layout in made)
    assert len({shape(layout) for layout in made}) == 1_000


@pytest.mark.parametrize("lanes", ["any", "two", "three", "mixed"])
def test_every_possible_length_of_circuit_can_be_had(lanes: Any) -> None:
    most = 29 if lanes in ("two", "three") else 31
    for tiles in range(6 if lanes == "mixed" else 5, most + 1):
        for seed in range(3):
            circuit = generate(CircuitWish(tiles=tiles, lanes=lanes), seed)
            assert check(circuit) == ()
            assert len(circuit.tiles) == tiles


def test_every_possible_length_of_stage_can_be_had() -> None:
    for tiles in range(3, 32):
        for seed in range(3):
            stage = generate(StageWish(tiles=tiles), seed)
            assert check(stage) == ()
            assert len(stage.tiles) == tiles


def test_the_longest_tracks_use_every_road_tile_of_the_box() -> None:
    circuit = generate(CircuitWish(tiles=31), 5)
    assert Counter(tile.tile[:-1] for tile in circuit.tiles) == {
        face.number: face.copies for face in gt_faces().values()
    }
    stage = generate(StageWish(tiles=31), 5)
    road = {face.number for face in dirt_faces().values() if face.kind == "road"}
    assert {tile.tile[:-1] for tile in stage.tiles} == road


@settings(max_examples=60, deadline=None, derandomize=True)
@given(
    st.integers(6, 29),
    st.sampled_from(["any", "two", "three", "mixed"]),
    st.sampled_from(["any", "low", "high"]),
    st.integers(),
)
def test_any_wish_for_a_circuit_is_met(tiles: int, lanes: Any, danger: Any, seed: int) -> None:
    circuit = generate(CircuitWish(tiles=tiles, lanes=lanes, danger=danger), seed)
    assert check(circuit) == ()
    assert len(circuit.tiles) == tiles


@settings(max_examples=60, deadline=None, derandomize=True)
@given(st.builds(StageWish, tiles=st.integers(5, 31)), st.integers())
def test_any_wish_for_a_stage_is_met(wish: StageWish, seed: int) -> None:
    stage = generate(wish, seed)
    assert check(stage) == ()
    size = figures(stage)
    assert size.tiles == wish.tiles
    assert stage.assistance == wish.assistance
    for wanted, found in (
        (wish.jumps, size.jumps),
        (wish.water, size.water),
        (wish.shortcuts, size.shortcuts),
    ):
        assert wanted is None or wanted == (found > 0)


def test_lanes_are_as_wished() -> None:
    for seed in range(30):
        wishes: tuple[tuple[Any, set[str]], ...] = (("two", {"b"}), ("three", {"a"}))
        for lanes, sides in wishes:
            circuit = generate(CircuitWish(lanes=lanes), seed)
            assert {tile.tile[-1] for tile in circuit.tiles} == sides
        mixed = [tile.tile for tile in generate(CircuitWish(lanes="mixed"), seed).tiles]
        numbers = [name[:-1] for name in mixed]
        assert {"119", "120"} <= set(numbers)
        plain = {name[-1] for name in mixed if name[:-1] not in ("119", "120")}
        assert plain == {"a", "b"}


def test_any_lanes_gives_narrow_wide_and_mixed_circuits() -> None:
    kinds: Counter[str] = Counter()
    for seed in range(60):
        tiles = generate(CircuitWish(), seed).tiles
        kinds["mixed" if any(t.tile[:-1] == "119" for t in tiles) else tiles[0].tile] += 1
    assert set(kinds) == {"mixed", "102a", "102b"}


@pytest.mark.parametrize("kind", [CircuitWish, StageWish])
def test_danger_follows_the_wish(kind: type[CircuitWish] | type[StageWish]) -> None:
    def fear(danger: Any) -> int:
        total = Counter[str]()
        for seed in range(60):
            total.update(figures(generate(kind(danger=danger), seed)).danger)
        return total["orange"] + 2 * total["red"] - 2 * total["yellow"]

    assert fear("low") < fear("any") < fear("high")


@pytest.mark.parametrize("feature", ["jumps", "water", "shortcuts"])
def test_features_of_a_stage_are_there_when_wanted_and_never_when_unwanted(feature: str) -> None:
    for seed in range(40):
        wish: dict[str, Any] = {feature: True}
        wanted = generate(StageWish(tiles=5, **wish), seed)
        wish = {feature: False}
        unwanted = generate(StageWish(tiles=31, **wish), seed)
        assert getattr(figures(wanted), feature) >= 1
        assert getattr(figures(unwanted), feature) == 0


def test_all_features_fit_on_four_tiles_but_not_on_three() -> None:
    everything: dict[str, Any] = {"jumps": True, "water": True, "shortcuts": True}
    size = figures(generate(StageWish(tiles=4, **everything), 1))
    assert min(size.jumps, size.water, size.shortcuts) == 1
    with pytest.raises(BadInput) as refused:
        generate(StageWish(tiles=3, **everything), 1)
    assert refused.value.message.id == "tracks.generator.no_luck"


def test_assistance_is_kept_and_the_hex_behind_the_finish_stays_free_for_it() -> None:
    for seed in range(50):
        stage = generate(StageWish(tiles=25, assistance=True), seed)
        assert stage.assistance
        road = {tile.place for tile in stage.tiles}
        before, last = stage.tiles[-2], stage.tiles[-1]
        ahead = Hex(2 * last.q - before.q, 2 * last.r - before.r)
        assert ahead not in road
        assert neighbour(stage.tiles[0].place, 3) not in road
    assert not generate(StageWish(), 1).assistance


def test_start_and_finish_are_driven_the_way_they_are_printed() -> None:
    for seed in range(20):
        stage = generate(StageWish(), seed)
        for tile in (stage.tiles[0], stage.tiles[-1]):
            printed = dirt_faces()[tile.tile].printed_direction
            assert tile.reverse == (printed == "exit_to_entry")


def test_the_same_seed_gives_the_same_track_today_and_tomorrow() -> None:
    assert generate(CircuitWish(), 7) == generate(CircuitWish(), 7)
    assert generate(CircuitWish(), 7) != generate(CircuitWish(), -7)
    assert shape(generate(CircuitWish(tiles=8), 7)) == GOLDEN_CIRCUIT
    assert shape(generate(StageWish(tiles=8), 7)) == GOLDEN_STAGE


GOLDEN_CIRCUIT = "102a 106a< 110a 108a<< 120b< 105b> 119b< 111a<<"
GOLDEN_STAGE = "202a 231b 230a> 208a> 205b 210b>> 219b<< 203b"


@pytest.mark.parametrize("tiles", [-1, 0, 4, 30, 60, 10**30])
def test_circuits_that_cannot_be_are_refused_with_the_reason(tiles: int) -> None:
    with pytest.raises(BadInput) as refused:
        generate(CircuitWish(tiles=tiles, lanes="two"), 1)
    for language in LANGUAGES:
        words = say(refused.value.message, language)
        assert "5" in words
        assert "29" in words


@pytest.mark.parametrize("tiles", [-1, 0, 2, 32, 60, 10**30])
def test_stages_that_cannot_be_are_refused_with_the_reason(tiles: int) -> None:
    with pytest.raises(BadInput) as refused:
        generate(StageWish(tiles=tiles), 1)
    for language in LANGUAGES:
        words = say(refused.value.message, language)
        assert "3" in words
        assert "31" in words


def test_many_begins_with_the_seed_itself_and_never_repeats() -> None:
    made = list(islice(many(CircuitWish(tiles=9), 3), 200))
    assert made[0] == generate(CircuitWish(tiles=9), 3)
    assert len({shape(circuit) for circuit in made}) == 200
    assert made == list(islice(many(CircuitWish(tiles=9), 3), 200))


def test_many_ends_when_the_box_has_nothing_new() -> None:
    few = list(many(StageWish(tiles=3, jumps=True, water=True), 1))
    # Two start faces, the two faces with jump and water, one of them bending either way, two finishes.
    assert len(few) == 2 * 3 * 2
    assert len({shape(stage) for stage in few}) == len(few)


def test_shape_is_the_same_however_the_table_is_turned() -> None:
    layouts: list[Circuit | Stage] = [*circuits().values(), *stages().values()]
    for layout in layouts:
        turned_tiles = []
        for tile in layout.tiles:
            q, r = tile.place  # a sixth of a circle about (0, 0) takes it to (q + r, -q)
            turned_tiles.append(
                Placement(tile.tile, q + r + 3, -q - 2, (tile.rotation + 1) % 6, tile.reverse)
            )
        turned = msgspec.structs.replace(layout, tiles=tuple(turned_tiles))
        assert check(turned) == ()
        assert shape(turned) == shape(layout)
    assert len({shape(stage) for stage in stages().values()}) == len(stages())


def test_generated_tracks_compile() -> None:
    for seed in range(20):
        assert len(compile_road(generate(CircuitWish(), seed))) > 50
        assert len(compile_road(generate(StageWish(), seed))) > 30


def test_generated_tracks_start_in_the_middle_of_the_table() -> None:
    circuit, stage = generate(CircuitWish(), 1), generate(StageWish(), 1)
    assert isinstance(circuit, Circuit)
    assert isinstance(stage, Stage)
    assert circuit.tiles[0].place == stage.tiles[0].place == Hex(0, 0)


def test_a_path_uses_no_more_of_a_kind_than_there_is() -> None:
    rng = seeded(4)
    for _ in range(100):
        turns = loop(14, (3, 7, 4), rng)
        if turns is not None:
            used = Counter(abs(turn) for turn in turns[1:])
            assert used[0] <= 3
            assert used[1] <= 7
            assert used[2] <= 4
            assert abs(sum(turns)) == 6
    assert chain(5, (1, 2, 0), rng) is not None
    assert chain(5, (1, 1, 0), rng) is None
    assert loop(4, (9, 9, 9), rng) is None


def test_picking_follows_the_weights() -> None:
    rng = seeded(1)
    drawn = Counter(pick(rng, "abc", [1, 0, 3]) for _ in range(4_000))
    assert drawn["b"] == 0
    assert 2.6 < drawn["c"] / drawn["a"] < 3.4
    first = Counter(weighted_order(rng, "ab", [1, 3])[0] for _ in range(4_000))
    assert 2.6 < first["b"] / first["a"] < 3.4
