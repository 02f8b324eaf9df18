/** The guided first lap: what to do next, from what the learner sees, does and has already been told. */

import type { GenerateRequest } from "../../generated/sent";
import type { GtView } from "../../generated/rallyman-gt";

export interface Seen {
  view: Pick<GtView, "phase" | "round" | "cars">;
  /** Tags of all events so far. */
  events: ReadonlySet<string>;
  over: boolean;
  /** Steps of the plan in the making. */
  laid: number;
  die: string | null;
  risk: number;
}

interface Task {
  /** When it fits what lies on the table. */
  fits: (seen: Seen) => boolean;
  /** When the learner has done it. */
  done: (seen: Seen) => boolean;
  /** It only tells something and may be put away. */
  tells?: true;
}

const planning = ({ view }: Seen) => view.phase === "plan";
const rolling = ({ view }: Seen) => view.phase === "step";
const first = (seen: Seen) => planning(seen) && seen.view.round === 1;
const later = (seen: Seen) => planning(seen) && seen.view.round > 1;
const focus = ({ view }: Seen) => view.cars[0]?.focus ?? 0;

const TASKS = {
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
  corner: { fits: (seen) => later(seen) && seen.view.round >= 3, done: (seen) => !later(seen), tells: true },
  flat: {
    fits: (seen) => later(seen) && seen.laid >= 3 && seen.risk < 0.1,
    done: (seen) => !later(seen) || !seen.laid,
    tells: true,
  },
  focus: { fits: (seen) => rolling(seen) && focus(seen) > 0, done: (seen) => !rolling(seen), tells: true },
  lost: { fits: ({ events }) => events.has("control-lost"), done: rolling, tells: true },
  home: { fits: ({ over }) => over, done: () => false },
} satisfies Record<string, Task>;

export type Lesson = keyof typeof TASKS;
export const LESSONS = Object.keys(TASKS) as Lesson[];

/** Lessons that come as soon as they fit, whatever else is open. */
const URGENT: Lesson[] = ["home", "lost"];

/** The lesson to show: an urgent one, the open one until it is done, or the next that fits; null: none. */
export function lessonNow(given: readonly Lesson[], open: Lesson | null, seen: Seen): Lesson | null {
  const fresh = (lesson: Lesson) =>
    !given.includes(lesson) && TASKS[lesson].fits(seen) && !TASKS[lesson].done(seen);
  const urgent = URGENT.find((lesson) => !given.includes(lesson) && TASKS[lesson].fits(seen));
  if (urgent) return urgent;
  if (open && !TASKS[open].done(seen)) return open;
  return LESSONS.find((lesson) => !URGENT.includes(lesson) && fresh(lesson)) ?? null;
}

/** Whether a lesson may be put away before it is done. */
export function tells(lesson: Lesson): boolean {
  return "tells" in TASKS[lesson];
}

/** A small circuit with room to learn on: three lanes, a few easy corners. */
export const SCHOOL: GenerateRequest = {
  kind: "circuit",
  seed: 74,
  wish: { tiles: 8, lanes: "three", danger: "low" },
};
