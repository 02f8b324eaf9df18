import { describe, expect, it } from "vitest";
import type { Event, ShipView } from "../../generated/outspeed";
import type { Told } from "../../generated/wire";
import { changesSince, newFields, NOTHING, recapAfter, reveals, signed, worthTelling } from "./recap";

const news = (...events: Event[]): Told[] =>
  events.map((event) => ({ step: 1, by: null, event, told: { id: "", params: {} } }));

function ship(seat: number, zone: number, fuel: number, out = 0): ShipView {
  return { seat, zone, fuel, tokens: 0, out, cause: null, announced: null, route: null, dial: null };
}

describe("recap of a turn", () => {
  const tokens = recapAfter(
    NOTHING,
    news(
      { event: "turned-up", seat: 1, token: "nitro" },
      { event: "turned-up", seat: 2, token: "flamethrower" },
      { event: "no-effect", seat: 2, token: "flamethrower" },
    ),
  );

  it("keeps the tokens of the turn and tells which came to nothing", () => {
    expect(tokens.tokens).toEqual([
      { seat: 1, token: "nitro", effect: true },
      { seat: 2, token: "flamethrower", effect: false },
    ]);
    expect(
      recapAfter(tokens, news({ event: "tile-shown", turn: 3, tile: 4, side: "3-4", finish: false })).tokens,
    ).toEqual([]);
  });

  it("keeps the dice until the next routes are shown", () => {
    const shown: Event = { event: "revealed", seat: 0, route: "red" };
    const rolled = recapAfter(tokens, news(shown, { event: "rolled", seat: 0, die: "yellow", value: 2 }));
    expect(rolled.dice).toEqual([{ seat: 0, die: "yellow", value: 2 }]);
    expect(rolled.tokens).toHaveLength(2);
    const more = recapAfter(rolled, news({ event: "rolled", seat: 1, die: "blue", value: 1 }));
    expect(more.dice).toHaveLength(2);
    expect(recapAfter(more, news(shown)).dice).toEqual([]);
    expect(reveals(news(shown))).toBe(true);
    expect(reveals(news({ event: "void" }))).toBe(false);
  });
});

it("leaves secret deeds out of the story", () => {
  const told = news(
    { event: "programmed", seat: 1, route: "hidden" },
    { event: "revealed", seat: 1, route: "red" },
  );
  expect(told.map(worthTelling)).toEqual([false, true]);
});

describe("changes of ships", () => {
  it("tell zones and fuel, and nothing of ships that are out", () => {
    const found = changesSince(
      [ship(0, 3, 12), ship(1, 4, 10), ship(2, 5, 9)],
      [ship(0, 6, 10), ship(1, 4, 10), ship(2, 1, 0, 4)],
    );
    expect([...found]).toEqual([[0, { zone: 3, fuel: -2 }]]);
    expect(signed(3)).toBe("+3");
    expect(signed(-2)).toBe("−2");
  });

  it("finds new force fields, also where one lies already", () => {
    expect(newFields([{ zone: 4, fields: 1 }], [4, 4, 9])).toEqual([4, 9]);
    expect(newFields([{ zone: 4, fields: 2 }], [9])).toEqual([9]);
  });
});
