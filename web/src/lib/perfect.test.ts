import { describe, expect, it } from "vitest";
import {
  asFast,
  average,
  bars,
  boundsOnly,
  conditionsOf,
  likeliest,
  mean,
  quantile,
  type Distribution,
  type PerfectDrive,
} from "./perfect";
import type { GameInfo } from "./session.svelte";

const TIMES: Distribution = [
  [80, 0.25],
  [90, 0.5],
  [140, 0.25],
];

describe("a distribution of times", () => {
  it("has a mean and quantiles", () => {
    expect(mean(TIMES)).toBe(100);
    expect(quantile(TIMES, 0.1)).toBe(80);
    expect(quantile(TIMES, 0.5)).toBe(90);
    expect(quantile(TIMES, 1)).toBe(140);
  });

  it("has no average outside of what is proven", () => {
    const drive = (lower: number, upper: number) =>
      average({ distribution: TIMES, bounds: { lower, upper } } as unknown as PerfectDrive);
    expect(drive(96, 98)).toBe(98);
    expect(drive(102, 103)).toBe(102);
    expect(drive(99, 101)).toBe(100);
    expect(drive(90, 1e9)).toBe(100);
  });

  it("has the middle of its bounds for an average where nobody was followed", () => {
    const drive = (lower: number, upper: number) =>
      ({ distribution: [], bounds: { lower, upper } }) as unknown as PerfectDrive;
    expect(boundsOnly(drive(96, 98))).toBe(true);
    expect(average(drive(96, 98))).toBe(97);
    expect(average(drive(96, 1e9))).toBe(96);
  });

  it("says how often the best driver is as fast", () => {
    expect(asFast(TIMES, 79)).toBe(0);
    expect(asFast(TIMES, 90)).toBe(0.75);
    expect(asFast(TIMES, 500)).toBe(1);
  });

  it("falls into bars that hold all but the rare tail", () => {
    const found = bars(TIMES, 10);
    expect(found[0]).toEqual({ from: 80, to: 86, share: 0.25 });
    expect(found.reduce((sum, bar) => sum + bar.share, 0)).toBeCloseTo(1);
    expect(bars([], 10)).toEqual([]);
    expect(bars([[80, 0.999], [1000, 0.001]], 10)).toHaveLength(1); // prettier-ignore
  });
});

it("names the gear that is likeliest", () => {
  expect(likeliest([0, 0.1, 0.4, 0.2, 0, 0, 0])).toBe(2);
});

describe("what is driven", () => {
  it("names what is chosen and the switches that are on", () => {
    const choice = (...values: string[]) => ({ enum: values });
    const properties = {
      track: { type: "string" },
      weather: choice("dry", "wet"),
      sisu: choice("off", "stage"),
      red_zone: { type: "boolean" },
      flying_start: { type: "boolean" },
    };
    const defaults = { track: "one", weather: "dry", sisu: "off", red_zone: false, flying_start: false };
    const game = { name: "game", options: { type: "object", properties }, defaults } as unknown as GameInfo;
    expect(conditionsOf(game, {})).toEqual(["weather: dry"]);
    expect(conditionsOf(game, { weather: "wet", sisu: "stage", red_zone: true })).toEqual([
      "weather: wet",
      "sisu: stage",
      "red zone",
    ]);
  });
});
