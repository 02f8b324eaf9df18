/** What the coach of a first drive sees: the question, what lies on the road and what has happened. */

import type { Scene, Told } from "../../generated/wire";
import { raceOf } from "./model";
import type { NextStep, Types } from "./types";

/** What the road offers with the next step. */
export type Feature = "limit" | "slide" | "shortcut" | "jump";

export interface Seen {
  /** What the learner is asked; null while others decide. */
  phase: string | null;
  round: number;
  /** Focus tokens in GT, seconds in DIRT. */
  tokens: number;
  /** Tags of all that has happened to the learner so far. */
  events: ReadonlySet<string>;
  over: boolean;
  /** Steps of the plan in the making. */
  laid: number;
  die: string | null;
  risk: number;
  near: ReadonlySet<Feature>;
}

/** What the table tells of the plan in the making. */
export type Planned = Pick<Seen, "laid" | "die" | "risk" | "near">;

export function seenOf(scene: Scene, told: readonly Told[], planned: Planned): Seen {
  const { seat } = scene;
  const race = raceOf(scene.view as Types["View"]);
  const own = told.map((line) => line.event as { event: string; seat?: number });
  return {
    phase: seat !== null && scene.asked.includes(seat) ? race.phase : null,
    round: race.round,
    tokens: race.cars.find((car) => car.seat === seat)?.tokens ?? 0,
    events: new Set(own.filter((event) => event.seat === seat).map(({ event }) => event)),
    over: scene.result !== null,
    laid: planned.laid,
    die: planned.die,
    risk: planned.risk,
    near: planned.near,
  };
}

/** What the road offers with these next steps; `halves`: the cells that are half a slide row. */
export function featuresOf(next: readonly NextStep[], halves: ReadonlySet<number>): Set<Feature> {
  const found = new Set<Feature>();
  for (const { limit, shortcut, jump, step } of next) {
    if (limit !== null) found.add("limit");
    if (halves.has(step.cell)) found.add("slide");
    if ((shortcut ?? -1) >= 0) found.add("shortcut");
    if (jump) found.add("jump");
  }
  return found;
}

export const planning = ({ phase }: Seen) => phase === "plan";
export const rolling = ({ phase }: Seen) => phase === "step";
export const first = (seen: Seen) => planning(seen) && seen.round === 1;
export const later = (seen: Seen) => planning(seen) && seen.round > 1;
