/** The guided first race: the tiles of a first game, two other ships, and one thing said at a time. */

import type { OutspeedView } from "../../generated/outspeed";
import type { Course } from "../../lib/course";

export interface Seen {
  view: Pick<
    OutspeedView,
    "phase" | "turn" | "seat" | "deciding" | "ships" | "fields" | "finish" | "front" | "zones_per_board"
  >;
  /** Whether all has been shown that happened. */
  idle: boolean;
  /** Whether a route is on the dial. */
  aimed: boolean;
  /** Whether one's own turn was lost on a full lane, while that is shown. */
  lost: boolean;
  over: boolean;
}

const me = ({ view }: Seen) => (view.seat === null ? undefined : view.ships[view.seat]);
const asked = ({ view, idle }: Seen) => idle && view.seat !== null && view.deciding.includes(view.seat);
const choosing = (seen: Seen) => asked(seen) && seen.view.phase === "programming";
const bonus = (seen: Seen) => asked(seen) && seen.view.phase === "bonus";
const drawing = (seen: Seen) => asked(seen) && seen.view.phase === "drawing";
const opened = ({ view }: Seen) => view.ships.some((ship) => ship.route !== null);
const from = (turn: number) => (seen: Seen) => choosing(seen) && seen.view.turn >= turn;
const not = (when: (seen: Seen) => boolean) => (seen: Seen) => !when(seen);

export const COURSE = {
  gates: { fits: (seen) => choosing(seen) && !seen.aimed, done: (seen) => !choosing(seen) || seen.aimed },
  table: {
    fits: (seen) => choosing(seen) && seen.aimed,
    done: (seen) => !choosing(seen) || !seen.aimed,
    tells: true,
  },
  lock: { fits: (seen) => choosing(seen) && seen.aimed, done: not(choosing) },
  reveal: { fits: opened, done: (seen) => !opened(seen) && seen.idle, tells: true },
  fuel: { fits: from(2), done: not(choosing), tells: true },
  draw: { fits: drawing, done: not(drawing) },
  token: { fits: bonus, done: not(bonus), tells: true },
  guess: { fits: from(3), done: not(choosing), tells: true },
  boards: { fits: from(5), done: not(choosing), tells: true },
  field: {
    fits: (seen) => choosing(seen) && seen.view.fields.length > 0,
    done: not(choosing),
    tells: true,
  },
  finish: { fits: (seen) => choosing(seen) && seen.view.finish, done: not(choosing), tells: true },
  crash: { fits: ({ lost }) => lost, done: choosing, tells: true, urgent: true },
  out: {
    fits: (seen) => !seen.over && (me(seen)?.out ?? 0) > 0,
    done: ({ over }) => over,
    tells: true,
    urgent: true,
  },
  home: { fits: ({ over, idle }) => over && idle, done: () => false, urgent: true },
} as const satisfies Course<Seen>;

export type Lesson = keyof typeof COURSE;
