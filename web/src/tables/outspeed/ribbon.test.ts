import { describe, expect, it } from "vitest";
import { formation, laneAt } from "./fork";
import { landings } from "./landings";
import { at, berths, ribbon, tierOf } from "./ribbon";
import { COLOURS } from "./terms";

const ship = (seat: number, zone: number, out = 0) => ({ seat, zone, out });

describe("the track", () => {
  it("lies in one piece where there is room, and board by board where there is not", () => {
    expect(ribbon(8, 21, 7, 1300, 150)).toMatchObject({ tiers: 1, perTier: 14 });
    expect(ribbon(8, 28, 7, 1300, 150)).toMatchObject({ tiers: 1, perTier: 21 });
    const phone = ribbon(8, 21, 7, 344, 88);
    expect(phone).toMatchObject({ tiers: 2, perTier: 7 });
    expect([8, 14, 15, 21].map((zone) => tierOf(phone, zone))).toEqual([0, 0, 1, 1]);
    expect(at(phone, 15, 0.5).y).toBeLessThan(at(phone, 8, 0.5).y);
  });

  it.each([
    [1300, 150, 14],
    [1300, 150, 21],
    [344, 88, 14],
    [344, 88, 21],
  ])("keeps up to six ships of a zone apart and on the screen (%i wide, %i zones)", (width, high, zones) => {
    const track = ribbon(1, zones, 7, width, high);
    for (const zone of [1, 7, zones]) {
      const places = berths(
        track,
        [0, 1, 2, 3, 4, 5].map((seat) => ship(seat, zone)),
      );
      expect(new Set(places.map(({ x, y }) => `${x.toFixed()} ${y.toFixed()}`)).size).toBe(6);
      for (const { x, y } of places) {
        expect(x).toBeGreaterThan(0);
        expect(x).toBeLessThan(width);
        expect(y).toBeGreaterThan(0);
        expect(y).toBeLessThan(track.height);
      }
    }
  });

  it("leaves out ships that are out of the race", () => {
    const track = ribbon(1, 14, 7, 1300, 150);
    expect(berths(track, [ship(0, 3), ship(1, 0, 4)]).map((place) => place.seat)).toEqual([0]);
  });
});

describe("the lanes", () => {
  const fork = { width: 360, height: 262 };
  it("start together and lead to three gates", () => {
    const gates = COLOURS.map((colour) => laneAt(fork, colour, 1).x);
    expect(gates).toEqual([60, 180, 300]);
    const feet = COLOURS.map((colour) => laneAt(fork, colour, 0).x);
    expect(feet[2]! - feet[0]!).toBeLessThan(100);
  });
  it("have room for all six", () => {
    for (const colour of COLOURS) {
      const places = formation(fork, colour, 6);
      expect(new Set(places.map(({ x, y }) => `${x} ${y}`)).size).toBe(6);
      for (const { x, size } of places) {
        expect(x - size / 2).toBeGreaterThan(-12);
        expect(x + size / 2).toBeLessThan(372);
      }
    }
  });
});

describe("landings", () => {
  const payoff = (arrives: { value: number; chance: number }[]) => ({
    counts: {},
    dial: null,
    pays: true,
    gains: true,
    cost: [],
    zones: [],
    fuel: [],
    bonus: [],
    arrives,
    out: 0,
  });
  const answer = {
    answer: "route" as const,
    route: "red" as const,
    allowed: true,
    least: 0,
    payoffs: [
      payoff([
        { value: 7, chance: 0.5 },
        { value: 8, chance: 0.5 },
      ]),
      payoff([{ value: 7, chance: 1 }]),
    ],
  };
  it("tell a chance only where it does not depend on the others", () => {
    expect(landings(answer, 5, null)).toEqual([
      { zone: 7, chance: null },
      { zone: 8, chance: null },
    ]);
    expect(landings(answer, 5, 0)).toEqual([
      { zone: 7, chance: 0.5 },
      { zone: 8, chance: 0.5 },
    ]);
    expect(landings(answer, 7, 1)).toEqual([]);
  });
});
