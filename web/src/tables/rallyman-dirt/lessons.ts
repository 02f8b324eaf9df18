/** The guided first stage: what to do next, from what the learner sees, does and has already been told. */

import type { Stage } from "../../generated/sent";
import type { Course } from "../../lib/course";
import { first, later, planning, rolling, type Feature, type Seen } from "../rallyman/seen";

const near = (feature: Feature) => (seen: Seen) => planning(seen) && seen.near.has(feature);
const not = (when: (seen: Seen) => boolean) => (seen: Seen) => !when(seen);

export const COURSE = {
  die: {
    fits: (seen) => first(seen) && !seen.laid,
    done: (seen) => !first(seen) || seen.laid > 0 || seen.die !== null,
  },
  cell: { fits: (seen) => first(seen) && !seen.laid, done: (seen) => !first(seen) || seen.laid > 0 },
  more: { fits: (seen) => first(seen) && seen.laid > 0, done: (seen) => !first(seen) || seen.laid >= 3 },
  one: { fits: (seen) => first(seen) && seen.laid > 0, done: not(first) },
  roll: { fits: rolling, done: not(rolling), tells: true },
  time: {
    fits: (seen) => later(seen) && !seen.laid,
    done: (seen) => !later(seen) || seen.laid > 0,
    tells: true,
  },
  slide: { fits: near("slide"), done: not(near("slide")), tells: true },
  shortcut: { fits: near("shortcut"), done: not(near("shortcut")), tells: true },
  jump: { fits: near("jump"), done: not(near("jump")), tells: true },
  corner: { fits: near("limit"), done: not(near("limit")), tells: true },
  flat: {
    fits: (seen) => later(seen) && seen.laid >= 3 && seen.risk < 0.1,
    done: (seen) => !later(seen) || !seen.laid,
    tells: true,
  },
  lead: {
    fits: (seen) => later(seen) && seen.round >= 3 && !seen.laid,
    done: (seen) => !later(seen) || seen.laid > 0,
    tells: true,
  },
  focus: { fits: (seen) => rolling(seen) && seen.tokens > 0, done: not(rolling), tells: true },
  home: { fits: ({ over }) => over, done: () => false, urgent: true },
  lost: { fits: ({ events }) => events.has("control-lost"), done: rolling, tells: true, urgent: true },
} satisfies Course<Seen>;

export type Lesson = keyof typeof COURSE;

/** A short stage in daylight: one bend to slide into, one with a shortcut, one jump before the finish. */
export const SCHOOL: Stage = {
  kind: "stage",
  id: "first-stage",
  tiles: [
    { tile: "202a", q: 0, r: 0 },
    { tile: "208a", q: 0, r: 1 },
    { tile: "217a", q: 1, r: 1, rotation: 1 },
    { tile: "205a", q: 2, r: 0, rotation: 2 },
    { tile: "226b", q: 3, r: -1, rotation: 5, reverse: true },
    { tile: "204b", q: 4, r: -2, rotation: 2 },
    { tile: "203a", q: 5, r: -3, rotation: 2 },
  ],
};
