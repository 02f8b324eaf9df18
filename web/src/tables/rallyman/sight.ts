/** What of the track is worth seeing now: the eye frames it. */

import type { Point } from "../../lib/camera";
import type { Cell, Place } from "./board";
import type { Path } from "./Cells.svelte";
import type { Sight } from "./eye.svelte";
import type { AnyLaying, Lit } from "./laying.svelte";

export interface Watched {
  cells: Map<number, Cell>;
  /** Where the car stands that the eye follows. */
  car: Place | null;
  /** Further places that must be seen. */
  marks: Point[];
  laying: AnyLaying | null;
  path: Path;
  choices: number[];
}

/** What the eye should see, and what follows it along the road. */
export function sightOf({ cells, car, marks, laying, path, choices }: Watched): Sight {
  const at = (ids: number[]) => ids.flatMap((id) => cells.get(id) ?? []);
  const here = car ? [car] : [];
  if (!laying)
    return {
      plan: null,
      points: [...here, ...marks, ...at([...path.ahead.slice(0, 2), ...choices])],
      ahead: path.ahead.slice(2).map((id) => at([id])),
    };
  const near = [...marks, ...at([...laying.near, ...choices])];
  const end = at(
    laying.draft.steps.slice(-1).map(({ cell, landing = -1 }) => (landing < 0 ? cell : landing)),
  );
  const last = end.length ? end : here;
  return {
    plan: laying,
    points: near.length ? near : last,
    ahead: [here, ...byDistance(laying.lit).map(at)],
  };
}

/** Cells within reach, those of one step more after the other. */
function byDistance(lit: Lit[]): number[][] {
  const rings = new Map<number, number[]>();
  for (const { cell, far, elsewhere } of lit)
    if (!elsewhere) rings.set(far, [...(rings.get(far) ?? []), cell]);
  return [...rings].sort(([a], [b]) => a - b).map(([, ring]) => ring);
}
