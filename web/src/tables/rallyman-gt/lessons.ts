/** The guided first lap: what to do next, from what the learner sees, does and has already been told. */

import type { GenerateRequest } from "../../generated/sent";
import type { Course } from "../../lib/course";
import { first, later, rolling, type Seen } from "../rallyman/seen";

export const COURSE = {
  die: {
    fits: (seen) => first(seen) && !seen.laid,
    done: (seen) => !first(seen) || seen.laid > 0 || seen.die !== null,
  },
  cell: { fits: (seen) => first(seen) && !seen.laid, done: (seen) => !first(seen) || seen.laid > 0 },
  more: { fits: (seen) => first(seen) && seen.laid > 0, done: (seen) => !first(seen) || seen.laid >= 3 },
  one: { fits: (seen) => first(seen) && seen.laid > 0, done: (seen) => !first(seen) },
  roll: { fits: rolling, done: (seen) => !rolling(seen), tells: true },
  plan: { fits: later, done: (seen) => !later(seen) || seen.laid >= 2 },
  risk: {
    fits: (seen) => later(seen) && seen.laid >= 2,
    done: (seen) => !later(seen) || !seen.laid,
    tells: true,
  },
  corner: { fits: (seen) => later(seen) && seen.round >= 3, done: (seen) => !later(seen), tells: true },
  flat: {
    fits: (seen) => later(seen) && seen.laid >= 3 && seen.risk < 0.1,
    done: (seen) => !later(seen) || !seen.laid,
    tells: true,
  },
  focus: { fits: (seen) => rolling(seen) && seen.tokens > 0, done: (seen) => !rolling(seen), tells: true },
  home: { fits: ({ over }) => over, done: () => false, urgent: true },
  lost: { fits: ({ events }) => events.has("control-lost"), done: rolling, tells: true, urgent: true },
} satisfies Course<Seen>;

export type Lesson = keyof typeof COURSE;

/** A small circuit with room to learn on: three lanes, a few easy corners. */
export const SCHOOL: GenerateRequest = {
  kind: "circuit",
  seed: 74,
  wish: { tiles: 8, lanes: "three", danger: "low" },
};
