/** The perfect lap: what a solved drive tells, as people read it. */

import type { PerfectDrive, PerfectState } from "../generated/wire";
import { api } from "./api";
import { fieldsOf } from "./options";
import type { GameInfo } from "./session.svelte";
import { label, number, t } from "./words.svelte";

export type { PerfectDrive, PerfectState };
export type Distribution = PerfectDrive["distribution"];

/** Bounds from here on say that nothing is proven yet. */
const UNPROVEN = 1e8;

export function proven(drive: PerfectDrive): boolean {
  return drive.bounds.upper < UNPROVEN;
}

export function mean(distribution: Distribution): number {
  return distribution.reduce((sum, [result, chance]) => sum + result * chance, 0);
}

/** Whether only bounds are proven and no driver was followed, as in changing weather. */
export function boundsOnly(drive: PerfectDrive): boolean {
  return !drive.distribution.length;
}

/** The best driver's average: where drives were only sampled, what is proven of it counts for more. */
export function average(drive: PerfectDrive): number {
  if (boundsOnly(drive)) {
    const { lower, upper } = drive.bounds;
    return proven(drive) ? (lower + upper) / 2 : lower;
  }
  const found = mean(drive.distribution);
  return proven(drive) ? Math.min(Math.max(found, drive.bounds.lower), drive.bounds.upper) : found;
}

/** The result that is reached or beaten with at least this chance; results come best first. */
export function quantile(distribution: Distribution, share: number): number {
  let total = 0;
  for (const [result, chance] of distribution) {
    total += chance;
    if (total >= share) return result;
  }
  return distribution.at(-1)?.[0] ?? 0;
}

/** How often the perfect driver is as fast as this or faster. */
export function asFast(distribution: Distribution, seconds: number): number {
  return distribution.reduce((sum, [result, chance]) => (result <= seconds ? sum + chance : sum), 0);
}

/** How far a time is from the best driver's average. */
export function against(drive: PerfectDrive, seconds: number): string {
  const more = seconds - average(drive);
  return t(more < 0 ? "perfect.ahead" : "perfect.behind", {
    n: number(Math.abs(more), { maximumFractionDigits: 0 }),
  });
}

export interface Bar {
  from: number;
  to: number;
  share: number;
}

/** A distribution in bars of equal width; the rare tail is left out where it would only stretch the plot. */
export function bars(distribution: Distribution, most = 24): Bar[] {
  const first = distribution[0]?.[0];
  if (first === undefined) return [];
  const last = quantile(distribution, 0.995);
  const width = Math.max(1, Math.ceil((last - first + 1) / most));
  const found: Bar[] = [];
  for (let from = first; from <= last; from += width) found.push({ from, to: from + width - 1, share: 0 });
  for (const [result, chance] of distribution) {
    const bar = found[Math.floor((result - first) / width)];
    if (bar) bar.share += chance;
  }
  return found;
}

/** The gear a cell is stood on in most often. */
export function likeliest(gears: readonly number[]): number {
  return gears.indexOf(Math.max(...gears));
}

/** The options a drive alone is solved with, in words: what is chosen, and switches that are on. */
export function conditionsOf(game: GameInfo, options: Record<string, unknown>): string[] {
  return fieldsOf(game.options, { ...game.defaults, ...options }).flatMap(({ kind, name, value }) => {
    const key = `${game.name}.option.${name}`;
    const what = label(key, name.replaceAll("_", " "));
    if (kind === "choice" && value !== "off")
      return `${what}: ${label(`${key}.${String(value)}`, String(value))}`;
    return kind === "switch" && value ? what : [];
  });
}

/** What is known of a drive; `begin`: let the server solve it if nobody has. */
export function perfectOf(
  game: string,
  options: Record<string, unknown>,
  begin: boolean,
): Promise<PerfectState> {
  return api.post("/api/perfect", { game, options, begin });
}
