/** What was told before this page came to the table. */

import type { Replay, Told } from "../../generated/wire";
import { api } from "../../lib/api";

/** The story of a game so far, as a seat (null: a spectator) has learnt of it. */
export async function toldBefore(table: string, seat: number | null): Promise<Told[]> {
  const eyes = seat === null ? "" : `seat=${seat}`;
  return toldBy(await api.get(`/api/tables/${table}/replay?${eyes}`));
}

/** The events of a replay, each with its step. */
export function toldBy({ steps }: Pick<Replay, "steps">): Told[] {
  return steps.flatMap(({ step, by, events }) => events.map((one) => ({ step, by, ...one })));
}

/** A story and what came before it, each step told once, none later than the table stands. */
export function joined(past: readonly Told[], story: readonly Told[], step: number): Told[] {
  const known = story[0]?.step ?? Infinity;
  return [...past.filter((told) => told.step < known && told.step <= step), ...story];
}
