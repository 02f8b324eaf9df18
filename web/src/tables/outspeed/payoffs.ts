/** The payoff table of a route, short enough to read while thinking. */

import type { Odd, Payoff, RouteAnswer } from "../../generated/outspeed";
import type { Colour } from "./terms";

export interface PayoffRow {
  /** Which of the answer's payoffs it is, the first of several alike. */
  at: number;
  /** For each colour that matters, the least and the greatest number of ships on it. */
  counts: { colour: Colour; least: number; most: number }[];
  dial: number | null;
  fate: "gains" | "pays" | "both" | "lost";
  cost: Span;
  zones: Span;
  fuel: Span;
  bonus: Span;
  arrives: Span;
  out: number;
}

export interface Span {
  least: number;
  most: number;
  mean: number;
}

export function span(odds: Odd[]): Span {
  const values = odds.map((odd) => odd.value);
  const mean = odds.reduce((sum, odd) => sum + odd.value * odd.chance, 0);
  return { least: Math.min(...values), most: Math.max(...values), mean };
}

/** A span as a number, or from–to. */
export function spanText({ least, most }: Span): string {
  return least === most ? String(least) : `${least}–${most}`;
}

/** The rows of an answer; neighbours that come to the same are one row. */
export function rows(answer: RouteAnswer): PayoffRow[] {
  const merged: PayoffRow[] = [];
  for (const [at, payoff] of answer.payoffs.entries()) {
    const row = rowOf(payoff, answer.route, at);
    const before = merged.at(-1);
    if (before && before.counts.length === 1 && row.counts.length === 1 && same(before, row)) {
      before.counts[0]!.most = row.counts[0]!.most;
    } else merged.push(row);
  }
  return merged;
}

function rowOf(payoff: Payoff, own: Colour, at: number): PayoffRow {
  const colours = Object.keys(payoff.counts) as Colour[];
  colours.sort((a, b) => Number(b === own) - Number(a === own));
  return {
    at,
    counts: colours.map((colour) => ({
      colour,
      least: payoff.counts[colour]!,
      most: payoff.counts[colour]!,
    })),
    dial: payoff.dial,
    fate: payoff.gains ? (payoff.pays ? "both" : "gains") : payoff.pays ? "pays" : "lost",
    cost: span(payoff.cost),
    zones: span(payoff.zones),
    fuel: span(payoff.fuel),
    bonus: span(payoff.bonus),
    arrives: span(payoff.arrives),
    out: payoff.out,
  };
}

function same(a: PayoffRow, b: PayoffRow): boolean {
  const essence = ({ counts: _counts, at: _at, ...rest }: PayoffRow) => JSON.stringify(rest);
  return essence(a) === essence(b);
}
