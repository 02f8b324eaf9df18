/** A plan in the making: steps laid so far, and the die picked up. Nothing here is decided yet. */

import { brakesOf, pickOf, type Picked } from "./dice";
import type { Onward, Step } from "./types";

export interface Draft {
  readonly steps: readonly Step[];
  /** Steps whose dice the driver chose; the dice behind them are Paddock's proposal for the cells tapped. */
  readonly fixed: number;
  /** The die picked up, if any. */
  readonly die: Picked | null;
}

export const EMPTY: Draft = { steps: [], fixed: 0, die: null };

/** Pick a die up, or put it back if it is in the hand already. */
export function pick(draft: Draft, die: Picked | null): Draft {
  return { ...draft, die: draft.die === die ? null : die };
}

/** Lay a step the driver chose; everything before it is then chosen too. */
export function lay(draft: Draft, step: Step): Draft {
  const steps = [...draft.steps, step];
  return { steps, fixed: steps.length, die: null };
}

/** Take over a proposal; it begins with the steps the driver chose. */
export function propose(draft: Draft, steps: readonly Step[], fixed = draft.fixed): Draft {
  return { steps, fixed: Math.min(fixed, steps.length), die: null };
}

/** Only the first steps remain. */
export function cut(draft: Draft, length: number): Draft {
  const steps = draft.steps.slice(0, Math.max(0, length));
  return { steps, fixed: Math.min(draft.fixed, steps.length), die: null };
}

/** The newest step off the table; with a die in the hand, only that one. */
export function back(draft: Draft): Draft {
  return draft.die ? { ...draft, die: null } : cut(draft, draft.steps.length - 1);
}

export function chosen(draft: Draft): Step[] {
  return draft.steps.slice(0, draft.fixed) as Step[];
}

/** The cells tapped since the driver last chose a die. */
export function openCells(draft: Draft): number[] {
  return draft.steps.slice(draft.fixed).map((step) => step.cell);
}

/** At which step a plan enters a cell; -1 if it does not. */
export function indexOf(draft: Draft, cell: number): number {
  return draft.steps.findIndex((step) => step.cell === cell || step.landing === cell);
}

export function sameStep(a: Step, b: Step): boolean {
  return keyOf([a]) === keyOf([b]);
}

export function keyOf(steps: readonly Step[]): string {
  return steps
    .map((step) => `${pickOf(step)}${"b".repeat(brakesOf(step))}@${step.cell}^${step.landing ?? -1}`)
    .join(" ");
}

/** The steps that lead to a cell with the die in the hand, or with any. */
export function stepsTo<N extends Onward>(next: N[], cell: number, die: Picked | null): N[] {
  return next.filter((one) => one.step.cell === cell && (die === null || pickOf(one.step) === die));
}

/** The cells that can come next, each with the steps that lead there. */
export function cellsOf<N extends Onward>(next: N[], die: Picked | null): Map<number, N[]> {
  const cells = new Map<number, N[]>();
  for (const one of next) {
    if (die !== null && pickOf(one.step) !== die) continue;
    cells.set(one.step.cell, [...(cells.get(one.step.cell) ?? []), one]);
  }
  return cells;
}
