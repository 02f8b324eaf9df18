import { clock, number, say, t, worded } from "./words.svelte";

/** A score with its unit; times are written m:ss. */
export function scoreInWords(score: number, unit: string): string {
  if (unit === "retired") return t("unit.retired");
  if (unit === "seconds") return clock(score);
  const id = `score.${unit}`;
  return worded(id) ? say({ id, params: { n: score } }) : number(score);
}
