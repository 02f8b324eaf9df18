import { describe, expect, it } from "vitest";
import type { Event } from "../../generated/outspeed";
import { newFields, NOTHING, recapAfter, signed, worthTelling } from "./recap";

const shown: Event = { event: "revealed", seat: 0, route: "red" };
const tile: Event = { event: "tile-shown", turn: 3, tile: 4, side: "3-4", finish: false };

describe("recap of a turn", () => {
  const tokens = recapAfter(NOTHING, [
    { event: "turned-up", seat: 1, token: "nitro" },
    { event: "turned-up", seat: 2, token: "flamethrower" },
    { event: "no-effect", seat: 2, token: "flamethrower" },
    { event: "moved", seat: 1, start: 4, end: 5, stopped: false },
  ]);

  it("keeps the tokens of the turn and tells which came to nothing", () => {
    expect(tokens.tokens).toEqual([
      { seat: 1, token: "nitro", effect: true },
      { seat: 2, token: "flamethrower", effect: false },
    ]);
    expect(recapAfter(tokens, [tile]).tokens).toEqual([]);
  });

  it("keeps the dice until the next routes are shown", () => {
    const rolled = recapAfter(tokens, [shown, { event: "rolled", seat: 0, die: "yellow", value: 2 }]);
    expect(rolled.dice).toEqual([{ seat: 0, die: "yellow", value: 2 }]);
    expect(rolled.tokens).toHaveLength(2);
    const more = recapAfter(rolled, [{ event: "rolled", seat: 1, die: "blue", value: 1 }, tile]);
    expect(more.dice).toHaveLength(2);
    expect(recapAfter(more, [shown]).dice).toEqual([]);
  });

  it("adds up what each ship paid, won and lost, and knows who flew along a route", () => {
    const flown = recapAfter(tokens, [
      shown,
      { event: "revealed", seat: 2, route: "blue" },
      { event: "lost-turn", seat: 2, route: "blue" },
      { event: "paid", seat: 0, owed: 2, fuel: 8 },
      { event: "moved", seat: 0, start: 5, end: 8, stopped: false },
    ]);
    expect([...flown.paid]).toEqual([[0, 2]]);
    expect(flown.zones.get(0)).toBe(3);
    expect(flown.zones.get(1)).toBe(1);
    expect([...flown.lost]).toEqual([2]);
    expect([...flown.flown]).toEqual([0]);
    expect(recapAfter(flown, [tile])).toMatchObject({ paid: new Map(), lost: new Set(), open: false });
  });
});

it("leaves secret deeds out of the story", () => {
  const told = [{ event: "programmed", seat: 1, route: "hidden" } as const, shown].map((event) => ({
    step: 1,
    by: null,
    event,
    told: { id: "", params: {} },
  }));
  expect(told.map(worthTelling)).toEqual([false, true]);
});

it("writes changes with their sign", () => {
  expect(signed(3)).toBe("+3");
  expect(signed(-2)).toBe("−2");
});

it("finds new force fields, also where one lies already", () => {
  expect(newFields([{ zone: 4, fields: 1 }], [4, 4, 9])).toEqual([4, 9]);
  expect(newFields([{ zone: 4, fields: 2 }], [9])).toEqual([9]);
});
