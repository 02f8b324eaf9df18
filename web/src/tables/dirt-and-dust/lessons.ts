/** The guided Trial Stage: five rounds alone, and one thing said at a time. */

import type { View } from "../../generated/dirt-and-dust";
import type { Course } from "../../lib/course";
import { diceAbove, diceLeft } from "./choices";

export interface Seen {
  view: View;
  /** Whether the learner is to decide. */
  asked: boolean;
  /** Whether all has been shown that happened. */
  idle: boolean;
  over: boolean;
}

const me = ({ view }: Seen) => view.boards[0]!;
const doing = ({ view }: Seen) => view.own?.doing !== null && view.own?.doing !== undefined;
const driving = (seen: Seen) => seen.asked && seen.view.phase === "driving" && !doing(seen);
const preparing = (seen: Seen) => seen.asked && seen.view.phase === "preparation";
const not = (when: (seen: Seen) => boolean) => (seen: Seen) => !when(seen);
const from = (round: number) => (seen: Seen) => driving(seen) && seen.view.round >= round;

/** A die lies above a card that can be resolved. */
function loaded(seen: Seen): boolean {
  return me(seen).slots.some(
    (placed, index) => placed && !placed.covered && diceAbove(me(seen), index + 1).length > 0,
  );
}

/** A die lies above an empty slot, and there is a card to be put there. */
function playable(seen: Seen): boolean {
  const empty = me(seen).slots.some((placed, index) => !placed && diceAbove(me(seen), index + 1).length > 0);
  return empty && (seen.view.own?.hand.length ?? 0) > 0;
}

const placed = (seen: Seen) => (seen.view.road[0]?.navigators[0] ?? 0) > 0;
function affordable(seen: Seen): boolean {
  const card = seen.view.road[0];
  return card !== undefined && (seen.view.own?.navigator_prices[card.no] ?? card.cost) <= me(seen).traction;
}
const spent = (seen: Seen) => diceLeft(me(seen)).length < 3;
const cheapest = ({ view }: Seen) => Math.min(...Object.values(view.own?.prices ?? { none: Infinity }));

export const COURSE = {
  goal: { fits: driving, done: not(driving), tells: true },
  play: {
    fits: (seen) => driving(seen) && playable(seen) && !loaded(seen),
    done: (seen) => !driving(seen) || loaded(seen),
  },
  die: { fits: (seen) => driving(seen) && loaded(seen), done: (seen) => !driving(seen) || !loaded(seen) },
  effects: { fits: doing, done: not(doing) },
  dials: { fits: (seen) => driving(seen) && spent(seen), done: not(driving), tells: true },
  navigator: {
    fits: (seen) => driving(seen) && affordable(seen) && !placed(seen),
    done: (seen) => !driving(seen) || placed(seen) || !affordable(seen),
  },
  dare: {
    fits: (seen) => driving(seen) && !diceLeft(me(seen)).length && !affordable(seen) && !placed(seen),
    done: (seen) => !driving(seen) || affordable(seen),
    tells: true,
  },
  space: { fits: (seen) => driving(seen) && placed(seen), done: not(driving), tells: true },
  finish: { fits: (seen) => driving(seen) && !diceLeft(me(seen)).length, done: not(driving) },
  fall: { fits: not(({ idle }) => idle), done: ({ idle }) => idle, tells: true, urgent: true },
  prepare: { fits: preparing, done: not(preparing) },
  rows: { fits: from(2), done: not(driving), tells: true },
  turn: { fits: (seen) => from(2)(seen) && me(seen).wrench > 0, done: not(driving), tells: true },
  market: {
    fits: (seen) => from(2)(seen) && me(seen).wrench >= cheapest(seen),
    done: not(driving),
    tells: true,
  },
  ahead: { fits: from(3), done: not(driving), tells: true },
  risk: { fits: (seen) => driving(seen) && me(seen).risk_pool > 0, done: not(driving), tells: true },
  last: {
    fits: (seen) => driving(seen) && seen.view.round === seen.view.rounds,
    done: not(driving),
    tells: true,
  },
  out: { fits: (seen) => me(seen).out && !seen.over, done: ({ over }) => over, tells: true, urgent: true },
  home: { fits: ({ over, idle }) => over && idle, done: () => false, urgent: true },
} as const satisfies Course<Seen>;

export type Lesson = keyof typeof COURSE;
