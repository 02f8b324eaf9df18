/** Why a route or a token cannot be chosen now: the rule and its message. */

import type { OutspeedView, RouteView } from "../../generated/outspeed";
import type { Message } from "../../lib/words.svelte";

export interface WhyNot {
  rule: string;
  message: Message;
}

/** Why a ship with so much fuel cannot take a route, or null if it can. */
export function routeRefusal(route: RouteView, fuel: number): WhyNot | null {
  if (!route.route || route.least === null) {
    return { rule: "ULT-PROG-2", message: { id: "outspeed.unlit", params: { route: route.colour } } };
  }
  if (route.least > fuel) {
    const params = { route: route.colour, cost: route.least };
    return { rule: "ULT-PROG-4", message: { id: "outspeed.too-dear", params } };
  }
  return null;
}

const LAST_ZONE: Record<string, string> = { electromagnet: "ULT-EMAG-1", ion_cannon: "ULT-ION-1" };

/** Why a token in hand cannot be played now, or null if it can. */
export function tokenRefusal(view: OutspeedView, seat: number, token: string): WhyNot | null {
  const racing = view.ships.filter((ship) => !ship.out);
  const last = Math.min(...racing.map((ship) => ship.zone));
  const rule = LAST_ZONE[token];
  if (rule && view.ships[seat]!.zone !== last) {
    return { rule, message: { id: "outspeed.in-the-last-zone", params: { token } } };
  }
  if (token === "force_field" && view.finish) {
    return { rule: "ULT-FIELD-1", message: { id: "outspeed.before-the-finish-tile", params: { token } } };
  }
  if (token === "force_field" && view.fields_left === 0) {
    return { rule: "ULT-FIELD-6", message: { id: "outspeed.no-fields-left", params: {} } };
  }
  return null;
}

/** The numbered rule that tells what a token does. */
export const TOKEN_RULES: Record<string, string> = {
  nitro: "ULT-NITRO-1",
  fuel_tank: "ULT-TANK-1",
  flamethrower: "ULT-FLAME-2",
  electromagnet: "ULT-EMAG-2",
  ion_cannon: "ULT-ION-2",
  force_field: "ULT-FIELD-2",
};
