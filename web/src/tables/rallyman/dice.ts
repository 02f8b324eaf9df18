/** Dice to pick from, and steps in words. */

import type { DiceLeft, DieName, LaidStep, LeadingDie, NextLaid, NextStep, Step } from "./types";

/** What is picked up for a step: a die, with the faces it and its brake dice show if they have been rolled. */
export type Picked = string;

export function pickOf(step: Step): Picked {
  return step.die + (step.faces ?? "");
}

export function brakesOf(step: Step): number {
  return step.brakes ?? (step.faces ? step.faces.length - 1 : 0);
}

/** All dice of a step, the leading one first. */
export function diceOf(step: Step): DieName[] {
  return [step.die, ...Array<DieName>(brakesOf(step)).fill("b")];
}

/** What a step's dice are called in one word: `2bb`. */
export function stepText(step: Step): string {
  return diceOf(step).join("");
}

export interface Pickable {
  pick: Picked;
  die: DieName;
  /** What its dice show; empty before they are rolled. */
  faces: string;
  /** How many of it are left; gear dice: 1 or 0. */
  left: number;
  /** Whether some legal next step uses it. */
  usable: boolean;
  /** Brake dice it needs now. */
  brakes: number;
}

/** The dice to pick from, and which of them can come next. */
export function pickable(left: DiceLeft, next: NextStep[]): Pickable[] {
  return Object.entries(left.dice).map(([name, count]) => {
    const die = name as LeadingDie;
    const uses = next.filter((one) => one.step.die === die);
    return {
      pick: die,
      die,
      faces: "",
      left: count,
      usable: uses.length > 0,
      brakes: uses[0] ? brakesOf(uses[0].step) : 0,
    };
  });
}

/** The rolled dice to lay again: gear dice one by one, coast dice by what they show; brake dice go with others. */
export function rollable(rolled: LaidStep[], steps: LaidStep[], next: NextLaid[]): Pickable[] {
  const heads = (all: LaidStep[]) => all.map((step) => step.die + step.faces[0]);
  const used = heads(steps);
  return [...new Set([...heads(rolled), ...next.map((one) => one.step.die + one.step.faces[0])])]
    .sort()
    .flatMap((head) => {
      const die = head[0] as LeadingDie;
      const left = Math.max(
        0,
        heads(rolled).filter((one) => one === head).length - used.filter((one) => one === head).length,
      );
      const open = [...new Set(next.map((one) => pickOf(one.step)).filter((pick) => pick.startsWith(head)))];
      const picks = open.length ? open : die === "r" ? [] : [head];
      return picks.map((pick) => ({
        pick,
        die,
        faces: pick.slice(1),
        left,
        usable: open.length > 0,
        brakes: pick.length - 2,
      }));
    });
}
