/** The route a pilot aims at, and what the game says could come of it. */

import type { OutspeedView, RouteAnswer, Types } from "../../generated/outspeed";
import type { Play } from "..";
import { landings, type Landing } from "./landings";
import { routeRefusal, type WhyNot } from "./refusals";
import type { Colour } from "./terms";

export class Aim {
  /** The route on the dial. */
  picked = $state<Colour | null>(null);
  /** A route that is only looked at. */
  looked = $state<Colour | null>(null);
  answer = $state.raw<RouteAnswer | null>(null);
  /** The line of the table that is looked at. */
  row = $state<number | null>(null);

  /** The route whose outcomes are shown. */
  at(view: OutspeedView): Colour | null {
    const programmed = view.phase === "bonus" ? null : (view.hand?.route ?? null);
    return this.looked ?? this.picked ?? programmed;
  }

  /** Where the route shown could lead this seat. */
  landings(view: OutspeedView): Landing[] {
    const mine = view.seat === null ? undefined : view.ships[view.seat];
    if (!mine || mine.out || !this.answer || this.answer.route !== this.at(view)) return [];
    return landings(this.answer, mine.zone, this.row);
  }

  /** Ask the game about a route, until routes are shown; returns how to stop listening. */
  ask(play: Play<Types> | null, view: OutspeedView): (() => void) | undefined {
    const colour = this.at(view);
    const mine = view.seat === null ? undefined : view.ships[view.seat];
    if (view.phase !== "dials" && view.ships.some((ship) => ship.route)) return undefined;
    this.answer = null;
    this.row = null;
    const lit = view.tile?.routes.some((route) => route.colour === colour && route.route);
    if (!play || !mine || mine.out || !colour || !lit || view.phase === "over") return undefined;
    let stale = false;
    play
      .explore({ ask: "ask-route", route: colour })
      .then((found) => {
        if (!stale) this.answer = found;
      })
      .catch(() => undefined);
    return () => (stale = true);
  }
}

/** Why the seat cannot take a route of the tile, or null if it can. */
export function whyNot(view: OutspeedView, colour: Colour): WhyNot | null {
  const route = view.tile?.routes.find((each) => each.colour === colour);
  const mine = view.seat === null ? undefined : view.ships[view.seat];
  return route && mine ? routeRefusal(route, mine.fuel) : null;
}
