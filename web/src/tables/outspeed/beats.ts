/** What happened, as beats shown one after the other; what happens at once is one beat. */

import type { Event } from "../../generated/outspeed";

export type BeatKind =
  | "tokens"
  | "fire"
  | "field"
  | "tank"
  | "dials"
  | "lanes"
  | "crash"
  | "dice"
  | "fuel"
  | "flight"
  | "out"
  | "board"
  | "draw"
  | "tile"
  | "finish"
  | "quiet";

export interface Beat {
  kind: BeatKind;
  events: Event[];
}

const KINDS: Partial<Record<Event["event"], BeatKind>> = {
  "turned-up": "tokens",
  "no-effect": "fire",
  hit: "fire",
  "field-placed": "field",
  "fuel-gained": "tank",
  "fuel-lost": "tank",
  revealed: "dials",
  "dial-shown": "dials",
  "lost-turn": "crash",
  rolled: "dice",
  paid: "fuel",
  moved: "flight",
  eliminated: "out",
  discarded: "out",
  "board-added": "board",
  "board-removed": "board",
  kept: "draw",
  "nothing-drawn": "draw",
  "tile-shown": "tile",
  "fields-cleared": "tile",
  flipped: "tile",
  won: "finish",
  void: "finish",
};

/** The beats of some events. */
export function beatsOf(events: readonly Event[]): Beat[] {
  const beats: Beat[] = [];
  for (const event of events) {
    const kind = KINDS[event.event] ?? "quiet";
    const before = beats.at(-1);
    if (before && together(before.kind, kind) && !shotAnew(before, event)) {
      before.events.push(event);
      if (kind === "flight") before.kind = kind;
    } else {
      if (before?.kind === "dials" && kind !== "dials") beats.push({ kind: "lanes", events: [] });
      beats.push({ kind, events: [event] });
    }
  }
  if (beats.at(-1)?.kind === "dials") beats.push({ kind: "lanes", events: [] });
  return beats;
}

/** Zones and fuel are gained at the same time. */
function together(before: BeatKind, next: BeatKind): boolean {
  const gains = (kind: BeatKind) => kind === "flight" || kind === "tank";
  return before === next || (gains(before) && gains(next));
}

/** Each token fires by itself. */
function shotAnew({ events: [first] }: Beat, event: Event): boolean {
  return first?.event === "hit" && event.event === "hit" && first.seat !== event.seat;
}

/** Whether a beat joins one that still waits to be shown: dice are thrown together. */
export function joins(waiting: Beat | undefined, next: Beat): boolean {
  return waiting?.kind === "dice" && next.kind === "dice";
}

const LENGTHS: Record<BeatKind, number> = {
  tokens: 1100,
  fire: 950,
  field: 700,
  tank: 650,
  dials: 650,
  lanes: 800,
  crash: 1100,
  dice: 750,
  fuel: 500,
  flight: 450,
  out: 1300,
  board: 1000,
  draw: 350,
  tile: 650,
  finish: 900,
  quiet: 0,
};

/** What still says something to those who want nothing to move. */
const TOLD_STILL: ReadonlySet<BeatKind> = new Set(["tokens", "fire", "dials", "crash", "flight", "out"]);

/** How long a beat is shown, in milliseconds; a long queue goes by faster. */
export function lengthOf(beat: Beat, { still, waiting }: { still: boolean; waiting: number }): number {
  if (still) return TOLD_STILL.has(beat.kind) ? 250 : 0;
  const pace = waiting > 16 ? 0.35 : waiting > 9 ? 0.6 : 1;
  return pace * (LENGTHS[beat.kind] + more(beat));
}

/** More to see takes longer: more dials, more fuel, longer flights. */
function more({ kind, events }: Beat): number {
  if (kind === "dials" || kind === "tokens") return 90 * events.length;
  if (kind === "fuel")
    return 90 * Math.min(6, Math.max(...events.map((event) => (event.event === "paid" ? event.owed : 0))));
  return kind === "flight" ? flightTime(events) : 0;
}

/** How long ships fly: by the longest way. */
export function flightTime(events: readonly Event[]): number {
  const far = events.map((event) => (event.event === "moved" ? Math.abs(event.end - event.start) : 0));
  return Math.min(950, 150 + 120 * Math.max(0, ...far));
}
