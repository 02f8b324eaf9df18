/** What a result means beside those before it: records, personal bests, first wins. */

import type { Ending, Result } from "../generated/wire";

export type Honour =
  | { kind: "record"; score: number; was: number | null; by: string }
  | { kind: "best"; score: number; was: number }
  | { kind: "off-best"; best: number; by: number }
  | { kind: "first-finish"; score: number }
  | { kind: "first-win"; races: number }
  | { kind: "wins"; wins: number; races: number }
  | { kind: "first-race" };

/** What a seat has earned, the greatest first. */
export function honoursOf(ending: Ending, result: Result, seat: number): Honour[] {
  const before = ending.before.find((line) => line.seat === seat);
  const score = result.scores[seat];
  if (!before || score === undefined) return [];
  const found: Honour[] = [];
  const better = (other: number) => (ending.lowest ? score < other : score > other);
  if (result.unit === ending.unit) {
    const { record } = ending;
    if (record && better(record.score))
      found.push({ kind: "record", score, was: record.score, by: record.name });
    if (before.best === null) found.push({ kind: "first-finish", score });
    else if (better(before.best)) found.push({ kind: "best", score, was: before.best });
    else found.push({ kind: "off-best", best: before.best, by: Math.abs(score - before.best) });
  }
  if (result.places.length > 1) {
    const won = result.places[seat] === 1;
    const races = before.races + 1;
    if (won && !before.wins) found.push({ kind: "first-win", races });
    else if (before.wins || won) found.push({ kind: "wins", wins: before.wins + Number(won), races });
    else if (!before.races && !found.length) found.push({ kind: "first-race" });
  }
  return found;
}

/** Those that beat something. */
export function isNew({ kind }: Honour): boolean {
  return kind === "record" || kind === "best" || kind === "first-win";
}
