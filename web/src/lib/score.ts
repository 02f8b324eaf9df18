import { clock, number, say } from "./words.svelte";

/** A score with its unit; times are written m:ss. */
export function scoreInWords(score: number, unit: string): string {
  if (unit === "retired") return say({ id: "unit.retired", params: {} });
  return unit === "seconds" ? clock(score) : `${number(score)} ${say({ id: `unit.${unit}`, params: {} })}`;
}
