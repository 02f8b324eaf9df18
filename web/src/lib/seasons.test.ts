import { expect, it } from "vitest";
import type { SeasonInfo, Standing } from "../generated/wire";
import { formLine, gap, moved, untilInWords } from "./seasons";

const line = (points: number, form: number[]) => ({ points, form }) as Standing;

it("tells how far everyone is behind", () => {
  const season = { standings: [line(34, []), line(27, [])] } as unknown as SeasonInfo;
  expect(gap(season, season.standings[1]!)).toBe("−7");
  expect(gap(season, season.standings[0]!)).toBe("season.leader");
});

it("tells who went up and who went down", () => {
  expect(moved(line(0, [3, 1]))).toBe(2);
  expect(moved(line(0, [1, 2]))).toBe(-1);
  expect(moved(line(0, [4]))).toBe(0);
});

it("draws the form with the first place on top", () => {
  expect(formLine([1, 5, 3], 5, 100, 20)).toEqual([
    [0, 0],
    [50, 20],
    [100, 10],
  ]);
});

it("tells the time until a race in its two largest units", () => {
  expect(untilInWords(4 * 86_400 + 9 * 3600 + 60, 0)).toBe("4 days 9 hr");
  expect(untilInWords(3660, 0)).toBe("1 hr 1 min");
  expect(untilInWords(0, 100)).toBe("0 min");
});
