/** Where a route could lead. */

import type { Payoff, RouteAnswer } from "../../generated/outspeed";

export interface Landing {
  zone: number;
  /** How likely it is; null where that depends on how many ships come. */
  chance: number | null;
}

/** The zones a route could lead to from a zone: for one row of its table, or for all of them. */
export function landings(answer: RouteAnswer, from: number, row: number | null): Landing[] {
  const rows = row === null ? answer.payoffs : answer.payoffs.slice(row, row + 1);
  const zones = new Set(rows.flatMap((each) => each.arrives.map((odd) => odd.value)));
  zones.delete(from);
  return [...zones]
    .sort((a, b) => a - b)
    .map((zone) => {
      const chances = new Set(rows.map((each) => chanceOf(each, zone)));
      return { zone, chance: chances.size === 1 ? [...chances][0]! : null };
    });
}

function chanceOf(payoff: Payoff, zone: number): number {
  return payoff.arrives.find((odd) => odd.value === zone)?.chance ?? 0;
}
