/** What the newest events mean for the drawing. */

import type { Event, RiskFace } from "../../generated/dirt-and-dust";
import type { Told } from "../../generated/wire";

/** The Risk dice a seat has just rolled. */
export function riskRolls(news: readonly Told[], seat: number): RiskFace[] {
  return news
    .map((told) => told.event as Event)
    .flatMap((event) =>
      event.event === "risk-rolled" && event.seat === seat ? [{ hits: event.hits, popularity: event.popularity }] : [],
    );
}
