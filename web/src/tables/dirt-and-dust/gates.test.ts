import { describe, expect, it } from "vitest";
import type { Board, View } from "../../generated/dirt-and-dust";
import { gateAt } from "./gates";
import { goalOf } from "./goal";

describe("gates along the road", () => {
  it.each([false, true])("stand apart and get smaller into the distance (narrow: %s)", (narrow) => {
    const stands = Array.from({ length: 8 }, (_, index) => gateAt(index, 8, narrow));
    expect(new Set(stands.map(({ x, y }) => `${x} ${y}`)).size).toBe(8);
    for (const [index, stand] of stands.entries())
      if (index) expect(stand.scale).toBeLessThanOrEqual(stands[index - 1]!.scale);
  });
});

describe("the goal of the round", () => {
  const card = { no: 3, cost: 2, moves: [], effects: [], lines: [], navigators: [2, 0], ghost_die: false };
  const view = {
    round: 2,
    phase: "driving",
    road: [card],
    own: { navigator_prices: { 3: 1 } },
    track: [[{ id: "T1", zone: "yellow", value: 3, pays: "speed" }], []],
  } as unknown as View;
  const board = (seat: number) => ({ seat, space: "T1" }) as Board;

  it("counts every Navigator on the card about to fall", () => {
    expect(goalOf(view, board(0))).toMatchObject({
      no: 3,
      navigators: 2,
      value: 3,
      points: 6,
      pays: "speed",
    });
  });
  it("tells what a Navigator costs where there is none", () => {
    expect(goalOf(view, board(1))).toMatchObject({ navigators: 0, price: 1, points: 0 });
  });
  it("is silent before the first round and after the last", () => {
    expect(goalOf({ ...view, round: 0 }, board(0))).toBeNull();
    expect(goalOf({ ...view, phase: "over" }, board(0))).toBeNull();
  });
});
