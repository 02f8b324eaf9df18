/** The guided first lap: what to say next, from what the learner sees and has already been told. */

import type { GtView } from "../generated/rallyman-gt";

export const LESSONS = ["start", "roll", "plan", "corner", "flat", "focus", "lost", "home"] as const;
export type Lesson = (typeof LESSONS)[number];

interface Seen {
  view: GtView;
  /** Tags of all events so far. */
  events: ReadonlySet<string>;
  over: boolean;
}

/** When a lesson fits what lies on the table. */
const FITS: Record<Lesson, (seen: Seen) => boolean> = {
  home: ({ over }) => over,
  lost: ({ events }) => events.has("control-lost"),
  start: ({ view }) => view.phase === "plan" && view.round === 1,
  roll: ({ view }) => view.phase === "step",
  plan: ({ view }) => view.phase === "plan" && view.round === 2,
  corner: ({ view }) => view.phase === "plan" && view.round === 3,
  flat: ({ view }) => view.phase === "plan" && view.round >= 4,
  focus: ({ view }) => (view.cars[0]?.focus ?? 0) > 0 && view.phase === "plan",
};

/** Lessons that come as soon as they fit, before the ones of the usual order. */
const FIRST: Lesson[] = ["home", "lost"];
const USUAL: Lesson[] = ["start", "roll", "plan", "corner", "flat", "focus"];

/** The lesson to show: the first that fits and has not been given; else the last one stays. */
export function nextLesson(given: readonly Lesson[], seen: Seen): Lesson | null {
  for (const lesson of [...FIRST, ...USUAL]) if (!given.includes(lesson) && FITS[lesson](seen)) return lesson;
  return null;
}

/** A small circuit with room to learn on: three lanes, a few easy corners. */
export const SCHOOL = { kind: "circuit", seed: 74, wish: { tiles: 8, lanes: "three", danger: "low" } };
