/** A rally in the making: stages in the order they are driven. See paddock/tracks/layouts.py. */

import type { Rally, Stage } from "../generated/wire";
import { slug } from "./bench.svelte";

export type Stages = readonly Stage[];

/** What the server takes at most. */
export const MOST_STAGES = 20;

/** One more stage at the end; a full rally stays as it is. */
export function added(stages: Stages, stage: Stage): Stages {
  return stages.length < MOST_STAGES ? [...stages, stage] : stages;
}

export function removed(stages: Stages, at: number): Stages {
  return stages.filter((_, index) => index !== at);
}

/** A stage driven `by` places later, or earlier; never beyond the ends. */
export function shifted(stages: Stages, at: number, by: number): Stages {
  const stage = stages[at];
  const to = at + by;
  if (!stage || to < 0 || to >= stages.length) return stages;
  const others = removed(stages, at);
  return [...others.slice(0, to), stage, ...others.slice(to)];
}

/** Whether a service park follows a stage. */
export function serviced(stages: Stages, at: number, on: boolean): Stages {
  return stages.map((stage, index) => (index === at ? { ...stage, assistance: on } : stage));
}

/** The rally in the server's terms. */
export function rallyOf(name: string, author: string, stages: Stages): Rally {
  return { kind: "rally", id: slug(name), name, author, stages: [...stages] };
}
