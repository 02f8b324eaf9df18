import { describe, expect, it } from "vitest";
import type { Route } from "../../generated/outspeed";
import { diceOf, free, inWords, once, symbols, type Amount } from "./terms";

const one: Amount = { term: "fixed", amount: 1 };
const die: Amount = { term: "die", die: "yellow", rolls: one };
const say = (id: string, params: Record<string, unknown> = {}) =>
  `${id.split(".").at(-1)}(${Object.values(params).join(",")})`;

describe("amounts of a tile", () => {
  it("adds up the parts of a sum", () => {
    expect(symbols({ term: "sum", parts: [one, die] }).map((symbol) => symbol.kind)).toEqual([
      "number",
      "die",
    ]);
  });

  it("tells one throw from several", () => {
    expect(once(symbols(die)[0]!)).toBe(true);
    expect(once(symbols({ ...die, rolls: { term: "fixed", amount: 2 } })[0]!)).toBe(false);
    expect(once(symbols(one)[0]!)).toBe(false);
  });

  it("says amounts in words", () => {
    expect(inWords({ term: "sum", parts: [one, die] }, say)).toBe("1 + die(yellow)");
    expect(inWords({ ...die, rolls: { term: "count", colour: "red" } }, say)).toBe("dice(yellow,ships(red))");
    expect(inWords({ term: "choose" }, say)).toBe("dial()");
  });

  it("finds the dice a route needs", () => {
    const route: Route = {
      seats: null,
      cost: die,
      reward: [{ kind: "zones", amount: { ...die, die: "blue" } }],
    };
    expect(diceOf(route)).toEqual(["yellow", "blue"]);
    expect(free(route)).toBe(false);
    expect(free({ ...route, cost: { term: "fixed", amount: 0 } })).toBe(true);
  });
});
