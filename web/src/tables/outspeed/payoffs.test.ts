import { describe, expect, it } from "vitest";
import type { Payoff, RouteAnswer } from "../../generated/outspeed";
import { rows, span, spanText } from "./payoffs";

const sure = (value: number) => [{ value, chance: 1 }];

function payoff(more: Partial<Payoff>): Payoff {
  const base = {
    counts: { red: 1 },
    dial: null,
    pays: true,
    gains: true,
    cost: sure(2),
    zones: sure(3),
    fuel: sure(0),
  };
  return { ...base, bonus: sure(0), arrives: sure(6), out: 0, ...more };
}

const answer = (payoffs: Payoff[]): RouteAnswer => ({
  answer: "route",
  route: "red",
  allowed: true,
  least: 2,
  payoffs,
});

describe("payoffs of a route", () => {
  it("puts neighbours that come to the same into one row", () => {
    const lost = { pays: false, gains: false, cost: sure(0), zones: sure(0), arrives: sure(3) };
    const found = rows(
      answer([payoff({}), payoff({ ...lost, counts: { red: 2 } }), payoff({ ...lost, counts: { red: 3 } })]),
    );
    expect(found.map((row) => row.counts[0])).toEqual([
      { colour: "red", least: 1, most: 1 },
      { colour: "red", least: 2, most: 3 },
    ]);
    expect(found.map((row) => row.fate)).toEqual(["both", "lost"]);
  });

  it("keeps apart what several colours decide, one's own colour first", () => {
    const found = rows(
      answer([payoff({ counts: { blue: 0, red: 1 } }), payoff({ counts: { blue: 1, red: 1 } })]),
    );
    expect(found).toHaveLength(2);
    expect(found[0]!.counts.map((count) => count.colour)).toEqual(["red", "blue"]);
  });

  it("tells dice as a span", () => {
    const dice = span([
      { value: 1, chance: 0.5 },
      { value: 4, chance: 0.5 },
    ]);
    expect(spanText(dice)).toBe("1–4");
    expect(dice.mean).toBe(2.5);
    expect(spanText(span(sure(3)))).toBe("3");
  });

  it("knows the alone-or-pay tile", () => {
    expect(rows(answer([payoff({ pays: false })]))[0]!.fate).toBe("gains");
    expect(rows(answer([payoff({ gains: false })]))[0]!.fate).toBe("pays");
  });
});
