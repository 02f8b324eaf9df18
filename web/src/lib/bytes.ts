/** Sizes in words. */

import { number } from "./words.svelte";

const UNITS = ["B", "kB", "MB", "GB", "TB"];

/** So many bytes, in the unit that fits. */
export function bytes(size: number): string {
  const step = Math.min(UNITS.length - 1, Math.floor(Math.log(Math.max(1, size)) / Math.log(1024)));
  return `${number(size / 1024 ** step, { maximumFractionDigits: step ? 1 : 0 })} ${UNITS[step]}`;
}
