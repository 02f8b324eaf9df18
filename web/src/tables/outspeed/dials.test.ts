import { expect, test } from "vitest";

import { arc, nearest, polar } from "./dials";

test("straight up is nought, right is ninety", () => {
  expect(polar(0, 10).y).toBeCloseTo(-10);
  expect(polar(90, 10).x).toBeCloseTo(10);
});

test("more than half a turn is drawn the long way round", () => {
  expect(arc(-144, 144, 10)).toContain(" 0 1 1 ");
  expect(arc(-26, 26, 10)).toContain(" 0 0 1 ");
});

test("a hand between two detents takes the nearer one, and none where nothing is open", () => {
  const angleOf = (amount: number) => amount * 32;
  expect(nearest([0, 1, 5], angleOf, 20)).toBe(1);
  expect(nearest([0, 5], angleOf, 20)).toBe(0);
  expect(nearest([], angleOf, 20)).toBeUndefined();
});
