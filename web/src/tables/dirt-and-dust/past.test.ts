import { describe, expect, it } from "vitest";
import type { Told } from "../../generated/wire";
import { joined, toldBy } from "./past";

const told = (step: number): Told => ({ step, by: 0, event: { step }, told: { id: "x", params: {} } });

describe("the story after a reload", () => {
  it("is read from the replay, each event with its step", () => {
    const events = [{ event: {}, told: { id: "x", params: {} } }];
    const steps = [{ step: 4, by: 1, at: 0, action: null, outcome: null, events: [...events, ...events] }];
    expect(toldBy({ steps }).map(({ step, by }) => [step, by])).toEqual([
      [4, 1],
      [4, 1],
    ]);
  });
  it("is told once, and never further than the table stands", () => {
    const past = [1, 2, 3, 4, 5].map(told);
    expect(joined(past, [told(4), told(5)], 9).map(({ step }) => step)).toEqual([1, 2, 3, 4, 5]);
    expect(joined(past, [], 3).map(({ step }) => step)).toEqual([1, 2, 3]);
  });
});
