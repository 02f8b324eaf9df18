import { describe, expect, it } from "vitest";
import type { Curve, Ending, Result } from "../generated/wire";
import { drawn, smooth } from "./curve";
import { honoursOf, isNew } from "./honours";

const result = (places: number[], scores: number[], unit = "seconds"): Result => ({ places, scores, unit });

describe("the lines of a race", () => {
  it("are places by round, one level for each", () => {
    const curve: Curve = {
      unit: "place",
      lines: [
        [2, 1, 1],
        [1, 2, null],
      ],
      marks: [
        { seat: 0, at: 1, kind: "flat-out" },
        { seat: 1, at: 2, kind: "crash" },
      ],
    };
    const { lines, rounds, levels, range } = drawn(curve, result([1, 2], [1, 0], "points"));
    expect([rounds, levels, range]).toEqual([2, [1, 2], [1, 2]]);
    expect(lines[1]!.points).toEqual([
      { x: 0, y: 1 },
      { x: 1, y: 2 },
    ]);
    expect(lines[0]!.marks).toEqual([{ x: 1, y: 1, kind: "flat-out" }]);
    expect(lines[1]!.marks).toEqual([{ x: 2, y: 2, kind: "crash" }]);
  });

  it("are seconds against the even pace of the winner", () => {
    const curve: Curve = {
      unit: "seconds",
      lines: [
        [0, 30, 40, 60],
        [0, 20, 80, null],
      ],
      marks: [],
    };
    const { lines, levels } = drawn(curve, result([1, 2], [60, 80]));
    expect(lines[0]!.points.map(({ y }) => y)).toEqual([0, 10, 0, 0]);
    expect(lines[1]!.points.map(({ y }) => y)).toEqual([0, 0, 40]);
    expect(levels[0]).toBeLessThanOrEqual(0);
    expect(levels.at(-1)).toBeGreaterThanOrEqual(40);
  });

  it("are zones and points, the most of them on top", () => {
    const curve: Curve = {
      unit: "zones",
      lines: [
        [3, 8, 19],
        [3, 5, null],
      ],
      marks: [{ seat: 1, at: 2, kind: "crash" }],
    };
    const { lines, levels, range } = drawn(curve, result([1, 2], [19, 0], "zones"));
    expect([levels, range]).toEqual([
      [20, 15, 10, 5, 0],
      [20, 0],
    ]);
    expect(lines[1]!.marks).toEqual([{ x: 2, y: 5, kind: "crash" }]);
  });

  it("are drawn smoothly through their points", () => {
    expect(smooth([])).toBe("");
    const path = smooth([
      { x: 0, y: 10 },
      { x: 20, y: 30 },
    ]);
    expect(path).toBe("M0 10C10 10 10 30 20 30");
  });
});

describe("honours", () => {
  const before = (best: number | null, races: number, wins: number, record: number | null): Ending => ({
    recount: null,
    unit: "seconds",
    lowest: true,
    record: record === null ? null : { name: "Mara", score: record, table: "t" },
    before: [{ seat: 0, races, wins, best }],
  });

  it("tell of records and of one's own best", () => {
    expect(honoursOf(before(300, 4, 0, 290), result([1], [280]), 0)).toEqual([
      { kind: "record", score: 280, was: 290, by: "Mara" },
      { kind: "best", score: 280, was: 300 },
    ]);
    expect(honoursOf(before(270, 4, 0, 250), result([1], [280]), 0)).toEqual([
      { kind: "off-best", best: 270, by: 10 },
    ]);
    expect(honoursOf(before(null, 0, 0, null), result([1], [280]), 0)).toEqual([
      { kind: "first-finish", score: 280 },
    ]);
  });

  it("tell of wins among others", () => {
    const first = honoursOf(before(null, 2, 0, null), result([1, 2], [1, 0], "points"), 0);
    expect(first).toEqual([{ kind: "first-win", races: 3 }]);
    expect(first.every(isNew)).toBe(true);
    expect(honoursOf(before(null, 2, 1, null), result([2, 1], [0, 1], "points"), 0)).toEqual([
      { kind: "wins", wins: 1, races: 3 },
    ]);
    expect(honoursOf(before(null, 0, 0, null), result([2, 1], [0, 1], "points"), 0)).toEqual([
      { kind: "first-race" },
    ]);
    expect(honoursOf(before(null, 2, 1, null), result([1], [5]), 3)).toEqual([]);
  });
});
