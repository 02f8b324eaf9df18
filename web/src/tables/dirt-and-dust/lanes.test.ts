import { describe, expect, it } from "vitest";
import type { Space } from "../../generated/dirt-and-dust";
import { lanes } from "./lanes";

const row = (letter: string, n: number): Space[] =>
  Array.from({ length: n }, (_, index) => ({
    id: `${letter}${index + 1}`,
    zone: "grey",
    value: 1,
    pays: "speed",
  }));
const laid = lanes([row("T", 7), row("B", 8)], 0.8);
const lane = (id: string) => laid.find((each) => each.id === id)!;

describe("the lanes on the road", () => {
  it("lie within the field, the near row wider than the far one", () => {
    for (const { left, width, top, height } of laid) {
      expect(left).toBeGreaterThanOrEqual(-0.001);
      expect(left + width).toBeLessThanOrEqual(1.001);
      expect(top + height).toBeLessThanOrEqual(1);
    }
    expect(lane("B4").scale).toBeGreaterThan(lane("T4").scale);
  });
  it("lie like bricks: a far one between the two near ones it touches", () => {
    expect(lane("T4").x).toBeCloseTo(0.5);
    expect(lane("B4").x).toBeLessThan(lane("T4").x);
    expect(lane("B5").x).toBeGreaterThan(lane("T4").x);
  });
});
