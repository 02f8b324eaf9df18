/** Turns in sentences. */

import type { TableInfo, Told } from "../../generated/wire";
import { seatName } from "../../lib/seats";
import { t, type WordId } from "../../lib/words.svelte";
import { boardOf } from "./board";
import type { Also, Turn } from "./turns";
import type { Heard } from "./types";

/** The face of the tile a cell lies on, as it is printed there. */
function tileOf(board: unknown, { stage, game }: { stage: number; game: string }, cell: number): string {
  const drawn = boardOf(board, game === "rallyman-dirt" ? Math.max(0, stage - 1) : 0);
  const tile = drawn?.cells[cell]?.tile;
  return tile === undefined ? "" : (drawn?.tiles[tile] ?? "");
}

/** What a turn came to, without the name of its driver. */
export function deeds(turn: Turn, game: string, board: unknown): string {
  const { steps, hazards, gained, outcome } = turn;
  const way = turn.flatOut ? "flat-out" : "one-by-one";
  const parts = turn.also.filter(({ kind }) => kind === "back").map(alsoText);
  if (steps) parts.push(t("rally.tale.steps", { n: steps, way }));
  if (hazards) parts.push(t("rally.tale.hazards", { n: hazards }));
  const tile = "cell" in outcome ? tileOf(board, { ...turn, game }, outcome.cell) : "";
  switch (outcome.kind) {
    case "drove":
    case "stopped":
      parts.push(t("rally.tale.gear", { gear: outcome.gear, stopped: String(outcome.kind === "stopped") }));
      break;
    case "crash":
    case "spin":
    case "lost":
      parts.push(t("rally.tale.lost", { kind: outcome.kind, tile, known: String(tile !== "") }));
      break;
    case "finished":
      parts.push(t("rally.tale.finished", { place: outcome.place, time: outcome.time }));
      break;
    case "stayed":
      if (!parts.length) parts.push(t(turn.over ? "rally.tale.stayed" : "rally.tale.planning"));
      break;
    default:
      parts.push(t(`rally.tale.${outcome.kind}`));
  }
  if (gained && turn.flatOut && !turn.mark)
    parts.push(t(game === "rallyman-gt" ? "rally.gain-focus" : "rally.gain-seconds", { n: gained }));
  return [...parts, ...turn.also.filter(({ kind }) => kind !== "back").map(alsoText)].join(", ");
}

function alsoText(also: Also): string {
  switch (also.kind) {
    case "lap":
      return t("rally.tale.lap", { n: also.n });
    case "token":
      return t("rally.tale.token", { token: t(`rally.token.${also.token}` as WordId) });
    case "weather":
      return t("rally.tale.weather", { weather: also.weather });
    default:
      return t(`rally.tale.${also.kind}`);
  }
}

/** The turn in a sentence. */
export function sentence(turn: Turn, table: TableInfo, board: unknown): string {
  return t("rally.tale", { name: seatName(table, turn.seat), deeds: deeds(turn, table.game, board) });
}

/** Told events, typed as those of the two games. */
export function heardOf(told: readonly Told[]): readonly Heard[] {
  return told as readonly Heard[];
}
