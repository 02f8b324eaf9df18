/** What a turn has shown so far, and what changed since a pilot decided last. */

import type { Event, ShipView } from "../../generated/outspeed";
import type { Told } from "../../generated/wire";

export interface PlayedToken {
  seat: number;
  token: string;
  effect: boolean;
}

export interface ThrownDie {
  seat: number;
  die: "yellow" | "blue";
  value: number;
}

export interface Recap {
  /** Tokens turned up on the current tile. */
  tokens: PlayedToken[];
  /** Dice thrown for the routes that were shown last. */
  dice: ThrownDie[];
}

export const NOTHING: Recap = { tokens: [], dice: [] };

const eventsOf = (news: readonly Told[]) => news.map((told) => told.event as Event);

/** Whether routes are shown among the news. */
export function reveals(news: readonly Told[]): boolean {
  return eventsOf(news).some((event) => event.event === "revealed");
}

/** Secret deeds of others say nothing; that they are done is shown elsewhere. */
const SILENT: ReadonlySet<Event["event"]> = new Set(["answered", "programmed", "looked-at", "dialled"]);

/** Whether an event belongs into the story of a turn. */
export function worthTelling(told: Told): boolean {
  return !SILENT.has((told.event as Event).event);
}

/** The recap after some more news. */
export function recapAfter(before: Recap, news: readonly Told[]): Recap {
  let { tokens, dice } = before;
  let throwing = false;
  for (const event of eventsOf(news)) {
    switch (event.event) {
      case "tile-shown":
        tokens = [];
        break;
      case "turned-up":
        tokens = [...tokens, { seat: event.seat, token: event.token, effect: true }];
        break;
      case "no-effect":
        tokens = tokens.map((each) => (each.seat === event.seat ? { ...each, effect: false } : each));
        break;
      case "revealed":
        if (!throwing) dice = [];
        throwing = true;
        break;
      case "rolled":
        dice = [...dice, { seat: event.seat, die: event.die, value: event.value }];
        break;
    }
  }
  return { tokens, dice };
}

export interface Change {
  zone: number;
  fuel: number;
}

/** How ships differ from an earlier moment; ships that are as they were are left out. */
export function changesSince(before: readonly ShipView[], now: readonly ShipView[]): Map<number, Change> {
  const found = new Map<number, Change>();
  for (const ship of now) {
    const earlier = before[ship.seat];
    if (!earlier || ship.out) continue;
    const change = { zone: ship.zone - earlier.zone, fuel: ship.fuel - earlier.fuel };
    if (change.zone || change.fuel) found.set(ship.seat, change);
  }
  return found;
}

/** A change with its sign. */
export function signed(n: number): string {
  return n < 0 ? `−${-n}` : `+${n}`;
}

/** The zones that got a force field, once for each. */
export function newFields(
  before: readonly { zone: number; fields: number }[],
  after: readonly number[],
): number[] {
  const left = new Map(before.map((field) => [field.zone, field.fields]));
  return after.filter((zone) => {
    const known = left.get(zone) ?? 0;
    left.set(zone, known - 1);
    return known <= 0;
  });
}
