/** A story and what was told before this page came to the table. */

import type { Told } from "../../generated/wire";

/** Each step told once, none later than the table stands. */
export function joined(past: readonly Told[], story: readonly Told[], step: number): Told[] {
  const known = story[0]?.step ?? Infinity;
  return [...past.filter((told) => told.step < known && told.step <= step), ...story];
}
