import { expect, test } from "vitest";
import { smoothed } from "./form";

test("every value becomes the mean of itself and those before it", () => {
  expect(smoothed([1, 0, 0.5, 1], 2)).toEqual([1, 0.5, 0.25, 0.75]);
  expect(smoothed([0.4], 5)).toEqual([0.4]);
  expect(smoothed([], 5)).toEqual([]);
});
