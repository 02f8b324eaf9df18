import { beforeEach, describe, expect, it } from "vitest";
import { Bench, slug } from "./bench.svelte";
import { CIRCUITS, DIRT, GT, STAGES } from "./boxes.fixture";
import { draftOf } from "./draft";
import type { TrackInfo } from "./shelf";

let bench: Bench;
const reasons = () => bench.troubles.map((trouble) => trouble.message.id.replace("workshop.problem.", ""));

beforeEach(() => {
  bench = new Bench(GT);
});

/** Lay a tile where the road goes on. */
function lay(...tiles: string[]) {
  for (const tile of tiles) {
    bench.take(tile);
    expect(bench.lay(bench.cursor), tile).not.toBeNull();
  }
}

describe("an empty bench", () => {
  it("has the start tile in the hand", () => {
    expect(bench.hand?.tile).toBe("102a");
    expect(bench.ghost(bench.cursor)).toMatchObject({ tile: "102a", q: 0, r: 0 });
    expect(reasons()).toEqual(["empty"]);
  });
  it("begins a stage with its own start", () => {
    bench = new Bench(DIRT);
    expect(bench.hand?.tile).toBe("202a");
  });
});

describe("laying tiles", () => {
  it("goes on where the road ends", () => {
    lay("102a", "103a", "105a");
    expect(bench.road.chain.map((tile) => tile.tile)).toEqual(["102a", "103a", "105a"]);
    expect(reasons()).toEqual(["open-circuit"]);
  });
  it("keeps the next tile of the kind in the hand while there are some", () => {
    lay("102a");
    expect(bench.hand).toBeNull();
    bench.take("103a");
    bench.lay(bench.cursor);
    expect(bench.hand?.tile).toBe("103a");
    bench.lay(bench.cursor);
    bench.lay(bench.cursor);
    expect(bench.left("103")).toBe(0);
    expect(bench.hand).toBeNull();
  });
  it("counts both sides of a tile together", () => {
    lay("102b");
    expect(bench.left("102")).toBe(0);
    expect(bench.left("105")).toBe(2);
    lay("105b");
    expect(bench.left("105")).toBe(1);
  });
  it("offers the side whose lanes go on", () => {
    lay("102b");
    expect(bench.side).toBe("b");
    lay("120b");
    expect(bench.side).toBe("a");
    expect(bench.troubles.map((trouble) => trouble.message.id)).toEqual(["workshop.problem.open-circuit"]);
  });
  it("does not lay a tile on another", () => {
    lay("102a");
    bench.take("103a");
    expect(bench.lay({ q: 0, r: 0 })).toBeNull();
    expect(bench.tiles).toHaveLength(1);
  });
});

describe("changing what lies", () => {
  beforeEach(() => {
    lay("102a", "107a");
    bench.drop();
    bench.cursor = { q: 0, r: 1 };
  });
  it("turns, bends the other way and turns over", () => {
    expect(bench.selected?.rotation).toBe(0);
    bench.turn(1);
    expect(bench.selected?.rotation).toBe(1);
    bench.turn(-1);
    bench.bend();
    expect(bench.road.chain[1]).toMatchObject({ tile: "107a", reverse: true });
    bench.flip();
    expect(bench.selected?.tile).toBe("107b");
    expect(reasons()).toContain("lanes");
  });
  it("moves a tile and leaves its place", () => {
    bench.lift();
    expect(bench.lay({ q: 3, r: 3 })).toMatchObject({ q: 3, r: 3 });
    expect(bench.tiles).toHaveLength(2);
    expect(reasons()).toEqual(["open-circuit", "loose"]);
    bench.undo();
    expect(reasons()).toEqual(["open-circuit"]);
    bench.redo();
    expect(reasons()).toEqual(["open-circuit", "loose"]);
  });
  it("puts a lifted tile back", () => {
    bench.lift();
    bench.drop();
    expect(bench.cursor).toEqual({ q: 0, r: 1 });
    expect(bench.tiles).toHaveLength(2);
  });
  it("removes", () => {
    expect(bench.remove()?.tile).toBe("107a");
    expect(bench.tiles).toHaveLength(1);
    expect(bench.left("107")).toBe(2);
  });
});

describe("whole tracks", () => {
  it.each(CIRCUITS.map((layout) => [layout.id, layout] as const))(
    "opens and gives back circuit %s",
    (_, layout) => {
      bench.open(layout, "Monza at home");
      expect(bench.troubles).toEqual([]);
      expect(bench.layout("Ada")).toEqual({
        ...layout,
        id: "monza-at-home",
        name: "Monza at home",
        author: "Ada",
      });
    },
  );
  it("opens and gives back a stage with its service park", () => {
    bench = new Bench(DIRT);
    bench.open({ ...STAGES[0]!, assistance: true }, "Karkonosze");
    expect(bench.troubles).toEqual([]);
    expect(bench.layout("")).toMatchObject({ kind: "stage", assistance: true, tiles: STAGES[0]!.tiles });
  });
  it("gives back what lies beside the road, too", () => {
    bench.open(CIRCUITS[0]!, "");
    bench.take("120a");
    bench.lay({ q: 40, r: 0 });
    expect(bench.layout("").tiles).toHaveLength(CIRCUITS[0]!.tiles.length + 1);
    expect(bench.layout("").tiles.at(-1)).toEqual({ tile: "120a", q: 40, r: 0, rotation: 0, reverse: false });
    expect(reasons()).toEqual(["loose"]);
  });
  it("is cleared, and comes back by a step back", () => {
    bench.open(CIRCUITS[0]!, "x");
    bench.clear();
    expect(bench.tiles).toEqual([]);
    expect(bench.hand?.tile).toBe("102a");
    bench.undo();
    expect(bench.tiles).toHaveLength(CIRCUITS[0]!.tiles.length);
  });
  it("remembers itself without the kept layout", () => {
    const kept = {
      id: "t",
      name: "x",
      kind: "circuit",
      owner: "p",
      owner_name: "Ada",
      shared: true,
      changed: 0,
      layout: CIRCUITS[0]!,
    } as TrackInfo;
    bench.open(CIRCUITS[0]!, "x", kept);
    const other = new Bench(GT);
    other.recall(JSON.parse(JSON.stringify(bench.memory)));
    expect(other.kept).toMatchObject({ id: "t", layout: null });
    expect(other.tiles).toEqual(draftOf(CIRCUITS[0]!).tiles);
    expect(other.name).toBe("x");
  });
});

describe("troubles", () => {
  it("names too many tiles of a number, strangers and a second start", () => {
    bench.open(
      {
        ...CIRCUITS[0]!,
        tiles: [
          { tile: "102a", q: 0, r: 0, rotation: 0, reverse: false },
          { tile: "102b", q: 5, r: 0, rotation: 0, reverse: false },
          { tile: "999a", q: 7, r: 0, rotation: 0, reverse: false },
        ],
      },
      "",
    );
    expect(reasons()).toEqual(["open-circuit", "copies", "unknown", "second-start", "loose"]);
    expect(bench.troubles[1]!.place).toMatchObject({ q: 5, r: 0 });
  });
  it("misses a start and a finish", () => {
    bench = new Bench(DIRT);
    bench.take("204a");
    bench.lay({ q: 0, r: 0 });
    expect(reasons()).toEqual(["no-start", "no-finish"]);
  });
  it("tells of a piece beside the road once, near the road's end", () => {
    bench.open(CIRCUITS[0]!, "");
    const gone = CIRCUITS[0]!.tiles[5]!;
    bench.cursor = gone;
    bench.remove();
    expect(reasons()).toEqual(["open-circuit", "loose"]);
    expect(bench.troubles[1]!.message.params.n).toBe(CIRCUITS[0]!.tiles.length - 6);
    expect(bench.troubles[1]!.place).toMatchObject({ tile: CIRCUITS[0]!.tiles[6]!.tile });
  });
  it("points to the hex where the road should go on", () => {
    lay("102a");
    expect(bench.troubles[0]!.place).toEqual({ q: 0, r: 1 });
  });
});

it("makes ids from names in any script", () => {
  expect(slug("  Mój tor nr 1! ")).toBe("mój-tor-nr-1");
  expect(slug("Трасса")).toBe("трасса");
  expect(slug("???")).toBe("workshop");
});
