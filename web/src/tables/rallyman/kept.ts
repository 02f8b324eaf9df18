/** Plans in the making, kept in the browser so that a reload or a closed lid does not undo them. */

import type { Draft } from "./draft";
import type { Memory } from "./planner.svelte";
import type { Step } from "./types";

const KEY = "paddock.plans";
/** How many tables may have a plan lying about. */
const MOST = 12;

interface Kept {
  /** The table and the seat. */
  at: string;
  /** The step of the game the plan is for. */
  step: number;
  steps: Step[];
  fixed: number;
}

function all(): Kept[] {
  try {
    const kept: unknown = JSON.parse(localStorage.getItem(KEY) ?? "[]");
    return Array.isArray(kept) ? (kept as Kept[]) : [];
  } catch {
    return [];
  }
}

/** The memory of one seat's plan at one step of one table. */
export function memoryOf(table: string, seat: number, step: number): Memory {
  const at = `${table} ${seat}`;
  return {
    recall() {
      const kept = all().find((one) => one.at === at && one.step === step);
      return kept?.steps.length ? { steps: kept.steps, fixed: kept.fixed, die: null } : null;
    },
    keep({ steps, fixed }: Draft) {
      const others = all().filter((one) => one.at !== at);
      const mine = steps.length ? [{ at, step, steps: [...steps], fixed }] : [];
      localStorage.setItem(KEY, JSON.stringify([...others, ...mine].slice(-MOST)));
    },
  };
}
