import { describe, expect, it } from "vitest";
import type { Space } from "../../generated/dirt-and-dust";
import { accelerating, bricks, spaceOf } from "./track";

const row = (letter: string, n: number): Space[] =>
  Array.from({ length: n }, (_, index) => ({
    id: `${letter}${index + 1}`,
    zone: "grey",
    value: 3,
    pays: "speed",
  }));
const track: [Space[], Space[]] = [row("T", 7), row("B", 8)];

describe("the Position Track", () => {
  it("lays each top space across the two bottom spaces it touches", () => {
    const laid = new Map(bricks(track).map((brick) => [brick.id, brick]));
    const [t4, b4, b5] = [laid.get("T4")!, laid.get("B4")!, laid.get("B5")!];
    expect(t4.column).toBe(b4.column + 1);
    expect(t4.column + 1).toBe(b5.column);
  });

  it("lays each top space across its pair", () => {
    const laid = new Map(bricks([row("T", 5), row("B", 10)]).map((brick) => [brick.id, brick]));
    const [t3, b5, b6] = [laid.get("T3")!, laid.get("B5")!, laid.get("B6")!];
    expect([t3.column, t3.span]).toEqual([b5.column, 4]);
    expect(b6.column + b6.span).toBe(t3.column + t3.span);
  });

  it("knows the rows", () => {
    expect(accelerating("T1")).toBe(true);
    expect(accelerating("B8")).toBe(false);
    expect(spaceOf(track, "B8")?.id).toBe("B8");
    expect(spaceOf(track, "X1")).toBeUndefined();
  });
});
