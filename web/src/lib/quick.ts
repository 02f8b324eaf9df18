/** A race at once: a private table with bots on all other seats. */

import type { TableInfo } from "../generated/wire";
import { api } from "./api";
import { session, type GameInfo } from "./session.svelte";

/** The strongest bot of a game: the last one listed. */
export function bestBot(game: GameInfo): string {
  return game.bots.at(-1) ?? "random";
}

/** Put a bot on every free seat and start. */
export async function fillAndStart(table: TableInfo, bot: string): Promise<TableInfo> {
  for (const seat of table.seats) {
    if (!seat.person && !seat.bot) await api.post(`/api/tables/${table.id}/bot`, { seat: seat.seat, bot });
  }
  return api.post(`/api/tables/${table.id}/start`);
}

export async function quickTable(game: GameInfo): Promise<TableInfo> {
  await session.someone();
  const seats = Math.max(game.least, Math.min(3, game.most));
  const table = await api.post("/api/tables", { game: game.name, seats, public: false });
  return fillAndStart(table, bestBot(game));
}
