/** A race at once: a private table with bots on all other seats, a newcomer's one or what was last played. */

import type { TableBrief, TableInfo } from "../generated/wire";
import { manifestOf } from "../tables";
import { api } from "./api";
import { session, type GameInfo } from "./session.svelte";

/** So many games of a kind make somebody a newcomer no more. */
const LEARNT = 3;

/** What a table is set up with. */
export interface Setup {
  options: Record<string, unknown>;
  seats: number;
  /** The bot of each seat; null where a person sits or sat. */
  bots: (string | null)[];
  /** Hints are given beside the table. */
  hints: boolean;
}

/** The strongest bot of a game: the last one listed. */
export function bestBot(game: GameInfo): string {
  return game.bots.at(-1) ?? "random";
}

/** A rival who can be beaten and still drives sensibly. */
export function easyBot(game: GameInfo): string {
  const sensible = game.opponents.find(({ level }) => level !== "random");
  return sensible?.name ?? game.bots[0] ?? "random";
}

/** The games of a kind that somebody has played to the end, the newest first. */
export function playedOut(game: string, mine: readonly TableBrief[]): TableBrief[] {
  return mine.filter((table) => table.game === game && table.stage === "over" && !table.uploaded);
}

export function newcomersSetup(game: GameInfo): Setup {
  const seats = Math.max(game.least, Math.min(3, game.most));
  return { seats, options: {}, bots: Array(seats).fill(easyBot(game)), hints: true, ...newcomerOf(game) };
}

function newcomerOf({ name }: GameInfo): Partial<Setup> {
  return manifestOf(name)?.newcomer ?? {};
}

/** The same again; a bot takes the place of everybody else who sat there. */
export function setupAgain(last: TableInfo): Setup {
  return {
    options: last.options,
    seats: last.seats.length,
    bots: last.seats.map((seat) => seat.bot),
    hints: false,
  };
}

/** What “Play now” sets up for whoever is signed in. */
async function setupFor(game: GameInfo): Promise<Setup> {
  const me = session.person?.id ?? "";
  const played = playedOut(game.name, (await api.get(`/api/people/${me}/games?game=${game.name}`)).items);
  if (played.length < LEARNT) return newcomersSetup(game);
  const last = played.find((table) => !table.challenge && !table.branch && !table.lesson);
  if (last) return setupAgain(await api.get(`/api/tables/${last.id}`));
  return { ...newcomersSetup(game), hints: false };
}

/** Put a bot on every free seat and start. */
export async function fillAndStart(
  table: TableInfo,
  bot: string,
  named: readonly (string | null)[] = [],
): Promise<TableInfo> {
  for (const { seat, person, bot: sits } of table.seats) {
    if (!person && !sits) await api.post(`/api/tables/${table.id}/bot`, { seat, bot: named[seat] ?? bot });
  }
  return api.post(`/api/tables/${table.id}/start`);
}

/** A race at once, on a track of one's own where one is given; the address of its table. */
export async function quickTable(
  game: GameInfo,
  own: { options?: Record<string, unknown>; title?: string } = {},
): Promise<string> {
  await session.someone();
  const setup = await setupFor(game);
  const { seats, bots, hints } = setup;
  const options = own.options ?? setup.options;
  const body = { game: game.name, options, seats, public: false, title: own.title ?? "" };
  const easy = hints ? easyBot(game) : bestBot(game);
  const table = await fillAndStart(await api.post("/api/tables", body), easy, bots);
  return `/table/${table.id}${hints ? "?hints=1" : ""}`;
}
