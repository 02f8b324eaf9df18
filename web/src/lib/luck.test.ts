import { expect, it } from "vitest";
import { meansOf } from "./luck";

it("gives the mean so far", () => {
  expect(meansOf([2, 0, -2])).toEqual([2, 1, 0]);
  expect(meansOf([])).toEqual([]);
});
