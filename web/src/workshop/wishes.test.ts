import { expect, it } from "vitest";
import { DIRT, GT } from "./boxes.fixture";
import { PLAIN, sizes, wishOf } from "./wishes";

it("knows how long a track the box gives", () => {
  expect(sizes(GT, "any")).toEqual({ fewest: 5, most: 31 });
  expect(sizes(GT, "two")).toEqual({ fewest: 5, most: 29 });
  expect(sizes(GT, "mixed").fewest).toBe(6);
  expect(sizes(DIRT, "any")).toEqual({ fewest: 3, most: 31 });
});
it("asks only for what the kind of track has", () => {
  expect(wishOf("circuit", { ...PLAIN.circuit, tiles: 9, lanes: "mixed" })).toEqual({
    tiles: 9,
    lanes: "mixed",
    danger: "any",
  });
  expect(wishOf("stage", { ...PLAIN.stage, jumps: "yes", water: "no" })).toEqual({
    tiles: 12,
    danger: "any",
    jumps: true,
    water: false,
    shortcuts: null,
  });
});
