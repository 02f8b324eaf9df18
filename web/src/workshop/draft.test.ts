import { describe, expect, it } from "vitest";
import {
  begun,
  changed,
  draftOf,
  flipped,
  moved,
  put,
  redone,
  rotated,
  tileAt,
  undone,
  without,
} from "./draft";
import { CIRCUITS } from "./boxes.fixture";

const A = { tile: "103a", q: 0, r: 0, rotation: 0 };
const B = { tile: "105b", q: 1, r: 0, rotation: 2 };

describe("tiles on the table", () => {
  it("lie one on a place", () => {
    const tiles = put([A], { ...B, q: 0 });
    expect(tiles).toEqual([{ ...B, q: 0 }]);
  });
  it("move, and may be turned on the way", () => {
    expect(moved([A, B], A, { q: 3, r: 1 })).toContainEqual({ ...A, q: 3, r: 1 });
    expect(moved([A, B], A, { q: 3, r: 1 }, 4)).toContainEqual({ ...A, q: 3, r: 1, rotation: 4 });
    expect(moved([A], B, { q: 3, r: 1 })).toEqual([A]);
    expect(moved([A], A, A, 1)).toEqual([{ ...A, rotation: 1 }]);
  });
  it("turn, turn over and go", () => {
    expect(tileAt(rotated([A, B], A, 5), A)?.rotation).toBe(5);
    expect(tileAt(flipped([A, B], A), A)?.tile).toBe("103b");
    expect(without([A, B], A)).toEqual([B]);
  });
  it("are those of a layout", () => {
    const layout = CIRCUITS[0]!;
    const draft = draftOf(layout);
    expect(draft.tiles).toHaveLength(layout.tiles.length);
    expect(draft.tiles[0]).not.toHaveProperty("reverse");
    expect(draft.assistance).toBe(false);
  });
});

describe("steps back and forth", () => {
  it("lead back to the beginning and forward again", () => {
    const three = changed(changed(begun(1), 2), 3);
    expect(undone(three).now).toBe(2);
    expect(undone(undone(undone(three))).now).toBe(1);
    expect(redone(undone(three))).toEqual(three);
    expect(redone(three)).toBe(three);
  });
  it("forget what was undone when something else is done", () => {
    const history = changed(undone(changed(begun(1), 2)), 5);
    expect(history.future).toEqual([]);
    expect(undone(history).now).toBe(1);
  });
});
