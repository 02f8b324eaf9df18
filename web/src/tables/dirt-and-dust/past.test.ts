import { expect, it } from "vitest";
import type { Told } from "../../generated/wire";
import { joined } from "./past";

const told = (step: number): Told => ({ step, by: 0, event: { step }, told: { id: "x", params: {} } });

it("tells the story once after a reload, and never further than the table stands", () => {
  const past = [1, 2, 3, 4, 5].map(told);
  expect(joined(past, [told(4), told(5)], 9).map(({ step }) => step)).toEqual([1, 2, 3, 4, 5]);
  expect(joined(past, [], 3).map(({ step }) => step)).toEqual([1, 2, 3]);
});
