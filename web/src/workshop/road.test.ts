import { describe, expect, it } from "vitest";
import { CIRCUITS, DIRT, GT, STAGES } from "./boxes.fixture";
import { draftOf, put, without, type Layout, type Tiles } from "./draft";
import type { Box } from "./faces";
import { same } from "./hexes";
import { bestRotation, fits, followRoad, otherWay, piecesOf } from "./road";

const [first] = CIRCUITS;
const START = { tile: "102a", q: 0, r: 0, rotation: 0 };

function road(box: Box, tiles: Tiles) {
  return followRoad(box.kind, tiles, box.faces);
}

/** The tiles in another order, without a word on how they are driven. */
function shuffled(layout: Layout): Tiles {
  return draftOf(layout).tiles.toSorted((a, b) => a.q - b.q || b.r - a.r);
}

describe("following the road", () => {
  it.each(CIRCUITS.map((layout) => [layout.id, layout] as const))(
    "finds the driving order of circuit %s",
    (_, layout) => {
      const found = road(GT, shuffled(layout));
      expect(found.gap).toBeNull();
      expect(found.loose).toEqual([]);
      expect(found.chain).toEqual(layout.tiles);
    },
  );
  it.each(STAGES.map((layout) => [layout.id, layout] as const))(
    "finds the driving order of stage %s",
    (_, layout) => {
      const found = road(DIRT, [...draftOf(layout).tiles].reverse());
      expect(found.gap).toBeNull();
      expect(found.chain).toEqual(layout.tiles);
    },
  );
  it("stops where no tile lies", () => {
    const tiles = draftOf(first!).tiles;
    const missing = first!.tiles[5]!;
    const found = road(GT, without(tiles, missing));
    expect(found.chain).toHaveLength(5);
    expect(found.gap).toMatchObject({ kind: "open", from: first!.tiles[4] });
    expect(same(found.gap!.place, missing)).toBe(true);
    expect(found.loose).toHaveLength(tiles.length - 6);
  });
  it("stops at a side without a road", () => {
    const beside = { tile: "103a", q: 0, r: 1, rotation: 1 };
    const found = road(GT, [START, beside]);
    expect(found.gap?.kind).toBe("blank");
    expect(found.loose).toEqual([beside]);
  });
  it("drives a tile from its exit to its entry where it lies so", () => {
    const found = road(GT, [START, { tile: "103a", q: 0, r: 1, rotation: 3 }]);
    expect(found.chain[1]).toMatchObject({ tile: "103a", reverse: true });
  });
  it("leaves the start of a stage towards the finish", () => {
    const start = { tile: "202a", q: 0, r: 0, rotation: 0 };
    const finish = { tile: "203a", q: 0, r: -1, rotation: 0 };
    const found = road(DIRT, [start, finish]);
    expect(found.chain.map((tile) => tile.reverse)).toEqual([true, true]);
    expect(found.gap).toBeNull();
  });
  it("leaves a start without neighbours as it is printed", () => {
    const way = (tile: string) => road(DIRT, [{ tile, q: 0, r: 0, rotation: 0 }]).gap!.direction;
    expect(way("202a")).toBe(0);
    expect(way("202b")).toBe(3);
  });
  it("has no order without a start", () => {
    expect(road(GT, [{ ...START, tile: "103a" }])).toEqual({ chain: [], loose: [], gap: null, starts: [] });
  });
  it("takes no tile of the other box for a road", () => {
    const found = road(GT, [START, { tile: "204a", q: 0, r: 1, rotation: 0 }]);
    expect(found.gap?.kind).toBe("open");
    expect(found.loose).toHaveLength(1);
  });
});

describe("pieces beside the road", () => {
  it("hold together what is joined", () => {
    const tiles = draftOf(first!).tiles;
    const found = road(GT, without(tiles, first!.tiles[5]!));
    expect(piecesOf(found.loose, GT.faces).map((piece) => piece.length)).toEqual([tiles.length - 6]);
    const apart = [START, { ...START, q: 9 }, { ...START, q: 9, r: 1 }, { ...START, q: 10, r: 1 }];
    expect(piecesOf(apart, GT.faces).map((piece) => piece.length)).toEqual([1, 2, 1]);
  });
});

describe("fitting a tile", () => {
  const gap = road(GT, [START]).gap!;
  it("joins the road where it ends", () => {
    const scores = fits(GT.faces.get("107a")!, gap.place, [START], GT.faces, gap);
    const rotation = bestRotation(scores);
    const found = road(GT, put([START], { tile: "107a", ...gap.place, rotation }));
    expect(found.chain).toHaveLength(2);
    expect(found.chain[1]!.reverse).toBe(false);
  });
  it("bends the other way, and back again", () => {
    const face = GT.faces.get("107a")!;
    const scores = fits(face, gap.place, [START], GT.faces, gap);
    const one = bestRotation(scores);
    const other = otherWay(face, scores, one);
    expect(other).not.toBe(one);
    const found = road(GT, put([START], { tile: "107a", ...gap.place, rotation: other }));
    expect(found.chain[1]).toMatchObject({ reverse: true });
    expect(otherWay(face, scores, other)).toBe(one);
  });
  it("closes a circuit with its last tile", () => {
    const tiles = draftOf(first!).tiles;
    const last = first!.tiles.at(-1)!;
    const rest = without(tiles, last);
    const open = road(GT, rest).gap!;
    const scores = fits(GT.faces.get(last.tile)!, open.place, rest, GT.faces, open);
    const found = road(GT, put(rest, { tile: last.tile, ...open.place, rotation: bestRotation(scores) }));
    expect(found.gap).toBeNull();
  });
  it("keeps its rotation where nothing asks for another", () => {
    expect(bestRotation([0, 0, 0, 0, 0, 0], 4)).toBe(4);
  });
});
