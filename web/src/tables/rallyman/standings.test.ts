import { describe, expect, it } from "vitest";
import type { DirtView } from "./model";
import { betweenStages, standings } from "./standings";

const line = (seconds: number, place: number, total: number, rank: number) => ({
  seconds,
  time: `${seconds}`,
  place,
  total,
  total_time: `${total}`,
  rank,
});
const stage = (number: number, lines: object[]) => ({ number, lines });
const rally = (...sheet: object[]) => ({ sheet }) as unknown as DirtView;

describe("the standings of a rally", () => {
  it("begin with the first stage that is over", () => {
    expect(standings(rally(stage(1, []), stage(2, [])))).toBeNull();
    const after = standings(rally(stage(1, [line(90, 2, 90, 2), line(80, 1, 80, 1)]), stage(2, [])));
    expect(after?.lines.map(({ seat, gained, gap, lost }) => [seat, gained, gap, lost])).toEqual([
      [1, 0, 0, 0],
      [0, 0, 10, 10],
    ]);
  });

  it("tell what the last stage brought and cost", () => {
    const after = standings(
      rally(
        stage(1, [line(90, 2, 90, 2), line(80, 1, 80, 1)]),
        stage(2, [line(60, 1, 150, 1), line(100, 2, 180, 2)]),
        stage(3, []),
      ),
    );
    expect(after?.stage).toBe(2);
    expect(after?.lines.map(({ seat, gained, gap, lost }) => [seat, gained, gap, lost])).toEqual([
      [0, 1, 0, 0],
      [1, -1, 30, 40],
    ]);
  });

  it("are shown until one has started into the next stage", () => {
    const at = (more: object) => ({ phase: "plan", stage: 1, round: 3, you: 0, cars: [], ...more }) as never;
    expect(betweenStages(at({ phase: "service", stage: 0 }))).toBe(true);
    expect(betweenStages(at({ stage: 0, round: 1 }))).toBe(false);
    expect(betweenStages(at({ round: 1 }))).toBe(true);
    expect(betweenStages(at({ cars: [{ status: "line" }] }))).toBe(true);
    expect(betweenStages(at({ cars: [{ status: "track" }] }))).toBe(false);
    expect(betweenStages(at({ phase: "over", round: 1 }))).toBe(false);
  });
});
