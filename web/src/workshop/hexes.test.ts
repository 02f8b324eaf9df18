import { describe, expect, it } from "vitest";
import {
  centre,
  columnAndRow,
  directionTo,
  edgeMiddle,
  hexAt,
  keyOf,
  neighbour,
  opposite,
  same,
  stepBy,
  turned,
} from "./hexes";

const HOME = { q: 2, r: -1 };

describe("the grid", () => {
  it("leads the way paddock.tracks.hexes does", () => {
    expect(Array.from({ length: 6 }, (_, i) => neighbour({ q: 0, r: 0 }, i))).toEqual([
      { q: 0, r: 1 },
      { q: 1, r: 0 },
      { q: 1, r: -1 },
      { q: 0, r: -1 },
      { q: -1, r: 0 },
      { q: -1, r: 1 },
    ]);
  });
  it("comes back by the opposite direction", () => {
    for (let direction = 0; direction < 6; direction++) {
      const there = neighbour(HOME, direction);
      expect(neighbour(there, opposite(direction))).toEqual(HOME);
      expect(directionTo(HOME, there)).toBe(direction);
    }
    expect(directionTo(HOME, { q: 4, r: -1 })).toBeNull();
    expect(directionTo(HOME, HOME)).toBeNull();
  });
  it("turns edges clockwise", () => {
    expect(turned(3, 0)).toBe(3);
    expect(turned(3, 4)).toBe(1);
    expect(turned(0, -1)).toBe(5);
  });
});

describe("the grid on paper", () => {
  it("has the top edge above and r growing upwards", () => {
    expect(centre({ q: 0, r: 0 })).toEqual({ x: 0, y: -0 });
    expect(centre({ q: 0, r: 1 }).y).toBeCloseTo(-200);
    expect(centre({ q: 1, r: 0 }).x).toBeGreaterThan(0);
    expect(edgeMiddle(0).y).toBe(-100);
    expect(edgeMiddle(2).x).toBeGreaterThan(0);
    expect(edgeMiddle(2).y).toBeGreaterThan(0);
  });
  it("puts the middle of an edge half way to the neighbour", () => {
    for (let direction = 0; direction < 6; direction++) {
      const there = centre(neighbour({ q: 0, r: 0 }, direction));
      expect(edgeMiddle(direction).x).toBeCloseTo(there.x / 2);
      expect(edgeMiddle(direction).y).toBeCloseTo(there.y / 2);
    }
  });
  it("finds the hex under any point of it", () => {
    for (let q = -3; q <= 3; q++) {
      for (let r = -3; r <= 3; r++) {
        const { x, y } = centre({ q, r });
        for (let angle = 0; angle < 12; angle++) {
          const at = hexAt(x + 95 * Math.sin(angle), y + 95 * Math.cos(angle));
          expect(keyOf(at)).toBe(`${q},${r}`);
        }
      }
    }
  });
});

describe("arrow keys", () => {
  it("go up, down, and stay on a row sideways", () => {
    expect(stepBy("ArrowUp", HOME)).toEqual({ q: 2, r: 0 });
    expect(stepBy("ArrowDown", HOME)).toEqual({ q: 2, r: -2 });
    let place = HOME;
    for (let i = 0; i < 6; i++) {
      const next = stepBy("ArrowRight", place)!;
      expect(stepBy("ArrowLeft", next)).toEqual(place);
      place = next;
    }
    expect(columnAndRow(place).row).toBe(columnAndRow(HOME).row);
    expect(columnAndRow(place).column).toBe(HOME.q + 6);
    expect(stepBy("x", HOME)).toBeNull();
    expect(same(place, HOME)).toBe(false);
  });
});
