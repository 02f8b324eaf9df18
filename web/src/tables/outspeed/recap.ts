/** What a turn has shown so far. */

import type { Event } from "../../generated/outspeed";
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
  /** Fuel paid this turn, by seat. */
  paid: ReadonlyMap<number, number>;
  /** Zones gained and lost this turn, by seat. */
  zones: ReadonlyMap<number, number>;
  /** The seats that lost this turn on an overfull route. */
  lost: ReadonlySet<number>;
  /** Whether the routes of this turn are open. */
  open: boolean;
  /** The seats that have flown on along their route. */
  flown: ReadonlySet<number>;
}

export const NOTHING: Recap = {
  tokens: [],
  dice: [],
  paid: new Map(),
  zones: new Map(),
  lost: new Set(),
  open: false,
  flown: new Set(),
};

/** Secret deeds of others say nothing; that they are done is shown elsewhere. */
const SILENT: ReadonlySet<Event["event"]> = new Set(["answered", "programmed", "looked-at", "dialled"]);

/** Whether an event belongs into the story of a turn. */
export function worthTelling(told: Told): boolean {
  return !SILENT.has((told.event as Event).event);
}

/** The recap after some more events. */
export function recapAfter(before: Recap, events: readonly Event[]): Recap {
  let { tokens, dice, paid, zones, lost, open, flown } = before;
  for (const event of events) {
    switch (event.event) {
      case "tile-shown":
        ({ tokens, paid, zones, lost, open, flown } = NOTHING);
        break;
      case "turned-up":
        tokens = [...tokens, { seat: event.seat, token: event.token, effect: true }];
        break;
      case "no-effect":
        tokens = tokens.map((each) => (each.seat === event.seat ? { ...each, effect: false } : each));
        break;
      case "revealed":
        if (!open) dice = [];
        open = true;
        break;
      case "rolled":
        dice = [...dice, { seat: event.seat, die: event.die, value: event.value }];
        break;
      case "paid":
        paid = new Map(paid).set(event.seat, event.owed);
        break;
      case "moved":
        zones = new Map(zones).set(event.seat, (zones.get(event.seat) ?? 0) + event.end - event.start);
        if (open) flown = new Set(flown).add(event.seat);
        break;
      case "lost-turn":
        lost = new Set(lost).add(event.seat);
        break;
    }
  }
  return { tokens, dice, paid, zones, lost, open, flown };
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
