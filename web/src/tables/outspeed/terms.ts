/** Amounts on a tile, as symbols and as words. */

import type { Chosen, Choose, Count, Die, Fixed, Reward, Route, Sum } from "../../generated/outspeed";

export type Colour = "red" | "yellow" | "blue";
export type Amount = Fixed | Die | Count | Choose | Chosen | Sum;
export const COLOURS: readonly Colour[] = ["red", "yellow", "blue"];

/** One symbol of an amount: a number, a die (perhaps several), ships on a colour, or the dial. */
export type Symbol =
  | { kind: "number"; n: number }
  | { kind: "die"; colour: "yellow" | "blue"; rolls: Symbol[] }
  | { kind: "ships"; colour: Colour }
  | { kind: "dial" };

/** The symbols of an amount; they are added up. */
export function symbols(amount: Amount): Symbol[] {
  switch (amount.term) {
    case "fixed":
      return [{ kind: "number", n: amount.amount }];
    case "die":
      return [{ kind: "die", colour: amount.die, rolls: symbols(amount.rolls) }];
    case "count":
      return [{ kind: "ships", colour: amount.colour }];
    case "sum":
      return amount.parts.flatMap(symbols);
    default:
      return [{ kind: "dial" }];
  }
}

/** Whether a die is thrown once. */
export function once(symbol: Symbol): boolean {
  const only = symbol.kind === "die" && symbol.rolls.length === 1 ? symbol.rolls[0] : undefined;
  return only?.kind === "number" && only.n === 1;
}

export type Say = (
  id: "os.amount.die" | "os.amount.dice" | "os.amount.ships" | "os.amount.dial",
  params?: Record<string, unknown>,
) => string;

/** An amount in words, such as "1 + the yellow die". */
export function inWords(amount: Amount, say: Say): string {
  return spell(symbols(amount), say);
}

function spell(list: Symbol[], say: Say): string {
  return list
    .map((symbol) => {
      switch (symbol.kind) {
        case "number":
          return String(symbol.n);
        case "die":
          return once(symbol)
            ? say("os.amount.die", { colour: symbol.colour })
            : say("os.amount.dice", { colour: symbol.colour, rolls: spell(symbol.rolls, say) });
        case "ships":
          return say("os.amount.ships", { colour: symbol.colour });
        case "dial":
          return say("os.amount.dial");
      }
    })
    .join(" + ");
}

/** Whether a route costs nothing at all. */
export function free(route: Route): boolean {
  return route.cost.term === "fixed" && route.cost.amount === 0;
}

/** The dice a route needs, each colour once. */
export function diceOf(route: Route): ("yellow" | "blue")[] {
  const amounts: Amount[] = [route.cost, ...route.reward.map((reward: Reward) => reward.amount)];
  const found = amounts.flatMap(symbols).filter((symbol) => symbol.kind === "die");
  return [...new Set(found.map((symbol) => symbol.colour))];
}
