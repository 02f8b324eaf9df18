/** What a generated track should be like; see paddock/tracks/generator/wishes.py. */

import type { Box, Kind } from "./faces";

export type Feature = "any" | "yes" | "no";
export type Lanes = "any" | "two" | "three" | "mixed";

export interface Wishes {
  tiles: number;
  lanes: Lanes;
  danger: "any" | "low" | "high";
  jumps: Feature;
  water: Feature;
  shortcuts: Feature;
  seed: number;
}

const OPEN = { lanes: "any", danger: "any", jumps: "any", water: "any", shortcuts: "any", seed: 1 } as const;

export const PLAIN: Record<Kind, Wishes> = { circuit: { ...OPEN, tiles: 15 }, stage: { ...OPEN, tiles: 12 } };

const FEWEST: Record<Lanes, number> = { any: 5, two: 5, three: 5, mixed: 6 };
const FEWEST_IN_STAGE = 3;

/** How short and how long a track the box gives. */
export function sizes(box: Box, lanes: Lanes): { fewest: number; most: number } {
  const all = [...box.copies.values()].reduce((sum, copies) => sum + copies, 0);
  if (box.kind === "stage") return { fewest: FEWEST_IN_STAGE, most: all };
  const changers = new Set(
    [...box.faces.values()].filter((face) => face.shape === "lanes").map((face) => face.number),
  ).size;
  return { fewest: FEWEST[lanes], most: lanes === "two" || lanes === "three" ? all - changers : all };
}

/** The wish in the server's terms. */
export function wishOf(kind: Kind, wishes: Wishes): Record<string, unknown> {
  const { tiles, lanes, danger } = wishes;
  if (kind === "circuit") return { tiles, lanes, danger };
  return {
    tiles,
    danger,
    jumps: wanted(wishes.jumps),
    water: wanted(wishes.water),
    shortcuts: wanted(wishes.shortcuts),
  };
}

function wanted(feature: Feature): boolean | null {
  return feature === "any" ? null : feature === "yes";
}

export function freshSeed(): number {
  return Math.floor(Math.random() * 1_000_000);
}
